"""What presses where friction is bounded by reactions, stated a second time.

A rope on a drum is pressed by half the sum of its tensions.  The reaction of a joint is what all
bodies behind it need, mass times acceleration, less all else that acts on them: Newton's and
Euler's laws for the part of the system that is cut off there.

Slips of surfaces are those of points and angular velocities of both bodies; what is exerted acts on
coordinates of the joint, by how these move the bodies.  Axes are those of the joint’s parent, of a
ball turned by the first of its turns.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from lagr_gui.audit.balance import BEGINS, Balancing, ForceBalance
from lagr_gui.audit.bindings import JointSurface
from lagr_gui.audit.bodies import JointLink, joint_place
from lagr_gui.audit.forces import ForceEffect, sense_of
from lagr_gui.audit.jets import Array, cross, norm
from lagr_gui.audit.residual import residuals
from lagr_gui.audit.ropes import place, stops
from lagr_gui.audit.values import Values
from lagr_gui.foundation.arrays import Array as Numbers

ROUNDS, AGREED = 200, 1e-13
"""So often what presses and what rubs are found in turn; they agree to this part of the largest."""


def pressed_balance(
    balancing: Balancing, extra: Array | None, active: NDArray[np.bool_] | None
) -> ForceBalance:
    """The balance with what slides by reactions, and with the bounds of what sticks so.

    Where accelerations are right it is that of a motion; where they are wrong forces are left over.
    """
    shape = (*balancing.shape, len(balancing.values.coordinates))
    given = np.zeros(shape) if extra is None else extra
    rubbed, power = np.zeros(shape), np.zeros(balancing.shape)
    balance, last, exerted = balancing.balance(given), rubbed, dict[int, Array]()
    for _ in range(ROUNDS):
        balance = balancing.balance(given + rubbed)
        acting = balance.acting(active)
        found = residuals(balance, active)
        every = balance.with_rubbing(found.multipliers, acting)
        last, rubbed, power = rubbed, np.zeros(shape), np.zeros(balancing.shape)
        for row in np.flatnonzero(balance.pressed).tolist():
            binding = balancing.bindings[row]
            element: Any = balancing.model.element(binding.key.partition(":")[2])
            if binding.component:
                if binding.component == 1:
                    pushed, taken = _on_surface(balancing, balance, element, row, every, acting)
                    rubbed, power = rubbed + pushed, power + taken
                continue
            r = np.where(acting[:, row], every[:, row], exerted.get(row, 0.0))
            loaded = partial(_bound, balancing, element, every, r, binding.value[0])
            sense = sense_of(element, balancing.values)
            exerted[row] = force = -sense * loaded(acting[:, row])
            binding.rubbing, binding.bound = force, loaded(acting[:, row] | (np.abs(sense) != 1))
            rubbed += force[:, None] * balance.patterns[row]
            power = power - force * binding.value[0]
        largest = np.max(np.abs(rubbed), initial=0.0)
        if not np.max(np.abs(rubbed - last), initial=0.0) > AGREED * largest:
            break
    powers = {name: getattr(balance, name) + power for name in ("dissipated", "supplied")}
    return replace(balance, rubbed=last, **powers)


def _on_surface(
    balancing: Balancing,
    balance: ForceBalance,
    element: Any,
    row: int,
    multipliers: Numbers,
    acting: NDArray[np.bool_],
) -> tuple[Array, Array]:
    """What surfaces of a joint rub along coordinates (n, f), and what that takes (n,).

    `row` is the first one of their slips.
    """
    some = [
        n
        for n, b in enumerate(balancing.bindings)
        if b.component and b.key == balancing.bindings[row].key
    ]
    force, bound = _rubbed_on(balancing, element, some, multipliers, acting[:, row])
    pushed, power = np.zeros_like(balance.applied), np.zeros(len(bound))
    for number, along in zip(some, force, strict=True):
        binding = balancing.bindings[number]
        binding.rubbing, binding.bound = along, bound
        pushed += along[:, None] * balance.patterns[number]
        power = power - along * binding.value[0]
    return pushed, power


def _bound(
    balancing: Balancing,
    element: Any,
    multipliers: Numbers,
    exerted: Array,
    slip: Array,
    sticks: NDArray[np.bool_],
) -> Array:
    """b (n,) of an element that has `exerted` (n,), for λ (n, m); with μ₀ where it `sticks`."""
    mu = _coefficient(element, balancing.values, slip, sticks)
    if element.kind == "drum_rope":
        return _on_drum(balancing, element, multipliers, mu)
    return mu * _in_joint(balancing, element, multipliers, exerted)


def _coefficient(element: Any, values: Values, slip: Array, sticks: NDArray[np.bool_]) -> Array:
    """μ (n,) of an element that slips so; μ₀ where it `sticks` (n,)."""
    mu, static = (values.scalar(getattr(element, f))[0] for f in ("mu", "mu_static"))
    static = static if np.any(static) else mu
    if element.kind != "drum_rope":
        v, power = (values.scalar(getattr(element, f))[0] for f in ("stribeck", "shape"))
        if np.any(v):
            mu = mu + (static - mu) * np.exp(-((np.abs(slip) / v) ** power))
    return np.where(sticks, static, mu)


def _on_drum(balancing: Balancing, element: Any, multipliers: Numbers, mu: Array) -> Array:
    """What keeps the larger tension of a rope at exp(μβ) times the smaller: |S₁ − S₂| (n,).

    By exp(−μβ), which many turns let vanish.
    """
    values = balancing.values
    keys = [(binding.key, binding.order) for binding in balancing.bindings]
    pull = np.abs(multipliers[:, keys.index((f"element:{element.name}", 2))])
    angle = values.scalar(element.wrap)[0]
    if not np.any(angle):
        before, drum, behind = (place(balancing.bodies, *stop)[0] for stop in stops(element)[-3:])
        u, v = drum - before, behind - drum
        angle = 2 * np.arctan2(  # of the half angle: between unit vectors
            norm(u / norm(u)[..., None] - v / norm(v)[..., None]),
            norm(u / norm(u)[..., None] + v / norm(v)[..., None]),
        )
    ratio = np.exp(-mu * angle)
    return 2 * pull * (1 - ratio) / (1 + ratio)


def _in_joint(
    balancing: Balancing,
    element: Any,
    multipliers: Numbers,
    exerted: Array,
) -> Array:
    """b/μ (n,) of an element, for λ (n, m) of all bindings.

    Of a thread that needs what friction itself has `exerted` (n,).
    """
    values = balancing.values
    index = values.index[element.coordinate]
    link = next(k for k in balancing.bodies.links if index in k.moves)
    force, moment = _reaction(balancing, link, multipliers)
    axis = _axis(link, index)
    along = np.sum(force * axis, axis=-1)
    across = force - along[:, None] * axis
    length = values.scalar(element.length)[0]
    if np.any(length):
        pair = cross(axis, moment) / (length + 0 * along)[:, None]
        pressing = norm(across / 2 - pair) + norm(across / 2 + pair)
    else:
        pressing = norm(across)
    if element.kind == "bearing_friction":
        radius, thrust = (values.scalar(f)[0] for f in (element.radius, element.thrust_radius))
        pressing = radius * pressing
        if np.any(thrust):
            lead = np.sum(link.v[list(link.moves).index(index)] * axis, axis=-1)
            angle = np.arctan2(lead, thrust)
            normal = link.sign * along / np.cos(angle) - exerted * np.sin(angle) / thrust
            pressing = pressing + thrust / np.cos(angle) * np.abs(normal)
    return pressing


def _axis(link: JointLink, index: int) -> Array:
    """The axis (n, 3) of the coordinate of a joint."""
    place = list(link.moves).index(index)
    way = link.w[place] if np.any(link.w[place]) else link.v[place]
    return way / norm(way)[:, None]


def _reaction(balancing: Balancing, link: JointLink, multipliers: Numbers) -> tuple[Array, Array]:
    """The force (n, 3) on what hangs on a joint, and the moment about its point."""
    bodies = balancing.bodies
    point = joint_place(balancing.values.fields.joints[link.joint], bodies)
    behind = {link.outer}
    for other in bodies.links:  # from body 0 outward
        if other.inner in behind:
            behind.add(other.outer)
    force, moment = np.zeros_like(point), np.zeros_like(point)

    def add(effect: ForceEffect, factor: Any) -> None:
        nonlocal force, moment
        for number in behind & effect.wrenches.keys():
            F, M = effect.wrenches[number]
            arm = bodies.frames[number].x[0] - point
            force = force + factor * F
            moment = moment + factor * (M + cross(arm, F + 0 * arm))

    for effect in balancing.inertia:
        add(effect, 1.0)
    for effect in balancing.effects:
        add(effect, -1.0)
    for binding, factor in zip(balancing.bindings, multipliers.T, strict=True):
        add(binding, -factor[:, None])
    return force, moment


# --- surfaces of joints that slip along several directions at once -------------------------------


def _on_surfaces(balancing: Balancing, surface: JointSurface, multipliers: Array) -> Array:
    """What presses (n,), for λ (n, m): the preload, and the reaction where it does so, too."""
    presses = np.abs(surface.bodies.values.scalar(surface.element.preload)[0])
    if surface.element.pressed != "reaction":
        return presses + 0 * multipliers[:, 0]
    force, _ = _reaction(balancing, surface.link, multipliers)
    if surface.axis is None:
        return presses + norm(force)
    axis = surface.frames[0].direction(surface.axis)[0]
    along = np.sum(force * axis, axis=-1)
    if surface.joint.kind == "planar":
        return presses + np.abs(along)
    return presses + norm(force - along[:, None] * axis)


def _rubbed_on(
    balancing: Balancing,
    element: Any,
    rows: Sequence[int],
    multipliers: Numbers,
    sticks: NDArray[np.bool_],
) -> tuple[Array, Array]:
    """What an element exerts along its slips (d, n) where it slides, and its bound (n,).

    For λ (n, m); where it begins to slide it rubs against the rate of its slip.
    """
    slips, rates = (
        np.array([balancing.bindings[row].value[k] + 0 * multipliers[:, 0] for row in rows])
        for k in (0, 1)
    )
    size = norm(slips.T)
    mu = _coefficient(element, balancing.values, size, sticks)
    surface = JointSurface(element, balancing.bodies)
    bound = mu * _on_surfaces(balancing, surface, multipliers)
    begins = size <= BEGINS * np.max(size, initial=0.0)
    ways = np.where(begins, rates, slips)
    length = norm(ways.T)
    ways = np.where(sticks, 0.0, ways / np.where(length > 0, length, 1.0))
    return -bound * ways, bound
