"""What the user has put somewhere by hand: symbols, corners of lines, labels, notes."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping

from lagr_gui.catalogue import ELEMENTS
from lagr_gui.model import NODES, Bends, Element, FieldType, Layout, Model, Note, Place, bodies_in

Point = tuple[float, float]
_LISTS = ("places", "bends", "labels", "notes")
"""What a layout says of items."""


def bend(model: Model, key: str, points: Collection[Point]) -> Model:
    """Give the line of a joint or element these corners, from its first end on."""
    others = [entry for entry in model.layout.bends if entry.item != key]
    made = [Bends(item=key, points=tuple(points))] if points else []
    return model.having(layout=model.layout.having(bends=(*others, *made)))


def put_label(model: Model, key: str, offset: Point) -> Model:
    """Put the label of a joint, element or terminal at a distance from its symbol."""
    others = [label for label in model.layout.labels if label.item != key]
    made = Place(item=key, x=offset[0], y=offset[1])
    return model.having(layout=model.layout.having(labels=(*others, made)))


def draw_by_itself(model: Model, keys: Collection[str]) -> Model:
    """Let lines, symbols and labels find their places by themselves again."""
    loose = {key for key in keys if not key.startswith(NODES)}
    layout = model.layout.only("labels", lambda entry: entry.item not in keys)
    for field in ("places", "bends"):
        layout = layout.only(field, lambda entry: entry.item not in loose)
    return model.having(layout=layout)


def by_hand(model: Model) -> set[str]:
    """The keys of all items of which something was put somewhere by hand, besides bodies."""
    layout = model.layout
    items = {entry.item for entry in (*layout.bends, *layout.labels)}
    return items | {place.item for place in layout.places if not place.item.startswith(NODES)}


def kept(layout: Layout, known: Collection[str]) -> Layout:
    """The layout of some items only."""
    for field in _LISTS:
        layout = layout.only(field, lambda entry: entry.item in known)
    return layout


def renamed(layout: Layout, new: Mapping[str, str]) -> Layout:
    """The layout with other keys for some items."""
    for field in ("places", "bends", "labels"):
        layout = layout.each(field, lambda e: e.having(item=new[e.item]) if e.item in new else e)
    return layout


def shifted(layout: Layout, by: Point, keys: Collection[str] | None = None) -> Layout:
    """The layout with all items, or some, moved by a step."""
    x, y = by

    def chosen(entry: Place | Bends | Note) -> bool:
        return keys is None or entry.item in keys

    for field in ("places", "notes"):
        layout = layout.each(field, lambda p: p.having(x=p.x + x, y=p.y + y) if chosen(p) else p)
    return layout.each(
        "bends", lambda b: b.each("points", lambda at: (at[0] + x, at[1] + y)) if chosen(b) else b
    )


def joined(first: Layout, second: Layout) -> Layout:
    """All of two layouts; notes of the second get numbers of their own."""
    second = second.having(notes=_numbered_on(first, second))
    return Layout(**{field: (*getattr(first, field), *getattr(second, field)) for field in _LISTS})


def _numbered_on(first: Layout, second: Layout) -> tuple[Note, ...]:
    at = free_number(first)
    return tuple(note.having(number=at + place) for place, note in enumerate(second.notes))


def free_number(layout: Layout) -> int:
    """The number of the next note."""
    return max((note.number for note in layout.notes), default=0) + 1


def carried(model: Model, steps: Mapping[str, Point]) -> Model:
    """Lines and symbols that were put somewhere go along when all bodies at their ends do."""
    loose = by_hand(model) - set(steps)
    if not loose:
        return model
    layout = model.layout
    for key, ends in _all_ends(model):
        step = {steps.get(end) for end in ends}
        if key in loose and len(step) == 1 and (by := step.pop()) is not None:
            layout = shifted(layout, by, {key})
    return model.having(layout=layout)


def ends(model: Model) -> dict[str, set[str]]:
    """The keys of the bodies and terminals at the ends of each joint and element, by its key."""
    return dict(_all_ends(model))


def _all_ends(model: Model) -> Iterator[tuple[str, set[str]]]:
    joints = {j.name: {f"body:{j.parent}", f"body:{j.child}"} for j in model.joints}
    owners = {name: joints[joint.name] for joint in model.joints for name in joint.coordinates}
    yield from ((f"joint:{name}", ends) for name, ends in joints.items())
    for element in model.elements:
        yield f"element:{element.name}", _ends_of(element, owners)


def _ends_of(element: Element, owners: Mapping[str, set[str]]) -> set[str]:
    fields = ELEMENTS[element.kind].fields if element.kind in ELEMENTS else ()
    owners_of_ends = {f"body:{number}" for number in bodies_in(element, fields)}
    for spec in fields:
        value = getattr(element, spec.name)
        if spec.type is FieldType.TERMINAL:
            owners_of_ends.add(f"terminal:{value}")
        elif spec.type is FieldType.COORDINATE:
            owners_of_ends |= owners.get(value, set())
    return owners_of_ends


# --- Notes: texts that belong to no item and say nothing of mechanics --------------------------

NARROWEST, WIDEST = 60.0, 2000.0


def add_note(model: Model, at: tuple[float, float], text: str) -> Model:
    """A new note with its upper left corner at a place, the last one of the model."""
    layout = model.layout
    note = Note(number=free_number(layout), text=text, x=at[0], y=at[1])
    return model.having(layout=layout.having(notes=(*layout.notes, note)))


def set_note_text(model: Model, key: str, text: str) -> Model:
    """Let a note say something else; one that says nothing goes."""
    layout = model.layout
    if not text.strip():
        return model.having(layout=layout.only("notes", lambda note: note.item != key))
    changed = layout.each("notes", lambda n: n.having(text=text) if n.item == key else n)
    return model.having(layout=changed)


def set_note_width(model: Model, key: str, width: float) -> Model:
    """Break the lines of a note elsewhere, within widths that can be read."""
    width = min(max(width, NARROWEST), WIDEST)
    changed = model.layout.each("notes", lambda n: n.having(width=width) if n.item == key else n)
    return model.having(layout=changed)
