"""Linear blocks by themselves: as they are made, but for what they are joined to."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from lagr_gui.audit.linear_blocks import INPUTS, PROMISES, BlockAlone, check_linear_block
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
            alone = block_alone(block, known)
        except (LagrError, Unmade):
            continue  # fields that are not made of parameters alone, or do not fit: told elsewhere
        check_linear_block(block, alone, lambda field: float(value(field, known)))


def block_alone(block: NamedSignal, known: Mapping[str, float]) -> BlockAlone:
    """A block with inputs of its own, between its limits. Raises LagrError and Unmade."""
    block, entries = _with_entries(block, known)
    made = block_of(block)
    states = [part for part in made.parts if isinstance(part, StateSignal)]
    others: list[Any] = [part for part in made.parts if not isinstance(part, StateSignal)]
    still = {name: 0.0 for acting in made.acting for name in acting.parameters}
    every = [*(state.name for state in states), *entries]

    def at(place: int | None) -> Array:
        """Rates, then outputs, where one state or input is 1, or none is."""
        values = {**known, **still}
        values |= {name: float(number == place) for number, name in enumerate(every)}
        for part in others:
            values[part.name] = value(part.value, values)
        rates = [value(state.rate, values) for state in states]
        return np.array([*rates, *(values[name] for name in block.names)])

    rest, n = at(None), len(states)
    table = np.array([at(place) - rest for place in range(len(every))]).T
    table = table.reshape(n + len(block.names), len(every))
    start = np.array([float(value(state.start, known)) for state in states])
    return BlockAlone(table[:n, :n], table[:n, n:], table[n:, :n], table[n:, n:], start)


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
