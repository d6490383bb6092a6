"""What is kept for as long as somebody uses it."""

from __future__ import annotations

from sandtable.kernel.in_use import in_use


def test_what_is_kept_is_in_use_while_somebody_else_holds_it_and_what_is_gone_is_not_to_be_removed_again() -> None:
    kept = {"board": ["squares"]}
    assert not in_use(kept, "board")
    held = kept["board"]
    assert in_use(kept, "board")
    del held
    assert not in_use(kept, "board")
    assert in_use(kept, "another")
