"""Impacts, stated a second time: the momentum that is handed over, and the laws that it obeys.

    g (q̇⁺ − q̇⁻) = Σ Λ h + Σ Λ_T h_T + what conditions exert                             (36, R6)
    γ⁺ = −κ γ⁻,   Λ ≤ 0,   |Λ_T| ≤ μ |Λ|, against the slip that is left                 (38, R6)

What a body needs to change its velocity at once is what it needs for that acceleration, where it
does not move.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Protocol

import numpy as np

from lagr_gui.audit.balance import Balancing, ForceBalance
from lagr_gui.audit.bindings import ONE_WAY, friction_of, is_limit, is_rough
from lagr_gui.audit.jets import Array
from lagr_gui.audit.residual import TINY, Breach
from lagr_gui.audit.values import Fields, States
from lagr_gui.foundation.message import say

MISSED = 1e-3
"""By this part of its terms an impact may miss its laws: rebounds of 1e-5 of the fastest are
none."""
REST = 1e-2
"""The momentum of such a rebound is `MISSED` beside this part of the largest."""


class StatedImpact(Protocol):
    """An impact at a time t and positions q (f,), as a motion tells it.

    The limits (item keys) that were struck with their `impulses` (k,), which push below 0, those
    of friction along their slips `tangential` (k, 2; none where nothing rubs), and q̇ before and
    after (f,).
    """

    @property
    def names(self) -> tuple[str, ...]: ...
    @property
    def numbers(self) -> tuple[int, ...]: ...
    @property
    def t(self) -> float: ...
    @property
    def q(self) -> Array: ...
    @property
    def before(self) -> Array: ...
    @property
    def after(self) -> Array: ...
    @property
    def impulses(self) -> Array: ...
    @property
    def tangential(self) -> Array: ...
    @property
    def stages(self) -> Sequence[StatedImpact]: ...


def broken_laws(
    fields: Fields, impacts: Sequence[StatedImpact], by_poisson: set[str]
) -> Iterator[tuple[float, Breach]]:
    """The times of impacts, and by how much these break their laws.

    At limits `by_poisson` (item keys) speeds do not follow Newton's law.
    """
    every = [one for impact in impacts for one in (impact, *impact.stages)]
    seen = _Struck(fields, every)
    for number, impact in enumerate(every):
        breaches = [seen.momentum(number), *seen.of_limits(number, by_poisson)]
        yield from ((impact.t, breach) for breach in breaches)


@dataclass(frozen=True, slots=True)
class _Row:
    """A limit that was struck, or a clutch: its row, its element, Λ, and Λ_T (2,)."""

    row: int
    element: Any
    push: float
    rubs: Array


class _Struck:
    """Impacts, with the balance of forces where all stands still, and before and after."""

    def __init__(self, fields: Fields, impacts: Sequence[StatedImpact]) -> None:
        self.impacts, self.n = impacts, len(impacts)
        t, q = np.array([i.t for i in impacts]), np.array([i.q for i in impacts])
        before, after = (np.array([getattr(i, n) for i in impacts]) for n in ("before", "after"))
        still = np.zeros_like(q)
        rates = np.vstack([still, still, before, after])
        needed = np.vstack([after - before, still, still, still])
        z = np.zeros((4 * self.n, len(fields.states)))
        states = States(np.tile(t, 4), np.tile(q, (4, 1)), rates, needed, z, z)
        self.balancing = Balancing(fields, states)
        self.balance: ForceBalance = self.balancing.balance()

    def _part(self, table: Array, part: int) -> Array:
        """What belongs to: q̇⁺ − q̇⁻ as an acceleration (0), rest (1), before (2), after (3)."""
        return table[..., part * self.n : (part + 1) * self.n]

    @cached_property
    def momenta(self) -> Array:
        """g (q̇⁺ − q̇⁻) (n, f)."""
        rest = (self.balance.inertial - self.balance.applied).T
        return np.asarray((self._part(rest, 0) - self._part(rest, 1)).T)

    @cached_property
    def speeds(self) -> tuple[Array, Array]:
        """The rates (m, n) of all conditions, before and after."""
        rates = np.array([b.value[b.order - 1] + 0 * self.balance.T for b in self._rows])
        rates = rates.reshape(len(self._rows), 4 * self.n)
        return self._part(rates, 2), self._part(rates, 3)

    @property
    def _rows(self) -> Sequence[Any]:
        return self.balancing.bindings

    @cached_property
    def patterns(self) -> Array:
        """What conditions exert (n, m, f) per unit of their impulses."""
        count = 3 * self.n
        return np.swapaxes(self.balance.patterns[:, count : count + self.n], 0, 1)

    @cached_property
    def always(self) -> int:
        """How many conditions hold all the time."""
        return len(self.balance.sources) - len(self.balance.limits)

    @cached_property
    def struck(self) -> list[list[_Row]]:
        """The limits of each impact."""
        return [self._struck_by(number) for number in range(self.n)]

    def _struck_by(self, number: int) -> list[_Row]:
        impact, struck = self.impacts[number], list[_Row]()
        if impact.numbers:
            for place, limit in enumerate(impact.numbers):
                row = self.always + limit
                element = self.balancing.model.element(impact.names[place].partition(":")[2])
                rubs = impact.tangential[place] if len(impact.tangential) else np.zeros(2)
                struck.append(_Row(row, element, float(impact.impulses[place]), rubs))
            return struck
        gaps = np.abs(self._part(self._positions, 3)[:, number])
        nearest: dict[str, list[int]] = {}
        for place, name in enumerate(impact.names):
            element = self.balancing.model.element(name.partition(":")[2])
            if name not in nearest:
                rows = [
                    row
                    for row, binding in enumerate(self._rows)
                    if binding.key == name
                    and ((binding.order == 2 and is_limit(element)) or element.kind in ONE_WAY)
                ]
                rows.sort(key=lambda row: float(gaps[row]))
                nearest[name] = sorted(rows[: impact.names.count(name)])
            row = nearest[name].pop(0)
            rubs = impact.tangential[place] if len(impact.tangential) else np.zeros(2)
            struck.append(_Row(row, element, float(impact.impulses[place]), rubs))
        return struck

    @cached_property
    def _positions(self) -> Array:
        rows = np.array([b.value[0] + 0 * self.balance.T for b in self._rows])
        return rows.reshape(len(self._rows), 4 * self.n)

    def _slips(self, row: int) -> int | None:
        """The row of the first slip of a limit; None where it is smooth."""
        return next((slide.slip for slide in self.balance.slides if slide.limit == row), None)

    def momentum(self, number: int) -> Breach:
        """What is left of the momentum that is handed over, beside its terms.

        Where rest follows at once, as of a slow rebound, slow is beside the largest impact.
        """
        left, size = self._handed_over[number]
        if self.impacts[number].stages:
            size = max(size, REST * max(own for _, own in self._handed_over))
        source = self.impacts[number].names[0]
        quantity = say("The momentum that an impact hands over")
        return Breach(quantity, source, np.abs(left) / (size + TINY))

    @cached_property
    def _handed_over(self) -> list[tuple[Array, float]]:
        """What is left of the momentum of each impact (f,), and the largest of its terms."""
        return [self._left_of(number) for number in range(self.n)]

    def _left_of(self, number: int) -> tuple[Array, float]:
        left, patterns = self.momenta[number].copy(), self.patterns[number]
        terms = np.abs(left)
        for struck in self.struck[number]:
            parts = [(struck.row, struck.push)]
            if (slip := self._slips(struck.row)) is not None:
                parts += [(slip, float(struck.rubs[0])), (slip + 1, float(struck.rubs[1]))]
            for row, impulse in parts:
                left = left - impulse * patterns[row]
                terms = terms + np.abs(impulse * patterns[row])
        weights = np.asarray(self.balance.extents) + np.zeros_like(left)
        left, terms = left * weights, terms * weights
        held = (patterns[: self.always] * weights).T
        if self.always:
            U, s, _ = np.linalg.svd(np.nan_to_num(held), full_matrices=False)
            basis = U[:, s > 1e-9 * s[0]] if s[0] > 0 else U[:, :0]
            left = left - basis @ (basis.T @ left)
        return left, float(np.nanmax(terms, initial=0.0))

    def of_limits(self, number: int, by_poisson: set[str]) -> Iterator[Breach]:
        """What the limits that were struck break of their laws, beside the fastest arrival."""
        before, after = (part[:, number] for part in self.speeds)
        struck = self.struck[number]
        values = self.balancing.values
        size = max(float(np.abs(before[s.row])) for s in struck) + TINY
        most = max(abs(s.push) for s in struck) + TINY
        yield from self._of_clutches(before, after, struck, most)
        for s in struck:
            if s.element.kind in ONE_WAY:
                continue
            key = f"element:{s.element.name}"
            yield Breach(say("The push of an impact, which cannot pull"), key, _one(s.push / most))
            yield Breach(say("The speed after an impact"), key, _one(after[s.row] / size))
            if self.impacts[number].stages:
                continue  # they tell how it was struck and rubbed
            if len(struck) == 1 and key not in by_poisson:
                kappa = values.number(s.element.restitution)
                missed = after[s.row] + kappa * before[s.row]
                yield Breach(say("The speed after an impact"), key, _one(abs(missed) / size))
            if is_rough(s.element):
                yield self._rubbing(s, before, after, size, most)

    def _of_clutches(
        self, before: Array, after: Array, struck: Sequence[_Row], most: float
    ) -> Iterator[Breach]:
        """What clutches without a slip moment break: γ⁺ ≥ 0, Λ ≥ 0, Λ γ⁺ = 0."""
        pushes = {s.row: s.push for s in struck}
        for row, binding in enumerate(self._rows):
            clutch = self.balancing.is_of(binding, lambda element: element.kind in ONE_WAY)
            if not clutch or np.isfinite(binding.bound).all():
                continue
            size = float(np.max(np.abs([before[row], after[row]]))) + TINY
            back = -after[row] if row not in pushes else abs(after[row])
            usual = max(size, float(np.max(np.abs(before), initial=0.0)))
            yield Breach(say("The speed after an impact"), binding.key, _one(back / usual))
            pulled = -pushes.get(row, 0.0) / most
            yield Breach(say("The push of an impact, which cannot pull"), binding.key, _one(pulled))

    def _rubbing(self, s: _Row, before: Array, after: Array, size: float, most: float) -> Breach:
        """Friction in an impact beyond its bound, or not against the slip that is left."""
        slip = self._slips(s.row)
        assert slip is not None
        pair = [slip, slip + 1]
        mu = friction_of(s.element, self.balancing.values)[0]
        back = self.balancing.values.number(s.element.tangential)
        bound, way = mu * abs(s.push), after[pair] + back * before[pair]
        beyond, length = float(np.hypot(*s.rubs)) - bound, float(np.hypot(*way))
        if length > MISSED * (size + float(np.hypot(*before[pair]))):
            beyond = max(beyond, float(np.hypot(*(s.rubs + bound * way / length))))
        key = f"element:{s.element.name}"
        return Breach(say("The friction in an impact"), key, _one(beyond / most))


def _one(value: float) -> Array:
    return np.array([value])
