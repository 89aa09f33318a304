"""Replacement lists for g, Γ and for Q as special cases of a model.

LAGR replaced in g and Γ and in Q by lists of their own, so each list is a special case by
itself; its name tells for which of them it was given.
"""

from __future__ import annotations

from lagr_gui.expression import TIME, Expression, symbols
from lagr_gui.extensions.decks.cards import fail
from lagr_gui.extensions.decks.chains import Pair, pairs
from lagr_gui.extensions.decks.records import SystemCards, Text
from lagr_gui.extensions.decks.vocabulary import Variable, Vocabulary
from lagr_gui.extensions.decks.words import scalar_of
from lagr_gui.foundation.message import say
from lagr_gui.model import Replacement, SpecialCase

METRIC_LIST, FORCE_LIST = "g list", "Q list"
"""How special cases begin that stand for lists of g and Γ, and of Q."""


def special_cases(cards: SystemCards, names: Vocabulary) -> tuple[SpecialCase, ...]:
    """The lists of a system, in order. Raises LagrError where one does not read."""
    return (
        *_cases(METRIC_LIST, "g and Γ", cards.metric_lists, names),
        *_cases(FORCE_LIST, "Q", cards.force_lists, names),
    )


def _cases(title: str, what: str, lists: tuple[Text, ...], names: Vocabulary) -> list[SpecialCase]:
    return [
        SpecialCase(
            name=f"{title} {number}",
            description=f"LAGR's replacement list {number} for {what}",
            replacements=_replacements(text, names),
        )
        for number, text in enumerate(lists, start=1)
    ]


def _replacements(text: Text, names: Vocabulary) -> tuple[Replacement, ...]:
    entries: dict[str, tuple[Pair, Expression]] = {}
    for pair in pairs(text):
        name, value = _function(pair, names) if pair.function else _parameter(pair, names)
        if name in entries:
            fail(
                pair.place,
                say("“{name}” is replaced twice in this list.", name=name),
                "Remove one of them.",
            )
        entries[name] = pair, value
    for pair, value in entries.values():
        if mentioned := sorted({symbol.name for symbol in symbols(value)} & entries.keys()):
            cause = say(
                "A value mentions {name}, which this list replaces as well.", name=mentioned[0]
            )
            fail(pair.place, cause, "Write the value without it: the order would matter.")
    return tuple(
        Replacement(name=name, value=scalar_of(value)) for name, (_, value) in entries.items()
    )


def _parameter(pair: Pair, names: Vocabulary) -> tuple[str, Expression]:
    names.closed = True
    try:
        target = pair.read_target(names)
    finally:
        names.closed = False
    if target.name not in names.parameters.values():
        cause = "Coordinates, velocities and the time cannot be replaced."
        fail(pair.place, cause, "A list replaces parameters and function variables.")
    return target.name, _checked(pair, pair.read_value(names), ())


def _function(pair: Pair, names: Vocabulary) -> tuple[str, Expression]:
    variable: Variable | None = names.functions.get(pair.function)
    if variable is None:
        cause = say(
            "The function variable “{function}.” occurs nowhere in this system.",
            function=pair.function,
        )
        fail(pair.place, cause, "Correct the name.")
    names.formals = variable.arguments
    try:
        value = pair.read_value(names)
    finally:
        names.formals = ()
    return variable.name, _checked(pair, value, variable.arguments)


def _checked(pair: Pair, value: Expression, arguments: tuple[str, ...]) -> Expression:
    for symbol in sorted(symbols(value), key=lambda entry: entry.name):
        if symbol.name in arguments:
            continue
        if symbol.order or symbol.name == TIME or symbol.name[:1] == "q":
            cause = say("The value of a replacement depends on {name}.", name=symbol.name)
            fail(pair.place, cause, "Use numbers, parameters and, for functions, $(1), $(2), …")
    return value
