"""The forms of bodies."""

from __future__ import annotations

from typing import Any

from lagr_gui.editing import edits
from lagr_gui.editing.solid import follows
from lagr_gui.gui.panes.inspector.rows import Form, FormRow, Section, ValueSort
from lagr_gui.gui.words import tr
from lagr_gui.message import say
from lagr_gui.model import Model
from lagr_gui.problem import Path

AXES = (("x", (1, 0, 0)), ("y", (0, 1, 0)), ("z", (0, 0, 1)))
"""Directions to choose by a click."""
SHAPES = ("box", "rod", "cylinder", "disc", "wheel", "sphere", "frame", "point")


def several_form(model: Model, keys: frozenset[str]) -> Form:
    """What several selected bodies have in common."""
    numbers = {int(key.partition(":")[2]) for key in keys if key.startswith("body:")} - {0}
    places = [i for i, body in enumerate(model.bodies) if body.number in numbers]
    if len(places) < 2:
        return (Section("", (FormRow(tr("Several items are selected."), ValueSort.NOTE, ()),)),)

    def paths(*rest: str) -> tuple[Path, ...]:
        return tuple(("bodies", place, *rest) for place in places)

    return (
        Section(
            tr("All selected bodies"),
            (
                FormRow(tr("Mass"), ValueSort.SCALAR, paths("mass"), say("Change mass"), "kg"),
                FormRow(tr("Weight"), ValueSort.FLAG, paths("gravity"), say("Change weight")),
                FormRow(
                    tr("Colour"), ValueSort.COLOR, paths("shape", "color"), say("Change colour")
                ),
            ),
        ),
    )


def body_form(model: Model, number: int) -> Form:
    """Mass, inertia and appearance of a body."""
    index = next(i for i, body in enumerate(model.bodies) if body.number == number)
    at: Path = ("bodies", index)
    inertia = (*at, "inertia")
    letter = "θ̄" if model.bodies[index].inertia.form == "ordinary" else "θ"
    entries = tuple(
        FormRow(
            f"{letter}{_digits(pair)}",
            ValueSort.SCALAR,
            ((*inertia, pair),),
            say("Change inertia"),
            "kg m²",
            note=lambda m, pair=pair: _origin(m, index, pair),
        )
        for pair in ("xx", "yy", "zz", "xy", "xz", "yz")
    )
    return (
        Section(
            "",
            (
                FormRow(tr("Name"), ValueSort.TEXT, ((*at, "name"),), tr("Rename")),
                _number_row(number, index),
                FormRow(tr("Mass"), ValueSort.SCALAR, ((*at, "mass"),), say("Change mass"), "kg"),
                FormRow(
                    tr("Weight"),
                    ValueSort.FLAG,
                    ((*at, "gravity"),),
                    say("Change weight"),
                    help=tr("Whether gravity acts on this body."),
                ),
            ),
        ),
        Section(
            tr("Inertia about the centre of mass"),
            (
                FormRow(
                    tr("Tensor"),
                    ValueSort.CHOICE,
                    ((*inertia, "form"),),
                    say("Change inertia"),
                    choices=(("ordinary", tr("ordinary")), ("binet", tr("Binet"))),
                    help=tr("Ordinary: ∫(r² δ − x x)dm. Binet: ∫ x x dm."),
                ),
                *entries,
            ),
        ),
        _appearance(model, index),
    )


def _origin(model: Model, index: int, pair: str) -> str:
    """Where a moment of inertia comes from that nobody typed."""
    is_moment = pair[0] == pair[1]
    known = is_moment and follows(model.bodies[index])
    return tr("follows from mass and size") if known else ""


def _appearance(model: Model, index: int) -> Section:
    """Shape, colour, and what the shape needs besides."""
    at: Path = ("bodies", index, "shape")
    step, form = say("Change shape"), model.bodies[index].shape.form
    rows = [
        FormRow(
            tr("Shape"),
            ValueSort.CHOICE,
            ((*at, "form"),),
            step,
            choices=tuple((form, tr(form)) for form in SHAPES),
            put=lambda m, value: edits.set_form(m, index, value),
        )
    ]
    if form not in ("point", "frame"):
        rows.append(FormRow(tr("Size"), ValueSort.VECTOR, ((*at, "size"),), step, "m"))
    if form in edits.WITH_AXIS:
        rows.append(
            FormRow(
                tr("Along"),
                ValueSort.CHOICE,
                ((*at, "axis"),),
                step,
                choices=tuple((axis, axis) for axis in "xyz"),
                put=lambda m, value: edits.set_axis(m, index, value),
            )
        )
    rows.append(FormRow(tr("Colour"), ValueSort.COLOR, ((*at, "color"),), say("Change colour")))
    return Section(tr("Appearance"), tuple(rows), folded=True)


def _digits(pair: str) -> str:
    return "".join("₁₂₃"["xyz".index(letter)] for letter in pair)


def _number_row(number: int, index: int) -> FormRow:
    def put(model: Model, value: Any) -> Model:
        mapping = {number: int(value)}
        if int(value) in model.numbers:
            mapping[int(value)] = number
        return edits.renumber(model, mapping)

    return FormRow(
        tr("Number"),
        ValueSort.INTEGER,
        (("bodies", index, "number"),),
        tr("Renumber"),
        help=tr("Numbers rise along every path from body 0."),
        put=put,
        follow=lambda value: f"body:{value}",
    )


def base_form() -> Form:
    """The prescribed motion of body 0."""
    at: Path = ("base",)
    step = say("Change body 0")
    return (
        Section(
            "",
            (
                FormRow(tr("Name"), ValueSort.TEXT, ((*at, "name"),), tr("Rename")),
                FormRow(
                    tr("Position"),
                    ValueSort.VECTOR,
                    ((*at, "position"),),
                    step,
                    "m",
                    help=tr("Functions of time t; at rest: (0, 0, 0)."),
                ),
                FormRow(tr("Turn about"), ValueSort.VECTOR, ((*at, "axis"),), step, presets=AXES),
                FormRow(tr("Angle"), ValueSort.SCALAR, ((*at, "angle"),), step, "rad"),
            ),
        ),
    )
