"""The forms of what says nothing of mechanics: marks in the sketch, notes on the diagram."""

from __future__ import annotations

from collections.abc import Iterator
from math import degrees, radians

from lagr_gui.editing.edits import get_value, set_note_text, set_note_width, set_value
from lagr_gui.editing.sketch.plane import tidy
from lagr_gui.gui.panes.inspector.rows import FieldsAt, Form, FormRow, Section, ValueSort
from lagr_gui.gui.words import tr
from lagr_gui.message import say
from lagr_gui.model import Model, Scalar

ANGLE_DIGITS = 9
"""After the point of an angle in degrees."""


def mark_title(name: str) -> str:
    """What a mark is called by the section in which it is."""
    words = {"points": tr("Point"), "walls": tr("Wall"), "measures": tr("Measure")}
    words["pictures"] = tr("Picture")
    return words[name.partition(".")[0]]


def mark_form(name: str) -> Form:
    """The fields of a mark; `name` is its section and index, as in ``walls.0``."""
    section, _, place = name.partition(".")
    field = FieldsAt(("sketch", section, int(place)), say("Change the sketch"))
    if section == "measures":
        aside = tr("How far aside it is written")
        return (
            Section("", (field.row(tr("Aside"), ValueSort.NUMBER, "aside", unit="m", help=aside),)),
        )
    if section == "pictures":
        return (Section("", tuple(_picture_rows(field))),)
    on = tr("From the origin of the body, in its axes.")
    if section == "points":
        return (
            Section(
                "",
                (
                    field.row(tr("Name"), ValueSort.TEXT, "name"),
                    field.row(tr("Point"), ValueSort.VECTOR, "point", unit="m", help=on),
                    field.row(tr("Path is drawn"), ValueSort.FLAG, "traced"),
                ),
            ),
        )
    ends = ((tr("Begins at"), "start"), (tr("Ends at"), "end"))
    return (
        Section("", tuple(field.row(t, ValueSort.VECTOR, f, unit="m", help=on) for t, f in ends)),
    )


def note_form(model: Model, number: int) -> Form:
    """Text and width of a note."""
    index = [note.number for note in model.layout.notes].index(number)
    field = FieldsAt(("layout", "notes", index), say("Change note"))
    key = f"note:{number}"
    wide = tr("In pixels at full size; pull the right edge.")
    rows = (
        field.row(
            tr("Text"),
            ValueSort.PROSE,
            "text",
            put=lambda model, value: set_note_text(model, key, value),
        ),
        field.row(
            tr("Width"),
            ValueSort.NUMBER,
            "width",
            help=wide,
            put=lambda model, value: set_note_width(model, key, value),
        ),
    )
    return (Section("", rows),)


def _picture_rows(field: FieldsAt) -> Iterator[FormRow]:
    """The file of a picture, where it lies and how it is seen."""
    where = tr("PNG, JPEG, WebP, BMP or GIF, beside the file of the model or anywhere.")
    yield field.row(tr("File"), ValueSort.TEXT, "file", help=where)
    corner = tr("Of its lower left corner.")
    yield field.row("x", ValueSort.NUMBER, "x", unit="m", help=corner)
    yield field.row("y", ValueSort.NUMBER, "y", unit="m", help=corner)
    by_points = tr("I: pull from point to point of the picture and type their distance.")
    yield field.row(tr("Width"), ValueSort.NUMBER, "width", unit="m", help=by_points)
    yield field.row(
        tr("Turned by"),
        ValueSort.NUMBER,
        "turn",
        unit="deg",
        help=corner,
        get=lambda model: _degrees(get_value(model, (*field.at, "turn"))),
        put=lambda model, value: set_value(model, (*field.at, "turn"), radians(value)),
    )
    yield field.row(tr("Opacity"), ValueSort.NUMBER, "opacity", help=tr("From 0 to 1."))


def _degrees(angle: float) -> Scalar:
    """An angle (rad) in degrees, without the digits that the turn into radians adds."""
    return tidy(round(degrees(angle), ANGLE_DIGITS))
