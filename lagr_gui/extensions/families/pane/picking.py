"""Which motion of a family a place of its picture, or a row of its table, belongs to."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

import numpy as np

from lagr_gui.extensions.families.pane.readings import (
    MEASURES,
    Found,
    end_said,
    ends_of,
    pretty_name,
    section_pair,
    shown,
    table_of,
)
from lagr_gui.foundation.arrays import Array
from lagr_gui.gui.words import tr
from lagr_gui.pipeline import (
    Basins,
    Bifurcation,
    PoincareSection,
    RootLocus,
    StabilityMap,
    Sweep,
)

NEAR = 14.0
"""Pixels within which a point or a curve is meant."""

TIME = "t (s)"
"""The head of times in tables."""


@dataclass(frozen=True)
class Picked:
    """A motion: the values of what varies, and the time (s) that is meant, if one is.

    `more` is what else there is to be said of the place.
    """

    values: Mapping[str, float]
    t: float | None = None
    more: str = ""

    def __str__(self) -> str:
        values = ", ".join(f"{pretty_name(n)} = {shown(v)}" for n, v in self.values.items())
        time = "" if self.t is None else f"t = {shown(self.t)} s"
        return "; ".join(filter(None, (values, time, self.more)))


@dataclass(frozen=True)
class PicturePlace:
    """A place of a picture, and how much a pixel is there in each direction."""

    x: float
    y: float
    dx: float
    dy: float

    def nearest(self, x: Array, y: Array) -> int | None:
        """The number of the nearest point; None where none is near."""
        if not len(x):
            return None
        away = np.hypot((x - self.x) / self.dx, (y - self.y) / self.dy)
        away = np.where(np.isfinite(away), away, np.inf)
        closest = int(np.argmin(away))
        return closest if away[closest] <= NEAR else None


def has_motions(result: Found | None) -> bool:
    """Whether places of an answer stand for motions."""
    return isinstance(
        result, Sweep | RootLocus | PoincareSection | Bifurcation | StabilityMap | Basins
    )


def picked(
    result: Found | None, kind: str, output: str, measure: str, at: PicturePlace
) -> Picked | None:
    """The motion at a place of a picture; None where there is none."""
    match result:
        case Sweep() if kind == "map":
            table = MEASURES[measure](result[output])
            return _cell(result.axes, at, lambda n: _is(output, table.ravel()[n]))
        case Sweep():
            return _curve(result, output, at)
        case RootLocus():
            roots = result.eigenvalues
            near = at.nearest(roots.real.ravel(), roots.imag.ravel())
            if near is None:
                return None
            root = roots.ravel()[near]
            value = float(result.values[near // roots.shape[1]])
            sign = "+" if root.imag >= 0 else "−"
            said = f"{shown(root.real)} {sign} {shown(abs(root.imag))}i"
            more = f"z = {said}" if result.sampled else f"λ = {said} 1/s"
            return Picked({result.name: value}, more=more)
        case Bifurcation():
            near = at.nearest(result.values, result[output])
            if near is None:
                return None
            more = _is(output, result[output][near])
            return Picked({result.name: float(result.values[near])}, float(result.t[near]), more)
        case PoincareSection():
            return _crossing(result, at)
        case StabilityMap():
            word = tr("growth (1/s)") if result.limit == 0 else tr("largest multiplier")
            return _cell(result.axes, at, lambda n: _is(word, result.measure.ravel()[n]))
        case Basins():
            return _cell(result.axes, at, lambda n: _end(result, n))
        case _:
            return None


def row_of(result: Found | None, number: int) -> Picked | None:
    """The motion of a row of the table; None where it stands for none."""
    match result:
        case Sweep() | StabilityMap() | Basins():
            names = tuple(result.axes)
        case RootLocus() | Bifurcation():
            names = (result.name,)
        case PoincareSection():
            names = ()
        case _:
            return None
    columns = table_of(result)
    t = float(columns[TIME][number]) if TIME in columns else None
    return Picked({name: float(columns[name][number]) for name in names}, t)


def _crossing(section: PoincareSection, at: PicturePlace) -> Picked | None:
    if (pair := section_pair(section)) is None:
        return None
    near = at.nearest(*(section[name] for name in pair))
    if near is None:
        return None
    more = ", ".join(_is(name, section[name][near]) for name in pair)
    return Picked({}, float(section.t[near]), more)


def _curve(sweep: Sweep, output: str, at: PicturePlace) -> Picked | None:
    t = sweep.t
    if len(t) < 2 or not t[0] <= at.x <= t[-1]:
        return None
    after = min(max(int(np.searchsorted(t, at.x)), 1), len(t) - 1)
    part = (at.x - t[after - 1]) / (t[after] - t[after - 1])
    curves = sweep[output].reshape(-1, len(t))
    y = (1 - part) * curves[:, after - 1] + part * curves[:, after]
    near = at.nearest(np.full(len(y), at.x), y)
    if near is None:
        return None
    return Picked(sweep.values(near), float(at.x), _is(output, y[near]))


def _cell(axes: Mapping[str, Array], at: PicturePlace, said: Callable[[int], str]) -> Picked | None:
    (below, x), (beside, y) = axes.items()
    i, j = _place(x, at.x), _place(y, at.y)
    if i is None or j is None:
        return None
    return Picked({below: float(x[i]), beside: float(y[j])}, more=said(i * len(y) + j))


def _place(values: Array, where: float) -> int | None:
    start, width = ends_of(values)
    number = int(np.floor((where - start) / width * len(values)))
    return number if 0 <= number < len(values) else None


def _is(name: str, value: float) -> str:
    return f"{pretty_name(name)} = {shown(value) if np.isfinite(value) else '–'}"


def _end(basins: Basins, number: int) -> str:
    which = int(basins.number.ravel()[number])
    return "→ " + end_said(basins, which) if which >= 0 else ""
