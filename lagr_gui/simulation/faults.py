"""Why a simulation cannot go on, in the words of mechanics."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from lagr_gui.numerics import scales
from lagr_gui.problem import LagrError, Problem
from lagr_gui.simulation.conditions import Conditions, Description, place_of
from lagr_gui.simulation.system import Array

SINGULAR = 1e-12
"""A pivot of g below this part of its g_ii counts as zero."""

NEARLY_SINGULAR = 1e-6
"""A pivot below this explains steps that become too small."""


def weak_coordinate(pivots: Array, limit: float) -> int | None:
    """A coordinate whose pivot is below the limit; one that is undefined only where none is.

    A pivot that vanishes makes those after it undefined: it is the cause, they are not.
    """
    small = np.flatnonzero(np.abs(pivots) <= limit)
    undefined = np.flatnonzero(np.isnan(pivots))
    weak = [*small, *undefined]
    return int(weak[0]) if weak else None


def no_inertia(coordinate: str, t: float) -> LagrError:
    """g is singular."""
    return LagrError(
        Problem(
            place=f"coordinate {coordinate}",
            cause=f"It has no inertia at t = {t:.6g} s: nothing determines its acceleration.",
            remedy="Give a body that it moves a mass or a moment of inertia, the mesh of a "
            "charge an inductance, or fix it.",
            code="singular-metric",
        )
    )


def not_finite(coordinates: Sequence[str], qdd: Array, t: float) -> LagrError:
    """A force or acceleration has no value."""
    names = [name for name, a in zip(coordinates, qdd, strict=True) if not np.isfinite(a)]
    return LagrError(
        Problem(
            place=f"coordinate {', '.join(names)}",
            cause=f"The acceleration has no value at t = {t:.6g} s.",
            remedy=(
                "Look for a spring or dashpot whose length becomes zero, a division by zero "
                "or a root of a negative number in a force."
            ),
            code="no-acceleration",
        )
    )


def collapsed(t: float, detail: str) -> LagrError:
    """The method cannot hold its tolerance with any step."""
    return LagrError(
        Problem(
            place="simulation",
            cause=f"The time step became too small at t = {t:.6g} s. {detail}".strip(),
            remedy=(
                "The motion has a singularity or a jump there: look at the forces at this time, "
                "choose larger tolerances or another method."
            ),
            code="step-size",
        )
    )


def exhausted(t: float, what: str) -> LagrError:
    """More steps or time than allowed."""
    return LagrError(
        Problem(
            place="simulation",
            cause=f"It had reached only t = {t:.6g} s after {what}.",
            remedy="Choose an earlier end or larger tolerances, or allow more.",
            code="simulation-limit",
        )
    )


def opposed(conditions: Conditions, found: Description, row: int) -> str:
    """A sentence that names the other conditions whose directions hold that of a row of G.

    Empty where the row is independent of those of other items: then no one is its opponent.
    """
    G = found.G * scales(found.g)
    sizes = np.linalg.norm(G, axis=1)
    own = conditions.sources[row]
    others = [i for i in range(len(G)) if i != row and sizes[i] > 0]
    if not others or not sizes[row] > 0:
        return ""
    units, wanted = G[others] / sizes[others, None], G[row] / sizes[row]
    parts = np.linalg.lstsq(units.T, wanted, rcond=None)[0]
    if np.linalg.norm(units.T @ parts - wanted) > TAKES_PART:
        return ""
    taking = [others[i] for i in np.flatnonzero(np.abs(parts) > TAKES_PART)]
    sources = dict.fromkeys(conditions.sources[i] for i in taking)
    names = [place_of(source) for source in sources if source != own]
    if not names:
        return ""
    return f" The same motion is bound by {', '.join(names)}."


TAKES_PART = 1e-6
"""A condition takes part in the direction of another with more than this."""


def torn(conditions: Conditions, t: float, q: Array) -> LagrError:
    """No positions near these meet the conditions, or they are dead and nothing leads away."""
    found = conditions.at(t, q, np.zeros_like(q))
    rows = np.linalg.norm(found.G * scales(found.g), axis=1)
    away = np.abs(found.position)
    worst = int(np.argmax(away)) if np.any(away > 1e-9) else int(np.argmin(rows))
    return LagrError(
        Problem(
            place=place_of(conditions.sources[worst]),
            cause=f"Its condition cannot be held beyond t = {t:.6g} s.",
            remedy="The system reaches a dead position there, or a prescribed motion asks for "
            "more than the lengths allow: look at the position at this time.",
            code="torn",
        )
    )
