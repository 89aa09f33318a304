"""Faults in what is told of a motion: reactions, thrusts, drives, currents, voltages, poses."""

from __future__ import annotations

from tests.mutation.planting import Fault

C = "mechanics.recursion.constraints"
D = "mechanics.recursion.derivation"
V = "mechanics.recursion.voltages"
P = "analysis.trajectories.reactions"


def held(
    module: str, function: str, right: str, wrong: str, *models: str, by: str = "reactions"
) -> list[Fault]:
    """The same fault in each of some models."""
    return [Fault(module, function, right, wrong, model, by) for model in models]


HELD = [
    *held(
        V,
        "voltages",
        "-= scope.node(part.tree(field))",
        "+= scope.node(part.tree(field))",
        "circuit",
    ),
    *held(V, "voltages", "-= multipliers[part.key]", "+= multipliers[part.key]", "circuit"),
    *held(V, "_given", "scope.program.add(change) +", "-scope.program.add(change) +", "circuit"),
    *held(V, "_given", "+ slope(law.dissipation, 1)", "- slope(law.dissipation, 1)", "circuit"),
    *held(V, "_given", "stored = slope(law.potential, 0) -", "stored = -", "circuit"),
    *held(P, "_currents", "sign * rates[name]", "rates[name]", "circuit"),
    *held(P, "_drives", "multipliers[:, sources", "-multipliers[:, sources", "prescribed_motion"),
    *held(
        C,
        "RecursionConstraints._position",
        "thrust=slope * measure",
        "thrust=-slope * measure",
        "rod_between",
    ),
    *held(
        C,
        "RecursionConstraints._position",
        "slope * measure.thrust()",
        "slope",
        "rod_between",
    ),
    *held(
        C,
        "RecursionConstraints.closing",
        "times(row.acts[0], multiplier)",
        "times(row.acts[0], -multiplier)",
        *("loop", "planar_loop", "universal_loop"),
    ),
    *held(
        C,
        "RecursionConstraints.closing",
        "times(row.acts[1], multiplier)",
        "times(row.acts[1], -multiplier)",
        "door",
    ),
    *held(
        "mechanics.measures",
        "_about",
        "times(axis, moment)",
        "times(axis, -moment)",
        "door",
    ),
    *held(
        C,
        "RecursionConstraints.closing_point",
        "closure.point_child",
        "closure.point_parent",
        *("loop", "universal_loop"),
    ),
    *held(
        P,
        "multipliers_along",
        "= multipliers(",
        "= -multipliers(",
        *("door", "gear", "rod", "rolling_ball", "skid", "position_condition"),
    ),
    *held(D, "Recursion._at_root", "wrenches[1:]", "wrenches[2:]", "beam"),
    *held(D, "Recursion._at_root", "plus(moment, more[1])", "moment", "beam"),
    *held(D, "Recursion._reaction", "about or self.joint_point", "self.joint_point", "beam"),
    *held(D, "Recursion.joint_point", "body.anchor", "body.beam.point(1.0)", "beam"),
    *held(
        P,
        "_axes",
        '"child" else joint.parent',
        '"parent" else joint.parent',
        "revolute",
        by="in_child",
    ),
    *held(
        P, "_axes", "np.array(rows).T @ body", "np.array(rows) @ body", "turned_seat", by="in_joint"
    ),
    *held(P, "_turned", "reaction.moment)", "reaction.force)", "revolute", by="in_child"),
]

M = "mechanics.trajectories.poses"
PLACES = [
    *held(M, "pose_outputs", "E[j][i]", "E[i][j]", "universal", by="drawn"),
    *held(
        M,
        "pose_outputs",
        "in recursion.course(part)]",
        "in recursion.course(part)[::-1]]",
        "spring",
        by="drawn",
    ),
    *held(M, "pose_outputs", "recursion.joint_point(name)", "poses[0][1]", "rod", by="drawn"),
    *held(
        D,
        "Recursion.pose",
        "transpose(self.motion.axes(seat))",
        "self.motion.axes(seat)",
        "universal",
        by="evaluate",
    ),
    *held(
        "mechanics.evaluation",
        "RecursiveEvaluator._outputs",
        '"h": recursion.h[1:],\n            "Q": recursion.Q[1:]',
        '"h": [-x for x in recursion.right[1:]], "Q": [recursion.program.zero] * f',
        "spring",
        by="evaluate",
    ),
]

S = "mechanics.elastic.shapes"
SHAPES = [
    *held(
        "mechanics.functions",
        "definition_tree",
        "function.arguments, orders)",
        "function.arguments, tuple(2 * n for n in orders))",
        "course",
        by="evaluate",
    ),
    *held(S, "_natural", "(1 + sigma) / 2, d", "(1 + sigma) / 2, -d", "high_modes", by="evaluate"),
    *held(S, "_root", "- sign * tanh", "+ 60", "high_modes", by="evaluate"),
    *held(S, "_wave", "-x * a, -x * c", "-x * a, x * c", "high_modes", by="evaluate"),
]
