"""Robots in the formats of others: URDF and MJCF come in."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from math import inf, isclose
from pathlib import Path

from lagr_gui.exchange.markup import read_tags
from lagr_gui.extensions.robots.assembling import assembled
from lagr_gui.extensions.robots.mjcf.drives import read_mjcf
from lagr_gui.extensions.robots.mjcf.reading import Mjcf
from lagr_gui.extensions.robots.record import Act, Notes, SingleMotion
from lagr_gui.extensions.robots.urdf import read_urdf
from lagr_gui.foundation.message import say
from lagr_gui.foundation.problem import LagrError, refusal
from lagr_gui.model.imported import Imported

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


# --- Where motions start that follow others: within the limits of all of them ------------------

_ROUNDING = 1e-9
"""Limits that exclude each other by less, relative to 1 and to themselves, meet."""

Gears = Mapping[SingleMotion, Act]


def start_together(acts: Iterable[Act]) -> None:
    """Motions that follow others start where these lead them, and all within their limits.

    The first motion keeps its start where that is allowed and starts in the middle of what is
    allowed otherwise.  Raises LagrError where no position is.
    """
    acted = [act for act in acts if act.enabled]
    gears = {act.motions[0]: act for act in acted if act.kind == "gear"}
    stops = {act.motions[0]: act for act in acted if act.kind == "stop"}
    groups: dict[SingleMotion, list[tuple[SingleMotion, float, float]]] = {}
    for motion in gears:
        first, ratio, offset = _followed(motion, gears)
        if first not in gears:
            groups.setdefault(first, [(first, 1.0, 0.0)]).append((motion, ratio, offset))
    for first, members in groups.items():
        low, high = -inf, inf
        for motion, ratio, offset in members:
            if motion in stops:
                least, most = _allowed(stops[motion], ratio, offset)
                low, high = max(low, least), min(high, most)
                if low > high and not isclose(low, high, rel_tol=_ROUNDING, abs_tol=_ROUNDING):
                    raise _apart(members, stops)
        start = first.ref if low <= first.ref <= high else (low + high) / 2
        for motion, ratio, offset in members:
            motion.start = ratio * start + offset


def _followed(motion: SingleMotion, gears: Gears) -> tuple[SingleMotion, float, float]:
    """The motion that leads, with ratio and offset; one that follows, too, where all do."""
    ratio, offset, passed = 1.0, 0.0, set[SingleMotion]()
    while motion in gears and motion not in passed:
        passed.add(motion)
        gear = gears[motion]
        offset += ratio * gear.fields["offset"]
        ratio *= gear.fields["ratio"]
        motion = gear.motions[1]
    return motion, ratio, offset


def _allowed(stop: Act, ratio: float, offset: float) -> tuple[float, float]:
    """Between which positions of the leading motion a stop is not reached."""
    lower, upper = stop.fields["lower"] - offset, stop.fields["upper"] - offset
    if ratio == 0:
        return (-inf, inf) if lower <= 0 <= upper else (inf, -inf)
    least, most = sorted((lower / ratio, upper / ratio))
    return least, most


def _apart(members: Iterable[tuple[SingleMotion, float, float]], stops: Gears) -> LagrError:
    names = ", ".join(f"“{motion.joint}”" for motion, _, _ in members if motion in stops)
    words = "No position is within the limits of all joints that move together: {joints}."
    cause = say(words, joints=names)
    return refusal(
        "Joints", cause, "Change a limit, or factor and offset of the coupling.", "robot"
    )
