"""Web push: a message that only one browser can read (RFC 8291), signed with the key of this server (RFC 8292)."""

from __future__ import annotations

import os
import time
from base64 import urlsafe_b64decode, urlsafe_b64encode
from urllib.parse import urlsplit

import msgspec
from cryptography.exceptions import InvalidKey
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

CURVE = ec.SECP256R1()
RECORD = 4096
"""Bytes of a record, of which there is one."""
VALID = 12 * 3600
"""Seconds that a signature holds; a day is the most."""


class Browser(msgspec.Struct, frozen=True):
    """Where a browser receives what is pushed to it, and its keys."""

    endpoint: str
    p256dh: str
    auth: str


def new_key() -> str:
    """A key of this server's own."""
    return written(ec.generate_private_key(CURVE).private_numbers().private_value.to_bytes(32, "big"))


def public(key: str) -> str:
    """The half of a key that browsers are told."""
    return written(_point(_private(key)))


def is_point(text: str) -> bool:
    """Whether this is the key of a browser."""
    try:
        ec.EllipticCurvePublicKey.from_encoded_point(CURVE, read(text))
    except (ValueError, InvalidKey):
        return False
    return True


def sealed(message: bytes, browser: Browser, *, salt: bytes = b"", once: str = "") -> bytes:
    """A message for one browser; salt and the key for this once are given by tests alone."""
    salt = salt or os.urandom(16)
    mine = _private(once or new_key())
    theirs = ec.EllipticCurvePublicKey.from_encoded_point(CURVE, read(browser.p256dh))
    names = b"WebPush: info\0" + _point(theirs) + _point(mine)
    shared = _derived(mine.exchange(ec.ECDH(), theirs), read(browser.auth), names, 32)
    key = _derived(shared, salt, b"Content-Encoding: aes128gcm\0", 16)
    nonce = _derived(shared, salt, b"Content-Encoding: nonce\0", 12)
    head = salt + RECORD.to_bytes(4, "big") + bytes([65]) + _point(mine)
    return head + AESGCM(key).encrypt(nonce, message + b"\2", None)


def signed(endpoint: str, key: str, contact: str, now: float | None = None) -> str:
    """The header that says who pushes, to a push service that may ask the operator about it."""
    parts = urlsplit(endpoint)
    until = int(time.time() if now is None else now) + VALID
    claims = {"aud": f"{parts.scheme}://{parts.netloc}", "exp": until, "sub": contact}
    text = ".".join(written(msgspec.json.encode(part)) for part in ({"typ": "JWT", "alg": "ES256"}, claims))
    r, s = decode_dss_signature(_private(key).sign(text.encode(), ec.ECDSA(hashes.SHA256())))
    signature = written(r.to_bytes(32, "big") + s.to_bytes(32, "big"))
    return f"vapid t={text}.{signature}, k={public(key)}"


def written(data: bytes) -> str:
    """Bytes as push services write them."""
    return urlsafe_b64encode(data).rstrip(b"=").decode()


def read(text: str) -> bytes:
    """And back."""
    return urlsafe_b64decode(text + "=" * (-len(text) % 4))


def _private(key: str) -> ec.EllipticCurvePrivateKey:
    return ec.derive_private_key(int.from_bytes(read(key), "big"), CURVE)


def _point(key: ec.EllipticCurvePrivateKey | ec.EllipticCurvePublicKey) -> bytes:
    half = key.public_key() if isinstance(key, ec.EllipticCurvePrivateKey) else key
    return half.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)


def _derived(secret: bytes, salt: bytes, info: bytes, length: int) -> bytes:
    return HKDF(hashes.SHA256(), length, salt, info).derive(secret)
