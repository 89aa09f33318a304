"""Limits as they are told; few sheets have any."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from lagr_gui.expression import Expression, Symbol
from lagr_gui.foundation.showing import Shown
from lagr_gui.mechanics.sheets.friction_records import OPEN, FrictionForce, Standstill
from lagr_gui.mechanics.sheets.terms import Term
from lagr_gui.mechanics.trees import NOUGHT


@dataclass(frozen=True, slots=True)
class Contact(Shown):
    """A limit of an `element` with an item `key`: its `gap` h, which has the name `called`.

    Its force N has a `name`, its impulse another one.  `speed` is ḣ, `rate` ḧ in accelerations;
    a `standstill` is told where the gap is that of one coordinate.  `pushed` is what it exerts in
    contact on coordinates, by their indices.  It has the `number` of its limit; `place` is the
    element, with the end of one that has two.  Rough ones have `slips` along one or two
    directions, each with its velocity γ written out and its impulse.  `mode` is what it does in
    the equations of motion: ``open``, ``contact``, ``slides`` or ``sticks``; empty: it is open.
    """

    element: str
    key: str
    place: str
    number: int
    called: str
    name: str
    impulse: str
    gap: tuple[Term, ...]
    speed: Expression
    rate: tuple[Term, ...]
    standstill: Standstill | None
    pushed: tuple[tuple[int, tuple[Term, ...]], ...]
    restitution: Expression
    mu: Expression = NOUGHT
    static: Expression = NOUGHT
    tangential: Expression = NOUGHT
    slips: tuple[FrictionForce, ...] = ()
    velocities: tuple[Expression, ...] = ()
    impulses: tuple[str, ...] = ()
    mode: str = ""

    @property
    def symbol(self) -> Symbol:
        """N in formulas."""
        return Symbol(self.name)

    @property
    def written_out(self) -> Mapping[Symbol, Expression]:
        """What names of velocities of slip stand for."""
        pairs = zip(self.slips, self.velocities, strict=True)
        return {own.slip: gamma for own, gamma in pairs if isinstance(own.slip, Symbol)}

    @property
    def touches(self) -> bool:
        """Whether equations of motion hold while it is in contact."""
        return self.mode not in ("", OPEN)

    @property
    def trees(self) -> tuple[Expression, ...]:
        """All that it is told by, but for what it pushes."""
        of_slips = (*self.velocities, *(tree for slip in self.slips for tree in slip.trees))
        terms = (term.tree for term in (*self.gap, *self.rate))
        own = self.speed, self.restitution, self.mu, self.static, self.tangential
        return (*terms, *own, *of_slips)
