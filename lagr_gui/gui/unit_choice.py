"""A unit of FMI that becomes a controller: its description is read, it does not run."""

from __future__ import annotations

from collections.abc import Callable, Set
from pathlib import Path

from lagr_gui.drawing.geometry import Point
from lagr_gui.editing import edits
from lagr_gui.editing.edits.names import free_name
from lagr_gui.foundation.problem import LagrError
from lagr_gui.gui.bridge.keys import item_of
from lagr_gui.gui.bridge.session import Session
from lagr_gui.model import Model
from lagr_gui.simulation.units import read_unit


def take_unit(
    session: Session,
    file: Path,
    where: Callable[[Set[str]], Point],
    place: int | None = None,
) -> None:
    """Give the controller at a place of the model, or a new one, the file and all its unit has.

    `where` says to which point of the drawing a new one comes that measures and drives these nodes.
    """
    from lagr_gui.exchange.unit_description import controller_of, described_unit  # late: few have

    try:
        said = described_unit(file, read_unit(str(file)).content)
    except LagrError as error:
        session.refused.emit(list(error.problems))
        return
    name = session.name_of(file)

    def taken(model: Model) -> Model:
        controllers = model.simulation.controllers
        before = controllers[place] if place is not None and place < len(controllers) else None
        names = [entry.name for entry in controllers]
        named = before.name if before else free_name(said.name, names, always_numbered=False)
        parameters = [entry.name for entry in model.parameters]
        made = controller_of(said, name, named, before, model.coordinates, parameters)
        model = edits.set_controller(model, made)
        key = f"controller:{named}"
        return model if before else edits.move(model, {key: where(edits.reached(model)[key])})

    title = "Add controller" if place is None else "Change controller"
    if session.edit(title, taken):
        number = place if place is not None else len(session.model.simulation.controllers) - 1
        path = "simulation", "controllers", number, *_empty(session.model, number)
        session.reveal(item_of(session.model, path), path)


def _empty(model: Model, place: int) -> tuple[str | int, ...]:
    """The first field of a controller that is to be filled in."""
    controller = model.simulation.controllers[place]
    for at, entry in enumerate(controller.inputs):
        if not entry.expression:
            return "inputs", at, "expression"
    for at, entry in enumerate(controller.outputs):
        if not entry.parameter:
            return "outputs", at, "parameter"
    return ("file",)
