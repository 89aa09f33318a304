"""Answers as values: the names of the student put in, everything else refused."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from math import ceil, prod, sqrt

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
from lagr_gui.extensions.teaching.marking.mutants import WrongValue, wrong_values
from lagr_gui.extensions.teaching.marking.solution import Solution
from lagr_gui.foundation.message import say
from lagr_gui.foundation.registry import did_you_mean
from lagr_gui.mechanics.sheets.balance import multiplier
from lagr_gui.model.exercise import Exercise

MOST_TERMS = 20_000
"""An answer that may have more terms than this, written out, is not looked at."""
MOST_OF_FRACTIONS = 10_000
"""One with a denominator may have so many products of a term above and one below."""
DEEPEST_ROOTS = 3
"""So many roots may lie within one another."""


class Student:
    """Reads what a student types about a solution, and knows what he may have done wrong."""

    def __init__(self, solution: Solution, exercise: Exercise) -> None:
        self.solution, self.exercise = solution, exercise
        self.chain, self.reading = solution.chain, solution.reading
        self._wrong: dict[str, Sequence[WrongValue]] = {}

    def wrong_values(self, name: str) -> Sequence[WrongValue]:
        """What typical errors make of a quantity, where it is not what it should be."""
        if name not in self._wrong:
            self._wrong[name] = [*wrong_values(self.solution, name)]
        return self._wrong[name]

    @cached_property
    def _names(self) -> frozenset[str]:
        """All names that an answer may use."""
        forces = (force.symbol for force in self.chain.sheet.frictions)
        own = (*self._put_in, *self.chain.meanings, *forces)
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
        whole = substitute(substitute(tree, self._put_in), self.chain.meanings)
        if not is_short(whole):
            refuse(say("It has too many terms, written out."), "Write it more simply.")
        return self.chain.value_of(whole)

    def _check(self, tree: Expression) -> None:
        for symbol in sorted(symbols(tree), key=lambda one: (one.name, one.order)):
            if symbol.name not in self._names:
                cause = say("“{name}” is no name of this exercise.", name=symbol.name)
                refuse(cause, did_you_mean(symbol.name, self._names))
            moves = symbol.name in self.reading.coordinates
            if symbol.order and not moves and symbol not in self._put_in:
                cause = say("“{name}” does not change with time.", name=symbol.name)
                refuse(cause, "Leave the primes out.")


def is_short(tree: Expression) -> bool:
    """Whether an expression has few enough terms, written out over a common denominator."""
    above, below = breadth(tree)
    most = MOST_TERMS if below == 1 else MOST_OF_FRACTIONS
    return above * below <= most and _rooted(tree) <= DEEPEST_ROOTS


def breadth(tree: Expression) -> tuple[int, int]:
    """How many terms numerator and denominator have at most, up to some more than is allowed."""
    match tree:
        case Sum(terms):
            sizes = [*map(breadth, terms)]
            below = prod(d for _, d in sizes)
            above = sum(n * below // d for n, d in sizes)
        case Product(factors):
            sizes = [*map(breadth, factors)]
            above, below = prod(n for n, _ in sizes), prod(d for _, d in sizes)
        case Power(base, Number(power)):
            times = max(1, ceil(abs(power)))
            above, below = (size**times for size in breadth(base))
            if power < 0:
                above, below = below, above
        case Call(function="sqrt", arguments=(inner,)):
            above, below = (ceil(sqrt(size)) for size in breadth(inner))
        case Call(function=function):
            sizes = [*map(breadth, parts(tree))]
            own = 2 if function in ("sin", "cos") else 1
            above, below = max([own, *(max(pair) for pair in sizes)]), 1
        case _:
            sizes = [*map(breadth, parts(tree))]
            above, below = max([1, *(max(pair) for pair in sizes)]), 1
    return min(above, MOST_TERMS + 1), min(below, MOST_TERMS + 1)


def _rooted(tree: Expression) -> int:
    """How many roots lie within one another."""
    match tree:
        case Call(function="sqrt") | Power(_, Number()) if not _is_whole(tree):
            own = 1
        case _:
            own = 0
    return own + max(map(_rooted, parts(tree)), default=0)


def _is_whole(tree: Expression) -> bool:
    """Whether it is a power without a root."""
    return (
        isinstance(tree, Power)
        and isinstance(tree.exponent, Number)
        and (tree.exponent.value.denominator == 1)
    )
