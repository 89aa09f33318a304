"""Names that are given while a value is typed: ``C10 = 80``, ``2*R; R = 0.4``, ``FU(t) = …``."""

from __future__ import annotations

import re
from collections.abc import Sequence

from lagr_gui.editing.edits.names import symbols_of
from lagr_gui.editing.edits.rename import rename
from lagr_gui.editing.edits.values import set_parameter, set_value
from lagr_gui.editing.sketch.written import as_written
from lagr_gui.foundation.message import say
from lagr_gui.foundation.problem import refusal
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
        found = _NAMED.fullmatch(part)
        if found is None:
            values.append(part)
            continue
        name, of_time, value = found[1], bool(found[2]), found[3].strip()
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
        raise refusal("Sketch", fault, "Choose another name.", code="name")


def _nested(text: str) -> bool:
    """Whether no parenthesis is closed before it was opened."""
    depth = 0
    for letter in text:
        depth += (letter == "(") - (letter == ")")
        if depth < 0:
            return False
    return True
