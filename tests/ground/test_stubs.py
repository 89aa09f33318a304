"""The stubs that type checkers and editors read say what is there."""

from __future__ import annotations

from tests.ground.stubs import STUBS, doors, face, methods


def test_the_stubs_are_those_of_the_questions():
    """If this fails: python -m tests.ground.stubs"""
    told = [path.read_text("utf-8") for path in STUBS]
    assert told == [doors(), methods(), face()]
