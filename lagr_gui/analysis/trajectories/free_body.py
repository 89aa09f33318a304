"""A body cut free: all that acts on it along a motion, and the laws of Newton and Euler for it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from lagr_gui.analysis.runs import motion
from lagr_gui.analysis.trajectories.body_loads import NOTHING, forces
from lagr_gui.catalogue import ELEMENTS
from lagr_gui.catalogue.geometry import Line, OverPulleys
from lagr_gui.catalogue.kinds import Condition, Dissipation, Limit, Potential
from lagr_gui.drawing.bodies.outline import surface
from lagr_gui.drawing.bodies.solids import full_solids
from lagr_gui.editing.solid import COMPOSED
from lagr_gui.expression import Symbol
from lagr_gui.expression.arithmetic import value
from lagr_gui.foundation.arrays import Array
from lagr_gui.foundation.message import say
from lagr_gui.foundation.problem import LagrError, refusal
from lagr_gui.mechanics.trajectories.body_loads import DRIVE, JOINT, WEIGHT, ActingForce
from lagr_gui.mechanics.trajectories.free_body import CutForce, FreeBody
from lagr_gui.mechanics.trajectories.sensors import OutputTree, Probe, SensorKernel, table_of
from lagr_gui.mechanics.trees import IDENTITY, NOWHERE, Trees
from lagr_gui.model import Shape
from lagr_gui.numerics import on_one_thread
from lagr_gui.prepared import Prepared
from lagr_gui.prepared.sensors.bodies import body_number
from lagr_gui.simulation import Trajectory

LETTERS = "ABCEGHKLOPQTUVWXYZ"
"""Names of joints in a diagram: no letter of another force (D, F, M, N, R, S)."""


@on_one_thread
def free_body(prepared: Prepared, trajectory: Trajectory, body: int | str) -> FreeBody:
    """All that acts on a body, by name or number, along a motion of the model.

    Raises LagrError for a body that is not there, body 0, an unsound model, a trajectory of
    another one; Disagreement where an independent formalism contradicts.
    """
    number = _number(prepared, body)
    loads = forces(prepared, trajectory)
    moved = motion(prepared, trajectory)
    inertia = next(entry for entry in prepared.reading.bodies if entry.number == number)
    record = next(entry for entry in prepared.model.bodies if entry.number == number)
    values = prepared.values
    theta = np.array([[value(entry, values) for entry in row] for row in inertia.theta], float)
    kinematics = _kinematics(prepared, trajectory, number)
    centre, ends, omega = kinematics[:, 0], kinematics[:, 1:4], kinematics[:, 4]
    R = moved.R[number]
    U = np.swapaxes(ends - centre[:, None], 1, 2) @ np.swapaxes(R, 1, 2)
    alpha = np.stack(
        [U[:, 2, 1] - U[:, 1, 2], U[:, 0, 2] - U[:, 2, 0], U[:, 1, 0] - U[:, 0, 1]], axis=1
    )
    acting = _cleaned(loads.on(number))
    return FreeBody(
        body=number,
        name=record.name,
        planar=moved.planar if moved.planar and _is_flat(moved.planar, acting) else None,
        solids=tuple(_solids(record.shape, values)),
        mass=float(value(inertia.mass, values)),
        J=np.trace(theta) * np.eye(3) - theta,
        t=trajectory.t,
        x=moved.x[number],
        R=R,
        a=centre,
        omega=omega,
        alpha=alpha / 2,
        forces=tuple(_named(prepared, acting)),
        certificate=loads.certificate,
    )


def _solids(shape: Shape, values: Mapping[str, float]) -> Iterator[tuple[Array, NDArray[np.int64]]]:
    """What it looks like; a picture without a length that is not known is better than none."""
    if shape.form == COMPOSED:
        for _, mesh in full_solids(shape, values):
            yield mesh.corners, mesh.triangles
    elif shape != Shape():
        with suppress(LagrError, ArithmeticError):
            size = np.array([float(value(entry, values)) for entry in shape.size])
            yield surface(shape.form, size, shape.axis), np.zeros((0, 3), np.int64)


def _cleaned(acting: Sequence[ActingForce]) -> list[ActingForce]:
    """The same with 0 in the place of components that are nothing but rounding."""
    if not acting:
        return []
    force, moment = (
        max(float(np.abs(getattr(entry, name)).max()) for entry in acting)
        for name in ("force", "moment")
    )
    points = np.stack([entry.point for entry in acting])
    moment = max(moment, float(np.ptp(points, axis=0).max()) * force)
    return [
        replace(entry, force=_above(entry.force, force), moment=_above(entry.moment, moment))
        for entry in acting
    ]


def _is_flat(plane: str, acting: Sequence[ActingForce]) -> bool:
    """Whether all forces lie in a plane and all moments turn in it: else its laws are not all."""
    within = ["xyz".index(axis) for axis in plane]
    (across,) = {0, 1, 2} - set(within)
    return not any(np.any(e.force[:, across]) or np.any(e.moment[:, within]) for e in acting)


def _above(vectors: Array, largest: float) -> Array:
    return np.where(np.abs(vectors).max(axis=0) <= NOTHING * largest, 0.0, vectors)


def _number(prepared: Prepared, body: int | str) -> int:
    if str(body) == "0" or body == prepared.model.base.name:
        cause = "It is at rest or led: all forces on it are taken up from outside."
        remedy = "Choose another body; what body 0 exerts is drawn there."
        raise refusal(say("Body “{name}”", name=body), cause, remedy, "body-0")
    return body_number(prepared, body)


def _kinematics(prepared: Prepared, trajectory: Trajectory, body: int) -> Array:
    """Accelerations of the centre of mass and of three points at 1 m on the body's axes; ω.

    (n, 5, 3); by them α is found without a difference in time.
    """
    points: list[Trees] = [NOWHERE, *IDENTITY]
    probes = [
        *(Probe("acceleration", (body,), point, part) for point in points for part in "xyz"),
        *(Probe("angular_velocity", (body,), NOWHERE, part) for part in "xyz"),
    ]
    trees = [OutputTree(Symbol("seen"), {"seen": probe}) for probe in probes]
    key = ("free body", body)
    kernel = prepared.kept(key, lambda: SensorKernel(prepared.separate, trees))
    moved = (trajectory.t, trajectory.y, trajectory.qdd)
    energies = (trajectory.T, trajectory.U, trajectory.dissipated, trajectory.supplied)
    return kernel(prepared.parameters, table_of([*moved, *energies], [])).reshape(-1, 5, 3)


def _named(prepared: Prepared, acting: Sequence[ActingForce]) -> Iterator[CutForce]:
    """What acts on a body with the names of a textbook: A, τ_A; m g; S, D, F, M, R, N."""
    joints = dict.fromkeys(e.source.partition(":")[2] for e in acting if e.sort in (JOINT, DRIVE))
    letters = _letters(list(joints))
    elements = {element.name: element for element in prepared.model.elements}
    counts: dict[str, int] = {}
    for entry in acting:
        name = entry.source.partition(":")[2]
        if entry.sort == WEIGHT:
            yield CutForce("m g", "", entry)
        elif entry.sort == JOINT:
            if np.any(entry.force) or np.any(entry.moment):  # one that lets all go holds nothing
                yield CutForce(letters[name][0], letters[name][1:], entry)
        elif entry.sort == DRIVE:
            yield CutForce("F" if np.any(entry.force) else "tau", letters[name], entry)
        else:
            letter = _letter(elements[name].kind, entry)
            counts[letter] = counts.get(letter, 0) + 1
            yield CutForce(letter, str(counts[letter]), entry)


def _letters(joints: list[str]) -> dict[str, str]:
    """A letter for each joint: its own name where that is one, otherwise the next that is free."""
    letters = {name: name for name in joints if len(name) == 1 and name in LETTERS}
    free = iter([letter for letter in LETTERS if letter not in letters.values()])
    return {
        name: letters.get(name) or next(free, f"J{number}")
        for number, name in enumerate(joints, start=1)
    }


def _letter(kind: str, acting: ActingForce) -> str:
    """S of springs, D of dampers, R of ropes and rods, N of contacts; given forces F, moments M."""
    law, geometry = ELEMENTS[kind].law, ELEMENTS[kind].geometry
    if isinstance(law, Potential):
        return "S"
    if isinstance(law, Dissipation):
        return "D"
    if isinstance(law, Condition | Limit):
        return "R" if isinstance(geometry, Line | OverPulleys) else "N"
    return "F" if np.any(acting.force) else "M"
