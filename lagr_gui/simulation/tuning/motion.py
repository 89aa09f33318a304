"""Numbers of the steps in time, of what is computed along them, and of integrals."""

from __future__ import annotations

from dataclasses import dataclass

from lagr_gui.numerics import tuned

_CROSSING = "simulation/test_crossing.py::"
_LOCKS = "simulation/test_locks.py::"


@dataclass(frozen=True)
class SteppingTuning:
    """How steps keep to the constraints, and are taken again (`stepping`)."""

    met: float = tuned(
        1e-12,
        "Residuals of constraints (SI) that rounding alone can make: states that miss by more are "
        "projected back after each step.",
        source="Hairer, Wanner: Solving ODEs II, section VII.2 (projection methods)",
        guard="simulation/test_bound.py::test_each_step_is_led_back_to_the_constraints",
        spoilt=1e10,
    )
    drifted: float = tuned(
        1e5,
        "A step that leaves the constraints by more than this many tolerances is taken again, "
        "shorter.",
        guard=_CROSSING + "test_a_narrow_gap_leads_onto_the_other_branch_as_free_bars_do",
        spoilt=1e-05,
    )
    smooth_part: float = tuned(
        1e-4,
        "A part of a good step on which motions and constraints change little, where they are "
        "smooth.",
        guard=_CROSSING + "test_a_narrow_gap_leads_onto_the_other_branch_as_free_bars_do",
        spoilt=10000,
    )
    retried: float = tuned(
        0.2,
        "The length of a step that is taken again, of its length before: the least factor of the "
        "usual control of steps.",
        source="Hairer, Norsett, Wanner: Solving ODEs I, section II.4",
        guard=_CROSSING + "test_a_narrow_gap_leads_onto_the_other_branch_as_free_bars_do",
        spoilt=4.9,
    )
    shortest: float = tuned(
        1e-14,
        "A step shorter than this, relative to the time, adds nothing to it.",
        guard=_CROSSING + "test_a_gap_too_narrow_to_decide_is_told_with_time_and_position",
        spoilt=1e10,
    )
    fading: float = tuned(
        0.98,
        "How the length of good steps is forgotten: by half in 34 steps.",
        guard=_LOCKS + "test_a_lock_too_near_to_pass_is_told_soon",
        spoilt=0.01,
    )
    behind: float = tuned(
        4,
        "How far behind a singular configuration, in the time to it, a position must exist.",
        guard=_CROSSING
        + "test_a_drive_that_asks_for_too_much_is_told_soon_and_with_the_exact_time",
        spoilt=0.1,
    )
    doubtful: float = tuned(
        0.1,
        "From this part of a good step on it is tested whether time leads past a singular "
        "configuration.",
        guard=_CROSSING
        + "test_a_drive_that_asks_for_too_much_is_told_soon_and_with_the_exact_time",
        spoilt=1e-08,
    )
    locked_steps: int = tuned(
        3000,
        "So many small steps in a row near a lock of the coordinates lead nowhere.",
        guard=_LOCKS + "test_a_lock_too_near_to_pass_is_told_soon",
        spoilt=0.01,
    )
    singular_steps: int = tuned(
        30,
        "The same near a singular configuration.",
        guard=_CROSSING + "test_a_gap_too_narrow_to_decide_is_told_with_time_and_position",
        spoilt=100,
    )
    small_step: float = tuned(
        1e-2,
        "What is a small step, compared with a good one.",
        guard=_LOCKS + "test_a_lock_too_near_to_pass_is_told_soon",
        spoilt=1e-09,
    )


