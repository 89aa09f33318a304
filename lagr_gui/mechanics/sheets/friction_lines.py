"""Forces of dry friction as lines: what each may be, and what it is while it slides and sticks."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from lagr_gui.expression import Call, Expression, Sum, Symbol
from lagr_gui.expression.rows import negative, product
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


def _by(tension: Symbol, exponent: Expression) -> Expression:
    """A tension times e to the power of μβ."""
    return product((tension, Call("exp", (exponent,))))


def lines_of_force(force: FrictionForce, number: int = 1) -> Iterator[Balance]:
    """Those of one force."""
    own = (force.key,)

    def line(
        left: Expression, sign: str, right: Sequence[Term], said: str, equation: str
    ) -> Balance:
        terms = (Term(left, own),)
        return Balance(force.name, number, terms, tuple(right), equation, force.element, sign, said)

    if force.pull is None:
        yield line(Call("abs", (force.symbol,)), AT_MOST, [Term(force.bound, own)], "", "R2")
    else:
        difference = Term(force.pull.first, own), Term(negative(force.pull.second), own)
        yield line(force.symbol, EQUAL, difference, "", "R2")
    for presses, words in force.presses:
        yield line(NOUGHT, AT_MOST, [Term(presses, own)], words, "R2")
    if (pull := force.pull) is None:
        yield line(force.symbol, EQUAL, [Term(force.sliding, own)], SLIDING, "R1")
    else:
        sense = Call("sign", (force.slip,))
        slides = _by(pull.first, product((pull.sliding, sense)))
        yield line(pull.second, EQUAL, [Term(slides, own)], SLIDING, "R1")
        for less, more in ((pull.first, pull.second), (pull.second, pull.first)):
            held = Term(_by(more, pull.sticking), own)
            yield line(less, AT_MOST, [held], STICKING, "R2")
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
