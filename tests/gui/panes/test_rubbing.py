"""Dry friction in the window: a typed sign is replaced, modes stand below the curves."""

from __future__ import annotations

import pytest
from numpy import array
from PySide6.QtWidgets import QPushButton

from lagr_gui import GROUND, System
from lagr_gui.gui.panes.curves.mode_bands import FORTH_AND_BACK, STICKS, ModeBand, words
from lagr_gui.model import Model
from tests.gui.hands import click


@pytest.fixture
def session(window):
    return window.session


def test_a_typed_sign_is_replaced_by_a_button(session, window, qtbot):
    def build(_: Model) -> Model:
        system = System("block", m=1.0, R=2.0)
        system.joint("prismatic", GROUND, system.body(mass="m"), "x")
        system.element("coordinate_force", "push", coordinate="x", force="3 - R*sign(x')")
        return system.model

    session.edit("Build", build)
    offered = "Replace by dry friction"

    def buttons() -> list[QPushButton]:
        found = window.problems.findChildren(QPushButton)
        return [button for button in found if button.text() == offered]

    qtbot.waitUntil(lambda: len(buttons()) == 1)
    click(buttons()[0])
    push, rub = session.model.elements
    assert (push.force, rub.kind, rub.kinetic) == ("3", "joint_friction", "R")
    qtbot.waitUntil(lambda: not buttons())
    session.undo()
    assert [element.kind for element in session.model.elements] == ["coordinate_force"]


def test_bands_tell_when_something_sticks(window, qtbot):
    bands = window.simulation.curves.bands
    assert bands.isHidden()
    forth, back = FORTH_AND_BACK
    modes = forth, STICKS, back
    bands.show_bands([ModeBand("belt", array([0.0, 1.0, 2.0]), modes)], 3.0)
    assert not bands.isHidden() and bands.toolTip() == "belt"
    assert [words(mode) for mode in modes] == ["sliding →", "sticking", "sliding ←"]
    bands.show_bands([], 3.0)
    assert bands.isHidden()
