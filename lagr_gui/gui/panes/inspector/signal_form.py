"""The rows of signals in the form of the model: names, kinds, laws, units."""

from __future__ import annotations

from collections.abc import Iterator

from lagr_gui.catalogue import KINDS, SIGNALS
from lagr_gui.editing import edits
from lagr_gui.foundation.message import say
from lagr_gui.gui.panes.inspector.rows import (
    FieldsAt,
    Form,
    FormButton,
    FormRow,
    Section,
    ValueSort,
)
from lagr_gui.gui.panes.inspector.texts import scalar_text, scalar_value
from lagr_gui.gui.words import tr
from lagr_gui.model import FieldSpec, FieldType, Model
from lagr_gui.model.quantities import Places

Words = tuple[str, ...]


def signal_sections(model: Model) -> Iterator[Section]:
    """A section for each signal, and one that adds some."""
    for index in range(len(model.signals)):
        yield _signal(model, index)
    words = tr("Names for expressions, filters, controllers; forces may be made of them.")
    yield Section(
        tr("Signals"),
        (FormRow(words, ValueSort.NOTE, ()),),
        (FormButton("Add signal", edits.add_signal),),
        folded=not model.signals,
    )


def signal_form(model: Model, name: str) -> Form:
    """The form of one signal alone."""
    index = next(i for i, signal in enumerate(model.signals) if signal.name == name)
    return (_signal(model, index, alone=True),)


def _signal(model: Model, index: int, alone: bool = False) -> Section:
    signal = model.signals[index]
    field = FieldsAt(("signals", index), say("Change signal"))
    kind, key = SIGNALS[signal.kind], f"signal:{signal.name}"
    spots = Places(model, KINDS)
    rows = (
        field.renamed(tr("Name"), key, follow=alone),
        field.row(
            tr("Kind"),
            ValueSort.CHOICE,
            "kind",
            step=say("Change kind"),
            choices=tuple((name, tr(one.title)) for name, one in SIGNALS.items()),
            help=tr(kind.help),
            put=lambda model, value: edits.change_kind(model, key, value),
        ),
        *(_field(field, spec, spots.unit((*field.at, spec.name))) for spec in kind.fields),
        field.row(tr("Unit"), ValueSort.TEXT, "unit"),
        field.row(tr("Meaning"), ValueSort.TEXT, "description"),
    )
    remove = FormButton("Remove signal", lambda model: edits.remove_signal(model, signal.name))
    title = "" if alone else f"{signal.name} – {tr(kind.title)}"
    return Section(title, rows, (remove,), folded=True)


def _field(field: FieldsAt, spec: FieldSpec, unit: str) -> FormRow:
    match spec.type:
        case FieldType.SCALARS:
            return _list(field, spec)
        case FieldType.ROWS:
            return _rows(field, spec)
        case FieldType.NAMES:
            return field.row(tr(spec.label), ValueSort.WORDS, spec.name)
        case _:
            optional = spec.default is None
            sort = ValueSort.SCALAR
            return field.row(tr(spec.label), sort, spec.name, unit=unit, optional=optional)


def _list(field: FieldsAt, spec: FieldSpec) -> FormRow:
    """Several expressions, with commas between them."""

    def get(model: Model) -> Words:
        return tuple(map(scalar_text, edits.get_value(model, (*field.at, spec.name))))

    def put(model: Model, words: Words) -> Model:
        return edits.set_value(model, (*field.at, spec.name), tuple(map(scalar_value, words)))

    return field.row(tr(spec.label), ValueSort.WORDS, spec.name, get=get, put=put)


def _rows(field: FieldsAt, spec: FieldSpec) -> FormRow:
    """A matrix: rows with commas between them, entries with blanks."""

    def get(model: Model) -> Words:
        rows = edits.get_value(model, (*field.at, spec.name))
        return tuple(" ".join(scalar_text(entry).replace(" ", "") for entry in row) for row in rows)

    def put(model: Model, words: Words) -> Model:
        rows = tuple(tuple(map(scalar_value, word.split())) for word in words)
        return edits.set_value(model, (*field.at, spec.name), rows)

    example = tr("Rows with commas between them, entries with blanks: 0 1, -4 -0.5.")
    return field.row(tr(spec.label), ValueSort.WORDS, spec.name, help=example, get=get, put=put)
