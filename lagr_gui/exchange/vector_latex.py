"""Trees of vectors and tensors as LaTeX: dots, crosses, matrices, names with hats."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction

from lagr_gui.algebra import latex
from lagr_gui.exchange.symbols import latex_symbol
from lagr_gui.expression import Call, Expression, Number, Power, Product, Sum, Symbol, symbols
from lagr_gui.expression import called as calls_of
from lagr_gui.mechanics.sheet import Sheet

SUM, DOTTED, CROSSED, ROW, ATOM = range(5)
"""How tightly a formula holds together."""

TRANSPOSED = "^{\\mathsf{T}}"
OPERATIONS = frozenset(
    {"dot", "cross", "outer", "transpose", "trace", "vec", "tensor", "symmetric", "rotation"}
)


def typesetter(sheet: Sheet) -> Callable[[Expression], str]:
    """What sets the trees of a sheet."""
    if not sheet.structured:
        return latex
    names = {definition.name: definition.latex for definition in sheet.definitions}
    names |= {entry.reference: latex_symbol(entry.symbol, entry.indices) for entry in sheet.entries}
    names["unit"] = "\\boldsymbol{1}"
    return VectorLatex(names).formula


class VectorLatex:
    """Sets trees; `names` are those that the program introduced, with their LaTeX."""

    def __init__(self, names: Mapping[str, str]) -> None:
        self.names = names

    def formula(self, tree: Expression) -> str:
        """The tree typeset."""
        return self._print(tree)[0]

    def _is_plain(self, tree: Expression) -> bool:
        if any(symbol.name in self.names and not symbol.order for symbol in symbols(tree)):
            return False
        return not any(name in OPERATIONS for name, _ in calls_of(tree))

    def _print(self, tree: Expression) -> tuple[str, int]:
        if self._is_plain(tree):
            return latex(tree), _level(tree)
        match tree:
            case Symbol(name):
                return self.names[name], ATOM
            case Sum(terms):
                return self._sum(terms), SUM
            case Product(factors):
                return self._product(factors)
            case Power(base, exponent):
                return self._power(base, exponent)
            case Call(function, arguments):
                return self._call(function, arguments)
            case _:
                return latex(tree), ATOM

    def _within(self, tree: Expression, least: int) -> str:
        text, level = self._print(tree)
        return text if level >= least else f"\\left({text}\\right)"

    def _sum(self, terms: Sequence[Expression]) -> str:
        text = self._within(terms[0], SUM + 1 if isinstance(terms[0], Sum) else SUM)
        for term in terms[1:]:
            inner = self._within(term, SUM + 1) if isinstance(term, Sum) else self.formula(term)
            text += f" - {inner[1:].lstrip()}" if inner.startswith("-") else f" + {inner}"
        return text

    def _product(self, factors: Sequence[Expression]) -> tuple[str, int]:
        number = next((f.value for f in factors if isinstance(f, Number)), Fraction(1))
        sign, rest = "-" if number < 0 else "", [f for f in factors if not isinstance(f, Number)]
        below = [divisor for f in rest if (divisor := _divisor(f)) is not None]
        above: list[Expression] = [f for f in rest if _divisor(f) is None]
        if abs(number) != 1:
            above.insert(0, Number(abs(number)))
        if len(above) == 1 and not below:
            text, level = self._print(above[0])
            return (sign + text, SUM) if sign else (text, level)
        top = " \\, ".join(self._within(factor, ROW) for factor in above) or "1"
        if below:
            under = " \\, ".join(self._within(factor, ROW) for factor in below)
            top = f"\\frac{{{top}}}{{{under}}}"
        return sign + top, SUM if sign else ROW

    def _power(self, base: Expression, exponent: Expression) -> tuple[str, int]:
        divisor = _divisor(Power(base, exponent))
        if divisor is not None:
            return f"\\frac{{1}}{{{self.formula(divisor)}}}", ROW
        if isinstance(exponent, Number) and exponent.value * 2 == 1:
            return f"\\sqrt{{{self.formula(base)}}}", ATOM
        return f"{self._within(base, ATOM)}^{{{latex(exponent)}}}", ROW

    def _call(self, function: str, arguments: Sequence[Expression]) -> tuple[str, int]:
        match function, tuple(arguments):
            case "dot", (a, b):
                return f"{self._within(a, ROW)} \\cdot {self._within(b, ROW)}", DOTTED
            case "cross", (a, b):
                return f"{self._within(a, ROW)} \\times {self._within(b, ROW)}", CROSSED
            case "outer", (a, b):
                return f"{self._within(a, ATOM)} \\, {self._within(b, ATOM)}{TRANSPOSED}", ROW
            case "transpose", (a,):
                return f"{self._within(a, ATOM)}{TRANSPOSED}", ATOM
            case "trace", (a,):
                return f"\\operatorname{{tr}} {self._within(a, ATOM)}", ROW
            case "vec", entries:
                return f"\\left({', '.join(map(self.formula, entries))}\\right){TRANSPOSED}", ATOM
            case "rotation", (axis, angle):
                return self._rotation(axis, angle), ATOM
            case "symmetric", (xx, yy, zz, xy, xz, yz):
                return self._matrix((xx, xy, xz, xy, yy, yz, xz, yz, zz)), ATOM
            case "tensor", entries:
                return self._matrix(entries), ATOM
            case "sqrt", (Call("dot", (a, b)),) if a == b:
                return f"\\left|{self.formula(a)}\\right|", ATOM
            case "sqrt", (a,):
                return f"\\sqrt{{{self.formula(a)}}}", ATOM
            case _:
                inner = ", ".join(map(self.formula, arguments))
                return f"\\operatorname{{{function}}}\\left({inner}\\right)", ATOM

    def _matrix(self, entries: Sequence[Expression]) -> str:
        rows = (" & ".join(map(self.formula, entries[i : i + 3])) for i in (0, 3, 6))
        body = " \\\\ ".join(rows)
        return f"\\left(\\begin{{smallmatrix}} {body} \\end{{smallmatrix}}\\right)"

    def _rotation(self, axis: Expression, angle: Expression) -> str:
        """R_z(φ) about an axis of the frame, R(n, φ) about others."""
        turned = f"\\left({self.formula(angle)}\\right)"
        if isinstance(axis, Call) and sorted(map(str, axis.arguments)) == _UNIT:
            letter = "xyz"[[argument == ONE for argument in axis.arguments].index(True)]
            return f"\\boldsymbol{{R}}_{{{letter}}}{turned}"
        return f"\\boldsymbol{{R}}\\left({self.formula(axis)}, \\, {self.formula(angle)}\\right)"


ONE, NOUGHT = Number(Fraction(1)), Number(Fraction(0))
_UNIT = sorted(map(str, (NOUGHT, NOUGHT, ONE)))


def _divisor(factor: Expression) -> Expression | None:
    """What a factor divides by."""
    if not isinstance(factor, Power) or not isinstance(factor.exponent, Number):
        return None
    value = factor.exponent.value
    if value >= 0:
        return None
    return factor.base if value == -1 else Power(factor.base, Number(-value))


def _level(tree: Expression) -> int:
    match tree:
        case Sum():
            return SUM
        case Number(value):
            return SUM if value < 0 else ATOM
        case Product((Number(value), *_)):
            return SUM if value < 0 else ROW
        case Product() | Power():
            return ROW
        case _:
            return ATOM
