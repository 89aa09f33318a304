"""Numbers by which motions pass singular configurations: docs/singular-configurations.md."""

from __future__ import annotations

from dataclasses import dataclass

from lagr_gui.numerics import tuned

_LOOKS = "simulation/test_crossing_looks.py::"
_AHEAD = _LOOKS + "test_a_singular_configuration_up_to_one_and_a_half_steps_ahead_is_seen"
_LAID = _LOOKS + "test_a_step_over_the_line_of_a_rhombus_turns_on_steadily"
_SHOWN = _LOOKS + "test_accelerations_shown_in_the_line_are_those_of_the_motion"


@dataclass(frozen=True)
class CrossingTuning:
    """How a step is laid over a singular configuration (`crossing`).

    Clearances are 0 there, 1 far away, and go with the square of the distance beside.
    """

    watched: float = tuned(
        0.2,
        "A clearance above this tells that no singular configuration is near.",
        guard=_LOOKS + "test_methods_that_cannot_step_back_pass_by_looking_ahead",
        spoilt=1e-06,
    )
    looks: int = tuned(
        25,
        "Positions ahead that are looked at: over 1.5 steps, a sixteenth of a step apart, where "
        "the square law of the clearance has two of them on each side of its lowest point.",
        guard=_AHEAD,
        spoilt=0.2,
    )
    ahead: float = tuned(
        1.5,
        "How far ahead, in steps: two steps in a row look at the same position, so that none is "
        "missed between them.",
        guard=_AHEAD,
        spoilt=0.5,
    )
    longest: float = tuned(
        1.6,
        "The longest step over a singular configuration, in those of the method before: twelve "
        "points of order 24 hold what eight or nine stages of order 8 hold on such a length.",
        guard=_LOOKS
        + "test_the_first_step_that_is_tried_is_not_too_long_and_passes_between_two_points",
        spoilt=10,
    )
    coarse: float = tuned(
        0.3,
        "The clearance must not change by more between two positions that are looked at.",
        guard=_LOOKS + "test_a_step_too_long_to_be_read_is_told",
        spoilt=100,
    )
    deep: float = tuned(
        1e-3,
        "A clearance that falls below this on the way is that of a singular configuration, or of "
        "a gap between two branches that comes close to one.",
        guard=_LOOKS + "test_a_shallow_lowest_point_is_no_singular_configuration",
        spoilt=0.001,
    )
    after_end: float = tuned(
        0.2,
        "How much of a step is looked at after its end: a lowest point at the end has its rise "
        "behind it.",
        guard=_LOOKS + "test_one_in_a_step_or_just_behind_it_is_found_afterwards",
        spoilt=0,
    )
    zooms: int = tuned(
        3,
        "How often the look is made finer, each time 24-fold: a lowest point is then told to 1e-4 "
        "of a step.",
        guard=_LOOKS + "test_a_step_on_which_the_clearance_changes_fast_is_read_more_finely",
        spoilt=0.34,
    )
    at_singular: float = tuned(
        1e-4,
        "A clearance below its square at the start of a step is that of the singular "
        "configuration itself.",
        guard=_LOOKS + "test_a_start_in_a_singular_configuration_is_told_from_one_beside_it",
        spoilt=0.0001,
    )
    sweeps: int = tuned(
        40,
        "Sweeps of the fixed-point iteration on the implicit step; it gains a digit or more with "
        "each on steps as long as those of an explicit method.",
        source="Hairer, Norsett, Wanner: Solving ODEs I, section II.7 (collocation)",
        guard=_LAID,
        spoilt=0.05,
    )
    velocities: float = tuned(
        1e3,
        "How much less exactly a smooth motion meets the constraints on velocities between the "
        "points: a derivative of the series loses as much over half of the distance of points.",
        guard=_LAID,
        spoilt=1e-09,
    )
    tail: float = tuned(
        100,
        "How much larger than what may be wrong the last terms of the series may be: they are of "
        "order 11 and 10, the error of the step is of order 24.",
        guard=_LAID,
        spoilt=1e-08,
    )
    collocation_points: int = tuned(
        12,
        "Points of Gauss at which accelerations are taken: a step of order 24.",
        source="Hairer, Norsett, Wanner: Solving ODEs I, section II.7 (collocation)",
        guard="simulation/test_chosen_numbers.py::test_a_step_over_a_singular_configuration_has_order_twenty_four",
        spoilt=0.34,
    )
    converged: float = tuned(
        1e-14,
        "A change between two sweeps, relative, that is rounding.",
        guard=_LAID,
        spoilt=1e13,
    )
    stalled: float = tuned(
        1e-11,
        "A change that rounding alone can leave between two sweeps that gain nothing more.",
        guard=_LAID,
        spoilt=1e10,
    )
    unusable: float = tuned(
        1e-6,
        "A clearance below this at a point gives accelerations of too few digits: rounding in "
        "them goes with 1e-16 over the clearance.",
        guard=_LOOKS + "test_a_step_with_a_point_in_the_singular_configuration_is_refused",
        spoilt=1e-12,
    )
    noisy: float = tuned(
        1e-2,
        "Below this clearance accelerations are worth refinement, which leaves less rounding, "
        "and constraints would move states of the step by more than it is wrong.",
        guard=_LAID,
        spoilt=1e-09,
    )
    refinements: int = tuned(
        3,
        "Sweeps with accelerations that are refined.",
        guard=_LAID,
        spoilt=0,
    )
    departures: int = tuned(
        20,
        "Halvings of the step that leaves a singular configuration at the start: from the whole "
        "motion down to a millionth of it.",
        guard=_LOOKS
        + "test_the_step_that_leaves_a_singular_configuration_is_halved_down_to_a_millionth",
        spoilt=0.05,
    )


@dataclass(frozen=True)
class NearSingularTuning:
    """How accelerations are taken near a singular configuration (`system`)."""

    by_singular_values: float = tuned(
        1e-7,
        "At a clearance below this rounding and deviations from the constraints grow too much: "
        "accelerations are taken at the nearest state that meets them, by singular values.",
        guard=_LOOKS + "test_accelerations_beside_the_line_hold_digits",
        spoilt=1e09,
    )
    locked: float = tuned(
        1e-9,
        "Below this pivot of g (gimbal lock that constraints resolve) the metric is not divided "
        "by.",
        guard="simulation/test_locks.py::test_conditions_can_hold_what_a_lock_leaves_free",
        spoilt=1e-09,
    )
    doubted: float = tuned(
        0.1,
        "At a clearance below this other constraints may be less dependent, and are compared.",
        guard="simulation/test_renewed.py::test_a_redundant_loop_moves_on_where_its_first_conditions_fail",
        spoilt=1e-09,
    )
    seen: float = tuned(
        1e-5,
        "The clearance on both sides from which the means are taken that are shown in the singular "
        "configuration: 3e-3 of a radian away, where rounding is 1e-11.",
        guard=_SHOWN,
        spoilt=1e-09,
    )
    shifts: int = tuned(
        7,
        "Times, from 1e-7 of a tenth of the motion on by 8, in which it is expected to leave a "
        "singular configuration: 0.003 of it at last.",
        guard="simulation/test_crossing_looks.py::test_shown_accelerations_hold_where_the_lighter_side_would_move_otherwise",
        spoilt=0,
    )


CROSSING = CrossingTuning()
NEAR_SINGULAR = NearSingularTuning()
