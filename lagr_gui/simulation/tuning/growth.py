"""Numbers of the verdict that a motion runs away."""

from __future__ import annotations

from dataclasses import dataclass

from lagr_gui.numerics import tuned

_GUARD = "simulation/test_running_away.py::"


@dataclass(frozen=True)
class GrowthTuning:
    """When a coordinate grows without bound (`growth`)."""

    decades: int = tuned(
        3,
        "So many times it has grown tenfold beyond the size of the mechanism, or beyond a turn.",
        guard=_GUARD + "test_what_grows_a_little_is_not_told",
        spoilt=0,
    )
    slower: float = tuned(
        1.5,
        "The later half of these decades takes at most so many times as long as the earlier one: "
        "once for exp(t), 10^(3/2n) times for the power n of time.",
        guard=_GUARD + "test_what_grows_by_a_power_of_time_does_not_run_away",
        spoilt=10,
    )
    rest: float = tuned(
        1.5,
        "It still grows where the last decade is not over since more than so many of them.",
        guard=_GUARD + "test_what_comes_to_an_end_does_not_run_away",
        spoilt=1e3,
    )


GROWTH = GrowthTuning()
