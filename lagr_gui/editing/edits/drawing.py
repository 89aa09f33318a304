"""What the user has put somewhere by hand: symbols, corners of lines, labels."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from typing import TypeVar

from lagr_gui.catalogue import ELEMENTS
from lagr_gui.model import Bends, Element, FieldType, Layout, Model, Place, bodies_in

Point = tuple[float, float]


def bend(model: Model, key: str, points: Collection[Point]) -> Model:
    """Give the line of a joint or element these corners, from its first end on."""
    others = [entry for entry in model.layout.bends if entry.item != key]
    made = [Bends(item=key, points=tuple(points))] if points else []
    return _with(model, {"bends": (*others, *made)})


def put_label(model: Model, key: str, offset: Point) -> Model:
    """Put the label of a joint, element or terminal at a distance from its symbol."""
    others = [label for label in model.layout.labels if label.item != key]
    return _with(model, {"labels": (*others, Place(item=key, x=offset[0], y=offset[1]))})


def draw_by_itself(model: Model, keys: Collection[str]) -> Model:
    """Let lines, symbols and labels find their places by themselves again."""
    layout = model.layout
    loose = {key for key in keys if not _is_node(key)}
    return _with(
        model,
        {
            "places": tuple(entry for entry in layout.places if entry.item not in loose),
            "bends": tuple(entry for entry in layout.bends if entry.item not in loose),
            "labels": tuple(entry for entry in layout.labels if entry.item not in keys),
        },
    )


def by_hand(model: Model) -> set[str]:
    """The keys of all items of which something was put somewhere by hand, besides bodies."""
    layout = model.layout
    found = {entry.item for entry in (*layout.bends, *layout.labels)}
    return found | {place.item for place in layout.places if not _is_node(place.item)}


def kept(layout: Layout, known: Collection[str]) -> Layout:
    """The layout of some items only."""
    return layout.model_copy(
        update={
            "places": tuple(entry for entry in layout.places if entry.item in known),
            "bends": tuple(entry for entry in layout.bends if entry.item in known),
            "labels": tuple(entry for entry in layout.labels if entry.item in known),
        }
    )


def renamed(layout: Layout, new: Mapping[str, str]) -> Layout:
    """The layout with other keys for some items."""
    return layout.model_copy(
        update={
            "places": tuple(_renamed(entry, new) for entry in layout.places),
            "bends": tuple(_renamed(entry, new) for entry in layout.bends),
            "labels": tuple(_renamed(entry, new) for entry in layout.labels),
        }
    )


def shifted(layout: Layout, by: Point, keys: Collection[str] | None = None) -> Layout:
    """The layout with all items, or some, moved by a step."""
    x, y = by
    places = (
        place.model_copy(update={"x": place.x + x, "y": place.y + y})
        if keys is None or place.item in keys
        else place
        for place in layout.places
    )
    bends = (
        entry.model_copy(update={"points": tuple((a + x, b + y) for a, b in entry.points)})
        if keys is None or entry.item in keys
        else entry
        for entry in layout.bends
    )
    return layout.model_copy(update={"places": tuple(places), "bends": tuple(bends)})


def joined(first: Layout, second: Layout) -> Layout:
    """All of two layouts."""
    return Layout(
        places=(*first.places, *second.places),
        bends=(*first.bends, *second.bends),
        labels=(*first.labels, *second.labels),
    )


def carried(model: Model, steps: Mapping[str, Point]) -> Model:
    """Lines and symbols that were put somewhere go along when all bodies at their ends do."""
    loose = by_hand(model) - set(steps)
    if not loose:
        return model
    layout = model.layout
    for key, ends in _ends(model):
        step = {steps.get(end) for end in ends}
        if key in loose and len(step) == 1 and (by := step.pop()) is not None:
            layout = shifted(layout, by, {key})
    return model.model_copy(update={"layout": layout})


def _ends(model: Model) -> Iterator[tuple[str, set[str]]]:
    """The bodies and terminals at the ends of each joint and element."""
    joints = {j.name: {f"body:{j.parent}", f"body:{j.child}"} for j in model.joints}
    owners = {name: joints[joint.name] for joint in model.joints for name in joint.coordinates}
    yield from ((f"joint:{name}", ends) for name, ends in joints.items())
    for element in model.elements:
        yield f"element:{element.name}", _ends_of(element, owners)


def _ends_of(element: Element, owners: Mapping[str, set[str]]) -> set[str]:
    fields = ELEMENTS[element.kind].fields if element.kind in ELEMENTS else ()
    found = {f"body:{number}" for number in bodies_in(element, fields)}
    for spec in fields:
        value = getattr(element, spec.name)
        if spec.type is FieldType.TERMINAL:
            found.add(f"terminal:{value}")
        elif spec.type is FieldType.COORDINATE:
            found |= owners.get(value, set())
    return found


_Entry = TypeVar("_Entry", Place, Bends)


def _renamed(entry: _Entry, new: Mapping[str, str]) -> _Entry:
    name = new.get(entry.item)
    return entry if name is None else entry.model_copy(update={"item": name})


def _is_node(key: str) -> bool:
    return key.startswith(("body:", "terminal:"))


def _with(model: Model, update: Mapping[str, object]) -> Model:
    return model.model_copy(update={"layout": model.layout.model_copy(update=update)})