@dataclass(frozen=True)
class BurstTuning:
    """Many steps at once in machine code (`bursts`)."""

    safety: float = tuned(
        0.9,
        "The next step is shorter by this than the error allows: most are good at once.",
        source="Hairer, Norsett, Wanner: Solving ODEs I, section II.4",
        guard="simulation/test_bursts.py::test_steps_are_as_long_as_those_of_scipy",
        spoilt=0.3,
    )
    shrink: float = tuned(
        0.2,
        "A step is at least so long beside the one that was tried before.",
        source="Hairer, Norsett, Wanner: Solving ODEs I, section II.4",
        guard="simulation/test_bursts.py::test_steps_are_as_long_as_those_of_scipy",
        spoilt=4.9,
    )
    grow: float = tuned(
        10.0,
        "A step is at most so long beside the one before.",
        source="Hairer, Norsett, Wanner: Solving ODEs I, section II.4",
        guard="simulation/test_bursts.py::test_steps_are_as_long_as_those_of_scipy",
        spoilt=0.15,
    )
    clear: float = tuned(
        0.6,
        "Where the clearance is above this at all stages of a step, twice what may change between "
        "two looks, no singular configuration lies between them.",
        guard="simulation/test_bursts.py::test_loops_move_as_with_single_steps",
        spoilt=1e-6,
    )

    room: int = tuned(
        1000,
        "Steps of one burst: their dense output is kept in one piece.",
        guard="simulation/test_bursts.py::test_a_long_motion_is_made_of_many_bursts",
        spoilt=1e-3,
    )
    first: int = tuned(
        8_000_000,
        "Operations of the first burst, before it is known how long they take: about 1 ms.",
        guard="simulation/test_bursts.py::test_the_first_burst_ends_soon",
        spoilt=1e6,
    )
    stiff_steps: int = tuned(
        3000,
        "So many steps at the edge of stability count as stiffness: a hundred times as many as for "
        "single steps.  They take some 10 ms, and outside machine code an implicit method takes a "
        "thousand times as long for a step.",
        guard="simulation/test_stiffness.py::test_damped_systems_held_back_by_rounding_are_seen_as_stiff",
        spoilt=1e6,
    )
    pause: float = tuned(
        0.01,
        "Seconds of a burst: between two of them wishes to cancel are heard.",
        guard="simulation/test_bursts.py::test_bursts_end_often_enough_to_hear_a_wish_to_cancel",
        spoilt=1e3,
    )


_SCIPY = "simulation/test_radau.py::test_steps_are_those_of_scipy"


@dataclass(frozen=True)
class ImplicitTuning:
    """Steps of Radau IIA in machine code (`bursts/radau`)."""

    longest_slopes: int = tuned(
        200_000,
        "Operations of a program of slopes; a longer one would take seconds to be made.",
        guard="simulation/test_motion.py::test_stiff_systems_go_over_to_an_implicit_method",
        spoilt=1e-6,
    )
    turns: int = tuned(
        6,
        "Turns of Newton's method before the step becomes shorter.",
        source="Hairer, Wanner: Solving ODEs II, section IV.8",
        guard=_SCIPY,
        spoilt=0.34,
    )
    newton: float = tuned(
        0.03,
        "Newton's method ends where less than this part of the tolerance is left.",
        source="Hairer, Wanner: Solving ODEs II, section IV.8",
        guard=_SCIPY,
        spoilt=1e-4,
    )
    slow: float = tuned(
        1e-3,
        "Where Newton's method converges more slowly than this, slopes are taken anew.",
        source="Hairer, Wanner: Solving ODEs II, section IV.8",
        guard=_SCIPY,
        spoilt=1e3,
    )
    as_long: float = tuned(
        1.2,
        "A step that could be longer by less than this stays as long, with the same matrices.",
        source="Hairer, Wanner: Solving ODEs II, section IV.8",
        guard=_SCIPY,
        spoilt=0.5,
    )


