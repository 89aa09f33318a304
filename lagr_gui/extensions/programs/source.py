"""A program as text in a small part of Python, which all languages are translated from.

The formulas come from the system; the algorithms around them stand in `resources/programs`:
functions of numbers, whole numbers and rows of these, with loops and branches.
"""

from __future__ import annotations

import ast
import math
import re
import struct
from collections.abc import Iterable, Mapping, Sequence, Sized
from dataclasses import asdict, dataclass
from functools import cache, reduce

import numpy as np

from lagr_gui.extensions.programs.constants import PIECES, Values, constants_of
from lagr_gui.extensions.programs.naming import Names
from lagr_gui.extensions.programs.record import Operand, ProgramFormula, Standalone
from lagr_gui.foundation.resource import resource_path
from lagr_gui.kernel import operations as op

_INFIX = {op.ADD: ("+", 1), op.SUBTRACT: ("-", 1), op.MULTIPLY: ("*", 2), op.DIVIDE: ("/", 2)}
_ATOM, _POWER = 9, 3
_CALLED = {
    **op.LIBRARY,
    op.SQRT: "sqrt",
    op.ABS: "fabs",
    op.FLOOR: "floor",
    op.MINIMUM: "minimum",
    op.MAXIMUM: "maximum",
    op.NOT_ABOVE: "not_above",
}
LONGEST = 72
"""Signs of an expression that is not given a name where it is used once."""


@dataclass(frozen=True)
class Source:
    """A program before it is written in a language: its constants by name, its functions."""

    constants: Mapping[str, Values]
    functions: tuple[ast.FunctionDef, ...]


def source(
    program: Standalone,
    names: Names,
    single: bool,
    lacks: Sequence[str] = (),
) -> Source:
    """The program with the names of a language, for numbers of `single` or double precision.

    Functions that the language `lacks` come with it where they are used; with "pushed" further
    forces stand behind the constants.
    """
    looked = LookedUp(single)
    written = [_FormulaText(formula, program, names, looked).text() for formula in _all(program)]
    has_states = bool(program.states)
    rows = {formula.name: next(iter(formula.outputs)) for formula in program.formulas}
    binding = ("descriptor", *_forced(program), "bound") if program.is_bound else ("free",)
    following = [answer for answer in program.answers if answer.formula]
    forced = ("forced",) if following and not program.is_bound else ()
    along = any(formula.name == "energies_slope" for formula in program.formulas)
    directional = (f"directional_{binding[-1]}",) if along else ()
    has_slopes = any(formula.name == "sensors_slope" for formula in program.formulas)
    outputs = ("outputs_held", f"outputs_{binding[-1]}") if has_slopes else ()
    outputs = (*outputs, *_responding(program, "pushed" in lacks and not has_slopes))
    derived = ("derivatives", f"basis_{binding[-1]}") if program.is_differentiated else ()
    solved = ("descriptor",) if derived and not program.is_bound else ()
    algebra = (
        *binding,
        *solved,
        "stepping",
        *_moving(program),
        *forced,
        *directional,
        *outputs,
        *derived,
    )
    forces = () if "pushed" in lacks else ("unpushed",)
    states = ("states", *(["states_slope"] * along)) if has_states else ()
    transmitting = ("transmitting",) if program.transmitted else ()
    files = ("common", "looking", *forces, *algebra, *states, *lacks, *transmitting)
    texts = [*map(algorithms, files)]
    if program.acting:  # what goes on between instants
        texts = [_between(text) for text in texts]
    compared = ["accelerations", "energies", "motion"]
    compared += ["transmitted"] * bool(program.transmitted) + ["limits"] * bool(program.limits)
    lines = "\n".join(_COMPARED.format(name=name) for name in compared)
    texts.append(_SELF_TEST.format(lines=lines))
    for answer in following:
        names_of = {"row": rows[answer.formula], **asdict(answer)}
        texts.append(_FOLLOWING.format(**names_of))
    fitted = _Fitted(program)
    trees = (*map(ast.parse, written), *(fitted.visit(ast.parse(text)) for text in texts))
    functions = [function for tree in trees for function in _functions(tree)]
    constants = constants_of(program, single)
    stretches = constants["STRETCHES"]
    assert isinstance(stretches, int)
    constants |= looked.constants(max(stretches, _most(program)))
    return Source(constants, tuple(_ordered(functions)))


