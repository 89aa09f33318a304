"""The structured form as LaTeX: short lines, several to a row, definitions first."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence

from lagr_gui.expression import Expression, Number, Sum, Symbol
from lagr_gui.mechanics.sheets.equal_results import Also, said_once
from lagr_gui.mechanics.sheets.sheet import BeamCurve, Definition, Entry, Sheet
from lagr_gui.mechanics.trees import NOUGHT
from lagr_gui.typesetting import latex, latex_name, signed
from lagr_gui.typesetting.gyrations import gyration_rule
from lagr_gui.typesetting.spacing import tight
from lagr_gui.typesetting.symbols import latex_symbol, symbol_with_sign
from lagr_gui.typesetting.vector_latex import LETTERS, latex_definition, typesetter

ROW, NARROW = 68, 46
"""About so many letters fit into a row of our documents, and of an article as LaTeX sets it."""
TAG = 4
"""Letters that the number of a formula takes."""

_MATRIX = re.compile(r"\\begin\{smallmatrix\}(.*?)\\end\{smallmatrix\}", re.DOTALL)
_BRACKETS = re.compile(
    r"\\left\(\\begin\{smallmatrix\}(.*?)\\end\{smallmatrix\}\\right\)", re.DOTALL
)
_SMALL = 0.7

NUMBER = re.compile(r"\\frac\{(\d+)\}\{(\d+)\}")
"""A fraction of two numbers, which is set small."""

_LEFT = r"g_{\rho\nu} \, \ddot{q}^{\nu} + \Gamma_{\rho\mu\nu} \, \dot{q}^{\mu} \dot{q}^{\nu}"
_CONDITIONS = r" + \lambda_{s} \, G_{s\rho}"
INDICES = r"\rho = 1, \dots, f, \quad \mu, \nu = 0, \dots, f, \quad q^{0} = t"

MOST_OF_T = 12
"""A kinetic energy with more terms is written as the sum that it is."""

KINETIC = r"T = \tfrac{1}{2} \, g_{\mu\nu} \, \dot{q}^{\mu} \dot{q}^{\nu}"
"""The kinetic energy of all systems (18)."""


def structured_section(
    sheet: Sheet,
    symbol: str,
    width: Callable[[str], float],
    divided: Callable[[str, float], list[str]],
    *,
    numbered: bool = True,
    row: int = ROW,
) -> str:
    """One ``align*`` block of a structured sheet.

    `width` measures formulas in letters, `divided` makes parts that fit into so many letters, as
    `row` has.
    """
    typeset = typesetter(sheet)
    if symbol == "motion":
        number = r" \tag{29}" if numbered else ""
        between = ", \\qquad " if row >= ROW else ", \\\\\n&\\quad "
        right = rf" = Q_{{\rho}}{_CONDITIONS if sheet.of('G') else ''}"
        return f"\\begin{{align*}}\n& {_LEFT}{right}{between}{INDICES}{number}\n\\end{{align*}}"
    if symbol == "definitions":
        lines = _definitions(sheet, typeset)
        page = _Page(width, divided, row)
        return page.block(page.with_entries(lines), "")
    entries = sheet.of(symbol)
    if not entries:
        return ""
    if symbol == "T" and sum(len(entry.terms) for entry in entries) > MOST_OF_T:
        number = r" \tag{18}" if numbered else ""
        return f"\\begin{{align*}}\n& {KINETIC}{number}\n\\end{{align*}}"
    page = _Page(width, divided, row)
    if symbol == "Gamma" and not numbered and (rule := gyration_rule(sheet)) is not None:
        return page.block([(name, [""]) for name in rule.rows()], "")
    lines = [_said(entry, also, typeset) for entry, also in said_once(entries)]
    return page.block(lines, entries[0].equation if numbered else "")


def _definitions(sheet: Sheet, typeset: Callable[[Expression], str]) -> list[Line]:
    """All names with what they stand for; what beams are made of as integrals."""
    integrals = BeamIntegrals(sheet)
    found: list[Line] = []
    for own in sheet.definitions:
        lines = integrals.lines(own)
        found += [_line(latex_definition(own), own.trees, typeset)] if lines is None else lines
    return found


def _line(name: str, trees: Sequence[Expression], typeset: Callable[[Expression], str]) -> Line:
    first, *others = map(typeset, trees)
    return f"{name} = ", [first, *map(signed, others)]


def _said(entry: Entry, also: Also, typeset: Callable[[Expression], str]) -> Line:
    """A result behind its name and those of all that are equal to it."""
    name, pieces = _line(
        latex_symbol(entry.symbol, entry.indices), [term.tree for term in entry.terms], typeset
    )
    others = [f"{symbol_with_sign(own, opposite)} =" for own, opposite in also]
    return name, [*others, *pieces]


class _Page:
    """Rows of a page of so many letters."""

    def __init__(
        self, width: Callable[[str], float], divided: Callable[[str, float], list[str]], row: float
    ) -> None:
        self.width, self.divided, self.row = width, divided, row

    def with_entries(self, lines: Sequence[Line]) -> list[Line]:
        """The lines; entries of matrices that fit into no row are lines of their own before."""
        found: list[Line] = []
        number = 0

        def apart(match: re.Match[str]) -> str:
            nonlocal number
            rows = [row.split(" & ") for row in match[1].strip().split(r" \\ ")]
            columns = zip(*rows, strict=True)
            if _SMALL * sum(max(map(self.width, column)) for column in columns) <= self.row / 2:
                return match[0]
            number += 1
            for i, row in enumerate(rows, start=1):
                for j, entry in enumerate(row, start=1):
                    if entry != "0":
                        name = f"M^{{({number})}}_{{{i}{j}}} = "
                        found.append((name, self.divided(entry, self.row)))
            return rf"\boldsymbol{{M}}^{{({number})}}"

        for name, pieces in lines:
            told = [_BRACKETS.sub(apart, piece) for piece in pieces]
            found.append((name, told))
        return found

    def block(self, lines: Sequence[Line], number: str) -> str:
        """Rows of several lines, as many as fit; one that does not fit is broken at its signs."""
        tag = f" \\tag{{{number}}}" if number else ""
        room = self.row - TAG * bool(number)
        rows: list[str] = []
        row = ""
        for name, pieces in lines:
            whole = name + " ".join(pieces)
            joined = f"{row}, \\qquad {whole}" if row else whole
            if _measured(joined, self.width) <= room:
                row = joined
                continue
            broken = self._broken(name, pieces, room)
            rows += [*([row] if row else []), *broken[:-1]]
            row = broken[-1]
            if len(broken) > 1:
                rows, row = [*rows, row], ""
        body = f"{tag} \\\\\n& ".join(filter(None, [*rows, row]))
        body = NUMBER.sub(r"\\tfrac{\1}{\2}", tight(body))
        return f"\\begin{{align*}}\n& {body}{tag}\n\\end{{align*}}" if body else ""

    def _broken(self, name: str, pieces: Sequence[str], room: float) -> list[str]:
        first, *rest = [part for piece in pieces for part in self._parts(piece, room)]
        rows = [name + first]
        for piece in rest:
            joined = f"{rows[-1]} {piece}"
            if _measured(joined, self.width) > room:
                rows.append(f"\\quad {piece}")
            else:
                rows[-1] = joined
        return rows

    def _parts(self, piece: str, room: float) -> list[str]:
        """A term in parts; one with a matrix stays whole."""
        if _MATRIX.search(piece) or _measured(piece, self.width) <= room:
            return [piece]
        sign, rest = (piece[:2], piece[2:]) if piece[:2] in ("+ ", "- ") else ("", piece)
        first, *others = self.divided(rest, room)
        return [sign + first, *others]


def _measured(text: str, width: Callable[[str], float]) -> float:
    """The width of a row; a matrix is as wide as its widest row."""
    small = 0.0

    def taken(match: re.Match[str]) -> str:
        nonlocal small
        small += _SMALL * max(width(row) for row in match[1].split(r"\\"))
        return ""

    return width(_MATRIX.sub(taken, text)) + small


# --- Moments of beams as the integrals that they are: s = A ∫ x dm, B = A ∫ x xᵀ dm Aᵀ ---------

Line = tuple[str, list[str]]
"""What stands before the sign of equality, and the terms behind it."""


class BeamIntegrals:
    """Writes the definitions that are integrals over the beams of a sheet.

    They stand for all amplitudes i, j, k of a beam at once.
    """

    def __init__(self, sheet: Sheet) -> None:
        self.curves = {curve.beam: curve for curve in sheet.curves}
        self.typeset = typesetter(sheet)
        self._told: set[str] = set()

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
        moves = ["".join(rf"\partial_{{{letter}}} " for letter in own) + x for own in slopes]
        A = "" if own.rank == "scalar" or curve.axes is None else self.typeset(curve.axes)
        inner = rf"{_INTEGRAL} {_INTEGRANDS[own.stem](x, *moves)} \, \mathrm{{d}}m"
        inner = rf"{A} \, {inner}" if A else inner
        if A and own.rank == "tensor":
            A = A if isinstance(curve.axes, Symbol) else rf"\left({A}\right)"
            inner += rf" \, {A}^{{\mathsf{{T}}}}"
        indices = [beam, *("_".join(own) for own in slopes)]
        comma = "," if any(len(index) > 1 for index in indices) else ""
        name = f"{LETTERS[own.stem]}_{{{comma.join(indices)}}}"
        found = [*self._points(curve), (f"{name} = ", [inner])]
        new = [line for line in found if line[0] not in self._told]
        self._told |= {name for name, _ in new}
        return new

    def _points(self, curve: BeamCurve) -> Iterator[Line]:
        """The deflection, the points, and the mass of a piece."""
        if _point(curve.beam) in self._told:
            return
        self._told.add(_point(curve.beam))
        beam, length = curve.beam, latex(curve.length)
        if curve.amplitudes:
            terms = [_term(curve, place) for place in range(len(curve.amplitudes))]
            yield f"w_{{{beam}}}(\\xi) = ", [terms[0], *(f"+ {term}" for term in terms[1:])]
        along, across = rf"{length} \, \xi", f"w_{{{beam}}}" if curve.amplitudes else "0"
        if curve.shortens and curve.amplitudes:
            along += (
                rf" - \frac{{1}}{{2 \, {length}}} {_INTEGRAL}_{{0}}^{{\xi}}"
                rf" w_{{{beam}}}'(\eta)^{{2}} \, \mathrm{{d}}\eta"
            )
        yield f"{_point(beam)}(\\xi) = ", _placed(curve, along, across)
        piece = rf"{latex(curve.density)} \, {length} \, \mathrm{{d}}\xi"
        yield r"\mathrm{d}m = ", [rf"{piece} \quad (0 \leq \xi \leq 1)"]


_INTEGRAL = r"{\textstyle\int}"


def _term(curve: BeamCurve, place: int) -> str:
    """qᵢ uᵢ(ξ)"""
    name = latex_name(curve.amplitudes[place])
    if not curve.shapes:
        return rf"{name} \, u_{{{place + 1}}}(\xi)"
    shape = curve.shapes[place]
    text = latex(shape)
    return rf"{name} \, \left({text}\right)" if isinstance(shape, Sum) else rf"{name} \, {text}"


def _point(beam: str) -> str:
    return rf"\boldsymbol{{x}}^{{B}}_{{{beam}}}"


_INTEGRANDS = {
    "sbeam": lambda x, u=None: u or x,
    "Bbeam": lambda x: rf"{x} \left({x}\right)^{{\mathsf{{T}}}}",
    "Nbeam": lambda x, u: rf"{x} \left({u}\right)^{{\mathsf{{T}}}}",
    "kbeam": lambda x, u: rf"{x} \times {u}",
    "gbeam": lambda x, u, v: rf"{u} \cdot {v}",
    "hbeam": lambda x, u, v: rf"{v} \times {u}",
}
"""What is integrated, by the point and its slopes."""


def _placed(curve: BeamCurve, along: str, across: str) -> list[str]:
    """The components, where axis and direction are two of those of the frame."""
    places = [_place(vector) for vector in (curve.axis, curve.across)]
    if None in places:
        e, n = (", ".join(map(latex, own)) for own in (curve.axis, curve.across))
        turned = r"^{\mathsf{T}}"
        return [
            rf"\left({along}\right) \, \left({e}\right){turned}",
            rf"+ {across} \, \left({n}\right){turned}",
        ]
    entries = ["0", "0", "0"]
    for place, text in zip(places, (along, across), strict=True):
        assert place is not None
        index, sign = place
        entries[index] = text if sign > 0 or text == "0" else rf"-\left({text}\right)"
    return [rf"\left({', '.join(entries)}\right)^{{\mathsf{{T}}}}"]


def _place(vector: tuple[Expression, ...]) -> tuple[int, int] | None:
    """The axis of the frame that a unit vector is, with its sign."""
    others = [(i, entry) for i, entry in enumerate(vector) if entry != NOUGHT]
    if len(others) != 1 or not isinstance(number := others[0][1], Number):
        return None
    return others[0][0], 1 if number.value > 0 else -1
