"""Numbers by which motions go past the locks of three turns in sequence."""

from __future__ import annotations

from dataclasses import dataclass

from lagr_gui.numerics import tuned

_TURNS = "simulation/test_gimbal.py::"
_CHARTS = "simulation/test_charts.py::"


@dataclass(frozen=True)
class ChartTuning:
    """When a motion goes over to other turns (`charts`), and how its angles go on (`lifting`)."""

    leave: float = tuned(
        0.1,
        "Below this sine of the angle to a lock other turns are taken: there accelerations lose "
        "two digits, and steps are a tenth as long.",
        guard=_CHARTS + "test_the_coordinates_of_the_model_are_left_near_their_lock_alone",
        spoilt=10,
    )
    enter: float = tuned(
        0.3,
        "Above this sine a motion goes back to the angles of the model: three times as far as "
        "where it leaves them, so that it does not go to and fro.",
        guard=_CHARTS + "test_a_motion_goes_back_where_forces_speak_of_its_angles",
        spoilt=100,
    )
    tilted: float = tuned(
        0.5,
        "Below this cosine of the middle one of the other turns they are taken anew: it is 1 where "
        "they begin, and 0 in their own lock.",
        guard=_CHARTS + "test_other_turns_are_left_far_from_where_they_begin",
        spoilt=-10,
    )
    stricter: float = tuned(
        0.1,
        "Tolerances of steps in other turns, of those that were asked for: a body that tumbles "
        "keeps its momentum to 1e-9 through a thousand seconds then.",
        guard=_TURNS + "test_tolerances_are_stricter_in_other_turns",
        spoilt=1e4,
    )
    swung: float = tuned(
        1.0,
        "Angles that forces depend on are told within a quarter of a turn of their references; "
        "from this on (rad) these are taken anew.",
        guard=_CHARTS + "test_angles_that_forces_speak_of_are_told_near_their_references",
        spoilt=10,
    )
    close: float = tuned(
        1e-3,
        "So near a lock (rad) many steps in a row are those of forces that have no bound in it.",
        guard=_TURNS + "test_dampers_that_have_no_bound_in_the_lock_are_told_soon",
        spoilt=1e-4,
    )
    unseen: int = tuned(
        8,
        "Steps, beside half of those of the last stretch, until it is looked whether a chart is "
        "still good: what lies behind is taken anew.",
        guard=_TURNS + "test_steps_behind_the_end_of_a_chart_are_few",
        spoilt=1e9,
    )
    places: int = tuned(
        4,
        "Parts of a step at whose ends angles are followed, before any is halved.",
        guard=_CHARTS + "test_many_turns_within_one_step_are_counted",
        spoilt=0.1,
    )
    way: float = tuned(
        0.4,
        "Turns by more than this (rad) between two looks at the angles are halved.",
        guard=_CHARTS + "test_many_turns_within_one_step_are_counted",
        spoilt=100,
    )
    finer: int = tuned(
        40,
        "How often such looks are halved: down to `fine`.",
        guard=_CHARTS + "test_outer_angles_swing_by_half_a_turn_beside_the_lock_and_not_through_it",
        spoilt=0.05,
    )
    fine: float = tuned(
        1e-14,
        "An arc that lies so near its chord (rad) is followed no more finely: that is rounding.",
        guard=_CHARTS + "test_outer_angles_swing_by_half_a_turn_beside_the_lock_and_not_through_it",
        spoilt=1e13,
    )
    through: float = tuned(
        1e-12,
        "A motion that passes a lock nearer than this (rad) goes through it: what is left is "
        "rounding, and the side is not known.",
        guard=_CHARTS + "test_outer_angles_swing_by_half_a_turn_beside_the_lock_and_not_through_it",
        spoilt=1e9,
    )
    undefined: float = tuned(
        1e-6,
        "A passage nearer than this (rad) is told: there rates of angles are a million times the "
        "angular velocity.",
        guard=_CHARTS + "test_outer_angles_swing_by_half_a_turn_beside_the_lock_and_not_through_it",
        spoilt=1e-9,
    )


CHART = ChartTuning()
