"""A frame of a body is added in the window, and its place and angles are typed."""

from __future__ import annotations

from lagr_gui.model.solids.bodies import turn_of
from tests.gui.panes.fields import fill
from tests.systems import pendulum


def field(window, label: str):
    found = [f for f in window.inspector.fields if f.row.label == label]
    assert len(found) == 1, [f.row.label for f in window.inspector.fields]
    return found[0]


def test_a_frame_is_added_to_the_selected_body_and_its_fields_are_shown(window):
    session = window.session
    session.edit("Build", lambda _: pendulum())
    window.menus.refresh()
    assert not window.menus.actions["add_frame"].isEnabled()
    session.select({"body:1"})
    window.menus.refresh()
    window.menus.actions["add_frame"].trigger()
    joint = session.model.joints[-1]
    assert (joint.kind, joint.parent, joint.child) == ("fixed", 1, 2)
    assert session.selection == {f"joint:{joint.name}"} and session.report.sound
    assert session.model.bodies[-1].mass == 0
    session.undo()
    assert len(session.model.bodies) == 1, "one step"


def test_the_axes_of_a_joint_are_typed_as_angles(window):
    session = window.session
    session.edit("Build", lambda _: pendulum())
    session.select({"body:1"})
    window.menus.refresh()
    window.menus.actions["add_frame"].trigger()
    turned = field(window, "Turned about x, y, z")
    fill(turned, "(0, 0, l/2)")
    assert session.model.joints[-1].orientation == turn_of((0, 0, "l/2"))
    assert "l/2" in field(window, "Turned about x, y, z").edit.text()
