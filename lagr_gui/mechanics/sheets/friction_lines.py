"""Forces of dry friction as lines: what each may be, and what it is while it slides and sticks."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction

from lagr_gui.expression import Call, Expression, Number, Power, Sum, Symbol
from lagr_gui.expression.rows import as_sum, negative, product
from lagr_gui.foundation.message import say
from lagr_gui.mechanics.sheets.friction_records import FrictionForce
from lagr_gui.mechanics.sheets.sheet import AT_MOST, EQUAL, Balance, Sheet, Term
from lagr_gui.mechanics.trees import NOUGHT

SLIDING, STICKING = say("sliding"), say("sticking")
FREE = say("turning freely")
LASTING = say("condition of sticking")
HOLDING, HOLDS = say("holding"), say("condition of holding")
"""What is said of lines."""


def friction_lines(sheet: Sheet) -> Iterator[Balance]:
    """Bound, sliding and sticking form of each force, below the name of its element."""
    for number, force in enumerate(sheet.frictions, start=1):
        yield from lines_of_force(force, number)


def size_of(components: Iterable[Expression]) -> Expression:
    """The size of a vector."""
    squares = as_sum(Power(one, Number(Fraction(2))) for one in components)
    return Call("sqrt", (squares,))


def _by(tension: Symbol, exponent: Expression) -> Expression:
    """A tension times e to the power of μβ."""
    return product((tension, Call("exp", (exponent,))))


def lines_of_force(force: FrictionForce, number: int = 1) -> Iterator[Balance]:
    """Those of one force."""
    own, title = (force.key,), say("{name}", name=force.element)  # as it is called

    def line(
        left: Expression, sign: str, right: Sequence[Term], said: str, equation: str
    ) -> Balance:
        terms = (Term(left, own),)
        return Balance(force.name, number, terms, tuple(right), equation, title, sign, said)

    sticking, lasting = (HOLDING, HOLDS) if force.one_way else (STICKING, LASTING)
    if force.one_way:
        yield line(NOUGHT, AT_MOST, [Term(force.symbol, own)], "", "R2")
        if force.holds_any:
            yield line(NOUGHT, AT_MOST, [Term(force.slip, own)], "", "R2")
            yield line(product((force.symbol, force.slip)), EQUAL, (), "", "R2")
        else:
            yield line(force.symbol, AT_MOST, [Term(force.bound, own)], "", "R2")
    elif force.pull is None:
        size = Call("abs", (force.symbol,))
        if force.together:
            size = size_of(force.together)
        if force.leads:
            yield line(size, AT_MOST, [Term(force.bound, own)], "", "R2")
    else:
        difference = Term(force.pull.first, own), Term(negative(force.pull.second), own)
        yield line(force.symbol, EQUAL, difference, "", "R2")
    stands = dict(force.reactions)
    for presses, words in force.presses if force.leads else ():
        if presses in stands:
            yield line(presses, EQUAL, stands.pop(presses), words, "R2")
        else:
            yield line(NOUGHT, AT_MOST, [Term(presses, own)], words, "R2")
    for component, terms in stands.items():
        yield line(component, EQUAL, terms, "", "R2")
    if (pull := force.pull) is None:
        terms = [Term(force.sliding, own)] if force.sliding != NOUGHT else []
        yield line(force.symbol, EQUAL, terms, FREE if not terms else SLIDING, "R1")
    else:
        sense = Call("sign", (force.slip,))
        slides = _by(pull.first, product((pull.sliding, sense)))
        yield line(pull.second, EQUAL, [Term(slides, own)], SLIDING, "R1")
        for less, more in ((pull.first, pull.second), (pull.second, pull.first)):
            held = Term(_by(more, pull.sticking), own)
            yield line(less, AT_MOST, [held], STICKING, "R2")
    still = force.standstill
    if still is None or not isinstance(force.slip, Sum):
        yield line(force.slip, EQUAL, (), sticking, "R2")
    else:
        velocity = Symbol(still.coordinate, 1)
        yield line(velocity, EQUAL, [Term(still.velocity, own)], sticking, "R2")
    if force.needed is not None:
        yield line(force.symbol, EQUAL, force.needed, sticking, "R2")
    if force.lasting is not None:
        left, right = force.lasting
        yield line(left, AT_MOST, [Term(right, own)], lasting, "R2")
