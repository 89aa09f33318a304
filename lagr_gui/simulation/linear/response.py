"""Frequency response: amplitudes and phases of steady forced vibrations."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from lagr_gui.foundation.columns import Columns
from lagr_gui.foundation.selfcheck import SelfCheck
from lagr_gui.simulation.linear.linearization import Complex, Linearization
from lagr_gui.simulation.linear.modes import Modes, find_modes
from lagr_gui.simulation.system import Array
from lagr_gui.simulation.tuning import RESPONSE


@dataclass(frozen=True, slots=True)
class Resonance:
    """A peak of an output's amplitude at a circular frequency (rad/s).

    `amplitude` is infinite where nothing damps the mode; `mode` is the undamped circular
    frequency of the mode that belongs to it.
    """

    output: str
    omega: float
    amplitude: float
    mode: float


@dataclass(frozen=True, eq=False)
class FrequencyResponse:
    """The steady answer to u = cos ωt at n circular frequencies.

    `transfer` (n, k): complex amplitudes of the k outputs; T, U: mean kinetic energy and mean
    energy of the restoring forces (n,; U is nan under nonholonomic constraints), `dissipated`: mean
    power of damping (n,), all for an amplitude of 1 of the input, and to second order in it;
    they are nan where the input moves points without a coordinate that tells it.
    """

    input: str
    outputs: tuple[str, ...]
    omega: Array
    transfer: NDArray[np.complex128]
    T: Array
    U: Array
    dissipated: Array
    resonances: tuple[Resonance, ...]
    modes: Modes
    certificate: SelfCheck | None = None

    def __getitem__(self, output: str) -> NDArray[np.complex128]:
        """Complex amplitudes (n,) of an output. Raises LagrError for a name that is none."""
        return Columns(self.outputs, self.transfer)[output]

    @property
    def amplitude(self) -> Array:
        """Amplitudes (n, k) for an amplitude of 1 of the input."""
        return np.abs(self.transfer)

    @property
    def phase(self) -> Array:
        """Phases (n, k) by which the outputs are ahead of the input (rad, −π … π)."""
        return np.angle(self.transfer)

    @property
    def continuous_phase(self) -> Array:
        """Phases (n, k) in rad without jumps by a whole turn; opposite is −π, not π, at first."""
        phase = self.phase
        phase[np.isclose(phase, np.pi, rtol=0.0, atol=RESPONSE.opposite)] = -np.pi
        return np.unwrap(phase, axis=0)


def frequency_response(
    linear: Linearization, omega: Array, modes: Modes | None = None
) -> FrequencyResponse:
    """The response to the one input of a linearisation at circular frequencies (rad/s).

    Its `modes` are found where they are not known.
    """
    grid = np.sort(omega)
    n, k = len(grid), len(linear.outputs)
    transfer = np.full((n, k), complex(np.inf))
    energies = np.full((n, 3), np.inf)
    for row, w in enumerate(grid.tolist()):
        z, speeds, y, regular = _solved(linear, w)
        if regular:
            transfer[row] = y
            energies[row] = _means(linear, z, speeds, w)
    modes = modes or find_modes(linear)
    resonances = tuple(peak for i in range(k) for peak in _peaks(linear, grid, i, modes))
    T, U, dissipated = energies.T
    return FrequencyResponse(
        linear.inputs[0], linear.outputs, grid, transfer, T, U, dissipated, resonances, modes
    )


def _solved(linear: Linearization, omega: float) -> tuple[Complex, Complex, Complex, bool]:
    """Amplitudes of deviations, velocities and outputs, and whether they are finite."""
    nothing = np.zeros(0, complex)
    try:
        z, w, y = linear.response(omega, 0)
    except np.linalg.LinAlgError:
        return nothing, nothing, nothing, False
    return z, w, y, bool(np.isfinite(z).all())


def _means(linear: Linearization, z: Complex, w: Complex, omega: float) -> Array:
    """Mean energies and the mean power of damping, nan where deviations do not tell them."""
    kinetic, stored, lost = linear.whole.means(z, w, linear.rates(omega), 0)
    return np.array([kinetic, np.nan if linear.is_nonholonomic else stored, lost])


def _peaks(linear: Linearization, grid: Array, output: int, modes: Modes) -> list[Resonance]:
    """Largest amplitudes between neighbours that are smaller, sharpened.

    Frequencies of slightly damped modes are looked at as well: a grid can miss a sharp peak.
    """
    swinging = [m for m in modes.modes if m.kind == "oscillation"]
    extra = [m.damped_frequency for m in swinging if grid[0] < m.damped_frequency < grid[-1]]
    places = np.unique(np.concatenate([grid, extra]))
    sizes = np.array([_amplitude(linear, w, output) for w in places.tolist()])
    peaks: list[Resonance] = []
    for i in range(1, len(places) - 1):
        if not (sizes[i] > sizes[i - 1] and sizes[i] >= sizes[i + 1]):
            continue
        omega = _sharpened(linear, places[i - 1], places[i], places[i + 1], output)
        near = min(swinging, key=lambda mode: abs(mode.damped_frequency - omega), default=None)
        amplitude = _amplitude(linear, omega, output)
        if amplitude < RESPONSE.nothing * _usual(linear, omega, output):
            continue
        if near is not None and abs(near.eigenvalue.real) <= near.uncertainty:
            close = abs(near.damped_frequency - omega) <= 1e-6 * omega
            omega, amplitude = (near.damped_frequency, np.inf) if close else (omega, amplitude)
        frequency = near.frequency if near is not None else 0.0
        peaks.append(Resonance(linear.outputs[output], omega, amplitude, frequency))
    return peaks


def _amplitude(linear: Linearization, omega: float, output: int) -> float:
    _, _, y, regular = _solved(linear, omega)
    return float(abs(y[output])) if regular else np.inf


def _usual(linear: Linearization, omega: float, output: int) -> float:
    """The amplitude of an output if all coordinates swung as far as one does, by their inertia."""
    z, w, _, regular = _solved(linear, omega)
    if not regular:
        return 0.0
    inertia = np.abs(np.diag(linear.whole.M))
    unit = 1 / np.sqrt(np.where(inertia > 0, inertia, np.max(inertia)))
    total = float(np.abs(linear.Yu[:, output, 0]) @ np.abs(linear.rates(omega)))
    parts = ((linear.independent, z, linear.Yz), (linear.quick, w, linear.Yw))
    for names, amplitudes, slopes in parts:
        units = unit[[linear.coordinates.index(name) for name in names]]
        total += float(
            np.abs(slopes[output]) @ units * np.max(np.abs(amplitudes) / units, initial=0.0)
        )
    return total


def _sharpened(linear: Linearization, a: float, b: float, c: float, output: int) -> float:
    """The frequency of the largest amplitude between a and c, near b (golden section)."""
    ratio = (np.sqrt(5) - 1) / 2
    if np.isinf(_amplitude(linear, b, output)):
        return b
    low, high = a, c
    for _ in range(RESPONSE.sections):
        x, y = high - ratio * (high - low), low + ratio * (high - low)
        if _amplitude(linear, x, output) < _amplitude(linear, y, output):
            low = x
        else:
            high = y
    best = (low + high) / 2
    return best if _amplitude(linear, best, output) >= _amplitude(linear, b, output) else b
