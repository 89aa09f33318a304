"""Numbers of impacts, lasting contact and release."""

from __future__ import annotations

from dataclasses import dataclass

from lagr_gui.numerics import tuned

_IMPACTS = "simulation/test_impacts.py::"


@dataclass(frozen=True)
class ContactTuning:
    """When limits count as reached, struck and at rest (`contacts`)."""

    typed: float = tuned(
        1e-6,
        "A start that is beyond a limit by less than this part of the terms of its gap is put on "
        "it: start values are typed with some digits.",
        guard=_IMPACTS + "test_a_start_is_put_on_a_limit_within_typed_digits_only",
        spoilt=1e4,
    )
    in_touch: float = tuned(
        3e-11,
        "A gap below this part of what its terms have been is none when something arrives: several "
        "limits reached at one instant are found one by one, each with the error of the steps.",
        guard=_IMPACTS + "test_a_gap_however_small_is_open",
        spoilt=1e5,
    )
    slack: float = tuned(
        1e-11,
        "A limit that never opens by this part of the terms of its gap is in touch, and a rebound "
        "that is no higher is none: rounding must not reach it again.",
        guard=_IMPACTS + "test_a_gap_however_small_is_open",
        spoilt=1e9,
    )
    open: float = tuned(
        1e-3,
        "A limit that opens by this part of `slack` is open: it is met where its gap is 0 itself, "
        "so that no impact lies beyond it and none gains energy.",
        guard=_IMPACTS + "test_rebounds_lower_than_what_passes_unseen_gain_no_energy",
        spoilt=1e9,
    )
    rebound: float = tuned(
        1e-5,
        "A rebound below this part of the fastest arrival at a limit so far comes to rest: impacts "
        "of a bouncing ball accumulate without end.",
        source="Pfeiffer, Glocker: Multibody Dynamics with Unilateral Contacts, chapter 8 (impacts "
        "by Newton's law)",
        guard=_IMPACTS + "test_a_ball_bounces_as_a_geometric_series_and_then_rests",
        spoilt=1e4,
    )
    still: float = tuned(
        1e-10,
        "A speed below this part of what the velocities could make of it is rest in any case.",
        guard=_IMPACTS + "test_what_slides_along_a_limit_does_not_strike_it",
        spoilt=1e9,
    )
    steady: float = tuned(
        0.05,
        "By less than this part the acceleration that leads back changes until a slow rebound has "
        "come to rest: then the time of rest is known as well.",
        guard=_IMPACTS + "test_impacts_go_on_where_the_wall_is_driven",
        spoilt=1e3,
    )
    moved: float = tuned(
        1e-9,
        "An impact that takes less than this part of a speed of arrival takes nothing: then "
        "constraints lead through the limit.",
        guard=_IMPACTS + "test_a_ball_bounces_as_a_geometric_series_and_then_rests",
        spoilt=1e10,
    )
    chain: int = tuned(
        200,
        "Impacts that may follow each other in a row of touching bodies at one instant, before all "
        "are taken at once.",
        guard=_IMPACTS + "test_a_row_of_touching_balls_hands_the_push_on",
        spoilt=0.0,
    )
    most: int = tuned(
        20_000,
        "Impacts that a motion may have.",
        guard=_IMPACTS + "test_a_ball_bounces_as_a_geometric_series_and_then_rests",
        spoilt=0.0001,
    )
    pushing: float = tuned(
        1e-9,
        "A contact stays where its force is above this part of the largest one.",
        guard=_IMPACTS + "test_a_box_on_two_feet_comes_to_rest_flat",
        spoilt=1e09,
    )


CONTACT = ContactTuning()
