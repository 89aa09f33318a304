"""Planar systems without vectors: components x and y, angles, moments of inertia about the axis.

In a plane a vector across its normal is two numbers, one along it a single one; axes that move are
an angle, and of a Binet tensor nothing but B_xx + B_yy is needed, which is the moment of inertia
about the normal.  Sums, and what is not short, have names, everything else is put in.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, ClassVar

from lagr_gui.algebra import Algebra, Canonical, operation_count
from lagr_gui.expression import (
    TIME,
    Call,
    Expression,
    Number,
    Power,
    Sum,
    Symbol,
    called,
    parts,
    symbols,
    symbols_in,
)
from lagr_gui.expression import substitute as put_in
from lagr_gui.expression.rows import factors_in, terms_in
from lagr_gui.foundation.message import Message, say
from lagr_gui.mechanics.reading_order import reading_order
from lagr_gui.mechanics.sheets.pictures import NamePicture
from lagr_gui.mechanics.sheets.sheet import Definition, Entry, Sheet, Term, free_name, needed
from lagr_gui.mechanics.structured.derivation import Structured, whole
from lagr_gui.mechanics.structured.frames import SPACE, Arrow, FrameCarrier, Tensor, Value
from lagr_gui.mechanics.structured.place import PRIME, Place
from lagr_gui.mechanics.structured.quantity import OPERATIONS, UNIT, Shadow
from lagr_gui.mechanics.vectors import Square

AXES = "xyz"
LOCAL = {"xi": "ξ", "eta": "η"}
"""Components in axes that move: in names, and in words."""

MOST = 24
"""Systems of more coordinates stay in vectors: nobody reads so many components."""
SHORT = 4
"""Operations of a product that is put in; a sum has fewer, no velocities and no such names."""
ANGLE_STEM = "phi"
OF_A_DEFINITION = 4
"""Generators of an algebra that are expected for each name: components, rates, an angle."""

POLAR = {"Theta": "J", "Bhat": "Jhat"}
"""Stems of tensors of which the moment about the normal is needed, and those of these moments."""

MEANINGS = {
    "Binet tensor of body {n} about its centre of mass": (
        "moment of inertia of body {n} about its centre of mass"
    ),
    "Binet tensor of all that {q} moves": "moment of inertia of all that {q} moves",
}
"""What is said of these moments."""

COMPONENT = say("{meaning}, {axis} component", meaning="", axis="")
ANGLE = say("angle of the {meaning}", meaning="")

Key = tuple[str, tuple[int, ...]]
"""Symbol and indices of a result."""


def normal_of(structured: Structured) -> int | None:
    """The axis of space, 0 … 2, across which everything moves; None where there is none.

    None for beams, too: their moments are short as integrals of vectors, not by components.
    """
    if structured.beams or not 1 < structured.size <= MOST + 1:
        return None
    return next((axis for axis in (2, 1, 0) if _is_normal(structured, axis)), None)


def _is_normal(structured: Structured, axis: int) -> bool:
    """Whether all that turns does so about an axis, and all that slides does so across."""
    across = [i for i in range(3) if i != axis]
    for segment in structured.segments.all[1:]:
        zero = across if segment.turns else [axis]
        vectors = (*segment.acts.values(), *segment.seconds.values())
        if any(vector.shadow[i] for vector in vectors for i in zero):
            return False
    return True


def without_vectors(sheet: Sheet, structured: Structured) -> Sheet:
    """The sheet of a planar system in scalars; that of another one as it is."""
    normal = normal_of(structured)
    if normal is None:
        return sheet
    try:
        return _Plane(sheet, structured, normal).sheet
    except _NotPlanar:
        return sheet


def _shadows(structured: Structured) -> dict[Key, Shadow]:
    """What results are at a place of the finite field: what is written of them is the same."""
    found: dict[Key, Shadow] = {("U", ()): whole(structured.U).shadow}
    found |= {("D", ()): whole(structured.D).shadow}
    found |= {("g", index): whole(line).shadow for index, line in structured.g.items()}
    found |= {("Gamma", index): whole(line).shadow for index, line in structured.gamma.items()}
    found |= {("Q", (rho,)): whole(line).shadow for rho, line in structured.Q.items()}
    for s, row in enumerate(structured.shown_rows, start=1):
        found |= {("phi", (s,)): row.phi.shadow, ("gamma_bar", (s,)): row.gamma_bar.shadow}
        found |= {("gamma_bar2", (s,)): row.gamma.shadow}
        found |= {("G", (s, rho)): slope.shadow for rho, slope in row.G.items()}
    return found


class _NotPlanar(Exception):
    """Something stands out of the plane."""


class _PlaneCarrier(FrameCarrier):
    """Values in the axes of space; angles and long components in moving axes get names."""

    def __init__(self, algebra: Algebra, plane: _Plane) -> None:
        super().__init__(algebra, SPACE, plane.named)
        self.plane = plane

    def _rotation(self, axis: Arrow, angle: Canonical) -> Tensor:
        return FrameCarrier._operations["rotation"](self, axis, self.plane.angle(angle))

    def _vec(self, *parts: Canonical) -> Arrow:
        return FrameCarrier._operations["vec"](self, *self.plane.local(parts))

    _operations: ClassVar[Mapping[str, Callable[..., Any]]] = {
        **FrameCarrier._operations,
        "rotation": _rotation,
        "vec": _vec,
    }


class _Plane:
    """Makes one sheet."""

    def __init__(self, sheet: Sheet, structured: Structured, normal: int) -> None:
        self.normal, self.shadows = normal, _shadows(structured)
        self.across = (normal + 1) % 3, (normal + 2) % 3
        reading = structured.reading
        names, late = reading_order(reading), (*reading.coordinates, TIME)
        expected = len(names) + OF_A_DEFINITION * len(sheet.definitions)
        self.algebra = Algebra(reading.positive, late, sheet.spelling, expected)
        for name in names:
            self.algebra.symbol(Symbol(name))
        self.carrier = _PlaneCarrier(self.algebra, self)
        self.place, self.outer = Place(), structured.book
        self.old = {definition.name: definition for definition in sheet.definitions}
        self.old |= {definition.name: definition for definition in sheet.places}
        self.made: dict[str, Definition] = {}
        self._values: dict[str, Value] = {}
        self._taken = {*reading.names, TIME}
        self._taken |= {entry.reference for entry in sheet.entries}
        self._taken |= {name for name, own in self.old.items() if own.rank == "scalar"}
        self._current: list[Definition] = []
        self._scalars: dict[Expression, Expression] = {}
        self._by_number: dict[int, str] = {}
        self._angles: dict[Expression, str] = {}
        self.sheet = self._converted(sheet)

    # --- names -----------------------------------------------------------------------------

    def named(self, symbol: Symbol) -> Any:
        """What a name of the sheet in vectors stands for."""
        definition = self.old.get(symbol.name)
        if definition is None or symbol.order:
            return self.algebra.symbol(symbol)
        if symbol.name not in self._values:
            self._current.append(definition)
            self._values[symbol.name] = self._value(definition)
            self._current.pop()
        return self._values[symbol.name]

    def _value(self, definition: Definition) -> Value:
        if definition.rank == "scalar":
            return self._scalar(definition)
        value = self.carrier.add([self.carrier.value(tree) for tree in definition.trees])
        if isinstance(value, Arrow):
            return self._vector(definition, value)
        if definition.stem in POLAR:
            return self._polar(definition, self.carrier.matrix(value, SPACE, SPACE))
        return value

    def _scalar(self, definition: Definition) -> Canonical:
        trees = tuple(tree for own in definition.trees for tree in self._terms(own))
        own = replace(definition, trees=trees)
        self._keep(
            own,
            self.outer.shadows[definition.name],
            checked=not _is_opaque((*trees, *definition.trees)),
        )
        return self.algebra.symbol(Symbol(definition.name))

    def _vector(self, definition: Definition, value: Arrow) -> Arrow:
        """Components across the normal or the one along it, each with a name unless it is short."""
        components, shadow = list(value.parts), self.outer.shadows[definition.name]
        if not any(shadow[i] for i in self.across):
            name, n = definition.name, self.normal
            components[n] = self._short(
                components[n], definition, name, definition.indices, shadow[n]
            )
        else:
            for i in self.across:
                name, indices = f"{definition.name}_{AXES[i]}", (*definition.indices, AXES[i])
                meaning = COMPONENT.with_values(meaning=definition.meaning, axis=AXES[i])
                own = replace(definition, meaning=meaning)
                components[i] = self._short(components[i], own, name, indices, shadow[i])
            if any(_moves(symbol, self.algebra) for symbol in _symbols(components[self.normal])):
                raise _NotPlanar
        return Arrow(SPACE, (components[0], components[1], components[2]))

    def _polar(self, definition: Definition, rows: Square[Canonical]) -> Tensor:
        """A tensor with the same moment about the normal."""
        a, b = self.across
        shadow = self.outer.shadows[definition.name]
        value, stem = rows[a][a] + rows[b][b], POLAR[definition.stem]
        name = "_".join((stem, *definition.indices))
        own = replace(definition, stem=stem, meaning=_of_moment(definition.meaning))
        both = (shadow[4 * a] + shadow[4 * b]) % PRIME
        moment = self._short(value, own, name, definition.indices, both)
        entries = [[self.algebra.zero] * 3 for _ in range(3)]
        entries[a][a] = moment
        first, second, third = ((row[0], row[1], row[2]) for row in entries)
        return Tensor(SPACE, SPACE, (first, second, third))

    def angle(self, value: Canonical) -> Canonical:
        """An angle that is a sum by a name of its own."""
        tree = value.tree("collected")
        moving = any(_moves(symbol, self.algebra) for symbol in _symbols(value))
        if not (self._current and moving and isinstance(tree, Sum)):
            return value
        definition = self._current[-1]
        name = free_name(
            "_".join((ANGLE_STEM, *definition.indices)), self._taken | self.made.keys()
        )
        known = self._angles.setdefault(tree, name)
        if known == name:
            meaning = ANGLE.with_values(meaning=definition.meaning)
            self.made[name] = replace(
                definition, name=name, rank="scalar", trees=terms_in(tree), meaning=meaning,
                stem=ANGLE_STEM,
            )  # fmt: skip
            self.place.know_angle(Symbol(name), tree)
        return self.algebra.symbol(Symbol(known))

    def local(self, parts: Sequence[Canonical]) -> Sequence[Canonical]:
        """Components in moving axes, with names for those that are not short."""
        definition = self._current[-1] if self._current else None
        if definition is None or definition.rank != "vector" or _is_plain(definition):
            return parts
        named = list(parts)
        for i, letter in zip(self.across, LOCAL, strict=True):
            name, indices = f"{definition.name}_{letter}", (*definition.indices, letter)
            meaning = COMPONENT.with_values(meaning=definition.meaning, axis=LOCAL[letter])
            own = replace(definition, meaning=meaning)
            named[i] = self._short(parts[i], own, name, indices)
        return named

    def _short(
        self,
        value: Canonical,
        definition: Definition,
        name: str,
        indices: tuple[str, ...],
        shadow: int | None = None,
    ) -> Canonical:
        """The value, or a name for it where it is a sum or not short."""
        if value.is_zero:
            return value
        tree = value.tree()
        if self._is_short(tree):
            return value
        number = self.place.value(tree)
        for known, sign in ((number, self.algebra.one), (PRIME - number, -self.algebra.one)):
            if known in self._by_number:
                return sign * self.algebra.symbol(Symbol(self._by_number[known]))
        name = self._by_number[number] = free_name(name, self._taken | self.made.keys())
        own = replace(definition, name=name, rank="scalar", trees=terms_in(tree), indices=indices)
        self._keep(own, None if shadow is None else (shadow,), checked=not _is_opaque((tree,)))
        return self.algebra.symbol(Symbol(name))

    def _is_short(self, tree: Expression) -> bool:
        """Whether an expression needs no name."""
        is_sum = any(isinstance(factor, Sum) for factor in factors_in(tree))
        if is_sum:
            names = symbols(tree)
            own = (self.made.get(symbol.name) for symbol in names)
            if any(s.order for s in names) or any(d and d.stem != ANGLE_STEM for d in own):
                return False
        return operation_count(tree) <= SHORT - is_sum

    def _keep(self, definition: Definition, shadow: Shadow | None, *, checked: bool) -> None:
        """A definition more; it stays what it was."""
        value = (self.place.value(definition.tree),)
        if shadow is not None and checked and value != shadow:
            raise _NotPlanar
        self.place.know(Symbol(definition.name), value if shadow is None else shadow)
        self.made[definition.name] = definition

    # --- lines -----------------------------------------------------------------------------

    def _terms(self, tree: Expression) -> tuple[Expression, ...]:
        """A scalar in scalars."""
        if not self._has_vectors(tree):
            for symbol in symbols(tree):
                self.named(symbol)
            return (tree,)
        if tree not in self._scalars:
            value = self.carrier.value(tree)
            if not isinstance(value, Canonical):
                raise _NotPlanar
            self._scalars[tree] = value.tree()
        return terms_in(self._scalars[tree])

    def _has_vectors(self, tree: Expression) -> bool:
        """Whether anything in it is a vector."""
        if any(name in OPERATIONS for name, _ in called(tree)):
            return True
        names = (symbol.name for symbol in symbols(tree))
        return any(self.old[name].rank != "scalar" for name in names if name in self.old)

    def _converted(self, sheet: Sheet) -> Sheet:
        entries = tuple(filter(None, map(self._entry, sheet.entries)))
        pictures: dict[str, NamePicture] = {}
        for name, picture in self._pictures(sheet):
            pictures.setdefault(name, picture)
        trees = [tree for entry in entries for tree in (term.tree for term in entry.terms)]
        of_frictions = (tree for force in sheet.frictions for tree in force.trees)
        trees += [term for tree in of_frictions for term in self._terms(tree)]
        used = needed(self.made.values(), trees)
        drawn = (tree for picture in pictures.values() for tree in picture.trees)
        places = needed(self.made.values(), drawn)
        names = {definition.name for definition in used} | {*sheet.coordinates}
        return replace(
            sheet,
            entries=entries,
            definitions=used,
            pictures=tuple((name, own) for name, own in pictures.items() if name in names),
            places=tuple(own for own in places if own.name not in names),
        )

    def _entry(self, entry: Entry) -> Entry | None:
        if entry.symbol in ("E", "x"):
            trees = [(self._whole(entry.tree), entry.terms[0].sources)]
        else:
            trees = [(t, own.sources) for own in entry.terms for t in self._terms(own.tree)]
        terms = tuple(Term(tree, keys) for tree, keys in trees if not _is_nought(tree))
        made = replace(entry, terms=terms)
        shadow = self.shadows.get((entry.symbol, entry.indices))
        checked = shadow is not None and not _is_opaque([term.tree for term in terms])
        if checked and (self.place.value(made.tree),) != shadow:
            raise _NotPlanar
        return made if terms else None

    def _whole(self, tree: Expression) -> Expression:
        """A vector or tensor by its components in space."""
        value = self.carrier.value(tree)
        if isinstance(value, Arrow):
            return Call("vec", tuple(part.tree() for part in value.parts))
        if isinstance(value, Canonical):
            raise _NotPlanar
        rows = self.carrier.matrix(value, SPACE, SPACE)
        if rows == self.carrier.unit:
            return Symbol(UNIT)
        return Call("tensor", tuple(entry.tree() for row in rows for entry in row))

    # --- pictures --------------------------------------------------------------------------

    def _pictures(self, sheet: Sheet) -> Iterator[tuple[str, NamePicture]]:
        """Those of vectors for each of their components, those of other names as they are."""
        for symbol in symbols_in(tree for _, picture in sheet.pictures for tree in picture.trees):
            self.named(symbol)
        inserted = dict(self._inserted())
        whole = {Symbol(name): tree for name, tree in inserted.items()}
        for name, picture in sheet.pictures:
            places = tuple(tuple(put_in(tree, whole) for tree in place) for place in picture.places)
            drawn = replace(picture, places=places)
            definition = self.old.get(name)
            if definition is None or definition.rank == "scalar":
                yield name, drawn
                continue
            stem = POLAR.get(definition.stem, definition.stem)
            own = "_".join((stem, *definition.indices))
            ends = ("", *(f"_{end}" for end in (*AXES, *LOCAL)))
            for made in (f"{own}{end}" for end in ends):
                if made in self.made:
                    yield made, replace(drawn, value=inserted.get(name))

    def _inserted(self) -> Iterator[tuple[str, Expression]]:
        """Vectors and axes by what is known of their components."""
        for name, value in self._values.items():
            if isinstance(value, Arrow):
                yield name, Call("vec", tuple(part.tree() for part in value.parts))
            elif isinstance(value, Tensor):
                yield name, Call("tensor", tuple(e.tree() for row in value.rows for e in row))


def _is_plain(definition: Definition) -> bool:
    """Whether a vector is told by its components in space."""
    return all(isinstance(tree, Call) and tree.function == "vec" for tree in definition.trees)


def _of_moment(meaning: str) -> str:
    if isinstance(meaning, Message) and meaning.template in MEANINGS:
        return say(MEANINGS[meaning.template], **meaning.values)
    return meaning


def _is_nought(tree: Expression) -> bool:
    return isinstance(tree, Number) and not tree.value


def _is_opaque(trees: Iterable[Expression]) -> bool:
    """Whether there are roots and functions: in the field these have a number of their own."""
    return any(map(_has_own_number, trees))


def _has_own_number(tree: Expression) -> bool:
    match tree:
        case Call(name, _) if name not in ("sin", "cos", "pi"):
            return True
        case Power(_, Number(exponent)) if exponent.denominator == 1:
            pass
        case Power():
            return True
        case _:
            pass
    return any(map(_has_own_number, parts(tree)))


def _symbols(value: Canonical) -> set[Symbol]:
    return set(symbols(value.tree("collected")))


def _moves(symbol: Symbol, algebra: Algebra) -> bool:
    """Whether it is no parameter."""
    return bool(symbol.order) or symbol.name in algebra.late
