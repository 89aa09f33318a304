"""Panes keep their places: no overlap in the smallest window, no jumps while one works."""

from __future__ import annotations

from itertools import pairwise

from tests.gui.waiting import derived

BELOW = ("equations", "simulation", "animation")


def widths(window) -> list[int]:
    return [window.docks[name].width() for name in BELOW]


def test_panes_stand_side_by_side_in_the_smallest_window(make_window, qtbot):
    window = make_window()
    window.new_document()
    window.resize(400, 300)
    qtbot.wait(50)
    docks = [window.docks[name].geometry() for name in ("palette", *BELOW)]
    for left, right in pairwise(docks):
        assert left.right() < right.left()
    assert docks[-1].right() <= window.width() <= 1366


def test_panes_keep_their_widths_behind_the_welcome_page(make_window, qtbot):
    window = make_window()
    window.new_document()
    window.resize(1600, 950)
    qtbot.wait(50)
    before = widths(window)
    window.show_welcome()
    qtbot.wait(50)
    window.new_document()
    qtbot.wait(50)
    assert widths(window) == before and before[1] > 400


def test_what_comes_and_goes_while_deriving_widens_no_pane(make_window, qtbot):
    window = make_window()
    window.new_document()
    pane = window.equations
    derived(window, qtbot)
    rest = pane.minimumSizeHint().width()
    for widget in (pane.progress, pane.stop):
        widget.show()
    qtbot.wait(20)
    assert pane.minimumSizeHint().width() == rest
