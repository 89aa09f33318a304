"""The stubs that type checkers and editors read say what is there."""

from __future__ import annotations

import pytest

from tests.ground.sources import TAKEN_OUT
from tests.ground.stubs import STUBS, stubs


@pytest.mark.skipif(bool(TAKEN_OUT), reason="the stubs are those of all extensions")
def test_the_stubs_say_what_is_there() -> None:
    """If this fails: python -m tests.ground.stubs"""
    told = [path.read_text("utf-8") for path in STUBS]
    assert told == list(stubs())
