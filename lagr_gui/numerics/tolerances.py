"""The chosen numbers of the linear algebra with ranks, and of impacts."""

from __future__ import annotations

from dataclasses import dataclass

from lagr_gui.numerics.tuned import tuned


@dataclass(frozen=True)
class RankTuning:
    """How ranks are told (`descriptor`), and independent columns picked (`reduction`)."""

    dependent: float = tuned(
        1e-9,
        "A singular value of the scaled G, its rows of length 1, below this counts as zero: far "
        "above rounding (1e-16 over the least length of a row that counts, 1e-5), far below what "
        "mechanisms have outside of singular configurations.",
        source="Golub, Van Loan: Matrix Computations, chapter 5 (numerical rank by the SVD)",
        guard="numerics/test_ranks.py::test_rank_accelerations_and_multipliers_of_redundant_idle"
        "_and_nearly_idle_sets",
        spoilt=1e6,
    )
    without_inertia: float = tuned(
        1e-13,
        "An eigenvalue of the metric of the motions that the constraints leave below this part of "
        "the largest: they have no inertia, and no acceleration.",
        guard="numerics/test_tuned.py::test_motions_without_inertia_have_no_acceleration",
        spoilt=1e-6,
    )
    weightless: float = tuned(
        1e-28,
        "An inertia below this part of the largest is none: it is rounding of sin π, squared.  "
        "Those of angles and of displacements are of different units: what is real in a mechanism "
        "of micrometres is 1e-15 beside a kilogram.",
        guard="numerics/test_tuned.py::test_inertias_of_any_unit_count_and_rounding_does_not",
        spoilt=1e16,
    )
    idle: float = tuned(
        1e-10,
        "A row smaller than this part of what it could be binds nothing: its terms cancel.",
        guard="numerics/test_ranks.py::test_rank_accelerations_and_multipliers_of_redundant_idle"
        "_and_nearly_idle_sets",
        spoilt=1e-8,
    )
    whole: float = tuned(
        1e-5,
        "Rows larger than this part of what they could be count alike; smaller ones count less, so "
        "that the rounding in them (1e-16) stays below `dependent`.",
        guard="numerics/test_ranks.py::test_rank_accelerations_and_multipliers_of_redundant_idle"
        "_and_nearly_idle_sets",
        spoilt=1e-8,
    )
    unfulfilled: float = tuned(
        1e-6,
        "A part of what constraints ask for above this, that no acceleration meets: they "
        "contradict each other.",
        guard="numerics/test_ranks.py::test_contradictory_sets_are_told",
        spoilt=1e7,
    )
    least_asked: float = tuned(
        1e-9,
        "The same in the scale of the metric, where forces make accelerations and constraints ask "
        "for little: below this all is rounding.",
        guard="numerics/test_ranks.py::test_rank_accelerations_and_multipliers_of_redundant_idle"
        "_and_nearly_idle_sets",
        spoilt=1e-9,
    )
    share: float = tuned(
        0.3,
        "A coordinate is taken as independent where its part in the motions is this of the largest "
        "one: wished ones go first, but not where they determine the others badly.",
        source="Wehage, Haug: Generalized coordinate partitioning, J. Mech. Design 104 (1982), "
        "with full pivoting instead of this part",
        guard="numerics/test_tuned.py::test_a_wished_column_is_picked_where_it_tells_enough",
        spoilt=0.01,
    )


@dataclass(frozen=True)
class ImpactTuning:
    """How impulses of several contacts are found (`impacts`)."""

    exchanges: int = tuned(
        10_000,
        "Exchanges between contacts that push and that do not: each lowers an energy, so that the "
        "search ends by itself long before.",
        source="Lawson, Hanson: Solving Least Squares Problems, chapter 23",
        guard="numerics/test_tuned.py::test_impulses_push_where_contacts_close_and_only_there",
        spoilt=1e-4,
    )


@dataclass(frozen=True)
class CurveTuning:
    """What counts as even, and as a wave (`curves`)."""

    uneven: float = tuned(
        1e-6,
        "Differences of steps, relative to the mean one, up to which times count as even.",
        guard="numerics/test_curves.py::test_uneven_times_are_made_even",
        spoilt=1e9,
    )
    swing: float = tuned(
        0.1,
        "How far, relative to its largest distance from the mean, a curve goes to either side "
        "between two passages: smaller waves are none.",
        guard="numerics/test_curves.py::test_small_waves_and_chaos_are_no_period",
        spoilt=1e-3,
    )
    rhythm: float = tuned(
        0.02,
        "Differences of times between passages, relative to the mean one, up to which they are "
        "even.",
        guard="numerics/test_curves.py::test_small_waves_and_chaos_are_no_period",
        spoilt=1e3,
    )


@dataclass(frozen=True)
class TurnTuning:
    """Attitudes by three turns in sequence (`attitudes`)."""

    across: float = tuned(
        1e-9,
        "Cosines of angles between axes below this are those of right angles, as in matrices that "
        "are typed.",
        guard="numerics/test_attitudes.py::test_only_a_middle_axis_across_both_others_reaches_every_attitude",
        spoilt=1e9,
    )
    shut: float = tuned(
        1e-13,
        "Below this sine of the angle to a lock rates of the first and the last turn are rounding.",
        guard="numerics/test_attitudes.py::test_in_the_lock_the_first_turn_rests_and_the_last_does_all",
        spoilt=1e-9,
    )


RANKS = RankTuning()
IMPACTS = ImpactTuning()
CURVES = CurveTuning()
TURNS = TurnTuning()
