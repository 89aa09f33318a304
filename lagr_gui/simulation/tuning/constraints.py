"""Numbers by which states meet constraints, and motions are found that meet them."""

from __future__ import annotations

from dataclasses import dataclass

from lagr_gui.numerics import tuned

_PROJECTION = "simulation/test_projection.py::"
_FREEDOM = "simulation/test_freedom.py::"
_INVERSE = "simulation/test_inverse.py::"


@dataclass(frozen=True)
class ProjectionTuning:
    """Newton's method to the nearest state that meets the constraints (`constraints`)."""

    rounds: int = tuned(
        30,
        "Newton steps that a projection may take: five or six where it converges, more where the "
        "first ones are cut to one radian.",
        source="Dennis, Schnabel: Numerical Methods for Unconstrained Optimization, section 5.2",
        guard=_PROJECTION
        + "test_a_projection_reaches_the_nearest_point_of_a_circle_from_near_and_far",
        spoilt=0.04,
    )
    bisections: int = tuned(
        30,
        "Halvings that find the last time at which constraints can be met: to 1e-9 of a step.",
        guard=_PROJECTION + "test_the_last_time_at_which_a_moved_end_can_be_reached_is_exact",
        spoilt=0.04,
    )
    straying: float = tuned(
        4.0,
        "How much farther positions may lie than velocities lead: others belong to another branch.",
        guard=_PROJECTION + "test_positions_on_the_far_side_are_not_those_that_velocities_lead_to",
        spoilt=1000,
    )
    weak: float = tuned(
        1e-4,
        "A singular value below this part of the largest moves no state that is touched up: it "
        "would hand on rounding, enlarged.",
        guard=_PROJECTION
        + "test_touching_up_does_not_hand_on_rounding_of_nearly_dependent_constraints",
        spoilt=1e-09,
    )
    last_step: float = tuned(
        1e-13,
        "A step below this, in the scale of the coordinates, ends a projection.",
        guard=_PROJECTION + "test_a_projected_state_of_a_four_bar_meets_all_constraints",
        spoilt=1e10,
    )
    closed: float = tuned(
        1e-9,
        "What constraints on positions may miss, beside what they are when all moves by a radian "
        "or by the length of the model.",
        guard="simulation/test_scaled.py::test_small_and_large_linkages_close_as_those_of_a_metre",
        spoilt=1e7,
    )
    poor: float = tuned(
        0.3,
        "Slopes whose smallest singular value is below this part of that of others are given up.",
        guard="simulation/test_renewed.py::test_a_redundant_loop_moves_on_where_its_first_conditions_fail",
        spoilt=1e-06,
    )
    massless: float = tuned(
        1e6,
        "How much farther than others coordinates without inertia go to meet constraints.",
        guard="simulation/test_chosen_numbers.py::test_charges_that_a_circuit_determines_give_way_to_it_and_bodies_stay",
        spoilt=1e-06,
    )


@dataclass(frozen=True)
class AssemblyTuning:
    """Start values that meet the constraints (`assembly`)."""

    tries: int = tuned(
        120,
        "Random positions from which Newton's method starts when the given ones lead nowhere.",
        guard="simulation/test_chosen_numbers.py::test_a_start_from_which_newton_s_method_has_no_direction_is_left_at_random",
        spoilt=0,
    )
    rounded: float = tuned(
        1e-3,
        "Given start values that together miss less than this part of the model's size were "
        "rounded when they were typed: no other position of the free coordinates is looked for.",
        guard="simulation/test_laid_out.py::test_rounded_start_values_are_touched_up_and_decide_the_assembly",
        spoilt=1e6,
    )
    beside: float = tuned(
        100.0,
        "To hold start values, positions may lie so many times as far from what is given as the "
        "nearest ones: others belong to another assembly.",
        guard="simulation/test_laid_out.py::test_rounded_start_values_are_touched_up_and_decide_the_assembly",
        spoilt=1e9,
    )
    contradictory: float = tuned(
        1e-8,
        "Velocities that constraints miss by more than this contradict each other.",
        guard=_PROJECTION + "test_velocities_that_contradict_each_other_are_told",
        spoilt=1e09,
    )
    changed: float = tuned(
        1e-9,
        "A start value that differs by more than this was changed, and that is said.",
        guard=_PROJECTION + "test_a_start_value_that_was_changed_is_said_and_only_then",
        spoilt=1e09,
    )


