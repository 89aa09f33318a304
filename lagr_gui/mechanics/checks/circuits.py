"""Meshes without inductance take only what leaves their equations of low order.

Such an equation is used as a condition: on charges where the mesh holds capacitances only,
otherwise on currents, in which it must be linear.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, cast

from lagr_gui.catalogue import ELEMENTS
from lagr_gui.catalogue.geometry import Side, Unplaced
from lagr_gui.catalogue.kinds import Condition, Energies, Limit, Load
from lagr_gui.expression import read, substitute, symbols
from lagr_gui.expression.arithmetic import value
from lagr_gui.foundation.message import say
from lagr_gui.foundation.problem import LagrError, Problem
from lagr_gui.mechanics.checks.laws import bends, speeds_in
from lagr_gui.mechanics.numbers import known_values, parameter_values
from lagr_gui.model import Element, FieldType, Model, Role
from lagr_gui.subsystems.signals import whole
from lagr_gui.topology import Mesh, Topology

if TYPE_CHECKING:
    from lagr_gui.catalogue.registries import Inductor, MutualInductance, Resistor

ROUNDING = 1e-9
"""By this part M² may exceed L₁ L₂."""


def check_meshes(model: Model, topology: Topology) -> list[Problem]:
    """Sources and other elements that a mesh without inductance cannot take."""
    low = [mesh for mesh in topology.circuits.meshes if mesh.order < 2]
    if not low:
        return []
    return [
        *(p for mesh in low for p in _of_sources(model, mesh)),
        *(p for mesh in low if mesh.order == 1 for p in _of_resistances(model, mesh)),
        *_of_others(model, topology, {mesh.coordinate for mesh in low}),
    ]


def check_coils(model: Model) -> list[Problem]:
    """M² ≤ L₁ L₂, or the magnetic energy of some currents would be negative."""
    values = known_values(model) | {"t": 0.0}
    coupled = [
        (index, element)
        for index, element in enumerate(model.elements)
        if element.enabled and ELEMENTS[element.kind].geometry.side is Side.COILS
    ]
    return [p for index, element in coupled for p in _coupling(model, index, element, values)]


def _coupling(
    model: Model, index: int, element: Element, values: Mapping[str, float]
) -> Iterator[Problem]:
    ends = [getattr(element, name) for name in ELEMENTS[element.kind].geometry.ends.fields]
    coils = [coil for coil in model.elements if coil.name in ends]
    try:
        L = [value(cast("Inductor", coil).L, values) for coil in coils]
        M = value(cast("MutualInductance", element).M, values)
    except LagrError:
        return  # a value is not known yet
    if len(L) == 2 and L[0] * L[1] * (1 + ROUNDING) < M**2:
        cause = say(
            "M = {m:g} H is more than √(L₁L₂) = {most:g} H: some currents would have a "
            "negative energy.",
            m=M,
            most=math.sqrt(max(L[0] * L[1], 0.0)),
        )
        place = say("Element “{name}”, {field}", name=element.name, field="M")
        remedy = "Give a smaller mutual inductance."
        yield Problem(place, cause, remedy, code="coupling", path=("elements", index, "M"))


def _of_sources(model: Model, mesh: Mesh) -> Iterator[Problem]:
    """A voltage may depend on velocities linearly, or not at all where there are none."""
    for name, _ in mesh.branches:
        element = model.element(name)
        law = ELEMENTS[element.kind].law
        if ELEMENTS[element.kind].role is not Role.VOLTAGE or not isinstance(law, Load):
            continue
        tree = substitute(read(getattr(element, law.vector)), whole(model))
        names = {symbol.name for symbol in symbols(tree)}
        if names & {*model.states, *model.measures}:
            cause = "Its voltage depends on a state of the first order."
            if names & {*model.measures}:
                cause = "Its voltage depends on a measure."
            yield _refused(model, element, cause)
            continue
        speeds = speeds_in(model, tree)
        if mesh.order == 0 and speeds:
            cause = "Its voltage depends on a velocity, and its mesh holds capacitances only."
        elif mesh.order == 1 and bends(tree, speeds, 2):
            cause = "Its voltage is not linear in the velocities, and its mesh has no inductance."
        else:
            continue
        yield _refused(model, element, cause)


def _of_resistances(model: Model, mesh: Mesh) -> Iterator[Problem]:
    """One of them must differ from zero, where that can be said."""
    names = [n for n, _ in mesh.branches if ELEMENTS[model.element(n).kind].role is Role.RESISTANCE]
    try:
        numbers = parameter_values(model)
        values = [value(read(cast("Resistor", model.element(n)).R), numbers) for n in names]
    except (LagrError, KeyError):
        return  # they depend on coordinates, or have no value yet
    if not any(values):
        cause = "The mesh has no inductance, and its resistance is zero."
        yield _refused(model, model.element(names[0]), cause)


def _of_others(model: Model, topology: Topology, low: set[str]) -> Iterator[Problem]:
    """Other elements may not act on the charge of such a mesh."""
    sums = topology.circuits.charges
    names = {e.own[0]: {q for q, _ in sums[e.name]} for e in model.elements if e.name in sums}
    within = {name for name, terms in names.items() if terms & low}
    for element in model.elements:
        kind = ELEMENTS[element.kind]
        if not element.enabled or kind.role is not None:
            continue
        acts = isinstance(kind.geometry, Unplaced) and isinstance(
            kind.law, Energies | Condition | Limit
        )
        used: set[str] = set()
        for spec in kind.fields:
            if spec.type is FieldType.COORDINATE:
                used.add(getattr(element, spec.name))
            elif spec.type is FieldType.SCALAR and acts:
                used |= {symbol.name for symbol in symbols(read(getattr(element, spec.name)))}
        if used & within:
            cause = say(
                "It acts on the charge “{used}”, whose mesh has no inductance.",
                used=min(used & within),
            )
            yield _refused(model, element, cause)


def _refused(model: Model, element: Element, cause: str) -> Problem:
    remedy = "Put an inductor into the mesh, however small."
    path = ("elements", model.elements.index(element))
    return Problem(
        say("Element “{name}”", name=element.name), cause, remedy, code="low-order-mesh", path=path
    )
