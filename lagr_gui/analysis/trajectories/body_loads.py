"""All forces and moments on each body along a motion, one by one, checked by Newton's law."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from lagr_gui.analysis.audits import check_forces
from lagr_gui.analysis.runs import motion
from lagr_gui.analysis.stages import compared, stages
from lagr_gui.analysis.trajectories.reactions import (
    check_trajectory,
    multipliers_along,
    placed,
)
from lagr_gui.foundation.arrays import Array
from lagr_gui.foundation.selfcheck import SelfCheck, together
from lagr_gui.mechanics.trajectories.body_loads import DRIVE, JOINT, ActingForce, ActingKernel
from lagr_gui.numerics import on_one_thread
from lagr_gui.prepared import Prepared
from lagr_gui.simulation import Trajectory

NOTHING = 1e-9
"""What is smaller than this part of the largest force and moment is rounding: no drive."""


@dataclass(frozen=True, eq=False)
class ActingForces:
    """What acts on all bodies at times t (n,), s; x (n, 3) by body are centres of mass, m."""

    t: Array
    forces: tuple[ActingForce, ...]
    x: Mapping[int, Array]
    certificate: SelfCheck | None = None

    def on(self, body: int) -> tuple[ActingForce, ...]:
        """What acts on a body."""
        return tuple(entry for entry in self.forces if entry.body == body)

    def sums(self, body: int) -> tuple[Array, Array]:
        """The sum of forces on a body, and of moments about its centre of mass, (n, 3)."""
        force = moment = np.zeros((len(self.t), 3))
        for entry in self.on(body):
            arm = entry.point - self.x[body]
            force = force + entry.force
            moment = moment + entry.moment + np.cross(arm, entry.force)
        return force, moment

    def columns(self) -> dict[str, Array]:
        """The table of a file: (n,) by head, which counts where an item acts at several points."""
        columns = {"t (s)": self.t}
        for number, entry in enumerate(self.forces, start=1):
            drive = " (drive)" if entry.sort == DRIVE else ""
            head = f"{number}: {entry.source}{drive} on body {entry.body}"
            for letter, unit, table in (
                ("F", "N", entry.force),
                ("M", "N m", entry.moment),
                ("point", "m", entry.point),
            ):
                for axis, column in zip("xyz", table.T, strict=True):
                    columns[f"{head}, {letter}_{axis} ({unit})"] = column
        return columns

    def as_json(self) -> dict[str, Any]:
        """The same for programs."""
        entries = [
            {
                "body": entry.body,
                "sort": entry.sort,
                "source": entry.source,
                "N": entry.force,
                "Nm": entry.moment,
                "m": entry.point,
            }
            for entry in self.forces
        ]
        return {"t": self.t, "forces": entries, "certificate": self.certificate}

    def __str__(self) -> str:
        lines = [f"forces (N) and moments (N m) at t = {self.t[-1]:g} s, in axes of space"]
        for entry in self.forces:
            force, moment = (
                "  ".join(f"{part:11.5g}" for part in table[-1])
                for table in (entry.force, entry.moment)
            )
            source = f"{entry.source} (drive)" if entry.sort == DRIVE else entry.source
            lines.append(f"body {entry.body:<3} {source:24} {force}   {moment}")
        return "\n".join([*lines, *([str(self.certificate)] if self.certificate else [])])


@on_one_thread
def forces(prepared: Prepared, trajectory: Trajectory) -> ActingForces:
    """All that acts on each body along a motion.

    The trajectory must be one of this model with this special case.  Raises LagrError for an
    unsound model and a trajectory of other coordinates, Disagreement where mass times acceleration
    is another in an independent formalism.
    """
    check_trajectory(prepared, trajectory)
    kernel, parts = _kernel(prepared), list(stages(prepared, trajectory))
    tables = [_acting(kernel, *part) for part in parts]
    table, axes = (np.concatenate(several) for several in zip(*tables, strict=True))
    whole = [
        ActingForce(on.body, on.sort, on.source, *np.moveaxis(table[:, i], 1, 0))
        for i, on in enumerate(kernel.acting)
    ]
    least = NOTHING * _sizes(table)
    entries = tuple(part for entry in whole for part in _parts(entry, kernel.freed, axes, least))
    x, ends_at = motion(prepared, trajectory).x, np.cumsum([len(part.t) for _, part in parts])
    checks: list[SelfCheck] = []
    for i in compared(len(parts)):
        rows = slice(ends_at[i] - len(parts[i][1].t), ends_at[i])
        acting = [(e.body, (e.force[rows], e.moment[rows], e.point[rows])) for e in entries]
        checks.append(check_forces(*parts[i], acting))
    return ActingForces(trajectory.t, entries, x, together(checks))


def _kernel(prepared: Prepared) -> ActingKernel:
    joints = (*prepared.model.joints, *prepared.topology.offered)
    ends = {joint.name: (joint.parent, joint.child) for joint in joints}
    return prepared.kept("acting", lambda: ActingKernel(prepared.separate, ends))


def _acting(whole: ActingKernel, prepared: Prepared, trajectory: Trajectory) -> tuple[Array, Array]:
    """What acts, and the axes of joints, while parameters stay as they are.

    What of the `whole` is not there then exerts nothing.
    """
    kernel, multipliers = _kernel(prepared), multipliers_along(prepared, trajectory)
    more = np.zeros((len(trajectory.t), kernel.count - multipliers.shape[1]))
    states = trajectory.t, trajectory.y, trajectory.qdd
    table, axes = kernel(prepared.parameters, *states, np.hstack([multipliers, more]))
    if kernel.acting == whole.acting and kernel.freed == whole.freed:
        return table, axes
    return placed(table, kernel.acting, whole.acting), placed(axes, kernel.axes, whole.axes)


def _parts(
    entry: ActingForce, freed: Mapping[str, tuple[int, ...]], axes: Array, least: Array
) -> tuple[ActingForce, ...]:
    """What a joint holds, and what acts along its freedoms if it is more than `least` (2,)."""
    name = entry.source.partition(":")[2]
    if entry.sort != JOINT or name not in freed:
        return (entry,)
    before = list(freed)[: list(freed).index(name)]
    first = sum(len(freed[joint]) for joint in before)
    directions, sorts = axes[:, first : first + len(freed[name])], np.array(freed[name])
    along = [
        _along(vector, directions[:, sorts == sort])
        for sort, vector in enumerate((entry.force, entry.moment))
    ]
    if all(np.abs(v).max() <= size for v, size in zip(along, least, strict=True)):
        return (entry,)
    held = replace(entry, force=entry.force - along[0], moment=entry.moment - along[1])
    return held, replace(entry, sort=DRIVE, force=along[0], moment=along[1])


def _sizes(table: Array) -> Array:
    """The largest force and moment (2,) of all (n, k, 3, 3), about points that lie apart."""
    force, moment = np.abs(table[:, :, :2]).max(axis=(0, 1, 3), initial=0.0)
    apart = float(np.ptp(table[:, :, 2], axis=(0, 1)).max()) if table.size else 0.0
    return np.array([force, max(moment, apart * force)])


def _along(vectors: Array, axes: Array) -> Array:
    """The parts of vectors (n, 3) in the spans of axes (n, a, 3)."""
    columns = np.swapaxes(axes, 1, 2)
    return (columns @ (np.linalg.pinv(columns) @ vectors[..., None]))[..., 0]
