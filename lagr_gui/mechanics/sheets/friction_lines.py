"""Forces of dry friction as lines: what each may be, and what it is while it slides and sticks."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from lagr_gui.expression import Call, Expression, Sum, Symbol
from lagr_gui.foundation.message import say
from lagr_gui.mechanics.sheets.sheet import (
    AT_MOST,
    EQUAL,
    Balance,
    FrictionForce,
    Sheet,
    Term,
)
from lagr_gui.mechanics.trees import NOUGHT

SLIDING, STICKING = say("sliding"), say("sticking")
LASTING = say("condition of sticking")
"""What is said of lines."""


def friction_lines(sheet: Sheet) -> Iterator[Balance]:
    """Bound, sliding and sticking form of each force, below the name of its element."""
    for number, force in enumerate(sheet.frictions, start=1):
        yield from lines_of_force(force, number)


def lines_of_force(force: FrictionForce, number: int = 1) -> Iterator[Balance]:
    """Those of one force."""
    own = (force.key,)

    def line(
        left: Expression, sign: str, right: Sequence[Term], said: str, equation: str
    ) -> Balance:
        terms = (Term(left, own),)
        return Balance(force.name, number, terms, tuple(right), equation, force.element, sign, said)

    yield line(Call("abs", (force.symbol,)), AT_MOST, [Term(force.bound, own)], "", "R2")
    for presses, words in force.presses:
        yield line(NOUGHT, AT_MOST, [Term(presses, own)], words, "R2")
    yield line(force.symbol, EQUAL, [Term(force.sliding, own)], SLIDING, "R1")
    still = force.standstill
    if still is None or not isinstance(force.slip, Sum):
        yield line(force.slip, EQUAL, (), STICKING, "R2")
    else:
        velocity = Symbol(still.coordinate, 1)
        yield line(velocity, EQUAL, [Term(still.velocity, own)], STICKING, "R2")
    if force.needed is not None:
        yield line(force.symbol, EQUAL, force.needed, STICKING, "R2")
    if force.lasting is not None:
        left, right = force.lasting
        yield line(left, AT_MOST, [Term(right, own)], LASTING, "R2")
