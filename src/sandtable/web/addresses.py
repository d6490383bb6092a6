"""Where somebody comes from, and what that counts as."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address, ip_network
from typing import Any

Network = IPv4Network | IPv6Network


def read(text: str) -> IPv4Address | IPv6Address | None:
    """An address as somebody wrote it; one of version 4 in the clothes of version 6 is unmapped."""
    try:
        found = ip_address(text.strip().partition("%")[0])
    except ValueError:
        return None
    if isinstance(found, IPv6Address) and found.ipv4_mapped is not None:
        return found.ipv4_mapped
    return found


def is_loopback(host: str) -> bool:
    """Whether a server at this host is reached from its own machine alone."""
    found = read(host)
    return host == "localhost" or (found is not None and found.is_loopback)


TUNNELS = tuple(ip_network(one) for one in ("64:ff9b::/96", "64:ff9b:1::/48", "2001::/32", "2002::/16"))
"""Networks of version 6 in which any address of version 4 may hide."""


def is_public(text: str) -> bool:
    """Whether an address is one of the open internet, and of no network of somebody's own."""
    found = read(text)
    if found is None or not found.is_global or found.is_multicast:
        return False
    return not any(found.version == one.version and found in one for one in TUNNELS)


def counted_as(text: str) -> str:
    """What an address counts as; a network of version 6 gives its owner so many addresses that it counts as one."""
    found = read(text)
    if found is None:
        return "unknown"
    if isinstance(found, IPv6Address):
        return str(ip_network(f"{found}/64", strict=False))
    return str(found)


def networks(given: Iterable[str]) -> tuple[Network, ...]:
    """The networks that the operator named; ValueError for what is none."""
    return tuple(ip_network(one, strict=False) for one in given)


def is_trusted(text: str, trusted: tuple[Network, ...]) -> bool:
    """Whether an address, or a network, is one of those."""
    if not trusted:
        return False
    found = read(text.partition("/")[0])
    return found is not None and any(found.version == one.version and found in one for one in trusted)


def of(scope: Mapping[str, Any], trusted: tuple[Network, ...] = ()) -> str:
    """Where a request comes from. Only of a proxy that the operator trusts it is believed for whom it asks: the last
    address in its list that is no such proxy itself."""
    client = scope.get("client")
    if not client:
        return "local"
    address = str(client[0])
    if trusted and is_trusted(address, trusted):
        values = [value.decode("latin-1") for name, value in scope["headers"] if name == b"x-forwarded-for"]
        for one in reversed(",".join(values).split(",")):
            if read(one) is None:
                break
            address = one
            if not is_trusted(one, trusted):
                break
    return counted_as(address)
