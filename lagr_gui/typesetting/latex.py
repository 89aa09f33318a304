"""Trees as LaTeX."""

from __future__ import annotations

from lagr_gui.expression import Expression, read
from lagr_gui.expression.letters import Name, split
from lagr_gui.typesetting.dialects import TYPESET, Printer

_KNOWN = {"sin", "cos", "tan", "sinh", "cosh", "tanh", "log", "min", "max"}

_SPELLED = {"elldot": r"\dot{\ell}"}
"""Letters that are no command."""


class _Latex(Printer):
    def name(self, name: Name) -> str:
        stem = _SPELLED.get(name.stem, f"\\{name.stem}") if name.greek else name.stem
        if not name.greek and len(name.stem) > 1:
            stem = f"\\mathrm{{{_escaped(name.stem)}}}"
        if not name.subscripts:
            return stem
        return f"{stem}_{{{','.join(map(_subscript, name.subscripts))}}}"

    def dotted(self, text: str, order: int) -> str:
        stem, underscore, rest = text.partition("_")
        return f"\\{'d' * order}ot{{{stem}}}{underscore}{rest}"

    def fraction(self, above: str, below: str) -> str:
        return f"\\frac{{{above}}}{{{below}}}"

    def root(self, text: str) -> str:
        return f"\\sqrt{{{text}}}"

    def bars(self, text: str) -> str:
        return f"\\left|{text}\\right|"

    def brackets(self, text: str) -> str:
        return f"\\left({text}\\right)"

    def raised(self, base: str, exponent: str) -> str:
        return f"{base}^{{{exponent}}}"

    def function(self, name: str) -> str:
        if name == "e":
            return "\\mathrm{e}"
        if name in TYPESET:
            return f"\\{TYPESET[name]}"
        if name in _KNOWN:
            return f"\\{name}"
        if name == "atan2":
            return "\\operatorname{atan2}"
        parts = split(name)
        subscript = "".join(f"_{{{_subscript(s)}}}" for s in parts.subscripts[:1])
        return f"\\mathrm{{{_escaped(parts.stem)}}}{subscript}"

    @property
    def pi(self) -> str:
        return "\\pi"

    @property
    def space(self) -> str:
        return " \\, "

    def _applied(self, head: str, argument: str) -> str:
        return f"{head} {argument}" if argument[0].isalnum() else f"{head}{{{argument}}}"


LATEX = _Latex()
"""Sets trees and spells their pieces."""


def _subscript(text: str) -> str:
    inner = split(text) if text[0].isalpha() else None
    if inner is not None and inner.greek and not inner.subscripts:
        return f"\\{inner.stem}"
    return text if text.isdigit() or len(text) == 1 else f"\\mathrm{{{_escaped(text)}}}"


def _escaped(text: str) -> str:
    return text.replace("_", "\\_")


def latex(tree: str | Expression) -> str:
    """An expression, or the text of one, as LaTeX for mathematics mode.

    Raises LagrError for a text that cannot be read.
    """
    return LATEX.formula(read(tree) if isinstance(tree, str) else tree)


def latex_name(name: str, order: int = 0) -> str:
    """A symbol as LaTeX, with `order` dots."""
    return LATEX.symbol(name, order)
