"""The motions of a family: curves by the values that vary."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from lagr_gui.foundation.columns import Columns
from lagr_gui.foundation.message import Message, counted, joined, say
from lagr_gui.simulation.system import Array

WAITING, DONE, STOPPED = 0, 1, 2
"""What a run is: not done yet, done, or ended early with a problem."""

CHECKED = 1000
"""The first run among so many that ends well is compared with an independent formalism."""

MOST_TOLD = 5
"""Problems that are told in words."""


def combinations(axes: Mapping[str, Array | Sequence[float]]) -> dict[str, Array]:
    """What varies by run (runs,), by name; the last name fastest."""
    grids = np.meshgrid(*axes.values(), indexing="ij")
    return {name: grid.ravel() for name, grid in zip(axes, grids, strict=True)}


def failures(problems: Mapping[int, str]) -> list[dict[str, Any]]:
    """Why there are no values for some, by number, for programs."""
    return [{"number": number, "cause": text} for number, text in problems.items()]


@dataclass(frozen=True, eq=False)
class Sweep:
    """The runs of a family with n output times t.

    `axes` are the values (…) by the name of what varies; runs are counted with the last axis
    fastest.  `curves` (runs, k, n) are the outputs by their `expressions`, nan where there is
    nothing; `states` (runs,) tell what is done; `ends` (runs,) are the times that are reached;
    `problems` say of runs by number why they stopped.
    """

    axes: Mapping[str, Array]
    t: Array
    expressions: tuple[str, ...]
    curves: Array
    states: NDArray[np.uint8]
    ends: Array
    problems: Mapping[int, str]

    @property
    def shape(self) -> tuple[int, ...]:
        """How many values each axis has."""
        return tuple(len(values) for values in self.axes.values())

    @property
    def outputs(self) -> Columns:
        """The curves (…, n) by expression, with one axis for each of what varies."""
        table = np.moveaxis(self.curves, 1, -1)
        return Columns(self.expressions, table.reshape(*self.shape, len(self.t), -1))

    def __getitem__(self, expression: str) -> Array:
        """The curves (…, n) of an output. Raises LagrError for one that was not asked for."""
        return self.outputs[expression]

    @property
    def complete(self) -> bool:
        """Whether every run has been done, or has ended with a problem."""
        return bool((self.states != WAITING).all())

    def values(self, number: int) -> dict[str, float]:
        """What varies, in a run."""
        places = np.unravel_index(number, self.shape)
        pairs = zip(self.axes.items(), places, strict=True)
        return {name: float(values[int(at)]) for (name, values), at in pairs}

    @property
    def told(self) -> Message:
        """How many runs there are, and what became of them."""
        parts = [counted(len(self.states), "{count} run", "{count} runs")]
        for state, one, many in (
            (WAITING, "{count} not done yet", "{count} not done yet"),
            (STOPPED, "{count} ended early", "{count} ended early"),
        ):
            if count := int(np.sum(self.states == state)):
                parts.append(counted(count, one, many))
        done = self.states == DONE
        firsts = np.arange(0, len(done), CHECKED)
        # Others than the first of all are compared when all is done.
        compared = np.logical_or.reduceat(done, firsts) if self.complete else done[firsts]
        checked = int(np.sum(compared))
        parts.append(say("{n} compared with an independent formalism", n=checked))
        return joined(parts)

    def __str__(self) -> str:
        axes = [
            f"  {name}: {len(values)} from {min(values):g} to {max(values):g}"
            for name, values in self.axes.items()
        ]
        with np.errstate(all="ignore"):
            shown = [self._range(k, text) for k, text in enumerate(self.expressions)]
        stopped = [
            f"  {self._said(number)}: {problem}"
            for number, problem in [*self.problems.items()][:MOST_TOLD]
        ]
        return "\n".join([str(self.told), *axes, *shown, *stopped])

    def _range(self, k: int, text: str) -> str:
        finite = self.curves[:, k][np.isfinite(self.curves[:, k])]
        return f"  {text}: {finite.min():.6g} to {finite.max():.6g}" if len(finite) else f"  {text}"

    def _said(self, number: int) -> str:
        return ", ".join(f"{name} = {value:g}" for name, value in self.values(number).items())
