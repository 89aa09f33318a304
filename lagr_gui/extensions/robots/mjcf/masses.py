"""Masses of bodies in an MJCF: given, or those of their shapes."""

from __future__ import annotations

from math import pi

import numpy as np

from lagr_gui.exchange.markup import Tag
from lagr_gui.extensions.robots.mesh_masses import MeshMasses
from lagr_gui.extensions.robots.mjcf.settings import MjcfSettings
from lagr_gui.extensions.robots.record import Notes
from lagr_gui.extensions.robots.rigid import Mass, RigidFrame, nowhere, to_z
from lagr_gui.extensions.robots.shapes import shape
from lagr_gui.extensions.robots.values import needed, number, numbers, sound
from lagr_gui.foundation.message import say
from lagr_gui.foundation.problem import LagrError
from lagr_gui.mechanics.inertia import lacking
from lagr_gui.model import Shape

SIZES = {"sphere": 1, "capsule": 2, "cylinder": 2, "box": 3, "ellipsoid": 3}
"""How many lengths a shape has."""

_FORMS = {"sphere": "sphere", "capsule": "rod", "cylinder": "cylinder", "box": "box"}


def given_mass(tag: Tag, settings: MjcfSettings, notes: Notes, whose: str) -> Mass:
    """The mass of <inertial>, in the axes of its body."""
    mass = needed(tag, "mass")
    if full := numbers(tag, "fullinertia", 6):
        xx, yy, zz, xy, xz, yz = full
        inertia = np.array([[xx, xy, xz], [xy, yy, yz], [xz, yz, zz]])
    else:
        inertia = np.diag(numbers(tag, "diaginertia", 3) or [0.0, 0.0, 0.0])
    if settings.given.get("balanceinertia") == "true" and lacking(inertia) == "triangle":
        inertia = np.eye(3) * np.trace(inertia) / 3  # as MuJoCo balances them
    body_mass = sound(tag, Mass(mass, nowhere(), inertia), notes, whose)
    return body_mass.seen_from(settings.frame(tag))


def geom_frame(tag: Tag, settings: MjcfSettings) -> tuple[RigidFrame, list[float]]:
    """Where a shape stands in its body, and its sizes: halves of lengths along its axes."""
    sizes = numbers(tag, "size") or []
    ends = numbers(tag, "fromto", 6)
    if ends is None:
        return settings.frame(tag), sizes
    a, b = np.array(ends[:3]), np.array(ends[3:])
    length = float(np.linalg.norm(b - a))
    if not length or not sizes:
        raise tag.wrong("fromto has no length, or size is missing.", "Give two points and a size.")
    kind = tag.given.get("type", "sphere")
    across = sizes[:1] if SIZES.get(kind) == 2 else sizes[:1] * 2
    return RigidFrame(to_z((b - a) / length), (a + b) / 2), [*across, length / 2]


def geom_mass(tag: Tag, settings: MjcfSettings, notes: Notes, meshes: MeshMasses) -> Mass:
    """The mass of a shape, in the axes of its body."""
    kind = tag.given.get("type", "sphere")
    if kind in ("plane", "hfield") or number(tag, "mass", 1.0) == 0:
        return Mass()
    density = number(tag, "density", 1000.0)
    if density == 0 and "mass" not in tag.given:
        return Mass()
    if tag.given.get("shellinertia") == "true":
        notes.lacks(tag, say("the mass of a shell"), _INERTIAL)
        return Mass()
    if kind == "mesh" and tag.given.get("mesh", "") in meshes:
        return _mesh_mass(tag, settings, notes, meshes)
    if kind not in SIZES:
        notes.lacks(tag, say("the mass of a shape of type {kind}", kind=kind), _INERTIAL)
        return Mass()
    frame, sizes = geom_frame(tag, settings)
    if len(sizes) < SIZES[kind] or min(sizes[: SIZES[kind]]) <= 0:
        raise tag.wrong("Its size is missing, or not larger than 0.", "Give its size.")
    volume, moments = _solid(kind, sizes)
    mass = _weighed(tag, volume)
    return Mass(mass, nowhere(), np.diag(mass * np.array(moments))).seen_from(frame)


def _weighed(tag: Tag, volume: float) -> float:
    mass = number(tag, "mass") if "mass" in tag.given else number(tag, "density", 1000.0) * volume
    if mass < 0:
        raise tag.wrong("Its mass is negative.", "Give a mass larger than 0.")
    return mass


def _mesh_mass(tag: Tag, settings: MjcfSettings, notes: Notes, meshes: MeshMasses) -> Mass:
    """The mass of what a mesh encloses."""
    try:
        solid = meshes.solid(tag.given["mesh"])
    except LagrError as error:
        if not notes.leave_out:
            raise
        notes.warn(tag, error.problems[0].cause, "Its mass was left out.")
        return Mass()
    filled, mass = solid.filled, _weighed(tag, solid.volume)
    inertia = filled.inertia * (mass / solid.volume)
    return Mass(mass, filled.centre, inertia).seen_from(settings.frame(tag))


_INERTIAL = 'Give the body <inertial>, or the shape mass="0".'


def _solid(kind: str, sizes: list[float]) -> tuple[float, tuple[float, float, float]]:
    """Volume and principal moments for the mass 1 of a solid."""
    if kind == "sphere":
        r = sizes[0]
        return 4 / 3 * pi * r**3, (0.4 * r * r, 0.4 * r * r, 0.4 * r * r)
    if kind in ("box", "ellipsoid"):
        a, b, c = sizes[:3]
        part, volume = (1 / 3, 8 * a * b * c) if kind == "box" else (0.2, 4 / 3 * pi * a * b * c)
        return volume, (part * (b * b + c * c), part * (a * a + c * c), part * (a * a + b * b))
    r, h = sizes[:2]
    tube = 2 * pi * r * r * h
    if kind == "cylinder":
        across = r * r / 4 + h * h / 3
        return tube, (across, across, r * r / 2)
    ends = 4 / 3 * pi * r**3
    across = tube * (r * r / 4 + h * h / 3) + ends * (0.4 * r * r + h * h + 0.75 * r * h)
    along = tube * r * r / 2 + ends * 0.4 * r * r
    return tube + ends, (across / (tube + ends), across / (tube + ends), along / (tube + ends))


def geom_shape(tag: Tag, settings: MjcfSettings) -> Shape | None:
    """How a shape is shown; None where it is no simple one along the axes of the body."""
    kind = tag.given.get("type", "sphere")
    if kind not in _FORMS:
        return None
    frame, sizes = geom_frame(tag, settings)
    if len(sizes) < SIZES[kind]:
        return None
    half = {1: sizes[:1] * 3, 2: [*sizes[:1] * 2, *sizes[1:2]], 3: sizes[:3]}[SIZES[kind]]
    return shape(_FORMS[kind], np.array(half), frame.R)
