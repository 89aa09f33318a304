"""Equations as LaTeX: ``align*`` blocks by section, with the numbers of the formulas."""

from __future__ import annotations

import re
from collections.abc import Sequence

from lagr_gui.mechanics.sheets.balance import equations_of_motion
from lagr_gui.mechanics.sheets.sheet import Balance, Entry, Sheet, Term
from lagr_gui.typesetting import latex, signed
from lagr_gui.typesetting.model_hash import headed
from lagr_gui.typesetting.pose_latex import pose_lines
from lagr_gui.typesetting.spacing import tight
from lagr_gui.typesetting.structured_latex import NARROW, structured_section
from lagr_gui.typesetting.symbols import latex_symbol, sections
from lagr_gui.typesetting.vector_latex import latex_definition

WIDTH = 70
"""About so many letters fit into a line."""


def latex_equations(sheet: Sheet, symbols: Sequence[str] = (), digest: str = "") -> str:
    """The sections of a sheet and the equations of motion; with `symbols` only these.

    The `digest` of the model stands in the first line.

    The equations of motion have the symbol ``motion``, what is assumed for them ``assumed``.
    """
    all_of_them = sections(sheet)
    wanted = symbols or [symbol for symbol, _ in all_of_them]
    blocks = [
        f"% {title}\n{block}"
        for symbol, title in all_of_them
        if symbol in wanted and (block := latex_section(sheet, symbol))
    ]
    return headed("\n\n".join(blocks), "%", digest)


def latex_section(sheet: Sheet, symbol: str) -> str:
    """One ``align*`` block."""
    if sheet.structured:
        return structured_section(sheet, symbol, width, divided, row=NARROW)
    if symbol in ("motion", "solved", "states"):
        own = sheet.states if symbol == "states" else sheet.solved
        found = equations_of_motion(sheet) if symbol == "motion" else own
        lines = [
            f"& {_NEXT.join(balance_rows(balance))} \\tag{{{balance.equation}}}"
            for balance in found
        ]
    elif symbol == "definitions":
        lines = [
            _entry(latex_definition(own), (Term(own.tree, own.sources),))
            for own in sheet.definitions
        ]
    elif symbol == "assumed":
        lines = [f"& {latex(entry.tree)} > 0" for entry in sheet.assumptions]
    elif symbol in ("E", "x"):
        lines = list(pose_lines(sheet, symbol, lambda text: width(text) <= WIDTH, _told))
    else:
        lines = [_told(entry) for entry in sheet.of(symbol)]
    body = " \\\\\n".join(lines)
    return tight(f"\\begin{{align*}}\n{body}\n\\end{{align*}}") if lines else ""


def _told(entry: Entry) -> str:
    return _entry(latex_symbol(entry.symbol, entry.indices), entry.terms, entry.equation)


_NEXT = " \\\\\n  &\\quad "


def _entry(first: str, terms: Sequence[Term], number: str = "") -> str:
    """first = terms, broken into lines."""
    rows = sum_rows(terms, width(first))
    return f"{first} &= {_NEXT.join(rows)}" + (f" \\tag{{{number}}}" if number else "")


def balance_rows(balance: Balance) -> list[str]:
    """left = right in lines; the right side begins a line where it does not fit."""
    rows = sum_rows(balance.left, 0)
    used = width(rows[-1])
    others = sum_rows(balance.right, used)
    if len(others) > 1 or used + width(others[0]) > WIDTH:
        rows, others = [*rows, "= "], sum_rows(balance.right, 0)
    else:
        rows[-1] += " = "
    rows[-1] += others[0]
    return [*rows, *others[1:]]


def sum_rows(terms: Sequence[Term], used: float) -> list[str]:
    """A sum in lines; those after the first begin with their sign."""
    rows: list[str] = []
    row = ""
    for piece in [piece for term in terms for piece in _pieces(latex(term.tree))] or ["0"]:
        joined = f"{row} {_signed(piece)}" if row else piece if not rows else _signed(piece)
        if row and used + width(joined) > WIDTH:
            rows.append(row)
            joined, used = _signed(piece), 0
        row = joined
    return [*rows, row]


def _signed(piece: str) -> str:
    """A part of a sum with its sign; one of a product has a dot."""
    return piece if piece.startswith(DOT) else signed(piece)


def divided(text: str, room: float = WIDTH) -> list[str]:
    """A formula in parts of so many letters, those after the first with their sign."""
    first, *rest = _pieces(text, room)
    return [first, *map(_signed, rest)]


def _pieces(text: str, room: float = WIDTH) -> list[str]:
    """A term in parts that fit into a line of so many letters each.

    It is divided at the signs of its outermost sum; brackets around them cannot grow with what
    they hold and are made large.  Where sums stand in fractions and roots only, these become
    powers; a product without sums is divided between its factors.
    """
    if width(text) <= room:
        return [text]
    depths = _depths(text)
    signs = [m.start() for m in _SIGN.finditer(text) if depths[m.start()] is not None]
    if signs:
        least = min(depths[at] or 0 for at in signs)
        parts = _divided(text, [at for at in signs if depths[at] == least])
    elif (powers := _powers(text, room)) != text:
        parts = [powers]
    else:
        parts = _factors(text, depths)
    return [text] if parts == [text] else [piece for part in parts for piece in _pieces(part, room)]


def _powers(text: str, room: float) -> str:
    """The first fraction or root that is too wide for a line as a power."""
    for match in _TALL.finditer(text):
        first, end = _group(text, match.end())
        second = ""
        if match.group() == FRACTION:
            second, end = _group(text, end)
        if width(text[match.start() : end]) > room:
            if match.group() == FRACTION:
                above = "" if first == "1" else rf"\left({first}\right) \, "
                power = rf"{above}\left({second}\right)^{{-1}}"
            else:
                power = rf"\left({first}\right)^{{1/2}}"
            return text[: match.start()] + power + text[end:]
    return text


