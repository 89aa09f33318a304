"""What of a model its physics and its motions depend on."""

from __future__ import annotations

from lagr_gui import model as files
from lagr_gui.model import Model
from lagr_gui.prepared.recent import of_recent


@of_recent
def physics(model: Model) -> str:
    """The content that derivations depend on: no layout, start values or parameter values."""
    model = model.each("parameters", lambda entry: entry.having(**_BARE))
    model = model.each("bodies", lambda body: body.having(shape=files.Shape()))
    physics = model.having(
        layout=files.Layout(),
        start=(),
        motions=(),
        simulation=files.Simulation(),
        special_cases=(),
        name="",
        description="",
    )
    return files.write_text(physics)


@of_recent
def dynamics(model: Model) -> Model:
    """The content that a motion depends on: no drawing, no words, no ranges of sliders."""
    model = model.each("parameters", lambda entry: entry.having(**_UNSAID))
    model = model.each("bodies", lambda body: body.having(name="", shape=files.Shape()))
    return model.having(
        layout=files.Layout(),
        motions=(),
        base=model.base.having(name=""),
        name="",
        description="",
    )


_UNSAID = {"minimum": None, "maximum": None, "unit": "", "description": ""}
_BARE = {"value": None, **_UNSAID}
