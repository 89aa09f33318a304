"""Python with NumPy: the text that all languages are translated from, and a face of arrays."""

from __future__ import annotations

import ast
from collections.abc import Sequence
from functools import cached_property

from lagr_gui.extensions.programs.languages.parts import explained, size_of, wrapped
from lagr_gui.extensions.programs.languages.syntax import ATOM, Syntax
from lagr_gui.extensions.programs.languages.translation import WIDTH, Translation

_TYPES = {"float": "float", "int": "int", "Row": "Row", "Counts": "Counts", "": "None"}


USAGE = """

python FILE.py  the motion as a table
@OPTION@
python FILE.py @LINE@
@END@
"""


class Python(Translation):
    """A program in Python."""

    usage = f"{USAGE}From Python: System(g=9.81).accelerations(t, q, v), .simulate(), …"
    imports = '"""\n\nimport sys\nimport math\n\nimport numpy as np\n'
    syntax = Syntax(
        comment="# {}",
        statement="{}",
        if_="if {test}:",
        elif_="elif {test}:",
        else_="else:",
        while_="while {test}:",
        up="for {name} in range({first}, {end}):",
        down="for {name} in range({first}, {end}, -1):",
        close="",
        end_function="",
        and_="and",
        or_="or",
        not_="not ",
    )
    reserved = """
    False None True and as assert async await break class continue def del elif else except
    finally for from global if import in is lambda nonlocal not or pass raise return try while
    with yield np over sys numpy range len list dict int str print isinstance zip map max min sum pi
    """

    def head(self) -> None:
        """The words at the head, imports, the parameters."""
        lines = [self.documented(line) for words in self.about() for line in wrapped(words, WIDTH)]
        self.line('"""' + lines[0])
        for line in lines[1:]:
            self.line(line)
        self.block(self.answering(self.usage))
        self.block(self.imports + MATHEMATICS)
        self.line()
        self.line("PARAMETER_VALUES = {")
        for entry in self.program.parameters:
            words = explained(entry)
            line = f"    {entry.name!r}: {self.number(entry.value)},"
            self.line(f"{line}  {self.remark(words)}" if words else line)
        self.line("}")
        names = [entry.name for entry in self.program.coordinates]
        self.line(f"COORDINATES = {tuple(names)!r}")
        self.line(f"HEAD = {self.literal(self.columns)}")
        if self.program.limits:
            self.line(f"IMPACT_HEAD = {self.literal(self.impact_columns)}")

    def documented(self, text: str) -> str:
        """A line in the documentation of the file, which nothing in it ends."""
        return text.replace("\\", "/").replace('"', "'")

    def constant(self, name: str, value: object) -> None:
        if isinstance(value, tuple):
            self.line(f"{name} = (")
            for row in self.numbers(value):
                self.line(f"    {row},")
            self.line(")")
        else:
            self.line(f"{name} = {value!r}")

    def opening(self, function: ast.FunctionDef) -> str:
        parts = [f"{name}: {_TYPES[kind]}" for name, kind, _ in self.parameters(function)]
        return f"def {function.name}({', '.join(parts)}) -> {_TYPES[self.gives(function)]}:"

    def define(self, function: ast.FunctionDef) -> None:
        self.line()
        super().define(function)

    @cached_property
    def _of_model(self) -> frozenset[str]:
        """Functions of the model, in which anything may be divided by zero."""
        return frozenset(entry.name for entry in (self.program.constants, *self.program.formulas))

    def expression(self, node: ast.expr) -> tuple[str, int]:
        match node:
            case ast.BinOp(left, ast.Div(), right) if self._may_be_infinite(right):
                return f"over({self.value(left)}, {self.value(right)})", ATOM
            case _:
                return super().expression(node)

    def _may_be_infinite(self, divisor: ast.expr) -> bool:
        within = self.function is not None and self.function.name in self._of_model
        return within and not isinstance(divisor, ast.Constant)

    def nested(self, head: str, body: Sequence[ast.stmt], close: bool = True) -> None:
        super().nested(head, body, False)

    def branch(self, statement: ast.If) -> None:
        super().branch(statement)
        self.lines.pop()

    def declare(self, name: str, kind: str, value: ast.expr) -> None:
        if kind in ("Row", "Counts"):
            first = "0.0" if kind == "Row" else "0"
            self.put(f"{name} = [{first}] * {size_of(value, self.source.constants)}")
        else:
            self.put(f"{name} = {self.value(value)}")

    def tail(self) -> None:
        """The face of arrays, and what is run."""
        self.block(self.answering(GUARD + _GUARDED + SYSTEM + _PARTS + MOTION))


