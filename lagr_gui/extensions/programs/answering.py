"""What a program tells of single states: reactions, and what sensors show."""

from __future__ import annotations

from collections.abc import Mapping

from lagr_gui.expression import Symbol
from lagr_gui.extensions.programs.formulas import WantedFormula, sloping_formulas, whole_formula
from lagr_gui.extensions.programs.record import RESIDUAL, STATE, ProgramFormula, ShownValue
from lagr_gui.extensions.programs.rubbing import separate
from lagr_gui.foundation.problem import LagrError
from lagr_gui.foundation.wording import Wording
from lagr_gui.kernel import Node
from lagr_gui.kernel.replacement import replaced
from lagr_gui.mechanics.linear.program import balance
from lagr_gui.mechanics.reading import Reading
from lagr_gui.mechanics.recursion import Recursion
from lagr_gui.mechanics.sheets.condition_words import condition_words, limit_words
from lagr_gui.mechanics.trajectories.reactions import ReactionNodes
from lagr_gui.mechanics.trajectories.sensors import (
    HELD,
    PRESSED,
    OutputTree,
    Probe,
    SensorNodes,
    loads_of,
)
from lagr_gui.model.output import Output
from lagr_gui.prepared import Prepared
from lagr_gui.prepared.sensors.measuring import needs_works
from lagr_gui.prepared.sensors.reading import read_output
from lagr_gui.prepared.sensors.units import unit_of_output

KNOWN = (*STATE, "acceleration", "multiplier")
"""What is known of a state whose accelerations have been computed."""


def told_reactions(
    prepared: Prepared, rubbed: bool = False
) -> tuple[tuple[ProgramFormula, ...], tuple[Wording, ...]]:
    """The formula of what is transmitted, and what each number is; empty where nothing is.

    In one that is `rubbed` dry friction exerts its multipliers, otherwise the program adds it.
    """
    if rubbed:
        return _reactions(prepared.separate)
    return prepared.kept("reaction formula", lambda: _reactions(separate(prepared)), lasting=True)


def _reactions(recursion: Recursion) -> tuple[tuple[ProgramFormula, ...], tuple[Wording, ...]]:
    nodes = ReactionNodes(recursion)
    words = [
        f"{what}.{axis} of joint {joint}"
        for joint in nodes.joints
        for what in ("force", "moment", "point")
        for axis in "xyz"
    ]
    words += [f"thrust of {key.partition(':')[2]}" for key in nodes.thrusts]
    words += [f"voltage of {name}" for name in nodes.voltages]
    outputs = [*nodes.wrenches, *nodes.thrusts.values(), *nodes.voltages.values()]
    if not outputs:
        return (), ()
    comment = "What joints transmit with accelerations and multipliers that are known"
    wanted = WantedFormula("reactions", comment, KNOWN, {"transmitted": outputs})
    return (whole_formula(recursion, wanted, nodes.a, nodes.multipliers),), tuple(
        map(Wording, words)
    )


def told_loads(prepared: Prepared) -> tuple[tuple[ProgramFormula, ...], tuple[int, ...]]:
    """The formula of what presses in joints that rub, and to which friction each end belongs.

    Empty where reactions press none.
    """
    if not prepared.reading.loaded:
        return (), ()
    return prepared.kept("load formula", lambda: _loads(separate(prepared)), lasting=True)


def _loads(recursion: Recursion) -> tuple[tuple[ProgramFormula, ...], tuple[int, ...]]:
    from lagr_gui.mechanics.recursion.loads import LoadNodes, linear  # few models have such

    nodes = LoadNodes(recursion)
    by_acceleration, by_multiplier = linear(nodes, recursion)
    zero = recursion.program.zero
    none = dict.fromkeys((*nodes.accelerations, *nodes.multipliers), zero)
    ends = [part for _, end in nodes.ends for part in end]
    outputs = {
        "ends": replaced(recursion.program, ends, none),
        "by_acceleration": by_acceleration,
        "by_multiplier": by_multiplier,
        "radii": [radius for radius, _ in nodes.ends],
        "coefficients": nodes.coefficients,
    }
    comment = "What presses where joints rub, without and by accelerations and multipliers"
    wanted = WantedFormula("joint_loads", comment, STATE, outputs)
    frictions = recursion.reading.frictions
    owners = tuple(frictions.index(nodes.parts[place]) for place in nodes.owners)
    formula = whole_formula(recursion, wanted, nodes.accelerations, nodes.multipliers)
    return (formula,), owners


def told_derivatives(reading: Reading) -> ProgramFormula:
    """How what vanishes along motions changes with q, q̇ and parameters, row by row.

    That is r = g q̈ + h − Q − Gᵀλ for each coordinate, G q̈ + drift for each condition, and the rate
    of each state of the first order, with accelerations and multipliers that are known.
    """
    recursion = Recursion(reading)
    program, scope, rows = recursion.program, recursion.scope, recursion.constraints.rows
    a = [program.input(f"{name}''") for name in reading.coordinates]
    multipliers = [program.input(f"multiplier {s}") for s in range(len(rows))]
    missing = balance(recursion, a, multipliers)
    if scope.rates:  # behind rows of all limits, which these derivatives do not know
        missing += [program.zero] * len(recursion.constraints.limits) + scope.rates
    by = [*scope.q[1:], *scope.qd[1:], *scope.z, *scope.parameters]
    slopes = [program.derivative(node, wrt) for node in missing for wrt in by]
    comment = "How forces that balance, and conditions, change with q, v and parameters"
    wanted = WantedFormula(RESIDUAL, comment, KNOWN, {"slope": slopes})
    return whole_formula(recursion, wanted, a, multipliers)


