"""The structured form: short lines, several to a row, definitions first."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace

from lagr_gui.expression import Expression, Number, Sum, Symbol
from lagr_gui.mechanics.sheets.balance import balances_of, by_group
from lagr_gui.mechanics.sheets.equal_results import Also, said_once
from lagr_gui.mechanics.sheets.sheet import BeamCurve, Definition, Entry, Sheet
from lagr_gui.mechanics.sheets.sheet import numbers as indices_of
from lagr_gui.mechanics.trees import NOUGHT
from lagr_gui.typesetting.dialects import formula, named, spaced
from lagr_gui.typesetting.formula import (
    ALIGNED,
    DOT,
    QQUAD,
    QUAD,
    ROW_END,
    SPACE,
    THIN,
    TIMES,
    Box,
    Formula,
    bold,
    boxes,
    brackets,
    fraction,
    high,
    indexed,
    joined,
    letter,
    mapped,
    raised,
    rows_of,
    signed,
    small_fractions,
    spelled,
    tight,
    upright,
)
from lagr_gui.typesetting.gyrations import gyration_rule
from lagr_gui.typesetting.index_notation import index_notation
from lagr_gui.typesetting.letters import LETTERS, definition_name, entry_name, typesetter
from lagr_gui.typesetting.lines import balance_rows, divided
from lagr_gui.typesetting.numbers import NONE, continued, equation_label, label_of, numbered
from lagr_gui.typesetting.widths import REPORT, PaperWidth

_LEFT = index_notation("g_ρν\u2009q̈^ν + Γ_ρμν\u2009q̇^μ q̇^ν = Q_ρ")
_ALONG: Formula = (
    fraction(index_notation("∂q̇^ρ"), index_notation("∂u_i")),
    " ",
    brackets(index_notation("g_ρν\u2009q̈^ν + Γ_ρμν\u2009q̇^μ q̇^ν - Q_ρ")),
    " = 0",
)
"""The equations of bound systems without multipliers, u_i being the independent velocities."""
_CONDITIONS = index_notation(" + λ_s\u2009G_sρ")
_INDICES = index_notation("ρ = 1, …, f, \u2003 μ, ν = 0, …, f, \u2003 q^0 = t")

MOST_OF_T = 12
"""A kinetic energy with more terms is written as the sum that it is."""

KINETIC = small_fractions(index_notation("T = ½\u2009g_μν\u2009q̇^μ q̇^ν"))
"""The kinetic energy of all systems (18)."""

Line = tuple[str, Formula, list[Formula]]
"""A label, what stands before the sign of equality with it, and the terms behind it."""


def structured_section(
    sheet: Sheet,
    symbol: str,
    numbers: str = NONE,
    paper: PaperWidth = REPORT,
    *,
    ruled: bool = False,
) -> Formula:
    """The rows of a section of a structured sheet, with numbers of equations.

    Where a rule says all Γ it takes their place if they are `ruled`, for a page that explains it.
    """
    typeset, page = typesetter(sheet), _Page(numbers, paper)
    if symbol in ("slopes", "multipliers", "friction", "contacts"):
        return _systems(sheet, symbol, numbers, paper)
    if symbol == "motion":
        if sheet.minimal is not None:
            equation, number = _ALONG, ""
        else:
            equation, number = (*_LEFT, *(_CONDITIONS if sheet.of("G") else ())), "29"
        whole = (*equation, *_BESIDE, *_INDICES)
        if paper.width(whole) > paper.room:
            going_on = (*continued(numbers), ROW_END, "\n  ", ALIGNED, QUAD, " ")
            whole = (*equation, ",", *going_on, *_INDICES)
        return (ALIGNED, " ", *whole, *numbered(numbers, symbol, number))
    if symbol == "definitions":
        return page.block(page.with_entries(_definitions(sheet, typeset)))
    entries = sheet.of(symbol)
    if not entries:
        return ()
    if symbol == "T" and sum(len(entry.terms) for entry in entries) > MOST_OF_T:
        return (ALIGNED, " ", *KINETIC, *numbered(numbers, symbol, "18"))
    if symbol == "Gamma" and ruled and (rule := gyration_rule(sheet)) is not None:
        return page.block([("", name, [()]) for name in rule.rows()])
    lines = [_said(entry, also, typeset) for entry, also in said_once(entries)]
    return page.block(lines, entries[0].equation)


def _systems(sheet: Sheet, symbol: str, numbers: str, paper: PaperWidth) -> Formula:
    """The linear equations of slopes, or multipliers, that have no formula."""
    between, typeset = (*continued(numbers), ROW_END, "\n  ", ALIGNED, QUAD, " "), typesetter(sheet)
    lines: list[Formula] = []
    for group, balances in by_group(balances_of(sheet, symbol)):
        lines += [(ALIGNED, " ", Box("words", text=group), *continued(numbers))] if group else []
        lines += [
            (
                *(ALIGNED, " ", *joined(between, balance_rows(balance, paper, typeset))),
                *numbered(numbers, equation_label(symbol, balance), balance.equation),
            )
            for balance in balances
        ]
    return joined((ROW_END, "\n"), lines)


_BESIDE: Formula = (", ", QQUAD, " ")


def _definitions(sheet: Sheet, typeset: Callable[[Expression], Formula]) -> list[Line]:
    """All names with what they stand for; what beams are made of as integrals."""
    integrals = BeamIntegrals(sheet)
    written: list[Line] = []
    for definition in sheet.definitions:
        lines = integrals.lines(definition)
        label = label_of("where", definition.name)
        written += (
            [(label, *_line(definition_name(definition), definition.trees, typeset))]
            if lines is None
            else lines
        )
    return written


def _line(
    name: Formula, trees: Sequence[Expression], typeset: Callable[[Expression], Formula]
) -> tuple[Formula, list[Formula]]:
    first, *others = map(typeset, trees)
    return (*name, " = "), [first, *map(signed, others)]


def _said(entry: Entry, also: Also, typeset: Callable[[Expression], Formula]) -> Line:
    """A result behind its name and those of all that are equal to it."""
    name, pieces = _line(entry_name(entry), [term.tree for term in entry.terms], typeset)
    others = [(*entry_name(other, opposite), " =") for other, opposite in also]
    label = label_of(entry.symbol, indices_of(entry.indices))
    return label, name, [*others, *pieces]


class _Page:
    """Rows of a page, numbered in some way."""

    def __init__(self, numbers: str, paper: PaperWidth) -> None:
        self.numbers, self.paper = numbers, paper

    def with_entries(self, lines: Sequence[Line]) -> list[Line]:
        """The lines; entries of matrices that fit into no row are lines of their own before."""
        whole_lines: list[Line] = []
        number = 0

        def apart(box: Box) -> Formula:
            nonlocal number
            if box.kind != "matrix" or self.paper.width((box,)) <= self.paper.room / 2:
                return (box,)
            number += 1
            for i, row in enumerate(rows_of(box.parts, box.order), start=1):
                for j, entry in enumerate(row, start=1):
                    if entry != ("0",):
                        name = Box("posed", ((letter("M"),),), f"{i}{j}", number)
                        label = label_of("where", f"M{number}", f"{i}{j}")
                        parts = divided(entry, self._narrow)
                        whole_lines.append((label, (name, " = "), parts))
            return (Box("posed", ((bold(letter("M")),),), "", number),)

        for label, name, pieces in lines:
            aligned = [mapped(piece, apart) for piece in pieces]
            whole_lines.append((label, name, aligned))
        return whole_lines

    @property
    def _narrow(self) -> PaperWidth:
        """The page for what stands behind a name."""
        return replace(self.paper, room=self.paper.room - _NAME)

    def block(self, lines: Sequence[Line], equation: str = "") -> Formula:
        """Rows of several lines, as many as fit; one that does not fit is broken at its signs."""
        rows: list[Formula] = []
        row: Formula = ()
        first = ""
        for label, name, pieces in lines:
            whole = (*name, *joined((" ",), pieces))
            beside = (*row, *_BESIDE, *whole) if row else whole
            if self.paper.width(beside) <= self.paper.room:
                row, first = beside, first or label
                continue
            if row:
                rows.append((*row, *numbered(self.numbers, first, equation)))
            *others, row = self._broken(name, pieces)
            rows += [(*other, *continued(self.numbers)) for other in others]
            first = label
            if others:
                rows.append((*row, *numbered(self.numbers, first, equation)))
                row, first = (), ""
        if row:
            rows.append((*row, *numbered(self.numbers, first, equation)))
        aligned = [(ALIGNED, " ", *one) for one in rows]
        return tight(small_fractions(joined((ROW_END, "\n"), aligned)))

    def _broken(self, name: Formula, pieces: Sequence[Formula]) -> list[Formula]:
        paper = self._narrow
        first, *rest = [part for piece in pieces for part in _parts(piece, paper)]
        rows: list[Formula] = [(*name, *first)]
        for piece in rest:
            beside = (*rows[-1], " ", *piece)
            if self.paper.width(beside) > self.paper.room:
                rows.append((QUAD, " ", *piece))
            else:
                rows[-1] = beside
        return rows


_NAME = 3.0
"""About as wide are names with their sign of equality (em)."""


def _parts(piece: Formula, paper: PaperWidth) -> list[Formula]:
    """A term in parts; one with a matrix stays whole."""
    if any(box.kind == "matrix" for box in boxes(piece)) or paper.width(piece) <= paper.room:
        return [piece]
    sign, rest = (piece[:1], piece[1:]) if piece[0] in ("+ ", "- ") else ((), piece)
    first, *others = divided(rest, paper)
    return [(*sign, *first), *others]


# --- Moments of beams as the integrals that they are: s = A ∫ x dm, B = A ∫ x xᵀ dm Aᵀ ---------


class BeamIntegrals:
    """Writes the definitions that are integrals over the beams of a sheet.

    They stand for all amplitudes i, j, k of a beam at once.
    """

    def __init__(self, sheet: Sheet) -> None:
        self.curves = {curve.beam: curve for curve in sheet.curves}
        self.typeset = typesetter(sheet)
        self._told: set[Formula] = set()

    def lines(self, own: Definition) -> list[Line] | None:
        """The lines of a definition, none where they stand already; None of others.

        Before the first of each beam stand its points.
        """
        if own.stem not in _INTEGRANDS:
            return None
        beam, *labels = own.indices
        curve, x = self.curves[beam], _point(beam)
        letters = iter("ijk")
        slopes = [[next(letters) for _ in label.split("_")] for label in labels]
        moves = [
            (*(part for name in slope for part in (indexed(_PARTIAL, letter(name)), " ")), *x)
            for slope in slopes
        ]
        inner: Formula = (_INTEGRAL, " ", *_INTEGRANDS[own.stem](x, *moves), THIN, *_d("m"))
        if own.rank != "scalar" and curve.axes is not None:
            A = self.typeset(curve.axes)
            inner = (*A, SPACE, *inner)
            if own.rank == "tensor":
                A = A if isinstance(curve.axes, Symbol) else (brackets(A),)
                inner += (THIN, Box("transposed", (A,)))
        indices = [spelled(letter, f" {letter}") for slope in slopes for letter in slope]
        name = indexed(LETTERS[own.stem], beam, *indices)
        label = label_of("where", own.name)
        rows: list[Line] = [*self._points(curve), (label, (name, " = "), [inner])]
        new = [line for line in rows if line[1] not in self._told]
        self._told |= {name for _, name, _ in new}
        return new

    def _points(self, curve: BeamCurve) -> Iterator[Line]:
        """The deflection, the points, and the mass of a piece."""
        if (point := _point(curve.beam)) in self._told:
            return
        self._told.add(point)
        deflection, length = indexed(letter("w"), curve.beam), formula(curve.length)
        if curve.amplitudes:
            terms = [_term(curve, place) for place in range(len(curve.amplitudes))]
            yield (
                label_of("where", "w", curve.beam),
                (deflection, *_AT, " = "),
                [terms[0], *(("+ ", *term) for term in terms[1:])],
            )
        along: Formula = (*length, SPACE, letter("xi"))
        across: Formula = (deflection,) if curve.amplitudes else ("0",)
        if curve.shortens and curve.amplitudes:
            slope = (indexed(_SLOPE, curve.beam), raised(index_notation("(η)"), ("2",)))
            half = fraction(("1",), ("2", SPACE, *length))
            along += (" - ", half, " ", _TO_HERE, " ", *slope, THIN, *_d("eta"))
        name = (*point, *_AT, " = ")
        yield label_of("where", "x", curve.beam), name, _placed(curve, along, across)
        piece = spaced([formula(curve.density), length, _d("xi")])
        mass = (*piece, " ", QUAD, " ", *_WHOLE)
        yield label_of("where", "dm", curve.beam), (*_d("m"), " = "), [mass]


_INTEGRAL = spelled(r"{\textstyle\int}", "inline(integral)")
_TO_HERE = spelled(r"{\textstyle\int}_{0}^{\xi}", "inline(integral)_(0)^(xi)")
_SLOPE = spelled("w'", "w'")
_WHOLE = index_notation("(0 ≤ ξ ≤ 1)")
_PARTIAL = letter("partial")
_AT = index_notation("(ξ)")


def _d(name: str) -> Formula:
    """dx"""
    return (upright("d"), letter(name))


def _term(curve: BeamCurve, place: int) -> Formula:
    """qᵢ uᵢ(ξ)"""
    name = named(curve.amplitudes[place])
    if not curve.shapes:
        return spaced([name, (indexed(letter("u"), str(place + 1)), *_AT)])
    shape = formula(curve.shapes[place])
    return spaced([name, (brackets(shape),) if isinstance(curve.shapes[place], Sum) else shape])


def _point(beam: str) -> Formula:
    return (indexed(high(bold(letter("x")), letter("B")), beam),)


def _row(inner: Formula) -> Box:
    """A column lying down."""
    return Box("transposed", ((brackets(inner),),))


_INTEGRANDS: Mapping[str, Callable[..., Formula]] = {
    "sbeam": lambda x, u=None: u or x,
    "Bbeam": lambda x: (*x, " ", _row(x)),
    "Nbeam": lambda x, u: (*x, " ", _row(u)),
    "kbeam": lambda x, u: (*x, " ", TIMES, " ", *u),
    "gbeam": lambda x, u, v: (*u, " ", DOT, " ", *v),
    "hbeam": lambda x, u, v: (*v, " ", TIMES, " ", *u),
}
"""What is integrated, by the point and its slopes."""


def _placed(curve: BeamCurve, along: Formula, across: Formula) -> list[Formula]:
    """The components, where axis and direction are two of those of the frame."""
    places = [_place(vector) for vector in (curve.axis, curve.across)]
    if None in places:
        e, n = (
            joined((", ",), list(map(formula, direction)))
            for direction in (curve.axis, curve.across)
        )
        return [
            (brackets(along), SPACE, _row(e)),
            ("+ ", *across, SPACE, _row(n)),
        ]
    entries: list[Formula] = [("0",), ("0",), ("0",)]
    for place, text in zip(places, (along, across), strict=True):
        assert place is not None
        index, sign = place
        entries[index] = text if sign > 0 or text == ("0",) else ("-", brackets(text))
    return [(_row(joined((", ",), entries)),)]


def _place(vector: tuple[Expression, ...]) -> tuple[int, int] | None:
    """The axis of the frame that a unit vector is, with its sign."""
    others = [(i, entry) for i, entry in enumerate(vector) if entry != NOUGHT]
    if len(others) != 1 or not isinstance(number := others[0][1], Number):
        return None
    return others[0][0], 1 if number.value > 0 else -1
