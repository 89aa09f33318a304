"""Translates the small part of Python that programs are made in; a language says how it writes."""

from __future__ import annotations

import ast
import json
import math
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from typing import ClassVar

from lagr_gui.extensions.programs.languages.parts import (
    declared,
    filled,
    folded,
    is_text,
    kind_of,
    quoted,
    repeated,
    wrapped,
)
from lagr_gui.extensions.programs.languages.syntax import ATOM, LEVELS, SIGNS, Syntax
from lagr_gui.extensions.programs.languages.telling import about, columns, options, trouble, usage
from lagr_gui.extensions.programs.naming import Names
from lagr_gui.extensions.programs.record import Standalone
from lagr_gui.extensions.programs.source import Source, source
from lagr_gui.foundation.wording import Wording, is_plain, joined_wording

WIDTH = 100
"""Columns of a line in a file."""


class Translation:
    """One program in one language; subclasses say what differs from the languages with braces."""

    syntax = Syntax()
    reserved = ""
    blind = False
    functions: ClassVar[Mapping[str, str]] = {}
    """What functions of numbers are called, where that differs."""
    lacks: Sequence[str] = ()
    """Functions that it does not have, of those that `resources/programs` has."""
    cast = "{}"
    """A whole number as one of the others."""

    def __init__(self, program: Standalone, single: bool = False) -> None:
        self.program, self.single = program, single
        self.names = Names(program, self.reserved, self.blind)
        self.lines: list[str] = []
        self.depth = 0
        self.function: ast.FunctionDef | None = None
        self.kinds: dict[str, str] = {}

    @cached_property
    def source(self) -> Source:
        """What is translated."""
        return source(self.program, self.names, self.single, self.lacks)

    @cached_property
    def by_name(self) -> Mapping[str, ast.FunctionDef]:
        """The functions of the program."""
        return {function.name: function for function in self.source.functions}

    # --- text -----------------------------------------------------------------------------

    def text(self) -> str:
        """The whole file."""
        self.head()
        for name, value in self.source.constants.items():
            self.constant(name, value)
        for function in self.source.functions:
            self.line()
            self.define(function)
        self.tail()
        return "\n".join(self.lines).rstrip() + "\n"

    def head(self) -> None:
        """What stands before the constants."""
        raise NotImplementedError

    def tail(self) -> None:
        """What stands after all functions: what is run."""
        raise NotImplementedError

    def constant(self, name: str, value: object) -> None:
        """A number or row of numbers that never changes."""
        raise NotImplementedError

    def line(self, text: str = "") -> None:
        """One line.  Raises ValueError for what is more than one."""
        if not is_plain(text):
            raise ValueError(f"no line of a program: {text!r}")
        self.lines.append((self.syntax.indent * self.depth + text).rstrip())

    def block(self, text: str) -> None:
        """Lines as they are."""
        for line in text.strip("\n").split("\n"):
            self.line(line)

    def comment(self, words: str | Wording) -> None:
        """Words for readers, on as many lines as they need."""
        for line in wrapped(words, WIDTH - 4 * self.depth - 4):
            self.line(self.remark(Wording(line)))

    def remark(self, words: Wording) -> str:
        """A comment in one line: this alone writes comments with texts of users in them."""
        return self.syntax.comment.format(self.harmless(words.lines[0] if words else "")).rstrip()

    def harmless(self, text: str) -> str:
        """A line in which nothing ends the comment that it stands in."""
        return text

    def about(self) -> Iterator[str | Wording]:
        """The words at the head of the file."""
        return about(self.program, self.syntax.offset)

    def answering(self, text: str) -> str:
        """A text in which some lines stand once for each answer of the program.

        Others, between @SHOWN@ and @END@, stand there if it tells what sensors show, those between
        @LINEAR@ and @END@ if it tells derivatives, those between @STRUCK@ and @END@ if it has
        limits, those between @SMOOTH@ and @END@ if it has none, those between @STOPS@ and @END@ if
        an event ends its motions, those between @CARRIED@ and @END@
        if it has states of the first order, those between @ALONE@ and @END@ if it has none; those
        between @OPTION@ and @END@ once for each of its options, those between @HELP@ and @END@ for
        each line of its help, those between @TROUBLE@ and @END@ for each reason why a motion ends
        early.  @STATES@ in a size adds the number of states of the first order, if there are some.
        """
        more = {"STATES": self.program.more}
        answers = [
            {
                "NAME": answer.name,
                "FUNCTION": answer.function,
                "PURE": answer.pure or answer.function,
                "SHAPE": filled(answer.shape, more),
                "SIZE": self.value(ast.parse(filled(answer.size, more), mode="eval").body),
                "COMMENT": answer.comment,
            }
            for answer in self.program.answers
        ]
        text = filled(text, {"STATES": more["STATES"].replace("STATES", self.named("STATES"))})
        lines: Mapping[str, Sequence[Mapping[str, str]]] = {
            "STOPS": [{}] * self.program.stops,  # first: it stands within others
            "SHOWN": [{}] * bool(self.program.shown),
            "LINEAR": [{}] * self.program.is_differentiated,
            "CARRIED": [{}] * bool(self.program.states),
            "ALONE": [{}] * (not self.program.states),
            "STRUCK": [{}] * bool(self.program.limits),
            "SMOOTH": [{}] * (not self.program.limits),
            "OPTION": [{"LINE": line} for line in options(self.program)],
            "HELP": [{"LINE": self.literal(line)} for line in usage(self.program)],
            "TROUBLE": [{"WORDS": self.literal(Wording(words))} for words in trouble(self.program)],
            "EACH": answers,
        }
        for mark, each in lines.items():
            text = repeated(text, mark, each)
        return text

    def literal(self, words: Wording) -> str:
        """A text as it stands in the program: this alone writes texts of users as values."""
        return json.dumps("".join(words.lines), ensure_ascii=False)

    @property
    def columns(self) -> Wording:
        """The head of the table."""
        return joined_wording(columns(self.program), ",")

    @property
    def impact_columns(self) -> Wording:
        """The head of the table of impacts."""
        names = [entry.name for entry in self.program.coordinates]
        impulses = (quoted("impulse of " + name) for name in self.program.limits)
        rates = (f"{name}'{when}" for when in (" before", "") for name in names)
        states = [entry.name for entry in self.program.states]
        return joined_wording(["t", *impulses, "lost energy", *names, *rates, *states], ",")

    def numbers(self, values: Sequence[float | int]) -> list[str]:
        """Numbers in rows that fit a line."""
        rows, row = list[str](), ""
        for value in values:
            entry = self.entry(value)
            if row and len(row) + len(entry) > WIDTH - 12:
                rows.append(row.rstrip(", "))
                row = ""
            row += f"{entry}, "
        return [*rows, row.rstrip(", ")] if row else rows

    def entry(self, value: float) -> str:
        """A number of a row, or none."""
        return self.named("NOT_A_NUMBER") if math.isnan(value) else self.number(value)

    # --- functions ------------------------------------------------------------------------

    @cached_property
    def changed(self) -> Mapping[str, frozenset[str]]:
        """The rows that each function writes to, by its name."""
        changed: dict[str, frozenset[str]] = {}
        for function in self.source.functions:
            names = set[str]()
            for node in ast.walk(function):
                if isinstance(node, ast.Assign):
                    goal = node.targets[0]
                    if isinstance(goal, ast.Subscript) and isinstance(goal.value, ast.Name):
                        names.add(goal.value.id)
                if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
                    called = self.by_name.get(node.func.id)
                    if called is not None:
                        written = changed[called.name]
                        names |= {
                            a.id
                            for a, p in zip(node.args, called.args.args, strict=True)
                            if p.arg in written and isinstance(a, ast.Name)
                        }
            changed[function.name] = frozenset(names)
        return changed

    def parameters(self, function: ast.FunctionDef) -> list[tuple[str, str, bool]]:
        """Name, kind, and whether it is written to, of what a function takes."""
        changed = self.changed[function.name]
        return [(a.arg, kind_of(a.annotation), a.arg in changed) for a in function.args.args]

    def gives(self, function: ast.FunctionDef) -> str:
        """The kind of what a function returns; empty for nothing."""
        kind = kind_of(function.returns)
        return "" if kind == "None" else kind

    def define(self, function: ast.FunctionDef) -> None:
        """A function."""
        self.function = function
        self.kinds = {name: kind for name, kind, _ in self.parameters(function)}
        self.kinds |= {name: kind for name, kind, _ in declared(function)}
        documentation = ast.get_docstring(function) or ""
        for line in documentation.splitlines():
            self.comment(line)
        self.line(self.opening(function))
        self.depth += 1
        self.begin(function)
        self.body([s for s in function.body if not is_text(s)])
        self.depth -= 1
        self.line(self.syntax.end_function)

    def opening(self, function: ast.FunctionDef) -> str:
        """The line with the name of a function and what it takes."""
        raise NotImplementedError

    def begin(self, function: ast.FunctionDef) -> None:
        """What stands at the beginning of a function."""

    def body(self, statements: Sequence[ast.stmt]) -> None:
        """Statements in their order."""
        for statement in statements:
            self.write(statement)

    def write(self, statement: ast.stmt) -> None:
        """One statement."""
        match statement:
            case ast.AnnAssign(ast.Name(name), annotation, value) if value is not None:
                self.declare(name, kind_of(annotation), value)
            case ast.Assign([goal], value):
                self.put(f"{self.value(goal)} = {self.value(value)}")
            case ast.If():
                self.branch(statement)
            case ast.While(test, body):
                self.nested(self.syntax.while_.format(test=self.value(test)), body)
            case ast.For(ast.Name(name), ast.Call(args=bounds), body):
                self.loop(name, bounds, body)
            case ast.Return(value):
                self.leave(value)
            case ast.Break():
                self.put(self.syntax.break_)
            case ast.Expr(ast.Call() as call):
                self.put(self.value(call))
            case _:
                raise NotImplementedError(ast.dump(statement))

    def put(self, text: str) -> None:
        """A statement in one line, or in several where it is long."""
        self.line(self.syntax.statement.format(text))

    def declare(self, name: str, kind: str, value: ast.expr) -> None:
        """A new variable with its first value."""
        raise NotImplementedError

    def leave(self, value: ast.expr | None) -> None:
        """Return."""
        self.put("return" if value is None else f"return {self.value(value)}")

    def nested(self, head: str, body: Sequence[ast.stmt], close: bool = True) -> None:
        """Statements within others."""
        self.line(head)
        self.depth += 1
        self.body(body)
        self.depth -= 1
        if close:
            self.line(self.syntax.close)

    def branch(self, statement: ast.If) -> None:
        """if, elif, else."""
        syntax, rest = self.syntax, statement.orelse
        self.nested(syntax.if_.format(test=self.value(statement.test)), statement.body, False)
        while len(rest) == 1 and isinstance(rest[0], ast.If):
            inner = rest[0]
            self.nested(syntax.elif_.format(test=self.value(inner.test)), inner.body, False)
            rest = inner.orelse
        if rest:
            self.nested(syntax.else_, rest, False)
        self.line(syntax.close)

    def loop(self, name: str, bounds: Sequence[ast.expr], body: Sequence[ast.stmt]) -> None:
        """A loop over whole numbers, upwards or downwards by one."""
        first = "0" if len(bounds) == 1 else self.value(bounds[0])
        end = bounds[0] if len(bounds) == 1 else bounds[1]
        template = self.syntax.down if len(bounds) == 3 else self.syntax.up
        inside = ast.BinOp(end, ast.Add() if len(bounds) == 3 else ast.Sub(), ast.Constant(1))
        words = {"first": first, "end": self.value(end), "last": self.value(folded(inside))}
        self.nested(template.format(name=name, **words), body)

    # --- expressions ----------------------------------------------------------------------

    def value(self, node: ast.expr) -> str:
        """An expression."""
        return self.expression(node)[0]

    def expression(self, node: ast.expr) -> tuple[str, int]:
        """An expression, and how tightly it holds together."""
        match node:
            case ast.Constant(value) if isinstance(value, int | float):
                return self.number(value), ATOM
            case ast.Name(name):
                return self.named(name), ATOM
            case ast.Subscript(ast.Name(name), index):
                return self.element(name, index), ATOM
            case ast.Call(ast.Name(name), arguments):
                return self.call(name, arguments), ATOM
            case ast.UnaryOp(operator, operand):
                sign = "-" if isinstance(operator, ast.USub) else self.syntax.not_
                level = LEVELS[type(operator)]
                # Languages differ in how tightly a negation holds.
                inner = self._within(operand, ATOM if isinstance(operator, ast.Not) else 8)
                return f"{sign}{inner}", level
            case ast.BinOp(left, operator, right):
                level = LEVELS[type(operator)]
                both = self._within(left, level), self._within(right, level + 1)
                return f"{both[0]} {SIGNS[type(operator)]} {both[1]}", level
            case ast.Compare(left, [operator], [right]):
                sign = self.syntax.unequal if isinstance(operator, ast.NotEq) else ""
                sign = sign or SIGNS[type(operator)]
                return f"{self._within(left, 5)} {sign} {self._within(right, 5)}", 4
            case ast.BoolOp(operator, values):
                level = LEVELS[type(operator)]
                sign = self.syntax.and_ if isinstance(operator, ast.And) else self.syntax.or_
                parts = [self._within(value, 4) for value in values]
                return f" {sign} ".join(parts), level
            case _:
                raise NotImplementedError(ast.dump(node))

    def _within(self, node: ast.expr, level: int) -> str:
        text, binding = self.expression(node)
        return text if binding >= level else f"({text})"

    def named(self, name: str) -> str:
        """A variable or a constant."""
        return name

    def element(self, name: str, index: ast.expr) -> str:
        """An element of a row."""
        if self.syntax.offset:
            index = folded(ast.BinOp(index, ast.Add(), ast.Constant(self.syntax.offset)))
        return self.syntax.index.format(array=self.named(name), index=self.value(index))

    def call(self, name: str, arguments: Sequence[ast.expr]) -> str:
        """What a function gives."""
        if name == "real":
            return self.cast.format(self._within(arguments[0], ATOM))
        written = ", ".join(map(self.value, arguments))
        return f"{self.functions.get(name, name)}({written})"

    def number(self, value: float) -> str:
        """A number."""
        return repr(value)
