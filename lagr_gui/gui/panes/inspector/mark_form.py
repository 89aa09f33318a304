"""The form of what is drawn into the sketch beside the mechanism."""

from __future__ import annotations

from lagr_gui.gui.panes.inspector.rows import FieldsAt, Form, Section, ValueSort
from lagr_gui.gui.words import tr
from lagr_gui.message import say


def mark_title(name: str) -> str:
    """What a mark is called by the section in which it is."""
    words = {"points": tr("Point"), "walls": tr("Wall"), "measures": tr("Measure")}
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
    on = tr("From the centre of mass, in the axes of the body.")
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
