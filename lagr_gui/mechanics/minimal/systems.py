"""Slopes without a formula: linear systems G_d x′ = −G_i in the names of what is printed."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction

from lagr_gui.algebra import factors_of, operation_count, product_of, too_long
from lagr_gui.expression import TIME, Expression, Number, Product, Symbol, substitute
from lagr_gui.expression.rows import factors_in, negative
from lagr_gui.expression.rows import product as folded
from lagr_gui.mechanics.closed import Closed
from lagr_gui.mechanics.minimal.dependence import Dependence, Tied
from lagr_gui.mechanics.minimal.slopes import MANY, SlopeBlock, SlopeFinder, Written
from lagr_gui.mechanics.reading import Reading
from lagr_gui.mechanics.sheets.sheet import Balance, Entry, LinearSystem, Term

Cell = Callable[[int, str], Expression | None]
"""What is printed for an entry of G by condition and coordinate; None for 0."""

ONE = Number(Fraction(1))


def systems(
    blocks: Sequence[SlopeBlock],
    tied: Mapping[str, Tied],
    known: Collection[tuple[str, str]],
    cell: Cell,
    written: Written,
) -> Iterator[LinearSystem]:
    """The linear systems of all slopes, by dependent and argument, that are not `known`.

    What stands on the left are the slopes of one block, on the right what is computed before.
    """
    for block in blocks:
        members = [tied[name] for name in block.names]
        others = [e for n, e in tied.items() if n not in block.names and not e.put_in]
        sources = tuple(dict.fromkeys(key for entry in members for key in entry.sources))
        for by in dict.fromkeys(by for entry in members for by in entry.arguments):
            unknown = [entry for entry in members if by in entry.arguments]
            if all((entry.name, by) in known for entry in unknown):
                continue
            lines: list[Balance] = []
            for s in block.rows:
                left = _products(s, members, by, cell, written)
                alone = cell(s, by)
                right = [] if alone is None else [alone]
                right += _products(s, others, by, cell, written)
                lines.append(
                    Balance(
                        by,
                        s,
                        tuple(Term(tree, sources) for tree in left),
                        tuple(Term(negative(tree), sources) for tree in right),
                        "C2",
                    )
                )
            yield LinearSystem(tuple(written(entry, by) for entry in unknown), tuple(lines))


def slope_systems(
    closed: Closed,
    finder: SlopeFinder,
    blocks: Sequence[SlopeBlock],
    dependence: Dependence,
    found: Collection[tuple[str, str]],
) -> tuple[LinearSystem, ...]:
    """The systems of slopes of dependent functions that are not `found` in formulas.

    Raises TooLong where conditions depend on time by long expressions.
    """
    trees = dependence.trees
    number = {row: s for s, row in enumerate(closed.constraints.shown, start=1)}
    tied = {entry.name: entry for entry in dependence.dependents}

    def cell(row: int, name: str) -> Expression | None:
        value = finder.entry(row, name)
        if value.is_zero:
            return None
        plain = name != TIME and (row, finder.index[name]) not in finder.altered
        if plain and (value.length > 1 or operation_count(value.tree()) > 1):
            tree = substitute(value.tree(), trees)
            return printed(closed.reading, number[row], finder.index[name], tree)
        if value.length > MANY:
            raise too_long()
        return substitute(value.tree(), trees)

    return tuple(systems(blocks, tied, found, cell, finder.slope))


def printed(reading: Reading, s: int, rho: int, tree: Expression) -> Expression:
    """The name of G_sρ in results; its value where the model has that name."""
    for name in printed_names(reading, [Entry("G", (s, rho), (), "")]):
        return Symbol(name)
    return tree


def printed_names(reading: Reading, entries: Iterable[Entry]) -> Iterator[str]:
    """The names of results that the model does not have."""
    taken = reading.names
    return (entry.reference for entry in entries if entry.reference not in taken)


def _products(
    s: int, entries: Iterable[Tied], by: str, cell: Cell, written: Written
) -> Iterator[Expression]:
    for entry in entries:
        if by in entry.arguments and (factor := cell(s, entry.name)) is not None:
            slope = written(entry, by)
            yield product(factor, slope)


def product(factor: Expression, other: Expression) -> Expression:
    """A product in which numbers and powers of the same are one."""
    whole = folded(part for side in (factor, other) for part in _flat(side))
    return product_of(*factors_of(whole))


def _flat(tree: Expression) -> Iterator[Expression]:
    for factor in factors_in(tree):
        yield from _flat(factor) if isinstance(factor, Product) else (factor,)
