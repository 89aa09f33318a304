"""The equations of motion and the conditions on it as machine code."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from lagr_gui.catalogue.kinds import Friction
from lagr_gui.expression import Expression
from lagr_gui.foundation.arrays import Array
from lagr_gui.kernel import Kernel, Node, Outputs, compile_kernel, patient_kernel, shaped
from lagr_gui.mechanics.recursion import Recursion
from lagr_gui.mechanics.recursion.bound import bound, bound_with_limits, refined
from lagr_gui.mechanics.recursion.projection import projection
from lagr_gui.numerics.state_layout import StateLayout
from lagr_gui.simulation.chosen_rows import ChosenRows
from lagr_gui.simulation.constraints import ConstraintKernel

if TYPE_CHECKING:
    from lagr_gui.mechanics.reading import Reading
    from lagr_gui.simulation.friction.loads import LoadKernel

PARTS = {
    "motion": ("qdd", "zd", "pivots"),
    "power": ("dissipated", "supplied"),
    "energy": ("T",),
    "contact": (
        *("qdd", "zd", "pivots", "gaps", "speeds", "arrivals", "supplies"),
        *("slopes", "answers", "bounds", "roughness"),
        *("presses", "pressed_by", "radii", "coefficients"),
    ),
}
"""What steps ask for, many thousand times, and what the quadrature of works does."""


def free_system(recursion: Recursion, behind: Sequence[Node] = ()) -> Kernel:
    """q̈ and powers of a system without conditions."""
    outputs: Outputs = {
        "qdd": recursion.qdd,
        **_rates(recursion, recursion.qdd),
        "pivots": recursion.pivots,
        **_powers(recursion, recursion.qdd, []),
    }
    return _kernel(recursion, outputs, _parts(outputs), behind=behind)


def rates_kernel(recursion: Recursion, works: bool) -> Kernel:
    """q̈ of a system without conditions, and the powers of its works where they are wanted."""
    outputs: Outputs = {"qdd": recursion.qdd, **_rates(recursion, recursion.qdd)}
    if works:
        powers = _powers(recursion, recursion.qdd, [])
        outputs = {**outputs, **{name: powers[name] for name in ("dissipated", "supplied")}}
    scope = recursion.scope
    return compile_kernel(recursion.program, scope.whole_state, scope.parameters, outputs)


def bound_system(recursion: Recursion, chosen: ChosenRows) -> Kernel:
    """q̈ and powers of a system with these of its conditions."""
    equations = bound(recursion, chosen.rows, chosen.weights)
    outputs: Outputs = {
        "qdd": equations.qdd,
        **_rates(recursion, equations.qdd),
        "pivots": [*equations.pivots, *equations.row_pivots],
        **_powers(recursion, equations.qdd, equations.multipliers),
    }
    return _kernel(recursion, outputs, _parts(outputs))


def _rates(recursion: Recursion, qdd: list[Node]) -> dict[str, list[Node]]:
    """ż, where there are states of the first order, at these accelerations."""
    return {"zd": recursion.known(recursion.scope.rates, qdd)} if recursion.scope.z else {}


def _parts(outputs: Outputs) -> dict[str, Sequence[str]]:
    """The `PARTS` of these outputs."""
    return {part: [name for name in names if name in outputs] for part, names in PARTS.items()}


def refined_kernel(recursion: Recursion, chosen: ChosenRows) -> Kernel:
    """q̈ with these conditions once more, for states near singular configurations."""
    outputs: Outputs = {"qdd": refined(recursion, chosen.rows, chosen.weights)}
    return _kernel(recursion, outputs)


def slope_kernel(
    recursion: Recursion, chosen: ChosenRows | None, behind: Sequence[Node] = ()
) -> Kernel:
    """∂(q̈, ż)/∂y (n − f, n), with these of the conditions."""
    outputs = bound(recursion, chosen.rows, chosen.weights).qdd if chosen else recursion.qdd
    outputs = [*outputs, *recursion.known(recursion.scope.rates, outputs)]
    program, (_, *moving) = recursion.program, recursion.scope.whole_state
    slopes = [program.derivative(node, by) for node in outputs for by in moving]
    found: Outputs = {"slopes": shaped(slopes, len(outputs), len(moving))}
    return _kernel(recursion, found, behind=behind)


def gap_kernel(recursion: Recursion) -> Kernel:
    """H of each limit, γ of each friction: what is watched where none holds."""
    constraints, zero = recursion.constraints, recursion.program.zero
    gaps = [limit.value or zero for limit in constraints.limits]
    slips = [row.rate for row in (*constraints.frictions, *constraints.tangents)]
    return _kernel(recursion, {"gaps": [*gaps, *slips]})


def contact_kernel(recursion: Recursion, chosen: ChosenRows | None) -> Kernel:
    """q̈ where nothing may hold, with these of the conditions, and the answers to what may.

    Those are the limits, then the frictions, whose "bounds" are H.  The senses of these are inputs
    behind the state, so that machine code changes them.  Where reactions press friction the
    recursion keeps bodies separate.
    """
    rows, weights = (chosen.rows, chosen.weights) if chosen else ((), ())
    equations, limits = bound_with_limits(recursion, rows, weights)
    closing, zero, f = recursion.constraints.holds, recursion.program.zero, recursion.size - 1
    outputs: Outputs = {
        "qdd": equations.qdd,
        **_rates(recursion, equations.qdd),
        "pivots": [*equations.pivots, *equations.row_pivots],
        "gaps": [limit.value or zero for limit in closing],
        "speeds": [limit.rate for limit in closing],
        "arrivals": limits.arrivals,
        "supplies": limits.supplies,
        "slopes": shaped((entry for row in limits.slopes for entry in row), len(closing), f),
        "answers": shaped((entry for row in limits.answers for entry in row), len(closing), f),
        "bounds": recursion.constraints.bounds_of_friction,
        "roughness": recursion.constraints.roughness,
    }
    if recursion.reading.loaded:
        from lagr_gui.mechanics.recursion.loads import pressing  # few models have such

        nodes, added = pressing(recursion, equations, limits, rows)
        outputs = {
            **outputs,
            "presses": [part for _, end in nodes.ends for part in end],
            "pressed_by": added,
            "radii": [radius for radius, _ in nodes.ends],
            "coefficients": nodes.coefficients,
        }
    if recursion.reading.frictions:
        outputs = {**outputs, **_powers(recursion, equations.qdd, equations.multipliers)}
    parts = _parts(outputs) if "T" in outputs else None
    return _kernel(recursion, outputs, parts, behind=_senses(recursion))


def _senses(recursion: Recursion) -> list[Node]:
    """The senses in which frictions slide."""
    return named_nodes(recursion, [part.sense for part in recursion.reading.frictions])


def named_nodes(recursion: Recursion, names: Sequence[str]) -> list[Node]:
    """Parameters by their names."""
    named = dict(zip(recursion.reading.parameters, recursion.scope.parameters, strict=True))
    return [named[name] for name in names]


def switch_kernel(
    recursion: Recursion,
    chosen: ChosenRows | None,
    terms: Sequence[Expression],
    rated: Sequence[int],
    behind: Sequence[Node] = (),
) -> Kernel:
    """ "terms" (c,) by which signals switch, and "rates" of those that are `rated` along a motion.

    Accelerations, where rates are made of them, are those with these conditions.
    """
    nodes = [recursion.scope.node(tree) for tree in terms]
    rates = [_along(recursion, chosen, nodes[number]) for number in rated]
    if recursion.feedback is not None:
        equations = bound(recursion, chosen.rows, chosen.weights) if chosen else recursion
        nodes = recursion.known(nodes, equations.qdd)
    return _kernel(recursion, {"terms": nodes, "rates": rates}, behind=behind)


def _along(recursion: Recursion, chosen: ChosenRows | None, node: Node) -> Node:
    """The rate of a node along the motion."""
    program, scope = recursion.program, recursion.scope
    (time, *q), (one, *qd) = scope.q, scope.qd
    moving = [(time, one), *zip(q, qd, strict=True), *zip(scope.z, scope.rates, strict=True)]
    if _has_rates(recursion, node):
        equations = bound(recursion, chosen.rows, chosen.weights) if chosen else recursion
        moving += zip(qd, equations.qdd, strict=True)
    return program.add([program.derivative(node, by) * rate for by, rate in moving])


def depends_on_rates(recursion: Recursion, tree: Expression) -> bool:
    """Whether an expression is made of velocities, so that its rate is made of accelerations."""
    return _has_rates(recursion, recursion.scope.node(tree))


def _has_rates(recursion: Recursion, node: Node) -> bool:
    _, *qd = recursion.scope.qd
    return any(recursion.program.derivative(node, by).value != 0 for by in qd)


def projection_kernel(
    recursion: Recursion, rows: Sequence[int], reach: Sequence[Array], extents: Array
) -> Kernel:
    """How far a state misses the conditions that always hold, and the step back to them."""
    projected = projection(recursion, rows, reach, extents)
    conditions, zero = recursion.constraints.rows, recursion.program.zero
    outputs: Outputs = {
        "position": [row.value or zero for row in conditions],
        "velocity": [row.rate for row in conditions],
        "shift": projected.shift,
        "turn": projected.turn,
        "ratios": projected.pivots,
    }
    return _kernel(recursion, outputs)


def held_kernel(
    recursion: Recursion,
    chosen: ChosenRows | None,
    body: int,
    point: Sequence[str],
    force: Sequence[str],
) -> Kernel:
    """Where a point of a body is and how fast, and how it answers to a force there.

    `point` and `force` are the parameters that hold their components.  "answer" (3, 3) is the
    acceleration of the point by each component of a unit force: J M⁻¹ Jᵀ, with these of the
    conditions.
    """
    program, scope, motion = recursion.program, recursion.scope, recursion.motion
    values = dict(zip(scope.reading.parameters, scope.parameters, strict=True))
    seat = recursion.frames.seats[body]
    x, y, z = (values[name] for name in point)
    velocity = motion.point_velocity(seat, (x, y, z))
    qdd = bound(recursion, chosen.rows, chosen.weights).qdd if chosen else recursion.qdd
    moving = scope.qd[1:]
    slopes = [[program.derivative(part, rate) for rate in moving] for part in velocity]
    answers = [[program.derivative(node, values[name]) for node in qdd] for name in force]
    answer = (
        program.add([slope * u for slope, u in zip(row, column, strict=True)])
        for row in slopes
        for column in answers
    )
    outputs: Outputs = {
        "place": motion.point(seat, (x, y, z)),
        "velocity": velocity,
        "answer": shaped(answer, len(velocity), len(force)),
    }
    return _kernel(recursion, outputs)


def pinned_kernel(recursion: Recursion) -> Kernel:
    """What binds positions, without forces: conditions and limits with their slopes, and g."""
    constraints, zero = recursion.constraints, recursion.program.zero
    rows = (*constraints.rows, *constraints.limits)
    f = len(recursion.reading.coordinates)
    slopes = (entry for row in rows for entry in constraints.slopes(row))
    outputs: Outputs = {
        "position": [row.value or zero for row in rows],
        "G": shaped(slopes, len(rows), f),
        "reach": shaped((b for row in rows for b in constraints.bounds(row)), len(rows), f),
        "g": shaped((entry for row in recursion.g[1:] for entry in row[1:]), f, f),
    }
    return _kernel(recursion, outputs, state=recursion.scope.state)


def point_kernel(recursion: Recursion, body: int) -> Kernel:
    """Where a point of a body is, and its slopes J (3, f).

    The state ends with the point: from the centre of mass, in the axes of the body.
    """
    scope, motion = recursion.scope, recursion.motion
    seat = recursion.frames.seats[body]
    x, y, z = (recursion.program.input(f"point {axis}") for axis in "xyz")
    velocity = motion.point_velocity(seat, (x, y, z))
    slopes = [recursion.program.derivative(part, qd) for part in velocity for qd in scope.qd[1:]]
    outputs: Outputs = {
        "place": motion.point(seat, (x, y, z)),
        "slopes": shaped(slopes, 3, len(scope.qd) - 1),
    }
    return _kernel(recursion, outputs, state=[*scope.state, x, y, z])


def _powers(recursion: Recursion, qdd: list[Node], multipliers: list[Node]) -> dict[str, Node]:
    energies = recursion.energies(qdd, multipliers)
    return {
        "T": energies.T,
        "U": energies.U,
        "dissipated": energies.dissipated,
        "supplied": energies.supplied,
    }


def condition_kernel(recursion: Recursion) -> ConstraintKernel:
    """The conditions of a system, with its limits and frictions."""
    constraints, zero = recursion.constraints, recursion.program.zero
    rows = (*constraints.rows, *constraints.holds)
    f = len(recursion.reading.coordinates)
    table = [*constraints.G, *(constraints.slopes(row) for row in constraints.holds)]
    slopes = (entry for row in table for entry in row)
    feedback = recursion.feedback
    columns = feedback.columns if feedback else []
    outputs: dict[str, Any] = {
        "position": [row.value or zero for row in rows],
        "size": [
            *(zero for _ in constraints.rows),
            *(recursion.program.magnitude(row.value or zero) for row in constraints.holds),
        ],
        "velocity": [row.rate for row in rows],
        "gamma": [row.drift for row in rows],
        "G": shaped(slopes, len(rows), f),
        "reach": shaped((b for row in rows for b in constraints.bounds(row)), len(rows), f),
        "g": shaped((entry for row in recursion.g[1:] for entry in row[1:]), f, f),
        "force": feedback.force if feedback else recursion.right[1:],
        "sides": constraints.sides,
        "restitution": constraints.restitution,
        "bounds": constraints.bounds_of_friction,
        "roughness": shaped(constraints.roughness, len(recursion.reading.rough), 3),
    }
    if columns:
        outputs["columns"] = shaped((e for column in columns for e in column), len(columns), f)
    scope = recursion.scope
    return ConstraintKernel(
        StateLayout(recursion.reading.coordinates, recursion.reading.states),
        patient_kernel(recursion.program, scope.whole_state, scope.parameters, outputs),
        tuple(row.source for row in rows),
        np.array([row.value is not None for row in rows], bool),
        np.array([constraints.is_bent(row) for row in rows], bool),
        len(constraints.holds),
        recursion.reading.light,
        tuple(part.sense for part in recursion.reading.frictions),
        tuple(number for number, _ in recursion.reading.rough),
        tuple(feedback.places) if feedback else (),
        one_way_of(recursion.reading),
    )


def one_way_of(reading: Reading) -> tuple[int, ...]:
    """The numbers of those frictions that let go one way."""
    laws = (part.kind.law for part in reading.frictions)
    return tuple(i for i, law in enumerate(laws) if isinstance(law, Friction) and law.one_way)


def load_kernel(recursion: Recursion) -> LoadKernel:
    """What presses where friction is bounded by reactions; bodies are kept separate."""
    from lagr_gui.mechanics.recursion.loads import LoadNodes, linear  # few models have such
    from lagr_gui.simulation.friction.loads import LoadKernel

    nodes, scope = LoadNodes(recursion), recursion.scope
    by_acceleration, by_multiplier = linear(nodes, recursion)
    e, f, m = len(nodes.ends), len(nodes.accelerations), len(nodes.multipliers)
    outputs: Outputs = {
        "ends": shaped((part for _, end in nodes.ends for part in end), e, 3),
        "radii": [radius for radius, _ in nodes.ends],
        "coefficients": shaped(nodes.coefficients, len(nodes.parts), 2),
        "by_acceleration": shaped(by_acceleration, e, 3, f),
        "by_multiplier": shaped(by_multiplier, e, 3, m),
    }
    inputs = [*scope.whole_state, *nodes.accelerations, *nodes.multipliers]
    places = [recursion.reading.frictions.index(part) for part in nodes.parts]
    return LoadKernel(
        compile_kernel(recursion.program, inputs, scope.parameters, outputs),
        tuple(places),
        nodes.owners,
        tuple(sum(part.key == own.key for part in recursion.reading.loaded) for own in nodes.parts),
        f,
        m,
    )


def _kernel(
    recursion: Recursion,
    outputs: Outputs,
    parts: Mapping[str, Sequence[str]] | None = None,
    state: Sequence[Node] | None = None,
    behind: Sequence[Node] = (),
) -> Kernel:
    """Of the whole state (t, q, q̇, z), or of another one; some parameters may stand behind it."""
    scope, moving = recursion.scope, {node.index for node in behind}
    parameters = [node for node in scope.parameters if node.index not in moving]
    inputs = [*(scope.whole_state if state is None else state), *behind]
    kernel = compile_kernel(recursion.program, inputs, parameters, outputs, parts=parts)
    kernel.optimise_in_background()
    return kernel
