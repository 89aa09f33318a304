"""The structured form in MathML: names with hats, dots, crosses, matrices."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from lagr_gui.expression import Expression
from lagr_gui.mechanics.sheets.sheet import COORDINATE, OF_BODIES, Definition, Sheet, numbers
from lagr_gui.typesetting import MATHML, mathml_name
from lagr_gui.typesetting.mathml import upright
from lagr_gui.typesetting.vectors import VectorPrinter


def letter(text: str, bold: bool = False, over: str = "") -> str:
    """A letter, of vectors and tensors in bold type, with a mark over it."""
    own = _bold(text) if bold else f"<mi>{text}</mi>"
    return f'<mover accent="true">{own}<mo>{over}</mo></mover>' if over else own


_ALPHABETS = (("az", 0x1D482), ("AZ", 0x1D468), ("αω", 0x1D736), ("ΑΩ", 0x1D71C), ("09", 0x1D7CE))
"""Letters in bold type by their ranges: browsers know no other way to set them."""


def _bold(text: str) -> str:
    if text == "ϱ":
        return f"<mi>{chr(0x1D754)}</mi>"
    for (first, last), begin in _ALPHABETS:
        if len(text) == 1 and first <= text <= last:
            return f"<mi>{chr(begin + ord(text) - ord(first))}</mi>"
    return upright(text)


def _high(base: str, sign: str) -> str:
    return f"<msup>{base}{upright(sign)}</msup>"


_LETTERS = {
    "mhat": letter("m", over="^"),
    "shat": letter("s", True, "^"),
    "Bhat": letter("B", True, "^"),
    "Jhat": letter("J", True, "^"),
    "mw": _high(letter("m", over="^"), "G"),
    "sw": _high(letter("s", True, "^"), "G"),
    "mbeam": _high(letter("m"), "B"),
    "sbeam": _high(letter("s", True), "B"),
    "Bbeam": _high(letter("B", True), "B"),
    "Nbeam": _high(letter("N", True), "B"),
    "kbeam": _high(letter("k", True), "B"),
    "gbeam": _high(letter("g"), "B"),
    "hbeam": _high(letter("h", True), "B"),
    "Theta": letter("Θ", True),
    "gamma": letter("γ", True),
    "omega": letter("ω", True),
    "alpha": letter("α", True),
    "beta": letter("β"),
    "alphaB": _high(letter("α", True), "B"),
    "aB": _high(letter("a", True), "B"),
    "arm": letter("ϱ", True),
    "ell": letter("ℓ"),
    "kappa": letter("κ"),
    "rho": letter("ρ"),
    "rate": letter("ℓ", over="˙"),
    "elldot": letter("ℓ", over="˙"),
    "tilt": letter("τ"),
    "tiltrate": letter("τ", over="˙"),
}
"""Stems that are no single letter."""

_SYMBOLS = {
    "U_F": "<mi>U</mi>",
    "D_F": "<mi>D</mi>",
    "p_const": "<mi>p</mi>",
    "h_const": "<mi>h</mi>",
    "jacobi": "<mi>h</mi>",
    "Gamma": letter("Γ"),
    "T_dot": letter("T", over="˙"),
    "T_ddot": letter("T", over="¨"),
    "T_star": "<msup><mi>T</mi><mo>*</mo></msup>",
    "w": letter("ω"),
    "phi": letter("Φ"),
    "gamma_bar": letter("γ", over="¯"),
    "gamma_bar2": letter("γ", over="‗"),
}


def mathml_symbol(symbol: str, indices: Sequence[int]) -> str:
    """The name of a result; for E and x the body's number is raised."""
    base = _SYMBOLS.get(symbol, f"<mi>{symbol}</mi>")
    if symbol in OF_BODIES:
        number = f"<mrow><mo>(</mo><mn>{indices[0]}</mn><mo>)</mo></mrow>"
        if not indices[1:]:
            return f"<msup>{letter(symbol, True)}{number}</msup>"
        return f"<msubsup>{base}<mn>{numbers(indices[1:])}</mn>{number}</msubsup>"
    return f"<msub>{base}<mn>{numbers(indices)}</mn></msub>" if indices else base


def mathml_definition(definition: Definition) -> str:
    """A name as it is set: vectors and tensors in bold type."""
    stem, indices = definition.stem, definition.indices
    if definition.meaning == COORDINATE:
        return mathml_name(stem)
    base = _LETTERS.get(stem) or letter(stem, definition.rank != "scalar" and len(stem) == 1)
    comma = "," if any(len(index) > 1 for index in indices) else ""
    return f"<msub>{base}<mtext>{comma.join(indices)}</mtext></msub>" if indices else base


def typesetter(sheet: Sheet) -> Callable[[Expression], str]:
    """What sets the trees of a sheet, in pieces."""
    if not sheet.structured:
        return MATHML.formula
    names = {entry.name: mathml_definition(entry) for entry in sheet.definitions}
    names |= {e.reference: mathml_symbol(e.symbol, e.indices) for e in sheet.entries}
    return VectorMathML({**names, "unit": letter("1", True)}).formula


def mathml_matrix(rows: Sequence[Sequence[str]]) -> str:
    """A matrix in brackets."""
    body = "".join(
        f"<mtr>{''.join(f'<mtd>{entry}</mtd>' for entry in line)}</mtr>" for line in rows
    )
    return f"<mrow><mo>(</mo><mtable>{body}</mtable><mo>)</mo></mrow>"


class VectorMathML(VectorPrinter):
    """MathML in pieces."""

    dot, times = "<mo>·</mo>", "<mo>×</mo>"
    transposed, turn = upright("T"), letter("R", True)

    def __init__(self, names: Mapping[str, str]) -> None:
        super().__init__(names, MATHML)

    def raised_by(self, base: str, sign: str) -> str:
        """A name with a sign behind and above it."""
        return f"<msup><mrow>{base}</mrow>{sign}</msup>"

    def turned_about(self, axis: str) -> str:
        """The name of a rotation about an axis of the frame."""
        return f"<msub>{self.turn}<mi>{axis}</mi></msub>"

    def word(self, text: str) -> str:
        """The name of a function."""
        return upright(text)

    def matrix(self, rows: Sequence[Sequence[str]]) -> str:
        """A matrix that fits into a line."""
        return mathml_matrix(rows)
