"""Faults in the closed form and in other formalisms."""

from __future__ import annotations

from tests.mutation.planting import Fault

K = "mechanics.closed.kinematics"
E = "mechanics.closed.elements"
X = "mechanics.closed.constraints"
M = "mechanics.closed.measures"
G = "mechanics.measures"
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
    Fault(
        G, "line_measures", "dot(speed, speed)", "dot(speed, span.value)", "lagr_damper", "closed"
    ),
    Fault(G, "_at_point", "part.trees(at.point)", 'part.trees("vector")', "force", "closed"),
    Fault(
        G,
        "_on_body",
        "part.value(on.body), part.value(on.reaction)",
        "part.value(on.reaction), part.value(on.body)",
        "torque",
        "closed",
    ),
    Fault(M, "GeneralisedForces._turning", "Fraction(1, 2)", "Fraction(1, 1)", "torque", "closed"),
    Fault(
        M,
        "load_of",
        'part.value(axes) == "body"',
        'part.value(axes) == "space"',
        "force",
        "closed",
    ),
    Fault(
        G, "_along", "space.moving(value, rate)", "space.moving(rate, rate)", "circuit", "closed"
    ),
    Fault(M, "force_along", "slope * F for", "slope * -F for", "coordinate_force", "closed"),
    Fault(
        "mechanics.closed.metric",
        "_of_symbol",
        "(mu, nu, rho, -1)",
        "(mu, nu, rho, 1)",
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
    Fault(G, "cut_measures", "closure.point_parent", "closure.point_child", "loop", "closed"),
    Fault(X, "ClosedConstraints.gamma", "self.kinematics.rate(value)", "value", "skid", "closed"),
    Fault(G, "_slot", "+ -y", "+ y", "pin_in_slot", "closed"),
    Fault(G, "_contact", "times(up, -radius)", "times(up, radius)", "rolling_ball", "closed"),
    Fault(M, "ClosedSpace.lean", "- tilt * tilt", "- tilt", "rolling_disc", "closed"),
    Fault(M, "ClosedSpace._velocity", "rate, turned)", "rate, self.nowhere)", "skid", "closed"),
    Fault(
        G,
        "_two_coordinates",
        '"value_b": on.coordinate_b',
        '"value_b": on.coordinate_a',
        "gear",
        "closed",
    ),
    Fault(
        G,
        "_over_pulleys",
        "reduce(add, several)",
        "reduce(lambda a, b: a + -b, several)",
        "elastic_rope",
        "closed",
    ),
    Fault(G, "_over_pulleys", "Measure(-length", "Measure(length", "rope_pull", "closed"),
    Fault(G, "_over_pulleys", "space.rate(length)", "length", "rope_damper", "closed"),
]

W = "mechanics.formalisms.wrenches"
B = "mechanics.formalisms.binding"
FORMALISMS = [
    Fault(W, "Cutting._pushes", "-self._slope", "self._slope", "spring", "kane"),
    Fault(G, "apart", "times(way, -force)", "times(way, force)", "dashpot", "newton-euler"),
    Fault(W, "Cutting.push", "cross(arm, force)", "cross(force, arm)", "force", "gauss"),
    Fault(G, "_over_pulleys", "push(sink, -force)", "push(sink, force)", "rope_pull", "kane"),
    Fault(G, "_on_body", "body, reaction =", "reaction, body =", "torque", "kane"),
    Fault(
        B,
        "Bindings._loosened",
        "cross((d, e, f), row)",
        "cross(row, (d, e, f))",
        "rod",
        "newton-euler",
    ),
    Fault(
        "mechanics.formalisms.kane",
        "Kane.inertia",
        "dot(thrust, partial.v) + dot",
        "2 * dot(thrust, partial.v) + dot",
        "spherical",
        "kane",
    ),
    Fault(
        "mechanics.formalisms.hamilton",
        "Hamilton.forces",
        "- slope if",
        "+ slope if",
        "coordinate_force",
        "hamilton",
    ),
    Fault(
        "mechanics.formalisms.newton_euler",
        "_System._joint",
        "-_skew(r)",
        "_skew(r)",
        "revolute",
        "newton-euler",
    ),
]
