"""Compares numbers with the balance of forces, and finds out where a disagreement comes from."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from lagr_gui.audit.balance import Balancing, ForceBalance
from lagr_gui.audit.bodies import Bodies, bodies_at
from lagr_gui.audit.course import SHARE, Gap
from lagr_gui.audit.forces import ForceEffect, bristles, slip_of
from lagr_gui.audit.instants import Instants, bends
from lagr_gui.audit.jets import Array
from lagr_gui.audit.poses import SharedPoses, misplaced
from lagr_gui.audit.reactions import Holding, TransmittedLoad, Wrench, unbalanced
from lagr_gui.audit.residual import (
    FAINT,
    FAR,
    TINY,
    Breach,
    Left,
    Residuals,
    breaches,
    faint,
    residuals,
)
from lagr_gui.audit.values import Fields, NotCovered, States, Values, Yardsticks
from lagr_gui.foundation.message import say
from lagr_gui.foundation.selfcheck import TOLERANCE, SelfCheck, disagreement
from lagr_gui.model import Model, NamedSignal, Scalar
from lagr_gui.topology import Topology

if TYPE_CHECKING:  # few models have impacts
    from lagr_gui.audit.impacts import StatedImpact

ALIKE = 0.99
"""A cosine above this says that what remains is the force of one item."""

NOWHERE = SelfCheck(float("nan"), reason="At none of the states there was something to compare.")

NAMES = {
    "T": "The kinetic energy",
    "U": "The potential energy",
    "dissipated": "The dissipated power",
    "supplied": "The supplied power",
}


CHANGES = {
    "place": "The change of “{name}” over a short time, the integral of its velocity,",
    "velocity": "The change of the velocity of “{name}” over a short time, the impulse of forces,",
    "state": "The change of “{name}” over a short time, the integral of its rate,",
    "energy": "The change of T + U over a short time, the work of all that acts,",
}


@dataclass(frozen=True, eq=False)
class Claim:
    """What was computed at n states, to be compared.

    `extra` (n, f) are generalised forces beyond those of the model; `active` (n, c) tells which
    limits are in contact; `energies` are T, U, dissipated and supplied power by name, (n,) or of
    the first states;
    `meets` (n,) tells the states that are said to meet all conditions and to pass no limit.
    `transmitted` is what joints and conditions are said to exert, `poses` where bodies are.
    """

    states: States
    extra: Array | None = None
    active: NDArray[np.bool_] | None = None
    energies: Mapping[str, Array] | None = None
    meets: NDArray[np.bool_] | None = None
    transmitted: TransmittedLoad | None = None
    poses: SharedPoses | None = None


RUBBED = 1e-6
"""By less than this part friction may be beyond its bound, or slide the wrong way."""


class Audit:
    """The independent check of one model with its values; those that are `varying` states tell."""

    def __init__(
        self,
        model: Model,
        topology: Topology,
        yardsticks: Yardsticks | None = None,
        varying: Sequence[str] = (),
    ) -> None:
        self.model, self.topology = model, topology
        self._fields = Fields(model, topology, yardsticks, varying)
        self._bends: dict[tuple[float, float], Instants] = {}

    def check(self, claim: Claim, tolerance: float = TOLERANCE) -> SelfCheck:
        """Compare accelerations, and energies, powers and reactions where they are told.

        Raises Disagreement, naming quantity and item, where they differ by more than `tolerance`.
        """
        try:
            with np.errstate(all="ignore"):
                return self._check(claim, tolerance)
        except NotCovered as missing:
            return _unknown(missing)

    def _check(self, claim: Claim, tolerance: float) -> SelfCheck:
        balancing = Balancing(self._fields, claim.states)
        balance = _balance(balancing, claim)
        self._check_met(balancing, balance, claim)
        imbalance = residuals(balance, claim.active)
        usable = (
            _finite(claim.states, balance) & (balance.off(claim.active) < FAR) & imbalance.clear
        )
        tables = {"forces": imbalance.forces, "rates": imbalance.rates.T}
        if self.model.own_states:
            tables["states"] = self._rates_of_states(balancing)
        worsts = {quantity: _largest(table, usable) for quantity, table in tables.items()}
        if any(worst > tolerance for worst, _ in worsts.values()):
            usable &= ~balancing.bodies.locked
            worsts = {quantity: _largest(table, usable) for quantity, table in tables.items()}
        for quantity, (worst, at) in worsts.items():
            if worst > tolerance:
                raise self._of_motion(balancing, imbalance, quantity, worst, at)
        for breach in _breaches(balancing, balance, imbalance, claim.active):
            worst, at = _largest(breach.beyond[:, None], usable)
            if worst > RUBBED:
                raise disagreement(
                    breach.quantity, worst, self.title(breach.source), _when(claim.states, at[0])
                )
        largest = max(worst for worst, _ in worsts.values())
        energies = _energies(balance, claim.energies or {})
        for name, table in energies.items():
            worst, at = _largest(table[:, None], usable[: len(table)])
            if worst > tolerance:
                raise self._of_energy(balancing, balance, claim, name, worst, at[0])
            largest = max(largest, worst)
        if claim.transmitted is not None:
            held = Holding(balancing, balance, claim.transmitted, imbalance.clear)
            told = held.all()
            largest = max(largest, self._worst(told, claim.states, balancing.bodies))
        if claim.poses is not None:
            told = misplaced(self.model, balancing.bodies, claim.poses)
            largest = max(largest, self._worst(told, claim.states, balancing.bodies))
        samples = int(np.sum(usable))
        return SelfCheck(largest, samples=samples) if samples else NOWHERE

    def _rates_of_states(self, balancing: Balancing) -> Array:
        """How far ż (n, s) is from the rates that the model states, over their terms."""
        values, time = balancing.values, self._fields.yardsticks.time
        rates = values.states
        if rates.zd.shape[1] < len(self._fields.states):
            raise NotCovered(say("the rates of the states"))
        columns: list[Array] = []
        for i, signal in enumerate(self.model.own_states):
            sort, _, name = signal.source.partition(":")
            if sort == "element":
                element = self.model.element(name)
                _, rate, terms = bristles(element, values, slip_of(element, balancing.bodies))
            else:
                rate, terms = values.scalar(signal.rate)[0], values.terms(signal.rate)[0]
            usual = FAINT * np.max(np.abs(rates.z[:, i]), initial=0.0) / time
            columns.append(_ratio(np.abs(rates.zd[:, i] - rate), terms + usual))
        return np.stack(columns, axis=1)

    def turning(self, states: States) -> NDArray[np.bool_]:
        """Between which of n states (n − 1,) bristles are bent back: their rates have corners."""
        turns = np.zeros(len(states.t) - 1, bool)
        with np.errstate(all="ignore"), suppress(NotCovered):
            bodies = bodies_at(self._fields, states)
            for element in self.model.elements:
                if element.enabled and getattr(element, "law", "") == "bristle":
                    slip = slip_of(element, bodies)
                    turns |= slip[:-1] * slip[1:] <= 0
        return turns

    def bends(self, begin: float, end: float) -> Instants:
        """Where functions of time alone change most."""
        key = begin, end
        if key not in self._bends:
            with np.errstate(all="ignore"), suppress(NotCovered):
                self._bends = {key: bends(self._fields, begin, end)}
        return self._bends.get(key, Instants())

    def check_course(self, gaps: Iterable[Gap]) -> None:
        """Raise Disagreement where states do not follow one another as rates say."""
        for gap in gaps:
            if gap.residual > SHARE:
                names = self.model.states if gap.quantity == "state" else self._fields.coordinates
                name, quantity = names[gap.place], CHANGES[gap.quantity]
                source = "Energy balance" if gap.quantity == "energy" else _coordinate(name)
                source = say("State “{name}”", name=name) if gap.quantity == "state" else source
                where = say(" at t = {t} s", t=f"{gap.t:g}")
                raise disagreement(say(quantity, name=name), gap.residual, source, where)

    def check_modes(self, states: States, blocks: Iterable[NamedSignal]) -> None:
        """Compare what blocks that switch give with what they promise. Raises Disagreement."""
        from lagr_gui.audit.switching import promises_broken  # few models have any

        with np.errstate(all="ignore"), suppress(NotCovered):
            values = self.at(states)
            for breach in (own for block in blocks for own in promises_broken(values, block)):
                usable = np.asarray(np.isfinite(breach.beyond))
                worst, at = _largest(breach.beyond[:, None], usable)
                if worst > RUBBED:
                    source = say("Signal “{name}”", name=breach.source.partition(":")[2])
                    raise disagreement(breach.quantity, worst, source, _when(states, at[0]))

    def check_release(self, state: States, active: NDArray[np.bool_]) -> None:
        """Raise Disagreement where what lets go at one state would still have held there."""
        from lagr_gui.audit.shared import still_holds  # few models have friction

        with np.errstate(all="ignore"), suppress(NotCovered):
            if source := still_holds(Balancing(self._fields, state), active):
                quantity, where = say("The friction at which it lets go"), _when(state, 0)
                raise disagreement(quantity, 1.0, self.title(source), where)

    def check_impacts(self, impacts: Sequence[StatedImpact], by_poisson: set[str]) -> None:
        """Compare impacts with the laws they obey; limits `by_poisson` not with Newton's.

        Raises Disagreement.
        """
        from lagr_gui.audit.impacts import MISSED, broken_laws  # few models have any

        with np.errstate(all="ignore"), suppress(NotCovered):
            for t, breach in broken_laws(self._fields, impacts, by_poisson):
                worst = float(np.nanmax(breach.beyond, initial=0.0))
                if worst > MISSED:
                    source, where = self.title(breach.source), say(" at t = {t} s", t=f"{t:g}")
                    raise disagreement(breach.quantity, worst, source, where)

    def at(self, states: States) -> Values:
        """Fields at states, with what signals measure there."""
        if self._fields.measures:
            return Balancing(self._fields, states).values
        return Values(self._fields, states)

    def values(self, states: States, field: Scalar) -> Array:
        """The values (n,) of a field at states. Raises NotCovered."""
        with np.errstate(all="ignore"):
            return self.at(states).scalar(field)[0] + np.zeros_like(states.t)

    def check_poses(self, states: States, poses: SharedPoses) -> None:
        """Compare where everything is said to be at states. Raises Disagreement."""
        with np.errstate(all="ignore"), suppress(NotCovered):
            bodies = bodies_at(self._fields, states)
            self._worst(misplaced(self.model, bodies, poses), states, bodies)

    def check_forces(self, states: States, acting: Sequence[tuple[int, Wrench]]) -> SelfCheck:
        """Compare all that is said to act on each body with its mass times its acceleration.

        Raises Disagreement.
        """
        try:
            with np.errstate(all="ignore"):
                balancing = Balancing(self._fields, states)
                imbalances = unbalanced(balancing, acting)
                worst = self._worst(imbalances, states, balancing.bodies)
        except NotCovered as missing:
            return _unknown(missing)
        return SelfCheck(worst, samples=len(states.t))

    def _worst(self, imbalances: Iterable[Left], states: States, bodies: Bodies) -> float:
        """The largest residual of some balances, not near locks. Raises Disagreement."""
        largest = 0.0
        for entry in imbalances:
            usable = np.asarray(np.isfinite(entry.left + entry.size))
            table = _ratio(entry.left, entry.size)[:, None]
            worst, at = _largest(table, usable)
            if worst > TOLERANCE:
                worst, at = _largest(table, usable & ~bodies.locked)
            if worst > TOLERANCE:
                where = _when(states, at[0])
                raise disagreement(entry.quantity, worst, self.title(entry.source), where)
            largest = max(largest, worst)
        return largest

    def _check_met(self, balancing: Balancing, balance: ForceBalance, claim: Claim) -> None:
        """Raise Disagreement where a state misses a condition that it is said to meet."""
        if claim.meets is None or not len(balance.gaps):
            return
        beyond = 0.0 if claim.active is None else balance.beyond
        gaps = np.where(balance.acting(claim.active).T, balance.gaps, beyond)
        said: NDArray[np.bool_] = claim.meets
        worst, (state, place) = _largest(np.nan_to_num(gaps).T, said)
        if worst > FAR:
            source = self.title(balancing.bindings[place].key)
            where = _when(claim.states, state)
            raise disagreement("What a condition asks of positions", worst, source, where)

    def check_tables(self, states: States, g: Array, h: Array, Q: Array) -> SelfCheck:
        """Compare g (n, f, f), h and Q (n, f) with the balance, column by column.

        Accelerations of `states` are not looked at.  Raises Disagreement.
        """
        try:
            with np.errstate(all="ignore"):
                return self._check_tables(states, g, h, Q)
        except NotCovered as missing:
            return _unknown(missing)

    def _check_tables(self, states: States, g: Array, h: Array, Q: Array) -> SelfCheck:
        n, f = states.q.shape
        balancing = Balancing(self._fields, _lanes(states))
        inertial, applied, sizes = (table.reshape(n, f + 1, f) for table in balancing.forces())
        rest = inertial - applied
        right = Q - h
        combined = np.concatenate([rest, applied[:, :1]], axis=1)
        claimed = [-right[:, None], np.swapaxes(g, 1, 2) - right[:, None], Q[:, None]]
        gaps = np.abs(combined - np.concatenate(claimed, axis=1))
        if any(effect.kinetic is not None for effect in balancing.effects):
            gaps[:, -1] = 0.0  # given energies count with the forces here, not with g and h
        sizes = np.concatenate([sizes, sizes[:, :1]], axis=1)
        usable = np.asarray(np.isfinite(gaps).all(axis=(1, 2)))
        floor = faint(sizes, balancing.yardsticks.extents) + TINY
        worst, at = _largest(np.max(gaps / (sizes + floor), axis=1), usable)
        if worst > TOLERANCE:
            name = self.topology.coordinates[at[1]]
            quantity = say("The equation of motion of “{name}” (g, h, Q)", name=name)
            raise disagreement(quantity, worst, _coordinate(name), _when(states, at[0]))
        samples = int(np.sum(usable))
        return SelfCheck(worst, samples=samples) if samples else NOWHERE

    def _of_motion(
        self,
        balancing: Balancing,
        imbalance: Residuals,
        quantity: str,
        worst: float,
        at: tuple[int, int],
    ) -> Exception:
        state, place = at
        where = _when(balancing.values.states, state)
        if quantity == "rates":
            source = self.title(balancing.bindings[place].key)
            return disagreement("The accelerations that a condition asks for", worst, source, where)
        if quantity == "states":
            name = self.model.states[place]
            source = say("State “{name}”", name=name)
            return disagreement(say("The rate of “{name}”", name=name), worst, source, where)
        name = self.topology.coordinates[place]
        source = self._blamed(balancing, imbalance, state) or _coordinate(name)
        quantity = say("The acceleration along “{name}”", name=name)
        return disagreement(quantity, worst, source, where)

    def _blamed(self, balancing: Balancing, imbalance: Residuals, state: int) -> str:
        """The item whose force is like what remains; empty where there is none."""
        weights, basis = imbalance.weights[state], imbalance.bases[state]
        left = imbalance.loose[state] * weights

        def likeness(effect: ForceEffect) -> float:
            along = balancing.along_coordinates(effect)[state] * weights
            along = along - basis @ (basis.T @ along)
            size = float(np.linalg.norm(along) * np.linalg.norm(left))
            return abs(float(along @ left)) / size if size > 0 else 0.0

        items = [*balancing.effects, *balancing.inertia, *balancing.bindings]
        best = max(items, key=likeness, default=None)
        return self.title(best.key) if best is not None and likeness(best) > ALIKE else ""

    def _of_energy(
        self,
        balancing: Balancing,
        balance: ForceBalance,
        claim: Claim,
        name: str,
        worst: float,
        state: int,
    ) -> Exception:
        assert claim.energies is not None
        gap = float(claim.energies[name][state] - getattr(balance, name)[state])
        parts = _parts(balancing, name, state)
        near = [key for key, part in parts if part and min(_off(gap, part)) < 1 - ALIKE]
        source = self.title(near[0]) if near else NAMES[name]
        where = _when(balancing.values.states, state)
        return disagreement(NAMES[name], worst, source, where)

    def title(self, key: str) -> str:
        """What an item is called in messages."""
        sort, _, name = key.partition(":")
        if sort == "body":
            title = self.model.title(int(name))
            return title[0].upper() + title[1:]
        if sort == "coordinate":
            return _coordinate(name)
        if sort == "joint":
            return say("Joint “{name}”", name=name)
        return say("Element “{name}”", name=name)


def _breaches(
    balancing: Balancing,
    balance: ForceBalance,
    imbalance: Residuals,
    active: NDArray[np.bool_] | None,
) -> Iterator[Breach]:
    """How far a motion is from Coulomb's law."""
    yield from breaches(balancing, balance, imbalance, active)
    if active is not None and not imbalance.unique.all():
        from lagr_gui.audit.shared import overstrained  # few systems are held more than once

        yield from overstrained(balancing, balance, imbalance, active)


