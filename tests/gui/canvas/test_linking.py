"""Wires of signals by hand: from the output of a block, and back from its input."""

from __future__ import annotations

import pytest
from PySide6.QtWidgets import QMenu

from lagr_gui.gui.canvas.wired import BlockItem
from tests.drawing.test_blocks import driven
from tests.gui.canvas.test_cloning import pull
from tests.gui.hands import NONE


@pytest.fixture
def wired(window):
    """A rod with blocks."""
    window.session.edit("Build", lambda _: driven().model)
    window.canvas.fit()
    return window


def port(window, hands, name: str, back: bool = False):
    item = window.canvas.content.items[f"signal:{name}"]
    assert isinstance(item, BlockItem)
    at = item.pos() + item.port(back)
    return hands.point(at.x(), at.y())


def menu(window) -> QMenu:
    return window.canvas.findChildren(QMenu, "measure_menu")[-1]


def test_an_output_is_pulled_to_a_force_and_into_a_joint(wired, hands):
    pull(hands, port(wired, hands, "u"), "element:brake", NONE)
    assert wired.session.model.element("brake").force == "u"
    pull(hands, port(wired, hands, "r"), "joint:hinge", NONE)
    made = wired.session.model.elements[-1]
    assert made.force == "r" and wired.session.selection == {f"element:{made.name}"}
    before = wired.session.model
    pull(hands, port(wired, hands, "u"), "element:drive", NONE)
    assert wired.session.model == before  # its formula would be lost


def test_an_input_is_pulled_to_what_it_reads(wired, hands):
    pull(hands, port(wired, hands, "y", back=True), "joint:hinge", NONE)
    next(a for a in menu(wired).actions() if a.text() == "φ′").trigger()
    assert wired.session.model.signals[3].input == "phi'"
    pull(hands, port(wired, hands, "y", back=True), "body:1", NONE)
    menu(wired).actions()[0].trigger()
    assert wired.session.model.signals[3].input == "position(Rod).x"
    pull(hands, port(wired, hands, "y", back=True), "signal:u", NONE)
    assert wired.session.model.signals[3].input == "u"
    pull(hands, port(wired, hands, "r", back=True), "signal:u", NONE)
    assert wired.session.model.signals[4].input == "position(Rod).x - y"  # a formula stays


def test_a_block_is_put_down_named_and_removed(wired, hands):
    wired.canvas.put("signal", "integrator", hands.point(0, 200))
    key = next(iter(wired.session.selection))
    assert wired.canvas.content.items[key].face.glyph == "integrator"
    assert wired.canvas.content.place(key) == (0, 200)
    pull(hands, port(wired, hands, "u"), key, NONE)
    assert wired.session.model.signals[-1].input == "u"
    wired.session.edit("Remove", lambda model: model.having(signals=()))
    assert not any(isinstance(i, BlockItem) for i in wired.canvas.content.items.values())
    assert not wired.canvas.content.signals
    wired.session.undo()
    assert key in wired.canvas.content.items
