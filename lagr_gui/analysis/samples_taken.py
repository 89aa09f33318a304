"""Samples that are taken along a motion, compared with what the drawing says of them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from lagr_gui.analysis.audits import audit_of
from lagr_gui.audit import States
from lagr_gui.audit.samples import Stretches, check_samples
from lagr_gui.foundation.arrays import Array
from lagr_gui.numerics.state_layout import StateLayout
from lagr_gui.prepared import Prepared
from lagr_gui.subsystems.signals import with_measures
from lagr_gui.subsystems.switching import Sampling, Switching

SPANS, SPAN = 20, 2_000
"""Of more samples than these together so many spans of so many are compared."""


@dataclass(frozen=True, eq=False)
class Begins:
    """Where stretches begin within which parameters stay: times (m,), states (m, n).

    Values (m, p) are those of parameters that change, by name.  The motion is over at `end`.
    """

    layout: StateLayout
    names: tuple[str, ...]
    t: Array
    states: Array
    values: Array
    end: float

    def parted(self) -> Iterator[Begins]:
        """Them, or where there are too many those of some spans, first and last included."""
        count = len(self.t)
        if count <= SPANS * SPAN:
            yield self
            return
        for first in np.linspace(0, count - SPAN, SPANS).astype(int).tolist():
            last = first + SPAN
            rows = slice(first, last)
            end = self.end if last == count else float(self.t[last])
            yield Begins(
                self.layout, self.names, self.t[rows], self.states[rows], self.values[rows], end
            )


def check_taken(prepared: Prepared, begins: Begins) -> None:
    """Compare the samples of a motion, where there are very many those of some spans.

    Raises Disagreement.
    """
    for part in begins.parted():
        _check(prepared, part, float(begins.t[0]))


def _check(prepared: Prepared, begins: Begins, begin: float) -> None:
    """Compare samples of a motion that began at a time."""
    acting = prepared.acting_signals
    sources = {entry.source for entry in acting if isinstance(entry, Sampling)}
    drawn = with_measures(prepared.as_drawn).signals
    blocks = [entry for entry in drawn if f"signal:{entry.name}" in sources]
    held = dict(zip(begins.names, begins.values.T, strict=True))
    q, qd, z = begins.layout.parts(begins.states)
    states = States(begins.t, q, qd, 0 * q, z, 0 * z)
    modes = {name for entry in acting if isinstance(entry, Switching) for name in entry.parameters}
    told = Stretches(states, held, frozenset(modes & held.keys()), begins.end, begin)
    check_samples(audit_of(prepared, tuple(held)), told, blocks)
