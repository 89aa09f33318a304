"""Forces at points of bodies and moments on them as MJCF has them: lifts, actuators of sites."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from lagr_gui.extensions.robots.mjcf.forces import drive_of, write_actuator
from lagr_gui.extensions.robots.mjcf.page import LinearLaw, MjcfPage, Thrust
from lagr_gui.extensions.robots.rigid import Mass
from lagr_gui.extensions.robots.taking import SAME, WITHOUT, part_place
from lagr_gui.extensions.robots.writing import digits
from lagr_gui.mechanics.reading import Part
from lagr_gui.mechanics.trees import NOUGHT, Trees


def write_body_force(page: MjcfPage, part: Part) -> bool:
    """A force at the centre of mass along gravity, or one that turns with its body."""
    if part.value("axes") == "space":
        return part.record.kind == "force" and _lift(page, part)
    if part.record.kind == "torque" and part.value("reaction_body"):
        return False
    link, point = page.found.point(part.value("body"), _point(part))
    drives = [drive_of(page, part, tree) for tree in part.trees("vector") if tree != NOUGHT]
    if not drives or any(drive is None or drive.law.slopes for drive in drives):
        return not drives
    motors = [drive for drive in drives if drive is not None]
    law, rates = _common_law([(drive.factor, drive.law) for drive in motors])
    if law is None:
        return False
    left = iter(rates)
    x, y, z = (0.0 if tree == NOUGHT else next(left) for tree in part.trees("vector"))
    at = point if part.record.kind == "force" else None
    page.thrusts.append(Thrust(part, link, at, (x, y, z), law))
    return True


def _point(part: Part) -> Trees:
    return part.trees("point") if part.record.kind == "force" else (NOUGHT, NOUGHT, NOUGHT)


def _common_law(
    several: list[tuple[float, LinearLaw]],
) -> tuple[LinearLaw | None, list[float]]:
    """What laws have in common, and what it is multiplied by in each; None where they differ."""
    several = [_with_gain_one(factor, law) for factor, law in several]
    first = several[0][1]
    if first.control or first.bounds:
        alike = all(law == first for _, law in several)
        return (first if alike else None), [factor for factor, _ in several]
    constant = all(not law.control and not law.bounds for _, law in several)
    unit = replace(first, bias=1.0)
    return (unit if constant else None), [factor * law.bias for factor, law in several]


def _with_gain_one(factor: float, law: LinearLaw) -> tuple[float, LinearLaw]:
    if law.bounds or not law.gain:
        return factor, law
    return factor * law.gain, replace(law, gain=1.0, bias=law.bias / law.gain)


def _lift(page: MjcfPage, part: Part) -> bool:
    link, point = page.found.point(part.value("body"), part.trees("point"))
    (mass,) = page.found.links[link].masses if link in page.found.ways else (Mass(),)
    weight = mass.mass * page.found.gravity
    if not weight.any():
        return False
    if float(np.abs(point - mass.centre).max()) > SAME or page.found.links[link].weightless:
        return False
    force = np.array([page.found.number(tree) for tree in part.trees("vector")])
    lift = -float(force @ weight) / float(weight @ weight)
    if float(np.abs(force + lift * weight).max()) > SAME * float(np.abs(weight).max()):
        return False
    page.lifts[link] = page.lifts.get(link, 0.0) + lift
    return True


def write_thrusts(page: MjcfPage) -> None:
    """Actuators of sites: what follows one control on one body acts through one of them."""
    groups: dict[object, list[Thrust]] = {}
    for number, thrust in enumerate(page.thrusts):
        key = (thrust.law, thrust.link) if thrust.law.control else number
        groups.setdefault(key, []).append(thrust)
    for thrusts in groups.values():
        points = [thrust.point for thrust in thrusts if thrust.point is not None]
        if any(float(np.abs(point - points[0]).max()) > SAME for point in points):
            for thrust in thrusts:
                page.found.refuse(part_place(thrust.part), _PLACES, WITHOUT)
            continue
        gear = np.zeros(6)
        for thrust in thrusts:
            gear[:3] += np.array(thrust.factors) if thrust.point is not None else 0.0
            gear[3:] += np.array(thrust.factors) if thrust.point is None else 0.0
        first = thrusts[0]
        site = page.site((first.link, points[0] if points else np.zeros(3)))
        target = {"site": site, "gear": digits(gear)}
        write_actuator(page, first.part.record.name, first.law, target, 1.0, (0.0, 0.0))


_PLACES = "One control acts at several points; an actuator of MJCF acts at one."
