"""Numbers of impacts, lasting contact and release."""

from __future__ import annotations

from dataclasses import dataclass

from lagr_gui.numerics import tuned

_IMPACTS = "simulation/test_impacts.py::"


@dataclass(frozen=True)
class ContactTuning:
    """When limits count as reached, struck and at rest (`contacts`)."""

    closed: float = tuned(
        1e-6,
        "A gap below this, in the scale of the coordinates, is none when something arrives: "
        "several limits reached at one instant are found one by one, each with the error of a "
        "root.",
        guard="simulation/test_chosen_numbers.py::test_a_start_beyond_a_limit_is_refused_however_little_it_is",
        spoilt=10000,
    )
    slack: float = tuned(
        1e-11,
        "An open limit counts as reached when it is passed by this: one that was let go starts "
        "at 0, and rounding must not reach it again.",
        guard=_IMPACTS + "test_a_ball_bounces_as_a_geometric_series_and_then_rests",
        spoilt=1e06,
    )
    rebound: float = tuned(
        1e-5,
        "A rebound below this part of the fastest arrival so far comes to rest: without it the "
        "impacts of a bouncing ball accumulate without end.",
        source="Pfeiffer, Glocker: Multibody Dynamics with Unilateral Contacts, chapter 8 (impacts "
        "by Newton's law)",
        guard=_IMPACTS + "test_a_ball_bounces_as_a_geometric_series_and_then_rests",
        spoilt=1e4,
    )
    still: float = tuned(
        1e-9,
        "A speed below this, in the scale of the coordinates, is rest in any case.",
        guard=_IMPACTS + "test_a_ball_bounces_as_a_geometric_series_and_then_rests",
        spoilt=1e09,
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
