"""Signals of many bodies are named once for a drawing, however many there are and are shown."""

from __future__ import annotations

import pytest

from lagr_gui.gui.panes.curves import choice
from lagr_gui.model import Body, Model
from tests.systems import system


def loose(count: int) -> Model:
    """Bodies that nothing holds: six coordinates each."""
    bodies = [
        Body(number=n, mass=1, inertia={"xx": 1, "yy": 1, "zz": 1}) for n in range(1, count + 1)
    ]
    return system(bodies, [])


@pytest.mark.parametrize("count", [3, 30])
def test_names_are_made_once_for_all_leaves(window, monkeypatch, count):
    """Also when the tree is shown, searched and looked into."""
    made: list[int] = []
    named = choice.signals

    def counted(coordinates, units):
        made.append(len(coordinates))
        return named(coordinates, units)

    monkeypatch.setattr(choice, "signals", counted)
    panel = window.simulation.signals
    window.simulation.place.show(True)
    window.session.edit("Build", lambda _: loose(count))
    panel.refresh()
    panel.tree.expandAll()
    panel.tree.find("x")
    panel.refresh()
    window.simulation.place.show(False)
    assert len(panel.tree.found) >= count
    assert made.count(6 * count) == 1 and len(made) <= 2
