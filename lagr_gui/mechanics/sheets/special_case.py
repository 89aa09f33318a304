"""What a special case puts into results, and what was typed there."""

from __future__ import annotations

from collections.abc import Callable

from lagr_gui.algebra import Canonical
from lagr_gui.expression import Expression, Spelling, Symbol, read
from lagr_gui.model import Model, Replacement


def replacing(model: Model, special: str) -> Callable[[Canonical], Canonical]:
    """The substitution of a special case (empty: none)."""
    replacements = _replacements(model, special)
    if not replacements:
        return lambda value: value
    arguments = {function.name: function.arguments for function in model.functions}
    symbols: dict[Symbol, Expression] = {}
    functions: dict[str, tuple[tuple[str, ...], Expression]] = {}
    for replacement in replacements:
        tree = read(replacement.value)
        if replacement.name in arguments:
            functions[replacement.name] = (arguments[replacement.name], tree)
        else:
            symbols[Symbol(replacement.name)] = tree
    return lambda value: value.substitute(symbols, functions)


def spelling_of(model: Model, special: str) -> Spelling:
    """What was typed in a special case."""
    return Spelling.of(read(entry.value) for entry in _replacements(model, special))


def _replacements(model: Model, special: str) -> tuple[Replacement, ...]:
    matches = (case.replacements for case in model.special_cases if case.name == special)
    return next(matches, ())
