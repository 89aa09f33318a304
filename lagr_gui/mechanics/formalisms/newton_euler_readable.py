"""Newton–Euler equations to be read: balances of each body with the forces of its joints."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from lagr_gui.foundation.message import say
from lagr_gui.foundation.problem import LagrError, refusal
from lagr_gui.mechanics.closed import add, nonzero
from lagr_gui.mechanics.formalisms.calculus import Shares
from lagr_gui.mechanics.formalisms.formalism import fresh
from lagr_gui.mechanics.formalisms.kinetics import Kinetics
from lagr_gui.mechanics.formalisms.newton_euler import NewtonEuler
from lagr_gui.mechanics.reading import ElasticBody, Link
from lagr_gui.mechanics.sheets.arranged import Show
from lagr_gui.mechanics.sheets.sheet import Balance, Entry
from lagr_gui.mechanics.vectors import Triple, cross, dot, minus, plus, times

Vector = Triple[Any]
Wrench = tuple[Vector, Vector]
"""Force and moment about the joint's point, in space axes."""
AXES = "xyz"


def newton_euler(kinetics: Kinetics, show: Show) -> tuple[list[Entry], list[Balance]]:
    """Balances of momentum and of angular momentum of each body, in space axes.

    F1_x … N1_z are the components of the force and moment that the first joint's parent
    exerts on its child, at the joint's point; joints count in the order of the tree.  Images
    of bodies, with which some joints close a loop, have no mass: the forces on them balance.
    """
    if kinetics.reading.beams:
        raise _bent(kinetics.reading.beams[0])
    form = NewtonEuler(kinetics)
    joints = {
        link.joint: _unknown(kinetics, number)
        for number, link in enumerate(kinetics.reading.links, start=1)
    }
    balances: list[Balance] = []
    for body in kinetics.bodies:
        rates = times(body.a, body.M), form.kinematics.in_space(body.E, body.spin_rate)
        balances += _balances(form, body.number, body.key, rates, joints, show)
    still = form.kinematics.nowhere, form.kinematics.nowhere
    for link in kinetics.reading.links:
        if link.child < 0:
            key = f"joint:{link.joint}"
            balances += _balances(form, link.child, key, still, joints, show)
    return [], balances + _coordinates(form, joints, show)


def _bent(body: ElasticBody) -> LagrError:
    return refusal(
        place=say("Joint “{name}”", name=body.beam.joint),
        cause="An elastic beam is no rigid body: its balances hold for each of its slices.",
        remedy="Choose a formalism that starts from T or S, or Kane’s or Gauss’s.",
        code="no-body",
    )


def _unknown(kinetics: Kinetics, number: int) -> Wrench:
    names = [f"{letter}{number}_{axis}" for letter in "FN" for axis in AXES]
    a, b, c, d, e, f = kinetics.calculus.introduce(fresh(kinetics.reading, names))
    return (a, b, c), (d, e, f)


def _balances(
    form: NewtonEuler,
    number: int,
    key: str,
    rates: Wrench,
    joints: Mapping[str, Wrench],
    show: Show,
) -> list[Balance]:
    """What changes the momentum and the angular momentum of one body."""
    acting: tuple[dict[str, Vector], dict[str, Vector]] = (
        dict(form.wrenches.force.get(number, {})),
        dict(form.wrenches.moment.get(number, {})),
    )
    for source, wrench in _reactions(form, number, joints):
        for sources, vector in zip(acting, wrench, strict=True):
            sources[source] = plus(sources[source], vector) if source in sources else vector
    balances: list[Balance] = []
    for rate, sources in zip(rates, acting, strict=True):
        for i in range(3):
            left = show.terms(nonzero({key: rate[i]}))
            right = show.terms(nonzero({name: vector[i] for name, vector in sources.items()}))
            if left or right:
                balances.append(Balance(f"body {number}", 0, left, right, form.equation))
    return balances


def _reactions(
    form: NewtonEuler, number: int, joints: Mapping[str, Wrench]
) -> Iterator[tuple[str, Wrench]]:
    """What joints and conditions exert on a body, about its centre of mass."""
    for link in form.kinetics.reading.links:
        if number in (link.parent, link.child):
            yield f"joint:{link.joint}", _acting(form, link, number, joints[link.joint])
    for binding, factor in zip(form.bindings.rows, form.kinetics.multipliers, strict=True):
        if number in binding.wrenches:
            force, moment = binding.wrenches[number]
            yield binding.source, (times(force, factor), times(moment, factor))


def _acting(form: NewtonEuler, link: Link, number: int, wrench: Wrench) -> Wrench:
    """What a joint exerts on one of its bodies, about the centre of mass of that body."""
    drawn_on = link.parent if link.backwards else link.child
    sign = 1 if number == drawn_on else -1
    force, moment = times(wrench[0], sign), times(wrench[1], sign)
    point = plus(form.kinematics.poses[link.child][1], form.arm(link))
    lever = minus(point, form.kinematics.poses[number][1])
    return force, plus(moment, cross(lever, force))


def _coordinates(form: NewtonEuler, joints: Mapping[str, Wrench], show: Show) -> list[Balance]:
    """What a joint exerts along its own freedoms is the force on its coordinates."""
    balances = []
    motions = {link.joint: form.joint(link) for link in form.kinetics.reading.links}
    for rho, name in enumerate(form.kinetics.reading.coordinates, start=1):
        left: Shares = {}
        for link in form.kinetics.reading.links:
            motion = motions[link.joint]
            if rho not in motion.columns:
                continue
            move, turn = motion.columns[rho]
            sign = -1 if link.backwards else 1
            force, moment = joints[link.joint]
            at_centre = minus(moment, cross(force, motion.arm))
            value = dot(force, move) + dot(at_centre, turn)
            left[f"joint:{link.joint}"] = value * sign
        right = dict(form.wrenches.on_coordinate.get(rho, {}))
        for binding, factor in zip(form.bindings.rows, form.kinetics.multipliers, strict=True):
            if rho in binding.on_coordinates:
                add(right, binding.source, binding.on_coordinates[rho] * factor)
        balances.append(
            Balance(name, rho, show.terms(nonzero(left)), show.terms(nonzero(right)), "3.3")
        )
    return balances
