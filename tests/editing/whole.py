"""What holds of every model that edits make, whatever was done before."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from math import isfinite

from lagr_gui import pipeline
from lagr_gui.catalogue import ELEMENTS, KINDS
from lagr_gui.editing import edits
from lagr_gui.editing.edits.drawing import Point
from lagr_gui.model import NODES, FieldType, Model
from lagr_gui.model.files import read_text, write_text

Loose = tuple[str, str, object]
"""An item, its field, and what it refers to in vain."""


def items(model: Model) -> set[str]:
    """The keys of all that is drawn."""
    return {
        "body:0",
        *(f"body:{number}" for number in model.numbers),
        *(f"joint:{joint.name}" for joint in model.joints),
        *(f"element:{element.name}" for element in model.elements),
        *(f"terminal:{terminal.name}" for terminal in model.terminals),
        *(f"controller:{entry.name}" for entry in model.simulation.controllers),
    }


def nodes(model: Model) -> set[str]:
    """The keys of what has a place in every drawing."""
    return {key for key in items(model) if key.startswith(NODES)}


def body_fields(model: Model) -> list[int]:
    """The numbers of bodies to which joints and elements refer, one by one."""
    ends = [number for joint in model.joints for number in (joint.parent, joint.child)]
    fields = [(e, spec) for e in model.elements for spec in ELEMENTS[e.kind].fields]
    named = [getattr(e, spec.name) for e, spec in fields if spec.type is FieldType.BODY]
    held = [
        point.body
        for element, spec in fields
        if spec.type is FieldType.POINTS
        for point in getattr(element, spec.name)
    ]
    return ends + named + held


def loose_ends(model: Model) -> set[Loose]:
    """All references that lead nowhere."""
    bodies = {0, *model.numbers}
    coordinates = {name for joint in model.joints for name in joint.coordinates}
    coordinates |= {name for element in model.elements for name in element.own}
    known = {
        FieldType.BODY: bodies,
        FieldType.COORDINATE: coordinates,
        FieldType.TERMINAL: {terminal.name for terminal in model.terminals},
        FieldType.COIL: {element.name for element in model.elements},
    }

    def found() -> Iterator[Loose]:
        for joint in model.joints:
            for side in ("parent", "child"):
                if getattr(joint, side) not in bodies:
                    yield f"joint:{joint.name}", side, getattr(joint, side)
        for element in model.elements:
            for spec in ELEMENTS[element.kind].fields:
                value = getattr(element, spec.name)
                if spec.type in known and value not in known[spec.type]:
                    yield f"element:{element.name}", spec.name, value
                if spec.type is FieldType.POINTS:
                    lost = [point.body for point in value if point.body not in bodies]
                    yield from ((f"element:{element.name}", spec.name, body) for body in lost)
        for section in ("start", "motions"):
            for entry in getattr(model, section):
                if entry.coordinate not in coordinates:
                    yield section, "coordinate", entry.coordinate

    return set(found())


def doubled(model: Model) -> list[object]:
    """Names that are borne twice where each should have its own."""
    symbols = [
        *(name for joint in model.joints for name in joint.coordinates),
        *(name for element in model.elements for name in element.own),
        *(parameter.name for parameter in model.parameters),
        *(function.name for function in model.functions),
    ]
    spaces = (
        (0, *model.numbers),
        symbols,
        [joint.name for joint in model.joints],
        [element.name for element in model.elements],
        [terminal.name for terminal in model.terminals],
        [entry.name for entry in model.simulation.controllers],
        [case.name for case in model.special_cases],
        *([entry.coordinate for entry in listed] for listed in (model.start, model.motions)),
    )
    return [name for space in spaces for name, times in Counter(space).items() if times > 1]


def assert_drawn(model: Model) -> None:
    """Each node has one place, nothing that is gone has any."""
    layout, known = model.layout, items(model)
    for entries in (layout.places, layout.bends, layout.labels):
        keys = [entry.item for entry in entries]
        assert len(set(keys)) == len(keys), "drawn twice"
        assert set(keys) <= known, "drawn though it is gone"
    places: dict[str, Point] = edits.places(model)
    assert set(places) == nodes(model)
    assert all(isfinite(x) and isfinite(y) for x, y in places.values())


def assert_whole(model: Model) -> None:
    """Names, drawing, checks and the file of a model are in order."""
    assert not doubled(model)
    assert_drawn(model)
    assert read_text(write_text(model), KINDS) == model
    report = pipeline.check(model)
    told = " ".join(map(str, report.problems))
    for item, _, _ in loose_ends(model):
        assert not report.sound or "not active" in told, f"nobody tells of {item}"
    for problem in report.problems:
        assert problem.place and problem.cause


def assert_same_part(part: Model, alone: Model) -> None:
    """A part that was pasted into an empty drawing is the part."""
    assert [body.mass for body in alone.bodies] == [body.mass for body in part.bodies]
    assert [body.inertia for body in alone.bodies] == [body.inertia for body in part.bodies]
    assert [joint.kind for joint in alone.joints] == [joint.kind for joint in part.joints]
    assert [element.kind for element in alone.elements] == [e.kind for e in part.elements]
    assert alone.coordinates == part.coordinates
    assert alone.parameters == part.parameters and alone.functions == part.functions
    assert alone.start == part.start and alone.motions == part.motions