def _most(program: Standalone) -> int:
    """The largest number that is counted of signals."""
    numbers = (len(entry.numbers) for entry in program.samplers)
    return max(program.guards, PIECES * bool(program.delays), *numbers, 0)


def _between(text: str) -> str:
    """Algorithms of motions with other names of what goes on from one instant to the next."""
    return text if text == algorithms("acting") else reduce(_renamed, _BETWEEN.items(), text)


def _renamed(text: str, names: tuple[str, str]) -> str:
    return text.replace(f"def {names[0]}(", f"def {names[1]}(")


_BETWEEN = {"advance": "go_on", "take_up": "set_going"}


def _forced(program: Standalone) -> tuple[str, ...]:
    """The files of what accelerations are while nothing touches."""
    rough = ("efforts", "coulomb", "gripping", "sliding")
    if not program.frictions:
        return ("forced_bound", *rough, "reaching_change") if program.rough else ("forced_bound",)
    given = ("pressing" if program.owners else "given", "rubbing")
    settling = (*rough, "gripping_beside") if program.rough else ("efforts", "settling_friction")
    return (*given, *settling, "forced_rubbing", "watching_friction", "reaching_change")


def _responding(program: Standalone, is_asked: bool) -> tuple[str, ...]:
    """The files of what forces and powers are as things are held, where someone asks for them."""
    responses = ("responses",) if program.feels_forces or is_asked else ()
    outputs = ("outputs_changing",) if is_asked and program.shown else ()
    rubs = program.frictions or program.rough
    return (*responses, *outputs, *(("dissipating",) if is_asked and rubs else ()))


def _moving(program: Standalone) -> tuple[str, ...]:
    """The files of what happens in a motion beside steps."""
    if program.limits:
        resting = () if program.frictions or program.rough else ("resting",)
        files = ("responding", "colliding", "watching", "impacts", *resting)
        files = (*files, "along", "reaching", "reaching_limit")
    else:
        alone = "acting_alone" if program.guards or program.delays else "smooth"
        files = (
            ("responding", "rubbing_alone", "along", "reaching") if program.frictions else (alone,)
        )
    return (*files, *_acting(program))


def _acting(program: Standalone) -> tuple[str, ...]:
    """The files of what acts at instants."""
    if not program.acting:
        return ()
    alone = not (program.limits or program.frictions)
    following = ("following",) if any(s.rate >= 0 for s in program.switches) else ()
    files: dict[str, object] = {
        "along": alone and (program.guards or program.delays),
        "watching_guards": alone and program.guards,
        "reaching": alone and program.guards,
        "reaching_change": program.guards and not (program.frictions or program.rough),
        "switching": program.switches,
        **dict.fromkeys(following, True),
        "settling": program.switches,
        "happening": program.events,
        "guarding": program.guards,
        "sampling": program.samplers,
        "delaying": program.delays,
        "resting_anew": program.limits,
        "acting": True,
    }
    return tuple(file for file, there in files.items() if there)


_SAID = {"LIMITS": "limit", "FRICTIONS": "friction", "GUARDS": "guard"}
"""What is watched is called so."""


def _said(there: Sequence[str]) -> dict[str, str]:
    """What one and several of what is watched are called where there is such."""
    words = [_SAID[name] for name in there]
    *first, last = words or ["guard"]
    more = ", ".join(f"{word}s" for word in first)
    one, several = ", ".join(first), f"{more} and {last}s" if more else f"{last}s"
    return {"one": f"{one} or {last}" if one else last, "several": several}


