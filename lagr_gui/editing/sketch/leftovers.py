"""Parameters that strokes made, and which a typed value has put out of use."""

from __future__ import annotations

import re

from lagr_gui.editing.sketch.written import is_plain
from lagr_gui.model import Function, Model, Parameter

_MADE = re.compile(r"[abcFklLmMrs]\d+")
"""Names of parameters of bodies and elements that are drawn."""
_SHAKEN = re.compile(r"(A\d+)\*sin\((Omega\d+)\*t\)")
"""The function by which a ground that is drawn moves."""
_WORD = re.compile(r"\w+")


def without_leftovers(before: Model, model: Model) -> Model:
    """The model without what strokes had made, if a change has put it out of use.

    What is called or told otherwise than strokes do was typed by the user and stays; so does what
    the change has given another value.
    """
    old = {entry.name: entry for entry in (*before.parameters, *before.functions)}
    now = (*model.parameters, *model.functions)
    entries = [entry for entry in now if entry == old.get(entry.name)]
    known, shaking = _used(before), _shaking(before)
    while gone := [
        entry
        for entry in entries
        if entry.name in known - _used(model) and (entry.name in shaking or _drawn(before, entry))
    ]:
        entries = [entry for entry in entries if entry not in gone]
        model = model.having(
            parameters=tuple(entry for entry in model.parameters if entry not in gone),
            functions=tuple(entry for entry in model.functions if entry not in gone),
        )
    return model


def _shaking(model: Model) -> set[str]:
    """The names by which a ground moves that was drawn so."""
    found = set[str]()
    for function in model.functions:
        if motion := _SHAKEN.fullmatch(function.expression or ""):
            found |= {function.name, *motion.groups()}
    return found


def _drawn(model: Model, entry: Parameter | Function) -> bool:
    """Whether a parameter is called and told as that of an item that was drawn."""
    if isinstance(entry, Function) or not _MADE.fullmatch(entry.name):
        return False
    items = (item.name for item in (*model.bodies, *model.elements) if item.name)
    plain = entry.value is not None and is_plain(entry.value)
    return plain and any(name in entry.description for name in items)


def _used(model: Model) -> set[str]:
    """All words of a model but for the names of parameters and functions where they are defined."""
    rest = model.having(parameters=(), functions=()).model_dump_json()
    texts = [entry.model_dump_json(exclude={"name"}) for entry in model.parameters]
    texts += [entry.model_dump_json(exclude={"name"}) for entry in model.functions]
    return {word for text in (rest, *texts) for word in _WORD.findall(text)}
