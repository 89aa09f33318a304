"""What every element exerts, stated a second time: as forces, not as energies.

Signs and axes are those of docs/conventions.md; nothing here reads the laws of the catalogue.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from lagr_gui.audit.bodies import Bodies, Wrench
from lagr_gui.audit.jets import Array, Jet, cross, jet, norm, turned
from lagr_gui.audit.ropes import length_of, place, rope, stops
from lagr_gui.audit.values import NotCovered, Values
from lagr_gui.foundation.message import say


@dataclass(eq=False)
class ForceEffect:
    """What one item of the model exerts: wrenches on bodies, forces (n,) on coordinates.

    `sizes` (n,) bound the latter by the terms of which they are sums.
    `blurs` bound the force and the moment on a body where they hide in its wrenches.
    `energy` is its potential energy as a jet in time, which `stored` (n,) bounds by its terms where
    they cancel; `power` (n,) is what it dissipates.
    """

    key: str
    wrenches: dict[int, Wrench] = field(default_factory=dict[int, Wrench])
    direct: dict[int, Array] = field(default_factory=dict[int, Array])
    sizes: dict[int, Array] = field(default_factory=dict[int, Array])
    blurs: dict[int, tuple[float, float]] = field(default_factory=dict[int, tuple[float, float]])
    kinetic: Jet | None = None
    energy: Jet | None = None
    stored: Array | None = None
    power: Array | None = None

    def push(self, bodies: Bodies, body: int, F: Array, at: Array) -> None:
        """Add a force (n, 3) at a point (n, 3)."""
        self.turn(bodies, body, cross(at - bodies.frames[body].x[0], F), F)

    def turn(self, bodies: Bodies, body: int, M: Array, F: Array | None = None) -> None:
        """Add a moment (n, 3), with a force at the centre of mass."""
        F = np.zeros_like(M) if F is None else F
        if (wrench := self.wrenches.get(body)) is not None:
            F, M = wrench[0] + F, wrench[1] + M
        self.wrenches[body] = F, M

    def act(self, index: int, force: Array, size: Array | None = None) -> None:
        """Add a generalised force (n,) on a coordinate."""
        size = np.abs(force) if size is None else size
        stands = index in self.direct
        self.direct[index] = self.direct[index] + force if stands else force
        self.sizes[index] = self.sizes[index] + size if stands else size


class StatedBinding(ForceEffect):
    """One condition with what it exerts per unit of λ.

    `value` (3, n) is what must vanish with its derivatives: Φ on positions, ψ on velocities
    (`order` 2 or 1: the derivative in which q̈ stands).  `size` (n,) bounds that derivative by
    its terms.  `turned` (n,) must vanish too: it tells axes that are parallel from others that
    meet the same condition.  `usual` is the size of the terms of one that exerts nothing.  Friction
    holds by at most its `bound` (n,); what the reaction of its joint presses exerts λ at all times:
    its `rubbing` (n,) where it does not hold what comes.  The slips of one surface are counted by
    their `component` from 1.
    """

    value: Jet
    order: int
    size: Array
    turned: Array | float = 0.0
    usual: float = 0.0
    bound: Array | None = None
    is_pressed: bool = False
    rubbing: Array | None = None
    component: int = 0

    def states(self, value: Jet, order: int, size: Array) -> StatedBinding:
        """The same with its condition."""
        self.value, self.order, self.size = value, order, size
        return self


def effect_of(element: Any, bodies: Bodies) -> ForceEffect:
    """What an element exerts. Raises NotCovered for a kind that is not stated here."""
    stated = FORCES.get(element.kind)
    if stated is None:
        raise NotCovered(say("the force of elements of kind “{kind}”", kind=element.kind))
    effect = ForceEffect(f"element:{element.name}")
    stated(element, bodies, effect)
    return effect


def ends(element: Any, bodies: Bodies) -> tuple[Jet, Jet]:
    """The points P and N of an element between two points."""
    return place(bodies, *stops(element)[0]), place(bodies, *stops(element)[-1])


def _between(bodies: Bodies, element: Any, effect: ForceEffect, P: Jet, N: Jet, F: Array) -> None:
    """A force F on the first body at P, and its reaction on the second at N."""
    effect.push(bodies, element.body_a, F, P[0])
    effect.push(bodies, element.body_b, -F, N[0])


def _spring(element: Any, bodies: Bodies, effect: ForceEffect) -> None:
    c, l0 = (bodies.values.scalar(getattr(element, name)) for name in ("c", "l0"))
    P, N = ends(element, bodies)
    span = P - N
    length = length_of(span)
    stretch = length - l0
    if not bodies.hold(element):
        pull = -c[0] * stretch[0] / length[0]
        _between(bodies, element, effect, P, N, pull[:, None] * span[0])
    effect.energy = _half_square(c, stretch)


def _half_square(c: Jet, x: Jet) -> Jet:
    """c x²/2, value and rate."""
    half = x[0] ** 2 / 2
    value = c[0] * half
    return jet(value, c[1] * half + c[0] * x[0] * x[1], 0 * value)


def _dashpot(element: Any, bodies: Bodies, effect: ForceEffect) -> None:
    if bodies.hold(element):
        return
    k = bodies.values.scalar(element.k)[0]
    P, N = ends(element, bodies)
    span = P - N
    direction = span[0] / norm(span[0])[:, None]
    parting = np.sum(direction * span[1], axis=-1)[:, None] * direction
    # Ends that meet part along their velocity, whatever it is.
    parting = np.where(norm(span[0])[:, None] > 0, parting, span[1])
    _between(bodies, element, effect, P, N, -k[:, None] * parting)
    effect.power = k * np.sum(parting**2, axis=-1)


def _lagr_damper(element: Any, bodies: Bodies, effect: ForceEffect) -> None:
    k = bodies.values.scalar(element.k)[0]
    P, N = ends(element, bodies)
    speed = P[1] - N[1]
    _between(bodies, element, effect, P, N, -k[:, None] * speed)
    effect.power = k * np.sum(speed**2, axis=-1)


def _elastic_rope(element: Any, bodies: Bodies, effect: ForceEffect) -> None:
    c, l0 = (bodies.values.scalar(getattr(element, name)) for name in ("c", "l0"))
    line = rope(element, bodies)
    stretch = line.length - l0
    tight = stretch[0] > 0
    line.pull(bodies, effect, np.where(tight, c[0] * stretch[0], 0.0))
    effect.energy = np.where(tight, _half_square(c, stretch), 0.0)


def _rope_damper(element: Any, bodies: Bodies, effect: ForceEffect) -> None:
    k, line = bodies.values.scalar(element.k)[0], rope(element, bodies)
    line.pull(bodies, effect, k * line.length[1])
    effect.power = k * line.length[1] ** 2


def _rope_pull(element: Any, bodies: Bodies, effect: ForceEffect) -> None:
    n = np.ones_like(bodies.values.states.t)
    rope(element, bodies).pull(bodies, effect, bodies.values.scalar(element.pull)[0] * n)


def _coordinate_spring(element: Any, bodies: Bodies, effect: ForceEffect) -> None:
    values = bodies.values
    c, q0 = values.scalar(element.c), values.scalar(element.q0)
    stretch = values.motion.q[element.coordinate] - q0
    effect.act(values.index[element.coordinate], -c[0] * stretch[0])
    effect.energy = _half_square(c, stretch)


def _coordinate_damper(element: Any, bodies: Bodies, effect: ForceEffect) -> None:
    values = bodies.values
    k, rate = values.scalar(element.k)[0], values.motion.qd[element.coordinate][0]
    effect.act(values.index[element.coordinate], -k * rate)
    effect.power = k * rate**2


def _coordinate_force(element: Any, bodies: Bodies, effect: ForceEffect) -> None:
    values = bodies.values
    n = np.ones_like(values.states.t)
    force, blur = values.scalar(element.force)[0] * n, values.spread(element.force)
    effect.act(values.index[element.coordinate], force, np.abs(force) + blur)


def _in_space(element: Any, bodies: Bodies) -> Array:
    values = bodies.values
    force = values.vector(element.vector)[0] * np.ones((len(values.states.t), 1))
    return turned(bodies.frames[element.body].R[0], force) if element.axes == "body" else force


def _force(element: Any, bodies: Bodies, effect: ForceEffect) -> None:
    P = bodies.frames[element.body].point(bodies.values.point(element.body, element.point))
    effect.push(bodies, element.body, _in_space(element, bodies), P[0])
    effect.blurs[element.body] = bodies.values.spread(*element.vector), 0.0


def _torque(element: Any, bodies: Bodies, effect: ForceEffect) -> None:
    M = _in_space(element, bodies)
    effect.turn(bodies, element.body, M)
    effect.turn(bodies, element.reaction_body, -M)
    effect.blurs[element.body] = 0.0, bodies.values.spread(*element.vector)


def _energies(element: Any, bodies: Bodies, effect: ForceEffect) -> None:
    """d/dt ∂T/∂q̇ − ∂T/∂q + ∂U/∂q + ∂D/∂q̇ by jets, on every coordinate of which they speak."""
    values = bodies.values
    T, U, D = element.kinetic, element.potential, element.dissipation
    still = np.zeros_like(values.states.t)
    for name in values.fields.names_in(T, U, order=0):
        index, curve = values.index[name], values.toward(name)
        (pull, pulls), (fall, falls) = (values.slope(energy, curve) for energy in (T, U))
        effect.act(index, pull - fall, pulls + falls)
    for name in values.fields.names_in(T, D, order=1):
        index = values.index[name]
        sides = [values.scalar(T, values.leaning(name, lean))[2] for lean in (1.0, -1.0)]
        drag, drags = values.slope(D, values.toward(name, order=1))
        size = (np.abs(sides[0]) + np.abs(sides[1])) / 4 + drags
        effect.act(index, -(sides[0] - sides[1]) / 4 - drag + still, size + still)
    effect.kinetic = values.scalar(T) + np.zeros((3, len(still)))
    effect.energy = values.scalar(U) + np.zeros((3, len(still)))
    effect.power = _dissipated(D, values)


def _bushing(element: Any, bodies: Bodies, effect: ForceEffect) -> None:
    from lagr_gui.audit.mounts import bushing  # few models have one

    bushing(element, bodies, effect)


def _dissipated(D: Any, values: Values) -> Array:
    """∂D/∂q̇ q̇"""
    power = np.zeros_like(values.states.t)
    for name in values.fields.names_in(D, order=1):
        slope = values.scalar(D, values.toward(name, order=1))[1]
        power = power + slope * values.motion.qd[name][0]
    return power


def slip_of(element: Any, bodies: Bodies) -> Array:
    """The velocity of slip (n,) of friction on a coordinate, or along a line."""
    values = bodies.values
    speed = 0.0 if element.kind == "brake" else values.scalar(element.speed)[0]
    if element.kind == "line_friction":
        P, N = ends(element, bodies)
        span = P - N
        return np.sum(span[0] * span[1], axis=-1) / norm(span[0]) - speed
    return values.motion.qd[element.coordinate][0] - speed


def _coordinate_friction(element: Any, bodies: Bodies, effect: ForceEffect) -> None:
    slip, values = slip_of(element, bodies), bodies.values
    force = rubbed(element, values, slip)
    effect.act(values.index[element.coordinate], force)
    _take(element, effect, force, slip)


def _line_friction(element: Any, bodies: Bodies, effect: ForceEffect) -> None:
    P, N = ends(element, bodies)
    span, slip = P - N, slip_of(element, bodies)
    force = rubbed(element, bodies.values, slip)
    _between(bodies, element, effect, P, N, (force / norm(span[0]))[:, None] * span[0])
    _take(element, effect, force, slip)


def _take(element: Any, effect: ForceEffect, force: Array, slip: Array) -> None:
    """What friction takes is dissipated; bristles also store, so that they give and take."""
    if element.law != "bristle":
        effect.power = -force * slip


def _one_way_clutch(element: Any, bodies: Bodies, effect: ForceEffect) -> None:
    slip, ways = overrun(element, bodies.values)
    force = rubbed(element, bodies.values, slip[0])
    for name, way in ways.items():
        effect.act(bodies.values.index[name], force * way)
    effect.power = -force * slip[0]


def overrun(element: Any, values: Values) -> tuple[Jet, dict[str, Array]]:
    """How fast a clutch overruns its other side, and how coordinates do that."""
    still = np.zeros((3, len(values.states.t)))
    other = values.scalar(element.other) + still
    ways = {element.coordinate: np.ones(1) + still[0]}
    for name in values.fields.names_in(element.other, order=0):
        slope = (values.scalar(element.other, values.toward(name, order=0)) + still)[1]
        ways[name] = ways.get(name, 0.0) - slope
    q = values.motion.q[element.coordinate] + still
    sign = {"forwards": 1.0, "backwards": -1.0}[element.turns]
    ahead = sign * (q - other)
    return jet(ahead[1], ahead[2], still[0]), {name: sign * way for name, way in ways.items()}


def bound_of(element: Any, values: Values) -> Array:
    """What holds at most while it sticks: H, or R where none is given; of a clutch all, or M."""
    one = "brake", "one_way_clutch"
    fields = ("moment",) if element.kind in one else ("static", "kinetic")
    given = [values.scalar(getattr(element, name))[0] for name in fields]
    chosen = given[0] if np.any(given[0]) else given[-1]
    if element.kind == "one_way_clutch" and not np.any(chosen):
        chosen = np.inf
    return chosen + np.zeros_like(values.states.t)


def sense_of(element: Any, values: Values) -> Array:
    """1 or −1 while it slides; any other while it sticks, 0 where it holds what comes."""
    return values.scalar("sigma_" + re.sub("[^A-Za-z0-9]+", "_", element.name))[0]


def rubbed(element: Any, values: Values, slip: Array) -> Array:
    """What it exerts against its slip: b(γ) times σ, or by an approximation of this law."""
    if element.kind == "one_way_clutch":
        back = np.maximum(-sense_of(element, values), 0.0)
        return back * values.scalar(element.moment)[0] + 0 * slip
    b = _bound_while(element, values, slip)
    if element.law == "smooth":
        return -b * np.tanh(slip / values.scalar(element.v_smooth)[0])
    if element.law == "bristle":
        stiffness, damping = (values.scalar(getattr(element, n))[0] for n in ("sigma_0", "sigma_1"))
        z, rate, _ = bristles(element, values, slip)
        return -(stiffness * z + damping * rate)
    return -sense_of(element, values) * b


def _bound_while(element: Any, values: Values, slip: Array) -> Array:
    """b(γ): R, or on a Stribeck curve between H and R."""
    if element.kind == "brake":
        return values.scalar(element.moment)[0] + 0 * slip
    fields = "kinetic", "static", "stribeck", "shape"
    R, H, v, power = (values.scalar(getattr(element, name))[0] for name in fields)
    if np.any(H) and np.any(v):
        R = R + (H - R) * np.exp(-((np.abs(slip) / v) ** power))
    return R + 0 * slip


def bristles(element: Any, values: Values, slip: Array) -> tuple[Array, Array, Array]:
    """How far bristles are bent, how fast they bend by this law, and its terms, each (n,)."""
    key = f"element:{element.name}"
    name = next(s.name for s in values.fields.model.own_states if s.source == key)
    z = values.motion.z[name][0]
    stiffness = values.scalar(element.sigma_0)[0]
    back = stiffness * np.abs(slip) * z / _bound_while(element, values, slip)
    return z, slip - back, np.abs(slip) + np.abs(back)


FORCES: Mapping[str, Callable[[Any, Bodies, ForceEffect], None]] = {
    "spring": _spring,
    "dashpot": _dashpot,
    "lagr_damper": _lagr_damper,
    "coordinate_spring": _coordinate_spring,
    "coordinate_damper": _coordinate_damper,
    "coordinate_force": _coordinate_force,
    "force": _force,
    "torque": _torque,
    "energies": _energies,
    "bushing": _bushing,
    "elastic_rope": _elastic_rope,
    "rope_damper": _rope_damper,
    "rope_pull": _rope_pull,
    "joint_friction": _coordinate_friction,
    "brake": _coordinate_friction,
    "line_friction": _line_friction,
    "one_way_clutch": _one_way_clutch,
}
