"""What of a model its physics and its motions depend on."""

from __future__ import annotations

from lagr_gui import model as files
from lagr_gui.catalogue import KINDS
from lagr_gui.model import Model
from lagr_gui.prepared.recent import of_recent
from lagr_gui.topology import cut_joints


@of_recent
def physics(model: Model) -> str:
    """The content that derivations depend on: no drawing, start values or parameter values."""
    for other, text in physics.known:
        if alike(model, other):
            return text
    bare = model.each("parameters", lambda entry: entry.having(**_BARE))
    bare = bare.each("bodies", lambda body: body.having(shape=files.Shape()))
    bare = bare.having(
        layout=files.Layout(),
        sketch=files.SketchMarks(),
        start=(),
        motions=(),
        simulation=files.Simulation(),
        special_cases=(),
        name="",
        description="",
    )
    centres = [body.drawn_centre for body in model.bodies]
    text = f"{files.write_text(bare)}{centres if any(map(any, centres)) else ''}"
    cut = sorted(cut_joints(model, KINDS)) if model.start else ()  # start values choose them
    return f"{text} cut at {cut}" if cut else text


def alike(one: Model, other: Model) -> bool:
    """Whether two models differ at most in values, words, drawing and settings of simulations.

    What is read of one then is what is read of the other.
    """
    fields = Model.model_fields.keys() - _FREE
    return (
        all(getattr(one, name) == getattr(other, name) for name in fields)
        and _without_values(one) == _without_values(other)
        and [entry.coordinate for entry in one.start] == [entry.coordinate for entry in other.start]
    )


def _without_values(model: Model) -> list[tuple[object, ...]]:
    return [(entry.name, entry.positive) for entry in model.parameters]


@of_recent
def dynamics(model: Model) -> Model:
    """The content that a motion depends on: no drawing, words, ranges of sliders or curves."""
    model = model.each("parameters", lambda entry: entry.having(**_UNSAID))
    model = model.each("bodies", lambda body: body.having(name="", shape=files.Shape()))
    return model.having(
        layout=files.Layout(),
        sketch=files.SketchMarks(),
        motions=(),
        simulation=model.simulation.having(outputs=()),
        base=model.base.having(name=""),
        name="",
        description="",
    )


_FREE = {"name", "description", "parameters", "start", "motions", "simulation", "layout"}
_FREE |= {"sketch"}
_UNSAID = {"minimum": None, "maximum": None, "unit": "", "description": ""}
_BARE = {"value": None, **_UNSAID}
