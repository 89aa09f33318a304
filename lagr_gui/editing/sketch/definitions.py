"""Names that come as values are typed, ``C10 = 80``, ``2*R; R = 0.4``, and those that go."""

from __future__ import annotations

import re
from collections.abc import Sequence

from lagr_gui.editing.edits.names import symbols_of
from lagr_gui.editing.edits.rename import rename
from lagr_gui.editing.edits.values import set_parameter, set_value
from lagr_gui.editing.sketch.plane import refused
from lagr_gui.editing.sketch.written import as_written, is_plain
from lagr_gui.foundation.message import say
from lagr_gui.model import Function, Model, Parameter
from lagr_gui.model.checks.check import name_fault

_NAMED = re.compile(r"\s*([A-Za-z]\w*)\s*(\(\s*t\s*\))?\s*=\s*([^=].*)")
_BETWEEN = re.compile(r"[;\n]|,\s")


def parts_of(text: str) -> list[str]:
    """What was typed between semicolons, with parentheses around all of it or without."""
    text = text.strip()
    if text.startswith("(") and text.endswith(")") and _nested(text[1:-1]):
        text = text[1:-1]
    return [part.strip() for part in _BETWEEN.split(text)]


def define(
    model: Model, text: str, units: Sequence[str], own: Sequence[str]
) -> tuple[Model, list[str]]:
    """The model with the names that a text defines, and the texts of the values besides.

    There are as many values as `units`.  One that is given a name there, ``C10 = 80``, is that
    name; where it was what is in `own` until then, that is called so now.  What else is
    defined, after the values, are names that stand in these.  Raises LagrError for a name that
    means something else.
    """
    values = list[str]()
    for place, part in enumerate(parts_of(text)):
        match = _NAMED.fullmatch(part)
        if match is None:
            values.append(part)
            continue
        name, of_time, value = match[1], bool(match[2]), match[3].strip()
        valued = place < len(units)
        if valued:
            model = _called(model, own[place], name, of_time)
        unit = units[place] if valued else ""
        model = _with_function(model, name, value) if of_time else _with(model, name, value, unit)
        if valued:
            values.append(f"{name}(t)" if of_time else name)
    return model, values


def _called(model: Model, old: str, name: str, of_time: bool) -> Model:
    """The model in which what is called so until now has another name, if that is free."""
    if not old or name in symbols_of(model) or old.endswith("(t)") != of_time:
        return model
    sort = "function" if of_time else "parameter"
    return rename(model, f"{sort}:{old.removesuffix('(t)')}", name)


def _with(model: Model, name: str, value: str, unit: str) -> Model:
    if name in [parameter.name for parameter in model.parameters]:
        return set_parameter(model, name, as_written(value))
    _check_free(model, name)
    new = Parameter(name=name, value=as_written(value), unit=unit)
    return model.having(parameters=(*model.parameters, new))


def _with_function(model: Model, name: str, value: str) -> Model:
    names = [function.name for function in model.functions]
    if name in names:
        return set_value(model, ("functions", names.index(name), "expression"), value)
    _check_free(model, name)
    return model.having(functions=(*model.functions, Function(name=name, expression=value)))


def _check_free(model: Model, name: str) -> None:
    fault = name_fault(name)
    if not fault and name in symbols_of(model):
        fault = say("The name “{name}” is taken.", name=name)
    if fault:
        raise refused(fault, "Choose another name.", "name")


def _nested(text: str) -> bool:
    """Whether no parenthesis is closed before it was opened."""
    depth = 0
    for letter in text:
        depth += (letter == "(") - (letter == ")")
        if depth < 0:
            return False
    return True


# --- Parameters that strokes made, and which a typed value has put out of use ------------------

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
    used, shaking = _used(before), _shaking(before)
    while gone := [
        entry
        for entry in entries
        if entry.name in used - _used(model) and (entry.name in shaking or _drawn(before, entry))
    ]:
        entries = [entry for entry in entries if entry not in gone]
        model = model.having(
            parameters=tuple(entry for entry in model.parameters if entry not in gone),
            functions=tuple(entry for entry in model.functions if entry not in gone),
        )
    return model


def _shaking(model: Model) -> set[str]:
    """The names by which a ground moves that was drawn so."""
    names = set[str]()
    for function in model.functions:
        if motion := _SHAKEN.fullmatch(function.expression or ""):
            names |= {function.name, *motion.groups()}
    return names


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
