# not compiled: it makes functions at run time, which compiled classes have no need of
"""Quick constructors for the frozen records that a position's agenda and history are made of.

A frozen dataclass sets each field through `object.__setattr__`, which takes twice as long as writing to the instance's
own dictionary, and a game makes some ten records a decision: that was a tenth of all time.
"""

from __future__ import annotations

from dataclasses import MISSING, fields, is_dataclass
from typing import Any

from sandtable.kernel.flow import COMPILED, Entry, Step

QUICK: set[type] = set()


def quicken() -> None:
    """Give every kind of step that is known by now, and the entries of the history, their quick constructor."""
    if COMPILED:
        return
    todo: list[type] = [Entry, Step]
    while todo:
        cls = todo.pop()
        todo += cls.__subclasses__()
        if is_dataclass(cls) and cls not in QUICK:
            QUICK.add(cls)
            cls.__init__ = constructor(cls)  # type: ignore[method-assign]


def constructor(cls: type) -> Any:
    """A function with the parameters of a record's own constructor that writes them as they are."""
    names = [field.name for field in fields(cls)]
    defaults = {f"default_{field.name}": field.default for field in fields(cls) if field.default is not MISSING}
    heads = [f"{name}=default_{name}" if f"default_{name}" in defaults else name for name in names]
    lines = [f"def __init__({', '.join(('self', *heads))}):", "    own = self.__dict__"]
    lines += [f"    own[{name!r}] = {name}" for name in names]
    scope: dict[str, Any] = {"__name__": __name__, **defaults}
    exec("\n".join(lines), scope)  # noqa: S102 (as dataclasses makes its own: only names of fields go into it)
    made = scope["__init__"]
    made.__qualname__ = f"{cls.__qualname__}.__init__"
    return made
