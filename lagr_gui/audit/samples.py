"""Signals that sample, by what they promise at t₀ + k h, read from the drawing anew.

The motion counts samples and holds numbers in parameters; here times are those of the drawing, laws
its matrices, random numbers are drawn once more, and each sample is compared with the one before.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from lagr_gui.audit.audit import RUBBED, Audit
from lagr_gui.audit.jets import Array
from lagr_gui.audit.values import NotCovered, States, Values
from lagr_gui.foundation.message import say
from lagr_gui.foundation.selfcheck import Disagreement, disagreement
from lagr_gui.model import NamedSignal

INSTANT = say("The time of a sample")
OUTPUT = say("The output of a block that samples")
STATE = say("The state of a block that samples")
"""What is wrong where a promise is broken."""

SAME = 1e-8
"""Instants that lie apart by less than this part of a sample time are those of one sample."""

TINY = 1e-300

Held = Mapping[str, Array]
"""Values (m,) of parameters by name."""


@dataclass(frozen=True, eq=False)
class Stretches:
    """The beginnings of m stretches of a motion, in each of which parameters stay as they are.

    `held` are the values of parameters there, and `states`; they are over at `end`.  By `modes`
    signals switch.  The motion itself has begun at the time `begin`; where that is before, the
    first one tells what the second follows from, and is not compared.
    """

    states: States
    held: Held
    modes: frozenset[str]
    end: float
    begin: float

    @property
    def whole(self) -> bool:
        """Whether the motion begins with them."""
        return bool(self.states.t[0] == self.begin)

    def beside(self, held: Held) -> States:
        """The states with values of parameters behind."""
        s, z = self.states, np.column_stack([self.states.z, *held.values()])
        return States(s.t, s.q, s.qd, 0 * s.q, z, 0 * z)


def check_samples(audit: Audit, told: Stretches, blocks: Sequence[NamedSignal]) -> None:
    """Compare what blocks hold in each stretch with what the drawing says. Raises Disagreement.

    To the audit all parameters that are held are told with the states.
    """
    with np.errstate(all="ignore"), suppress(NotCovered):
        read = _read(audit, told, blocks)
        values = audit.at(told.beside(read))
        for block in blocks:
            _check(_Sampled(block, values), told, read)


class _Sampled:
    """One block that samples, and what it reads where stretches begin."""

    def __init__(self, block: NamedSignal, values: Values) -> None:
        self.block, self._values = block, values
        self.order = len(getattr(block, "A", ()))
        places = [f"x{i}" if self.order > 1 else "x" for i in range(1, self.order + 1)]
        self.outputs = [f"held_{name}" for name in block.names]
        self.states = [f"{place}_{block.name}" for place in places]

    def number(self, field: str) -> float:
        """A field."""
        return self._values.number(getattr(self.block, field))

    @property
    def sample(self) -> float:
        """The time (s) between two samples."""
        return self.number("sample")

    @property
    def start(self) -> Array:
        """The states (n,) with which it begins."""
        given: Any = getattr(self.block, "start", ()) or np.zeros(self.order).tolist()
        return np.array([self._values.number(entry) for entry in given])

    def _matrix(self, field: str, rows: int, columns: int) -> Array:
        given: Any = getattr(self.block, field)
        if field == "C" and not given:
            return np.eye(rows, columns)
        numbers = [[self._values.number(entry) for entry in row] for row in given]
        return np.array(numbers).reshape(rows, columns) if given else np.zeros((rows, columns))

    @cached_property
    def _inputs(self) -> tuple[Array, Array]:
        """u (m, j), and what its terms come to."""
        given: Any = getattr(self.block, "inputs")  # noqa: B009 – each kind has fields of its own
        columns = np.zeros((2, len(given), len(self._values.states.t)))
        for row, entry in enumerate(given):
            columns[:, row] = self._values.scalar(entry)[0], self._values.terms(entry)[0]
        return columns[0].T, columns[1].T

    def laws(self, x: Array, number: NDArray[np.int_]) -> tuple[Array, Array]:
        """What it is to hold from samples on (m, p + n), and what terms of that come to."""
        if self.block.kind == "noise":
            drawn = _drawn(int(self.number("seed")), number)
            found = self.number("deviation") * drawn[:, None]
            return found, np.abs(found)
        u, size = self._inputs
        n, j, p = self.order, u.shape[1], len(self.outputs)
        rows = np.vstack([self._matrix("C", p, n), self._matrix("A", n, n)])
        more = np.vstack([self._matrix("D", p, j), self._matrix("B", n, j)])
        return x @ rows.T + u @ more.T, np.abs(x) @ np.abs(rows.T) + size @ np.abs(more.T)

    def broken(self, what: str, by: float, t: float) -> Disagreement:
        """What is told of a promise that is broken at a time."""
        where = say(" at t = {t} s", t=f"{t:g}")
        return disagreement(what, by, say("Signal “{name}”", name=self.block.name), where)

    @property
    def spoken(self) -> set[str]:
        """The names of which its inputs speak, also by other signals."""
        return self._values.fields.spoken(*getattr(self.block, "inputs", ()))


def _drawn(seed: int, number: NDArray[np.int_]) -> Array:
    """Random numbers (m,) of a seed: each begins a counter of its own (Salmon et al. 2011)."""
    sources = (np.random.Philox(counter=[k, 0, 0, 0], key=[seed, 0]) for k in number.tolist())
    return np.array([np.random.Generator(source).standard_normal() for source in sources])


def _read(audit: Audit, told: Stretches, blocks: Sequence[NamedSignal]) -> Held:
    """What is held where blocks read: samples are those of before, all else has acted.

    Where a motion begins states are at their start, outputs follow from it, and there is no noise.
    """
    held, values = dict(told.held), audit.at(told.beside(told.held))
    for block in (_Sampled(block, values) for block in blocks):
        first = dict.fromkeys(block.outputs, 0.0) | dict(
            zip(block.states, block.start, strict=True)
        )
        for name, value in first.items():
            held[name] = np.array([value, *told.held[name][:-1]])
    values, found = audit.at(told.beside(held)), dict(held)
    for block in (_Sampled(block, values) for block in blocks if block.kind == "sampled"):
        table, _ = block.laws(_table(held, block.states), np.zeros(len(told.states.t), int))
        for place, name in enumerate(block.outputs):
            found[name] = np.array([table[0, place], *held[name][1:]])
    return found


def _table(held: Held, names: Sequence[str]) -> Array:
    """Columns (m, n) of what is held."""
    size = len(next(iter(held.values())))
    return np.column_stack([np.zeros((size, 0)), *(held[name] for name in names)])


def _check(block: _Sampled, told: Stretches, read: Held) -> None:
    """Samples are taken when they are to be, of what is read then. Raises Disagreement."""
    t, has = told.states.t, _table(told.held, (*block.outputs, *block.states))
    number, due, last = _instants(block, told)
    changed = np.any(np.diff(has, axis=0) != 0, axis=1)
    number, last, lowest = number - number[0], last - number[0], number[0]
    taken = np.bincount(number[due], minlength=max(last, number[-1]) + 1)
    missed = (np.flatnonzero(taken[: last + 1] == 0) + lowest) * block.sample + told.begin
    missed = missed[missed >= t[0]]
    if len(wrong := [*t[1:][changed & ~due[1:]], *missed]):
        raise block.broken(INSTANT, 1.0, min(wrong))
    alone = due & (taken[number] == 1)
    alone[0] &= told.whole
    for name in block.spoken & told.modes:  # which may have switched twice at an instant
        alone &= np.append([False], np.diff(told.held[name]) == 0)
    was, size = block.laws(_table(read, block.states), number + lowest)
    beyond = np.abs(has - was)[alone] / (np.max(size, axis=0) + TINY)
    for quantity, columns in (
        (OUTPUT, slice(len(block.outputs))),
        (STATE, slice(len(block.outputs), None)),
    ):
        worst = np.max(np.where(np.isfinite(beyond), beyond, 0.0)[:, columns], axis=1, initial=0.0)
        if np.max(worst, initial=0.0) > RUBBED:
            raise block.broken(quantity, float(np.max(worst)), t[alone][np.argmax(worst)])


def _instants(block: _Sampled, told: Stretches) -> tuple[NDArray[np.int_], NDArray[np.bool_], int]:
    """The sample next to each beginning (m,), whether it is taken there, and the last of all."""
    after = told.states.t - told.begin
    number = np.round(after / block.sample).astype(int)
    near = SAME * block.sample + 64 * np.spacing(np.max(np.abs([*told.states.t, told.end])))
    last = int((told.end - near - told.begin) / block.sample)
    return number, np.abs(after - number * block.sample) <= near, last
