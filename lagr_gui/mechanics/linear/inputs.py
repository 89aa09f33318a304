"""What can act on a system from outside: forces, moments, parameters, functions of time.

An input u(t) is a small change added to what the model says:

- a coordinate: a generalised force on it (N or N m);
- a drive (force on a coordinate): its force or moment;
- a voltage source: its voltage;
- a force or moment, as ``name.x``, ``name.y``, ``name.z``: a component in its own axes;
- a function of time: its value, with its rates u̇ and ü wherever they enter;
- a parameter: likewise, where all that it is used for may change with time; a length, a mass
  or another constant of a body changes slowly, so that its rates are left out.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from graphlib import TopologicalSorter

from lagr_gui.catalogue import ELEMENTS, KINDS
from lagr_gui.catalogue.kinds import Conductor, Load, OnCoordinate
from lagr_gui.expression import (
    TIME,
    Expression,
    Number,
    Symbol,
    called,
    read,
    substitute,
    symbols,
    write,
)
from lagr_gui.message import say
from lagr_gui.model import Depends, Element, Model, Parameter
from lagr_gui.model.sites import sites
from lagr_gui.problem import LagrError, Problem
from lagr_gui.registry import did_you_mean

AXES = "xyz"


@dataclass(frozen=True)
class Inputs:
    """A model with its inputs as parameters or functions of other names.

    `names` are as the user gave them; `sources` the parameter or function that each one
    stands for now; `slow` are those whose rates are left out; `derived` the parameters, in
    order, whose values depend on one of the sources.
    """

    model: Model
    names: tuple[str, ...]
    sources: tuple[str, ...]
    slow: frozenset[str]
    derived: tuple[tuple[str, Expression], ...]


def with_inputs(model: Model, names: Sequence[str], coordinates: Sequence[str]) -> Inputs:
    """The model prepared for inputs of these names. Raises LagrError for an unknown one."""
    sources: list[str] = []
    constants = {parameter.name for parameter in model.parameters}
    functions = {function.name for function in model.functions}
    known = names_of_inputs(model, coordinates)
    for number, name in enumerate(names, start=1):
        if name in constants or name in functions:
            sources.append(name)
            continue
        source = _unused(f"input_{number}", model)
        if name in coordinates:
            model = _pushed(model, name, source)
        else:
            model = _loaded(model, name, source, known)
        new = Parameter(name=source, value=0)
        model = model.model_copy(update={"parameters": (*model.parameters, new)})
        sources.append(source)
    slow = frozenset(
        source
        for source in sources
        if source not in functions and _shapes_bodies(model, _dependents(model, {source}))
    )
    derived = _derived(model, set(sources))
    return Inputs(model, tuple(names), tuple(sources), slow, derived)


def names_of_inputs(model: Model, coordinates: Sequence[str]) -> tuple[str, ...]:
    """Every name that can be an input of a model."""
    loads: list[str] = []
    for element in model.elements:
        kind = ELEMENTS[element.kind]
        if element.enabled and isinstance(kind.law, Load):
            is_scalar = isinstance(kind.geometry, OnCoordinate | Conductor)
            ends = ("",) if is_scalar else tuple(f".{axis}" for axis in AXES)
            loads += [element.name + end for end in ends]
    functions = [entry.name for entry in model.functions if entry.arguments == ("t",)]
    parameters = [entry.name for entry in model.parameters]
    return (*coordinates, *loads, *functions, *parameters)


def held(model: Model, names: Sequence[str]) -> Model:
    """The model with its functions among the inputs standing still as they are at the start."""
    start = {Symbol(TIME): Number(Fraction(model.simulation.start))}
    functions = tuple(
        function.model_copy(
            update={"expression": write(substitute(read(function.expression or 0), start))}
        )
        if function.name in names
        else function
        for function in model.functions
    )
    return model.model_copy(update={"functions": functions})


def _unused(name: str, model: Model) -> str:
    taken = {entry.name for entry in (*model.parameters, *model.functions)} | {*model.coordinates}
    while name in taken:
        name += "_"
    return name


def _pushed(model: Model, coordinate: str, source: str) -> Model:
    """A drive on a coordinate."""
    record = ELEMENTS["coordinate_force"].record
    push = record(name=source, kind="coordinate_force", coordinate=coordinate, force=source)
    return model.model_copy(update={"elements": (*model.elements, push)})


def _loaded(model: Model, name: str, source: str, known: Sequence[str]) -> Model:
    """The input added to a force or moment of the model."""
    if name not in known:
        cause = "Nothing of this name can be an input."
        remedy = did_you_mean(name, known)
        raise LagrError(
            Problem(say("Input “{name}”", name=name), cause, remedy, code="unknown-input")
        )
    elements = tuple(
        _added(element, name, source) if name in _ends(element) else element
        for element in model.elements
    )
    return model.model_copy(update={"elements": elements})


def _ends(element: Element) -> tuple[str, ...]:
    return (element.name, *(f"{element.name}.{axis}" for axis in AXES))


def _added(element: Element, name: str, source: str) -> Element:
    law = ELEMENTS[element.kind].law
    assert isinstance(law, Load)
    value = getattr(element, law.vector)
    if name == element.name:
        return element.model_copy(update={law.vector: f"({value}) + {source}"})
    at = AXES.index(name[-1])
    entries = tuple(f"({e}) + {source}" if i == at else e for i, e in enumerate(value))
    return element.model_copy(update={law.vector: entries})


def _derived(model: Model, sources: set[str]) -> tuple[tuple[str, Expression], ...]:
    """The parameters that depend on some of the sources, each after those that it needs."""
    affected = _dependents(model, sources) - sources
    trees = {p.name: read(p.value) for p in model.parameters if p.value is not None}
    trees = {name: tree for name, tree in trees.items() if name in affected}
    order = TopologicalSorter({name: _names(tree) & affected for name, tree in trees.items()})
    return tuple((name, trees[name]) for name in order.static_order() if name in trees)


def _dependents(model: Model, names: set[str]) -> set[str]:
    """These names with all parameters and functions whose values depend on them."""
    trees = {p.name: read(p.value) for p in model.parameters if p.value is not None}
    trees |= {f.name: read(f.expression) for f in model.functions if f.expression is not None}
    known = set(names)
    while new := {name for name, tree in trees.items() if _names(tree) & known} - known:
        known |= new
    return known


_DEFINITIONS = {"parameters", "functions", "special_cases", "start"}


def _shapes_bodies(model: Model, names: set[str]) -> bool:
    """Whether one of the names is used for something that is constant in every motion."""
    return any(
        _names(read(site.value)) & names
        for site in sites(model, KINDS)
        if site.depends is Depends.PARAMETERS
        and site.path[0] not in _DEFINITIONS
        and "shape" not in site.path
    )


def _names(tree: Expression) -> set[str]:
    """The symbols of a tree and the functions that it calls."""
    return {symbol.name for symbol in symbols(tree)} | {name for name, _ in called(tree)}
