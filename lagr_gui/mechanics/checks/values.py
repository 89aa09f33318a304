"""Values that no mechanical system has, looked at with the numbers that parameters have.

A negative spring stiffness may be meant; a negative mass is never.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import lru_cache
from typing import Any

from lagr_gui.catalogue import ELEMENTS, JOINTS, KINDS
from lagr_gui.expression import Call, Expression, Power, parts, read, symbols, write
from lagr_gui.expression.arithmetic import value
from lagr_gui.foundation.message import say
from lagr_gui.foundation.problem import LagrError, OutOfDomain, Path, Problem, Severity
from lagr_gui.mechanics.numbers import known_value, known_values, specialised
from lagr_gui.model import Model, Scalar
from lagr_gui.model.faults import place_of
from lagr_gui.model.shapes import Solid
from lagr_gui.model.sites import written_sites


def check_values(model: Model) -> list[Problem]:
    """Problems of parameters, masses and fields of kinds; values not known are left."""
    values = known_values(model)
    return [
        *_signs(model, values),
        *(p for index in range(len(model.bodies)) for p in _of_body(model, index, values)),
        *(p for index in range(len(model.bodies)) for p in _of_solids(model, index)),
        *check_ranges(model, values, {"joints": JOINTS, "elements": ELEMENTS}),
        *_without_value(model, values),
    ]


def check_alternatives(model: Model) -> list[Problem]:
    """What is to be said of other values: ranges of sliders, and special cases."""
    return [*_ranges(model), *_of_cases(model)]


def _ranges(model: Model) -> Iterator[Problem]:
    """Ranges of sliders."""
    for index, entry in enumerate(model.parameters):
        low, high = entry.minimum, entry.maximum
        if low is not None and high is not None and low > high:
            path: Path = ("parameters", index, "minimum")
            cause = say(
                "Its least value {low:g} is larger than its largest one {high:g}.",
                low=low,
                high=high,
            )
            place = place_of(path[:2], model)
            yield Problem(place, cause, "Exchange them.", Severity.WARNING, "bounds", path)


def _of_cases(model: Model) -> Iterator[Problem]:
    """What is an error only with the replacements of a special case."""
    if not model.special_cases:
        return
    general = {problem.path for problem in check_values(model)}
    for index, case in enumerate(model.special_cases):
        for problem in check_values(specialised(model, case.name)):
            if problem.severity is Severity.ERROR and problem.path not in general:
                place = say("Special case “{name}”, {place}", name=case.name, place=problem.place)
                path: Path = ("special_cases", index)
                yield replace(problem, place=place, severity=Severity.WARNING, path=path)


def _signs(model: Model, values: Mapping[str, float]) -> Iterator[Problem]:
    """Equations are simplified with what is known of signs, so that must be true."""
    for index, parameter in enumerate(model.parameters):
        if parameter.positive and values.get(parameter.name, 0) < 0:
            path = ("parameters", index, "value")
            cause = say(
                "Its value is {value:g}, but it is marked as positive, and the equations "
                "were simplified with that.",
                value=values[parameter.name],
            )
            remedy = "Give a positive value, or take the mark away."
            yield Problem(place_of(path[:2], model), cause, remedy, code="sign", path=path)


def _of_body(model: Model, index: int, values: Mapping[str, float]) -> Iterator[Problem]:
    body, path = model.bodies[index], ("bodies", index)
    mass = known_value(body.mass, values)
    if mass is not None and mass < 0:
        cause = say("The mass{text} is {mass:g} kg.", text=_text(body.mass), mass=mass)
        remedy = "Give a mass larger than 0, or 0 for a body without mass."
        yield Problem(
            place_of(path, model), cause, remedy, code="negative-mass", path=(*path, "mass")
        )


def _of_solids(model: Model, index: int) -> Iterator[Problem]:
    """Solids of which no body consists; no equation knows them, so it is a warning."""
    body, path = model.bodies[index], ("bodies", index)
    if body.shape.form != "composed":
        return
    has_masses = any(
        s.material or s.density is not None or s.mass is not None for s in body.shape.solids
    )
    problem = _fault_of(body.shape.solids, None if has_masses else body.mass)
    if problem is not None:
        place = f"{place_of(path, model)}, {problem.place}"
        where = (*path, "shape")
        yield replace(problem, place=place, severity=Severity.WARNING, path=where)


@lru_cache(maxsize=256)
def _fault_of(solids: tuple[Solid, ...], mass: Scalar | None) -> Problem | None:
    """Why solids make no body; they stay as they are while values of parameters are dragged."""
    from lagr_gui.model.solids.bodies import MESH, composed, part_of  # few bodies have solids

    if any(solid.form == MESH for solid in solids):
        return None
    try:
        composed(map(part_of, solids), mass)
    except LagrError as error:
        return error.problems[0]
    except (ArithmeticError, ValueError):
        pass
    return None


def check_ranges(
    model: Model, values: Mapping[str, float], sections: Mapping[str, Mapping[str, Any]]
) -> Iterator[Problem]:
    """Fields of kinds whose range is bounded, in some sections."""
    for section, kinds in sections.items():
        for index, record in enumerate(getattr(model, section)):
            if not getattr(record, "enabled", True) or record.kind not in kinds:
                continue
            for spec in kinds[record.kind].fields:
                bounded = spec.range or spec.usual
                number = known_value(getattr(record, spec.name), values) if bounded else None
                if number is None or (spec.range.holds(number) and spec.usual.holds(number)):
                    continue
                path = (section, index, spec.name)
                form = "{label}: {number:g} {unit}." if spec.unit else "{label}: {number:g}."
                label = say(spec.label)
                cause = say(form, label=label, number=number, unit=spec.unit)
                remedy = say("Give a value {range}.", range=say(bounded))
                meant = spec.range.holds(number)
                severity = Severity.WARNING if meant else Severity.ERROR
                code = "unusual" if meant else "range"
                yield Problem(place_of(path, model), cause, remedy, severity, code, path)


PHYSICAL = ("gravity", "base", "bodies", "joints", "elements", "signals")
"""Sections whose expressions are part of the equations."""


def _without_value(model: Model, values: Mapping[str, float]) -> Iterator[Problem]:
    """Parts of expressions that no state can give a value: √(−1), asin(2), 1/0."""
    for site in written_sites(model, KINDS):
        if site.path[0] not in PHYSICAL:
            continue
        tree = _tree(str(site.value))
        for part in _parts(tree) if tree is not None else ():
            if {symbol.name for symbol in symbols(part)} - set(values) or _has_value(part, values):
                continue
            cause = say("{part} has no real value.", part=write(part))
            remedy = "Correct the expression, or the values of the parameters in it."
            place = place_of(site.path, model)
            yield Problem(place, cause, remedy, code="no-value", path=site.path)
            break


def _parts(tree: Expression) -> Iterator[Expression]:
    """A tree and all that it is made of, inner parts first."""
    for inner in parts(tree):
        yield from _parts(inner)
    if isinstance(tree, Call | Power):
        yield tree


def _has_value(tree: Expression, values: Mapping[str, float]) -> bool:
    try:
        return math.isfinite(value(tree, values))
    except OutOfDomain:
        return False
    except LagrError:
        return True


def _tree(text: str) -> Expression | None:
    try:
        return read(text)
    except LagrError:
        return None  # what does not read is told elsewhere


def _text(scalar: Scalar) -> str:
    return f" {scalar}" if isinstance(scalar, str) else ""