def _balance(balancing: Balancing, claim: Claim) -> ForceBalance:
    """The balance of a claim, with friction where it is told what slides."""
    if claim.active is None or not any(b.is_pressed for b in balancing.bindings):
        return balancing.balance(claim.extra)
    from lagr_gui.audit.pressed import pressed_balance  # few models have friction by reactions

    return pressed_balance(balancing, claim.extra, claim.active)


def _unknown(missing: NotCovered) -> SelfCheck:
    return SelfCheck(
        float("nan"), reason=say("The check does not know {missing}.", missing=missing.args[0])
    )


def _when(states: States, row: int) -> str:
    return say(" at t = {t} s", t=f"{states.t[row]:g}")


def _coordinate(name: str) -> str:
    return say("Coordinate “{name}”", name=name)


def _ratio(values: Array, sizes: Array) -> Array:
    return np.where(values == 0, 0.0, values / (sizes + TINY))


def _lanes(states: States) -> States:
    """Every state f + 1 times: without accelerations, and with each q̈ = 1 alone."""
    n, f = states.q.shape
    t, q, qd = (np.repeat(table, f + 1, axis=0) for table in (states.t, states.q, states.qd))
    z, zd = (np.repeat(table, f + 1, axis=0) for table in (states.z, states.zd))
    return States(t, q, qd, np.tile(np.vstack([np.zeros(f), np.eye(f)]), (n, 1)), z, zd)


