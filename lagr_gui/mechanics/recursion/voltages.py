"""Voltages of the branches of circuits: what each adds to the equation of its mesh.

With the charge q and the current q̇ of a branch taken as its own, T, U and D of all elements
give its voltage u = d/dt ∂T/∂q̇ − ∂T/∂q + ∂U/∂q + ∂D/∂q̇, so that Σ ± u = 0 in every mesh.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from lagr_gui.catalogue.geometry import Conductor
from lagr_gui.catalogue.kinds import Condition, Energies, Load
from lagr_gui.expression import Symbol, substitute
from lagr_gui.kernel import Node
from lagr_gui.mechanics.laws import slope_of
from lagr_gui.mechanics.reading import Part
from lagr_gui.mechanics.scope import Scope


def voltages(scope: Scope, qdd: Sequence[Node], multipliers: Mapping[str, Node]) -> dict[str, Node]:
    """The voltage from the first terminal to the second (V) by the name of the branch.

    `multipliers` holds those of current sources by their item keys.
    """
    reading, zero = scope.reading, scope.program.zero
    parts = [p for p in (*reading.parts, *reading.constraints) if isinstance(p, Part)]
    parts = [part for part in parts if part.conducts]
    branches = [part for part in parts if isinstance(part.kind.geometry, Conductor)]
    charges = {part.record.name: part.record.own[0] for part in branches}
    by_branch = dict.fromkeys(charges, zero)
    for part in parts:
        match part.kind.law:
            case Load(field):
                by_branch[part.record.name] -= scope.node(part.tree(field))
            case Condition():
                by_branch[part.record.name] -= multipliers[part.key]
            case Energies() as law:
                for name, charge in charges.items():
                    by_branch[name] += _given(scope, part, law, charges, charge, qdd)
            case _:
                raise AssertionError("no branch of a circuit")
    return by_branch


def _given(
    scope: Scope,
    part: Part,
    law: Energies,
    charges: Mapping[str, str],
    charge: str,
    qdd: Sequence[Node],
) -> Node:
    """What the energies of one element add to the voltage of the branch with a charge."""
    apart = replace(part, known={}, charges={name: ((q, 1),) for name, q in charges.items()})

    def slope(text: str, order: int) -> Node:
        tree = slope_of(apart.law(text), Symbol(charge, order))
        return scope.node(substitute(tree, part.known))

    flux = slope(law.kinetic, 1)
    rates = zip((*scope.q, *scope.qd[1:]), (*scope.qd, *qdd), strict=True)
    change = [scope.program.derivative(flux, x) * rate for x, rate in rates]
    stored = slope(law.potential, 0) - slope(law.kinetic, 0)
    return scope.program.add(change) + stored + slope(law.dissipation, 1)
