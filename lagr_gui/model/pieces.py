"""The curve through the points of a table, piece by piece as polynomials."""

from __future__ import annotations

import math
from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import accumulate, pairwise

from lagr_gui.model.tables import LookupTable

Row = tuple[float, ...]


@dataclass(frozen=True, eq=False)
class Pieces:
    """A piecewise polynomial Σ cⱼ (x − x₀)ʲ in SI units.

    Piece i lies after i of the `knots`, so the first and the last one lie outside.  `origins` are
    the x₀ of the pieces, `coefficients[j]` their cⱼ.  With a `period` the curve comes again, higher
    by `gain` each time.
    """

    knots: Row
    origins: Row
    coefficients: tuple[Row, ...]
    period: float = 0.0
    gain: float = 0.0

    def value(self, x: float, order: int = 0) -> float:
        """The value or a derivative at x; nan where there is none."""
        if not math.isfinite(x):
            return math.nan
        turns = math.floor((x - self.start) * (1 / self.period)) if self.period else 0
        x -= turns * self.period
        piece = bisect_right(self.knots, x)
        return self.polynomial(piece, x, order) + (self.gain * turns if not order else 0.0)

    @property
    def start(self) -> float:
        """The argument of the first point."""
        return self.knots[0]

    @property
    def end(self) -> float:
        """The argument of the last point."""
        return self.origins[-1]

    @property
    def is_limited(self) -> bool:
        """Whether it has no values outside its points."""
        return any(math.isnan(row[0]) for row in self.coefficients)

    def slopes(self, order: int) -> tuple[Row, ...]:
        """The coefficients of a derivative."""
        rows = [
            tuple(math.perm(power, order) * entry for entry in row)
            for power, row in enumerate(self.coefficients)
        ]
        return tuple(rows[order:])

    def polynomial(self, piece: int, x: float, order: int) -> float:
        """That of one piece at x, or a derivative."""
        d, result = x - self.origins[piece], 0.0
        for row in reversed(self.slopes(order)):
            result = row[piece] + d * result
        return result


@lru_cache(maxsize=64)
def pieces_of(table: LookupTable) -> Pieces:
    """The curve of a table that has no faults."""
    xs, ys = table.xs, table.ys
    rows = _inner(table, xs, ys)
    while len(rows) > 1 and not any(rows[-1]):
        rows.pop()
    first = [row[0] for row in rows]
    last = [ys[-1], *_moved([row[-1] for row in rows], xs[-1] - xs[-2])[1:]]
    match table.outside:
        case "error":
            first = last = [math.nan] * len(rows)  # derivatives have none either
        case "hold":
            first, last = first[:1], last[:1]
        case "linear":
            first, last = first[:2], last[:2]
        case "periodic":
            pass
    padded = [[*one, *[0.0] * (len(rows) - len(one))] for one in (first, last)]
    columns = zip(rows, *padded, strict=True)
    return Pieces(
        knots=(*xs[:-1], math.nextafter(xs[-1], math.inf)),  # the last point belongs to the curve
        origins=(xs[0], *xs[:-1], xs[-1]),
        coefficients=tuple((before, *row, after) for row, before, after in columns),
        period=xs[-1] - xs[0] if table.outside == "periodic" else 0.0,
    )


@lru_cache(maxsize=64)
def integral_of(table: LookupTable) -> Pieces:
    """The integral of the curve of a table: from 0 where that lies within, else from the start."""
    curve = pieces_of(table)
    raised = [
        tuple(entry / power for entry in row) for power, row in enumerate(curve.coefficients, 1)
    ]
    still = Pieces(curve.knots, curve.origins, (tuple(0.0 for _ in curve.origins), *raised))
    shares = (still.polynomial(i, x, 0) for i, x in enumerate(table.xs[1:], 1))
    sums = [0.0, *accumulate(shares)]
    heights = (0.0, *sums)
    whole = Pieces(
        curve.knots,
        curve.origins,
        (heights, *raised),
        curve.period,
        sums[-1] if curve.period else 0,
    )
    within = curve.start <= 0.0 <= table.xs[-1]
    zero = whole.value(0.0) if within else 0.0
    lowered = tuple(height - zero for height in heights)
    return Pieces(curve.knots, curve.origins, (lowered, *raised), whole.period, whole.gain)


def _inner(table: LookupTable, xs: Sequence[float], ys: Sequence[float]) -> list[list[float]]:
    """The coefficients of the pieces between the points, by rising powers."""
    from scipy import interpolate  # late: few models have tables

    if table.between == "linear":
        slopes = [(d - b) / (c - a) for (a, b), (c, d) in pairwise(zip(xs, ys, strict=True))]
        return [[*ys[:-1]], slopes]
    periodic, count = table.outside == "periodic", len(xs) - 1
    if table.between == "spline":
        bounds = "periodic" if periodic and count > 1 else "natural"
        spline = interpolate.CubicSpline(xs, ys, bc_type=bounds)
        return spline.c[::-1].tolist()
    aside = min(3, count) if periodic else 0
    xs, ys = _continued(xs, ys, aside)
    smooth = (
        interpolate.PchipInterpolator(xs, ys)
        if table.between == "monotone"
        else interpolate.Akima1DInterpolator(xs, ys)
    )
    return smooth.c[::-1, aside : aside + count].tolist()


def _continued(
    xs: Sequence[float], ys: Sequence[float], aside: int
) -> tuple[list[float], list[float]]:
    """A period with so many points before and after it, so that it meets itself smoothly."""
    period = xs[-1] - xs[0]
    before = [x - period for x in xs[-1 - aside : -1]]
    after = [x + period for x in xs[1 : 1 + aside]]
    return [*before, *xs, *after], [*ys[-1 - aside : -1], *ys, *ys[1 : 1 + aside]]


def _moved(coefficients: Sequence[float], by: float) -> list[float]:
    """A polynomial about a point farther on."""
    moved = [*coefficients]
    for start in range(len(moved)):
        for j in range(len(moved) - 2, start - 1, -1):
            moved[j] += by * moved[j + 1]
    return moved
