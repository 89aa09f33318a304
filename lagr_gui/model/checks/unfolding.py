"""How much functions and parameters are with all that they use.

Who evaluates a function evaluates those that it calls as often as they are called: thirty of them
that call the next one twice are 2³⁰ terms.  So this is counted before anything is evaluated.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from graphlib import CycleError, TopologicalSorter

from lagr_gui.expression import Call, Expression, Symbol, called, parts, read, symbols
from lagr_gui.foundation.message import Message, say
from lagr_gui.foundation.problem import LagrError, Path, Problem
from lagr_gui.model.faults import place_of
from lagr_gui.model.records import Model

MOST_TERMS = 20_000
"""Sums, products, powers, calls, numbers and names: some 0.1 s for each state in plain Python."""
MOST_DEEP = 300
"""Such parts within one another; each takes two to three calls, of which Python allows 1000."""
CALL = 3
"""What a call, or the value of a parameter, adds to these."""

_REMEDY = "Let it use fewer others, or give it a table or a number."


@dataclass(frozen=True, slots=True)
class Extent:
    """How many terms there are, and how many parts lie within one another."""

    terms: int
    depth: int


def check_unfolding(model: Model) -> Iterator[Problem]:
    """Functions and parameters that are too much with all that they use, the innermost one alone.

    Functions are looked at as they are drawn and as each special case has them.
    """
    functions = {entry.name: entry.expression for entry in model.functions}
    places: dict[str, Path] = {
        name: ("functions", index, "expression") for index, name in enumerate(functions)
    }
    yield from _first(model, functions, places)
    for index, case in enumerate(model.special_cases):
        replaced = {e.name: str(e.value) for e in case.replacements if e.name in functions}
        new: dict[str, Path] = {
            entry.name: ("special_cases", index, "replacements", number, "value")
            for number, entry in enumerate(case.replacements)
        }
        if replaced:
            yield from _first(model, functions | replaced, places | new)
    values = {entry.name: str(entry.value) for entry in model.parameters}
    places = {name: ("parameters", i, "value") for i, name in enumerate(values)}
    yield from _first(model, values, places, of_functions=False)


def _first(
    model: Model,
    texts: Mapping[str, str | None],
    places: Mapping[str, Path],
    of_functions: bool = True,
) -> Iterator[Problem]:
    """The first that is too much, if there is one."""
    for name, extent in extents(texts, of_functions).items():
        cause: Message | None = None
        if extent.depth > MOST_DEEP:
            cause = say("“{name}” uses others that use others, too many times over.", name=name)
        elif extent.terms > MOST_TERMS:
            words = "With all that it calls, “{name}” has more than {most} terms."
            cause = say(words, name=name, most=MOST_TERMS)
        if cause is not None:
            path = places[name]
            yield Problem(place_of(path, model), cause, _REMEDY, code="too-many", path=path)
            return


def extents(texts: Mapping[str, str | None], of_functions: bool = True) -> dict[str, Extent]:
    """Those of functions, or of parameters, by name; what is used comes before what uses it.

    Where some use themselves only the circle is told, as long as it is.
    """
    trees = {name: tree for name, text in texts.items() if (tree := _tree(text)) is not None}
    used = _called_by if of_functions else _named_in
    uses = {name: used(tree) & trees.keys() for name, tree in trees.items()}
    by_name: dict[str, Extent] = {}
    try:
        for name in TopologicalSorter(uses).static_order():
            by_name[name] = _extent(trees[name], by_name, of_functions)
    except CycleError as error:
        circle: list[str] = error.args[1]
        by_name = {circle[0]: Extent(0, CALL * len(circle))}
    return by_name


def _tree(text: str | None) -> Expression | None:
    with suppress(LagrError):
        return read(text) if text is not None else None
    return None


def _called_by(tree: Expression) -> set[str]:
    return {name for name, _ in called(tree)}


def _named_in(tree: Expression) -> set[str]:
    return {symbol.name for symbol in symbols(tree)}


def _extent(tree: Expression, by_name: Mapping[str, Extent], of_functions: bool) -> Extent:
    """That of a tree; values of parameters are computed once, so their terms do not count."""
    inner = [_extent(part, by_name, of_functions) for part in parts(tree)]
    terms, depth = sum(entry.terms for entry in inner), max((e.depth for e in inner), default=0)
    if of_functions and isinstance(tree, Call) and (used := by_name.get(tree.function)):
        terms, depth = terms + used.terms, max(depth, used.depth) + CALL
    elif not of_functions and isinstance(tree, Symbol) and (used := by_name.get(tree.name)):
        depth = used.depth + CALL
    return Extent(terms + 1, depth + 1)
