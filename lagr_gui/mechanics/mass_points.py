"""Beams as mass points at the places of a quadrature, for what knows rigid bodies only.

The points move with the root and the amplitudes as the beam does.  A quadrature that is exact
for the integrals of the shape functions leaves kinetic energy, weight and all forces of inertia
as they are; the integrals themselves do not enter, so that they can be checked.
"""

from __future__ import annotations

from dataclasses import replace

from lagr_gui.catalogue import ELEMENTS
from lagr_gui.expression import Product
from lagr_gui.mechanics.reading import ElasticBody, Link, Part, Reading, RigidBody
from lagr_gui.mechanics.steps import Shift
from lagr_gui.mechanics.trees import NOWHERE, Rows, exact

_NONE: Rows = (NOWHERE, NOWHERE, NOWHERE)


def discretised(reading: Reading) -> Reading:
    """The reading with mass points in the place of beams, and energies for their bending."""
    number = min((0, *(link.child for link in reading.links)))
    links, bodies, parts = [*reading.links], [*reading.bodies], [*reading.parts]
    for body in reading.beams:
        parts.append(_bending(body))
        basis = body.beam.basis
        for index, (xi, weight) in enumerate(zip(basis.places, basis.weights, strict=True)):
            number -= 1
            steps = (*body.steps, Shift(body.beam.point(float(xi))))
            name = _name(body, index)
            links.append(Link(name, body.root, number, steps, body.anchor, backwards=False))
            mass = Product((exact(float(weight)), body.beam.mass))
            bodies.append(RigidBody(number, mass, _NONE, _NONE, body.beam.gravity))
    return replace(reading, links=tuple(links), bodies=tuple(bodies), beams=(), parts=tuple(parts))


def point_names(body: ElasticBody) -> list[str]:
    """The names of the links of all mass points of a beam; no joint of a user is called so."""
    return [_name(body, index) for index, _ in enumerate(body.beam.basis.weights)]


def _name(body: ElasticBody, index: int) -> str:
    return f"{body.beam.joint}\n{index}"


def _bending(body: ElasticBody) -> Part:
    beam, kind = body.beam, ELEMENTS["energies"]
    damped = Product((beam.damping, beam.energy_at_places(rates=True)))
    made = {"potential": beam.energy_at_places(), "dissipation": damped}
    return Part(kind.record.model_construct(name=f"{beam.joint}\n"), kind, made)