class _Fitted(ast.NodeTransformer):
    """Takes out of algorithms what a system has none of: `STATES`, `LIMITS`, `FRICTIONS`, `LOADS`.

    And `SLIPS` of limits that are `ROUGH`.  That is what is added of such to a number, loops over
    them, statements where there are some (`if STATES > 0`), and of what slides its senses.  What
    `HOLDS` are limits, then frictions, then slips; what is watched, `WATCHES`, are these, then
    guards of signals: what is said of each `@limit` and `@guard` is said of what there is.
    """

    def __init__(self, program: Standalone) -> None:
        switches, events = program.switches, program.events
        counts: dict[str, Sized] = {
            "STATES": program.states,
            "LIMITS": program.limits,
            "FRICTIONS": program.frictions,
            "LOADS": program.owners,
            "ROUGH": program.rough,
            "SLIPS": program.rough,
            "BLOCKS": switches,
            "GUARDS": (*switches, *events),
            "SAMPLERS": program.samplers,
            "EVENTS": events,
            "FELT_FORCES": events if program.feels_forces else (),
            "BOUND": (*program.conditions, *program.limits, *program.frictions),
            "PACES": [switch for switch in switches if switch.rate >= 0],
            "DELAYS": program.delays,
            "HOLDS": (*program.limits, *program.frictions),
            "CHANGING": (*program.frictions, *program.rough, *switches, *events),
        }
        self._known = frozenset(counts)
        self._none = {name for name, entries in counts.items() if not entries}
        held = [name for name in ("LIMITS", "FRICTIONS") if name not in self._none]
        self._holds = held[0] if len(held) == 1 and not program.rough else "HOLDS"
        guarded = bool(program.guards)
        self._watches = "WATCHES" if guarded else self._holds
        holding, watching = _said(held), _said([*held, *["GUARDS"] * guarded])
        changes = [*["a friction changes"] * bool(program.frictions or program.rough)]
        changes += ["a signal switches"] * bool(switches)
        changes += ["an event happens"] * bool(events)
        acting = ["signals"] * bool(switches) + ["events"] * bool(events)
        self._said = {
            "limit": holding["one"],
            "limits": holding["several"],
            "guard": watching["one"],
            "guards": watching["several"],
            "something": " or ".join(changes),
            "what": " and ".join(acting),
        }
        self._rows = {"senses"} if {"FRICTIONS", "SLIPS"} <= self._none else set[str]()

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.AST:
        match node.body[0]:
            case ast.Expr(ast.Constant(str(words)) as said):
                said.value = re.sub("@([a-z]+)", lambda word: self._said[word[1]], words)
            case _:
                pass
        return self.generic_visit(node)

    def visit_BinOp(self, node: ast.BinOp) -> ast.AST:
        if isinstance(node.op, ast.Add) and self._is_none(node.right):
            return self.visit(node.left)
        if isinstance(node.op, ast.Add) and self._is_none(node.left):
            return self.visit(node.right)
        return self.generic_visit(node)

    def visit_For(self, node: ast.For) -> ast.AST | None:
        return None if self._is_none(node.iter) else self.generic_visit(node)

    def visit_If(self, node: ast.If) -> ast.AST | list[ast.stmt]:
        match node.test:
            case ast.Compare(ast.Name(name), [ast.Gt()], [ast.Constant(0)]) if name in self._known:
                block = ast.Module(node.orelse if name in self._none else node.body, [])
                self.generic_visit(block)
                return block.body
            case _:
                return self.generic_visit(node)

    def visit_Expr(self, node: ast.Expr) -> ast.AST | None:
        match node.value:
            case ast.Call(ast.Name("carry" | "carry_slope")) if "STATES" in self._none:
                return None
            case _:
                return self.generic_visit(node)

    def visit_Name(self, node: ast.Name) -> ast.AST:
        if node.id in self._none:
            return ast.Constant(0)
        fitted = {"HOLDS": self._holds, "WATCHES": self._watches}
        return ast.Name(fitted.get(node.id, node.id), node.ctx)

    def visit_arguments(self, node: ast.arguments) -> ast.AST:
        node.args = [entry for entry in node.args if entry.arg not in self._rows]
        return self.generic_visit(node)

    def visit_AnnAssign(self, node: ast.AnnAssign) -> ast.AST | None:
        is_out = isinstance(node.target, ast.Name) and node.target.id in self._rows
        return None if is_out else self.generic_visit(node)

    def visit_Call(self, node: ast.Call) -> ast.AST:
        node.args = [
            entry
            for entry in node.args
            if not (isinstance(entry, ast.Name) and entry.id in self._rows)
        ]
        return self.generic_visit(node)

    def _is_none(self, node: ast.expr) -> bool:
        """Whether it is a multiple of a number that is 0, or a range of so many."""
        match node:
            case ast.Name(name):
                return name in self._none
            case ast.BinOp(factor, ast.Mult(), other):
                return self._is_none(factor) or self._is_none(other)
            case ast.Call(ast.Name("range" | "real"), [count]):
                return self._is_none(count)
            case _:
                return False