MATHEMATICS = '''
Row = list
Counts = list
INFINITE = math.inf
NOT_A_NUMBER = math.nan
erf, fabs, atan2 = math.erf, math.fabs, math.atan2


def _total(name, other):
    """A function of the module math that gives nan or an infinity where that raises."""
    function = getattr(math, name)

    def value(*x):
        try:
            return function(*x)
        except (ValueError, OverflowError):
            with np.errstate(all="ignore"):
                return float(other(*x))

    return value


sin, cos, tan = _total("sin", np.sin), _total("cos", np.cos), _total("tan", np.tan)
asin, acos, atan = _total("asin", np.arcsin), _total("acos", np.arccos), math.atan
sinh, cosh, tanh = _total("sinh", np.sinh), _total("cosh", np.cosh), math.tanh
asinh, acosh, atanh = math.asinh, _total("acosh", np.arccosh), _total("atanh", np.arctanh)
exp, log, sqrt = _total("exp", np.exp), _total("log", np.log), _total("sqrt", np.sqrt)
log2, log10, pow = _total("log2", np.log2), _total("log10", np.log10), _total("pow", np.power)
floor = _total("floor", np.floor)


def over(a, b):
    """A quotient: nan or an infinity where Python raises."""
    try:
        return a / b
    except ZeroDivisionError:
        return a * math.copysign(INFINITE, b)
'''

GUARD = '''


def _guarded(function):
    """A function of accelerations that has no value where something is divided by zero."""

    def value(*arguments):
        try:
            return function(*arguments)
        except (ZeroDivisionError, OverflowError):
            return 1

    return value
'''

_GUARDED = """

held_accelerations = _guarded(held_accelerations)
@STRUCK@
held_alone, forced = _guarded(held_alone), _guarded(forced)
@END@
@EACH@
@FUNCTION@ = _guarded(@FUNCTION@)
@END@
"""

SYSTEM = '''

class System:
    """The system with values of its parameters; those that are not given are those of the model."""

    def __init__(self, **parameters):
        if unknown := set(parameters) - set(PARAMETER_VALUES):
            raise TypeError(f"unknown parameters: {sorted(unknown)}")
        values = {**PARAMETER_VALUES, **parameters}
'''

_PARTS = '''\
        self.c = [float(value) for value in values.values()]
        self.c += [0.0] * (CONSTANTS - PARAMETERS)
        derive(self.c)

@EACH@
    def @NAME@(self, t, q, v, u=None):
        """@COMMENT@."""
        found = [0.0] * (@SIZE@)
        u = [0.0] * N if u is None else listed(u)
        status = @FUNCTION@(self.c, float(t), listed(q), listed(v), u, found)
        return (np.array(found) if status == 0 else np.full(@SIZE@, np.nan)).reshape(@SHAPE@)

@END@
@LINEAR@
    def linear(self, t, q, v, u=None):
        """A (n, n), B (n, N): derivatives of the rates of the state of n numbers by it and u."""
        n = len(START_STATE)
        A, B = [0.0] * (n * n), [0.0] * (n * N)
        u = [0.0] * N if u is None else listed(u)
        if linear(self.c, float(t), listed(q), listed(v), u, A, B) != 0:
            A, B = [np.nan] * len(A), [np.nan] * len(B)
        return np.array(A).reshape(n, n), np.array(B).reshape(n, N)

@END@
    def mass_matrix(self, t, q, v):
        """The mass matrix (N, N)."""
        mass = [0.0] * (N * N)
        mass_matrix(self.c, float(t), listed(q), listed(v), mass)
        return np.array(mass).reshape(N, N)

    def forces(self, t, q, v):
        """Generalised forces of inertia, and those applied (N,): mass a + inertia = applied."""
        inertia, applied = [0.0] * N, [0.0] * N
        forces(self.c, float(t), listed(q), listed(v), inertia, applied)
        return np.array(inertia), np.array(applied)

    def energies(self, t, q, v):
        """Kinetic and potential energy, and the power that is dissipated."""
        energy = [0.0] * 3
        energies(self.c, float(t), listed(q), listed(v), energy)
        return tuple(energy)

'''

