"""The closed form: metric g, Christoffel symbols Γ, generalised forces Q, energies T, U, D.

Made to be read.  Every result is a sum of contributions of single bodies and elements, and
the contributions are kept: a dictionary from item keys to canonical expressions.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator
from contextlib import contextmanager
from functools import cached_property

from lagr_gui.algebra import Algebra, Canonical
from lagr_gui.expression import Symbol
from lagr_gui.mechanics.closed.constraints import ClosedCondition, ClosedConstraints
from lagr_gui.mechanics.closed.elements import Effect, beam_effect, effect
from lagr_gui.mechanics.closed.kinematics import Vector
from lagr_gui.mechanics.closed.measures import length_of
from lagr_gui.mechanics.closed.metric import Metric, Parts, Progress, nonzero, silent
from lagr_gui.mechanics.reading import Reading, RigidBody
from lagr_gui.mechanics.vectors import dot


class Closed:
    """All results of a system of tree structure; index 0 is time, coordinates are 1 … f.

    `metric` is that of the same bodies and joints, whatever the elements were.
    """

    def __init__(self, reading: Reading, metric: Metric) -> None:
        self.reading = reading
        self.metric = metric
        self._report: Progress = silent
        self.kinematics = metric.kinematics
        self.algebra = metric.algebra
        if isinstance(self.algebra, Algebra):
            self.algebra.natural |= set(_natural_lengths(reading))
        self.size = metric.size
        self.total = metric.total

    @contextmanager
    def telling(self, progress: Progress | None) -> Generator[None]:
        """What is being derived meanwhile, and which part of it is done, is told."""
        before = self._report
        try:
            self._report = self.metric.report = progress or silent
            yield
        finally:
            self._report = self.metric.report = before

    @cached_property
    def effects(self) -> dict[str, Effect]:
        """What each element and each beam contributes, by item key."""
        effects = {beam.key: beam_effect(self.kinematics, beam) for beam in self.reading.beams}
        for part in self.reading.parts:
            self._report(f"“{part.record.name}”", 0.0)
            found = effect(self.kinematics, part)
            effects[part.key] = effects[part.key] + found if part.key in effects else found
        return effects

    @cached_property
    def lengths(self) -> dict[str, tuple[Canonical, ...]]:
        """The lengths on which laws of elements depend, by item key."""
        return {
            key: tuple(length_of(self.kinematics, span) for span in spans)
            for key, spans in self.spans.items()
        }

    @cached_property
    def spans(self) -> dict[str, tuple[Vector, ...]]:
        """The ways whose lengths these are."""
        ways = {key: effect.spans for key, effect in self.effects.items()}
        ways |= {row.source: row.spans for row in self.constraints.rows}
        return {key: spans for key, spans in ways.items() if spans}

    @cached_property
    def constraints(self) -> ClosedConstraints:
        """The conditions on the motion."""
        return ClosedConstraints(self.reading, self.kinematics, self._meshes())

    def _meshes(self) -> list[ClosedCondition]:
        """Γ_ρμν q̇^μ q̇^ν − Q_ρ = 0 of each mesh without inductance, where g_ρμ = 0."""
        rows: list[ClosedCondition] = []
        for mesh in self.reading.meshes:
            rho = self.reading.coordinates.index(mesh.coordinate) + 1
            value = -self.Q.get(rho, self.algebra.zero)
            for (first, mu, nu), symbol in self.metric.gamma.items():
                if first == rho:
                    speeds = self.kinematics.velocity(mu) * self.kinematics.velocity(nu)
                    value = value + symbol * speeds * (1 if mu == nu else 2)
            key = f"element:{mesh.link}"
            rows.append(ClosedCondition(key, mesh.order == 0, value, own=True))
        return rows

    @cached_property
    def Q_parts(self) -> dict[int, Parts]:
        """Contributions of weights and elements to Q_ρ, ρ = 1 … f."""
        parts: dict[int, Parts] = {rho: {} for rho in range(1, self.size)}
        for body in self.reading.bodies:
            for rho, value in self._weight(body).items():
                parts[rho][body.key] = value
        for key, load in self.effects.items():
            for rho, value in load.Q.items():
                parts[rho][key] = value
        return {rho: nonzero(values) for rho, values in parts.items()}

    @cached_property
    def Q(self) -> dict[int, Canonical]:
        """Q_ρ, only those different from zero."""
        return nonzero({rho: self.total(parts) for rho, parts in self.Q_parts.items()})

    @cached_property
    def rates(self) -> tuple[Canonical, ...]:
        """ż of the states of the first order."""
        return tuple(map(self.kinematics.value, self.reading.rates))

    @cached_property
    def U_parts(self) -> Parts:
        """Potential energies of weights and elements."""
        U: Parts = {}
        for body in self.reading.bodies:
            if body.gravity:
                _, x = self.kinematics.poses[body.number]
                gravity = self.kinematics.vector(self.reading.gravity)
                U[body.key] = -(self.kinematics.value(body.mass) * dot(gravity, x))
        U |= {key: load.U for key, load in self.effects.items() if load.U is not None}
        return nonzero(U)

    @cached_property
    def D_parts(self) -> Parts:
        """Rayleigh functions of the elements."""
        return nonzero({k: load.D for k, load in self.effects.items() if load.D is not None})

    def _weight(self, body: RigidBody) -> dict[int, Canonical]:
        """M g·∂_ρ x of one body."""
        if not body.gravity:
            return {}
        M, gravity = (
            self.kinematics.value(body.mass),
            self.kinematics.vector(self.reading.gravity),
        )
        return nonzero(
            {
                rho: M * dot(gravity, self.kinematics.slopes(body.number, rho)[1])
                for rho in sorted(self.kinematics.stations(body.number))
                if rho
            }
        )


def _natural_lengths(reading: Reading) -> Iterator[Symbol]:
    """The symbols that are natural lengths, or positions without force, of springs."""
    for part in reading.parts:
        for spec in part.kind.fields:
            if spec.name in ("l0", "q0") and isinstance(tree := part.tree(spec.name), Symbol):
                yield tree
