"""What of a model its physics and its motions depend on."""

from __future__ import annotations

from lagr_gui import model as files
from lagr_gui.model import Model
from lagr_gui.prepared.recent import of_recent


@of_recent
def physics(model: Model) -> str:
    """The content that derivations depend on: no layout, start values or parameter values."""
    bare = tuple(entry.model_copy(update=_BARE) for entry in model.parameters)
    bodies = tuple(body.model_copy(update={"shape": files.Shape()}) for body in model.bodies)
    physics = model.model_copy(
        update={
            "layout": files.Layout(),
            "start": (),
            "motions": (),
            "simulation": files.Simulation(),
            "parameters": bare,
            "bodies": bodies,
            "special_cases": (),
            "name": "",
            "description": "",
        }
    )
    return files.write_text(physics)


@of_recent
def dynamics(model: Model) -> Model:
    """The content that a motion depends on: no drawing, no words, no ranges of sliders."""
    parameters = tuple(entry.model_copy(update=_UNSAID) for entry in model.parameters)
    unseen = {"name": "", "shape": files.Shape()}
    return model.model_copy(
        update={
            "layout": files.Layout(),
            "motions": (),
            "parameters": parameters,
            "base": model.base.model_copy(update={"name": ""}),
            "bodies": tuple(body.model_copy(update=unseen) for body in model.bodies),
            "name": "",
            "description": "",
        }
    )


_UNSAID = {"minimum": None, "maximum": None, "unit": "", "description": ""}
_BARE = {"value": None, **_UNSAID}
