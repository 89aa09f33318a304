"""What was added, removed or changed from one drawing to another, item by item, field by field."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from textwrap import shorten
from typing import Any

from lagr_gui.editing.changes import SHORT, Difference, differences_of
from lagr_gui.model import Layout, Model, Note
from lagr_gui.model.record import Record
from lagr_gui.model.text import plain

ADDED, REMOVED, CHANGED = "added", "removed", "changed"
SORTS = {
    "bodies": "body",
    "joints": "joint",
    "elements": "element",
    "terminals": "terminal",
    "ports": "port",
    "instances": "instance",
    "subsystems": "subsystem",
    "parameters": "parameter",
    "functions": "function",
    "signals": "signal",
    "events": "event",
    "special_cases": "case",
    "start": "start",
    "motions": "motion",
}
"""Lists of a model, with the sorts of what is in them."""


@dataclass(frozen=True, slots=True)
class ItemChange:
    """One item: its sort and name as in a key (``body:2``), what became of it, and in what.

    `title` is what it is called.  What has no sort is the model itself.
    """

    key: str
    title: str
    what: str
    fields: tuple[Difference, ...] = ()

    @property
    def sort(self) -> str:
        """body, joint, element, parameter, …; ``model`` for what is none of these."""
        return self.key.partition(":")[0]


def changes(before: Model, after: Model) -> tuple[ItemChange, ...]:
    """What became of the items, in the order of the file; where they lie does not matter.

    Bodies and notes are known by their numbers, everything else by its name.
    """
    return tuple(_changes(before, after))


def _changes(before: Model, after: Model) -> Iterator[ItemChange]:
    whole = [_without_lists(model) for model in (before, after)]
    if fields := differences_of(*whole):
        yield ItemChange("model:", "", CHANGED, tuple(fields))
    if fields := differences_of(plain(before.base), plain(after.base)):
        yield ItemChange("body:0", after.base.name, CHANGED, tuple(fields))
    for (sort, here), (_, there) in zip(_lists(before), _lists(after), strict=True):
        old, new = ({_name(record): record for record in records} for records in (here, there))
        for name in dict.fromkeys((*old, *new)):
            yield from _change(f"{sort}:{name}", old.get(name), new.get(name))


def _lists(model: Model) -> Iterator[tuple[str, Sequence[Record]]]:
    """All that has a name or a number, by its sort; notes wherever they lie."""
    yield from ((sort, getattr(model, section)) for section, sort in SORTS.items())
    yield "controller", model.simulation.controllers
    yield "note", [note.having(x=0.0, y=0.0, width=0.0) for note in model.layout.notes]


def _change(key: str, old: Record | None, new: Record | None) -> Iterator[ItemChange]:
    shown = new or old
    title = getattr(shown, "name", "") or key.partition(":")[2]
    if isinstance(shown, Note):
        title = shorten(shown.text, SHORT, placeholder=" …")
    if old is None or new is None:
        yield ItemChange(key, title, REMOVED if new is None else ADDED)
    elif fields := differences_of(plain(old), plain(new)):
        yield ItemChange(key, title, CHANGED, tuple(fields))


def _without_lists(model: Model) -> Mapping[str, Any]:
    empty = dict.fromkeys(SORTS, ())
    bare = plain(
        model.having(**empty, layout=Layout(), simulation=model.simulation.having(controllers=()))
    )
    return {name: value for name, value in bare.items() if name not in ("base", *SORTS)}


def _name(record: Record) -> str:
    for field in ("number", "name", "coordinate"):
        if (value := getattr(record, field, None)) is not None:
            return str(value)
    return ""
