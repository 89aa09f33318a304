"""Links that do not move are merged with those that carry them; motions of one become joints."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from lagr_gui.extensions.robots.record import WORLD, Robot, RobotLink, SeenMesh, SingleMotion
from lagr_gui.extensions.robots.rigid import Mass, RigidFrame, together

NEAR = 1e-12
"""Axes and points that differ by less are the same."""


@dataclass(slots=True, eq=False)
class MovingLink:
    """A link that moves: from which one, its frame there, its motions in order, all its mass
    and all meshes by which it is seen."""

    link: RobotLink
    parent: int
    frame: RigidFrame
    motions: list[SingleMotion]
    mass: Mass
    meshes: list[SeenMesh]


@dataclass(slots=True, eq=False)
class Merged:
    """The links that move, by index, and for each link who carries it and its frame there."""

    chains: dict[int, MovingLink]
    carried: dict[int, tuple[int, RigidFrame]]


def merged(robot: Robot) -> Merged:
    """The moving links of a robot; parents come before their children, as in its list.

    A link without mass on which nothing acts, and on which only one link hangs, hands its motions
    to that one.
    """
    carried: dict[int, tuple[int, RigidFrame]] = {WORLD: (WORLD, RigidFrame())}
    masses: dict[int, list[Mass]] = {WORLD: []}
    chains: dict[int, MovingLink] = {}
    for index, link in enumerate(robot.links):
        if index == WORLD:
            continue
        parent, frame = carried[link.parent]
        frame = frame.then(link.frame)
        if link.motions:
            chains[index] = MovingLink(link, parent, frame, list(link.motions), Mass(), [])
            parent, frame = index, RigidFrame()
            masses[index] = []
        carried[index] = parent, frame
        masses[parent] += [mass.seen_from(frame) for mass in link.masses]
        if parent in chains:
            chains[parent].meshes += [mesh.seen_from(frame) for mesh in link.meshes]
    for index, chain in chains.items():
        chain.mass = together(masses[index])
    _hand_on(robot, chains, carried)
    return Merged(chains, carried)


def _hand_on(
    robot: Robot, chains: dict[int, MovingLink], carried: dict[int, tuple[int, RigidFrame]]
) -> None:
    used = {carried[end][0] for act in robot.acts for end, _ in act.ends}
    used |= {carried[index][0] for weld in robot.welds for index, _ in (weld.a, weld.b)}
    for index in list(chains):
        chain = chains[index]
        hanging = [other for other in chains.values() if other.parent == index]
        if chain.meshes or not chain.mass.is_nothing or index in used or len(hanging) != 1:
            continue
        (child,) = hanging
        child.motions[:0] = [motion.seen_in(child.frame) for motion in chain.motions]
        child.frame, child.parent = chain.frame.then(child.frame), chain.parent
        del chains[index]


@dataclass(slots=True, eq=False)
class RobotJoint:
    """Some motions in a row that one joint has: its kind, its own fields, where its point is."""

    kind: str
    motions: list[SingleMotion]
    fields: dict[str, tuple[object, ...]]


def pieces(motions: list[SingleMotion]) -> list[RobotJoint]:
    """The motions of a chain as joints, as few as there can be."""
    joints: list[RobotJoint] = []
    rest = motions
    while rest:
        piece = next(piece for match in _MATCHES if (piece := match(rest)))
        joints.append(piece)
        rest = rest[len(piece.motions) :]
    return joints


def _free(motions: list[SingleMotion]) -> RobotJoint | None:
    some = motions[:6]
    if _pattern(some) != "sssttt" or not _one_point(some[3:]) or not _spread(some[:3]):
        return None
    axes, sequence = _axes(some[:3]), _axes(some[3:])
    return RobotJoint("free", some, {"axes": axes, "sequence": sequence})


def _planar(motions: list[SingleMotion]) -> RobotJoint | None:
    some = motions[:3]
    if _pattern(some) != "sst":
        return None
    a, b, normal = (motion.axis for motion in some)
    if abs(a @ normal) > NEAR or abs(b @ normal) > NEAR or abs(a @ b) > NEAR:
        return None
    return RobotJoint("planar", some, {"axes": _axes(some[:2]), "normal": row(normal)})


def _spherical(motions: list[SingleMotion]) -> RobotJoint | None:
    some = motions[:3]
    if _pattern(some) != "ttt" or not _one_point(some):
        return None
    return RobotJoint("spherical", some, {"sequence": _axes(some)})


def _cylindrical(motions: list[SingleMotion]) -> RobotJoint | None:
    some = motions[:2]
    if _pattern(some) != "st" or np.linalg.norm(some[0].axis - some[1].axis) > NEAR:
        return None
    if _spherical(motions[1:]):  # a ball on a slider stays whole
        return None
    return RobotJoint("cylindrical", some, {"axis": row(some[1].axis)})


def _universal(motions: list[SingleMotion]) -> RobotJoint | None:
    some = motions[:2]
    if _pattern(some) != "tt" or not _one_point(some):
        return None
    if np.linalg.norm(np.cross(some[0].axis, some[1].axis)) < NEAR:
        return None
    return RobotJoint("universal", some, {"axis": row(some[0].axis), "axis2": row(some[1].axis)})


def _single(motions: list[SingleMotion]) -> RobotJoint | None:
    kind = "revolute" if motions[0].turns else "prismatic"
    return RobotJoint(kind, motions[:1], {"axis": row(motions[0].axis)})


_MATCHES = (_free, _planar, _spherical, _cylindrical, _universal, _single)


def _pattern(motions: list[SingleMotion]) -> str:
    """Slides and turns as letters; motions that do not count from 0 stand alone."""
    return "".join("t" if m.turns else "s" for m in motions if not m.ref)


def _one_point(motions: list[SingleMotion]) -> bool:
    """Whether the axes of turns meet in the point of the last one."""
    point = motions[-1].anchor
    arms = [np.cross(motion.axis, motion.anchor - point) for motion in motions]
    return all(float(np.linalg.norm(arm)) < NEAR for arm in arms)


def _spread(motions: list[SingleMotion]) -> bool:
    return abs(float(np.linalg.det(np.array([motion.axis for motion in motions])))) > NEAR


def _axes(motions: list[SingleMotion]) -> tuple[object, ...]:
    return tuple(row(motion.axis) for motion in motions)


def row(values: np.ndarray) -> tuple[float | int, ...]:
    """Numbers as a model holds them: whole ones without a point."""
    return tuple(plain(float(value)) for value in values)


def plain(value: float) -> float | int:
    """A number as a model holds it."""
    return int(value) if value == int(value) and abs(value) < 1e9 else value
