"""Controllers of a model: units that act in its simulations."""

from __future__ import annotations

from collections.abc import Collection

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


def without_controllers(model: Model, names: Collection[str]) -> Model:
    """The model without the controllers of some names."""
    known = model.simulation.controllers
    kept = tuple(entry for entry in known if entry.name not in names)
    return model if len(kept) == len(known) else _having(model, kept)


def _having(model: Model, controllers: tuple[Controller, ...]) -> Model:
    return model.having(simulation=model.simulation.having(controllers=controllers))
