"""An expanded sheet in which the sums that occur often have names."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace

from lagr_gui.algebra import Counted, operation_count
from lagr_gui.expression import Expression, symbols, symbols_in
from lagr_gui.foundation.message import say
from lagr_gui.mechanics.parts.finding import NAME, NamedSums, Parts
from lagr_gui.mechanics.parts.keys import Keys
from lagr_gui.mechanics.parts.writing import SumWriter
from lagr_gui.mechanics.sheets.sheet import Definition, Sheet, Term, free_name

NAMED_PART = "kappa"
"""The letter of named parts."""
MADE_OF_OTHERS = ("T", "p_const", "jacobi")
"""Results of Lagrange's equations in which others stand once more: they count for nothing."""
MEANING = say("part that occurs often")


def with_named_parts(sheet: Sheet, taken: Collection[str]) -> Sheet:
    """The sheet with names kappa_1, kappa_2 … for sums that occur often, where it gets shorter.

    The name of a sum stands for its opposite too, with a sign.  Put back, the definitions give
    the same results.  Names that are `taken` are not given again.  The structured form, which has
    names for everything, stays as it is.
    """
    if sheet.structured:
        return sheet
    parts = Parts(Keys())
    tops = _tops(sheet, parts)
    parts.compare()
    choice = NamedSums(parts, tops)
    if not choice.named:
        return sheet
    used = {*taken, *_names_in(sheet)}
    written = SumWriter(choice, lambda number: free_name(f"{NAMED_PART}_{number}", used))
    named = replace(
        sheet,
        entries=tuple(map(written.entry, sheet.entries)),
        balances=tuple(map(written.balance, sheet.balances)),
        solved=tuple(map(written.balance, sheet.solved)),
        states=tuple(map(written.balance, sheet.states)),
    )
    added = tuple(_definitions(named, written.used))
    length = _length(named, Counted()) + sum(
        operation_count(definition.tree) + NAME for definition in added
    )
    if length >= _length(sheet, parts.counted):
        return sheet
    return replace(named, definitions=(*sheet.definitions, *added))


def _length(sheet: Sheet, counted: Counted) -> int:
    """The operations of what a sheet says."""
    return sum(
        operation_count(term.tree, counted) for _, terms in _results(sheet) for term in terms
    )


def _definitions(sheet: Sheet, used: Mapping[str, Expression]) -> Iterator[Definition]:
    """What names stand for, with the items of all results in which they are."""
    sources: dict[str, dict[str, None]] = {}
    for _, terms in _results(sheet):
        for term in terms:
            for symbol in symbols(term.tree):
                sources.setdefault(symbol.name, {}).update(dict.fromkeys(term.sources))
    for number, (name, tree) in enumerate(used.items(), start=1):
        keys = tuple(sources.get(name, ()))
        yield Definition(name, "scalar", (tree,), MEANING, NAMED_PART, (str(number),), keys)


def _tops(sheet: Sheet, parts: Parts) -> Counter[int]:
    """The sums of results: those that are equal, up to sign, count once."""
    counts: Counter[int] = Counter()
    equal: set[tuple[str, int]] = set()
    for kind, terms in _results(sheet):
        trees = [term.tree for term in terms]
        whole = kind, parts.keys.of_sum(parts.keys.items(trees))[1]
        if whole not in equal:
            equal.add(whole)
            counts += parts.add(trees)
    return counts


def _results(sheet: Sheet) -> Iterator[tuple[str, Sequence[Term]]]:
    """The sums that a sheet says, and the kind of each."""
    lagrange = sheet.formalism == "lagrange"
    for entry in sheet.entries:
        if not lagrange or entry.symbol not in MADE_OF_OTHERS:
            yield entry.symbol, entry.terms
    for balance in (*sheet.balances, *sheet.solved, *sheet.states):
        yield "left", balance.left
        yield "right", balance.right


def _names_in(sheet: Sheet) -> Iterator[str]:
    """The names that stand in a sheet."""
    trees = [term.tree for entry in sheet.entries for term in entry.terms]
    balances = (*sheet.balances, *sheet.solved, *sheet.states, *sheet.signals)
    trees += [t.tree for item in balances for t in (*item.left, *item.right)]
    trees += [item.tree for item in sheet.definitions]
    yield from (symbol.name for symbol in symbols_in(trees))
    yield from (item.name for item in sheet.definitions)
    yield from (entry.reference for entry in sheet.entries)