def told_outputs(
    prepared: Prepared, directional: bool = False, rubbed: bool = False
) -> tuple[tuple[ProgramFormula, ...], tuple[ShownValue, ...], tuple[Wording, ...]]:
    """The formula of the outputs of a model, what each number is, and the titles of all others.

    Others cannot be read, or are made of works, which are integrals along a motion.  Where there
    are limits those of forces and accelerations are among the others: contact changes them.  Where
    it is `directional`, a second formula tells how they change along a seed; `rubbed` is as for
    `told_reactions`.
    """
    trees: dict[str, OutputTree] = {}
    shown: list[ShownValue] = []
    others: list[Wording] = []
    recursion = prepared.separate if rubbed else separate(prepared)
    for entry in prepared.model.simulation.outputs:
        tree = _tree(prepared, entry)
        if tree is None or _feels_contact(recursion, tree) or _is_pressed(recursion, tree):
            others.append(Wording(entry.title))
        elif entry.title not in trees:
            comment = f"= {entry.expression}" if entry.expression != entry.title else ""
            trees[entry.title] = tree
            unit = Wording(unit_of_output(prepared, tree))
            shown.append(ShownValue(Wording(entry.title), unit, Wording(comment)))
    if not trees:
        return (), (), tuple(others)
    asked = tuple(trees.values())
    texts = tuple(entry.expression for entry in prepared.model.simulation.outputs)
    key = ("sensor formulas", texts, directional, rubbed)
    formulas = prepared.kept(
        key, lambda: sensor_formulas(recursion, asked, directional), lasting=True
    )
    return formulas, tuple(shown), tuple(others)


def _tree(prepared: Prepared, entry: Output) -> OutputTree | None:
    """An output that follows from a state alone; None for any other."""
    try:
        tree = read_output(prepared, entry.expression)
    except LagrError:
        return None
    return None if needs_works(tree) else tree


def _feels_contact(recursion: Recursion, tree: OutputTree) -> bool:
    """Whether an output shows what limits in contact change: accelerations, or what pushes."""
    if not recursion.constraints.limits:
        return False
    (formula,) = sensor_formulas(recursion, (tree,))
    operands = [*formula.outputs["shown"], *(o for _, *both in formula.steps for o in both if o)]
    return any(sort in ("acceleration", "multiplier") for sort, _ in operands)


def _is_pressed(recursion: Recursion, tree: OutputTree) -> bool:
    """Whether an output shows the bound of friction that reactions press."""
    loaded = {part.record.name for part in recursion.reading.loaded}
    return any(p.word == PRESSED and p.items[0] in loaded for p in loads_of((tree,)))


def sensor_formulas(
    recursion: Recursion, asked: tuple[OutputTree, ...], directional: bool = False
) -> tuple[ProgramFormula, ...]:
    """The formula of what outputs show with accelerations and multipliers that are known.

    Where it is `directional`, and how that changes along a seed.
    """
    nodes = ReactionNodes(recursion)
    T, U, _, _ = recursion.stored
    zero = recursion.program.zero
    energies = {"T": T, "U": U, "dissipated": zero, "supplied": zero}
    passed = _Passed(recursion, nodes)
    loads = {probe: passed.load(probe) for probe in loads_of(asked)}
    sensors = SensorNodes(recursion, nodes.a, energies, loads)
    comment = "What sensors show with accelerations and multipliers that are known"
    outputs = {"shown": [sensors.node(output) for output in asked]}
    wanted = WantedFormula("sensors", comment, KNOWN, outputs)
    if directional:
        return sloping_formulas(recursion, wanted, nodes.a, nodes.multipliers)
    return (whole_formula(recursion, wanted, nodes.a, nodes.multipliers),)


class _Passed:
    """What is transmitted, by what looks at it; names are those of `Reactions`."""

    def __init__(self, recursion: Recursion, nodes: ReactionNodes) -> None:
        self.recursion, self.nodes = recursion, nodes
        reading = recursion.reading
        words = (*condition_words(reading), *limit_words(reading))
        self.multipliers: Mapping[tuple[str, str], Node] = {
            (row.source.partition(":")[2], word): node
            for row, word, node in zip(nodes.rows, words, nodes.multipliers, strict=True)
            if row.source.startswith("element:")
        }

    def load(self, probe: Probe) -> Node:
        """What a probe shows of what is transmitted."""
        name, nodes = str(probe.items[0]), self.nodes
        match probe.word:
            case "force" | "moment" if name in nodes.joints:
                vector = 3 * nodes.joints.index(name) + ("force", "moment").index(probe.word)
                return nodes.wrenches[3 * vector + "xyz".index(probe.part)]
            case "thrust":
                return nodes.thrusts[f"element:{name}"]
            case "current":
                scope, charge = self.recursion.scope, self.recursion.reading.charges[name]
                return scope.add([sign * scope.node(Symbol(q, 1)) for q, sign in charge])
            case "voltage":
                return nodes.voltages[name]
            case word if word == HELD:
                return self.multipliers[name, ""]
            case word if word == PRESSED:
                return self.recursion.program.zero
            case _:
                word = str(probe.items[1]) if len(probe.items) > 1 else ""
                return self.multipliers[name, word]
