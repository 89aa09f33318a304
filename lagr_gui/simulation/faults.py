"""Why a simulation cannot go on, in the words of mechanics."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

import numpy as np

from lagr_gui.foundation.message import joined, say
from lagr_gui.foundation.problem import LagrError, Problem, Severity, refusal
from lagr_gui.simulation.constraints import BoundConstraints, Description, place_of
from lagr_gui.simulation.system import Array
from lagr_gui.simulation.tuning import PROJECTION, VERDICT

SHOWN = 8
"""Coordinates of a position that a message tells."""


def weak_coordinate(pivots: Array, limit: float) -> int | None:
    """A coordinate whose pivot is below the limit; one that is undefined only where none is.

    A pivot that vanishes makes those after it undefined: it is the cause, they are not.
    """
    if (pivots > limit).all():
        return None
    small, undefined = pivots <= limit, np.isnan(pivots)
    return int(np.argmax(small if small.any() else undefined))


def no_inertia(coordinate: str, t: float) -> LagrError:
    """g is singular."""
    return refusal(
        place=say("coordinate {coordinate}", coordinate=coordinate),
        cause=say("It has no inertia at t = {t:.6g} s: nothing determines its acceleration.", t=t),
        remedy="Give a body that it moves a mass or a moment of inertia, the mesh of a "
        "charge an inductance, or fix it.",
        code="singular-metric",
    )


def negative_inertia(coordinate: str, t: float) -> LagrError:
    """g is not positive definite."""
    return refusal(
        place=say("coordinate {coordinate}", coordinate=coordinate),
        cause=say(
            "The kinetic energy of some motion is negative at t = {t:.6g} s: the metric g is not "
            "positive definite.",
            t=t,
        ),
        remedy="Give bodies moments and products of inertia that a body can have; the warnings "
        "about inertias say which have none.",
        code="indefinite-metric",
    )


@dataclass(frozen=True)
class Invalid:
    """Coordinates that are no valid minimal coordinates in a position.

    Their velocities move no body differently there, or, if that is `unbounded`, infinitely fast.
    """

    names: tuple[str, ...]
    unbounded: bool = False

    @property
    def words(self) -> str:
        """What their velocities do."""
        match self.unbounded, len(self.names):
            case False, 1:
                return say("Its velocity moves nothing (a pole, as r = 0 of polar coordinates)")
            case False, _:
                return say("Different velocities of them give the same motion (gimbal lock)")
            case True, 1:
                return say("No motion changes it there (the end of its range)")
            case _:
                return say(
                    "No motion changes them independently of each other there (bars in line, or "
                    "the end of a range)"
                )


def invalid_coordinates(
    invalid: Invalid, coordinates: Sequence[str], t: float, q: Array
) -> LagrError:
    """Coordinates that fail in one position: gimbal lock, a pole, the end of a range."""
    names, lost = invalid.names, invalid.words
    return refusal(
        place=say("coordinate {names}", names=", ".join(names)),
        cause=say(
            "{lost} at t = {t:.6g} s, in the position {position}: nothing "
            "determines the acceleration.",
            lost=lost,
            t=t,
            position=position_words(coordinates, q),
        ),
        remedy="Choose another sequence of axes or other coordinates, or a start whose motion "
        "keeps away from this position.",
        code="invalid-coordinates",
    )


def position_words(coordinates: Sequence[str], q: Array) -> str:
    """A position in words, as far as it is short."""
    shown = [f"{name} = {value:.4g}" for name, value in zip(coordinates, q, strict=True)]
    return ", ".join([*shown[:SHOWN], *(["…"] if len(shown) > SHOWN else [])])


def not_finite(coordinates: Sequence[str], qdd: Array, t: float) -> LagrError:
    """A force or acceleration has no value."""
    names = [name for name, a in zip(coordinates, qdd, strict=True) if not np.isfinite(a)]
    return refusal(
        place=say("coordinate {names}", names=", ".join(names)),
        cause=say("The acceleration has no value at t = {t:.6g} s.", t=t),
        remedy=(
            "Look for a spring or dashpot whose length becomes zero, a division by zero "
            "or a root of a negative number in a force."
        ),
        code="no-acceleration",
    )


def switching(most: int, begin: float, end: float) -> LagrError:
    """Functions of time alone jump or bend more often than there may be steps."""
    return refusal(
        place="Functions of time",
        cause=say(
            "They jump or bend more than {most} times between t = {begin:.6g} s and {end:.6g} s, "
            "and at each of these times a step has to end.",
            most=most,
            begin=begin,
            end=end,
        ),
        remedy="Choose an earlier end, slower or smooth functions, or a table with fewer points.",
        code="too-many-switches",
    )


def not_resolved() -> Problem:
    """Functions of time vary more often than is looked at before a motion."""
    return Problem(
        place="Functions of time",
        cause="They vary so often that it was not looked at each time: what lasts much shorter "
        "than a step may have been missed.",
        remedy="Choose an earlier end, or a largest step as short as what they do.",
        severity=Severity.WARNING,
        code="too-many-variations",
    )


def without_direction(sources: Sequence[str], t: float, ropes: Collection[str]) -> LagrError:
    """The ends of elements or of spans of `ropes` coincide: nothing tells where they pull."""
    remedy = (
        "Choose other points or another start. A damper of LAGR needs no line, and a spring "
        "without natural length none either."
    )
    cause = say(
        "Its ends coincide at t = {t:.6g} s, so that its force has no direction there.", t=t
    )
    gone = say("One of its spans has no length at t = {t:.6g} s, so that it has no direction.", t=t)
    over = "Choose other points or another start: the end of a rope cannot run into a pulley."
    return LagrError(
        Problem(place_of(source), *words, code="no-direction")
        for source in sources
        for words in [(gone, over) if source in ropes else (cause, remedy)]
    )


def collapsed(t: float, detail: str) -> LagrError:
    """The method cannot hold its tolerance with any step."""
    return refusal(
        place="simulation",
        cause=say("The time step became too small at t = {t:.6g} s.", t=t)
        + (say(" {detail}", detail=detail) if detail else ""),
        remedy=(
            "The motion has a singularity or a jump there: look at the forces at this time, "
            "choose larger tolerances or another method."
        ),
        code="step-size",
    )


def exhausted(t: float, what: str) -> LagrError:
    """More steps or time than allowed."""
    return refusal(
        place="simulation",
        cause=say("It had reached only t = {t:.6g} s after {what}.", t=t, what=what),
        remedy="Choose an earlier end or larger tolerances, or allow more.",
        code="simulation-limit",
    )


def hopeless(t: float, end: float, needed: float, most: int) -> LagrError:
    """The end is out of reach: the steps are too short for it."""
    return refusal(
        place="simulation",
        cause=say(
            "It has reached t = {t:.6g} s; in steps like these the end at {end:.6g} s would "
            "take {needed:.1e} of them, {most} are allowed.",
            t=t,
            end=end,
            needed=needed,
            most=most,
        ),
        remedy="Choose an earlier end. If a force jumps to and fro, let it pass over smoothly; "
        "if something vibrates very fast, make it rigid.",
        code="simulation-limit",
    )


def stopped(t: float) -> LagrError:
    """Somebody stopped it."""
    return refusal(
        place="simulation",
        cause=say("You stopped it at t = {t:.6g} s.", t=t),
        remedy="The motion up to there is kept.",
        code="stopped",
    )


def opposed(constraints: BoundConstraints, found: Description, row: int) -> str:
    """A sentence that names the other constraints whose directions hold that of a row of G.

    Empty where the row is independent of those of other items: then no one is its opponent.
    """
    G, _ = found.rows.even(found.scale)
    sizes = np.linalg.norm(G, axis=1)
    subject = constraints.sources[row]
    others = [i for i in range(len(G)) if i != row and sizes[i] > 0]
    if not others or not sizes[row] > 0:
        return ""
    units, wanted = G[others] / sizes[others, None], G[row] / sizes[row]
    parts = np.linalg.lstsq(units.T, wanted, rcond=None)[0]
    if np.linalg.norm(units.T @ parts - wanted) > VERDICT.takes_part:
        return ""
    taking = [others[i] for i in np.flatnonzero(np.abs(parts) > VERDICT.takes_part)]
    sources = dict.fromkeys(constraints.sources[i] for i in taking)
    names = [place_of(source) for source in sources if source != subject]
    if not names:
        return ""
    return say(" The same motion is bound by {names}.", names=joined(names))


def torn(constraints: BoundConstraints, t: float, q: Array, row: int | None = None) -> LagrError:
    """No positions near these meet the constraints, or they are dead and nothing leads away.

    `row` is the constraint that is to blame, where that is known.
    """
    row = _torn_row(constraints, t, q) if row is None else row
    return refusal(
        place=place_of(constraints.sources[row]),
        cause=say(
            "Its condition cannot be held beyond t = {t:.6g} s, from the position {position}.",
            t=t,
            position=position_words(constraints.coordinates, q),
        ),
        remedy="The system reaches a dead position there, a prescribed motion asks for "
        "more than the lengths allow, a disc falls flat, or a condition that is not linear in the "
        "velocities binds nothing there: look at the position at this time.",
        code="torn",
    )


def _torn_row(constraints: BoundConstraints, t: float, q: Array) -> int:
    """The constraint that is missed most; else the one that moves, of those that depend."""
    description = constraints.at(t, q, np.zeros_like(q))
    place, speed = np.split(constraints.could, 2)
    away = np.abs(description.position) / place
    if np.any(away > PROJECTION.closed):
        return int(np.argmax(away))
    if not np.isfinite(description.G).all():
        return int(np.argmin(np.isfinite(description.G).all(axis=1)))
    rows, _ = description.rows.even(description.scale)
    _, values, vectors = np.linalg.svd(rows.T)
    shares = np.abs(vectors[int(np.argmin(values))])
    moving = shares * np.abs(description.velocity) / speed
    return int(np.argmax(moving if np.any(moving > VERDICT.takes_part) else shares))
