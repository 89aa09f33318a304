"""Special cases of a model as LAGR's replacement lists."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping

from lagr_gui.expression import Expression, Symbol, read, substitute, symbols
from lagr_gui.extensions.decks.card_names import CardNames
from lagr_gui.extensions.decks.spelling import formac
from lagr_gui.foundation.message import say
from lagr_gui.foundation.problem import refusal
from lagr_gui.model import Model, SpecialCase

_NAME = re.compile(r"[A-Z][A-Z0-9]*(?:\(\d+(?:,\d+)*\)|\.)?")
_ALWAYS = ("M(", "TH(")
"""Atoms that LAGR makes by itself."""
FORMAL = "$({})"
"""How a list writes the arguments of a function variable."""


def listed(
    case: SpecialCase,
    model: Model,
    names: CardNames,
    before: Mapping[str, Expression] | None = None,
    used: Collection[str] | None = None,
) -> str:
    """The replacement list of a case.

    `before` are replacements that hold in every case, by card name; the case is carried out in
    their values.  Of the others only those in `used` are listed (None: all).
    """
    arguments = {function.name: function.arguments for function in model.functions}
    values = {
        Symbol(replacement.name): read(replacement.value)
        for replacement in case.replacements
        if replacement.name not in arguments
    }
    _check_order(case, values)
    entries = {name: formac(substitute(v, values), names) for name, v in (before or {}).items()}
    for replacement in case.replacements:
        tree = read(replacement.value)
        if replacement.name in arguments:
            target = f"{names.function(replacement.name)}.($)"
            arguments_of = arguments[replacement.name]
            others = {symbol: v for symbol, v in values.items() if symbol.name not in arguments_of}
            value = _of_arguments(substitute(tree, others), arguments_of, names)
        else:
            target, value = names.parameter(replacement.name), formac(tree, names)
        if used is None or target.removesuffix("($)") in used or target.startswith(_ALWAYS):
            entries[target] = value
    return ",".join(f"{target},{value}" for target, value in entries.items())


def _check_order(case: SpecialCase, values: Mapping[Symbol, Expression]) -> None:
    """LAGR replaced one after the other: a value must not mention what is replaced as well."""
    for target, value in values.items():
        mentioned = sorted(symbol.name for symbol in symbols(value) if symbol in values)
        if mentioned:
            cause = say(
                "Its value of “{name}” mentions “{mentioned}”, which it replaces too.",
                name=target.name,
                mentioned=mentioned[0],
            )
            remedy = "Write the value without it."
            raise refusal(
                say("Special case “{name}”", name=case.name), cause, remedy, code="deck-list"
            )


def names_in(text: str) -> frozenset[str]:
    """The atoms on cards as they are written, and function variables with their point."""
    return frozenset(_NAME.findall(text))


def _of_arguments(tree: Expression, arguments: tuple[str, ...], names: CardNames) -> str:
    """The value of a function variable; Habelt writes 0*$(1) where no argument occurs."""
    formal: dict[Symbol, Expression] = {
        Symbol(name): Symbol(FORMAL.format(index)) for index, name in enumerate(arguments, start=1)
    }
    text = formac(substitute(tree, formal), names)
    if any(symbol in formal for symbol in symbols(tree)):
        return text
    return "0*$(1)" if text == "0" else f"{text}+0*$(1)"
