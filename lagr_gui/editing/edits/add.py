"""Adding bodies, joints and elements."""

from __future__ import annotations

from itertools import count as counting
from typing import Any

from lagr_gui.catalogue import ELEMENTS, JOINTS, KINDS
from lagr_gui.catalogue.geometry import Side
from lagr_gui.catalogue.kinds import ElementKind
from lagr_gui.editing.edits.layout import places
from lagr_gui.editing.edits.names import free_name, free_own, free_symbol, free_symbols
from lagr_gui.editing.rules import may_connect, may_join
from lagr_gui.editing.solid import solid_inertia
from lagr_gui.foundation.message import say
from lagr_gui.foundation.problem import LagrError, refusal
from lagr_gui.model import (
    Body,
    Element,
    FieldType,
    Joint,
    Layout,
    Model,
    Place,
    Role,
    Shape,
    Terminal,
)
from lagr_gui.model.quantities import units_of_coordinates

ASIDE = 140.0
"""How far below its body a new frame stands in the diagram, or aside where there is no room."""


def add_body(
    model: Model, at: tuple[float, float], *, form: str = "rigid", name: str = ""
) -> Model:
    """A new body at a place of the drawing; `form` is ``rigid`` or ``point`` (no inertia).

    A rigid one has the inertia of the cube with which it is drawn.  `{n}` in its `name` is its
    number.
    """
    number = model.next_number
    name = (name or ("Mass {n}" if form == "point" else "Body {n}")).format(n=number)
    if form == "point":
        body = Body(number=number, name=name, shape=Shape(form="sphere"))
    else:
        body = Body(number=number, name=name)
        body = body.having(inertia=solid_inertia(body) or body.inertia)
    layout = with_place(model, f"body:{number}", at)
    return model.having(bodies=(*model.bodies, body), layout=layout)


def add_frame(model: Model, carrier: int, *, name: str = "Frame {n}") -> Model:
    """A new frame of a body: a body without mass that is fixed to it, at its origin.

    Points of joints and elements can be given in it as in any body; where it lies and how its axes
    are turned are fields of the fixed joint.  `{n}` in its `name` is its number.
    """
    number = model.next_number
    body = Body(number=number, name=name.format(n=number), mass=0, shape=Shape(form="point"))
    layout = with_place(model, f"body:{number}", _beside(model, f"body:{carrier}"))
    added = model.having(bodies=(*model.bodies, body), layout=layout)
    return _add_joint(added, "fixed", carrier, number)


def _beside(model: Model, key: str) -> tuple[float, float]:
    """The nearest free place below an item of the drawing."""
    seen = places(model)
    x, y = seen.pop(key)
    aside = (step * side for step in counting() for side in (1, -1))
    spots = ((x + ASIDE * step, y + ASIDE) for step in aside)
    taken = seen.values()
    return next(
        at for at in spots if all(max(abs(at[0] - a), abs(at[1] - b)) >= ASIDE for a, b in taken)
    )


def with_place(model: Model, key: str, at: tuple[float, float]) -> Layout:
    """A place more; where bodies and terminals are seen they stay, whatever is added."""
    placed = {place.item for place in model.layout.places}
    seen = {**places(model), key: at}
    new = (Place(item=k, x=x, y=y) for k, (x, y) in seen.items() if k not in placed)
    return model.layout.having(places=(*model.layout.places, *new))


def add_terminal(model: Model, at: tuple[float, float]) -> Model:
    """A new terminal of a circuit at a place of the drawing, the last one of the model."""
    name = free_symbol("n", (terminal.name for terminal in model.terminals))
    layout = with_place(model, f"terminal:{name}", at)
    return model.having(terminals=(*model.terminals, Terminal(name=name)), layout=layout)


def join(model: Model, kind: str, terminal_a: str, terminal_b: str) -> Model:
    """A new branch of a circuit from one terminal to another.

    Raises LagrError where they may not be joined.
    """
    problem = may_join(model, kind, terminal_a, terminal_b)
    if problem:
        raise LagrError(problem)
    fields: dict[str, Any] = {"terminal_a": terminal_a, "terminal_b": terminal_b}
    for spec in ELEMENTS[kind].fields:
        if spec.type is FieldType.COORDINATE:
            moved = [name for joint in model.joints for name in joint.coordinates]
            fields[spec.name] = next(iter(moved), "")
    return add_element(model, kind, **fields)


def _coils(model: Model) -> dict[str, str]:
    """The first two inductors. Raises LagrError where there are fewer."""
    coils = [e.name for e in model.elements if ELEMENTS[e.kind].role is Role.INDUCTANCE]
    if len(coils) < 2:
        cause = "There are not two inductors that it could couple."
        remedy = "Draw both inductors first."
        raise refusal("Connection", cause, remedy, code="connect")
    return {"coil_a": coils[0], "coil_b": coils[1]}


