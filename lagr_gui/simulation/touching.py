"""A system with limits in contact: they hold like any other constraint."""

from __future__ import annotations

import numpy as np

from lagr_gui.arrays import halves
from lagr_gui.kernel.timed import FunctionsOfTime
from lagr_gui.numerics import solve_many
from lagr_gui.simulation.constraints import BoundConstraints
from lagr_gui.simulation.system import Array, Held, MachineSystem, MechanicalSystem, Record, Step


class Touching:
    """A system with limits in contact: they hold like any other constraint."""

    def __init__(
        self, free: MechanicalSystem, constraints: BoundConstraints, active: tuple[int, ...]
    ) -> None:
        self.coordinates = free.coordinates
        self.free = free
        self._active = active
        self.constraints = constraints

    def is_outdated(self, t: float, q: Array, qd: Array, step: Step) -> bool:
        """Never: its accelerations need no choice of constraints."""
        return False

    def machine_code(
        self, active: tuple[int, ...] = (), implicit: bool = False, series: bool = False
    ) -> MachineSystem | None:
        """What machine code calls, with the limits that are in contact; never series."""
        return self.free.machine_code(self._active, implicit)

    @property
    def functions_of_time(self) -> tuple[FunctionsOfTime, ...]:
        """Those without contact."""
        return self.free.functions_of_time

    @property
    def powers(self) -> None:
        """No program tells what limits in contact supply: that is solved for."""

    def clearances(self, t: Array, states: Array) -> Array:
        """No singular configuration is looked for."""
        return np.ones(len(states))

    def rates(self, t: Array, states: Array) -> Array:
        """q̈ (n, f)."""
        return self.record(t, *halves(states)).qdd

    def refined_rates(self, t: Array, states: Array) -> Array:
        """The same: no step is laid over singular configurations in contact."""
        return self.rates(t, states)

    def acceleration(self, t: float, q: Array, qd: Array) -> Step:
        """What it does at one instant; the pivots of g are those without contact.

        Segments in contact are short: nothing is done to step over singular configurations in them.
        """
        pivots = self.free.acceleration(t, q, qd).metric_pivots
        return Step(self.constraints.at(t, q, qd).solution().qdd, pivots, np.zeros(0))

    def record(self, t: Array, q: Array, qd: Array) -> Record:
        """Accelerations, energies and powers; limits that move supply power −λ Ḣ."""
        record = self.free.record(t, q, qd)
        held = self.free.in_contact(self._active, t, np.hstack([q, qd]))
        unsure = np.ones(len(t), bool) if held is None else ~held.sound
        qdd = record.qdd.copy() if held is None else held.qdd
        supplied = record.supplied + (0.0 if held is None else held.supplied)
        if unsure.any():
            at = t[unsure], q[unsure], qd[unsure]
            qdd[unsure], power = _bound_power(self.constraints, *at)
            if self.free.constraints is not None:
                power = power - _bound_power(self.free.constraints, *at)[1]
            supplied[unsure] = record.supplied[unsure] + power
        return Record(qdd, record.T, record.U, record.dissipated, supplied)

    def in_contact(self, active: tuple[int, ...], t: Array, states: Array) -> Held | None:
        """What it does with limits of these numbers in contact."""
        return self.free.in_contact(active, t, states)


def _bound_power(
    constraints: BoundConstraints, t: Array, q: Array, qd: Array
) -> tuple[Array, Array]:
    """q̈ (n, f) under constraints, and the power −λ γ̄ (n,) of those that move."""
    held = constraints.many(t, np.hstack([q, qd]))
    qdd, multipliers = solve_many(held.g, held.force, held.rows, held.gamma)
    bar = held.velocity - np.einsum("nmf,nf->nm", held.G, qd)
    return qdd, -np.sum(multipliers * bar, axis=1)
