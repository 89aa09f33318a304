"""Curves of dry friction are at hand where an element rubs."""

from __future__ import annotations

from lagr_gui.gui.panes.curves.branches import Leaf, SignalBranch
from lagr_gui.gui.panes.curves.tree import CurveTree


def test_an_element_that_rubs_is_open_and_others_are_not(qtbot):
    rubbing = tuple(Leaf(word, f"{word}(block)", word) for word in ("friction", "slip", "reserve"))
    spring = Leaf("thrust", "thrust(spring)", "thrust")
    elements = SignalBranch(
        "Elements", (SignalBranch("block", rubbing), SignalBranch("spring", (spring,)))
    )
    tree = CurveTree()
    qtbot.addWidget(tree)
    tree.show_branches([elements], lambda _: False)
    assert tree.found == [*rubbing]