def connect(model: Model, kind: str, body_a: int, body_b: int) -> Model:
    """A new joint or element of a kind from one body to another.

    Raises LagrError where they may not be connected.
    """
    problem = may_connect(model, kind, body_a, body_b)
    if problem:
        raise LagrError(problem)
    if kind in JOINTS:
        return _add_joint(model, kind, body_a, body_b)
    return add_element(model, kind, **_ends(model, kind, body_a, body_b))


def _ends(model: Model, kind: str, body_a: int, body_b: int) -> dict[str, Any]:
    """What an element that leads from one body to another refers to."""
    moving, other = (body_b, body_a) if body_b else (body_a, body_b)
    ends = ELEMENTS[kind].geometry.ends
    match ends.side:
        case Side.COORDINATE:
            values: tuple[Any, ...] = (_coordinate_between(model, body_a, body_b),)
        case Side.COORDINATES:
            values = _coordinate_of(model, body_a), _coordinate_of(model, body_b)
        case Side.BODY:
            values = moving, other
        case Side.GROUND:
            values = (body_a, 0) if body_b == 0 else (body_b, body_a)
        case _:
            values = body_a, body_b
    return dict(zip(ends.fields, values, strict=False))


def stem_of(kind: str, title: str = "") -> str:
    """What the names of new joints and elements of a kind begin with, before their number.

    An element is called by its title.
    """
    return kind if kind in JOINTS else (title or ELEMENTS[kind].title).split(" (")[0].lower()


def _add_joint(model: Model, kind: str, parent: int, child: int) -> Model:
    declared = JOINTS[kind]
    parent, child = (child, parent) if child == 0 else (parent, child)
    name = free_name(stem_of(kind), (joint.name for joint in model.joints))
    coordinates = free_symbols(model, len(declared.units))
    record = declared.record(
        name=name, kind=kind, parent=parent, child=child, coordinates=tuple(coordinates)
    )
    return model.having(joints=(*model.joints, record))


def _coordinate_between(model: Model, body_a: int, body_b: int) -> str:
    """The first coordinate of the joint between two bodies."""
    for joint in model.joints:
        if {joint.parent, joint.child} == {body_a, body_b} and joint.coordinates:
            return joint.coordinates[0]
    raise refusal(
        "Connection",
        "Between these bodies there is no joint with a coordinate.",
        "Draw the joint first, then the element on its coordinate.",
        code="connect",
    )


def _coordinate_of(model: Model, body: int) -> str:
    """The first coordinate of a joint that leads to a body."""
    for joint in sorted(model.joints, key=lambda joint: joint.child != body):
        if body in (joint.parent, joint.child) and joint.coordinates:
            return joint.coordinates[0]
    raise refusal(
        "Connection",
        say("No joint with a coordinate leads to body {body}.", body=body),
        "Draw the joints of both wheels first, then the gear from one to the other.",
        code="connect",
    )


def add_element(model: Model, kind: str, **fields: Any) -> Model:
    """A new element of a kind; fields that are not given keep the kind's defaults."""
    declared: ElementKind = ELEMENTS[kind]
    ends = declared.geometry.ends
    if ends.side is Side.BODIES and ends.fields[0] not in fields:
        bodies = max(model.numbers, default=0), 0
        fields = dict(zip(ends.fields, bodies, strict=True)) | fields
    if ends.side is Side.COILS and ends.fields[0] not in fields:
        fields = _coils(model) | fields
    count = 1 if declared.own is None else len(declared.own)
    names = tuple(free_own(model, declared, count=count))
    new: Element = declared.record(name="", kind=kind, **({"own": names} | fields))
    title = declared.titled(new, units_of_coordinates(model, KINDS))
    name = free_name(stem_of(kind, title), (element.name for element in model.elements))
    return model.having(elements=(*model.elements, new.having(name=name)))


def take_friction(model: Model, name: str, kinetic: str, speed: str, rest: str) -> Model:
    """Let an element exert the dry friction in a force on a coordinate, whose `rest` stays."""
    force: Any = model.element(name)
    fields = {"coordinate": force.coordinate, "kinetic": kinetic, "speed": speed}
    model = add_element(model, "joint_friction", **fields, enabled=force.enabled)
    if rest != "0":
        return model.each("elements", lambda e: e.having(force=rest) if e is force else e)
    new = model.elements[-1].having(name=name)
    return model.having(elements=[new if e is force else e for e in model.elements[:-1]])


def accept_free_joints(model: Model, offered: tuple[Joint, ...]) -> Model:
    """Take over the free joints that the program offers for bodies that hang on nothing."""
    return model.having(joints=(*model.joints, *offered))
