"""The rows of events in the form of the model: when they happen, and what they do."""

from __future__ import annotations

from collections.abc import Iterator

from lagr_gui.editing import edits
from lagr_gui.foundation.message import say
from lagr_gui.gui.panes.inspector.rows import FieldsAt, FormButton, FormRow, Section, ValueSort
from lagr_gui.gui.words import tr
from lagr_gui.model import Model
from lagr_gui.model.events import EventAction
from lagr_gui.subsystems import expand

DOES = {
    "stop": "The motion ends",
    "set": "A velocity or state becomes",
    "open": "What binds opens",
    "off": "An element is switched off",
    "on": "An element is switched on",
}
"""What events can do, in the words of the form."""

DIRECTIONS = {"rising": "rising", "falling": "falling", "both": "rising or falling"}


def event_sections(model: Model) -> Iterator[Section]:
    """A section for each event, and one that adds some."""
    for index in range(len(model.events)):
        yield _event(model, index)
    words = tr("What happens where a value passes through zero: a string is cut, a motor stops.")
    yield Section(
        tr("Events"),
        (FormRow(words, ValueSort.NOTE, ()),),
        (FormButton("Add event", edits.add_event),),
        folded=not model.events,
    )


def _event(model: Model, index: int) -> Section:
    event = model.events[index]
    field = FieldsAt(("events", index), say("Change event"))
    value = tr("An expression as curves are: abs(thrust(rod)) - 200, phi - 0.4, t - 2.")
    rows = [
        field.renamed(tr("Name"), event.key, follow=False),
        field.row(tr("Value"), ValueSort.TEXT, "when", help=value),
        field.row(
            tr("Through zero"),
            ValueSort.CHOICE,
            "direction",
            choices=tuple((name, tr(words)) for name, words in DIRECTIONS.items()),
        ),
        field.row(tr("Only once"), ValueSort.FLAG, "once"),
    ]
    for at, action in enumerate(event.do):
        rows += _action(model, FieldsAt((*field.at, "do", at), field.step), action)
    actions = (
        FormButton("Add action", lambda model: _with_actions(model, index, (*event.do, _END))),
        FormButton("Remove last action", lambda model: _with_actions(model, index, event.do[:-1])),
        FormButton("Remove event", lambda model: edits.remove_event(model, event.name)),
    )
    return Section(f"{event.name} – {tr('event')}", tuple(rows), actions, folded=True)


_END = EventAction(stop=True)


def _with_actions(model: Model, index: int, do: tuple[EventAction, ...]) -> Model:
    return edits.set_value(model, ("events", index, "do"), do)


def _action(model: Model, field: FieldsAt, action: EventAction) -> Iterator[FormRow]:
    """What happens, and to what."""
    (does,) = action.given[:1] or ("stop",)
    yield field.row(
        tr("Then"),
        ValueSort.CHOICE,
        does,
        choices=tuple((name, tr(words)) for name, words in DOES.items()),
        get=lambda _: does,
        put=lambda model, chosen: edits.set_value(model, field.at, _first(model, chosen)),
    )
    if does == "set":
        yield field.row("", ValueSort.CHOICE, "set", choices=_pairs(_settable(model), action.set))
        yield field.row(tr("Value"), ValueSort.SCALAR, "value")
    elif does != "stop":
        yield field.row("", ValueSort.CHOICE, does, choices=_pairs(_items(model), action.item))


def _pairs(names: list[str], present: str) -> tuple[tuple[str, str], ...]:
    """The choices of names; what stands there is one of them."""
    return tuple((name, name) for name in dict.fromkeys((*names, present)))


def _first(model: Model, does: str) -> EventAction:
    """An action of a sort, with the first thing that it can be done to."""
    if does == "stop":
        return _END
    names = _settable(model) if does == "set" else _items(model)
    return EventAction().having(**{does: names[0] if names else "?"})


def _settable(model: Model) -> list[str]:
    whole = expand(model).model
    return [*(f"{name}'" for name in whole.coordinates), *whole.states]


def _items(model: Model) -> list[str]:
    whole = expand(model).model
    return [entry.name for entry in (*whole.elements, *whole.joints)]
