"""A legend leaves room for the curves and hides none of them in silence."""

from __future__ import annotations

import re

import pytest

from lagr_gui.gui.panes.curves.legend import MOST, Legend

NAMES = [f"coordinate_{n} (rad)" for n in range(1, 31)]


def legend(count: int, width: float) -> Legend:
    made = Legend()
    made.use_width(width)
    made.show_names([(name, "#123456", 0) for name in NAMES[:count]], "#000000", "a note")
    return made


def words(made: Legend) -> str:
    return made._text.toPlainText().replace("\u00a0", " ").replace("\u2011", "-")


@pytest.mark.parametrize("count", [1, 3, 9, 18, 30])
@pytest.mark.parametrize("width", [120.0, 260.0, 600.0])
def test_names_that_have_no_room_are_counted(qapp, count, width):
    made = legend(count, width)
    read = words(made)
    named = sum(name in read for name in NAMES[:count])
    more = re.search(r"… and (\d+) more", read)
    assert named + (int(more[1]) if more else 0) == count
    assert named == 1 or made.maximumHeight() <= MOST
    assert "a note" in read


def test_a_legend_with_room_names_all_and_a_written_one_always(qapp):
    assert "more" not in words(legend(3, 600.0))
    made = legend(30, 260.0)
    assert "more" in words(made)
    made.show_all()
    assert all(name in words(made) for name in NAMES)
