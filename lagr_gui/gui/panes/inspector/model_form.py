"""The form of the model itself: name, gravity, functions, signals, events, cases, simulation."""

from __future__ import annotations

from lagr_gui.editing import edits
from lagr_gui.expression.arguments import number_in, shortened
from lagr_gui.foundation.message import say
from lagr_gui.foundation.problem import refusal
from lagr_gui.gui.panes.inspector.event_form import event_sections
from lagr_gui.gui.panes.inspector.rows import (
    FieldsAt,
    Form,
    FormButton,
    FormRow,
    Section,
    ValueSort,
)
from lagr_gui.gui.panes.inspector.signal_form import signal_sections
from lagr_gui.gui.panes.inspector.texts import scalar_text, scalar_value
from lagr_gui.gui.words import tr
from lagr_gui.model import Function, Model, Replacement
from lagr_gui.simulation import METHODS

Words = tuple[str, ...]


def model_form(model: Model) -> Form:
    """Sections of everything that belongs to no single item."""
    field = FieldsAt((), "")
    return (
        Section(
            "",
            (
                field.row(tr("Name"), ValueSort.TEXT, "name", step="Rename"),
                field.row(tr("Description"), ValueSort.PROSE, "description", step="Describe"),
                field.row(
                    tr("Gravity"),
                    ValueSort.VECTOR,
                    "gravity",
                    step=say("Change gravity"),
                    unit="m/s²",
                ),
            ),
        ),
        _simulation(),
        *(_function(model, index) for index in range(len(model.functions))),
        Section(
            tr("Functions"),
            (FormRow(tr("Functions of time or coordinates, e.g. FU(t)."), ValueSort.NOTE, ()),),
            (FormButton("Add function", edits.add_function),),
            folded=not model.functions,
        ),
        *signal_sections(model),
        *event_sections(model),
        *(_case(model, index) for index in range(len(model.special_cases))),
        Section(
            tr("Special cases"),
            (FormRow(tr("Named lists of replacements, e.g. M1 = 0."), ValueSort.NOTE, ()),),
            (FormButton("Add special case", edits.add_special_case),),
            folded=not model.special_cases,
        ),
    )


def _simulation() -> Section:
    field = FieldsAt(("simulation",), say("Change simulation"))
    methods = (("auto", tr("automatic")), *((name, name) for name in METHODS))
    by_size = tr("In SI units. Empty: a part of the size of the model and of its motion.")
    rows = (
        field.row(tr("From"), ValueSort.NUMBER, "start", unit="s"),
        field.row(tr("Until"), ValueSort.NUMBER, "until", unit="s"),
        field.row(tr("Solver"), ValueSort.CHOICE, "method", choices=methods),
        field.row(tr("Relative tol."), ValueSort.NUMBER, "rtol"),
        field.row(
            tr("Absolute tol."),
            ValueSort.NUMBER,
            "atol",
            optional=True,
            help=by_size,
            hint=tr("by the model's size"),
        ),
    )
    return Section(tr("Simulation"), rows, folded=True)


def _function(model: Model, index: int) -> Section:
    function = model.functions[index]
    field = FieldsAt(("functions", index), say("Change function"))
    unspecified = tr("Empty: the function stays unspecified in the equations.")
    if function.table is not None or function.integral:
        unspecified = tr("Empty: the points count.")
    rows = (
        field.renamed(tr("Name"), f"function:{function.name}", follow=False),
        field.row(tr("Arguments"), ValueSort.WORDS, "arguments"),
        field.row(tr("Expression"), ValueSort.TEXT, "expression", optional=True, help=unspecified),
        *table_rows(model, index),
    )
    remove = FormButton("Remove function", lambda m: edits.remove_function(m, function.name))
    buttons = (remove,)
    if function.table is not None:
        buttons = FormButton("Edit points…", points=function.name), remove
    title = f"{function.name}({', '.join(function.arguments)})"
    return Section(title, rows, buttons, folded=True)


