"""Programs whose formulas are functions without side effects, for libraries that trace them.

What a library differentiates or compiles are these formulas, and `qdd` with what follows from it.
The motion is integrated by the same algorithms as in plain Python, which call compiled formulas.
"""

from __future__ import annotations

import ast
from collections.abc import Mapping, Sequence
from typing import ClassVar

from lagr_gui.extensions.programs.languages.python import GUARD, MOTION, SYSTEM, Python
from lagr_gui.extensions.programs.record import RESIDUAL, ProgramAnswer, Standalone

GIVEN = ("c", "t", "q", "v", "u", "acceleration", "multiplier")
"""What formulas are given; all else that they take are the rows which they write to."""


class Pure(Python):
    """A program in Python whose formulas are those of a library."""

    words: ClassVar[Mapping[str, str]] = {}
    """What the library calls functions of numbers."""
    row = "[{}]"
    """A row of values, as the library makes it."""
    entry_of = "{row}[{place}]"
    """The entry of a row of constants at a place that the library found."""
    more = "{given} + {row}"
    """A row with more values behind."""
    before, face = "", ""
    """What stands before `qdd`, and behind it."""
    called, chosen = "{}", ""
    """How a formula is called by other functions, and what else these take under conditions."""
    derived = ""
    """The function `derivatives`."""
    whole: tuple[str, str] = ("", "")
    """`qdd` where nothing binds the coordinates, and where something does."""

    def __init__(self, program: Standalone, single: bool = False) -> None:
        super().__init__(program, single)
        formulas = (formula for formula in program.formulas if formula.name != RESIDUAL)
        self._formulas = {formula.name: formula for formula in (program.constants, *formulas)}
        self._inside = False

    def define(self, function: ast.FunctionDef) -> None:
        formula = self._formulas.get(function.name)
        if function.name == RESIDUAL:  # libraries have their own ways
            return
        if formula is None:
            if function.name not in self._replaced:
                super().define(function)
            return
        rows = [argument.arg for argument in function.args.args if argument.arg not in GIVEN]
        body = [s for s in function.body if not _is_output(s) and not isinstance(s, ast.Return)]
        expressions = [s.value for s in function.body if isinstance(s, ast.Assign)]
        inputs = [argument.arg for argument in function.args.args if argument.arg in GIVEN]
        self._inside = True
        self.line()
        for line in (ast.get_docstring(function) or "").splitlines():
            self.comment(line)
        self.line(f"def {function.name}({', '.join(inputs)}):")
        self.depth += 1
        self.body([s for s in body if not isinstance(s, ast.Expr)])
        values = [self.value(value) for value in expressions]
        if rows:
            for name in rows:
                count = len(formula.outputs[name])
                self._row(f"{name} = {self.row}", values[:count])
                values = values[count:]
            self.line(f"return {', '.join(rows)}")
        else:
            self._row(f"return {self.more.format(given=inputs[0], row=self.row)}", values)
        self.depth -= 1
        self._inside = False

    @property
    def _replaced(self) -> set[str]:
        """Algorithms in whose place the library has its own."""
        answers = {answer.function for answer in self.program.answers if answer.formula}
        bound = {"accelerations", "forced"} if self.program.conditions else {"forced"}
        derived = {"derivatives", "linear", "basis"} if self.program.is_differentiated else ()
        missed = {"accelerations_missed", "transmitted_missed"}
        return {*missed, *answers, *bound, *derived}

    @property
    def _plain(self) -> str:
        """The names of the formulas that look nothing up."""
        names = [name for name, formula in self._formulas.items() if not formula.rows]
        return ", ".join(names) + "," * (len(names) == 1)

    def _row(self, template: str, values: list[str]) -> None:
        """A row of values, one a line."""
        before, after = template.split("{}")
        self.line(f"{before}[")
        for value in values:
            self.line(f"    {value},")
        self.line(f"]{after}")

    def write(self, statement: ast.stmt) -> None:
        match statement:
            case ast.Expr(ast.Call(ast.Name(name), arguments)) if name in self._formulas:
                names = [self.value(argument) for argument in arguments]
                outputs = self._formulas[name].outputs.values()
                count = len(names) - len(outputs)
                # Behind accelerations stand the rates of states of the first order, if any.
                sizes = (len(output) if self.program.states else "" for output in outputs)
                goals = zip(names[count:], sizes, strict=True)
                rows = ", ".join(f"{row}[:{size}]" for row, size in goals)
                comma = "," if len(names) - count == 1 else ""
                self.put(f"{rows}{comma} = computed({', '.join([name, *names[:count]])})")
            case _:
                super().write(statement)

    def call(self, name: str, arguments: Sequence[ast.expr]) -> str:
        if self._inside and name in self.words:
            return self.words[name].format(*map(self.value, arguments))
        return super().call(name, arguments)

    def element(self, name: str, index: ast.expr) -> str:
        if self._inside and name in self.source.constants:
            return self.entry_of.format(row=name, place=self.value(index))
        return super().element(name, index)

    def tail(self) -> None:
        """The face of the library, and what is run."""
        qdd = self.whole[bool(self.program.conditions)]
        self.line()
        self.line()
        text = self.before.replace("@FORMULAS@", self._plain) + qdd + self.face
        text += "".join(map(self._answer, self.program.answers))
        text += self.derived if self.program.is_differentiated else ""
        text += _SELF_TEST + (_TRANSMITTED if self.program.transmitted else "")
        text += GUARD + _GUARDED + SYSTEM + _PARTS + MOTION
        self.block(self.answering(text))

    def _answer(self, answer: ProgramAnswer) -> str:
        """What is told of a state, as a function without side effects."""
        if not answer.formula:
            return ""
        chosen = self.chosen if self.program.conditions else ""
        return _ANSWER.format(
            function=answer.function,
            chosen=chosen,
            comment=answer.comment,
            formula=self.called.format(answer.formula),
        )


