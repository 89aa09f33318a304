"""The form of the model itself: name, gravity, functions, special cases, simulation."""

from __future__ import annotations

from typing import Any

from lagr_gui.editing import edits
from lagr_gui.gui.panes.inspector.rows import Form, FormButton, FormRow, Section, ValueSort
from lagr_gui.gui.panes.inspector.texts import scalar_text, scalar_value
from lagr_gui.gui.words import tr
from lagr_gui.message import say
from lagr_gui.model import Model, Replacement
from lagr_gui.problem import LagrError, Path, Problem
from lagr_gui.simulation import METHODS


def model_form(model: Model) -> Form:
    """Sections of everything that belongs to no single item."""
    return (
        Section(
            "",
            (
                FormRow(tr("Name"), ValueSort.TEXT, (("name",),), tr("Rename")),
                FormRow(tr("Description"), ValueSort.PROSE, (("description",),), tr("Describe")),
                FormRow(
                    tr("Gravity"), ValueSort.VECTOR, (("gravity",),), say("Change gravity"), "m/s²"
                ),
            ),
        ),
        _simulation(),
        *(_function(model, index) for index in range(len(model.functions))),
        Section(
            tr("Functions"),
            (FormRow(tr("Functions of time or coordinates, e.g. FU(t)."), ValueSort.NOTE, ()),),
            (FormButton(tr("Add function"), tr("Add function"), edit=edits.add_function),),
            folded=not model.functions,
        ),
        *(_case(model, index) for index in range(len(model.special_cases))),
        Section(
            tr("Special cases"),
            (FormRow(tr("Named lists of replacements, e.g. M1 = 0."), ValueSort.NOTE, ()),),
            (
                FormButton(
                    tr("Add special case"), tr("Add special case"), edit=edits.add_special_case
                ),
            ),
            folded=not model.special_cases,
        ),
    )


def _simulation() -> Section:
    at: Path = ("simulation",)
    step = say("Change simulation")
    return Section(
        tr("Simulation"),
        (
            FormRow(tr("From"), ValueSort.NUMBER, ((*at, "start"),), step, "s"),
            FormRow(tr("Until"), ValueSort.NUMBER, ((*at, "until"),), step, "s"),
            FormRow(
                tr("Solver"),
                ValueSort.CHOICE,
                ((*at, "method"),),
                step,
                choices=(("auto", tr("automatic")), *((name, name) for name in METHODS)),
            ),
            FormRow(tr("Relative tol."), ValueSort.NUMBER, ((*at, "rtol"),), step),
            FormRow(tr("Absolute tol."), ValueSort.NUMBER, ((*at, "atol"),), step),
        ),
        folded=True,
    )


def _function(model: Model, index: int) -> Section:
    at: Path = ("functions", index)
    function = model.functions[index]
    step = say("Change function")
    return Section(
        f"{function.name}({', '.join(function.arguments)})",
        (
            FormRow(
                tr("Name"),
                ValueSort.TEXT,
                ((*at, "name"),),
                tr("Rename"),
                put=lambda m, value: edits.rename(m, f"function:{function.name}", value),
            ),
            FormRow(tr("Arguments"), ValueSort.WORDS, ((*at, "arguments"),), step),
            FormRow(
                tr("Expression"),
                ValueSort.TEXT,
                ((*at, "expression"),),
                step,
                optional=True,
                help=tr("Empty: the function stays unspecified in the equations."),
            ),
        ),
        (
            FormButton(
                tr("Remove function"),
                tr("Remove function"),
                edit=lambda m: edits.remove_function(m, function.name),
            ),
        ),
        folded=True,
    )


def _case(model: Model, index: int) -> Section:
    at: Path = ("special_cases", index)
    case = model.special_cases[index]
    step = say("Change special case")

    def get(model: Model) -> Any:
        entries = model.special_cases[index].replacements
        return tuple(f"{entry.name} = {scalar_text(entry.value)}" for entry in entries)

    def put(model: Model, words: Any) -> Model:
        found = tuple(_replacement(word) for word in words)
        return edits.set_value(model, (*at, "replacements"), found)

    return Section(
        tr("Case “{name}”").format(name=case.name),
        (
            FormRow(tr("Name"), ValueSort.TEXT, ((*at, "name"),), tr("Rename")),
            FormRow(tr("Meaning"), ValueSort.TEXT, ((*at, "description"),), step),
            FormRow(
                tr("Replace"),
                ValueSort.WORDS,
                ((*at, "replacements"),),
                step,
                help=tr("A list such as M1 = 0, FU = a*sin(w*t)."),
                get=get,
                put=put,
            ),
        ),
        (
            FormButton(
                tr("Remove special case"),
                tr("Remove special case"),
                edit=lambda m: edits.remove_special_case(m, case.name),
            ),
        ),
        folded=True,
    )


def _replacement(word: str) -> Replacement:
    name, equals, value = word.partition("=")
    if not equals or not name.strip() or not value.strip():
        cause = say("“{word}” is no replacement.", word=word)
        raise LagrError(Problem("Special case", cause, "Write name = value.", code="replacement"))
    return Replacement(name=name.strip(), value=scalar_value(value.strip()))