MOTION = '''\
    def simulate(self, until=END_TIME, points=101, rtol=RELATIVE, atol=ABSOLUTE):
        """Rows t, q, v of a motion from the start; RuntimeError where it cannot go on."""
        y, clock = list(START_STATE), [START_TIME, 0.0, 0.0, 0.5] + [0.0] * (CLOCK_SIZE - 4)
        status = take_up(self.c, clock, y)
        rows = [[START_TIME, *y]]
        for i in range(1, points):
            if status == 0:
                end = START_TIME + (until - START_TIME) * i / (points - 1)
                status = advance(self.c, clock, y, end, rtol, atol)
@STRUCK@
            while status < 0:
                status = advance(self.c, clock, y, end, rtol, atol)
@END@
@STOPS@
            if status == STOPPED:
                rows.append([clock[0], *y])
                break
@END@
            if status != 0:
                raise RuntimeError(f"At t = {clock[0]:.9g} s: {TROUBLE[status]}.", np.array(rows))
            rows.append([clock[0], *y])
        return np.array(rows)

@STRUCK@
    def impacts(self, until=END_TIME, rtol=RELATIVE, atol=ABSOLUTE):
        """Rows t, impulse of each limit, lost energy, q, v before and after: one by impact."""
        y, clock = list(START_STATE), [START_TIME, 0.0, 0.0, 0.5] + [0.0] * (CLOCK_SIZE - 4)
        rows = []
        status = take_up(self.c, clock, y)
        if status == 0:
            status = advance(self.c, clock, y, until, rtol, atol)
        while status < 0:
            impulses = clock[AT_IMPULSES : AT_IMPULSES + LIMITS]
            before = clock[AT_BEFORE : AT_BEFORE + N]
            rows.append([clock[0], *impulses, clock[AT_LOSS], *y[:N], *before, *y[N:]])
            status = advance(self.c, clock, y, until, rtol, atol)
@STOPS@
        if status == STOPPED:
            status = 0
@END@
        found = np.array(rows).reshape(-1, 2 + LIMITS + 3 * N@STATES@)
        if status != 0:
            raise RuntimeError(f"At t = {clock[0]:.9g} s: {TROUBLE[status]}.", found)
        return found

@END@

TROUBLE = (
    "",
@TROUBLE@
    @WORDS@,
@END@
)


def listed(values):
    """Values as floats of Python: these are quicker than those of arrays."""
    return [float(value) for value in values]


HELP = (
@HELP@
    @LINE@,
@END@
)


def _unknown(word):
    print(f"unknown: {word}; --help lists the options", file=sys.stderr)
    return 64


def main(words):
    """The table of a motion, or what else is asked."""
    if "--help" in words:
        print(*HELP, sep="\\n")
        return 0
    system = System()
    if "--self-test" in words:
        worst = self_test(system.c)
        print(f"largest relative deviation: {worst:.3g} (at most 1e-9)")
        return 0 if worst <= 1e-9 else 1
    answers = {
@EACH@
        "--@NAME@": System.@NAME@,
@END@
    }
    if words and words[0] in answers:
        for line in sys.stdin:
            state = [float(word) for word in line.split()]
            found = answers[words[0]](system, state[0], state[1 : 1 + N], state[1 + N :]).ravel()
            print(",".join(repr(float(x)) for x in found))
        return 0
@STRUCK@
    struck = "--impacts" in words
    words = [word for word in words if word != "--impacts"]
@END@
    given = {"--until": END_TIME, "--points": 101, "--rtol": RELATIVE, "--atol": ABSOLUTE}
    for name, value in zip(words[::2], [*words[1::2], None]):
        if name not in given or value is None:
            return _unknown(name)
        try:
            given[name] = float(value)
        except ValueError:
            return _unknown(value)
    options = (given["--until"], max(int(given["--points"]), 2), given["--rtol"], given["--atol"])
    message = ""
    try:
@STRUCK@
        if struck:
            rows = system.impacts(given["--until"], given["--rtol"], given["--atol"])
        else:
            rows = system.simulate(*options)
@END@
@SMOOTH@
        rows = system.simulate(*options)
@END@
    except RuntimeError as error:
        message, rows = error.args
@STRUCK@
    if struck:
        print(IMPACT_HEAD)
        for row in rows.tolist():
            print(",".join(map(repr, row)))
        if message:
            print(message, file=sys.stderr)
        return 1 if message else 0
@END@
    print(HEAD)
    for row in rows.tolist():
        state = row[0], row[1 : 1 + N], row[1 + N :]
        T, U, _ = system.energies(*state)
        row += [T, U, T + U]
@SHOWN@
        u = [0.0] * N
        inputs(system.c, *state, u)
        row += system.outputs(*state, u).tolist()
@END@
        print(",".join(map(repr, row)))
    if message:
        print(message, file=sys.stderr)
    return 1 if message else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
'''
