"""Parameters, functions, signals, events, special cases, controllers, starts, given motions."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

from lagr_gui.catalogue import KINDS, SIGNALS
from lagr_gui.editing.edits.names import free_name, free_symbol, symbols_of
from lagr_gui.expression import TIME, read, symbols
from lagr_gui.foundation.problem import LagrError
from lagr_gui.model import (
    Function,
    GivenMotion,
    LookupTable,
    Model,
    Parameter,
    Scalar,
    SpecialCase,
    StartValue,
)
from lagr_gui.model.controllers import Controller
from lagr_gui.model.events import EventAction, MotionEvent
from lagr_gui.model.sites import sites
from lagr_gui.subsystems import expand


def add_parameter(model: Model, name: str = "", value: Scalar = 1, unit: str = "") -> Model:
    """A new parameter; without a name it gets the next free p1, p2 …"""
    chosen = name or free_symbol("p", symbols_of(model))
    parameter = Parameter(name=chosen, value=value, unit=unit)
    return model.having(parameters=(*model.parameters, parameter))


def take_units(model: Model, units: Mapping[str, str]) -> Model:
    """Units by name for parameters that have none."""
    return model.each("parameters", lambda p: p if p.unit else p.having(unit=units.get(p.name, "")))


def remove_parameter(model: Model, name: str) -> Model:
    """The model without a parameter; where it was used, the problems will say so."""
    return model.only("parameters", lambda entry: entry.name != name)


def add_function(model: Model, name: str = "", arguments: tuple[str, ...] = ("t",)) -> Model:
    """A new function, left unspecified; without a name it gets the next free f1, f2 …"""
    chosen = name or free_symbol("f", symbols_of(model))
    function = Function(name=chosen, arguments=arguments)
    return model.having(functions=(*model.functions, function))


def add_table(model: Model) -> Model:
    """A new function by points with the next free name, which is the line y = x at first."""
    added = add_function(model, arguments=("x",))
    line = LookupTable(points=((0.0, 0.0), (1.0, 1.0)))
    new = added.functions[-1].having(table=line)
    return added.having(functions=(*model.functions, new))


def remove_function(model: Model, name: str) -> Model:
    """The model without a function."""
    return model.only("functions", lambda entry: entry.name != name)


def add_signal(model: Model, name: str = "", kind: str = "expression") -> Model:
    """A new signal of a kind; without a name it gets the next free s1, s2 …"""
    chosen = name or free_symbol("s", symbols_of(model))
    signal = SIGNALS[kind].record(name=chosen)
    return model.having(signals=(*model.signals, signal))


def remove_signal(model: Model, name: str) -> Model:
    """The model without a signal; where it was used, the problems will say so."""
    return model.only("signals", lambda entry: entry.name != name)


def add_event(model: Model, name: str = "") -> Model:
    """A new event that ends the motion after a second; without a name it gets the next free one."""
    chosen = name or free_name("event", (event.name for event in model.events))
    event = MotionEvent(name=chosen, when="t - 1", do=(EventAction(stop=True),))
    return model.having(events=(*model.events, event))


def remove_event(model: Model, name: str) -> Model:
    """The model without an event."""
    return model.only("events", lambda event: event.name != name)


def add_special_case(model: Model, name: str = "") -> Model:
    """A new special case without replacements."""
    chosen = name or free_name("case", (case.name for case in model.special_cases))
    cases = (*model.special_cases, SpecialCase(name=chosen))
    return model.having(special_cases=cases)


def remove_special_case(model: Model, name: str) -> Model:
    """The model without a special case."""
    return model.only("special_cases", lambda case: case.name != name)


def set_start(model: Model, coordinate: str, position: Scalar, velocity: Scalar) -> Model:
    """Position and velocity of a coordinate at the start of a simulation."""
    entry = StartValue(coordinate=coordinate, position=position, velocity=velocity)
    others = {start.coordinate: start for start in model.start} | {coordinate: entry}
    return model.having(start=ordered(model, others))


def without_start(model: Model, coordinates: Collection[str]) -> Model:
    """The model without start values of some coordinates."""
    kept = tuple(entry for entry in model.start if entry.coordinate not in coordinates)
    return model if len(kept) == len(model.start) else model.having(start=kept)


def set_motion(model: Model, coordinate: str, motion: Scalar | None) -> Model:
    """The motion of a coordinate whose force is wanted; None leaves the coordinate free."""
    others = {other.coordinate: other for other in model.motions if other.coordinate != coordinate}
    if motion is not None:
        others[coordinate] = GivenMotion(coordinate=coordinate, motion=motion)
    return model.having(motions=ordered(model, others))


def ordered(model: Model, listed: dict[str, Any]) -> tuple[Any, ...]:
    """Entries by coordinate in the order of the coordinates, unknown ones last."""
    first = [listed[name] for name in model.coordinates if name in listed]
    return (*first, *(entry for name, entry in listed.items() if name not in model.coordinates))


def set_controller(model: Model, controller: Controller, instead: str = "") -> Model:
    """The model with a controller, in the place of the one of a name (by default of its own)."""
    controllers = list(model.simulation.controllers)
    names = [entry.name for entry in controllers]
    name = instead or controller.name
    if name in names:
        controllers[names.index(name)] = controller
    else:
        controllers.append(controller)
    return _having(model, tuple(controllers))


def without_controllers(model: Model, names: Collection[str]) -> Model:
    """The model without the controllers of some names."""
    controllers = model.simulation.controllers
    kept = tuple(entry for entry in controllers if entry.name not in names)
    return model if len(kept) == len(controllers) else _having(model, kept)


def _having(model: Model, controllers: tuple[Controller, ...]) -> Model:
    return model.having(simulation=model.simulation.having(controllers=controllers))


# --- A moment of a motion as the start of the drawing ------------------------------------------

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
