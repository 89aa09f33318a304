"""Faults in conditions, decisions of rank, and the binding of parameters."""

from __future__ import annotations

from tests.mutation.planting import Fault

C = "mechanics.recursion.constraints"
G = "mechanics.measures"
T = "mechanics.touching.contacts"
B = "mechanics.spaces.blocks"
S = "mechanics.recursion.space"
CONDITIONS = [
    Fault(
        G,
        "cut_measures",
        "space.place(closure.parent, closure.point_parent)",
        "space.place(closure.parent, closure.point_child)",
        "loop",
    ),
    Fault(G, "cut_measures", "push_both(child, parent", "push_both(parent, child", "loop"),
    Fault(G, "_contact", "minus(plus(centre.value, arm)", "minus(plus(arm, arm)", "soft_contact"),
    Fault(
        B, "Touching.sunk", "value=self.space.speed(depth)", "value=closing.value", "soft_contact"
    ),
    Fault(
        "catalogue.shapes", "_points", '"radius": ball.radius', '"radius": 0', "contact", "touch"
    ),
    Fault(B, "beside", "times(normal, -radius)", "times(normal, radius)", "contact", "touch"),
    Fault(G, "_slot", "minus(across.value", "plus(across.value", "pin_in_slot"),
    Fault(S, "RecursionSpace.function", "bend * moving[name].rate", "bend", "pin_in_slot"),
    Fault(T, "track", "times(normal, -radius)", "times(normal, radius)", "beside_hill", "touch"),
    Fault(T, "track", "cross(normal, plane), plane", "plane, plane", "lifted", "touch"),
    Fault(T, "_beside", "Number(Fraction(-1, 2))", "Number(Fraction(1, 2))", "lifted", "touch"),
    Fault(T, "gap", "times(span, -space", "times(span, space", "rolling_off", "touch"),
    Fault(G, "line_measures", "times(span.value, 2)", "span.value", "rod"),
    Fault(
        "mechanics.spaces.carrier",
        "apart",
        "times(way, -force)",
        "times(way, force)",
        "rod_between",
    ),
    Fault(
        G,
        "_edge",
        "space.direction(body",
        "space.direction(ground",
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
        G, "_two_coordinates", '"value_b": on.coordinate_b', '"value_b": on.coordinate_a', "gear"
    ),
    Fault(G, "line_measures", "zip(space.identity,", "zip(space.identity[::-1],", "coincidence"),
    Fault(S, "Carried.dot", "2 * dot(self.rate, other.rate)", "dot(self.rate, other.rate)", "rod"),
    Fault(S, "RecursionSpace.point", "apply(state.U, arm)", "arm", "rod"),
    Fault(G, "_contact", "times(up, -radius)", "times(up, radius)", "rolling_ball"),
    Fault(S, "RecursionSpace.lean", "times(fall, 1 / lean)", "fall", "rolling_disc"),
    Fault(
        S,
        "RecursionSpace.slips",
        "minus(*(self._velocity(seat, point) for seat in seats))",
        "self._velocity(seats[0], point)",
        "rolling_ball",
    ),
    Fault(
        S,
        "RecursionSpace.lean",
        "square.rate / (2 * lean)",
        "square.rate / lean",
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
    Fault(D, "_balanced", "solve(free.T @ g @ free, ", "solve(free.T @ free, ", "loop"),
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
