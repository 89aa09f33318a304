"""What presses in joints that rub, as formulas: the force of the joint, from the bodies behind it.

    F = Σ (M a − applied force) over the bodies behind the joint,   F₁ = |F − (F·e) e| across e

That is so in trees: conditions and limits in contact exert forces on these bodies, too.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from typing import Any

from lagr_gui.algebra import operation_count
from lagr_gui.catalogue.kinds import Energies, JointLoad
from lagr_gui.expression import Call, Expression, Number, Power, Symbol
from lagr_gui.expression.rows import as_sum, is_negative
from lagr_gui.mechanics import friction
from lagr_gui.mechanics.closed import nonzero
from lagr_gui.mechanics.formalisms.calculus import Exact
from lagr_gui.mechanics.formalisms.kinetics import Kinetics
from lagr_gui.mechanics.formalisms.newton_euler import NewtonEuler
from lagr_gui.mechanics.formalisms.wrenches import summed
from lagr_gui.mechanics.reading import Link, Part, Reading
from lagr_gui.mechanics.sheets.arranged import Show
from lagr_gui.mechanics.sheets.balance import whole
from lagr_gui.mechanics.sheets.friction_records import FrictionForce
from lagr_gui.mechanics.sheets.sheet import DEFAULT_FORM, Sheet, Term
from lagr_gui.mechanics.sheets.shown_as import show_of
from lagr_gui.mechanics.sheets.sticking import lasting_with_reactions
from lagr_gui.mechanics.trees import NOUGHT
from lagr_gui.mechanics.vectors import Triple, dot, minus, plus, times
from lagr_gui.prepared import Prepared

LONGEST = 80
"""So many operations the components of a force may have that is told by a formula."""

Told = tuple[tuple[Symbol, tuple[Term, ...]], ...]


def with_reactions(prepared: Prepared, sheet: Sheet) -> Sheet:
    """The sheet in which it stands what presses in joints that rub, where that is short."""
    reading = prepared.general.reading
    given = any(isinstance(part.kind.law, Energies) or part.conducts for part in reading.parts)
    if reading.constraints or reading.limits or reading.beams or given or sheet.chosen is not None:
        return sheet
    wanted = {part.key: part for part in reading.loaded if _is_plain(part)}
    if not wanted:
        return sheet
    kinetics = prepared.general.kept(("kinetics",), lambda: Kinetics(reading, Exact(reading)))
    form = DEFAULT_FORM if sheet.structured else sheet.form
    show = show_of(replace(sheet, form=form), prepared.general.model, reading.typed)
    pressed = _Pressed(reading, NewtonEuler(kinetics), show)

    def told(force: FrictionForce) -> FrictionForce:
        part = wanted.get(force.key)
        if part is None:
            return force
        force = replace(force, reactions=pressed.of(part))
        return replace(force, lasting=lasting_with_reactions(force, reading.positive))

    return replace(sheet, frictions=tuple(map(told, sheet.frictions)))


def _is_plain(part: Part) -> bool:
    """Whether one force presses, across the axis of a hinge or a slide."""
    if part.number or not isinstance(friction.law_of(part).load, JointLoad):
        return False
    if friction.LEAD in part.made or friction.FORCE not in part.made:
        return False
    ends = part.tree(friction.load_of(part).length)
    return ends == NOUGHT and friction.has_sides(part) and not friction.has_face(part)


class _Pressed:
    """The forces of the joints of one system."""

    def __init__(self, reading: Reading, form: NewtonEuler, show: Show) -> None:
        self.reading, self.form, self.show = reading, form, show

    def of(self, part: Part) -> Told:
        """What a name of a force stands for, then its components; nothing that is long."""
        nu = self.reading.coordinates.index(part.value("coordinate")) + 1
        for link in self.reading.links:
            if nu in (columns := self.form.joint(link).columns):
                return self._told(part, link, *columns[nu])
        return ()

    def _told(self, part: Part, link: Link, move: Triple[Any], turn: Triple[Any]) -> Told:
        named = part.made[friction.ACROSS]
        assert isinstance(named, Symbol)
        slides = all(entry.is_zero for entry in turn)
        axis, force = move if slides else turn, self._force(link)
        across = minus(force, times(axis, dot(axis, force)))
        if slides and axis[2].is_zero and across[2].is_zero:
            normal = axis[0] * force[1] - axis[1] * force[0]
            terms = self._terms(part, normal)
            if all(is_negative(term.tree) for term in terms):
                terms = self._terms(part, -normal)
            size = Call("abs", (whole(terms),))
            short = operation_count(size) <= LONGEST
            return ((named, (Term(size, (part.key,)),)),) if short else ()
        parts = [
            (Symbol(f"{named.name}_{letter}"), self._terms(part, value))
            for letter, value in zip("xyz", across, strict=True)
            if not value.is_zero
        ]
        if not parts or sum(operation_count(whole(terms)) for _, terms in parts) > LONGEST:
            return ()
        size = _length(symbol for symbol, _ in parts)
        return ((named, (Term(size, (part.key,)),)), *parts)

    def _force(self, link: Link) -> Triple[Any]:
        """F, of the reference body on what is behind the joint, or the opposite."""
        total, zero = self.form.kinematics.nowhere, self.form.kinetics.algebra.zero
        behind = _behind(self.reading, link.child)
        for body in self.form.kinetics.bodies:
            if body.number in behind:
                applied = summed(self.form.wrenches.force[body.number], zero)
                total = plus(total, minus(times(body.a, body.M), applied))
        return total

    def _terms(self, part: Part, value: Any) -> tuple[Term, ...]:
        return self.show.terms(nonzero({part.key: value}))


def _behind(reading: Reading, first: int) -> frozenset[int]:
    """A body and all that hang on it."""
    found = {first}
    for link in reading.links:  # each behind that of its reference body
        if link.parent in found:
            found.add(link.child)
    return frozenset(found)


def _length(parts: Iterator[Symbol]) -> Expression:
    """√(F_x² + F_y²)"""
    squares = as_sum(Power(part, Number(Fraction(2))) for part in parts)
    return Call("sqrt", (squares,))
