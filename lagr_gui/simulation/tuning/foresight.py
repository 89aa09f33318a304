"""Numbers of what is read of functions of time before a motion begins."""

from __future__ import annotations

from dataclasses import dataclass

from lagr_gui.numerics import tuned

_TESTS = "simulation/test_foresight.py::"


@dataclass(frozen=True)
class ForesightTuning:
    """Where functions of time alone switch, and how fast they vary (`foresight`)."""

    tame: float = tuned(
        0.5,
        "Time is parted until no function of it varies by more than this of its whole range within "
        "a part: a bump is parted five times or more.",
        guard=_TESTS + "test_steps_are_short_where_a_pulse_is_and_long_elsewhere",
        spoilt=1e3,
    )
    strides: float = tuned(
        4.0,
        "Steps are at most so many times as long as the parts that they pass: two and a half "
        "widths of a pulse, while vibrations allow at most half a period anyway.",
        guard=_TESTS + "test_steps_are_short_where_a_pulse_is_and_long_elsewhere",
        spoilt=1e4,
    )
    largest: float = tuned(
        0.01,
        "The largest step, of the whole time: what forces do in some places only is met by some "
        "thousand stages.  It costs motions that need few steps about 0.3 ms.",
        guard=_TESTS + "test_no_step_is_longer_than_a_hundredth_of_the_time",
        spoilt=1e3,
    )
    finest: float = tuned(
        1e-12,
        "The shortest part, of the whole time: what happens within has no effect on a motion.",
        guard=_TESTS + "test_a_level_that_is_only_touched_is_passed_over",
        spoilt=1e9,
    )
    most_parts: int = tuned(
        60_000,
        "Parts from which on none is halved any more: some hundred thousand vibrations.",
        guard=_TESTS + "test_what_varies_too_often_is_told",
        spoilt=1e4,
    )
    at_once: int = tuned(
        4096,
        "Parts that are looked at together: enough for the time of NumPy's calls to be small.",
        guard=_TESTS + "test_many_switches_are_all_found",
        spoilt=1e-3,
    )
    noise: float = tuned(
        1e-13,
        "A sum that varies by less than this of its terms is constant: the rest is rounding.",
        guard=_TESTS + "test_rounding_is_no_variation",
        spoilt=1e-6,
    )


FORESIGHT = ForesightTuning()
