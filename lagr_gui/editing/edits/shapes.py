"""How bodies look: their forms, sizes, solids and materials, and what they have of these."""

from __future__ import annotations

from collections import Counter
from typing import Any

from lagr_gui.catalogue import KINDS
from lagr_gui.editing.edits.values import get_value, set_value
from lagr_gui.editing.solid import COMPOSED, Filled, material_of, solid_mass, with_body, with_solids
from lagr_gui.model import Body, Model, Scalar, Shape, Solid
from lagr_gui.model.sites import sites
from lagr_gui.model.solids.bodies import PLATE, dimensions

PROPORTIONS = {
    "point": (1.0, 1.0),
    "sphere": (1.0, 1.0),
    "bead": (1.0, 1.0),
    "box": (1.0, 1.0),
    "frame": (1.0, 1.0),
    "rod": (2.5, 0.3),
    "cylinder": (2.0, 1.0),
    "disc": (0.3, 2.0),
    "wheel": (0.2, 3.0),
    "composed": (1.0, 1.0),
}
"""Length along the axis and across it of a new shape, by the edge of a new box."""
WITH_AXIS = ("bead", "rod", "cylinder", "disc", "wheel")
"""Forms that have an axis."""
ALIKE = 1e-4
"""Relative differences of sizes that are rounding."""


def set_form(model: Model, index: int, form: str) -> Model:
    """Give the body at a place in the list another form.

    A size that nobody chose, as the cube of a new body, becomes one that suits the form; any
    other stays.
    """
    shape: Shape = get_value(model, ("bodies", index, "shape"))
    edge = _edge(shape)
    if form == COMPOSED:
        model = compose(model, index)
    model = set_value(model, ("bodies", index, "shape", "form"), form)
    if edge is None:
        return model
    along, across = (round(edge * part, 6) for part in PROPORTIONS[form])
    size = tuple(along if axis == shape.axis else across for axis in "xyz")
    return set_value(model, ("bodies", index, "shape", "size"), size)


def set_axis(model: Model, index: int, axis: str) -> Model:
    """Lay the body along another of its axes; its length and its thickness go with it."""
    shape: Shape = get_value(model, ("bodies", index, "shape"))
    size: list[Any] = list(shape.size)
    old, new = "xyz".index(shape.axis), "xyz".index(axis)
    size[old], size[new] = size[new], size[old]
    model = set_value(model, ("bodies", index, "shape", "size"), tuple(size))
    return set_value(model, ("bodies", index, "shape", "axis"), axis)


def set_material(model: Model, index: int, material: str) -> Model:
    """Give the body at a place in the list the mass that its shape has of a material.

    Without a material (empty), or without a volume, the mass stays as it is.
    """
    mass = solid_mass(model.bodies[index], material) if material else None
    return model if mass is None else set_value(model, ("bodies", index, "mass"), mass)


def _edge(shape: Shape) -> float | None:
    """The edge of the box that has the size of a shape in its proportions; None: in others."""
    along, across = PROPORTIONS[shape.form]
    edges = [
        value / (along if axis == shape.axis else across)
        for axis, value in zip("xyz", shape.size, strict=True)
        if not isinstance(value, str)
    ]
    if len(edges) < 3 or max(edges) - min(edges) > ALIKE * max(edges):
        return None
    return edges[0]


# --- The solids of a body: which there are, and what the body has of them ----------------------

EDGE = 0.2
"""The length of a new solid (m)."""
TURNS = {"x": (0, "pi/2", 0), "y": ("-pi/2", 0, 0), "z": (0, 0, 0)}
"""The angles by which the axis z of a solid comes to lie along an axis of the body."""


def compose(model: Model, index: int) -> Model:
    """Let the body at a place in the list be composed: of the solid that it looks like, to begin.

    Its mass, centre and inertia stay as they are.
    """
    body = model.bodies[index]
    if body.shape.form == COMPOSED:
        return model
    solids = body.shape.solids or (_likeness(body),)
    shape = body.shape.having(form=COMPOSED, solids=solids)
    return set_value(model, ("bodies", index, "shape"), shape)