@dataclass(frozen=True)
class RunTuning:
    """What a run does beside its steps (`run`, `rightside`, `events`)."""

    report: float = tuned(
        0.05,
        "Seconds between two reports of progress: twenty pictures a second.",
        guard="simulation/test_running.py::test_progress_brings_every_output_point_once",
        spoilt=1e6,
    )
    listen: float = tuned(
        0.02,
        "Seconds between two looks at the user's wish to cancel.",
        guard="simulation/test_chosen_numbers.py::test_a_wish_to_cancel_is_asked_for_some_fifty_times_a_second",
        spoilt=1e4,
    )
    first_estimate: int = tuned(
        20_000,
        "After so many steps it is estimated how many the end will take.",
        guard="simulation/test_chosen_numbers.py::test_a_motion_that_begins_with_short_steps_is_not_given_up",
        spoilt=0.001,
    )
    hopeless: float = tuned(
        100,
        "With so many times the largest number of steps before it the end is out of reach.",
        guard="simulation/test_limits.py::test_an_end_out_of_reach_is_told_long_before_the_limit_of_steps",
        spoilt=1e300,
    )
    parts: int = tuned(
        8,
        "Parts of a step in which a change of sign of an event is looked for: steps of order 8 are "
        "long.",
        source="Shampine, Thompson: Event location for ODEs, Comput. Math. Appl. 39 (2000)",
        guard="simulation/test_running.py::test_two_crossings_within_one_step_are_both_found",
        spoilt=0.125,
    )
    least_span: float = tuned(
        1e-7,
        "The least span of a step on which curves of limits are looked at: what they do within is "
        "told by their signs at its ends.",
        guard="simulation/test_burst_watching.py::test_a_short_touch_within_a_long_step_is_found",
        spoilt=1e6,
    )
    spans: int = tuned(
        20_000,
        "Spans of one step after which none is halved any more: a rotor that makes a thousand "
        "turns in it takes some.",
        guard="simulation/test_burst_watching.py::test_nothing_passes_however_often_it_turns_in_a_step",
        spoilt=1e-3,
    )
    sampled: float = tuned(
        1e-14,
        "What rounding may make of a curve through samples, of the largest of them.",
        guard="simulation/test_burst_watching.py::test_what_hovers_is_looked_at_once",
        spoilt=1e12,
    )
    root_tries: int = tuned(
        100,
        "Tries after which a root is no longer looked for: halving alone takes some fifty.",
        guard="simulation/test_burst_watching.py::test_the_place_where_a_limit_is_reached_is_found_to_the_last_digits",
        spoilt=0.03,
    )
    other_place: float = tuned(
        1e-2,
        "How far another position is, to see whether inertia vanishes there too (rad, or a part of "
        "the model's length).",
        guard="simulation/test_chosen_numbers.py::test_inertia_that_vanishes_in_one_place_is_told_from_inertia_that_is_nowhere",
        spoilt=1e-09,
    )


@dataclass(frozen=True)
class EnergyTuning:
    """The work along a motion (`energy`), and when a system rests (`trajectory`)."""

    nodes: int = tuned(
        5,
        "Gauss-Legendre nodes of an interval: exact to degree 9, above the order of the methods.",
        guard="simulation/test_quadrature.py::test_work_is_exact_for_powers_of_degree_nine_over_each_step",
        spoilt=0.2,
    )
    block: int = tuned(
        2000,
        "Intervals between two looks at the user's wish to cancel.",
        guard="simulation/test_quadrature.py::test_a_wish_to_cancel_is_heard_while_work_is_computed",
        spoilt=1e06,
    )
    resting: float = tuned(
        1e-12,
        "Energies that change by less than this part of |U| are those of a system at rest.",
        guard="simulation/test_motion.py::test_a_wrong_energy_is_noticed",
        spoilt=1e13,
    )
    strayed: float = tuned(
        1e3,
        "So many absolute tolerances a state may differ from rest and be one at rest: errors of "
        "steps add up.",
        guard="simulation/test_motion.py::test_what_rests_but_for_the_last_digit_loses_no_energy",
        spoilt=1e-3,
    )


