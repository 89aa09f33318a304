"""Robots in the formats of others: URDF and MJCF come in."""

from __future__ import annotations

from pathlib import Path

from lagr_gui.exchange.markup import read_tags
from lagr_gui.extensions.robots.assembling import assembled
from lagr_gui.extensions.robots.coupled import start_together
from lagr_gui.extensions.robots.mjcf import Mjcf
from lagr_gui.extensions.robots.mjcf_drives import read_mjcf
from lagr_gui.extensions.robots.record import Notes
from lagr_gui.extensions.robots.urdf import read_urdf
from lagr_gui.model.imported import Imported
from lagr_gui.problem import refusal

__all__ = ["import_robot"]


def import_robot(
    data: bytes | str,
    name: str = "",
    folder: Path | None = None,
    leave_out: bool = False,
    repair: bool = False,
) -> Imported:
    """The system of a URDF or an MJCF, and what is to be told about it.

    What an MJCF includes is read from the `folder`, and meshes are looked for there.  With
    `leave_out` what the program does not have is left out, with `repair` inertias that no body has
    are mended; both are told.  Raises LagrError with the lines of all faults.
    """
    notes = Notes(leave_out, repair)
    top = read_tags(data)
    if top.name == "robot":
        robot = read_urdf(top, notes, folder)
    elif top.name == "mujoco":
        robot = read_mjcf(Mjcf(top, notes, folder, name))
    else:
        cause, remedy = "It is no description of a robot.", "Choose a URDF or an MJCF."
        raise refusal(top.place, cause, remedy, "robot")
    start_together(robot.acts)
    robot.name = robot.name or name
    return Imported((assembled(robot),), tuple(notes.found))
