"""Functions by points, evaluated a second time: by the interpolators of SciPy themselves."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from lagr_gui.audit.jets import Array
from lagr_gui.model import Function, LookupTable


def orders_of(function: Function, functions: Mapping[str, Function], x: Array, first: int) -> Any:
    """A derivative of order `first` of a function with a table at x, and the next two of it."""
    table, lift = (function.table, 0) if function.table else _integrated(function, functions)
    return [_derivative(table, x, first + k - lift) for k in range(3)]


def _integrated(function: Function, functions: Mapping[str, Function]) -> tuple[LookupTable, int]:
    table = functions[function.integral].table
    assert table is not None
    return table, 1


def _derivative(table: LookupTable, x: Array, order: int) -> Array:
    """Inside by SciPy; outside as the table says; order −1 is the integral."""
    xs, ys = np.array(table.xs), np.array(table.ys)
    curve = _interpolator(table, xs, ys)
    period, turns = xs[-1] - xs[0], np.zeros_like(x)
    if table.outside == "periodic":
        turns = np.floor((x - xs[0]) / period)
        x = x - turns * period
    within = np.clip(x, xs[0], xs[-1])
    if order < 0:
        return _integral(table, curve, x, xs) + turns * curve.integrate(xs[0], xs[-1])
    found = curve(within, nu=order)
    if table.outside == "linear":
        found = found + (x - within) * curve(within, nu=order + 1) if order == 0 else found
    if table.outside == "error":
        return np.where(x == within, found, np.nan)
    still = {"hold": 1, "linear": 2}.get(table.outside)
    return found if still is None else np.where((x == within) | (order < still), found, 0.0)


def _integral(table: LookupTable, curve: Any, x: Array, xs: Array) -> Array:
    start = 0.0 if xs[0] <= 0.0 <= xs[-1] else xs[0]
    within = np.clip(x, xs[0], xs[-1])
    sums = np.array([float(curve.integrate(start, end)) for end in within.ravel()])
    beyond = x - within
    slope = curve(within, nu=1) if table.outside == "linear" else 0.0
    outside = np.nan if table.outside == "error" else curve(within) + slope * beyond / 2
    return sums.reshape(x.shape) + np.where(beyond == 0, 0.0, outside * beyond)


def _interpolator(table: LookupTable, xs: Array, ys: Array) -> Any:
    from scipy import interpolate

    if table.between == "linear":
        slopes = np.diff(ys) / np.diff(xs)
        return interpolate.PPoly(np.array([slopes, ys[:-1]]), xs)
    periodic = table.outside == "periodic"
    if table.between == "spline":
        return interpolate.CubicSpline(xs, ys, bc_type="periodic" if periodic else "natural")
    if periodic:  # three periods, of which the middle one is meant
        period = xs[-1] - xs[0]
        xs = np.concatenate([xs[:-1] - period, xs, xs[1:] + period])
        ys = np.concatenate([ys[:-1], ys, ys[1:]])
    if table.between == "akima":
        return interpolate.Akima1DInterpolator(xs, ys, extrapolate=True)
    return interpolate.PchipInterpolator(xs, ys)