def check_once(functions: Sequence[ast.FunctionDef]) -> None:
    """Raise ValueError where two functions have one name: the second would replace the first."""
    names = [function.name for function in functions]
    if twice := sorted({name for name in names if names.count(name) > 1}):
        raise ValueError(f"two functions of a program are called {', '.join(twice)}")


_FOLLOWING = '''
def {function}(c: Row, t: float, q: Row, v: Row, u: Row, {row}: Row) -> int:
    """{comment}.

    Under further generalised forces u; it returns what accelerations do.
    """
    a: Row = zeros(N + STATES)
    multipliers: Row = zeros(ALL)
    status: int = forced(c, t, q, v, u, a, multipliers)
    {formula}(c, t, q, v, a, multipliers, {row})
    return status
'''

_SELF_TEST = '''
def self_test(c: Row) -> float:
    """The largest deviation from what has been computed otherwise: see the functions called."""
    worst: float = 0.0
{lines}
    return worst
'''
_COMPARED = "    worst = maximum(worst, {name}_missed(c))"


@cache
def algorithms(file: str) -> str:
    """The text of some algorithms."""
    return resource_path(f"programs/{file}.py").read_text("utf-8")


def _all(program: Standalone) -> tuple[ProgramFormula, ...]:
    return (program.constants, *program.formulas)


def _functions(tree: ast.Module) -> Iterable[ast.FunctionDef]:
    return (node for node in tree.body if isinstance(node, ast.FunctionDef))


def _ordered(functions: Sequence[ast.FunctionDef]) -> Iterable[ast.FunctionDef]:
    """Functions after those that they call; helpers that nobody calls are left out."""
    check_once(functions)
    by_name = {function.name: function for function in functions}
    formulas = [f.name for f in functions if f.name not in _HELPERS]
    done: dict[str, ast.FunctionDef] = {}

    def visit(name: str) -> None:
        if name in done or name not in by_name:
            return
        for node in ast.walk(by_name[name]):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
                visit(node.func.id)
        done[name] = by_name[name]

    for name in formulas:
        visit(name)
    return done.values()


def reached(
    functions: Sequence[ast.FunctionDef], roots: Iterable[str]
) -> Iterable[ast.FunctionDef]:
    """The functions that are called from the roots on, and these."""
    by_name = {function.name: function for function in functions}
    names, left = set[str](), [*roots]
    while left:
        name = left.pop()
        if name in names or name not in by_name:
            continue
        names.add(name)
        left += [
            node.func.id
            for node in ast.walk(by_name[name])
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)
        ]
    return (function for function in functions if function.name in names)


_HELPERS = {"minimum", "maximum", "not_above", "piece_at", "erf", "log2"}


# --- formulas ---------------------------------------------------------------------------------


class LookedUp:
    """The rows that formulas look up, each once, as constants with names."""

    def __init__(self, single: bool) -> None:
        self._single = single
        self._names: dict[tuple[str, bytes], str] = {}
        self._rows: dict[str, op.Row] = {}

    def of(self, what: int, row: op.Row) -> str:
        """The name of a row that is searched, or of one whose entries are taken."""
        sort = "KNOTS" if what == op.SEARCH else "ENTRIES"
        key = sort, struct.pack(f"{len(row)}d", *row)
        name = self._names.get(key)
        if name is None:
            name = self._names[key] = f"{sort}_{1 + sum(kind == sort for kind, _ in self._names)}"
            self._rows[name] = _coarse(row) if self._single and what == op.SEARCH else row
        return name

    def constants(self, least: int) -> Mapping[str, Values]:
        """All rows by name, and the strides of a search in the longest, or in one of a length."""
        longest = max(least, *map(len, self._rows.values()), 0)
        strides = tuple(2**k for k in reversed(range(longest.bit_length())))
        return {**self._rows, "WIDEST": len(strides), "STRIDES": strides}


def _coarse(knots: op.Row) -> op.Row:
    """Knots of single precision; the last one follows the last point there too."""
    last = np.nextafter(np.float32(math.nextafter(knots[-1], -math.inf)), np.float32(math.inf))
    return (*(float(np.float32(knot)) for knot in knots[:-1]), float(last))


