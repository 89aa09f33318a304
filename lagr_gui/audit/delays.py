"""Signals that are delayed, by what they promise: y(t) = u(t − τ), read from the drawing anew.

The motion knows pieces of what has been, as polynomials; here the input is evaluated at the states
in which the mechanism was a time τ before.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from typing import Any, NamedTuple

import numpy as np

from lagr_gui.audit.audit import RUBBED, Audit
from lagr_gui.audit.jets import Array
from lagr_gui.audit.values import NotCovered, States
from lagr_gui.foundation.message import say
from lagr_gui.foundation.selfcheck import disagreement
from lagr_gui.model import NamedSignal

OUTPUT = say("The output of a delay")
"""What is wrong where a promise is broken."""

LOOKS = np.array([0.1459, 0.3820, 0.7639])
"""Where parts are looked at: hardly where anything jumps."""


class DelayedPart(NamedTuple):
    """A part of a motion, in which nothing that is held changes: its audit, times, and states."""

    audit: Audit
    begin: float
    end: float
    at: Callable[[Array], States]

    def value(self, field: Any, t: Array) -> Array:
        """A field (n,) at times of the part."""
        return self.audit.values(self.at(t), field)


def check_delay(
    block: Any, parts: Sequence[DelayedPart], chosen: Sequence[int], rtol: float
) -> None:
    """Compare the output of a delay with what its input was, from some parts on.

    `rtol` is what the motion itself may miss.  Raises Disagreement.
    """
    with suppress(NotCovered):
        rows = [*_pairs(block, parts, chosen)]
        if not rows:
            return
        t, has, was = map(np.concatenate, zip(*rows, strict=True))
        beyond = np.abs(has - was) / (np.max(np.abs(was)) or 1.0)
        worst = int(np.argmax(np.where(np.isfinite(beyond), beyond, 0.0)))
        if beyond[worst] > max(RUBBED, rtol):
            where = say(" at t = {t} s", t=f"{t[worst]:g}")
            source = say("Signal “{name}”", name=block.name)
            raise disagreement(OUTPUT, float(beyond[worst]), source, where)


def _pairs(
    block: Any, parts: Sequence[DelayedPart], chosen: Sequence[int]
) -> Iterator[tuple[Array, Array, Array]]:
    """Times (n,), outputs (n,) then, and what they were to be."""
    first, ends = parts[0], np.array([part.end for part in parts])
    delay = float(first.value(block.delay, np.array([first.begin]))[0])
    early = first.begin + delay * LOOKS
    yield from _with(block, parts, ends, early, first.value(block.start, np.full(3, first.begin)))
    for number in chosen:
        part = parts[number]
        t = part.begin + (part.end - part.begin) * LOOKS
        yield from _with(block, parts, ends, t + delay, part.value(block.input, t))


def _with(
    block: NamedSignal, parts: Sequence[DelayedPart], ends: Array, t: Array, was: Array
) -> Iterator[tuple[Array, Array, Array]]:
    """The same where the motion goes on so long."""
    for place in np.unique(places := np.searchsorted(ends, t)).tolist():
        if place < len(parts):
            here = places == place
            yield t[here], parts[place].value(block.name, t[here]), was[here]
