"""A system as a flat model in Modelica, which needs no library."""

from __future__ import annotations

import ast
import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import accumulate

from lagr_gui.extensions.programs.languages.telling import fixed_start
from lagr_gui.extensions.programs.languages.translation import Syntax, Translation
from lagr_gui.extensions.programs.record import (
    OUTPUTS,
    AnyValue,
    NamedValue,
    ShownValue,
    Standalone,
)
from lagr_gui.foundation.message import Message, say
from lagr_gui.foundation.problem import Unprintable
from lagr_gui.foundation.wording import Wording, identifier, joined_wording

_BELOW = 4
"""How tightly a negation holds where Modelica wants brackets around it."""

_CALLS = {
    "fabs": "noEvent(abs({}))",
    "minimum": "noEvent(min({}, {}))",
    "maximum": "noEvent(max({}, {}))",
    "not_above": "(if noEvent({} <= {}) then 1.0 else 0.0)",
    "asinh": "noEvent(log(abs({0}) + sqrt(({0})^2 + 1.0))*sign({0}))",
    "acosh": "log({0} + sqrt(({0})^2 - 1.0))",
    "atanh": "(0.5*log((1.0 + {0})/(1.0 - {0})))",
    "log2": "(log({})/log(2.0))",
    "floor": "noEvent(floor({}))",
    "pow": "({})^({})",
}
"""Functions that Modelica writes otherwise; `noEvent` since they are smooth enough to step over."""

_TRIGONOMETRY = ("sin", "cos", "tan", "asin", "acos", "atan", "atan2")
_SAME = (*_TRIGONOMETRY, "sinh", "cosh", "tanh", "exp", "log", "log10", "sqrt")
WORDS = """
algorithm and annotation block break class connect connector constant constrainedby der
discrete each else elseif elsewhen encapsulated end enumeration equation expandable extends
external false final flow for function if import impure in initial inner input loop model
not operator or outer output package parameter partial protected public pure record
redeclare replaceable return stream then true type when while within time Real Integer
Boolean String StateSelect noEvent smooth sign min max abs sum product kinetic_energy
potential_energy assert constant entry_at floor integer loop size
"""

_LOOKING = """
function piece_at "how many of the rising knots do not exceed x"
  input Real knots[:];
  input Real x;
  output Real found;
protected
  Integer low;
  Integer high;
  Integer middle;
algorithm
  low := 0;
  high := size(knots, 1);
  while low < high loop
    middle := div(low + high + 1, 2);
    if x < knots[middle] then
      high := middle - 1;
    else
      low := middle;
    end if;
  end while;
  found := low;
end piece_at;
function entry_at "the entry of a piece"
  input Real entries[:];
  input Real piece;
  output Real found;
algorithm
  found := entries[integer(piece + 1.5)];
  assert(found < 1e300, "a function by points has no value there");
end entry_at;
"""
"""Looking up; places are real numbers, since whole ones would have to be discrete variables."""

MISSING = 1e301
"""An entry where a function by points has no value."""


def modelica_text(program: Standalone, held: Sequence[int]) -> str:
    """The model; of the conditions those that are `held`, which have to be independent.

    No output may tell of a multiplier that is `shared`.
    """
    return ModelicaText(program, held).text()


