"""Numbers of the search for equilibria, and of the way from one start to a balance."""

from __future__ import annotations

from dataclasses import dataclass

from lagr_gui.numerics import tuned

_TESTS = "simulation/test_equilibrium.py::"


@dataclass(frozen=True)
class SearchTuning:
    """From where equilibria are looked for, and which are the same (`equilibrium`)."""

    starts: int = tuned(
        60,
        "Random starts of a system without constraints; besides these the one of the model, zero, "
        "and the corners 0, pi of few angles are taken.",
        guard=_TESTS + "test_a_shallow_truss_has_three_positions_and_snaps_through",
        spoilt=0,
    )
    bound_starts: int = tuned(
        30,
        "The same under constraints, where each costs projections.",
        guard=_TESTS + "test_a_search_goes_on_where_the_balance_has_no_unique_step",
        spoilt=0,
    )
    hops: int = tuned(
        60,
        "Jumps from the lowest energy found, where there are several equilibria.",
        source="Wales, Doye: Global optimization by basin-hopping, J. Phys. Chem. A 101 (1997)",
        guard=_TESTS + "test_a_hanging_chain_of_springs_unfolds_to_its_lowest_energy",
        spoilt=0,
    )
    corners: int = tuned(
        6,
        "So many angles at most have their corners tried: 64 starts.",
        guard="simulation/test_chosen_numbers.py::test_pendulums_in_every_combination_are_found_from_their_corners_alone",
        spoilt=0,
    )
    most_starts: int = tuned(
        300,
        "Starts in all, with those to which known equilibria lead: products of independent parts.",
        guard=_TESTS + "test_products_of_independent_systems_have_products_of_equilibria",
        spoilt=0,
    )
    repelled: int = tuned(
        40,
        "Steps of Newton's method away from known equilibria.",
        source="Farrell, Birkisson, Funke: Deflation techniques, SIAM J. Sci. Comput. 37 (2015)",
        guard=_TESTS + "test_deflation_finds_what_lies_close_together",
        spoilt=0,
    )
    aside: float = tuned(
        0.05,
        "It begins so far beside a known one, in parts of its coordinates, or of this one at 0.",
        guard=_TESTS + "test_deflation_finds_what_lies_close_together",
        spoilt=0,
    )
    kept: int = tuned(
        3,
        "So many equilibria that are not isolated are kept.",
        guard=_TESTS + "test_a_search_goes_on_where_the_balance_has_no_unique_step",
        spoilt=20,
    )
    same: float = tuned(
        1e-6,
        "Equilibria nearer than this, relative to 1 + |q|, are the same: the square root of what "
        "rounding leaves of forces, for a balance that is not a simple one.",
        guard=_TESTS + "test_pendulums_hang_or_stand_in_every_combination",
        spoilt=1e-10,
    )


@dataclass(frozen=True)
class BalanceTuning:
    """Newton's method on forces and descent on a potential, from one start (`balance`)."""

    steps: int = tuned(
        80,
        "Steps that each of both may take.",
        guard=_TESTS + "test_only_what_is_in_balance_is_listed_where_units_differ_by_powers_of_ten",
        spoilt=0.02,
    )
    slow_steps: int = tuned(
        12,
        "So many slow steps in a row end Newton's method: it creeps towards no equilibrium.",
        guard=_TESTS + "test_only_what_is_in_balance_is_listed_where_units_differ_by_powers_of_ten",
        spoilt=0,
    )
    shortest_part: float = tuned(
        1e-2,
        "The shortest part of a step that a line search on forces tries, before it is damped.",
        source="Nocedal, Wright: Numerical Optimization, sections 3.1 and 11.2",
        guard=_TESTS + "test_only_what_is_in_balance_is_listed_where_units_differ_by_powers_of_ten",
        spoilt=1e-07,
    )
    balanced: float = tuned(
        1e-9,
        "What remains of forces in balance, relative to those out of balance.",
        guard=_TESTS + "test_pendulums_hang_or_stand_in_every_combination",
        spoilt=1e-09,
    )
    blurred: float = tuned(
        1e-9,
        "What remains of the terms of a force when they cancel.",
        guard=_TESTS + "test_pendulums_hang_or_stand_in_every_combination",
        spoilt=1e-09,
    )
    around: float = tuned(
        1e-9,
        "So far from a position, relative to 1 + |q|, no force that is continuous changes by the "
        "part `jump`.",
        guard=_TESTS + "test_pendulums_hang_or_stand_in_every_combination",
        spoilt=1e08,
    )
    jump: float = tuned(
        1e-2,
        "A part of the usual size of forces.",
        guard=_TESTS + "test_where_ends_of_a_spring_coincide_nothing_is_in_balance",
        spoilt=1000,
    )
    polishing: int = tuned(
        60,
        "Full steps that end a search: where the balance is not a simple one, each gains a third.",
        source="Dennis, Schnabel: Numerical Methods for Unconstrained Optimization, section 5.2 "
        "(Newton's method at singular roots)",
        guard=_TESTS + "test_a_search_goes_on_where_the_balance_has_no_unique_step",
        spoilt=0,
    )
    contraction: float = tuned(
        0.25,
        "What a step towards an equilibrium that is followed may be of the one before.",
        source="Deuflhard: Newton Methods for Nonlinear Problems, section 5.1 (continuation)",
        guard="lagr_gui/extensions/families/tests/test_following.py::test_among_many_branches_none_is_left_in_silence",
        spoilt=1e6,
    )
    nearing: int = tuned(
        10,
        "Steps towards an equilibrium that is followed; they contract at least by `contraction`.",
        guard="lagr_gui/extensions/families/tests/test_following.py::test_an_equilibrium_is_followed_around_a_hoop",
        spoilt=0.1,
    )


SEARCH = SearchTuning()
BALANCE = BalanceTuning()
