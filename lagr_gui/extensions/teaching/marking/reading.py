"""Answers as values: the names of the student put in, everything else refused."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from math import prod

from lagr_gui.algebra import Canonical
from lagr_gui.expression import (
    TIME,
    Call,
    Expression,
    Number,
    Power,
    Product,
    Sum,
    Symbol,
    parts,
    read,
    substitute,
    symbols,
)
from lagr_gui.extensions.teaching.marking.answers import Reader, refuse
from lagr_gui.extensions.teaching.marking.solution import Solution
from lagr_gui.foundation.message import say
from lagr_gui.foundation.registry import did_you_mean
from lagr_gui.mechanics.sheets.balance import multiplier
from lagr_gui.model.exercise import Exercise

MOST_TERMS = 20_000
"""An answer that may have more terms than this, written out, is not looked at."""


class Student:
    """Reads what a student types about a solution."""

    def __init__(self, solution: Solution, exercise: Exercise) -> None:
        self.solution, self.exercise = solution, exercise
        self.chain, self.reading = solution.chain, solution.reading

    @cached_property
    def _names(self) -> frozenset[str]:
        """All names that an answer may use."""
        own = (*self._put_in, *self.chain.meanings)
        constants = (*self.reading.parameters, TIME, *self.reading.coordinates)
        return frozenset((*constants, *self.reading.names, *(symbol.name for symbol in own)))

    @cached_property
    def reader(self) -> Reader:
        """What reads texts of answers."""
        return Reader(self._names, self.reading.functions)

    @cached_property
    def multipliers(self) -> tuple[Symbol, ...]:
        """λ of each condition."""
        rows = self.chain.kinetics.closed.constraints.shown
        return tuple(multiplier(s) for s, _ in enumerate(rows, start=1))

    @cached_property
    def _put_in(self) -> Mapping[Symbol, Expression]:
        """What names of the exercise stand for, with their rates; λ where there is one only."""
        given: dict[Symbol, Expression] = {symbol: symbol for symbol in self.multipliers}
        if len(self.multipliers) == 1:
            given[Symbol("lambda")] = self.multipliers[0]
        for entry in self.exercise.names:
            name = Reader((), ()).name(entry.name)
            tree = read(entry.value, say("Exercise, name “{name}”", name=entry.name))
            value = self.chain.value_of(tree)
            given[Symbol(name)] = tree
            for order in (1, 2):
                value = self.solution.rate_of(value)
                given[Symbol(name, order)] = self.solution.algebra.shown(value, "terms")
        return given

    def value(self, text: str) -> Canonical:
        """What a text is worth. Raises LagrError where it has no clear meaning here."""
        return self.value_of(self.reader.tree(text))

    def value_of(self, tree: Expression) -> Canonical:
        """A tree as a value, in the names of the model."""
        self._check(tree)
        if breadth(tree) > MOST_TERMS:
            refuse(say("It has too many terms, written out."), "Write it more simply.")
        return self.chain.value_of(substitute(tree, self._put_in))

    def _check(self, tree: Expression) -> None:
        for symbol in sorted(symbols(tree), key=lambda one: (one.name, one.order)):
            if symbol.name not in self._names:
                cause = say("“{name}” is no name of this exercise.", name=symbol.name)
                refuse(cause, did_you_mean(symbol.name, self._names))
            moves = symbol.name in self.reading.coordinates
            if symbol.order and not moves and symbol not in self._put_in:
                cause = say("“{name}” does not change with time.", name=symbol.name)
                refuse(cause, "Leave the primes out.")


def breadth(tree: Expression) -> int:
    """How many terms an expression has at most, written out, up to some more than is allowed."""
    inner = [breadth(part) for part in parts(tree)]
    match tree:
        case Sum():
            size = sum(inner)
        case Product():
            size = prod(inner)
        case Power(base, Number(power)):
            size = breadth(base) ** max(1, int(abs(power)))
        case Call(function=function):
            size = max(2 if function in ("sin", "cos") else 1, *inner)
        case _:
            size = max([1, *inner])
    return min(size, MOST_TERMS + 1)
