"""The stubs that type checkers and editors read say what is there."""

from __future__ import annotations

from tests.ground.stubs import STUBS, stubs


def test_the_stubs_say_what_is_there() -> None:
    """If this fails: python -m tests.ground.stubs"""
    told = [path.read_text("utf-8") for path in STUBS]
    assert told == list(stubs())