def _group(text: str, start: int) -> tuple[str, int]:
    """What stands in the braces that begin there, and where it goes on after them."""
    depth = 0
    for step in _STEP.finditer(text, start):
        depth += (step.group() == "{") - (step.group() == "}")
        if depth == 0:
            return text[start + 1 : step.start()], step.end()
    return text[start:], len(text)


def _factors(text: str, depths: Sequence[int | None]) -> list[str]:
    """A product in two halves."""
    places = [m.start() for m in re.finditer(r" \\, ", text) if depths[m.start()] == 0]
    if not places:
        return [text]
    at = min(places, key=lambda place: abs(place - len(text) / 2))
    return [text[:at], DOT + text[at + 4 :]]


DOT, FRACTION = "\\cdot ", "\\frac"
_TALL = re.compile(r"\\frac(?={)|\\sqrt(?={)")
_SIGN = re.compile(r" [+-] ")
_STEP = re.compile(r"\\[{}]|[{}]|\\left\\?.|\\right\\?.")


def _depths(text: str) -> list[int | None]:
    """The number of brackets around every character; None within fractions, roots, indices."""
    depths: list[int | None] = []
    braces = brackets = at = 0
    for step in _STEP.finditer(text):
        depths += [None if braces else brackets] * (step.start() - at)
        at, found = step.start(), step.group()
        braces += (found == "{") - (found == "}")
        if not braces:
            brackets += found.startswith("\\left") - found.startswith("\\right")
    return depths + [None if braces else brackets] * (len(text) - at)


def _divided(text: str, signs: Sequence[int]) -> list[str]:
    """The text divided at signs; brackets around them have a fixed size."""
    around: list[tuple[int, int]] = []
    opened: list[int] = []
    for step in _STEP.finditer(text):
        if step.group().startswith("\\left"):
            opened.append(step.start())
        elif step.group().startswith("\\right"):
            around.append((opened.pop(), step.start()))
    divided = [(a, b) for a, b in around if any(a < at < b for at in signs)]
    changes = {a: "\\Bigl" for a, _ in divided} | {b: "\\Bigr" for _, b in divided}
    pieces: list[str] = []
    last = 0
    for at in [*signs, len(text)]:
        piece, done = "", last
        for place in sorted(changes):
            if last <= place < at:
                piece += text[done:place] + changes[place]
                done = place + (5 if changes[place] == "\\Bigl" else 6)
        piece += text[done:at]
        sign, rest = piece[:3], piece[3:]
        pieces.append((f"-{rest}" if sign == " - " else rest) if pieces else piece)
        last = at
    return pieces


_TOKEN = re.compile(r"\\[a-zA-Z]+|\\.|.", re.DOTALL)
_MATRIX = re.compile(r"\\begin\{pmatrix\} (.*?) \\end\{pmatrix\}")
_GAP = 2.0
_WIDTHS = {
    **dict.fromkeys("0123456789", 0.75),
    ",": 0.45,
    "+": 2.4,
    "-": 2.4,
    "=": 2.4,
    "(": 0.7,
    ")": 0.7,
    r"\,": 0.3,
    r"\quad": 1.8,
    r"\qquad": 3.6,
    " ": 0.0,
}
_NOTHING = (
    *("left", "right", "Bigl", "Bigr", "mathrm", "dot", "ddot", "bar", "text"),
    *("boldsymbol", "hat", "mathsf", "operatorname"),
)
SMALL = 0.75
"""Indices and exponents, by letters of the line."""


def width(text: str) -> float:
    """About how many letters a formula is wide."""
    found = sum(_of_matrix(match[1]) for match in _MATRIX.finditer(text))
    tokens, at = _TOKEN.findall(_MATRIX.sub("", text)), 0
    while at < len(tokens):
        size, at = _measured(tokens, at)
        found += size
    return found


def _of_matrix(text: str) -> float:
    """The width of a matrix with its brackets: that of its columns and of what is between them."""
    rows = [row.split(" & ") for row in re.split(r" \\\\(?:\[2pt\])? ", text)]
    columns = [max(map(width, column)) for column in zip(*rows, strict=True)]
    return sum(columns) + _GAP * len(columns)


def _measured(tokens: Sequence[str], at: int) -> tuple[float, int]:
    """The width of what begins there, and where the next begins."""
    token = tokens[at]
    if token in "_^":
        size, end = _measured(tokens, at + 1) if at + 1 < len(tokens) else (0.0, at + 1)
        return SMALL * size, end
    if token == FRACTION:
        above, end = _measured(tokens, at + 1)
        below, end = _measured(tokens, end)
        return max(above, below), end
    if token == "{":
        found, at = 0.0, at + 1
        while at < len(tokens) and tokens[at] != "}":
            size, at = _measured(tokens, at)
            found += size
        return found, at + 1
    name = token[1:]
    if token.startswith("\\") and name.isalpha() and token not in _WIDTHS:
        if name in _NOTHING:
            return 0.0, at + 1
        return (len(name) * 0.9 if name in _FUNCTIONS else 1.1), at + 1
    return _WIDTHS.get(token, 1.0), at + 1


_FUNCTIONS = (
    "sin",
    "cos",
    "tan",
    "arcsin",
    "arccos",
    "arctan",
    "sinh",
    "cosh",
    "tanh",
    "exp",
    "ln",
)
