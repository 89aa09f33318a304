"""The Jacobian of a point of a body: ẋ = J_v q̇ + J_v0, ω = J_w q̇ + J_w0."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from lagr_gui.algebra import Canonical
from lagr_gui.expression import Expression
from lagr_gui.extensions.robotics.matrices import tree_of
from lagr_gui.foundation.showing import Shown
from lagr_gui.mechanics.closed import Closed
from lagr_gui.mechanics.closed.kinematics import Vector
from lagr_gui.mechanics.sheets.arranged import Show
from lagr_gui.mechanics.sheets.sheet import Entry, Sheet
from lagr_gui.mechanics.trees import Trees
from lagr_gui.mechanics.vectors import apply, dot, transpose

SPACE, BODY = "space", "body"

AXES = (SPACE, BODY)
"""The axes in which a Jacobian may be written."""


@dataclass(frozen=True)
class Jacobian(Shown):
    """How a point of a body moves, and how the body turns, in `axes` ``space`` or ``body``.

    `sheet` has the entries ``J_v`` and ``J_w`` different from zero: by axis (1 … 3) and
    coordinate, 0 for the time.  In the structured form they are vectors, one for each
    coordinate.
    """

    sheet: Sheet
    body: int
    point: Trees
    axes: str

    @property
    def translation(self) -> tuple[tuple[Expression, ...], ...]:
        """J_v (3, f)."""
        return self._rows("J_v")

    @property
    def rotation(self) -> tuple[tuple[Expression, ...], ...]:
        """J_w (3, f)."""
        return self._rows("J_w")

    def _rows(self, symbol: str) -> tuple[tuple[Expression, ...], ...]:
        entries = {entry.indices: entry for entry in self.sheet.of(symbol)}
        columns = range(1, len(self.sheet.coordinates) + 1)
        return tuple(tuple(tree_of(entries.get((i, nu))) for nu in columns) for i in (1, 2, 3))


def jacobian_entries(
    closed: Closed, body: int, point: Trees, axes: str, show: Show
) -> Iterable[Entry]:
    """J_v and J_w by axis and coordinate, only what differs from zero."""
    kinematics = closed.kinematics
    x = kinematics.point(body, point)
    E, _ = kinematics.poses[body]
    columns: dict[str, dict[int, Vector]] = {"J_v": {}, "J_w": {}}
    for nu in range(closed.size):
        moved, turned = kinematics.slope(x, nu), _spin(closed, body, nu)
        if axes == BODY:
            moved = apply(E, moved)
        else:
            turned = apply(transpose(E), turned)
        columns["J_v"][nu], columns["J_w"][nu] = moved, turned
    for symbol, vectors in columns.items():
        table: dict[tuple[int, ...], dict[str, Canonical]] = {
            (i, nu): {f"body:{body}": column[i - 1]}
            for nu, column in vectors.items()
            for i in (1, 2, 3)
        }
        yield from show.entries(symbol, table, "20")


def _spin(closed: Closed, body: int, nu: int) -> Vector:
    """The partial angular velocity in body axes, the axial vector of E ∂Eᵀ."""
    E, _ = closed.kinematics.poses[body]
    dE, _ = closed.kinematics.slopes(body, nu)
    return dot(E[2], dE[1]), dot(E[0], dE[2]), dot(E[1], dE[0])
