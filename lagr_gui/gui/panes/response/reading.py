"""A frequency response as curves, peaks and words."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

import numpy as np

from lagr_gui.expression.letters import pretty
from lagr_gui.gui.panes.response.plots import Curve, Peak
from lagr_gui.gui.words import spoken, tr

if TYPE_CHECKING:
    from lagr_gui.pipeline import FrequencyResponse
    from lagr_gui.simulation.response import Resonance

STILL = 1e-12
"""An output whose amplitudes are below this, relative to the largest of all, is at rest."""


def curves(found: FrequencyResponse, names: Mapping[str, str]) -> list[Curve]:
    """One curve for each output; no points where it is at rest or its amplitude is infinite."""
    still = at_rest(found)
    result: list[Curve] = []
    for number, (name, phase) in enumerate(
        zip(found.outputs, np.degrees(found.continuous_phase).T, strict=True)
    ):
        amplitude = found.amplitude[:, number]
        drawn = np.isfinite(amplitude) & (amplitude > 0) & (number not in still)
        words = names.get(name, name)
        result.append(
            Curve(words, np.where(drawn, amplitude, np.nan), np.where(drawn, phase, np.nan))
        )
    return result


def at_rest(found: FrequencyResponse) -> set[int]:
    """The numbers of outputs that the input does not move."""
    finite = np.where(np.isfinite(found.amplitude), found.amplitude, 0.0)
    largest = finite.max(axis=0, initial=0.0)
    return set(np.flatnonzero(largest <= STILL * largest.max(initial=0.0)).tolist())


def peaks(found: FrequencyResponse) -> list[Peak]:
    """The resonances of outputs that move, named by their mode."""
    still = at_rest(found)
    places = {name: number for number, name in enumerate(found.outputs)}
    return [
        Peak(places[peak.output], peak.omega, peak.amplitude, mode_number(found, peak))
        for peak in found.resonances
        if places[peak.output] not in still
    ]


def mode_number(found: FrequencyResponse, peak: Resonance) -> int:
    """The mode of a peak, numbered from 1 as in the list of modes."""
    sizes = np.array([mode.frequency for mode in found.modes.modes])
    return int(np.argmin(np.abs(sizes - peak.mode))) + 1


def told(found: FrequencyResponse) -> tuple[str, str]:
    """Peaks, outputs at rest, stability and notes in words, and the role of these words."""
    listed: dict[int, list[str]] = {}
    for peak in sorted(peaks(found), key=lambda peak: peak.omega):
        values = listed.setdefault(peak.mode, [])
        if (value := f"{peak.omega:.4g}") not in values:
            values.append(value)
    still = [pretty_output(found.outputs[number]) for number in sorted(at_rest(found))]
    lines = [
        ", ".join(
            f"{tr('Mode {n}').format(n=mode)}: {' / '.join(values)} rad/s"
            for mode, values in listed.items()
        ),
        *(tr("{name} stays at rest.").format(name=name) for name in still),
        *map(spoken, found.modes.notes),
    ]
    unstable = found.modes.stability == "unstable"
    if unstable:
        text = tr("Unstable: what is free grows, so no steady vibration comes about.")
        lines.insert(0, text)
    return "\n".join(filter(None, lines)), "error" if unstable else "muted"


def pretty_output(name: str) -> str:
    """A coordinate, or a velocity such as ``q1'``, as in a book."""
    return pretty(name.removesuffix("'"), int(name.endswith("'")))


def value_at(found: FrequencyResponse, omega: float) -> list[str]:
    """Amplitude and phase of each output at the computed frequency next to this one."""
    row = int(np.argmin(np.abs(found.omega - omega)))
    phase = np.degrees(found.phase[row])
    return [
        f"{pretty_output(name)}: {amplitude:.4g}, {angle:.1f}°"
        for name, amplitude, angle in zip(found.outputs, found.amplitude[row], phase, strict=True)
    ]