def _case(model: Model, index: int) -> Section:
    case = model.special_cases[index]
    field = FieldsAt(("special_cases", index), say("Change special case"))

    def get(model: Model) -> Words:
        entries = model.special_cases[index].replacements
        return tuple(f"{entry.name} = {scalar_text(entry.value)}" for entry in entries)

    def put(model: Model, words: Words) -> Model:
        replacements = tuple(_replacement(word) for word in words)
        return edits.set_value(model, (*field.at, "replacements"), replacements)

    example = tr("A list such as M1 = 0, FU = a*sin(w*t).")
    rows = (
        field.row(tr("Name"), ValueSort.TEXT, "name", step="Rename"),
        field.row(tr("Meaning"), ValueSort.TEXT, "description"),
        field.row(tr("Replace"), ValueSort.WORDS, "replacements", help=example, get=get, put=put),
    )
    remove = FormButton("Remove special case", lambda m: edits.remove_special_case(m, case.name))
    return Section(tr("Case “{name}”").format(name=case.name), rows, (remove,), folded=True)


def _replacement(word: str) -> Replacement:
    name, equals, value = word.partition("=")
    if not equals or not name.strip() or not value.strip():
        cause = say("“{word}” is no replacement.", word=word)
        raise refusal("Special case", cause, "Write name = value.", code="replacement")
    return Replacement(name=name.strip(), value=scalar_value(value.strip()))


# --- The rows of a function by points: points, units, the curve and its ends -------------------

MOST_TYPED = 200
"""Longer tables are only counted here."""


def table_rows(model: Model, index: int) -> tuple[FormRow, ...]:
    """What a function has besides its name, arguments and expression."""
    function = model.functions[index]
    if function.table is not None:
        return _of_table(function, index)
    if function.integral:
        field = FieldsAt(("functions", index), say("Change function"))
        return (field.row(tr("Integral of"), ValueSort.TEXT, "integral"),)
    return ()


def _of_table(function: Function, index: int) -> tuple[FormRow, ...]:
    field = FieldsAt(("functions", index, "table"), say("Change table"))
    between = (
        ("linear", tr("Straight lines")),
        ("monotone", tr("Monotone (PCHIP)")),
        ("akima", tr("Akima’s curve")),
        ("spline", tr("Natural cubic spline")),
    )
    outside = (
        ("error", tr("No value (error)")),
        ("hold", tr("Last value")),
        ("linear", tr("Last slope")),
        ("periodic", tr("Periodic")),
    )
    return (
        _points(function, field),
        field.row(tr("Unit of x"), ValueSort.TEXT, "x_unit"),
        field.row(tr("Unit of y"), ValueSort.TEXT, "y_unit"),
        field.row(tr("Between points"), ValueSort.CHOICE, "between", choices=between),
        field.row(tr("Outside"), ValueSort.CHOICE, "outside", choices=outside),
    )


def _points(function: Function, field: FieldsAt) -> FormRow:
    count = len(function.table.points) if function.table is not None else 0
    if count > MOST_TYPED:
        words = tr("{count} points.").format(count=count)
        return FormRow(words, ValueSort.NOTE, ())

    def get(model: Model) -> Words:
        table = model.functions[int(field.at[1])].table
        points = table.points if table is not None else ()
        return tuple(f"{scalar_text(x)} {scalar_text(y)}" for x, y in points)

    def put(model: Model, words: Words) -> Model:
        return edits.set_value(model, (*field.at, "points"), tuple(map(_point, words)))

    example = tr("Pairs of x and y, such as 0 0, 10 2.5, 20 4; each x larger than the one before.")
    return field.row(tr("Points"), ValueSort.WORDS, "points", help=example, get=get, put=put)


def _point(word: str) -> tuple[float, float]:
    numbers = [number_in(part) for part in word.split()]
    x, y = numbers if len(numbers) == 2 else (None, None)
    if x is None or y is None:
        cause = say("“{word}” is no pair of numbers.", word=shortened(word))
        raise refusal(say("Points"), cause, "Write x and y with a space between, as 10 2.5.")
    return x, y
