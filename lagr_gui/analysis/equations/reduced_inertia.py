"""The inertia that the only freedom of a bound system feels, over its coordinate."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass, replace

import numpy as np

from lagr_gui.analysis.equations.lines import LineKernel, Lines, kernel_of
from lagr_gui.catalogue import KINDS
from lagr_gui.foundation.arrays import Array
from lagr_gui.foundation.problem import refusal
from lagr_gui.foundation.selfcheck import disagreement
from lagr_gui.mechanics.evaluation import Evaluation
from lagr_gui.mechanics.sheets.sheet import Entry, Sheet
from lagr_gui.mechanics.state import State
from lagr_gui.model.checks.dimension_proof import units_of_all_coordinates
from lagr_gui.numerics import on_one_thread
from lagr_gui.prepared import Prepared

STEPS = 90
"""Steps of a turn, or of a way in each direction."""
TURN = 2 * math.pi
WAY = 0.03
"""Of the extent of a coordinate that is no angle, a step."""
STEEP = 200.0
"""Slopes of dependent coordinates, beside what these extend, that are near a dead position."""
ALIKE = 1e-8
"""What is read and the recursion may differ by, of the inertia."""


@dataclass(frozen=True)
class InertiaCurve:
    """J by its terms (n, k) at values q (n,) of the coordinate, which rise; SI units.

    `whole` tells that they are one turn, from 0 to 2π; else as far as the coordinate can move.
    """

    coordinate: str
    q: tuple[float, ...]
    shares: tuple[tuple[float, ...], ...]
    whole: bool

    @property
    def total(self) -> list[float]:
        """J at each value of the coordinate."""
        return [sum(terms) for terms in self.shares]


def inertia_lines(sheet: Sheet, symbol: str) -> Lines:
    """The terms of the reduced inertia of a sheet, each as a line of its own."""
    (entry,) = sheet.of(symbol)
    numbered = enumerate(entry.terms)
    terms = [Entry(entry.symbol, (k,), (term,), entry.equation) for k, term in numbered]
    return Lines.of(sheet, terms)


@on_one_thread
def reduced_inertia(prepared: Prepared, lines: Lines, coordinate: str) -> InertiaCurve:
    """J over one turn of the coordinate, or as far as it can move, from the lines as they are read.

    Positions follow from those at the start, branch by branch as the mechanism moves.  Raises
    LagrError for an unsound model, parameters or functions without value, where there is no start
    or where nothing moves, and Disagreement where the recursion has another inertia.
    """
    way = _Way(prepared, lines, coordinate)
    start = np.array(prepared.start.q)
    angle = units_of_all_coordinates(prepared.model, KINDS).get(coordinate) == "rad"
    step = TURN / STEPS if angle else WAY * float(prepared.extents[way.place])
    here = way.at(start)
    if here is None:
        raise refusal(
            "Reduced inertia",
            "The mechanism begins in a dead position.",
            "Begin a little beside it.",
            "dead",
        )
    ahead = list(way.along(start, step))
    if angle and len(ahead) == STEPS:
        points = sorted((q % TURN, terms) for q, terms in [here, *ahead[:-1]])
        points.append((TURN + points[0][0], points[0][1]))
        return way.curve(points, whole=True)
    back = list(way.along(start, -step))
    return way.curve([*reversed(back), here, *ahead], whole=False)


_Point = tuple[float, tuple[float, ...]]


class _Way:
    """Positions of a mechanism along its only freedom."""

    def __init__(self, prepared: Prepared, lines: Lines, coordinate: str) -> None:
        self.prepared, self.coordinate = prepared, coordinate
        self.kernel: LineKernel = kernel_of(prepared, lines)
        self.keys = [(entry.symbol, entry.indices) for entry in lines.entries]
        self.place = prepared.reading.coordinates.index(coordinate)
        self.free = np.arange(len(prepared.reading.coordinates)) != self.place
        self.extents = np.array(prepared.extents) * np.ones(len(self.free))

    def along(self, start: Array, step: float) -> Iterator[_Point]:
        """What is found step by step, as far as the mechanism goes."""
        binding, t = self.prepared.conditions, self.prepared.start.t
        q = start
        for _ in range(STEPS):
            slope = self.slope(q)
            if binding is None or slope is None:
                return
            led = q + step * slope
            q = binding.project_positions(t, led, self.free)
            if not np.isfinite(q).all() or self._far(q - led) > self._far(step * slope):
                return
            point = self.at(q)
            if point is None:
                return
            yield point

    def _far(self, way: Array) -> float:
        return float(np.linalg.norm(way / self.extents))

    def slope(self, q: Array) -> Array | None:
        """How all coordinates move with the one (f,); None near a dead position."""
        found = self._evaluated(q)
        G = found.G[np.isfinite(found.position)]
        slope = np.zeros(len(q))
        slope[self.place] = 1.0
        slope[self.free] = -np.linalg.lstsq(G[:, self.free], G[:, self.place], rcond=None)[0]
        steep = self._far(slope) > STEEP / self.extents[self.place]
        gap = np.abs(G @ slope).max(initial=0.0) > 1e-6 * np.abs(G).max(initial=1.0)
        return None if steep or gap else slope

    def at(self, q: Array) -> _Point | None:
        """The terms of J at a position; compared with the metric of the recursion."""
        slope = self.slope(q)
        if slope is None:
            return None
        state = self._state(q)
        values = self.kernel.values(state, self.prepared.parameters, []).entries
        terms = tuple(values[key][0] for key in self.keys)
        wanted = float(slope @ self._evaluated(q).mass_matrix @ slope)
        residual = abs(sum(terms) - wanted) / max(abs(wanted), 1e-300)
        if not residual <= ALIKE:
            raise disagreement("The reduced inertia", residual, "Equations")
        return float(q[self.place]), terms

    def _evaluated(self, q: Array) -> Evaluation:
        return self.prepared.evaluator.evaluate(self.prepared.values, [self._state(q)])[0]

    def _state(self, q: Array) -> State:
        return replace(self.prepared.start, q=tuple(q.tolist()), qd=(0.0,) * len(q))

    def curve(self, points: list[_Point], whole: bool) -> InertiaCurve:
        """The curve through points."""
        values, shares = zip(*points, strict=True)
        return InertiaCurve(self.coordinate, values, shares, whole)
