"""Curves of a trajectory as SVG, for where there is no window."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

import numpy as np

from lagr_gui.expression.units import with_unit
from lagr_gui.foundation.arrays import Array
from lagr_gui.simulation import Trajectory

WIDTH, HEIGHT, MARGIN = 860, 300, 62
COLORS = ("#0b6aa2", "#d55e00", "#2b8a3e", "#9b4f96", "#8a6d00", "#1b9e9e", "#444c56", "#b5305c")
MOST_POINTS = 2000
CONSTANT = 1e-6
"""What varies by less of itself is drawn as constant: energies are kept but for rounding."""


def curves_svg(trajectory: Trajectory, units: Sequence[str]) -> str:
    """Two plots over time t (s): the coordinates, and T, U and their balance."""
    coordinates = {
        with_unit(name, unit): trajectory.q[:, index]
        for index, (name, unit) in enumerate(
            zip(trajectory.coordinates, [*units, *[""] * 99], strict=False)
        )
    }
    energies = {
        "T (J)": trajectory.T,
        "U (J)": trajectory.U,
        "balance (J)": trajectory.balance,
    }
    body = _plot(trajectory.t, coordinates, 0) + _plot(trajectory.t, energies, HEIGHT)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{2 * HEIGHT}" '
        f'viewBox="0 0 {WIDTH} {2 * HEIGHT}" font-family="sans-serif" font-size="12">\n'
        f'<rect width="100%" height="100%" fill="white"/>\n{body}</svg>\n'
    )


def limits(values: Array) -> tuple[float, float]:
    """The ends of an axis for values, with some room; not so near that rounding fills the plot."""
    finite = values[np.isfinite(values)]
    if not len(finite):
        return -0.1, 0.1
    low, high = float(finite.min()), float(finite.max())
    size = max(abs(low), abs(high))
    if high - low <= CONSTANT * size:
        return low - (0.1 * size or 0.1), high + (0.1 * size or 0.1)
    pad = 0.06 * (high - low)
    return low - pad, high + pad


def ticks(low: float, high: float, count: int = 6) -> list[float]:
    """Round numbers that divide an interval into about `count` parts."""
    span = (high - low) or 1.0
    raw = span / count
    power = 10.0 ** math.floor(math.log10(raw))
    step = next(power * m for m in (1, 2, 2.5, 5, 10) if power * m >= raw * 0.999)
    first = math.ceil(low / step - 1e-9)
    last = math.floor(high / step + 1e-9)
    return [number * step for number in range(first, last + 1)]


def tick_texts(numbers: Sequence[float]) -> list[str]:
    """Numbers beside an axis, in as many digits as tell them apart."""
    digits = next(
        (d for d in range(4, 9) if len({f"{x:.{d}g}" for x in numbers}) == len(numbers)), 9
    )
    return [f"{number:.{digits}g}".replace("-", "−") for number in numbers]


def _plot(t: Array, curves: Mapping[str, Array], top: float) -> str:
    values = np.concatenate([np.asarray(curve) for curve in curves.values()] or [np.zeros(1)])
    low, high = limits(values)
    left, right, bottom = MARGIN, WIDTH - 20, top + HEIGHT - 34
    upper = top + 34

    def x(time: float) -> float:
        return left + (right - left) * (time - t[0]) / ((t[-1] - t[0]) or 1.0)

    def y(value: float) -> float:
        return bottom - (bottom - upper) * (value - low) / (high - low)

    size = f'width="{right - left}" height="{bottom - upper}"'
    parts = [f'<rect x="{left}" y="{upper}" {size} fill="none" stroke="#d5dce4"/>']
    for tick in ticks(float(t[0]), float(t[-1]), 10):
        parts.append(_line(x(tick), upper, x(tick), bottom))
        parts.append(_text(x(tick), bottom + 16, f"{tick:g}", "middle"))
    marks = ticks(low, high)
    for tick, text in zip(marks, tick_texts(marks), strict=True):
        parts.append(_line(left, y(tick), right, y(tick)))
        parts.append(_text(left - 6, y(tick) + 4, text, "end"))
    parts.append(_text(right, bottom + 30, "t (s)", "end"))
    step = max(1, len(t) // MOST_POINTS)
    at = float(left)
    for index, (name, curve) in enumerate(curves.items()):
        color = COLORS[index % len(COLORS)]
        points = " ".join(
            f"{x(float(time)):.1f},{y(float(value)):.1f}"
            for time, value in zip(t[::step], curve[::step], strict=True)
        )
        parts.append(
            f'<polyline points="{points}" fill="none" stroke="{color}" stroke-width="1.4"/>'
        )
        parts.append(f'<path d="M{at},{top + 20} h18" stroke="{color}" stroke-width="2"/>')
        parts.append(_text(at + 23, top + 24, name))
        at += 40 + 7.5 * len(name)
    return "\n".join(parts) + "\n"


def _line(x1: float, y1: float, x2: float, y2: float) -> str:
    return f'<path d="M{x1:.1f},{y1:.1f} L{x2:.1f},{y2:.1f}" stroke="#eef1f5"/>'


def _text(x: float, y: float, text: str, anchor: str = "start") -> str:
    escaped = text.replace("&", "&amp;").replace("<", "&lt;")
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}" fill="#52606d">{escaped}</text>'