def _off(gap: float, part: float) -> Sequence[float]:
    """How far a gap is from being a part, its negative or twice it."""
    return [abs(gap - factor * part) / abs(part) for factor in (1.0, -1.0, -2.0, 2.0)]


def _parts(balancing: Balancing, name: str, state: int) -> list[tuple[str, float]]:
    effects = [*balancing.inertia, *balancing.effects]
    jets = {"T": "kinetic", "U": "energy"}
    parts: list[tuple[str, float]] = []
    for effect in effects:
        if name in jets:
            jet = getattr(effect, jets[name])
            table = None if jet is None else np.broadcast_to(jet[0], balancing.shape)
        else:
            table = effect.power if name == "dissipated" else None
        if table is not None:
            parts.append((effect.key, float(table[state])))
    return parts


def _finite(states: States, balance: ForceBalance) -> NDArray[np.bool_]:
    """The states at which both sides have numbers."""
    tables = (states.qdd, balance.inertial, balance.applied)
    return np.all([np.isfinite(table).all(axis=1) for table in tables], axis=0)


def _largest(table: Array, usable: NDArray[np.bool_]) -> tuple[float, tuple[int, int]]:
    """The largest entry (nan counts as infinite) of the rows that can be used, with its place."""
    if not table.size:
        return 0.0, (0, 0)
    largest = np.where(usable[:, None], np.where(np.isnan(table), np.inf, table), 0.0)
    state, place = divmod(int(np.argmax(largest)), largest.shape[1])
    return float(largest[state, place]), (state, place)


def _usual(balance: ForceBalance) -> dict[str, float]:
    """Energies (J) and powers (W) below a part of these are the rounding of others."""
    names, tables = [*balance.energy_sizes], np.array([*balance.energy_sizes.values()])
    times = np.array([1.0 if name in ("T", "U") else balance.time for name in names])
    largest = np.max(tables, axis=1, where=np.isfinite(tables), initial=0.0)
    return dict(zip(names, float(np.max(largest * times)) / times, strict=True))


def _energies(balance: ForceBalance, claimed: Mapping[str, Array]) -> dict[str, Array]:
    """Relative differences (n,) of energies and powers; none where neither side has a value."""
    energies: dict[str, Array] = {}
    usual = _usual(balance) if claimed else {}
    for name, values in claimed.items():
        span = slice(len(values))
        shares = getattr(balance, name)[span]
        size = balance.energy_sizes[name][span] + FAINT * usual[name]
        gap = np.where(np.isfinite(shares) | np.isfinite(values), np.abs(shares - values), 0.0)
        energies[name] = _ratio(gap, size)
    return energies
