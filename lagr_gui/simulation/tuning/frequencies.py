"""Numbers of small motions: eigenvalues and frequency response."""

from __future__ import annotations

from dataclasses import dataclass

from lagr_gui.numerics import tuned


@dataclass(frozen=True)
class ModesTuning:
    """When matrices count as symmetric or zero (`modes`)."""

    rounding: float = tuned(
        1e-12,
        "A skew or damping part below this, relative to the largest entry, is rounding.",
        guard="simulation/test_modes.py::test_damping_ratio_and_frequency_of_one_mass",
        spoilt=1e13,
    )


@dataclass(frozen=True)
class ResponseTuning:
    """Peaks and phases of a frequency response (`response`)."""

    nothing: float = tuned(
        1e-12,
        "Amplitudes below this part of what they are where all coordinates swing are rounding.",
        guard="simulation/test_modes.py::test_magnification_of_one_mass_and_its_resonance",
        spoilt=1e13,
    )
    opposite: float = tuned(
        1e-9,
        "A phase (rad) this close to pi is pi: whether the output is ahead or behind is rounding.",
        guard="simulation/test_chosen_numbers.py::test_an_output_opposite_to_the_input_is_behind_it_however_rounding_goes",
        spoilt=0,
    )
    sections: int = tuned(
        60,
        "Steps of the golden section that sharpens a resonance: to 1e-12 of a step of the grid.",
        source="Kiefer: Sequential minimax search for a maximum, Proc. AMS 4 (1953)",
        guard="simulation/test_modes.py::test_magnification_of_one_mass_and_its_resonance",
        spoilt=0.02,
    )


MODES = ModesTuning()
RESPONSE = ResponseTuning()
