"""Instances of subsystems on the drawing: folding, opening, values, repeats, connecting."""

from __future__ import annotations

from pathlib import Path

import pytest

from lagr_gui.editing import edits
from lagr_gui.gui.bridge.library import own_subsystems
from lagr_gui.gui.canvas.content import InstanceItem
from lagr_gui.gui.panes.palette import _TOOL as TOOL
from lagr_gui.model import Model, Subsystem
from tests.gui.panes.fields import field, fill, told
from tests.subsystems.systems import link


@pytest.fixture
def row(window):
    """Two bodies in a row below body 0."""

    def build(model: Model) -> Model:
        for number in (1, 2):
            model = edits.add_body(model, (number * 250.0, 0.0))
            model = edits.connect(model, "revolute", number - 1, number)
        return edits.move(model, {"body:0": (0.0, 0.0)})

    window.session.edit("Build", build)
    window.canvas.fit()
    return window.session


def test_a_selection_is_folded_opened_changed_and_undone(row, window, hands):
    hands.click("body:2")
    window.menus.actions["fold"].trigger()
    assert row.selection == {"instance:part1"}
    item = window.canvas.content.items["instance:part1"]
    assert isinstance(item, InstanceItem)
    assert "body:2" not in window.canvas.content.items
    assert row.report.sound
    hands.double_click(hands.at("instance:part1"))
    assert row.way == ("part1",)
    assert [body.name for body in row.model.bodies] == ["Body 2"]
    row.edit("Change body", lambda model: edits.set_value(model, ("bodies", 0, "mass"), 7))
    window.menus.actions["leave_subsystem"].trigger()
    assert row.way == ()
    assert row.flat.body(2).mass == 7
    row.undo()
    row.undo()
    assert set(row.model.numbers) == {1, 2}
    assert not row.model.instances


def test_what_is_undone_while_it_is_open_is_left(row, window, hands):
    hands.click("body:2")
    window.menus.actions["fold"].trigger()
    window.menus.actions["open_subsystem"].trigger()
    assert row.way == ("part1",)
    row.undo()
    assert row.way == ()
    assert row.model is row.document.model


def test_values_and_members_are_given_in_the_inspector(window):
    session = window.session
    part = Subsystem(name="link", model=link().model)
    session.edit("Add subsystem", lambda model: edits.add_instance(model, part, (200.0, 0.0)))
    session.select({"instance:link1"})
    fill(field(window, "instances", 0, "values", "l"), "0.7")
    fill(field(window, "instances", 0, "repeat"), "3")
    fill(field(window, "instances", 0, "values", "m"), "2*n")
    assert "n" in told(field(window, "instances", 0, "values", "m"))
    fill(field(window, "instances", 0, "values", "m"), "")
    (made,) = session.model.instances
    assert made.repeat == 3
    assert {v.name: v.value for v in made.values} == {"g": "g", "l": 0.7}
    assert len(session.report.coordinates) == 3


def test_terms_of_members_light_up_their_instance(window):
    session = window.session
    part = Subsystem(name="link", model=link().model)
    session.edit("Add subsystem", lambda model: edits.add_instance(model, part, (200.0, 0.0)))
    session.highlight({"body:1", "joint:link1.hinge", "body:0"})
    assert session.highlighted == {"instance:link1", "body:0"}
    session.select({"joint:link1.hinge"})
    assert session.selection == {"instance:link1"}


def test_a_body_is_connected_to_a_port(window, hands):
    session = window.session
    part = Subsystem(name="link", model=link().model)
    session.edit("Add subsystem", lambda model: edits.add_instance(model, part, (250.0, 0.0)))
    session.edit("Add body", lambda model: edits.add_body(model, (500.0, 0.0)))
    port = session.model.instances[0].attachments[0].body
    body = session.model.numbers[0]
    assert port != body
    session.edit("Connect", lambda model: edits.connect(model, "spherical", port, body))
    assert session.report.sound
    assert f"joint:{session.model.joints[0].name}" in window.canvas.content.items


def test_a_part_of_the_library_is_placed_kept_and_placed_again(window, hands):
    session = window.session
    shown = window.palette_pane.list
    (tool,) = [i.data(0, TOOL) for i in shown._items() if i.data(0, TOOL).endswith("/link.lagr")]
    window.canvas.arm(tool)
    hands.click(hands.point(150, 60))
    assert session.selection == {"instance:link1"}
    assert session.report.sound
    window.menus.refresh()
    window.menus.actions["keep_subsystem"].trigger()
    kept = [i.data(0, TOOL) for i in shown._items()]
    (own,) = [name for name in kept if str(own_subsystems()) in name]
    window.canvas.arm(own)
    hands.click(hands.point(350, 60))
    assert session.selection == {"instance:link2"}
    assert len(session.model.subsystems) == 1
    Path(own.partition(":")[2]).unlink()
    session.library_changed.emit("")


def test_a_body_becomes_a_port_in_the_inspector(row, window):
    row.select({"body:2"})
    fill(field(window, "ports", 2, "name"), "tip")
    fill(field(window, "ports", 2, "point"), "(0, -l, 0)")
    (port,) = row.model.ports
    assert (port.name, port.body, port.point) == ("tip", 2, (0, "-l", 0))
    fill(field(window, "ports", 2, "name"), "")
    assert not row.model.ports
