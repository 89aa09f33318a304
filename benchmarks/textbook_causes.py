"""Why a result is longer than a book's: the first pattern that it shows.

It has no call of its own; `textbook.py` imports it.  The patterns stand in the order in which they
are looked for, so that what is counted of the later ones is an underestimate.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from textbook_blemishes import MOST, SHOWS
from textbook_systems import Results, System
from textbook_terms import TRIGONOMETRIC, Term, common, gain, is_root, nodes, sums

from lagr_gui.expression import Call, Expression, symbols


def causes(system: System, ours: Results) -> Iterator[tuple[str, int, int, str]]:
    """Results that are longer than the book's: name, their operations, the book's, the pattern.

    A definition counts to the first result that needs it.
    """
    said: dict[str, set[str]] = {"ours": set(), "book": set()}
    for name in system.book.texts:
        long = _fresh(name, ours, said["ours"])
        short = _fresh(name, system.book, said["book"])
        if long > short:
            yield name, long, short, pattern(name, system.book, ours)


def _fresh(name: str, results: Results, said: set[str]) -> int:
    """The operations of a result with those definitions that were not told before."""
    needed = results.own(name)
    new = {key: text for key, text in needed.items() if key not in said}
    said |= set(needed)
    return Results(results.texts, new).count([name])


def pattern(name: str, book: Results, ours: Results) -> str:
    """The first pattern that our result shows."""
    trees, wanted = ours.trees(name), book.trees(name)
    if any(map(SHOWS["absolute value or sign"], trees)):
        return "absolute value of a length"
    if any(map(SHOWS["squared root"], trees)):
        return "root that is squared"
    if _roots(trees) > _roots(wanted):
        return "length without a name"
    if any(map(SHOWS["A - A sin^2"], trees)) and not any(map(SHOWS["A - A sin^2"], wanted)):
        return "1 - sin^2"
    terms = [entry for tree in trees for entry in sums(tree)]
    if any(map(_has_square, terms)):
        return "square of a sum multiplied out"
    if any(map(_has_group, terms)):
        return "factor of a group of terms"
    if any(gain(entry) > 0 for entry in terms):
        return "factor of all terms"
    return "multiple angles" if _angles(trees) - _angles(wanted) else "other"


def _roots(trees: list[Expression]) -> int:
    return sum(is_root(node) for tree in trees for node in nodes(tree))


def _has_group(terms: tuple[Term, ...]) -> bool:
    """Whether some terms, not all, share a parameter that can be taken out."""
    for base in {base for entry in terms for base, _ in entry.powers if symbols(base)}:
        group = [entry for entry in terms if any(base == other for other, _ in entry.powers)]
        if 2 <= len(group) < len(terms) and gain(group) > 0 and common(group).powers:
            return True
    return False


def _has_square(terms: tuple[Term, ...]) -> bool:
    """Whether three terms are A X², A Y² and ±2 A X Y."""
    products = {(entry * entry).powers: entry.number**2 for entry in terms[:MOST]}
    return any(
        products.get((first * second).powers) == 4 * first.number * second.number
        for first, second in combinations(terms[:MOST], 2)
    )


def _angles(trees: list[Expression]) -> set[Expression]:
    """The arguments of sines and cosines."""
    arguments = (
        node.arguments[0]
        for tree in trees
        for node in nodes(tree)
        if isinstance(node, Call) and node.function in TRIGONOMETRIC
    )
    return set(arguments)
