"""What elements along a line look like in pictures of a mechanism."""

from __future__ import annotations

import pytest

from lagr_gui.drawing.mechanism import line_sort


@pytest.mark.parametrize(
    ("kind", "sort"),
    [("spring", "spring"), ("dashpot", "dashpot"), ("rope", ""), ("bumper", "gap")],
)
def test_a_line_looks_like_what_it_is(kind: str, sort: str) -> None:
    assert line_sort(kind) == sort
