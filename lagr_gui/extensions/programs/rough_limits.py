"""Limits with friction in programs: what decides on who slides, who sticks, and where they end."""

from __future__ import annotations

from lagr_gui.extensions.programs.record import Standalone
from lagr_gui.numerics.tolerances import COULOMB, IMPACTS
from lagr_gui.simulation.tuning import CONTACT, FRICTION

AT_REST, MOVED_APART = 1e-13, 1e-10
"""A slip below the first, of what it could be, is none; what moves less than the second part of
what it does alone where others hold is held by these."""
IN_LINE = 1e-9
"""Slips whose directions differ by less are along one line."""

TROUBLE = (
    "a contact that slides locks, which no force can stop (Painleve)",
    "a contact that slides may stay or leave: two motions (Painleve)",
    "contacts with friction jam: no forces, or impulses, balance",
    "the motion depends on how contacts with friction share a load",
    "nothing tells what presses a contact: its height is kept",
)
"""Why motions of such end early, in the order of their statuses."""
FIRST = 11
"""The status of the first of them, behind those of what acts."""


def of_rough_limits(program: Standalone, coarse: float) -> dict[str, float | tuple[int, ...]]:
    """The constants of a program with rough limits, where rounding is so many times as much."""
    holds = len(program.limits) + len(program.frictions) + 2 * len(program.rough)
    first = FIRST + len(program.endings)
    names = ("LOCKS", "TWO_WAYS", "UNBALANCED", "UNSHARED", "UNPRESSED")
    return {
        "HOLDS": holds,
        "ROUGH": len(program.rough),
        "SLIPS": 2 * len(program.rough),
        "ROUGH_LIMITS": program.rough,
        "STAYS": CONTACT.still * min(coarse, 1e4),
        "STOPS_AT": FRICTION.stopped * min(coarse, 1e2),
        "SEIZED": FRICTION.seized * min(coarse, 1e3),
        "GAINED": FRICTION.gained * min(coarse, 1e4),
        "SHARES": FRICTION.shared * min(coarse, 1e3),
        "IN_LINE": IN_LINE * min(coarse, 1e3),
        "EXACT_EFFORTS": COULOMB.exact * coarse,
        "NEAR_ENOUGH": COULOMB.near * min(coarse, 1e4),
        "BALANCES": COULOMB.rounds,
        "HALVINGS": COULOMB.halvings,
        "LEAST_PIVOT": 1e-13 * coarse,
        "TOGETHER": IMPACTS.together * min(coarse, 1e4),
        "TOO_EXACT": COULOMB.rounded * min(coarse, 1e3),
        **dict(zip(names, range(first, first + len(names)), strict=True)),
        **of_changes(program, coarse),
    }


def of_changes(program: Standalone, coarse: float) -> dict[str, float]:
    """What decides on changes between sliding and sticking, of frictions or of rough limits."""
    return {
        "AT_REST": AT_REST * min(coarse, 1e7),
        "AT_BOUND": 1.0 - FRICTION.at_bound * min(coarse, 1e6),
        "BEYOND": 1.0 + (FRICTION.beyond - 1.0) * min(coarse, 1e7),
        "FELT": FRICTION.felt * coarse,
        "FALLS": 1.0 - FRICTION.falls * min(coarse, 1e3),
        "MOVED_APART": MOVED_APART * min(coarse, 1e5),
        "DENSE": FRICTION.dense * (program.until - program.begin),
        "MOST_CHANGES": float(FRICTION.row),
        "UNSETTLED": 10 if program.limits else 7,
    }
