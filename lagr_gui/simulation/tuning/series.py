"""Numbers of the steps by Taylor series."""

from __future__ import annotations

from dataclasses import dataclass

from lagr_gui.numerics import tuned

_TESTS = "simulation/test_taylor.py::"


@dataclass(frozen=True)
class TaylorTuning:
    """Steps by Taylor series in machine code (`bursts/taylor`)."""

    products: int = tuned(
        80,
        "Sums of products of an order up to which series are faster than DOP853: by a third with "
        "20, a fifth with 50, no more with 160.",
        guard=_TESTS + "test_series_are_used_where_a_system_is_small_and_smooth",
        spoilt=0.001,
    )
    strictness: float = tuned(
        0.1,
        "Steps keep to this part of the tolerances: DOP853 too misses less in a step than it may.",
        guard=_TESTS + "test_motions_are_as_exact_as_those_of_dop853",
        spoilt=1e4,
    )
    knots: int = tuned(
        4,
        "Steps may be so many times as long as those of DOP853: what is added up or looked for "
        "along them, works and zeros, is so in as many parts.",
        guard=_TESTS + "test_works_are_as_exact_as_with_short_steps",
        spoilt=0.25,
    )
    least: int = tuned(
        8,
        "The least order, for large tolerances: that of DOP853.",
        guard=_TESTS + "test_orders_rise_with_the_digits_asked_for",
        spoilt=3,
    )
    digits: float = tuned(
        0.6,
        "The order is 2 more than so many times the logarithm of the tolerance.  1/2 would be best "
        "if time went with its square; measured, it hardly rises more than the order up to 16.",
        source="Jorba, Zou: Experimental Mathematics 14 (2005), section 3.2",
        guard=_TESTS + "test_orders_rise_with_the_digits_asked_for",
        spoilt=0.5,
    )
    missed: float = tuned(
        100.0,
        "What the rate at the end of a step may miss, times the length, over the tolerance: the "
        "derivative of a last term is `order` times as large as the term.",
        guard=_TESTS + "test_a_series_that_is_not_that_of_the_rates_makes_no_step",
        spoilt=1e12,
    )
    edge: float = tuned(
        0.3,
        "From |h lambda| of so many times the order on stability limits steps: its region ends at "
        "some 0.4 on the real axis; accuracy never allows more than 0.15 for vibrations.",
        source="Hairer, Wanner: Solving ODEs II, section IV.2",
        guard=_TESTS + "test_stiff_motions_go_over_to_an_implicit_method",
        spoilt=10.0,
    )
    endured: int = tuned(
        10_000,
        "So many steps at the edge of stability count as stiffness.  They take some 5 ms; where "
        "many digits are asked for Radau, of order 5, often takes more steps than that edge does.",
        guard=_TESTS + "test_stiff_motions_go_over_to_an_implicit_method",
        spoilt=1e6,
    )


TAYLOR = TaylorTuning()
