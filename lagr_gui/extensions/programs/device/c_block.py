"""A block of signals in C99: a function for a device, without memory of its own or the heap."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction

from lagr_gui.expression import Call, Expression, Number, Power, Product, Sum, Symbol
from lagr_gui.extensions.programs.device.block import STEP, DeviceBlock, Quantity
from lagr_gui.extensions.programs.languages.c import LEAST, C
from lagr_gui.extensions.programs.languages.parts import wrapped
from lagr_gui.foundation.wording import Wording, identifier

TESTS = 40
"""Steps of the self-test."""

RESERVED = frozenset(f"{C.reserved} real p s in out h at rates y0 yn k main".split())
"""Words that no name may be."""

LIBRARY = {"log": "log", "abs": "fabs", "min": "fmin", "max": "fmax"}
"""Functions of C that are called otherwise."""

OWN = {
    "step": "static real step_at(real a, real x, real b) {\n"
    "    return (a <= x && x < b) || (a == x && x == b) ? 1 : 0;\n}",
    "sign": "static real sign_of(real x) {\n    return (real)((x > 0) - (x < 0));\n}",
}
"""Functions that C has not."""


def c_block(block: DeviceBlock, single: bool, about: Sequence[Wording] = ()) -> str:
    """The text of a file with types, `NAME_start` and `NAME_step`, and a self-test."""
    return "\n".join(_CBlock(block, single).lines(about)) + "\n"


class _CBlock:
    def __init__(self, block: DeviceBlock, single: bool) -> None:
        self.block, self.single = block, single
        self.name = self._free(identifier(Wording(block.name)), set())
        taken: set[str] = set()
        self.names: dict[str, str] = {}
        every = (*block.parameters, *block.inputs, *block.outputs)
        for symbol in (entry.symbol for entry in every):
            self._call(_plain(symbol), symbol.name + "_" + "d" * symbol.order, symbol.order, taken)
        for name in (*block.starts, *(name for name, _ in block.lines)):
            self._call(name, name, 0, taken)
        self.places = {_plain(entry.symbol): "p->" for entry in block.parameters}
        self.places |= {_plain(entry.symbol): "in->" for entry in block.inputs}
        self.places |= dict.fromkeys(block.starts, "s->")
        self.used: set[str] = set()

    def _call(self, name: str, wanted: str, order: int, taken: set[str]) -> None:
        if name not in self.names:
            self.names[name] = self._free(identifier(Wording(wanted if order else name)), taken)

    @staticmethod
    def _free(name: str, taken: set[str]) -> str:
        while name in RESERVED or name in taken:
            name += "_"
        taken.add(name)
        return name

    # --- the file -----------------------------------------------------------------------------

    def lines(self, about: Sequence[Wording]) -> Iterator[str]:
        """All lines."""
        body = [*self._evaluating(), *self._start(), *self._step()]
        yield "/*"
        for text in (*about, Wording(""), *map(Wording, self._usage())):
            for line in wrapped(text, 87) or [""]:
                yield f" * {_harmless(line)}".rstrip()
        yield " */"
        yield "#include <math.h>"
        yield "#ifdef SELF_TEST\n#include <stdio.h>\n#endif\n"
        yield f"typedef {'float' if self.single else 'double'} real;\n"
        yield from self._types()
        for function in sorted(self.used & OWN.keys()):
            yield f"{OWN[function]}\n"
        yield from body
        yield from self._self_test()

    def _usage(self) -> Iterator[str]:
        n, block = self.name, self.block
        yield f"{n}_start(&{n}_DEFAULTS, &state); then once in a step {n}_step(...)."
        if block.sample:
            yield f"A step is called each {block.sample:g} s."
        elif block.rates:
            yield (
                "Inputs are held within a step of h seconds (Runge and Kutta, order 4); "
                f"h is short up to {block.longest_step:g} s."
            )
        yield f"cc -O2 -DSELF_TEST {n}.c -lm && ./a.out    compares with the program's own numbers"

    def _types(self) -> Iterator[str]:
        block, n = self.block, self.name
        states = [Quantity(Symbol(name)) for name in block.starts]
        for title, entries in (
            ("parameters", block.parameters),
            ("inputs", block.inputs),
            ("state", states),
            ("outputs", block.outputs),
        ):
            yield "typedef struct {"
            for entry in entries:
                told = ", ".join(filter(None, (entry.words, entry.unit)))
                remark = f" /* {_harmless(Wording(told).line)} */" if told else ""
                yield f"    real {self.names[_plain(entry.symbol)]};{remark}"
            if not entries:
                yield "    real none;"
            yield f"}} {n}_{title};\n"
        yield f"static const {n}_parameters {n}_DEFAULTS = {{"
        yield from (f"    {self.number(entry.value)}," for entry in block.parameters)
        if not block.parameters:
            yield "    0,"
        yield "};\n"

    @property
    def _given(self) -> str:
        n, h = self.name, ", real h" if self.block.is_timed else ""
        return f"const {n}_parameters *p, {{}}{n}_state *s, const {n}_inputs *in{h}"

    def _evaluating(self) -> Iterator[str]:
        """What names stand for at an instant, and the rates of states."""
        block = self.block
        rates = ", real *rates" if block.rates else ""
        yield f"typedef struct {{ real {', '.join(self._found())}; }} {self.name}_found;\n"
        given = self._given.format("const ")
        yield f"static {self.name}_found {self.name}_at({given}{rates}) {{"
        yield f"    {self.name}_found at;"
        for name, tree in block.lines:
            yield f"    at.{self.names[name]} = {self.text(tree)};"
            self.places[name] = "at."
        if not block.lines:
            yield "    at.none = 0;"
        for place, tree in enumerate(block.rates.values()):
            yield f"    rates[{place}] = {self.text(tree)};"
        yield from self._unused("p", "s", "in", *(["h"] if block.is_timed else []))
        yield "    return at;\n}\n"

    def _found(self) -> list[str]:
        return [self.names[name] for name, _ in self.block.lines] or ["none"]

    def _unused(self, *names: str) -> Iterator[str]:
        yield from (f"    (void){name};" for name in names)

    def _start(self) -> Iterator[str]:
        n = self.name
        yield f"void {n}_start(const {n}_parameters *p, {n}_state *s) {{"
        yield from self._unused("p")
        for name, tree in self.block.starts.items():
            yield f"    s->{self.names[name]} = {self.text(tree)};"
        if not self.block.starts:
            yield "    s->none = 0;"
        yield "}\n"

    def _step(self) -> Iterator[str]:
        block, n = self.block, self.name
        h = ", h" if block.is_timed else ""
        yield f"void {n}_step({self._given.format('')}, {n}_outputs *out) {{"
        if block.rates:
            count = len(block.rates)
            yield f"    static const real part[] = {{0, {self._half}, {self._half}, 1}};"
            yield f"    real k[4][{count}];"
            yield f"    {n}_state y0 = *s, yn;"
            yield "    int i;"
        yield f"    {n}_found at = {n}_at(p, s, in{h}{', k[0]' if block.rates else ''});"
        if block.rates:
            yield from self._runge_kutta()
        for name, (lower, upper) in block.limits.items():
            place = f"s->{self.names[name]}"
            for function, bound in (("fmax", lower), ("fmin", upper)):
                if bound is not None:
                    call = self._library(function)
                    yield f"    {place} = {call}({place}, {self.text(bound)});"
        later = [(name, self.text(tree)) for name, tree in block.kept.items()]
        if later:
            yield "    {"
            yield from (f"        real next_{self.names[name]} = {text};" for name, text in later)
            yield from (
                f"        s->{self.names[name]} = next_{self.names[name]};" for name, _ in later
            )
            yield "    }"
        for entry in block.outputs:
            name = _plain(entry.symbol)
            text = f"y0.{self.names[name]}" if name in block.rates else f"at.{self.names[name]}"
            yield f"    out->{self.names[name]} = {text};"
        if not block.kept and all(entry.symbol.name in block.rates for entry in block.outputs):
            yield "    (void)at;"
        yield "}\n"

    @property
    def _half(self) -> str:
        return "0.5f" if self.single else "0.5"

    def _runge_kutta(self) -> Iterator[str]:
        n = self.name
        yield "    for (i = 1; i < 4; i++) {"
        yield "        yn = y0;"
        for place, name in enumerate(self.block.rates):
            yield f"        yn.{self.names[name]} += part[i] * h * k[i - 1][{place}];"
        yield f"        {n}_at(p, &yn, in, h, k[i]);"
        yield "    }"
        for place, name in enumerate(self.block.rates):
            sum_ = f"k[0][{place}] + 2 * k[1][{place}] + 2 * k[2][{place}] + k[3][{place}]"
            yield f"    s->{self.names[name]} += h / 6 * ({sum_});"

    # --- expressions --------------------------------------------------------------------------

    def number(self, value: float) -> str:
        """A number, as it is typed in C."""
        if self.single and 0 < abs(value) < LEAST:
            value = math.copysign(LEAST, value)
        return f"{float(value)!r}{'f' if self.single else ''}"

    def text(self, tree: Expression) -> str:
        """An expression in C."""
        match tree:
            case Number(value):
                return self._ratio(value)
            case Symbol():
                name = _plain(tree)
                return STEP if name == STEP else f"{self.places[name]}{self.names[name]}"
            case Sum(terms):
                return f"({self._sum(terms)})"
            case Product((Number(Fraction(numerator=-1, denominator=1)), *factors)):
                return f"(-{self._product(factors)})"
            case Product(factors):
                return f"({self._product(factors)})"
            case Power(base, exponent):
                return self._power(base, exponent)
            case Call("pi", ()):
                return self.number(math.pi)
            case Call(function, arguments):
                texts = ", ".join(map(self.text, arguments))
                if function in OWN:
                    self.used.add(function)
                    return f"{function}_{'at' if function == 'step' else 'of'}({texts})"
                return f"{self._library(LIBRARY.get(function, function))}({texts})"

    def _sum(self, terms: Sequence[Expression]) -> str:
        text = self.text(terms[0])
        for term in terms[1:]:
            match term:
                case Product((Number(Fraction(numerator=-1, denominator=1)), *factors)):
                    text += f" - {self._product(factors)}"
                case Number(value) if value < 0:
                    text += f" - {self._ratio(-value)}"
                case _:
                    text += f" + {self.text(term)}"
        return text

    def _ratio(self, value: Fraction) -> str:
        text = self.number(float(value))
        return f"({text})" if value < 0 else text

    def _product(self, factors: Iterable[Expression]) -> str:
        above: list[str] = []
        below: list[str] = []
        for factor in factors:
            match factor:
                case Power(base, Number(Fraction(numerator=-1, denominator=1))):
                    below.append(self.text(base))
                case _:
                    above.append(self.text(factor))
        return " / ".join([" * ".join(above) or self.number(1.0), *below])

    def _power(self, base: Expression, exponent: Expression) -> str:
        text = self.text(base)
        match exponent:
            case Number(Fraction(numerator=-1, denominator=1)):
                return f"({self.number(1.0)} / {text})"
            case Number(Fraction(numerator=2, denominator=1)):
                return f"({text} * {text})"
            case _:
                return f"{self._library('pow')}({text}, {self.text(exponent)})"

    def _library(self, name: str) -> str:
        return f"{name}f" if self.single else name

    # --- the self-test ------------------------------------------------------------------------

    def _self_test(self) -> Iterator[str]:
        """The same steps as the program has taken."""
        block, n = self.block, self.name
        rows, h = sample_inputs(block), block.longest_step
        found = block.run(rows, h)
        bound = "2e-3" if self.single else "1e-12"
        ins, outs = len(block.inputs), len(block.outputs)
        yield "#ifdef SELF_TEST"
        yield f"static const real TEST_INPUTS[{TESTS}][{max(ins, 1)}] = {{"
        yield from self._table(rows)
        yield "};"
        yield f"static const real TEST_OUTPUTS[{TESTS}][{outs}] = {{"
        yield from self._table(found)
        yield "};\n"
        yield "int main(void) {"
        yield f"    {n}_state state;\n    {n}_inputs in;\n    {n}_outputs out;"
        yield "    real worst = 0, size = 0;\n    int i;"
        yield f"    {n}_start(&{n}_DEFAULTS, &state);"
        yield f"    for (i = 0; i < {TESTS}; i++) {{"
        names = [self.names[_plain(entry.symbol)] for entry in block.inputs] or ["none"]
        for place, name in enumerate(names):
            yield f"        in.{name} = TEST_INPUTS[i][{place}];"
        step = f", {self.number(h)}" if block.is_timed else ""
        yield f"        {n}_step(&{n}_DEFAULTS, &state, &in{step}, &out);"
        fmax, fabs = self._library("fmax"), self._library("fabs")
        for place, entry in enumerate(block.outputs):
            wanted = f"TEST_OUTPUTS[i][{place}]"
            own = f"out.{self.names[_plain(entry.symbol)]}"
            yield f"        size = {fmax}(size, {fabs}({wanted}));"
            yield f"        worst = {fmax}(worst, {fabs}({own} - {wanted}));"
        yield "    }"
        yield f'    printf("largest relative deviation: %.3g (at most {bound})\\n",'
        yield "           (double)(size > 0 ? worst / size : worst));"
        yield f"    return worst <= (real){bound} * (size > 0 ? size : 1) ? 0 : 1;"
        yield "}\n#endif"

    def _table(self, rows: Sequence[Sequence[float]]) -> Iterator[str]:
        for row in rows:
            yield f"    {{{', '.join(map(self.number, row)) or '0'}}},"


def sample_inputs(block: DeviceBlock) -> list[list[float]]:
    """Inputs of steps that swing more and more widely."""
    return [
        [
            float(f"{10 ** (4 * step / TESTS - 2) * math.sin(0.7 * step + place + 0.3):.6g}")
            for place in range(len(block.inputs))
        ]
        for step in range(TESTS)
    ]


def _plain(symbol: Symbol) -> str:
    return symbol.name + "'" * symbol.order


def _harmless(text: str) -> str:
    return text.replace("*/", "* /").replace("/*", "/ *").replace("??/", "? ?/")