def add_solid(model: Model, index: int) -> Model:
    """A box more, of the material of the solid before."""
    solids = model.bodies[index].shape.solids
    material = solids[-1].material if solids else ""
    new = Solid(size=(EDGE, EDGE, EDGE), material=material)
    return set_value(model, (*_path(index), "solids"), (*solids, new))


def remove_solid(model: Model, index: int, number: int) -> Model:
    """One solid less."""
    solids = model.bodies[index].shape.solids
    return set_value(model, (*_path(index), "solids"), (*solids[:number], *solids[number + 1 :]))


def set_solid_form(model: Model, index: int, number: int, form: str) -> Model:
    """Give a solid another form, with dimensions that suit; what both have stays."""
    old = model.bodies[index].shape.solids[number]
    new = old.having(form=form)
    length = old.size[0] if any(old.size) else old.length or EDGE
    usual: dict[str, Scalar] = {
        "radius": old.radius or _half(length),
        "inner": old.inner or _half(_half(length)),
        "length": old.length or length,
        "section": old.section or 1e-4,
        "thickness": old.thickness or EDGE / 10,
    }
    new = new.having(**{name: usual[name] for name in dimensions(form) if name in usual})
    if form == "box" and not any(new.size):
        new = new.having(size=(EDGE, EDGE, EDGE))
    if form == PLATE and not new.corners:
        new = new.having(corners=((0, 0), (EDGE, 0), (EDGE, EDGE), (0, EDGE)))
    return _with_solid(model, index, number, new)


def add_corner(model: Model, index: int, number: int) -> Model:
    """A corner more, between the last one and the first of a plate."""
    solid = model.bodies[index].shape.solids[number]
    corners = (*solid.corners, (0, 0))
    return _with_solid(model, index, number, solid.having(corners=corners))


def remove_corner(model: Model, index: int, number: int) -> Model:
    """A plate without its last corner."""
    solid = model.bodies[index].shape.solids[number]
    return _with_solid(model, index, number, solid.having(corners=solid.corners[:-1]))


def take_from_solids(model: Model, index: int, filled: Filled = lambda file: None) -> Model:
    """Give a body mass, centre and inertia of its solids; they go with these from now on.

    Those of meshes, which `filled` tells, stay until they are taken again.
    """
    return with_body(model, index, with_solids(model.bodies[index], filled))


def _with_solid(model: Model, index: int, number: int, solid: Solid) -> Model:
    return set_value(model, (*_path(index), "solids", number), solid)


def _path(index: int) -> tuple[str, int, str]:
    return "bodies", index, "shape"


def _half(length: Scalar) -> Scalar:
    if isinstance(length, str):
        return f"{length}/2" if length.isidentifier() else f"({length})/2"
    return length / 2


def _likeness(body: Body) -> Solid:
    """The solid that a shape looks like, about the centre of mass."""
    shape: Shape = body.shape
    material = material_of(body)
    if shape.form in ("sphere", "bead"):
        return Solid(form="sphere", radius=_half(shape.size[0]), at=body.centre, material=material)
    if shape.form in ("rod", "cylinder", "disc", "wheel"):
        axis = "xyz".index(shape.axis)
        return Solid(
            form="cylinder",
            radius=_half(shape.size[(axis + 1) % 3]),
            length=shape.size[axis],
            at=body.centre,
            turn=TURNS[shape.axis],
            material=material,
        )
    return Solid(size=shape.size, at=body.centre, material=material)


def give_inertia(model: Model, index: int, text: str) -> Model:
    """Give a body the entries of a text, “xx = 0.1, yy = …”; the others are 0.

    A parameter that stands for an entry and nowhere else takes the number.
    """
    moments = {name: float(number) for name, number in (e.split(" = ") for e in text.split(", "))}
    counts = Counter(name for site in sites(model, KINDS) for name in site.names)
    numbers = {p.name: n for n, p in enumerate(model.parameters) if counts[p.name] == 1}
    for name in ("xx", "yy", "zz", "xy", "xz", "yz"):
        entry: Scalar = getattr(model.bodies[index].inertia, name)
        value = moments.get(name, 0.0)
        if entry == value:
            continue
        if entry in numbers:
            model = set_value(model, ("parameters", numbers[str(entry)], "value"), value)
        else:
            model = set_value(model, ("bodies", index, "inertia", name), value)
    return model