class ModelicaText(Translation):
    """Formulas as equations, each step that has a name as a variable."""

    syntax = Syntax(comment="// {}", indent="  ")

    more = ""
    """Further words that names may not be."""

    def __init__(self, program: Standalone, held: Sequence[int]) -> None:
        every = (program.constants, *program.bare.formulas)
        steps = range(1, 1 + max(len(formula.steps) for formula in every))
        count = range(1, 1 + max(len(program.coordinates), len(program.conditions)))
        reserved = [f"z{n}_{sort}" for n in steps for sort in "adefo"]
        reserved += [f"c{n}" for n in range(1, 1 + len(program.constants.outputs["derived"]))]
        reserved += [f"{word}_{i}" for word in ("force", "lambda", "drift") for i in count]
        reserved += [f"{word}_{i}_{j}" for word in ("mass", "slope") for i in count for j in count]
        reserved += [f"{entry.name}_dd" for entry in program.coordinates]
        self.reserved = " ".join((WORDS, self.more, *reserved))
        super().__init__(program)
        self.held = held
        self.known = {
            self.names.of("acceleration", place): self._acceleration(place)
            for place in range(len(program.coordinates))
        } | {
            self.names.of("multiplier", s): f"lambda_{s + 1}" if s in held else "0.0"
            for s in range(len(program.conditions))
        }
        self.sort = ""
        self.tables: dict[str, None] = {}
        self.declared: list[str] = []
        self.equations: list[str] = []

    # --- the file -----------------------------------------------------------------------------

    def text(self) -> str:
        program = self.program
        name = identifier(program.title)
        self._derived()
        self.motion()
        self._flow()
        self._energies()
        self._outputs()
        self.changes()
        self.line(f"model {name} {self.literal(program.title)}")
        self.depth = 1
        for words in self.about():
            self.comment(words)
        for place, entry in enumerate(program.parameters):
            if self.is_chosen(entry):
                value = f" = {entry.value!r}"
                self._declare("parameter Real", self.names.of("parameter", place), entry, value)
        self._states()
        self.depth = 0
        self.line("protected")
        self._looked_up()
        self.lines += [f"  {line}" for line in self.declared]
        self.line("equation")
        self.lines += [f"  {line}" for line in self.equations]
        times = f"StartTime = {program.begin!r}, StopTime = {program.until!r}"
        self.line(f"  annotation(experiment({times}, Tolerance = {program.rtol!r}));")
        self.line(f"end {name};")
        return "\n".join(self.lines) + "\n"

    def is_chosen(self, entry: NamedValue) -> bool:
        """Whether a parameter is one of the model, which its user may choose."""
        return True

    def changes(self) -> None:
        """What changes at instants; nothing does."""

    def _looked_up(self) -> None:
        """The numbers of functions by points, and what looks them up."""
        if not self.tables:
            return
        self.depth = 1
        self.block(_LOOKING)
        for name in self.tables:
            values = self.source.constants[name]
            assert isinstance(values, tuple)
            self.line(f"constant Real {name}[{len(values)}] = {{")
            *rows, last = self.numbers(values)
            self.lines += [f"    {row}," for row in rows]
            self.line(f"  {last}}};")
        self.depth = 0

    def entry(self, value: float) -> str:
        """A number of a table, or a mark that there is none."""
        return repr(MISSING if math.isnan(value) else value)

    def literal(self, words: Wording) -> str:
        plain = words.line.replace("\\", "\\\\").replace('"', '\\"')
        return f'"{plain}"'

    def about(self) -> Iterator[str | Wording]:
        """The words at the head."""
        program = self.program
        yield from map(Wording, program.description.lines)
        yield "Written by lagr_gui: the equations of motion, without a library"
        yield f"SHA-256 of the model: {program.digest}"
        if program.conditions:
            held = f"{len(program.conditions)}, {len(self.held)} of them independent"
            yield f"conditions: {held}; their second derivatives are equations here (index 1)"
        yield from fixed_start(program)
        if others := joined_wording(program.unshown, "; "):
            yield "outputs that these equations do not determine are left out: " + others

    def _states(self) -> None:
        names, count = self.names, len(self.program.coordinates)
        for place, entry in enumerate(self.program.coordinates):
            q, v = self.program.start[place], self.program.start[count + place]
            self._declare("Real", names.of("q", place), entry, start=q)
            self._declare("Real", names.of("v", place), _of(entry, "velocity of", "/s"), start=v)
            self._declare("Real", self._acceleration(place), _of(entry, "acceleration of", "/s^2"))
            push = _of(NamedValue(entry.name), "further generalised force on")
            self._declare("Real", names.of("u", place), push, " = 0.0")
        for place, entry in enumerate(self.program.states, start=count):
            start = self.program.start[count + place]
            self._declare("Real", names.of("v", place), entry, start=start)
        for name, words in (("kinetic_energy", "T"), ("potential_energy", "U")):
            self._declare("Real", name, NamedValue(name, Wording("J"), Wording(words)))
        for place, entry in enumerate(self.program.shown):
            words = entry.title + (" " * bool(entry.comment) + entry.comment)
            value = ShownValue(entry.title, entry.unit, words)
            self._declare("output Real", self.names.of("shown", place), value)

    def _declare(
        self, sort: str, name: str, entry: AnyValue, value: str = "", start: float | None = None
    ) -> None:
        inside = [f"unit = {self.literal(unit)}"] if (unit := _unit(entry.unit)) else []
        if start is not None:
            inside += [f"start = {start!r}", "fixed = true"]
        changed = f"({', '.join(inside)})" if inside else ""
        words = f" {self.literal(entry.comment)}" if entry.comment else ""
        self.line(f"{sort} {name}{changed}{value}{words};")

    def _acceleration(self, place: int) -> str:
        return f"{self.names.of('q', place)}_dd"

    # --- equations ----------------------------------------------------------------------------

    def _derived(self) -> None:
        self.sort = "a"
        for goal, value in self._steps("derive"):
            name = f"c{goal[1] + 1}" if isinstance(goal, tuple) else goal
            self.declared.append(f"final parameter Real {name} = {value};")

    def motion(self) -> None:
        """q̈ by themselves, or with the multipliers of the conditions."""
        self.moving()
        if not self.program.conditions:
            for goal, value in self.named_steps("motion"):
                if goal[0] == "a":
                    self.equations.append(f"{self._acceleration(goal[1])} = {value};")
            return
        dynamics = self.named_steps("dynamics")
        values = {goal: value for goal, value in dynamics if goal[0] != "reach"}
        self.balance(values, [(s, f"lambda_{s + 1}") for s in self.held])
        for s in self.held:
            self.equations.append(f"{self.row(values, s)} = {negative(values['drift', s])};")

    def moving(self) -> None:
        """Rates of coordinates and velocities."""
        self.sort = "d"
        for place in range(len(self.program.coordinates)):
            q, v = self.names.of("q", place), self.names.of("v", place)
            self.equations += [f"der({q}) = {v};", f"der({v}) = {self._acceleration(place)};"]

    def row(self, values: Mapping[tuple[str, int], str], s: int, of: str = "") -> str:
        """A row of slopes times the accelerations, or times others, called `of` and a number."""
        count = len(self.program.coordinates)
        return self._sum(values, "slopes", [(s * count + i, i) for i in range(count)], of)

    def balance(
        self, values: Mapping[tuple[str, int], str], pushing: Sequence[tuple[int, str]]
    ) -> None:
        """The equations of motion with multipliers: those of the conditions and all `pushing`."""
        count = len(self.program.coordinates)
        for s in self.held:
            words = self.literal("multiplier of " + self.program.conditions[s])
            self.declared.append(f"Real lambda_{s + 1} {words};")
        for i in range(count):
            left = self._sum(values, "mass", [(i * count + j, j) for j in range(count)])
            pushed = [
                f"({values['slopes', s * count + i]})*{multiplier}"
                for s, multiplier in pushing
                if values["slopes", s * count + i] != "0.0"
            ]
            right = [values["force", i], self.names.of("u", i), *pushed]
            self.equations.append(f"{left} = {' + '.join(right)};")

    def _sum(
        self,
        values: Mapping[tuple[str, int], str],
        name: str,
        places: Sequence[tuple[int, int]],
        of: str = "",
    ) -> str:
        """A row times the accelerations, or times others."""
        terms = [
            f"({values[name, place]})*{f'{of}{i + 1}' if of else self._acceleration(i)}"
            for place, i in places
            if values[name, place] != "0.0"
        ]
        return " + ".join(terms) or "0.0"

    def _flow(self) -> None:
        """The rates of states of the first order."""
        self.sort = "f"
        if not self.program.states:
            return
        count = len(self.program.coordinates)
        for (_, place), value in self.named_steps("flow"):
            self.equations.append(f"der({self.names.of('v', count + place)}) = {value};")

    def _energies(self) -> None:
        self.sort = "e"
        names = ("kinetic_energy", "potential_energy")
        for (_, place), value in self.named_steps("energies"):
            if place < len(names):
                self.equations.append(f"{names[place]} = {value};")

    def _outputs(self) -> None:
        """What sensors show, with accelerations and multipliers as they are here."""
        self.sort = "o"
        if not self.program.shown:
            return
        for (_, place), value in self.named_steps(OUTPUTS.formula):
            self.equations.append(f"{self.names.of('shown', place)} = {value};")

    def named_steps(self, formula: str) -> Iterable[tuple[tuple[str, int], str]]:
        """Outputs of a formula; its steps become variables."""
        for goal, value in self._steps(formula):
            if isinstance(goal, tuple):
                yield goal, value
            else:
                self.declared.append(f"Real {goal};")
                self.equations.append(f"{goal} = {value};")

    def _steps(self, formula: str) -> Iterable[tuple[str | tuple[str, int], str]]:
        """What a formula computes, by name, or by row and place."""
        for statement in self.by_name[formula].body:
            match statement:
                case ast.AnnAssign(_, _, ast.Subscript(ast.Name(row))) if not _is_table(row):
                    continue  # parameters and states have names of their own here
                case ast.AnnAssign(ast.Name(name), _, value) if value is not None:
                    yield self.named(name), self.value(value)
                case ast.Assign([ast.Subscript(ast.Name(row), index)], value):
                    yield (row, _place(index)), self.value(value)
                case _:
                    continue

    # --- expressions --------------------------------------------------------------------------

    def named(self, name: str) -> str:
        if name in ("INFINITE", "NOT_A_NUMBER"):
            raise _refused(say("numbers that are infinite or none"))
        if name == "t":
            return "time"
        if name in self.known:
            return self.known[name]
        return f"{name}_{self.sort}" if name[0] == "z" and name[1:].isdigit() else name

    def element(self, name: str, index: ast.expr) -> str:
        """A constant, or an entry of a table; all other rows have names of their own."""
        if _is_table(name):
            self.tables.setdefault(name)
            return f"entry_at({name}, {self.value(index)})"
        place = _place(index)
        count = len(self.program.parameters)
        return self.names.of("parameter", place) if place < count else f"c{place - count + 1}"

    def expression(self, node: ast.expr) -> tuple[str, int]:
        """A negation within another expression stands in brackets."""
        text, level = super().expression(node)
        return text, _BELOW if text.startswith("-") else level

    def call(self, name: str, arguments: Sequence[ast.expr]) -> str:
        if name == "piece_at":
            knots, _, place = arguments
            assert isinstance(knots, ast.Name)
            self.tables.setdefault(knots.id)
            return f"piece_at({knots.id}, {self.value(place)})"
        written = [self.value(argument) for argument in arguments]
        if name in _SAME:
            return f"{name}({', '.join(written)})"
        if name not in _CALLS:
            raise _refused(say("the function {name}", name=name))
        bracketed = (
            written
            if name in ("fabs", "floor", "minimum", "maximum")
            else [f"({w})" for w in written]
        )
        return _CALLS[name].format(*(bracketed if name != "pow" else written))

    def number(self, value: float) -> str:
        return repr(value)


