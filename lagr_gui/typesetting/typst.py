"""Trees as Typst mathematics; names given by users are always quoted."""

from __future__ import annotations

from collections.abc import Collection

from lagr_gui.expression import Expression
from lagr_gui.expression.letters import MARK, Name, split
from lagr_gui.typesetting.dialects import TYPESET, Printer

_KNOWN = {"sin", "cos", "tan", "sinh", "cosh", "tanh", "min", "max"}
_SPELLED = {"epsilon": "epsilon.alt", "elldot": "dot(ell)"}
"""Other forms of letters, so that they look as in plain text."""


def marked(name: str, text: str) -> str:
    """A formula that stands for a name, so that it can be found on the page."""
    return f'{MARK}("{name}", {text})'


def marked_with(text: str, suffix: str) -> str:
    """A formula with an index or exponent, which belongs to its name if it is one."""
    alone = text.startswith(f"{MARK}(") and text.count(f"{MARK}(") == 1 and text.endswith(")")
    return f"{text[:-1]}{suffix})" if alone else f"{text}{suffix}"


class _Typst(Printer):
    def __init__(self, names: Collection[str] = ()) -> None:
        self._names = names

    def symbol(self, name: str, order: int) -> str:
        text = super().symbol(name, order)
        return marked(name, text) if name in self._names else text

    def name(self, name: Name) -> str:
        stem = _SPELLED.get(name.stem, name.stem) if name.greek else _word(name.stem)
        if not name.subscripts:
            return stem
        return f"{stem}_({','.join(map(_subscript, name.subscripts))})"

    def dotted(self, text: str, order: int) -> str:
        stem, underscore, rest = text.partition("_")
        dots = ("dot", "dot.double", "dot.triple")[order - 1]
        return f"{dots}({stem}){underscore}{rest}"

    def fraction(self, above: str, below: str) -> str:
        return f"frac({above}, {below})"

    def root(self, text: str) -> str:
        return f"sqrt({text})"

    def bars(self, text: str) -> str:
        return f"abs({text})"

    def brackets(self, text: str) -> str:
        return f"({text})"

    def raised(self, base: str, exponent: str) -> str:
        return marked_with(base, f"^({exponent})")

    def function(self, name: str) -> str:
        if name == "e":
            return "upright(e)"
        if name in _KNOWN:
            return name
        if name in TYPESET:
            return TYPESET[name]
        if name == "atan2":
            return 'op("atan2")'
        parts = split(name)
        stem = f'upright("{parts.stem}")'
        if not parts.subscripts:
            return stem
        return f"attach({stem}, b: {_subscript(parts.subscripts[0])})"  # primes follow the whole

    @property
    def pi(self) -> str:
        return "pi"

    @property
    def space(self) -> str:
        return " thin "

    def _applied(self, head: str, argument: str) -> str:
        return f"{head} {argument}"


def _word(text: str) -> str:
    """One letter as it is (it is set in italics), more letters as quoted upright text."""
    return text if len(text) == 1 else f'"{text}"'


def _subscript(text: str) -> str:
    inner = split(text) if text[0].isalpha() else None
    if inner is not None and inner.greek and not inner.subscripts:
        return inner.stem
    return text if text.isdigit() or len(text) == 1 else f'"{text}"'


def typst_printer(names: Collection[str] = ()) -> Printer:
    """What sets trees and spells their pieces; those `names` are marked."""
    return _Typst(names)


def typst(tree: Expression, names: Collection[str] = ()) -> str:
    """The tree as Typst mathematics (without the dollar signs); those `names` are marked."""
    return typst_printer(names).formula(tree)


def typst_name(name: str) -> str:
    """A symbol as Typst mathematics."""
    return typst_printer().symbol(name, 0)
