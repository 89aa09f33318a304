"""Conditions on the motion, stated a second time: what must vanish, and what they can exert.

A condition exerts λ times the wrenches of its `StatedBinding`, whatever λ is; its rate of change
must vanish to second order on positions, to first order on velocities.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any

import numpy as np

from lagr_gui.audit.bodies import Bodies, BodyFrame, JointLink
from lagr_gui.audit.forces import StatedBinding, bound_of, ends, overrun
from lagr_gui.audit.jets import (
    Array,
    Jet,
    apply,
    constant,
    cross,
    dot,
    jet,
    matmul,
    norm,
    product,
    shifted,
)
from lagr_gui.audit.joints import AXES_OF, rotation
from lagr_gui.audit.ropes import rope, stops
from lagr_gui.audit.seen import Seen
from lagr_gui.audit.values import NotCovered, Values
from lagr_gui.expression import Number, read
from lagr_gui.foundation.message import say
from lagr_gui.model import Joint
from lagr_gui.topology.meshes import Charge

AXES = np.eye(3)
NOUGHT = Number(Fraction(0))

ROUNDING = 1e-13
"""What is left of the terms of a condition below this part of them is rounding: it is met."""


def bindings_of(element: Any, bodies: Bodies, charges: Mapping[str, Charge]) -> list[StatedBinding]:
    """The conditions of an element; none where it is no binding."""
    if element.kind == "current_source":
        return [_current_source(element, bodies, charges)]
    stated = BINDINGS.get(element.kind)
    return list(stated(element, bodies)) if stated else []


def _between(
    element: Any, bodies: Bodies, P: Jet, N: Jet, force: Array, value: Jet, scale: Array
) -> StatedBinding:
    """A condition between two points, which pushes them along a force."""
    binding = StatedBinding(f"element:{element.name}")
    binding.push(bodies, element.body_a, force, P[0])
    binding.push(bodies, element.body_b, -force, N[0])
    frames = bodies.frames[element.body_a], bodies.frames[element.body_b]
    points = (
        bodies.values.point(element.body_a, element.point_a),
        bodies.values.point(element.body_b, element.point_b),
    )
    pulls = sum(f.pull_at(p) for f, p in zip(frames, points, strict=True))
    return binding.states(value, 2, scale * pulls)


def _length(element: Any, bodies: Bodies, field: Any, sign: float) -> Iterator[StatedBinding]:
    """±(λ² − l²)/2"""
    P, N = ends(element, bodies)
    span = P - N
    length = bodies.values.scalar(field)
    value = sign * (dot(span, span) - product(length, length)) / 2
    size = np.sqrt(dot(span, span)[0])
    binding = _between(element, bodies, P, N, sign * span[0], value, size)
    binding.size = binding.size + np.sum(span[1] ** 2, axis=-1) + np.abs(product(length, length)[2])
    yield binding


def _rod(element: Any, bodies: Bodies) -> Iterator[StatedBinding]:
    return _length(element, bodies, element.l, 1.0)


def _bumper(element: Any, bodies: Bodies) -> Iterator[StatedBinding]:
    return _length(element, bodies, element.distance, -1.0)


def _rope(element: Any, bodies: Bodies) -> Iterator[StatedBinding]:
    """Σ |Δx| − l: it pulls with −λ."""
    line, length = rope(element, bodies), bodies.values.scalar(element.l)
    binding = StatedBinding(f"element:{element.name}")
    line.pull(bodies, binding, -np.ones_like(bodies.values.states.t))
    yield binding.states(line.length - length, 2, line.size + np.abs(length[2]))


def _drum(element: Any, bodies: Bodies) -> Iterator[StatedBinding]:
    """Half the difference of both parts of a rope, less how far its drum has run: its slip."""
    values = bodies.values
    shares = [*([-0.5] * (len(stops(element)) - 2)), 0.5]
    line, still = rope(element, bodies, shares), np.zeros((3, len(values.states.t)))
    binding = StatedBinding(f"element:{element.name}")
    binding.is_pressed = True
    line.pull(bodies, binding, -np.ones_like(values.states.t))
    for name in values.fields.names_in(element.run, order=0):
        slope = (values.scalar(element.run, values.toward(name, order=0)) + still)[1]
        binding.act(values.index[name], -slope)
    run = values.scalar(element.run) + still
    passed = line.length + still - run
    value = jet(passed[1], passed[2], still[0])
    yield binding.states(value, 1, line.size + np.abs(run[2]))


def _coincidence(element: Any, bodies: Bodies) -> Iterator[StatedBinding]:
    P, N = ends(element, bodies)
    for letter in element.directions:
        axis = AXES["xyz".index(letter)] * np.ones_like(P[0])
        value = dot(P - N, constant(axis[0]))
        yield _between(element, bodies, P, N, axis, value, np.ones(len(axis)))


def _on_coordinates(
    element: Any, bodies: Bodies, factors: Mapping[str, Array], value: Jet, order: int
) -> StatedBinding:
    """A condition that acts on coordinates, by the slopes of what must vanish."""
    values = bodies.values
    binding = StatedBinding(f"element:{element.name}")
    still = np.zeros_like(values.states.t)
    size = still + np.abs(value[order])
    speeds = np.max(np.abs(values.states.qd), axis=1, initial=0.0) ** 2
    for name, factor in factors.items():
        binding.act(values.index[name], factor + still)
        size = size + np.abs(factor) * (np.abs(values.motion.q[name][2]) + speeds)
    return binding.states(value + np.zeros((3, len(still))), order, size)


def _gear(element: Any, bodies: Bodies) -> Iterator[StatedBinding]:
    values = bodies.values
    a, b = (values.motion.q[name] for name in (element.coordinate_a, element.coordinate_b))
    ratio = values.scalar(element.ratio)
    value = a - product(ratio, b) - values.scalar(element.offset)
    factors: dict[str, Array] = {element.coordinate_a: np.ones(1)}
    factors[element.coordinate_b] = factors.get(element.coordinate_b, np.zeros(1)) - ratio[0]
    yield _on_coordinates(element, bodies, factors, value, 2)


def _prescribed_motion(element: Any, bodies: Bodies) -> Iterator[StatedBinding]:
    values = bodies.values
    value = values.motion.q[element.coordinate] - values.scalar(element.motion)
    yield _on_coordinates(element, bodies, {element.coordinate: np.ones(1)}, value, 2)


def _stop(element: Any, bodies: Bodies) -> Iterator[StatedBinding]:
    values = bodies.values
    q = values.motion.q[element.coordinate]
    for sign, bound in ((1.0, element.upper), (-1.0, element.lower)):
        value = sign * (q - values.scalar(bound))
        yield _on_coordinates(element, bodies, {element.coordinate: np.full(1, sign)}, value, 2)


def _joint_friction(element: Any, bodies: Bodies) -> Iterator[StatedBinding]:
    """The slip of a joint on its other side."""
    values = bodies.values
    speed = values.scalar(getattr(element, "speed", 0))
    slip = values.motion.qd[element.coordinate] - speed
    binding = _on_coordinates(element, bodies, {element.coordinate: np.ones(1)}, slip, 1)
    binding.bound = bound_of(element, values)
    yield binding


def _one_way_clutch(element: Any, bodies: Bodies) -> Iterator[StatedBinding]:
    """How fast a clutch overruns its other side."""
    slip, ways = overrun(element, bodies.values)
    binding = _on_coordinates(element, bodies, ways, slip, 1)
    binding.bound = bound_of(element, bodies.values)
    yield binding


def _pressed(element: Any, bodies: Bodies) -> Iterator[StatedBinding]:
    """The slip of a joint that its reaction presses."""
    slip = bodies.values.motion.qd[element.coordinate]
    binding = _on_coordinates(element, bodies, {element.coordinate: np.ones(1)}, slip, 1)
    binding.is_pressed = True
    yield binding


def _surface(element: Any, bodies: Bodies) -> Iterator[StatedBinding]:
    return JointSurface(element, bodies).bindings()


def _line_friction(element: Any, bodies: Bodies) -> Iterator[StatedBinding]:
    """The rate of a distance."""
    P, N = ends(element, bodies)
    span = P - N
    way, parting = span[0], span[1]
    length = norm(way)
    along = way / length[:, None]
    rate = np.sum(along * parting, axis=-1)
    across = np.sum(parting**2, axis=-1) - rate**2
    growth = np.sum(along * span[2], axis=-1) + across / length
    value = jet(rate, growth, 0 * rate) - bodies.values.scalar(element.speed)
    binding = _between(element, bodies, P, N, along, value, np.ones_like(length))
    binding.bound = bound_of(element, bodies.values)
    yield binding.states(value, 1, binding.size + np.sum(parting**2, axis=-1) / length)


def _written(element: Any, bodies: Bodies, field: Any, order: int) -> Iterator[StatedBinding]:
    """A condition that the user wrote, on positions (order 2) or velocities (order 1)."""
    values = bodies.values
    still = np.zeros((3, len(values.states.t)))
    binding = StatedBinding(f"element:{element.name}")
    for name in values.fields.names_in(field, order=2 - order):
        line = values.toward(name, order=2 - order)
        slope, terms = (
            evaluated(field, line) + still for evaluated in (values.scalar, values.terms)
        )
        binding.act(values.index[name], slope[1], terms[1])
    value, terms = values.scalar(field) + still, values.terms(field) + still
    value[:order][np.abs(value[:order]) < ROUNDING * terms[:order]] = 0.0
    yield binding.states(value, order, terms[order])


def _current_source(element: Any, bodies: Bodies, charges: Mapping[str, Charge]) -> StatedBinding:
    values = bodies.values
    terms = charges[element.name]
    current = sum((sign * values.motion.qd[at] for at, sign in terms), constant(0.0))
    factors = {at: np.full(1, float(sign)) for at, sign in terms}
    value = current - values.scalar(element.strength)
    return _on_coordinates(element, bodies, factors, value, 1)


def _skid(element: Any, bodies: Bodies) -> Iterator[StatedBinding]:
    seen, values = Seen(element, bodies), bodies.values
    across = apply(seen.R, values.direction(element.across))
    point = seen.point(values.point(element.body, element.point))
    yield seen.binding(across[0], point[0], dot(across, shifted(point)), 1)


def _pin_in_slot(element: Any, bodies: Bodies) -> Iterator[StatedBinding]:
    """y − f(x) in the plane of the slot; the slot pushes along (−f′, 1)."""
    seen, values = Seen(element, bodies), bodies.values
    along = values.direction(element.along)
    across = constant(cross(values.direction(element.normal)[0, 0], along[0, 0]))
    pin = seen.point(values.point(element.body, element.point))
    way = pin - values.point(element.ground, element.origin)
    x, y = dot(way, along), dot(way, across)
    line = np.stack([x[0], np.ones_like(x[0]), np.zeros_like(x[0])])
    slope = values.scalar(element.curve, x=line)[1] + np.zeros_like(x[0])
    force = across[0] - slope[:, None] * along[0]
    yield seen.binding(force, pin[0], y - values.scalar(element.curve, x=x), 2)


def _touch(element: Any, bodies: Bodies) -> Iterator[StatedBinding]:
    from lagr_gui.audit import touches  # most models have none

    return touches.limits_of(element, bodies)


def _rolling(element: Any, bodies: Bodies) -> Iterator[StatedBinding]:
    from lagr_gui.audit import touches  # most models have none

    return (touches.limits_of if is_rough(element) else touches.rolling)(element, bodies)


def _contact(element: Any, bodies: Bodies) -> Iterator[StatedBinding]:
    from lagr_gui.audit import contacts  # few models have one

    return contacts.bindings_of(element, bodies)


def slips_of(element: Any, bodies: Bodies) -> list[StatedBinding]:
    """Two velocities of slip of each rough limit, along directions across its normal."""
    if element.kind == "contact":
        from lagr_gui.audit import contacts

        return contacts.slips_of(element, bodies)
    from lagr_gui.audit import touches

    return touches.slips_of(element, bodies)


def friction_of(element: Any, values: Values) -> tuple[float, float]:
    """μ of a rough limit that slides, and that while it sticks, beside its multiplier."""
    mu, static = (values.number(field) for field in (element.mu, element.static))
    arm = values.number(element.distance) if element.kind == "bumper" else 1.0
    return mu * arm, (static or mu) * arm


def is_limit(element: Any) -> bool:
    """Whether an element is a unilateral condition: a contact is where it may slip."""
    return element.kind in LIMITS or (element.kind in SLIPPING and is_rough(element))


def is_rough(element: Any) -> bool:
    """Whether an element is a limit with friction."""
    return element.kind in ROUGH and read(element.mu) != NOUGHT


BINDINGS: Mapping[str, Callable[[Any, Bodies], Iterator[StatedBinding]]] = {
    "rod": _rod,
    "coincidence": _coincidence,
    "gear": _gear,
    "prescribed_motion": _prescribed_motion,
    "skid": _skid,
    "rolling_disc": _rolling,
    "rolling_ball": _rolling,
    "position_condition": lambda e, b: _written(e, b, e.zero, 2),
    "velocity_condition": lambda e, b: _written(e, b, e.zero, 1),
    "pin_in_slot": _pin_in_slot,
    "follower": _touch,
    "cam": _touch,
    "wall": _touch,
    "contact": _contact,
    "stop": _stop,
    "rope": _rod,
    "tight_rope": _rope,
    "pulley_rope": _rope,
    "bumper": _bumper,
    "unilateral_condition": lambda e, b: _written(e, b, e.limit, 2),
    "joint_friction": _joint_friction,
    "brake": _joint_friction,
    "bearing_friction": _pressed,
    "guide_friction": _pressed,
    "surface_friction": _surface,
    "line_friction": _line_friction,
    "drum_rope": _drum,
    "one_way_clutch": _one_way_clutch,
}
TIES: Mapping[str, Callable[[Any, Bodies], Iterator[StatedBinding]]] = {"drum_rope": _rope}
"""What elements with friction bind besides."""

LIMITS = frozenset(
    {"wall", "contact", "follower", "cam", "stop", "rope", "pulley_rope", "bumper"}
    | {"unilateral_condition"}
)
SLIPPING = frozenset({"rolling_disc", "rolling_ball"})
"""What rolls; with friction that is bounded it may slip, and lift off as limits do."""
ROUGH = frozenset({"wall", "contact", "follower", "cam", "bumper"}) | SLIPPING
"""Limits that may have friction."""
PRESSED = frozenset({"bearing_friction", "guide_friction", "surface_friction", "drum_rope"})
"""Friction that is bounded by a reaction: it exerts a multiplier at all times."""
ONE_WAY = frozenset({"one_way_clutch"})
"""What holds one way, so that its multiplier is not negative."""
FRICTIONS = frozenset({"joint_friction", "brake", "line_friction"}) | PRESSED | ONE_WAY
"""What sticks is a condition; what slides exerts a force."""


class JointSurface:
    """The joint of an element: its bodies, its points, and the directions along which it slips."""

    def __init__(self, element: Any, bodies: Bodies) -> None:
        self.element, self.bodies, values = element, bodies, bodies.values
        index = values.index[element.coordinate]
        self.link: JointLink = next(k for k in bodies.links if index in k.moves)
        self.joint: Any = values.fields.joints[self.link.joint]
        ends = self.link.inner, self.link.outer
        parent, child = ends if self.link.sign > 0 else ends[::-1]
        self.frames = bodies.frames[parent], bodies.frames[child]
        a = values.point(self.joint.parent, self.joint.point_parent)
        b = values.point(self.joint.child, self.joint.point_child)
        self.point = self.frames[1].point(b)
        self.way = self.point - self.frames[0].point(a)
        self.pull = sum(f.pull_at(p) for f, p in zip(self.frames, (a, b), strict=True))
        self.radius = values.scalar(element.radius)[0]
        self.S = values.matrix(self.joint.orientation)
        field = {"cylindrical": "axis", "planar": "normal"}.get(self.joint.kind, "")
        self.axis = self._fixed(getattr(self.joint, field)) if field else None

    def _fixed(self, direction: Any) -> Jet:
        """A direction of the joint, in axes of its parent."""
        return apply(self.S, self.bodies.values.direction(direction))

    def bindings(self) -> Iterator[StatedBinding]:
        """The slips: along the directions of the joint, then about its axes."""
        if self.axis is None:
            first, values = self.joint.sequence[0], self.bodies.values
            turn = rotation(
                values.direction(first)[0, 0], values.motion.q[self.joint.coordinates[0]]
            )
            slides, turns = [], [apply(matmul(self.S, turn), constant(axis)) for axis in AXES]
        elif self.joint.kind == "planar":
            along = self._fixed(self.joint.axes[0])
            slides, turns = [along, product(self.axis, along, cross)], [self.axis]
        else:
            slides, turns = [self.axis], [self.axis]
        every = [*map(self._slide, slides), *map(self._turn, turns)]
        for number, binding in enumerate(every, start=1):
            binding.is_pressed, binding.component = True, number
            yield binding

    def _slide(self, axis: Jet) -> StatedBinding:
        e = self.frames[0].direction(axis)
        shift, speeds = dot(self.way, e), np.sum(self.way[1] ** 2, axis=-1)
        size = self.pull + norm(self.way[0]) * self.frames[0].bend + speeds
        link = self.link
        arm = self.point[0] - self.bodies.frames[link.outer].x[0]
        binding = self._acting(np.sum(e[0] * (link.v + cross(link.w, arm)), axis=-1))
        return binding.states(jet(shift[1], shift[2], 0 * shift[1]), 1, size)

    def _turn(self, axis: Jet) -> StatedBinding:
        e, (parent, child) = self.frames[0].direction(axis), self.frames
        w, alpha = child.omega - parent.omega, child.alpha - parent.alpha
        speed = np.sum(w * e[0], axis=-1)
        rate = np.sum(alpha * e[0] + w * e[1], axis=-1)
        binding = self._acting(self.radius * np.sum(e[0] * self.link.w, axis=-1))
        value = jet(self.radius * speed, self.radius * rate, 0 * speed)
        return binding.states(value, 1, np.abs(self.radius) * (parent.bend + child.bend))

    def _acting(self, slopes: Array) -> StatedBinding:
        """What acts along the coordinates of the joint, by slopes (k, n)."""
        binding = StatedBinding(f"element:{self.element.name}")
        for index, slope in zip(self.link.moves, slopes, strict=True):
            binding.act(index, slope)
        return binding


class Closing:
    """The conditions of a joint that closes a loop: two frames, and what of them may differ."""

    def __init__(self, name: str, parent: int, child: int, bodies: Bodies) -> None:
        self.name, self.parent, self.child, self.bodies = name, parent, child, bodies
        self.frames: tuple[BodyFrame, BodyFrame] = bodies.frames[parent], bodies.frames[child]
        self.found: list[StatedBinding] = []

    def offsets(self, a: Jet, b: Jet, directions: Iterable[Jet]) -> None:
        """The points a on the parent, b on the child do not differ along directions (space)."""
        parent, child = self.frames
        P, C = parent.point(a), child.point(b)
        apart = C - P
        arms = [(self.child, 1, C[0] - child.x[0]), (self.parent, -1, C[0] - parent.x[0])]
        size = parent.pull_at(a) + child.pull_at(b) + norm(apart[0]) * parent.bend
        for direction in directions:
            binding = StatedBinding(f"joint:{self.name}")
            for body, sign, arm in arms:
                force = sign * direction[0] + np.zeros(arm.shape)
                binding.turn(self.bodies, body, cross(arm, force), force)
            self.found.append(binding.states(dot(apart, direction), 2, size))

    def angle(self, u: Jet, v: Jet, cosine: float) -> None:
        """A direction u of the parent and v of the child keep their angle."""
        U, V = self.frames[0].direction(u), self.frames[1].direction(v)
        binding = StatedBinding(f"joint:{self.name}")
        moment = cross(V[0], U[0])
        binding.turn(self.bodies, self.child, moment)
        binding.turn(self.bodies, self.parent, -moment)
        size = self.frames[0].bend + self.frames[1].bend
        self.found.append(binding.states(dot(U, V) - constant(cosine), 2, size))

    def welded(self, a: Jet, b: Jet, S: Jet) -> None:
        """Nothing may differ."""
        self.together(a, b)
        self.parallel(S)

    def together(self, a: Jet, b: Jet) -> None:
        """The two points coincide."""
        self.offsets(a, b, map(constant, AXES))

    def parallel(self, S: Jet) -> None:
        """The child's axes are parallel to the joint's."""
        for i, j in ((0, 1), (1, 2), (2, 0)):
            self.angle(constant(S[0, 0][:, i]), constant(AXES[j]), 0.0)
            self.along(constant(S[0, 0][:, i]), constant(AXES[i]))

    def along(self, u: Jet, v: Jet) -> None:
        """The last condition holds where a direction u of the parent is v of the child."""
        U, V = self.frames[0].direction(u), self.frames[1].direction(v)
        self.found[-1].turned = 1.0 - dot(U, V)[0]


def across(axis: Array) -> tuple[Array, Array]:
    """Two unit vectors across a unit vector (3,), perpendicular to each other."""
    first = cross(axis, AXES[int(np.argmin(np.abs(axis)))])
    first = first / np.linalg.norm(first)
    return first, cross(axis, first)


def closing(joint: Joint, bodies: Bodies) -> list[StatedBinding]:
    """The conditions of a cut joint whose coordinates are not kept."""
    values = bodies.values
    S = values.matrix(joint.orientation)
    a = values.point(joint.parent, joint.point_parent)
    b = values.point(joint.child, joint.point_child)
    ties = Closing(joint.name, joint.parent, joint.child, bodies)
    if joint.kind not in AXES_OF:
        raise NotCovered(say("the conditions of joints of kind “{kind}”", kind=joint.kind))
    slides, turns = AXES_OF[joint.kind](joint)
    _bind_points(ties, [_unit(axis, values) for axis in slides], a, b, S)
    _bind_axes(ties, [_unit(axis, values) for axis in turns], S)
    return ties.found


def _unit(axis: Any, values: Any) -> Array:
    return values.direction(axis)[0, 0]


def _bind_points(ties: Closing, slides: Sequence[Array], a: Jet, b: Jet, S: Jet) -> None:
    """Joint points may differ along the slides only, which are fixed in the parent."""
    if not slides:
        ties.together(a, b)
        return
    bound: Sequence[Array] = ()
    if len(slides) == 1:
        bound = across(slides[0])
    elif len(slides) == 2:
        normal = cross(slides[0], slides[1])
        bound = (normal / np.linalg.norm(normal),)
    ties.offsets(a, b, (ties.frames[0].direction(constant(S[0, 0] @ axis)) for axis in bound))


def _bind_axes(ties: Closing, turns: Sequence[Array], S: Jet) -> None:
    """One turn keeps its axis common, two keep the angle between theirs, three bind nothing."""
    if not turns:
        ties.parallel(S)
    elif len(turns) == 1:
        for side in across(turns[0]):
            ties.angle(constant(S[0, 0] @ side), constant(turns[0]), 0.0)
            ties.along(constant(S[0, 0] @ turns[0]), constant(turns[0]))
    elif len(turns) == 2:
        cosine = float(turns[0] @ turns[1])
        ties.angle(constant(S[0, 0] @ turns[0]), constant(turns[1]), cosine)
