"""What can act on a system from outside: forces, moments, parameters, functions of time.

An input u(t) is a small change added to what the model says:

- a coordinate: a generalised force on it (N or N m);
- a force on a coordinate: its force or moment;
- a voltage source: its voltage;
- a force or moment, as ``name.x``, ``name.y``, ``name.z``: a component in its own axes;
- a prescribed motion (drive): the displacement that it prescribes, with its rates u̇ and ü;
- ``base.x``, ``base.y``, ``base.z``, ``base.angle``: a displacement (m) of body 0 in space axes,
  its turn (rad) about its axis, likewise with their rates;
- a function of time: its value, with its rates u̇ and ü wherever they enter;
- a signal that is an expression: its value, wherever it stands;
- a parameter: likewise, where all that it is used for may change with time; a length, a mass
  or another constant of a body changes slowly, so that its rates are left out.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from graphlib import TopologicalSorter

from lagr_gui.catalogue import ELEMENTS, KINDS
from lagr_gui.catalogue.geometry import OnCoordinate
from lagr_gui.catalogue.kinds import Condition, ElementKind, Load
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
from lagr_gui.foundation.message import say
from lagr_gui.foundation.problem import refusal
from lagr_gui.foundation.registry import check_known
from lagr_gui.model import (
    Depends,
    Element,
    ExpressionSignal,
    Function,
    Model,
    Parameter,
    Scalar,
)
from lagr_gui.model.sites import sites, written_sites

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
    possible = names_of_inputs(model, coordinates)
    for number, name in enumerate(names, start=1):
        if name in constants or name in functions:
            sources.append(name)
            continue
        source = unused(f"input_{number}", model)
        if name in prescribed(model):
            model = _prescribing(model, name, f"({prescribed(model)[name]}) + {source}")
        elif name in coordinates:
            model = _pushed(model, name, source)
        elif name in model.signal_names and name not in _loads(model):
            model = _signalled(model, name, source, possible)
        else:
            model = _loaded(model, name, source, possible)
        new = Parameter(name=source, value=0)
        model = model.having(parameters=(*model.parameters, new))
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
    functions = [entry.name for entry in model.functions if entry.arguments == ("t",)]
    parameters = [entry.name for entry in model.parameters]
    drawn = (*coordinates, *_loads(model), *prescribed(model))
    return tuple(dict.fromkeys((*drawn, *functions, *parameters, *expressions(model))))


def _loads(model: Model) -> list[str]:
    """The forces and moments of a model, or their components."""
    loads: list[str] = []
    for element in model.elements:
        kind = ELEMENTS[element.kind]
        if element.enabled and isinstance(kind.law, Load):
            ends = ("",) if not kind.law.axes else tuple(f".{axis}" for axis in AXES)
            loads += [element.name + end for end in ends]
    return loads


def expressions(model: Model) -> tuple[str, ...]:
    """The signals of a model that are expressions, to whose value an input can be added."""
    return tuple(entry.name for entry in model.signals if isinstance(entry, ExpressionSignal))


def put_in(drawn: Model) -> set[str]:
    """The signals of a drawing that are put into energies or conditions, also by other signals."""
    places = written_sites(drawn, KINDS) if drawn.signals else ()
    new = {name for site in places if site.depends is Depends.STATE for name in site.names}
    laws = {
        entry.name: _names(read(entry.value))
        for entry in drawn.signals
        if isinstance(entry, ExpressionSignal)
    }
    found = set[str]()
    while new := new & laws.keys() - found:
        found |= new
        new = {name for entry in new for name in laws[entry]}
    return found - {*_loads(drawn)}


def refuse_put_in(drawn: Model, names: Sequence[str]) -> None:
    """Raise LagrError for inputs that are signals in an energy or a condition of a drawing."""
    for name in sorted({*names} & put_in(drawn)):
        raise refusal(
            say("Input “{name}”", name=name),
            "It is a signal in an energy or a condition, to which nothing can be added.",
            "Choose a parameter or a function of time, and make the signal of it.",
            "unknown-input",
        )


def prescribed(model: Model) -> dict[str, Scalar]:
    """The motions that a model prescribes, by the name of the input: drives, those of body 0.

    A drive may be called like the coordinate that it drives.
    """
    base = model.base
    drives = {
        element.name: getattr(element, DRIVEN)
        for element in model.elements
        if element.enabled and _is_drive(ELEMENTS[element.kind])
    }
    moves = {f"base.{axis}": value for axis, value in zip(AXES, base.position, strict=True)}
    if base.matrix is None:
        moves["base.angle"] = base.angle
    taken = {end for element in model.elements for end in _ends(element)}
    return drives | {name: value for name, value in moves.items() if name not in taken}


DRIVEN = "motion"
"""The field of a drive that holds the function of time."""


def _is_drive(kind: ElementKind) -> bool:
    """Whether elements of a kind let a coordinate follow a function of time."""
    return isinstance(kind.law, Condition) and isinstance(kind.geometry, OnCoordinate)


def held(model: Model, names: Sequence[str]) -> Model:
    """The model with functions and motions among the inputs still, as they are at the start."""
    if not names:
        return model
    start = {Symbol(TIME): Number(Fraction(model.simulation.start))}

    for name in names:
        model = by_expression(model, name)

    def stopped(value: Scalar) -> str:
        return write(substitute(read(value), start))

    model = model.each(
        "functions",
        lambda f: f.having(expression=stopped(f.expression or 0)) if f.name in names else f,
    )
    for name, value in prescribed(model).items():
        if name in names:
            model = _prescribing(model, name, stopped(value))
    return model


def by_expression(model: Model, name: str) -> Model:
    """The model in which a function with a table has an expression that calls one with it."""
    function = next((entry for entry in model.functions if entry.name == name), None)
    if function is None or not function.is_tabulated:
        return model
    measured = function.having(name=unused(f"{name}_table", model))
    call = f"{measured.name}({function.arguments[0]})"

    def rewritten(entry: Function) -> Function:
        if entry.name == name:
            return entry.having(expression=call, table=None, integral="")
        return entry.having(integral=measured.name) if entry.integral == name else entry

    model = model.each("functions", rewritten)
    return model.having(functions=(*model.functions, measured))


def _prescribing(model: Model, name: str, value: str) -> Model:
    """The model with another prescribed motion."""
    base = model.base
    if all(element.name != name for element in model.elements):
        entry = name.removeprefix("base.")
        old = zip(AXES, base.position, strict=True)
        position = tuple(value if axis == entry else old_value for axis, old_value in old)
        update = {"angle": value} if entry == "angle" else {"position": position}
        return model.having(base=base.having(**update))
    return model.each("elements", lambda e: e.having(**{DRIVEN: value}) if e.name == name else e)


def unused(name: str, model: Model) -> str:
    """A name like this that no parameter, function or coordinate of the model has."""
    taken = {entry.name for entry in (*model.parameters, *model.functions)} | {*model.coordinates}
    while name in taken:
        name += "_"
    return name


def _pushed(model: Model, coordinate: str, source: str) -> Model:
    """A drive on a coordinate."""
    record = ELEMENTS["coordinate_force"].record
    push = record(name=source, kind="coordinate_force", coordinate=coordinate, force=source)
    return model.having(elements=(*model.elements, push))


def _loaded(model: Model, name: str, source: str, possible: Sequence[str]) -> Model:
    """The input added to a force or moment of the model."""
    cause = "Nothing of this name can be an input."
    check_known(name, possible, say("Input “{name}”", name=name), cause, "unknown-input")
    return model.each("elements", lambda e: _added(e, name, source) if name in _ends(e) else e)


def _signalled(model: Model, name: str, source: str, possible: Sequence[str]) -> Model:
    """The input added to the value of a signal."""
    cause = "This signal is a state or a measure, to which nothing can be added."
    check_known(name, possible, say("Input “{name}”", name=name), cause, "unknown-input")
    return model.each(
        "signals", lambda s: s.having(value=f"({s.value}) + {source}") if s.name == name else s
    )


def _ends(element: Element) -> tuple[str, ...]:
    return (element.name, *(f"{element.name}.{axis}" for axis in AXES))


def _added(element: Element, name: str, source: str) -> Element:
    law = ELEMENTS[element.kind].law
    assert isinstance(law, Load)
    value = getattr(element, law.vector)
    if name == element.name:
        return element.having(**{law.vector: f"({value}) + {source}"})
    at = AXES.index(name[-1])
    entries = tuple(f"({e}) + {source}" if i == at else e for i, e in enumerate(value))
    return element.having(**{law.vector: entries})


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
    reached = set(names)
    while new := {name for name, tree in trees.items() if _names(tree) & reached} - reached:
        reached |= new
    return reached


_DEFINITIONS = {"parameters", "functions", "signals", "special_cases", "start", "sketch"}


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
