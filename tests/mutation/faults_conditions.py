"""Faults in conditions, decisions of rank, and the binding of parameters."""

from __future__ import annotations

from tests.mutation.planting import Fault

C = "mechanics.recursion.constraints"
G = "mechanics.recursion.measures"
CONDITIONS = [
    Fault(
        C,
        "RecursionConstraints._closure",
        "self.carriers.point(parent, vector(closure.point_parent))",
        "self.carriers.point(parent, vector(closure.point_child))",
        "loop",
    ),
    Fault(
        C,
        "RecursionConstraints._closure",
        "wrenches.pair_at(child, parent",
        "wrenches.pair_at(parent, child",
        "loop",
    ),
    Fault(G, "_span", "times(span.value, 2)", "span.value", "rod"),
    Fault(
        G,
        "apart",
        "times(way, -force)",
        "times(way, force)",
        "rod_between",
    ),
    Fault(
        G,
        "_edge",
        "bound.carriers.direction(body",
        "bound.carriers.direction(ground",
        "skid",
    ),
    Fault(C, "RecursionConstraints._bound", "self._total(speed)", "self.program.zero", "skid"),
    Fault(
        C,
        "RecursionConstraints._bound",
        "self._total(speed)",
        "self.program.zero",
        "velocity_condition",
    ),
    Fault(C, "RecursionConstraints._law", "drift + slope * entry.drift", "drift", "rod"),
    Fault(
        C, "RecursionConstraints._law", "drift + slope * entry.drift", "drift", "position_condition"
    ),
    Fault(C, "RecursionConstraints._law", "* entry.rate * second.rate", "* entry.rate", "rod"),
    Fault(
        G,
        "_on_two",
        "bound.coordinate(part, on.coordinate_b)",
        "bound.coordinate(part, on.coordinate_a)",
        "gear",
    ),
    Fault(
        G,
        "_span",
        "zip(bound.motion.frames.identity,",
        "zip(bound.motion.frames.identity[::-1],",
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
        "mechanics.recursion.measures",
        "RecursionTouch.__init__",
        "self.point = minus(centre.value",
        "self.point = minus(times(centre.value, 2)",
        "rolling_ball",
    ),
    Fault(
        "mechanics.recursion.measures",
        "RecursionTouch.__init__",
        "radius = radius / self.lean.value",
        "radius = radius",
        "rolling_disc",
    ),
    Fault(
        "mechanics.recursion.measures",
        "RecursionTouch.speed",
        "minus(_velocity(motion, body, point), _velocity(motion, ground, point))",
        "_velocity(motion, body, point)",
        "rolling_ball",
    ),
    Fault(
        "mechanics.recursion.measures",
        "RecursionTouch._length",
        "square.rate / (2 * length)",
        "square.rate / length",
        "rolling_disc",
    ),
]

D = "numerics.descriptor"
RANKS = [
    Fault(D, "resolve", "Vt[rank:].T", "Vt[-rank:].T", "loop"),
    # A singular value of nothing is exactly 0 on some processors: it would give no number at all.
    Fault(D, "resolve", "s > RANKS.dependent", "(s := np.maximum(s, 1e-17)) > 0", "two_rods"),
    Fault(
        "simulation.chosen_rows",
        "choose_rows",
        "best = rows",
        "best = rows[:-1]",
        "loop",
        "simulate",
    ),
    Fault(D, "solve", "reduced = free.T @ g @ free", "reduced = free.T @ free", "loop"),
    Fault(
        "mechanics.recursion.bound",
        "_Factored.answer",
        "wanted = [-d -",
        "wanted = [d -",
        "loop",
        "simulate",
    ),
    Fault(
        "mechanics.recursion.bound",
        "_Factored.acceleration",
        "multipliers[row] = multiplier",
        "multipliers[row] = -multiplier",
        "prescribed_motion",
        "simulate",
    ),
]

R = "prepared.prepared"
BINDING = [
    Fault(
        R,
        "Prepared.system",
        "kernel.bind(self.parameters)",
        "kernel.bind(self.parameters[::-1])",
        "named",
        "simulate",
    ),
    Fault(
        R,
        "Prepared.system",
        "kernel.bind(self.parameters)",
        "kernel.bind(self.parameters * 1.001)",
        "named",
        "simulate",
    ),
    Fault(
        R,
        "Prepared.parameters",
        "list(self.values.values())",
        "sorted(self.values.values())",
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
