"""What is wrong with the content of a model: names, references, expressions.

`check` collects every fault.  An unfinished model is legal: the faults are listed while one
draws, and only deriving, simulating and exporting refuse to go on.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from graphlib import CycleError, TopologicalSorter
from itertools import pairwise

from lagr_gui.expression import (
    BUILTINS,
    NOT_FINITE,
    TIME,
    Expression,
    Symbol,
    called,
    read,
    symbols,
)
from lagr_gui.expression.arguments import shortened
from lagr_gui.expression.units import unit_of
from lagr_gui.foundation.message import counted, say
from lagr_gui.foundation.problem import LagrError, Path, Problem, Severity
from lagr_gui.foundation.registry import did_you_mean
from lagr_gui.model.checks.dimension_proof import check_dimensions
from lagr_gui.model.checks.plans import check_plan
from lagr_gui.model.checks.unfolding import check_unfolding
from lagr_gui.model.faults import place_of
from lagr_gui.model.kinds import Depends, FieldType, Kinds, Role, body_places
from lagr_gui.model.quantities import check_quantities
from lagr_gui.model.records import BY_COORDINATE, Model, StateSignal
from lagr_gui.model.shapes import paint
from lagr_gui.model.sites import Site, written_sites
from lagr_gui.model.tables import LookupTable


def check(model: Model, kinds: Kinds) -> list[Problem]:
    """All faults of content, in the order of the file; functions without end alone."""
    if endless := [*check_unfolding(model)]:
        return endless
    return [
        *_names(model),
        *_references(model, kinds),
        *_expressions(model, kinds),
        *check_quantities(model, kinds),
        *check_dimensions(model, kinds),
        *_circular_parameters(model),
        *_functions(model),
        *check_tables(model),
        *_replacements(model),
        *check_plan(model),
        *check_shapes(model),
    ]


def _names(model: Model) -> Iterator[Problem]:
    for section in ("joints", "elements", "terminals"):
        names = [record.name for record in getattr(model, section)]
        yield from _doubled(section, names, "name", model)
    yield from _doubled("bodies", [body.number for body in model.bodies], "number", model)
    yield from _same_titles(model)
    taken: dict[str, str] = {}
    for path, name, sort in _symbols(model):
        if fault := name_fault(name):
            yield _problem(model, path, fault, "Choose another name.", "name")
        elif name in taken:
            cause = say("The name “{name}” is taken by {taken}.", name=name, taken=taken[name])
            yield _problem(model, path, cause, "Choose another name.", "name-taken")
        taken.setdefault(name, sort)


def _same_titles(model: Model) -> Iterator[Problem]:
    """Bodies are told apart by their numbers, but a reader goes by their names."""
    numbers = {model.base.name: 0}
    for index, body in enumerate(model.bodies):
        if body.name and body.name in numbers:
            cause = say(
                "Body {number} has the same name as body {number_2}.",
                number=body.number,
                number_2=numbers[body.name],
            )
            remedy = "Give it another name, so that results and messages can be told apart."
            path: Path = ("bodies", index, "name")
            place = place_of(path[:2], model)
            yield Problem(place, cause, remedy, Severity.WARNING, "same-name", path)
        numbers.setdefault(body.name, body.number)


def _symbols(model: Model) -> Iterator[tuple[Path, str, str]]:
    for index, parameter in enumerate(model.parameters):
        yield ("parameters", index, "name"), parameter.name, say("a parameter")
    for index, function in enumerate(model.functions):
        yield ("functions", index, "name"), function.name, say("a function")
    for index, signal in enumerate(model.signals):
        sort = say("a state") if isinstance(signal, StateSignal) else say("a signal")
        yield ("signals", index, "name"), signal.name, sort
        for entry, name in enumerate(signal.names):
            if name != signal.name:
                yield ("signals", index, "outputs", entry), name, say("a signal")
    for index, joint in enumerate(model.joints):
        for entry, name in enumerate(joint.coordinates):
            whose = say("a coordinate of the joint “{name}”", name=joint.name)
            yield ("joints", index, "coordinates", entry), name, whose
    for index, element in enumerate(model.elements):
        for entry, name in enumerate(element.own):
            whose = say("a coordinate of the element “{name}”", name=element.name)
            yield ("elements", index, "own", entry), name, whose


def name_fault(name: str) -> str:
    """Why a coordinate, parameter or function cannot have a name; empty where it can."""
    if name in BUILTINS or name in (TIME, "pi") or name.lower() in NOT_FINITE:
        return say("“{name}” has a fixed meaning in expressions.", name=name)
    try:
        tree = read(name)
    except LagrError:
        tree = None
    if tree != Symbol(name):
        return say(
            "“{name}” cannot be a name: letters, digits and _ only, a letter first.", name=name
        )
    return ""


def _doubled(
    section: str, names: list[str] | list[int], key: str, model: Model
) -> Iterator[Problem]:
    met: set[str | int] = set()
    for index, name in enumerate(names):
        if name in met:
            cause = say("The {key} {name} occurs twice.", key=say(key), name=name)
            remedy = "Leave one of them out." if section in BY_COORDINATE else "Choose another one."
            yield _problem(model, (section, index, key), cause, remedy, "doubled")
        met.add(name)


def _references(model: Model, kinds: Kinds) -> Iterator[Problem]:
    numbers, coordinates = {0, *model.numbers}, dict.fromkeys(model.coordinates)
    circuit = _circuit_names(model, kinds)
    for index, joint in enumerate(model.joints):
        path: Path = ("joints", index)
        for end in ("parent", "child"):
            yield from _body(model, (*path, end), getattr(joint, end), numbers)
        if joint.parent == joint.child:
            cause = "The joint connects a body with itself."
            yield _problem(model, path, cause, "Lead it to another body.", "self-joint")
        yield from _coordinate_count(model, index, kinds)
    for index, element in enumerate(model.elements):
        if element.kind not in kinds.elements:
            continue
        yield from _own_count(model, index, kinds)
        fields = kinds.elements[element.kind].fields
        for at, number in body_places(element, fields):
            yield from _body(model, ("elements", index, *at), number, numbers)
        for spec in fields:
            if spec.type is FieldType.COORDINATE:
                name, path = getattr(element, spec.name), ("elements", index, spec.name)
                yield from _coordinate(model, path, name, coordinates)
        yield from _circuit_references(model, index, kinds, circuit)
    for section in BY_COORDINATE:
        yield from _listed_references(model, section, coordinates)
    for place, number in _marked_bodies(model):
        yield from _body(model, place, number, numbers)


def _marked_bodies(model: Model) -> Iterator[tuple[Path, int]]:
    """The bodies on which something is drawn in the sketch."""
    for section in ("points", "walls"):
        for index, mark in enumerate(getattr(model.sketch, section)):
            yield ("sketch", section, index, "body"), mark.body
    for index, measure in enumerate(model.sketch.measures):
        for entry, point in enumerate(measure.points):
            yield ("sketch", "measures", index, "points", entry, "body"), point.body


def _circuit_names(model: Model, kinds: Kinds) -> dict[FieldType, Collection[str]]:
    """The terminals and coils that elements may name."""
    terminals = dict.fromkeys(terminal.name for terminal in model.terminals)
    roles = {e.name: kinds.elements[e.kind].role for e in model.elements if e.enabled}
    coils = {name: role for name, role in roles.items() if role is Role.INDUCTANCE}
    return {FieldType.TERMINAL: terminals, FieldType.COIL: coils}


def _circuit_references(
    model: Model, index: int, kinds: Kinds, choices: Mapping[FieldType, Collection[str]]
) -> Iterator[Problem]:
    """Terminals and coils that an element names."""
    element, path = model.elements[index], ("elements", index)
    named: dict[FieldType, list[str]] = {FieldType.TERMINAL: [], FieldType.COIL: []}
    words = {FieldType.TERMINAL: say("terminal"), FieldType.COIL: say("active inductor")}
    for spec in kinds.elements[element.kind].fields:
        if spec.type in named:
            value = getattr(element, spec.name)
            if value not in choices[spec.type]:
                cause = say("There is no {word} “{value}”.", word=words[spec.type], value=value)
                remedy = did_you_mean(value, choices[spec.type])
                code = f"unknown-{spec.type}"
                yield _problem(model, (*path, spec.name), cause, remedy, code)
            elif value in named[spec.type]:
                cause = say(
                    "Both ends are the {word} “{value}”.", word=words[spec.type], value=value
                )
                yield _problem(model, path, cause, "Choose two different ones.", "self-branch")
            named[spec.type].append(value)


def _listed_references(
    model: Model, section: str, coordinates: Collection[str]
) -> Iterator[Problem]:
    named = [entry.coordinate for entry in getattr(model, section)]
    yield from _doubled(section, named, "coordinate", model)
    for index, name in enumerate(named):
        yield from _coordinate(model, (section, index, "coordinate"), name, coordinates)


def _coordinate(
    model: Model, path: Path, name: str, coordinates: Collection[str]
) -> Iterator[Problem]:
    """Of two with one name the other name is missed: that is told as what it is, once."""
    if name not in coordinates and len(coordinates) == len(model.coordinates):
        cause = say("There is no coordinate “{name}”.", name=name)
        yield _problem(model, path, cause, did_you_mean(name, coordinates), "unknown-coordinate")


def _body(model: Model, path: Path, number: int, numbers: Iterable[int]) -> Iterator[Problem]:
    if number not in numbers:
        listed = ", ".join(str(body) for body in sorted(numbers)[:20])
        cause = say("There is no body {number}.", number=number)
        remedy = say("The bodies are {listed}.", listed=listed)
        yield _problem(model, path, cause, remedy, "unknown-body")


def _coordinate_count(model: Model, index: int, kinds: Kinds) -> Iterator[Problem]:
    joint = model.joints[index]
    cause = "A {kind} joint has {coordinates}, not {given}."
    if joint.kind in kinds.joints:
        wanted, path = kinds.joints[joint.kind].freedoms, ("joints", index, "coordinates")
        yield from _count(model, path, cause, joint.kind, wanted, len(joint.coordinates))


def _own_count(model: Model, index: int, kinds: Kinds) -> Iterator[Problem]:
    element = model.elements[index]
    units, kind = kinds.elements[element.kind].own, element.kind.replace("_", " ")
    cause = "An element of kind {kind} has {coordinates} of its own, not {given}."
    wanted = None if units is None else len(units)
    yield from _count(model, ("elements", index, "own"), cause, kind, wanted, len(element.own))


def _count(
    model: Model, path: Path, cause: str, kind: str, wanted: int | None, count_given: int
) -> Iterator[Problem]:
    if wanted is not None and wanted != count_given:
        count = counted(wanted, "{count} coordinate", "{count} coordinates")
        words = say(cause, kind=kind, coordinates=count, given=count_given)
        remedy = say("Name {coordinates}.", coordinates=count)
        yield _problem(model, path, words, remedy, "coordinates")


def _expressions(model: Model, kinds: Kinds) -> Iterator[Problem]:
    parameters = {parameter.name for parameter in model.parameters}
    coordinates, signals = set(model.coordinates), set(model.signal_names)
    states = set(model.states)
    functions = {function.name: len(function.arguments) for function in model.functions}
    for site in written_sites(model, kinds):
        try:
            tree = read(str(site.value))
        except LagrError as error:
            told = ((p.cause, p.remedy, p.code) for p in error.problems)
            unread = (_problem(model, site.path, *words) for words in told)
            yield from _of_measures(model, site, functions) or unread
            continue
        if unknown := [*_unknown_functions(model, site, tree, functions)]:
            unknown = _of_measures(model, site, functions) or unknown
        yield from unknown
        for symbol in sorted(symbols(tree), key=lambda entry: (entry.name, entry.order)):
            if fault := _symbol_fault(symbol, site, parameters, coordinates, states, signals):
                yield _problem(model, site.path, *fault, "symbol")


def _symbol_fault(
    symbol: Symbol,
    site: Site,
    parameters: set[str],
    coordinates: set[str],
    states: set[str],
    signals: set[str],
) -> tuple[str, str] | None:
    name, what = symbol.name, site.depends
    if symbol.order == 0 and (name in parameters or name in site.locals):
        return None
    if name == TIME and symbol.order == 0:
        if what is not Depends.PARAMETERS:
            return None
        return "This must not depend on the time t.", "Use parameters and numbers only."
    if name in states:
        return _state_fault(symbol, site)
    if name in signals:
        return _signal_fault(symbol, site)
    if name in coordinates:
        if what in (Depends.STATE, Depends.SIGNAL) and symbol.order <= 1 + (what is Depends.SIGNAL):
            return None
        if what is Depends.POSITION and symbol.order == 0:
            return None
        cause = (
            "This must not depend on the coordinate “{name}”.",
            "This must not depend on the velocity of “{name}”.",
            "This must not depend on the acceleration of “{name}”.",
        )[min(symbol.order, 2)]
        if what is Depends.PARAMETERS:
            return say(cause, name=name), "Use parameters instead."
        return say(cause, name=name), "Use parameters and the time t instead."
    allowed = parameters | site.locals | (coordinates if what in _STATEFUL else set())
    allowed |= signals if what in (Depends.STATE, Depends.SIGNAL) else set()
    return (
        say("“{name}” is not known here.", name=name),
        say("{hint} Or add it as a parameter.", hint=did_you_mean(name, allowed)),
    )


def _of_measures(model: Model, site: Site, functions: Collection[str]) -> list[Problem]:
    """A measure where none may stand: where it may, it has a name of its own already."""
    from lagr_gui.model.measure_signal import misplaced  # where something is wrong

    return [_problem(model, site.path, *words, "symbol") for words in misplaced(site, functions)]


_STATEFUL = {Depends.POSITION, Depends.STATE, Depends.SIGNAL}


def _state_fault(symbol: Symbol, site: Site) -> tuple[str, str] | None:
    """What is wrong with a state of the first order in an expression."""
    if site.depends is not Depends.SIGNAL:
        cause = say("This must not depend on the state “{name}”.", name=symbol.name)
        return cause, "States may stand in forces, moments and rates of states."
    if symbol.order:
        cause = say("The rate of the state “{name}” has no name.", name=symbol.name)
        return cause, "Write out its expression."
    return None


def _signal_fault(symbol: Symbol, site: Site) -> tuple[str, str] | None:
    """What is wrong with a signal in an expression."""
    if site.depends not in (Depends.STATE, Depends.SIGNAL):
        cause = say("This must not depend on the signal “{name}”.", name=symbol.name)
        return cause, "Signals may stand where velocities may, and in rates of states."
    if symbol.order:
        cause = say("The rate of the signal “{name}” has no name.", name=symbol.name)
        return cause, "Write out its expression, or filter it: a filter has its rate."
    return None


def _unknown_functions(
    model: Model, site: Site, tree: Expression, functions: dict[str, int]
) -> Iterator[Problem]:
    for name, count in sorted(called(tree)):
        if name in BUILTINS or name == "pi":
            continue
        if name not in functions:
            cause = say("There is no function “{name}”.", name=name)
            hint = did_you_mean(name, {*functions, *BUILTINS})
            remedy = say("{hint} Or add it as a function.", hint=hint)
            yield _problem(model, site.path, cause, remedy, "function")
        elif functions[name] != count:
            cause = say(
                "The function “{name}” has {function} arguments, not {count}.",
                name=name,
                function=functions[name],
                count=count,
            )
            yield _problem(model, site.path, cause, "Correct the call.", "arguments")


def _circular_parameters(model: Model) -> Iterator[Problem]:
    uses: dict[str, set[str]] = {}
    for parameter in model.parameters:
        try:
            tree = read(parameter.value) if isinstance(parameter.value, str) else None
        except LagrError:
            tree = None
        uses[parameter.name] = {entry.name for entry in symbols(tree)} if tree else set()
    circular = _circular(uses)
    for index, parameter in enumerate(model.parameters):
        if parameter.name in circular:
            cause = say("The value of “{name}” depends on itself.", name=parameter.name)
            path: Path = ("parameters", index, "value")
            yield _problem(model, path, cause, "Break the circle with a number.", "circular")


def _functions(model: Model) -> Iterator[Problem]:
    """Names of arguments, and functions that call themselves."""
    names = {function.name for function in model.functions}
    circular = _circular({f.name: _called_by(f.expression) for f in model.functions})
    for index, function in enumerate(model.functions):
        path: Path = ("functions", index)
        for entry, name in enumerate(function.arguments):
            where = (*path, "arguments", entry)
            if name != TIME and (fault := name_fault(name)):
                yield _problem(model, where, fault, "Choose another name.", "name")
            elif name in function.arguments[:entry]:
                cause = say("The argument “{name}” occurs twice.", name=name)
                yield _problem(model, where, cause, "Choose another name.", "doubled")
        if function.name in circular:
            cause = say("The function “{name}” calls itself.", name=function.name)
            remedy = "Write it out with built-in functions."
            yield _problem(model, (*path, "expression"), cause, remedy, "circular")
    for index, parameter in enumerate(model.parameters):
        value = parameter.value if isinstance(parameter.value, str) else None
        for name in sorted(_called_by(value) & names):
            cause = say("The value of a parameter cannot use the function “{name}”.", name=name)
            remedy = "Write the value with numbers, parameters and built-in functions."
            yield _problem(model, ("parameters", index, "value"), cause, remedy, "function")


def _called_by(text: str | None) -> set[str]:
    """The names of the functions that an expression calls; none where it does not read."""
    try:
        return {name for name, _ in called(read(text))} if text is not None else set()
    except LagrError:
        return set()


def _circular(uses: Mapping[str, Iterable[str]]) -> set[str]:
    """The names that use themselves, directly or through others."""
    try:
        TopologicalSorter(uses).prepare()
    except CycleError:
        import networkx as nx  # loaded for the few models that have such names
    else:
        return set()
    graph = nx.DiGraph((name, used) for name, several in uses.items() for used in several)
    rings = (ring for ring in nx.strongly_connected_components(graph) if len(ring) > 1)
    return {name for ring in rings for name in ring} | {a for a, b in graph.edges if a == b}


def _replacements(model: Model) -> Iterator[Problem]:
    names = {entry.name for entry in (*model.parameters, *model.functions)}
    yield from _doubled("special_cases", [e.name for e in model.special_cases], "name", model)
    for index, case in enumerate(model.special_cases):
        for entry, replacement in enumerate(case.replacements):
            if replacement.name not in names:
                path: Path = ("special_cases", index, "replacements", entry, "name")
                cause = say("There is no parameter or function “{name}”.", name=replacement.name)
                remedy = did_you_mean(replacement.name, names)
                yield _problem(model, path, cause, remedy, "unknown-name")


def _problem(model: Model, path: Path, cause: str, remedy: str, code: str) -> Problem:
    return Problem(place=place_of(path, model), cause=cause, remedy=remedy, code=code, path=path)


# --- What is wrong with how bodies look; no equation needs it ----------------------------------


def check_shapes(model: Model) -> Iterator[Problem]:
    """Texts that are no colours: the program chooses one of its own."""
    for index, body in enumerate(model.bodies):
        path: Path = ("bodies", index, "shape")
        solids = ((*path, "solids", at) for at in range(len(body.shape.solids)))
        for place, entry in zip((path, *solids), (body.shape, *body.shape.solids), strict=True):
            if entry.color and not paint(entry.color):
                cause = say("“{color}” is no colour.", color=shortened(entry.color))
                remedy = "Write it as in #2f6db3, or leave it out."
                where, severity = (*place, "color"), Severity.WARNING
                yield Problem(place_of(where, model), cause, remedy, severity, "color", where)


# --- What is wrong with functions by points ----------------------------------------------------


def check_tables(model: Model) -> Iterator[Problem]:
    """Functions by points, and the integrals of these."""
    with_tables = {entry.name for entry in model.functions if entry.table is not None}
    for index, function in enumerate(model.functions):
        path: Path = ("functions", index)
        if function.table is not None:
            for where, cause, remedy in _faults(function.table):
                yield _problem(model, (*path, "table", *where), cause, remedy, "table")
        if (function.table or function.integral) and len(function.arguments) != 1:
            cause = "A function by points has one argument."
            yield _problem(model, (*path, "arguments"), cause, "Name one.", "arguments")
        if function.integral and function.table is not None:
            cause = "It has a table and is to be an integral."
            yield _problem(model, (*path, "integral"), cause, "Choose one of them.", "table")
        elif function.integral and function.integral not in with_tables:
            cause = say("There is no function “{name}” with a table.", name=function.integral)
            remedy = did_you_mean(function.integral, with_tables)
            yield _problem(model, (*path, "integral"), cause, remedy, "table")


def _faults(table: LookupTable) -> Iterator[tuple[Path, str, str]]:
    """What is wrong with a table: the field, the cause, the remedy."""
    for name in ("x_unit", "y_unit"):
        text = getattr(table, name)
        if text and unit_of(text) is None:
            yield (name,), say("“{text}” is no unit.", text=text), "Write one such as mm or N/m."
    if len(table.points) < 2:
        yield ("points",), "A table needs two points or more.", "Give it more points."
    for number, ((a, _), (b, _)) in enumerate(pairwise(table.points), start=2):
        if not a < b:
            cause = say("Point {number} has x = {b:g} after x = {a:g}.", number=number, a=a, b=b)
            remedy = "Sort the points: each x larger than the one before."
            yield ("points", number - 1), cause, remedy
            return
    if table.outside == "periodic" and len(table.points) > 1:
        first, last = table.points[0][1], table.points[-1][1]
        if first != last:
            words = "It is periodic, but begins with {a:g} and ends with {b:g}."
            cause = say(words, a=first, b=last)
            yield ("points",), cause, "Let the last value be the first one, or end it otherwise."
