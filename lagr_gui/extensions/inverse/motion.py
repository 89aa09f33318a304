"""A motion that is given, with what it needs; as a table too."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

import numpy as np

from lagr_gui.analysis.audits import audit_of, reactions_at, spread
from lagr_gui.audit import Claim, States
from lagr_gui.audit.reactions import TransmittedLoad
from lagr_gui.exchange.tables.csv_reactions import joint_columns
from lagr_gui.exchange.tables.csv_table import table_csv
from lagr_gui.foundation.columns import Columns, NamedCourses
from lagr_gui.foundation.selfcheck import SelfCheck
from lagr_gui.mechanics.trajectories.reactions import Array, Reaction
from lagr_gui.prepared import Prepared

RESTING = 1e-12
"""Energies that change by less than this part of |U| are those of a system at rest."""


@dataclass(frozen=True, eq=False)
class DrivenMotion(NamedCourses):
    """A motion of n instants with the p coordinates `prescribed`, and what it needs.

    q, qd, qdd (n, f); forces, power, work (n, p): the generalised forces on the prescribed
    coordinates beyond those of the model, the power τ q̇ that they supply, and their work since
    the start.  T, U (n,); dissipated, supplied (n,): powers of dampers, and of forces and
    prescribed motions of the model; lost, given (n,): the work of these since the start.  Works
    do not depend on the choice of instants.  multipliers (n, c) belong to the conditions
    `sources`.  reactions by joint: force, moment and point (n, 3) in space axes.  `how` tells how
    the motion was made.
    """

    coordinates: tuple[str, ...]
    prescribed: tuple[str, ...]
    t: Array
    q: Array
    qd: Array
    qdd: Array
    forces: Array
    T: Array
    U: Array
    dissipated: Array
    supplied: Array
    work: Array
    lost: Array
    given: Array
    sources: tuple[str, ...]
    multipliers: Array
    reactions: Mapping[str, Reaction]
    how: str
    certificate: SelfCheck | None = None

    @property
    def force(self) -> Columns:
        """The forces (n,) by the names of the prescribed coordinates."""
        return Columns(self.prescribed, self.forces)

    @property
    def free(self) -> tuple[str, ...]:
        """Coordinates that are not prescribed."""
        return tuple(name for name in self.coordinates if name not in self.prescribed)

    @property
    def power(self) -> Array:
        """τ q̇ (n, p)."""
        places = [self.coordinates.index(name) for name in self.prescribed]
        return self.forces * self.qd[:, places]

    @property
    def energy_error(self) -> float:
        """The largest part of the work that is not found as energy, over the largest of both.

        0 where nothing moves: what differs then is rounding.
        """
        works = np.column_stack([self.work.sum(axis=1), self.given, -self.lost])
        gained = self.T + self.U - self.T[0] - self.U[0]
        scale = float(max(np.max(np.abs(works)), np.max(np.abs(gained))))
        if scale <= RESTING * float(np.max(np.abs(self.U))):
            return 0.0
        return float(np.max(np.abs(works.sum(axis=1) - gained))) / scale

    def check(self, prepared: Prepared, axes: str = "space") -> SelfCheck:
        """Balance it with the forces that it needs and its reactions (in axes).

        Raises Disagreement.
        """
        at = spread(len(self.t))
        extra = np.zeros((len(at), len(self.coordinates)))
        for column, name in enumerate(self.prescribed):
            extra[:, self.coordinates.index(name)] = self.forces[at, column]
        states = States(self.t[at], self.q[at], self.qd[at], self.qdd[at])
        energies = {"T": self.T[at], "U": self.U[at], "dissipated": self.dissipated[at]}
        reactions = reactions_at(self.reactions, at)
        passed = TransmittedLoad(reactions, self.sources, self.multipliers[at], axes)
        return audit_of(prepared).check(Claim(states, extra, energies=energies, transmitted=passed))

    def check_reactions(
        self, prepared: Prepared, reactions: Mapping[str, Reaction], axes: str
    ) -> SelfCheck:
        """The same with reactions in other axes."""
        return replace(self, reactions=reactions).check(prepared, axes)


def inverse_csv(driven: DrivenMotion, joints: Mapping[str, Reaction] | None = None) -> str:
    """q, q̇, q̈ of all coordinates, force, power and work of those prescribed, reactions.

    Without the reactions of `joints` those of the motion are written, in space axes.
    """
    heads, columns = ["t (s)"], [driven.t]
    for dots, table in (("", driven.q), ("'", driven.qd), ("''", driven.qdd)):
        heads += [name + dots for name in driven.coordinates]
        columns += list(table.T)
    tables = (("force on", driven.forces), ("power of", driven.power), ("work of", driven.work))
    for word, table in tables:
        heads += [f"{word} {name}" for name in driven.prescribed]
        columns += list(table.T)
    forces = joint_columns(driven.reactions if joints is None else joints)
    return table_csv([*heads, *forces], [*columns, *forces.values()])
