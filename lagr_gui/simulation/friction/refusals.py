"""What is told of motions with dry friction that cannot go on, or only by an impact."""

from __future__ import annotations

from lagr_gui.foundation.message import say
from lagr_gui.foundation.problem import LagrError, Problem, Severity, refusal
from lagr_gui.simulation.constraints import place_of


def in_lock(source: str) -> LagrError:
    """Where coordinates are changed near a lock."""
    cause = (
        "The motion passes a lock of the angles of a joint, where other coordinates take their "
        "place; dry friction in a joint does not know these yet."
    )
    return refusal(
        place_of(source), cause, "Choose other axes of that joint.", code="friction-lock"
    )


def unsettled(source: str, t: float) -> LagrError:
    """Where modes change for ever."""
    return refusal(
        place_of(source),
        say("At t = {t:.6g} s friction changes between sliding and sticking without end.", t=t),
        "Give moving parts a mass, and what holds beside others a sliding friction above 0, or "
        "look at what is driven with a force without bounds.",
        code="friction-unsettled",
    )


def seized(source: str, t: float, loss: float) -> Problem:
    """What is told where a contact locks without a collision."""
    cause = say(
        "At t = {t:.6g} s this contact locks while it slides, without a collision (Painlevé): no "
        "finite force keeps it from being passed. An impact stops its slip and takes {loss:.3g} J.",
        t=t,
        loss=loss,
    )
    return Problem(place_of(source), cause, "", Severity.WARNING, "painleve")


def two_motions(source: str, t: float) -> LagrError:
    """Where two motions follow from one state."""
    cause = say(
        "At t = {t:.6g} s this contact slides so that its force would lift it no more (Painlevé): "
        "two motions follow from the same state, one in contact and one that leaves.",
        t=t,
    )
    remedy = "Choose a smaller μ, or give the contact some compliance."
    return refusal(place_of(source), cause, remedy, code="painleve")


def jammed(source: str, t: float) -> LagrError:
    """Where no finite force holds a contact that slides."""
    cause = say(
        "At t = {t:.6g} s no finite force keeps this contact from being passed (Painlevé): it jams "
        "while it slides.",
        t=t,
    )
    return refusal(place_of(source), cause, "Choose a smaller μ.", code="jammed")


def unsolved(source: str) -> LagrError:
    """Where an impact has no impulses."""
    cause = "No impulses of this impact with friction were found."
    return refusal(place_of(source), cause, "Choose a smaller μ.", code="impact-unsolved")
