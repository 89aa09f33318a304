"""Which subsystem of the document is open: a way of names from the model of its file inwards."""

from __future__ import annotations

from collections.abc import Callable

from lagr_gui.model import Model, Subsystem

Way = tuple[str, ...]


def inside(model: Model, way: Way) -> Model:
    """The model at the end of a way."""
    for name in way:
        model = next(entry.model for entry in model.subsystems if entry.name == name)
    return model


def still_there(model: Model, way: Way) -> Way:
    """As much of a way as a model still has."""
    for length, name in enumerate(way):
        found = [entry.model for entry in model.subsystems if entry.name == name]
        if not found:
            return way[:length]
        model = found[0]
    return way


def within(way: Way, edit: Callable[[Model], Model]) -> Callable[[Model], Model]:
    """An edit of the model at the end of a way as one of the whole."""
    if not way:
        return edit
    name, inner = way[0], within(way[1:], edit)

    def changed(entry: Subsystem) -> Subsystem:
        return entry.having(model=inner(entry.model)) if entry.name == name else entry

    return lambda model: model.each("subsystems", changed)
