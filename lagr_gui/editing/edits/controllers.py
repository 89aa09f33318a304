"""Controllers of a model: units that act in its simulations."""

from __future__ import annotations

from lagr_gui.model import Model
from lagr_gui.model.controllers import Controller


def set_controller(model: Model, controller: Controller, instead: str = "") -> Model:
    """The model with a controller, in the place of the one of a name (by default of its own)."""
    known = list(model.simulation.controllers)
    names = [entry.name for entry in known]
    name = instead or controller.name
    if name in names:
        known[names.index(name)] = controller
    else:
        known.append(controller)
    return _having(model, tuple(known))


def remove_controller(model: Model, name: str) -> Model:
    """The model without the controller of a name."""
    return _having(model, tuple(c for c in model.simulation.controllers if c.name != name))


def _having(model: Model, controllers: tuple[Controller, ...]) -> Model:
    return model.having(simulation=model.simulation.having(controllers=controllers))
