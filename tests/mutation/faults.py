"""The faults that are planted: in laws, motions, geometries, signs, ranks and binding."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from lagr_gui.catalogue.kinds import Rotate, Slide
from tests.mutation.planting import Fault, KindFault, law


def turned(place: int = 0):
    """A motion whose step moves by the coordinate the other way: by that of its neighbour."""

    def changed(motion: Any) -> Any:
        steps = list(motion)
        steps[place], steps[place - 1] = (
            replace(steps[place], coordinate=steps[place - 1].coordinate),
            replace(steps[place - 1], coordinate=steps[place].coordinate),
        )
        return tuple(steps)

    return changed


def swapped(motion: Any) -> Any:
    """A motion whose last two steps follow each other the other way round."""
    return (*motion[:-2], motion[-1], motion[-2])


def as_slide(motion: Any) -> Any:
    """A motion that slides instead of turning."""
    return tuple(Slide(step.axis, step.coordinate) for step in motion)


def as_turn(motion: Any) -> Any:
    """A motion that turns instead of sliding."""
    return tuple(Rotate(step.axis, step.coordinate) for step in motion)


LAWS = [
    KindFault("spring", law("c/2", "c")),
    KindFault("spring", law("length - l0", "length + l0")),
    KindFault("dashpot", law("k/2", "k")),
    KindFault("lagr_damper", law("k/2", "k")),
    KindFault("coordinate_spring", law("value - q0", "value + q0")),
    KindFault("coordinate_damper", law("k/2", "k")),
    KindFault("rod", law("- l^2", "- 1.1*l^2")),
    KindFault(
        "coincidence",
        lambda record: replace(record, position=("span_y", "span_x", "span_z")),
        "closed",
    ),
    KindFault("gear", law("ratio*value_b", "value_b/ratio")),
    KindFault("prescribed_motion", law("value - motion", "value + motion")),
    KindFault("rolling_disc", law("height - radius*lean", "height - radius")),
    KindFault("rolling_ball", law("height - radius", "height + radius")),
    KindFault("wall", law("radius - height", "-radius - height"), "touch", "falling"),
    KindFault("stop", law("lower - value", "2*lower - value"), "touch", "swinging"),
    KindFault("rope", law("l^2", "2*l^2"), "touch", "roped"),
    KindFault("bumper", law("distance^2", "distance^2/2"), "touch", "bumping"),
    KindFault("energies", lambda record: replace(record, kinetic="potential", potential="kinetic")),
    KindFault("capacitor", law("2*C", "C"), model="circuit"),
    KindFault("inductor", law("L/2", "L"), model="circuit"),
    KindFault("resistor", law("R/2", "R"), model="circuit"),
    KindFault("motor", law("K*coordinate", "-K*coordinate"), model="circuit"),
    KindFault("transducer", law("flux*current", "2*flux*current"), model="circuit"),
    KindFault("mutual_inductance", law("M*", "-M*"), model="circuit"),
    KindFault("current_source", law("current - strength", "current + strength"), model="circuit"),
]

MOTIONS = [
    KindFault("revolute", as_slide),
    KindFault("prismatic", as_turn),
    KindFault("cylindrical", turned(1)),
    KindFault("universal", swapped),
    KindFault("spherical", swapped),
    KindFault("planar", turned(1)),
    KindFault("free", swapped),
]

F = "mechanics.recursion.forces"
FORCES = [
    Fault(F, "Forces._line", "times(span, -self._node", "times(span, self._node", "spring"),
    Fault(F, "Forces._line", "push(b, at_b, times(force, -1))", "push(b, at_b, force)", "spring"),
    Fault(F, "Forces._line", "push(a, at_a, force)", "push(a, at_b, force)", "spring"),
    Fault(F, "Forces._line", "point_velocity(b, at_b)", "point_velocity(b, at_a)", "dashpot"),
    Fault(F, "Forces._damping", "times(span, -along / length)", "times(span, -along)", "dashpot"),
    Fault(
        F, "Forces._damping", "times(rates, -2 * across)", "times(rates, -across)", "lagr_damper"
    ),
    Fault(F, "Forces._damping", "along * rate + 2", "along * rate * 2 + 2", "dashpot", "simulate"),
    Fault(
        F,
        "Forces._coordinate",
        "force = -self._node(part, _law_slope(part, law.energy",
        "force = self._node(part, _law_slope(part, law.energy",
        "coordinate_spring",
    ),
    Fault(
        F,
        "Forces._coordinate",
        "force = -self._node(part, _law_slope(part, law.power",
        "force = self._node(part, _law_slope(part, law.power",
        "coordinate_damper",
    ),
    Fault(
        F, "Forces._coordinate", "- force * rate", "+ force * rate", "coordinate_damper", "simulate"
    ),
    Fault(
        F,
        "Forces._coordinate",
        "force = self.scope.node(part.tree(law.vector))",
        "force = self.scope.q[0] * self.scope.node(part.tree(law.vector))",
        "coordinate_force",
    ),
    Fault(F, "Forces._coordinate", ".index(name) + 1", ".index(name) or 1", "coordinate_force"),
    Fault(F, "Forces._voltage", "force = u * sign", "force = u", "circuit"),
    Fault(
        F,
        "Forces._force",
        "push(seat, local, force)",
        "push(seat, self.motion.still, force)",
        "force",
    ),
    Fault(
        F,
        "Forces._in_space",
        "return apply(self.motion.axes(seat), vector)",
        "return vector",
        "force",
    ),
    Fault(
        F,
        "Forces._moment",
        "(self.motion.frames.seats[reaction], -1)",
        "(self.motion.frames.seats[reaction], 1)",
        "torque",
    ),
    Fault(F, "Forces._given", "- damping", "+ damping", "energies"),
    Fault(
        F,
        "Forces._store",
        "self.applied.potential + energy",
        "self.applied.potential - energy",
        "spring",
    ),
]

M = "mechanics.recursion.motion"
INWARD = "mechanics.recursion.inward"
A = "mechanics.recursion.frames"
TREES = [
    Fault(
        M, "Motion._joint_drift", "times(cross(carried, v), 2)", "cross(carried, v)", "prismatic"
    ),
    Fault(M, "Motion._joint_drift", "cross(carried, w)", "cross(w, carried)", "revolute"),
    Fault(
        M,
        "Motion.accelerations",
        "plus(parent.a, apply(parent.U, frame.p))",
        "parent.a",
        "revolute",
    ),
    Fault(M, "Motion._total", "total + derivative", "total - derivative", "carried"),
    Fault(M, "spread", "xy - alpha[2]", "xy + alpha[2]", "spherical"),
    Fault(M, "Motion.point_velocity", "cross(state.w, arm)", "cross(arm, state.w)", "dashpot"),
    Fault(
        M, "Motion.velocities", "cross(parent.w, frame.p)", "cross(frame.p, parent.w)", "revolute"
    ),
    Fault(M, "Motion.poses", "product(W, frame.m)", "product(frame.m, W)", "universal"),
    Fault(INWARD, "inertial_wrench", "K[2][1] - K[1][2]", "K[1][2] - K[2][1]", "spherical"),
    Fault(
        INWARD,
        "weight",
        "cross(frame.weight_moment, local)",
        "cross(local, frame.weight_moment)",
        "revolute",
    ),
    Fault(INWARD, "_momentum", "trace * turn[0] - own[0]", "trace * turn[0] + own[0]", "spherical"),
    Fault(INWARD, "_composites", "added(first, t(first))", "first", "free"),
    Fault(
        INWARD,
        "project",
        "dot(turn, moment) + dot(move, force)",
        "dot(turn, moment) - dot(move, force)",
        "prismatic",
    ),
    Fault(
        A,
        "Frames.load",
        "product(product(seat.m, theta), transpose(seat.m))",
        "theta",
        "turned_seat",
        "simulate",
    ),
    Fault(A, "Frames.load", "outer(first, r)", "outer(r, r)", "revolute"),
    Fault(A, "Frames._step", "times(axis, r)", "times(axis, -r)", "revolute"),
    Fault(
        A,
        "Frames._step",
        "(self.origin, r) for i, r in rates",
        "(self.origin, times(r, 2)) for i, r in rates",
        "planar",
    ),
    Fault(A, "Frames._spin", "W[2][1], W[0][2], W[1][0]", "W[1][2], W[2][0], W[0][1]", "general"),
    Fault(A, "moved_wrench", "cross(frame.p, f)", "cross(f, frame.p)", "revolute"),
    Fault(
        "mechanics.recursion.articulated",
        "ArticulatedBodies._own",
        "cross(apply(J, w), w)",
        "cross(w, apply(J, w))",
        "chain",
    ),
    Fault(
        "mechanics.recursion.articulated",
        "ArticulatedBodies._add",
        "known.A, A",
        "known.A, t(A) if False else known.A",
        "chain",
    ),
    Fault(
        "mechanics.recursion.derivation",
        "Recursion.right",
        "times(self.gravity, -1)",
        "self.gravity",
        "revolute",
        "simulate",
    ),
    Fault(
        "mechanics.recursion.derivation",
        "Recursion._relieved",
        "times(self.gravity, -1)",
        "self.gravity",
        "carried",
        "simulate",
    ),
    Fault(
        "mechanics.recursion.derivation",
        "Recursion._kinetic",
        "- dot(w, own)",
        "+ dot(w, own)",
        "spherical",
    ),
    Fault(
        "mechanics.recursion.derivation",
        "Recursion._reaction",
        "sign = -1 if link.backwards else 1",
        "sign = 1",
        "drawn_backwards",
    ),
    Fault(
        "mechanics.recursion.derivation",
        "Recursion._reaction",
        "cross(minus(origin",
        "cross(minus(self.motion.still",
        "revolute",
    ),
    Fault(
        "mechanics.recursion.derivation",
        "Recursion.energies",
        "drive = self.h[0]",
        "drive = -self.h[0]",
        "carried",
        "simulate",
    ),
    Fault(
        "mechanics.recursion.given",
        "Given.h",
        "- derivative(self.T, q)",
        "+ derivative(self.T, q)",
        "circuit",
    ),
]

C = "mechanics.recursion.constraints"
CONDITIONS = [
    Fault(
        C,
        "Constraints._closure",
        "self.carriers.point(parent, vector(closure.point_parent))",
        "self.carriers.point(parent, vector(closure.point_child))",
        "loop",
    ),
    Fault(
        C,
        "Constraints._closure",
        "wrenches.pair_at(child, parent",
        "wrenches.pair_at(parent, child",
        "loop",
    ),
    Fault(C, "Constraints._distance", "slope = 2 *", "slope =", "rod"),
    Fault(
        C,
        "Constraints._span",
        "times(force, -multiplier)",
        "times(force, multiplier)",
        "rod_between",
    ),
    Fault(
        C,
        "Constraints._coordinate",
        "zero, {index: one}",
        "one, {index: one}",
        "gear",
    ),
    Fault(
        C,
        "Constraints._edge",
        "self.carriers.direction(body",
        "self.carriers.direction(ground",
        "skid",
    ),
    Fault(C, "Constraints._bound", "self._total(speed)", "self.program.zero", "skid"),
    Fault(C, "Constraints._law", "drift + slope * entry.drift", "drift", "rod"),
    Fault(C, "Constraints._law", "* entry.rate * second.rate", "* entry.rate", "rod"),
    Fault(
        C,
        "Constraints._part",
        '"value_b": self._coordinate(part.value(b))',
        '"value_b": self._coordinate(part.value(a))',
        "gear",
    ),
    Fault(
        C,
        "Constraints._space_axes",
        '"x": (one, zero, zero)',
        '"x": (one, one, zero)',
        "coincidence",
    ),
    Fault(
        "mechanics.recursion.carried",
        "Carried.dot",
        "2 * dot(self.rate, other.rate)",
        "dot(self.rate, other.rate)",
        "rod",
    ),
    Fault("mechanics.recursion.carried", "Carriers.point", "apply(state.U, arm)", "arm", "rod"),
    Fault(
        "mechanics.recursion.touch",
        "Touch.__init__",
        "self.point = minus(centre.value",
        "self.point = minus(times(centre.value, 2)",
        "rolling_ball",
    ),
    Fault(
        "mechanics.recursion.touch",
        "Touch.__init__",
        "radius = radius / self.lean.value",
        "radius = radius",
        "rolling_disc",
    ),
    Fault(
        "mechanics.recursion.touch",
        "Touch.speed",
        "minus(_velocity(motion, body, point), _velocity(motion, ground, point))",
        "_velocity(motion, body, point)",
        "rolling_ball",
    ),
    Fault(
        "mechanics.recursion.touch",
        "Touch._length",
        "square.rate / (2 * length)",
        "square.rate / length",
        "rolling_disc",
    ),
]

D = "numerics.descriptor"
RANKS = [
    Fault(D, "resolve", "Vt[rank:].T", "Vt[-rank:].T", "loop"),
    Fault(D, "resolve", "s > DEPENDENT", "s > -1.0", "two_rods"),
    Fault(
        "simulation.conditions",
        "choose_rows",
        "best = rows",
        "best = rows[:-1]",
        "loop",
        "simulate",
    ),
    Fault(D, "solve", "reduced = free.T @ g @ free", "reduced = free.T @ free", "loop"),
    Fault(
        "mechanics.recursion.bound",
        "bound",
        "wanted = [-drift",
        "wanted = [drift",
        "loop",
        "simulate",
    ),
    Fault(
        "mechanics.recursion.bound",
        "bound",
        "multipliers[row] = found[s]",
        "multipliers[row] = -found[s]",
        "prescribed_motion",
        "simulate",
    ),
]

R = "pipeline.running"
BINDING = [
    Fault(
        R,
        "system",
        "values = parameter_array(model)",
        "values = parameter_array(model)[::-1]",
        "named",
        "simulate",
    ),
    Fault(
        R,
        "system",
        "values = parameter_array(model)",
        "values = parameter_array(model) * 1.001",
        "named",
        "simulate",
    ),
    Fault(
        R,
        "parameter_array",
        "parameter_values(model).values()",
        "sorted(parameter_values(model).values())",
        "named",
        "simulate",
    ),
    Fault(
        "kernel.kernel",
        "Kernel.bind",
        "np.array(parameters, float)",
        "np.roll(np.array(parameters, float), 1)",
        "named",
    ),
    Fault(
        "kernel.kernel", "Bound.__init__", "kernel.engine.prepare(room)", "kernel.engine", "named"
    ),
    Fault("kernel.results", "placed", "row += nodes", "row += nodes[::-1]", "named"),
    Fault(
        "mechanics.evaluation",
        "RecursiveEvaluator.evaluate",
        "list(values.values())",
        "list(values.values())[::-1]",
        "named",
    ),
]

K = "mechanics.closed.kinematics"
E = "mechanics.closed.elements"
X = "mechanics.closed.constraints"
CLOSED = [
    Fault(
        K,
        "Kinematics._walk",
        "product(transpose(self._turn(step)), E)",
        "product(self._turn(step), E)",
        "revolute",
        "closed",
    ),
    Fault(
        K,
        "Kinematics._walk",
        "plus(x, self.in_space(E, self.vector(step.vector)))",
        "plus(x, self.vector(step.vector))",
        "prismatic",
        "closed",
    ),
    Fault(
        K,
        "Kinematics._turn",
        'call("sin", (angle,))',
        'call("cos", (angle,))',
        "universal",
        "closed",
    ),
    Fault(E, "_potential", "-U.derivative", "U.derivative", "spring", "closed"),
    Fault(E, "_dissipation", "-D.derivative", "D.derivative", "dashpot", "closed"),
    Fault(E, "_measures", "dot(rates, rates)", "dot(rates, span)", "lagr_damper", "closed"),
    Fault(
        E,
        "_force",
        "part.trees(geometry.point)",
        '(part.tree("point") if False else part.trees("vector"))',
        "force",
        "closed",
    ),
    Fault(
        E,
        "_moment",
        "- dot(_turning(kinematics, reaction, i), M)",
        "+ dot(_turning(kinematics, reaction, i), M)",
        "torque",
        "closed",
    ),
    Fault(E, "_turning", "Fraction(1, 2)", "Fraction(1, 1)", "torque", "closed"),
    Fault(
        E,
        "_in_space",
        'part.value(law.axes) == "body"',
        'part.value(law.axes) == "space"',
        "force",
        "closed",
    ),
    Fault(E, "_voltage", "u * sign", "u", "circuit", "closed"),
    Fault(
        E,
        "effect",
        "kinematics.value(part.tree(law.vector))",
        "-kinematics.value(part.tree(law.vector))",
        "coordinate_force",
        "closed",
    ),
    Fault(
        "mechanics.closed.metric",
        "Metric.christoffel",
        "parts[slope(mu, nu, rho)] -= 1",
        "parts[slope(mu, nu, rho)] += 1",
        "revolute",
        "closed",
    ),
    Fault(
        "mechanics.closed.metric",
        "Metric._body_metric",
        "moment * dot(dE_mu[j], dE_nu[k])",
        "moment * dot(dE_mu[j], dE_nu[j])",
        "spherical",
        "closed",
    ),
    Fault(
        "mechanics.closed.metric",
        "Metric._given_metric",
        "metric[mu, 0] = linear",
        "metric[mu, 0] = linear * 2",
        "circuit",
        "closed",
    ),
    Fault(
        "mechanics.closed.metric",
        "Metric._beam_metric",
        "M * sum(terms",
        "M * 2 * sum(terms",
        "beam",
        "closed",
    ),
    Fault(X, "closure_rows", "closure.point_parent", "closure.point_child", "loop", "closed"),
    Fault(X, "Constraints.gamma", "self.kinematics.rate(value)", "value", "skid", "closed"),
    Fault(X, "_Touch._arm", "return times(n, -r)", "return times(n, r)", "rolling_ball", "closed"),
    Fault(X, "_Touch._lean", "- tilt * tilt", "- tilt", "rolling_disc", "closed"),
    Fault(
        X,
        "_across",
        "unit_along(part.trees(edge.across)",
        "unit_along(part.trees(edge.point)",
        "skid",
        "closed",
    ),
    Fault(
        X,
        "_measures",
        '"value_b": symbol(Symbol(part.value(b)))',
        '"value_b": symbol(Symbol(part.value(a)))',
        "gear",
        "closed",
    ),
]

EVERY = [*LAWS, *MOTIONS, *FORCES, *TREES, *CONDITIONS, *RANKS, *BINDING, *CLOSED]
