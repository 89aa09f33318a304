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


def by_poisson(source: str) -> Problem:
    """What is told where Newton’s law was not taken."""
    cause = (
        "By Newton’s law with friction an impact would have made energy; it was done by "
        "Poisson’s law, which takes some."
    )
    return Problem(place_of(source), cause, "", Severity.WARNING, "poisson")


def caught_at_start(source: str, loss: float) -> Problem:
    """What is told where a motion was to begin against a one-way clutch."""
    cause = say(
        "The start values turn this one-way clutch backwards: it catches at once, which takes "
        "{loss:.3g} J.",
        loss=loss,
    )
    remedy = "Give start velocities at which it turns freely, or a slip moment."
    return Problem(place_of(source), cause, remedy, Severity.WARNING, "caught")


def turned_back(source: str, t: float) -> LagrError:
    """Where conditions turn what turns one way the other way."""
    cause = say(
        "At t = {t:.6g} s conditions of the system turn this one-way clutch backwards: no force "
        "can stop that.",
        t=t,
    )
    remedy = "Let prescribed motions turn it forwards, or give it a slip moment."
    return refusal(place_of(source), cause, remedy, code="turned-back")


def turned_at_once(source: str, t: float) -> LagrError:
    """Where what slides does so the other way without having stopped."""
    cause = say(
        "At t = {t:.6g} s the slip of this friction turns round at once: the ends of its line pass "
        "each other, or the given speed of its other side jumps.",
        t=t,
    )
    remedy = "Keep the ends apart, and let the given speed change within a short time."
    return refusal(place_of(source), cause, remedy, code="slip-jumps")


def not_shared(source: str, t: float) -> LagrError:
    """Where the motion depends on forces that equations do not tell."""
    cause = say(
        "At t = {t:.6g} s the motion depends on how a load is shared among rough contacts that "
        "hold the same, as four feet of a table that turns while it slides: stiffness alone would "
        "tell.",
        t=t,
    )
    remedy = "Let the body stand on three of them, or hang its feet on springs."
    return refusal(place_of(source), cause, remedy, code="load-shared")


def unsolved(source: str) -> LagrError:
    """Where an impact has no impulses."""
    cause = "No impulses of this impact with friction were found."
    return refusal(place_of(source), cause, "Choose a smaller μ.", code="impact-unsolved")


def normal_open(source: str) -> LagrError:
    """Where joints or conditions keep the gap of a contact with friction."""
    cause = (
        "Joints or conditions keep the height over this contact by themselves, so that nothing "
        "tells with which force it is pressed, and its friction has no bound."
    )
    remedy = "Let the body move across the contact too (a planar joint, a free one), or take μ = 0."
    return refusal(place_of(source), cause, remedy, code="normal-open")
