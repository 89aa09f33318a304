"""Forces of dry friction as they are told; few sheets have any."""

from __future__ import annotations

from dataclasses import dataclass

from lagr_gui.expression import Expression, Symbol
from lagr_gui.foundation.message import Message
from lagr_gui.foundation.showing import Shown
from lagr_gui.mechanics.sheets.terms import Term
from lagr_gui.mechanics.trees import NOUGHT

SLIDES, STICKS = "slides", "sticks"
MODES = (SLIDES, STICKS)
"""What an element with dry friction does."""
OPEN, TOUCHES = "open", "contact"
"""What a limit does besides."""


@dataclass(frozen=True, slots=True)
class Standstill:
    """What sticking tells of a coordinate: its velocity and acceleration."""

    coordinate: str
    velocity: Expression
    acceleration: Expression


@dataclass(frozen=True, slots=True)
class RopePull:
    """A rope on a drum: the names of its tensions, μβ while it slides and while it sticks."""

    first: Symbol
    second: Symbol
    sliding: Expression
    sticking: Expression


@dataclass(frozen=True, slots=True)
class FrictionForce(Shown):
    """A force of dry friction by its `name`, of an `element` with an item `key`.

    It is at most the `bound` H, and `sliding` where the velocity γ of `slip` is not 0.  Where it
    sticks, γ and its `rate` times a `length` are 0; it is what is `needed`, which is told where
    that is short, and it sticks as long as `lasting` holds, left ≤ right.  A `standstill` is told
    where γ is that of one coordinate.  `mode` is what it does in the equations
    of motion, one of `MODES`; empty: any.  `presses` are the names in bounds that stand for what a
    reaction presses with, and what they are; `reactions` what they stand for, with components.
    That of a rope on a drum has its `pull`.  What is `one_way` only pushes, for γ = 0; without a
    `bound`, of 0, it holds any force and γ is not negative.  Where it is a component of what acts
    on surfaces that slip along several directions, the bound is that of all `together` (names, this
    one among them), and slips and rates are components of theirs.
    """

    name: str
    element: str
    key: str
    slip: Expression
    bound: Expression
    sliding: Expression
    rate: tuple[Term, ...] = ()
    length: Expression | None = None
    standstill: Standstill | None = None
    needed: tuple[Term, ...] | None = None
    lasting: tuple[Expression, Expression] | None = None
    mode: str = ""
    presses: tuple[tuple[Symbol, Message], ...] = ()
    pull: RopePull | None = None
    reactions: tuple[tuple[Symbol, tuple[Term, ...]], ...] = ()
    one_way: bool = False
    together: tuple[Symbol, ...] = ()

    @property
    def leads(self) -> bool:
        """Whether what is told of all components is told with this one."""
        return not self.together or self.symbol == self.together[0]

    @property
    def holds_any(self) -> bool:
        """Whether it holds any force, one way."""
        return self.one_way and self.bound == NOUGHT

    @property
    def sticks(self) -> bool:
        """Whether the equations of motion hold while it sticks."""
        return self.mode == STICKS

    @property
    def symbol(self) -> Symbol:
        """Its name in formulas."""
        return Symbol(self.name)

    @property
    def trees(self) -> tuple[Expression, ...]:
        """All that it is told by."""
        length = () if self.length is None else (self.length,)
        rate = (term.tree for term in self.rate)
        return self.slip, self.bound, self.sliding, *rate, *length