@dataclass(frozen=True)
class QuadratureTuning:
    """Integrals of a course that can be asked for at any time (`quadrature`)."""

    panel_points: int = tuned(
        16,
        "Gauss nodes of a panel: the last three terms of its series tell whether it has converged.",
        guard="simulation/test_quadrature.py::test_polynomials_are_integrated_exactly",
        spoilt=0.25,
    )
    miss: float = tuned(
        1e-10,
        "What a panel may miss, of the largest integral of the modulus.",
        guard="simulation/test_quadrature.py::test_the_integral_of_an_oscillation_does_not_depend_on_how_many_times_are_asked_for",
        spoilt=1e07,
    )
    panels: int = tuned(
        2000,
        "Panels from which on none is halved any more.",
        guard="simulation/test_quadrature.py::test_many_kinks_are_all_resolved",
        spoilt=0.001,
    )
    halvings: int = tuned(
        24,
        "How often panels are halved where the course has a kink or a jump: to 1e-7 of the span.",
        guard="simulation/test_quadrature.py::test_a_jump_at_an_unknown_place_is_found_by_halving",
        spoilt=0.1,
    )


@dataclass(frozen=True)
class VariationTuning:
    """Linear equations along a motion that is known (`variation`)."""

    stages: int = tuned(
        5,
        "Radau nodes of a step: order nine, one more than the steps of the motion itself have.",
        guard="simulation/test_variation.py::test_a_smooth_equation_takes_few_steps",
        spoilt=0.4,
    )
    step_apart: float = tuned(
        1e-11,
        "What a step may differ from two of half its length, of its largest entry.",
        guard="simulation/test_variation.py::test_coefficients_that_hurry_are_followed",
        spoilt=1e10,
    )
    divisions: int = tuned(
        20,
        "How often steps are halved where coefficients jump: to 1e-6 of a step.",
        guard="simulation/test_variation.py::test_a_jump_of_coefficients_is_found",
        spoilt=0.1,
    )
    most_spans: int = tuned(
        20_000,
        "Steps at once from which on none is halved any more, as where coefficients are noise.",
        guard="simulation/test_variation.py::test_noise_is_not_halved_for_ever",
        spoilt=1000,
    )


@dataclass(frozen=True)
class FloorTuning:
    """How absolute tolerances follow the motion (`floors`)."""

    of_motion: float = tuned(
        100.0,
        "So many times its part of the motion so far is an absolute tolerance at most: as much as "
        "the relative one with the defaults, so that small motions have as many digits.",
        guard="simulation/test_scaled.py::test_small_motions_have_as_many_digits_as_large_ones",
        spoilt=1e8,
    )
    first_part: float = tuned(
        1e-7,
        "The first step, as a part of the time of the motion, where nothing moves yet.",
        source="Hairer, Norsett, Wanner: Solving ODEs I, section II.4 (with 1e-6 of a second)",
        guard="simulation/test_scaled.py::test_slow_and_fast_motions_take_the_same_steps",
        spoilt=1e7,
    )
    least_part: float = tuned(
        1e-8,
        "The least part of itself that an absolute tolerance is where steps see how far they lead: "
        "far below the rounding of the size of a model, and above the noise of its forces.",
        guard="simulation/test_riding.py"
        "::test_the_work_of_a_steady_force_is_its_product_with_the_way_of_the_point",
        spoilt=1e-140,
    )
    from_rest: float = tuned(
        1.0,
        "The least part of itself that an absolute tolerance is where a motion begins from rest: "
        "methods of low order never leave the start with errors relative to what has only begun.",
        guard="simulation/test_foresight.py::test_a_push_in_a_table_is_felt_by_every_method",
        spoilt=1e-12,
    )
    velocity_spans: float = tuned(
        10.0,
        "Velocities count beside the size of the model over this part of the time of the motion.",
        guard="simulation/test_scaled.py::test_slow_and_fast_motions_take_the_same_steps",
        spoilt=1e9,
    )


STEPPING = SteppingTuning()
FLOORS = FloorTuning()
BURST = BurstTuning()
IMPLICIT = ImplicitTuning()
RUN = RunTuning()
ENERGY = EnergyTuning()
QUADRATURE = QuadratureTuning()
VARIATION = VariationTuning()
