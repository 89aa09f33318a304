"""A moment of a motion as the start of the drawing."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from lagr_gui.catalogue import KINDS
from lagr_gui.editing.edits.tables import set_start, without_start
from lagr_gui.expression import TIME, read, symbols
from lagr_gui.foundation.problem import LagrError
from lagr_gui.model import Model
from lagr_gui.model.sites import sites
from lagr_gui.subsystems import expand

DIGITS = 12
"""Those of a start value; motions are no more accurate."""
NOISE = 1e-14
"""What is smaller than this part of the largest value is rounding."""


def start_at(
    model: Model,
    t: float,
    state: Mapping[str, tuple[float, float]],
    following: Collection[str] = (),
) -> Model:
    """The model that starts where a motion is at a time: position and velocity by coordinate.

    Coordinates of `following` follow from these, and have no start values of their own any more.
    What depends on time begins at that time then, and lasts as long as before: so the motion goes
    on as it did.
    """
    model = without_start(model, following)
    for place in (0, 1):
        most = max((abs(pair[place]) for pair in state.values()), default=0.0)
        state = {name: _rounded(pair, place, NOISE * most) for name, pair in state.items()}
    for name, (position, velocity) in state.items():
        model = set_start(model, name, position, velocity)
    settings = model.simulation
    if t == settings.start or not _depends_on_time(model):
        return model
    span = settings.until - settings.start
    return model.having(simulation=settings.having(start=t, until=t + span))


def _rounded(pair: tuple[float, float], place: int, least: float) -> tuple[float, float]:
    value = float(f"{pair[place]:.{DIGITS}g}") if abs(pair[place]) > least else 0.0
    return (value, pair[1]) if place == 0 else (pair[0], value)


def _depends_on_time(model: Model) -> bool:
    return any(
        _speaks_of_time(site.value)
        for site in sites(expand(model).model, KINDS)
        if TIME not in site.locals and site.path[0] != "motions"
    )


def _speaks_of_time(value: object) -> bool:
    try:
        tree = read(value) if isinstance(value, str) else None
    except LagrError:
        tree = None
    return tree is not None and any(symbol.name == TIME for symbol in symbols(tree))
