"""Numbers that tell when an implicit method is due."""

from __future__ import annotations

from dataclasses import dataclass

from lagr_gui.numerics import tuned

_CHOSEN = "simulation/test_chosen_numbers.py::"
_DAMPED = (
    "simulation/test_stiffness.py::test_damped_systems_held_back_by_rounding_are_seen_as_stiff"
)


@dataclass(frozen=True)
class StiffnessTuning:
    """When the automatic choice goes over to an implicit method (`solvers/stiffness`)."""

    stability: float = tuned(
        4.0,
        "Above this |h lambda| stability limits DOP853: its region of stability ends at about 6 "
        "on the real axis, and the control of steps keeps away from its border.",
        source="Hairer, Wanner: Solving ODEs II, section IV.2",
        guard=_CHOSEN
        + "test_steps_at_the_border_of_stability_are_stiff_and_those_well_inside_are_not",
        spoilt=0.5,
    )
    accuracy: float = tuned(
        1.9,
        "The |h lambda| that accuracy never allows at rtol 1e-10; at other tolerances it goes with "
        "their eighth root.  Measured: below 1.3 for smooth motions, 2.1 to 5.7 for stiff ones.",
        guard=_CHOSEN + "test_accuracy_never_allows_steps_as_long_as_these",
        spoilt=100,
    )
    patience: int = tuned(
        30,
        "So many steps above these, not interrupted by `relief` others, count as stiffness; the "
        "published test waits for 15.",
        source="Hairer, Wanner: Solving ODEs II, section IV.2",
        guard=_CHOSEN + "test_accuracy_never_allows_steps_as_long_as_these",
        spoilt=10000,
    )
    relief: int = tuned(
        6,
        "So many steps below them in a row begin the count anew.",
        source="Hairer, Wanner: Solving ODEs II, section IV.2",
        guard=_CHOSEN + "test_few_smooth_steps_do_not_hide_stiffness_and_many_do",
        spoilt=0.17,
    )


@dataclass(frozen=True)
class CreepTuning:
    """When steps in machine code are too short for the motion (`bursts`)."""

    look: int = tuned(
        4,
        "Every so many steps it is looked whether they creep, or stability limits those of series; "
        "at each, where it did.",
        guard="simulation/test_taylor.py::test_stiff_motions_go_over_to_an_implicit_method",
        spoilt=1e9,
    )
    bend: float = tuned(
        2e-3,
        "Steps in which the motion bends by less than this part of its way are short for another "
        "reason than accuracy.  Usual in the samples: 0.1 to 1, and 6e-3 for an elastic arm.",
        guard=_DAMPED,
        spoilt=1e-3,
    )
    longer: float = tuned(
        2.0,
        "It goes on with them where they are so many times as long as those that crept: one takes "
        "as many evaluations, and equations to solve.",
        guard=_DAMPED,
        spoilt=1e4,
    )


STIFFNESS = StiffnessTuning()
CREEP = CreepTuning()
