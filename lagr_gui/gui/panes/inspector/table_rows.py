"""The rows of a function by points: points, units, the curve and its ends."""

from __future__ import annotations

from typing import Any

from lagr_gui.editing import edits
from lagr_gui.given import number_in, shortened
from lagr_gui.gui.panes.inspector.rows import FieldsAt, FormRow, ValueSort
from lagr_gui.gui.panes.inspector.texts import scalar_text
from lagr_gui.gui.words import tr
from lagr_gui.message import say
from lagr_gui.model import Function, Model
from lagr_gui.problem import refusal

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

    def get(model: Model) -> Any:
        table = model.functions[int(field.at[1])].table
        points = table.points if table is not None else ()
        return tuple(f"{scalar_text(x)} {scalar_text(y)}" for x, y in points)

    def put(model: Model, words: Any) -> Model:
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