def _refused(what: Message) -> Unprintable:
    return Unprintable.refusal(
        "Modelica",
        say("Modelica without a library does not have {what}.", what=what),
        "Write the system in another language.",
        "unprintable",
    )


def _is_table(name: str) -> bool:
    return name.startswith(("ENTRIES_", "KNOTS_"))


def _place(index: ast.expr) -> int:
    """The place in a row: a number, or one behind all parameters."""
    match index:
        case ast.Constant(int(place)):
            return place
        case ast.BinOp(_, ast.Add(), ast.Constant(int(place))):
            return place
        case _:
            raise NotImplementedError(ast.dump(index))


def _of(q: NamedValue, words: str, below: str = "") -> NamedValue:
    """What belongs to a coordinate."""
    return NamedValue(q.name, q.unit + below if q.unit else q.unit, words + " " + q.title)


def negative(text: str) -> str:
    """The opposite of an expression; what is negated as a whole is itself again."""
    opposite = text.removeprefix("-")
    whole = opposite != text and not _is_sum(opposite)
    return opposite if whole or text == "0.0" else f"-({text})"


def _is_sum(text: str) -> bool:
    """Whether something is added or taken away outside of brackets."""
    depths = accumulate({"(": 1, ")": -1}.get(letter, 0) for letter in text)
    return any(d == 0 and text[at : at + 3] in (" + ", " - ") for at, d in enumerate(depths))


def _unit(words: Wording) -> Wording:
    """A unit as Modelica has it: ``kg.m2``, ``N.m.s/rad``; empty where there is none."""
    above, _, below = words.line.replace("^", "").partition("/")
    parts = [".".join(part.split()) for part in (above, below)]
    if parts[1].count("."):
        parts[1] = f"({parts[1]})"
    unit = "/".join(part for part in parts if part)
    return Wording(unit if unit.isascii() else "")
