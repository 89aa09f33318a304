"""Faults in the closed form and in other formalisms."""

from __future__ import annotations

from tests.mutation.planting import Fault

K = "mechanics.closed.kinematics"
E = "mechanics.closed.elements"
X = "mechanics.closed.constraints"
M = "mechanics.closed.measures"
T = "mechanics.closed.touch"
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
    Fault(M, "_line", "dot(rates, rates)", "dot(rates, span)", "lagr_damper", "closed"),
    Fault(
        M,
        "_along_point",
        "part.trees(at.point)",
        'part.trees("vector")',
        "force",
        "closed",
    ),
    Fault(
        M,
        "_around_body",
        "part.value(on.body), part.value(on.reaction)",
        "part.value(on.reaction), part.value(on.body)",
        "torque",
        "closed",
    ),
    Fault(M, "_turning", "Fraction(1, 2)", "Fraction(1, 1)", "torque", "closed"),
    Fault(
        E,
        "_vector",
        'part.value(law.axes) == "body"',
        'part.value(law.axes) == "space"',
        "force",
        "closed",
    ),
    Fault(M, "_along_branch", "+ 1: sign for", "+ 1: 1 for", "circuit", "closed"),
    Fault(
        E,
        "_load",
        "slope * F for",
        "slope * -F for",
        "coordinate_force",
        "closed",
    ),
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
    Fault(X, "closure_rows", "closure.point_parent", "closure.point_child", "loop", "closed"),
    Fault(X, "ClosedConstraints.gamma", "self.kinematics.rate(value)", "value", "skid", "closed"),
    Fault(
        T, "ClosedTouch._arm", "return times(n, -r)", "return times(n, r)", "rolling_ball", "closed"
    ),
    Fault(T, "ClosedTouch._lean", "- tilt * tilt", "- tilt", "rolling_disc", "closed"),
    Fault(
        T,
        "across",
        "unit_along(part.trees(edge.across)",
        "unit_along(part.trees(edge.point)",
        "skid",
        "closed",
    ),
    Fault(
        M,
        "_two_coordinates",
        "part.coordinate(on.coordinate_b)",
        "part.coordinate(on.coordinate_a)",
        "gear",
        "closed",
    ),
    Fault(M, "_over_pulleys", "length + length_of", "length - length_of", "elastic_rope", "closed"),
    Fault(
        M, "_over_pulleys", '"shortening": -length', '"shortening": length', "rope_pull", "closed"
    ),
    Fault(M, "_over_pulleys", "kinematics.rate(length)", "length", "rope_damper", "closed"),
]

W = "mechanics.formalisms.wrenches"
N = "mechanics.formalisms.measures"
B = "mechanics.formalisms.binding"
FORMALISMS = [
    Fault(W, "Cutting._along", "-self._slope", "self._slope", "spring", "kane"),
    Fault(N, "_apart", "times(force, -1)", "force", "dashpot", "newton-euler"),
    Fault(W, "Cutting._push", "cross(arm, force)", "cross(force, arm)", "force", "gauss"),
    Fault(N, "_over_pulleys", "force / way", "force", "rope_pull", "kane"),
    Fault(N, "_body", "body, reaction =", "reaction, body =", "torque", "kane"),
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