@dataclass(frozen=True)
class MobilityTuning:
    """Degrees of freedom in general position (`freedom`)."""

    positions: int = tuned(
        4,
        "Other positions that are looked at, from 0.01 to 0.3 away: a rank that is low in all of "
        "them is low everywhere.",
        guard=_FREEDOM + "test_bars_in_line_are_a_dead_position",
        spoilt=0,
    )
    astray: float = tuned(
        0.1,
        "A velocity leads nowhere where the nearest position that meets the constraints is this "
        "part of its way beside it: on a mechanism's way, which bends, it is a tenth of that.",
        guard="simulation/test_dependent_conditions.py::test_positions_that_nothing_leaves_are_dead",
        spoilt=1e3,
    )


@dataclass(frozen=True)
class FollowingTuning:
    """Motions that some coordinates lead (`following`)."""

    farthest: float = tuned(
        0.3,
        "A step on which a coordinate moves farther (rad, or a length like it) is halved.",
        guard=_INVERSE + "test_a_parallelogram_is_driven_through_its_line_and_stopped_in_it",
        spoilt=100,
    )
    apart: float = tuned(
        0.1,
        "So is one on which a position lies apart from where it was expected, by this part of the "
        "way: a sign that it lies on another branch.",
        guard=_INVERSE + "test_a_parallelogram_is_driven_through_its_line_and_stopped_in_it",
        spoilt=1000,
    )
    shortest_span: float = tuned(
        1e-9,
        "A step below this part of the span leads nowhere.",
        guard=_INVERSE + "test_a_motion_beyond_reach_is_told_with_its_time",
        spoilt=1e08,
    )
    side: float = tuned(
        2e-3,
        "How far apart places beside a singular configuration are (rad): the mean of four misses "
        "by the fourth power of it.",
        guard=_INVERSE + "test_a_parallelogram_is_driven_through_its_line_and_stopped_in_it",
        spoilt=1e-06,
    )
    degree: int = tuned(
        5,
        "Splines through tables have this degree: their accelerations are twice continuously "
        "differentiable.",
        source="de Boor: A Practical Guide to Splines, chapter XIII",
        guard=_INVERSE + "test_a_simulated_motion_as_a_table_needs_no_forces",
        spoilt=0.2,
    )


@dataclass(frozen=True)
class VerdictTuning:
    """Which cause is named where a motion cannot go on (`faults`)."""

    singular: float = tuned(
        1e-12,
        "A pivot of g below this part of its g_ii counts as zero.",
        guard="simulation/test_running.py::test_inertia_that_vanishes_on_the_way_is_named_with_the"
        "_time",
        spoilt=1e11,
    )
    nearly_singular: float = tuned(
        1e-6,
        "A pivot below this explains steps that become too small.",
        guard="simulation/test_running.py::test_inertia_that_vanishes_on_the_way_is_named_with_the"
        "_time",
        spoilt=1e-12,
    )
    takes_part: float = tuned(
        1e-6,
        "A constraint takes part in the direction of another with more than this.",
        guard=_PROJECTION + "test_the_constraint_that_binds_the_same_motion_is_named_and_no_other",
        spoilt=1e07,
    )


PROJECTION = ProjectionTuning()
ASSEMBLY = AssemblyTuning()
MOBILITY = MobilityTuning()
FOLLOWING = FollowingTuning()
VERDICT = VerdictTuning()
