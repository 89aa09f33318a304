"""Linear blocks by themselves: as they are made, but for what they are joined to."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import numpy as np

from lagr_gui.audit.linear_blocks import (
    INPUTS,
    PROMISES,
    BlockAlone,
    check_linear_block,
    check_tracking,
)
from lagr_gui.expression.arithmetic import value
from lagr_gui.foundation.arrays import Array
from lagr_gui.foundation.problem import LagrError
from lagr_gui.model import NamedSignal, StateSignal
from lagr_gui.prepared import Prepared
from lagr_gui.subsystems.signal_blocks import Unmade, block_of, is_zero

ENTRY = "entry_"
"""What the inputs of a block are called while it stands alone."""


def check_linear_blocks(prepared: Prepared) -> None:
    """Compare the linear blocks of a drawing with what their kinds promise. Raises Disagreement."""
    known = prepared.values
    for block in prepared.as_drawn.signals:
        if block.kind not in PROMISES:
            continue
        try:
            made = _Made(block, known)
            alone, pairs = made.between_limits(), [*made.at_limits()]
        except (LagrError, Unmade):
            continue  # fields that are not made of parameters alone, or do not fit: told elsewhere
        check_linear_block(block, alone, lambda field: float(value(field, known)))
        for free, held, time in pairs:
            check_tracking(block, free, held, time)


class _Made:
    """A block as it is made, with inputs of its own."""

    def __init__(self, block: NamedSignal, known: Mapping[str, float]) -> None:
        """Raises LagrError and Unmade."""
        self.block, entries = _with_entries(block, known)
        made = block_of(self.block)
        self._states = [part for part in made.parts if isinstance(part, StateSignal)]
        self._others: list[Any] = [p for p in made.parts if not isinstance(p, StateSignal)]
        self._modes = [name for acting in made.acting for name in acting.parameters]
        self._every = [*(state.name for state in self._states), *entries]
        self._known = known

    def _at(self, given: Sequence[float], mode: float = 0.0) -> Array:
        """Rates, then outputs, for values of states and inputs, in a mode."""
        values = {**self._known, **dict.fromkeys(self._modes, mode)}
        values |= dict(zip(self._every, given, strict=True))
        for part in self._others:
            values[part.name] = value(part.value, values)
        rates = [value(state.rate, values) for state in self._states]
        return np.array([*rates, *(values[name] for name in self.block.names)])

    def between_limits(self) -> BlockAlone:
        """The block while no limit holds."""
        n, count = len(self._states), len(self._every)
        rest = self._at([0.0] * count)
        table = np.array([self._at(row) - rest for row in np.eye(count).tolist()]).T
        table = table.reshape(n + len(self.block.names), count)
        start = np.array([float(value(state.start, self._known)) for state in self._states])
        return BlockAlone(table[:n, :n], table[:n, n:], table[n:, :n], table[n:, n:], start)

    def at_limits(self) -> Iterator[tuple[Array, Array, float]]:
        """Rates and output of a controller that tracks, between its limits and at each of them.

        And the time in which its integral follows.
        """
        block: Any = self.block
        if block.kind != "pid" or is_zero(block.tracking) or is_zero(block.ki):
            return
        given = np.linspace(0.3, 1.1, len(self._every)).tolist()
        for mode, limit in ((-1.0, block.lower), (1.0, block.upper)):
            if limit is not None:
                time = float(value(block.tracking, self._known))
                yield self._at(given), self._at(given, mode), time


def _with_entries(block: NamedSignal, known: Mapping[str, float]) -> tuple[NamedSignal, list[str]]:
    """A block whose inputs are names that mean nothing else, and these."""
    changes: dict[str, Any] = {}
    entries: list[str] = []
    stem = ENTRY
    while any(name.startswith(stem) for name in known):
        stem += "_"
    for field in INPUTS:
        given = getattr(block, field, None)
        if given is None or (field == "derivative" and is_zero(given)):
            continue
        several = isinstance(given, tuple)
        count = len(given) if several else 1
        names = tuple(f"{stem}{len(entries) + number}" for number in range(count))
        changes[field] = names if several else names[0]
        entries += names
    return block.having(**changes), entries
