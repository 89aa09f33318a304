"""What curves over time say: spectra, means, periods."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from math import nan

import numpy as np

from lagr_gui.foundation.arrays import Array
from lagr_gui.foundation.message import say
from lagr_gui.foundation.registry import check_known
from lagr_gui.numerics.tolerances import CURVES

WINDOWS: Mapping[str, str] = {"hann": "hann", "rectangular": "boxcar", "flat-top": "flattop"}
"""Windows of spectra by name: what scipy.signal calls them."""


@dataclass(frozen=True, slots=True, eq=False)
class Spectrum:
    """Amplitudes (m,) over frequencies (m,) in Hz; the first amplitude is that of the mean.

    `peak` is the frequency (Hz) of the largest amplitude beside the mean, between the frequencies
    of the table; nan where nothing swings.
    """

    frequency: Array
    amplitude: Array
    peak: float
    peak_amplitude: float
    window: str


@dataclass(frozen=True, slots=True)
class Figures:
    """Numbers of a curve over a span of time; `period` (s) is nan where there is none."""

    mean: float
    rms: float
    least: float
    most: float
    period: float


def evenly(t: Array, y: Array) -> tuple[Array, Array]:
    """A curve (n,) at n even times: as it is, or by cubic splines where its times are not even."""
    from scipy.interpolate import CubicSpline  # loaded when the first curve needs it

    steps = np.diff(t)
    if len(t) < 4 or np.ptp(steps) <= CURVES.uneven * np.mean(steps):
        return t, y
    times, places = np.unique(t, return_index=True)  # impacts have a time twice
    even = np.linspace(times[0], times[-1], len(t))
    return even, CubicSpline(times, y[places])(even)


def spectrum(t: Array, y: Array, window: str = "hann") -> Spectrum:
    """Amplitudes of the harmonic parts of a curve (n,), by a discrete Fourier transform.

    A sine of amplitude a shows a peak of height a, whatever the window (`WINDOWS`).  Raises
    LagrError for the name of a window that is none.
    """
    from scipy.signal import get_window  # loaded when the first spectrum needs it

    check_known(window, WINDOWS, "Spectrum", say("There is no window “{name}”.", name=window))
    times, values = evenly(np.asarray(t, float), np.asarray(y, float))
    n = len(times)
    if n < 4:
        return Spectrum(np.empty(0), np.empty(0), nan, nan, window)
    mean = float(np.mean(values))
    weights = get_window(WINDOWS[window], n)
    parts = np.fft.rfft(weights * (values - mean)) * 2 / np.sum(weights)
    amplitudes = np.asarray(np.abs(parts), np.float64)
    amplitudes[0] = abs(mean)
    step = float(times[-1] - times[0]) / (n - 1)
    frequency = np.asarray(np.fft.rfftfreq(n, step), np.float64)
    at, height = _peak(amplitudes, float(np.max(np.abs(values - mean))))
    return Spectrum(frequency, amplitudes, at / (n * step), height, window)


def _peak(amplitudes: Array, swing: float) -> tuple[float, float]:
    """Place and height of the largest entry beyond the first, by a parabola of logarithms."""
    at = 1 + int(np.argmax(amplitudes[1:]))
    height = float(amplitudes[at])
    if height <= 1e-12 * max(swing, float(amplitudes[0])):
        return nan, nan
    if not 1 < at < len(amplitudes) - 1 or min(amplitudes[at - 1], amplitudes[at + 1]) <= 0:
        return float(at), height
    left, middle, right = np.log(amplitudes[at - 1 : at + 2])
    bend = left - 2 * middle + right
    if bend >= 0:
        return float(at), height
    shift = (left - right) / (2 * bend)
    return at + float(shift), float(np.exp(middle - (left - right) * shift / 4))


def figures(t: Array, y: Array, first: float | None = None, last: float | None = None) -> Figures:
    """Mean, root mean square, extremes and period of a curve (n,), between two times if given."""
    times, values = between(np.asarray(t, float), np.asarray(y, float), first, last)
    if len(times) < 2 or times[-1] <= times[0]:
        return Figures(nan, nan, nan, nan, nan)
    span = float(times[-1] - times[0])
    return Figures(
        mean=float(np.trapezoid(values, times)) / span,
        rms=float(np.sqrt(np.trapezoid(values**2, times) / span)),
        least=float(np.min(values)),
        most=float(np.max(values)),
        period=period(times, values),
    )


def between(t: Array, y: Array, first: float | None, last: float | None) -> tuple[Array, Array]:
    """The part of a curve between two times, with its values there."""
    begin = t[0] if first is None else max(first, float(t[0]))
    end = t[-1] if last is None else min(last, float(t[-1]))
    if begin > end:
        return t[:0], y[:0]
    inside = (t > begin) & (t < end)
    ends = np.interp([begin, end], t, y)
    times = np.concatenate([[begin], t[inside], [end]])
    return times, np.concatenate([ends[:1], y[inside], ends[1:]])


def period(t: Array, y: Array) -> float:
    """The time (s) after which a curve passes its mean level upwards again; nan: no even rhythm."""
    level = float(np.mean(np.interp(np.linspace(t[0], t[-1], len(t)), t, y)))
    passed = _passages(t, y - level)
    apart = np.diff(passed)
    if not len(apart) or np.ptp(apart) > CURVES.rhythm * np.mean(apart):
        return nan
    return float(np.mean(apart))


def _passages(t: Array, y: Array) -> Array:
    """The times at which a curve goes upwards through 0, after it was far enough below."""
    least = CURVES.swing * float(np.max(np.abs(y)))
    times: list[float] = []
    armed, crossing = False, nan
    for n in range(1, len(t)):
        if y[n - 1] < 0 <= y[n]:
            crossing = _root(t, y, n)
        if y[n] <= -least:
            armed = True
        elif armed and y[n] >= least and crossing == crossing:
            times.append(crossing)
            armed = False
    return np.array(times)


def _root(t: Array, y: Array, n: int) -> float:
    """Where a curve is 0 between two entries: by the cubic through four where they are smooth."""
    straight = float(t[n - 1] - y[n - 1] * (t[n] - t[n - 1]) / (y[n] - y[n - 1]))
    near = slice(max(n - 2, 0), n + 2)
    if len(t[near]) < 4 or not np.all(np.diff(y[near]) > 0):
        return straight
    place = 0.0
    for i in range(4):
        height, others = y[near][i], np.delete(y[near], i)
        place += float(t[near][i] * np.prod(-others / (height - others)))
    return place if t[n - 1] <= place <= t[n] else straight
