"""Newton–Euler equations to be read: balances of each body with the forces of its joints."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from lagr_gui.mechanics.formalisms.calculus import Shares
from lagr_gui.mechanics.formalisms.kinetics import BodyMotion, Kinetics
from lagr_gui.mechanics.formalisms.naming import fresh
from lagr_gui.mechanics.formalisms.newton_euler import NewtonEuler
from lagr_gui.mechanics.present import Show
from lagr_gui.mechanics.reading import Link
from lagr_gui.mechanics.sheet import Balance, Entry
from lagr_gui.mechanics.vectors import Triple, cross, dot, minus, plus, times

Wrench = tuple[Triple[Any], Triple[Any]]
"""Force and moment about the joint's point, in space axes."""
AXES = "xyz"


def newton_euler(kinetics: Kinetics, show: Show) -> tuple[list[Entry], list[Balance]]:
    """Balances of momentum and of angular momentum of each body, in space axes.

    F1_x … N1_z are the components of the force and moment that the first joint's parent
    exerts on its child, at the joint's point; joints count in the order of the tree.
    """
    form = NewtonEuler(kinetics)
    joints = {
        link.joint: _unknown(kinetics, number)
        for number, link in enumerate(kinetics.reading.links, start=1)
    }
    balances: list[Balance] = []
    for body in kinetics.bodies:
        balances += _body(form, body, joints, show)
    return [], balances + _coordinates(form, joints, show)


def _unknown(kinetics: Kinetics, number: int) -> Wrench:
    names = [f"{letter}{number}_{axis}" for letter in "FN" for axis in AXES]
    a, b, c, d, e, f = kinetics.calculus.introduce(fresh(kinetics.reading, names))
    return (a, b, c), (d, e, f)


def _body(
    form: NewtonEuler, body: BodyMotion, joints: Mapping[str, Wrench], show: Show
) -> list[Balance]:
    kinematics = form.kinematics
    forces = {key: [*vector] for key, vector in form.wrenches.force[body.number].items()}
    moments = {key: [*vector] for key, vector in form.wrenches.moment[body.number].items()}
    for link in form.kinetics.reading.links:
        if body.number in (link.parent, link.child):
            force, moment = _acting(form, link, body, joints[link.joint])
            forces[f"joint:{link.joint}"] = [*force]
            moments[f"joint:{link.joint}"] = [*moment]
    spin = kinematics.in_space(body.E, body.spin_rate)
    rates = (times(body.a, body.M), spin)
    balances = []
    for what, rate, sources in zip(("force", "moment"), rates, (forces, moments), strict=True):
        for i, axis in enumerate(AXES):
            left = show.terms(_nonzero({body.key: rate[i]}))
            right = show.terms(_nonzero({key: vector[i] for key, vector in sources.items()}))
            if left or right:
                name = f"body {body.number}, {what} {axis}"
                balances.append(Balance(name, 0, left, right, form.equation))
    return balances


def _acting(
    form: NewtonEuler, link: Link, body: BodyMotion, wrench: Wrench
) -> tuple[Triple[Any], Triple[Any]]:
    """What a joint exerts on one of its bodies, about the centre of mass of that body."""
    drawn_on = link.parent if link.backwards else link.child
    sign = 1 if body.number == drawn_on else -1
    force, moment = times(wrench[0], sign), times(wrench[1], sign)
    point = plus(form.kinematics.poses[link.child][1], form.arm(link))
    lever = minus(point, form.kinematics.poses[body.number][1])
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
        right = form.wrenches.on_coordinate.get(rho, {}) | form.kinetics.bound[rho - 1]
        balances.append(
            Balance(name, rho, show.terms(_nonzero(left)), show.terms(_nonzero(right)), "3.3")
        )
    return balances


def _nonzero(parts: Shares) -> Shares:
    return {key: value for key, value in parts.items() if not value.is_zero}