def _is_output(statement: ast.stmt) -> bool:
    return isinstance(statement, ast.Assign) and isinstance(statement.targets[0], ast.Subscript)


_SELF_TEST = '''

def states_missed(function, c, known, sizes):
    """The largest deviation at the states of the test, relative to sizes."""
    states = np.array(TEST_STATES).reshape(TESTS, -1)
    found = [solved(function, c, s[0], s[1 : 1 + N], s[1 + N :], np.zeros(N)) for s in states]
    wrong = np.abs(np.array(found).reshape(TESTS, -1) - known) / np.maximum(sizes, SMALLEST)
    return float(np.max(np.where(np.isfinite(wrong), wrong, LARGEST), initial=0.0))


def accelerations_missed(c):
    """The largest relative deviation from accelerations that another formalism has computed."""
    known = np.array(TEST_ACCELERATIONS).reshape(TESTS, -1)
    sizes = np.max(np.abs(known) / EXTENTS, axis=1, keepdims=True) * EXTENTS
@CARRIED@
    known = np.hstack([known, np.reshape(TEST_FLOWS, (TESTS, -1))])
    sizes = np.hstack([sizes, np.tile(TEST_FLOW_SIZES, (TESTS, 1))])
@END@
    return states_missed(qdd, c, known, sizes)
'''

_TRANSMITTED = '''

def transmitted_missed(c):
    """The largest deviation from what joints transmit, and from thrusts and voltages."""
    known = np.array(TEST_TRANSMITTED).reshape(TESTS, -1)
    return states_missed(transmit, c, known, np.array(TEST_LOADS))
'''

_ANSWER = '''

def {function}(c, t, q, v, u{chosen}):
    """{comment}."""
    return {formula}(c, t, q, v, *bound(c, t, q, v, u{chosen}))
'''

_GUARDED = """

held_accelerations = _guarded(held_accelerations)
"""

_PARTS = '''\
        self.c = computed(derive, [float(value) for value in values.values()])[0]

@EACH@
    def @NAME@(self, t, q, v, u=None):
        """@COMMENT@."""
        return solved(@PURE@, self.c, t, q, v, np.zeros(N) if u is None else u).reshape(@SHAPE@)

@END@
    def mass_matrix(self, t, q, v):
        """The mass matrix (N, N)."""
        return np.array(computed(mass_matrix, self.c, t, q, v)).reshape(N, N)

    def forces(self, t, q, v):
        """Generalised forces of inertia, and those applied (N,): mass a + inertia = applied."""
        return tuple(map(np.array, computed(forces, self.c, t, q, v)))

    def energies(self, t, q, v):
        """Kinetic and potential energy, and the power that is dissipated."""
        return tuple(computed(energies, self.c, t, q, v)[0])

'''