class _FormulaText:
    """Writes one formula; steps that are used once go into the expressions that use them."""

    def __init__(
        self, formula: ProgramFormula, program: Standalone, names: Names, looked: LookedUp
    ) -> None:
        self.formula, self.program, self.names, self.looked = formula, program, names, looked
        self.uses = _uses(formula)
        self.known: dict[Operand, tuple[str, int]] = {}
        self.loads: dict[str, str] = {}
        self.lines: list[str] = []

    def text(self) -> str:
        formula, texts = self.formula, self.known
        for place, (code, a, b) in enumerate(formula.steps):
            text = self._expression(code, a, b)
            step: Operand = ("step", place)
            searched = code >= op.FIRST_ROW and op.in_row(code)[1] == op.SEARCH
            if self.uses[place] == 1 and len(text[0]) <= LONGEST and not searched:
                texts[step] = text
            else:
                name = f"z{place + 1}"
                self.lines.append(f"{name}: {'int' if searched else 'float'} = {text[0]}")
                texts[step] = (name, _ATOM)
        for name, row in formula.outputs.items():
            shift = "PARAMETERS + " if name == "derived" else ""
            goal = "c" if name == "derived" else name
            for place, operand in enumerate(row):
                self.lines.append(f"{goal}[{shift}{place}] = {self._operand(operand)[0]}")
        outputs = [] if "derived" in formula.outputs else list(formula.outputs)
        rows = ["c: Row", *(_TYPED[name] for name in formula.inputs)]
        heads = ", ".join([*rows, *(f"{name}: Row" for name in outputs)])
        body = [f'"""{formula.comment}."""']
        body += [f"{name}: float = {place}" for place, name in self.loads.items()]
        body += self.lines or ["return"]
        lines = "\n    ".join(body)
        return f"def {formula.name}({heads}) -> None:\n    {lines}\n"

    def _expression(self, code: int, a: Operand, b: Operand | None) -> tuple[str, int]:
        left, strength = self._operand(a)
        if code >= op.FIRST_ROW:
            return self._looked_up(code, left), _ATOM
        if code == op.NEGATE:
            return (f"-{left}" if strength > 1 else f"-({left})"), 2
        if code in _INFIX and b is not None:
            sign, level = _INFIX[code]
            right, other = self._operand(b)
            left = left if strength >= level else f"({left})"
            right = right if other > level and not right.startswith("-") else f"({right})"
            return f"{left} {sign} {right}", level
        arguments = [left] if b is None else [left, self._operand(b)[0]]
        return f"{_CALLED[code]}({', '.join(arguments)})", _ATOM

    def _looked_up(self, code: int, operand: str) -> str:
        """A place among knots, which is a whole number, or the entry at a place."""
        number, what = op.in_row(code)
        row = self.formula.rows[number]
        name = self.looked.of(what, row)
        if what == op.SEARCH:
            return f"piece_at({name}, {len(row)}, {operand})"
        return f"{name}[{operand}]"

    def _operand(self, operand: Operand) -> tuple[str, int]:
        sort, value = operand
        if sort == "number":
            return number(value), (_ATOM if value >= 0 else 0)
        if sort == "step":
            return self.known[operand]
        return self._loaded(sort, int(value)), _ATOM

    def _loaded(self, sort: str, place: int) -> str:
        count = len(self.program.parameters)
        if sort == "t":
            return "t"
        if sort == "constant":
            return f"c[{count + place}]"
        if sort == "seed":
            return f"seed[{place}]"
        where = f"c[{place}]" if sort == "parameter" else f"{sort}[{place}]"
        return self.loads.setdefault(where, self.names.of(sort, place))


_TYPED = {
    "t": "t: float",
    **{name: f"{name}: Row" for name in ("q", "v", "u", "seed", "acceleration", "multiplier")},
}


def number(value: float) -> str:
    """A number so that it is read back to the last bit."""
    if math.isnan(value):
        return "NOT_A_NUMBER"
    if math.isinf(value):
        return "INFINITE" if value > 0 else "-INFINITE"
    return repr(float(value))


def _uses(formula: ProgramFormula) -> list[int]:
    """How often each step is used."""
    counts = [0] * len(formula.steps)
    operands = [operand for _, *both in formula.steps for operand in both if operand is not None]
    for operand in (*operands, *(o for row in formula.outputs.values() for o in row)):
        if operand[0] == "step":
            counts[int(operand[1])] += 1
    return counts
