"""Dependent coordinates in numbers: their slopes and second slopes at a state of the system."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import combinations_with_replacement

import numpy as np

from lagr_gui.expression import TIME
from lagr_gui.foundation.arrays import Array
from lagr_gui.mechanics.evaluation import Evaluation
from lagr_gui.mechanics.minimal.dependence import Dependence, independent
from lagr_gui.mechanics.minimal.numbers import Functions


def functions_at(
    dependence: Dependence,
    names: Sequence[str],
    rows: Sequence[int],
    at: Callable[[Array], Evaluation],
) -> Functions:
    """The dependents that are functions, their slopes and second derivatives at a position.

    `names` are those of all coordinates; `at` evaluates the system at this position with other
    velocities (f,); `rows` are the conditions on positions.  They follow from G q̇ + γ̄ = 0 and
    G q̈ + γ̿ = 0, whose γ̿ is of second degree in the velocities.
    """
    free = [names.index(name) for name in dependence.independent]
    bound = [i for i in range(len(names)) if i not in free]
    still = at(np.zeros(len(names)))
    G = still.G[rows]
    chosen = independent(G[:, bound], range(len(rows)))
    inverse = np.linalg.pinv(G[np.ix_(chosen, bound)])
    columns = {TIME: -inverse @ still.velocity[rows][chosen]}
    for i, name in zip(free, dependence.independent, strict=True):
        columns[name] = -inverse @ G[chosen, i]

    def drift(speeds: Mapping[str, float]) -> Array:
        """q̈ of the dependents without that of the others, for some speeds of these."""
        qd = np.zeros(len(names))
        qd[bound] = columns[TIME]
        for name, speed in speeds.items():
            qd[names.index(name)] += speed
            qd[bound] += columns[name] * speed
        return -inverse @ at(qd).gamma[rows][chosen]

    second = _second(dependence.independent, drift)
    functions: Functions = {}
    for entry in dependence.functions:
        place = bound.index(names.index(entry.name))
        arguments = entry.arguments
        functions[entry.function, (0,) * len(arguments)] = float(still.q[names.index(entry.name)])
        for name in arguments:
            orders = tuple(int(name == other) for other in arguments)
            functions[entry.function, orders] = float(columns[name][place])
        for one, two in combinations_with_replacement(arguments, 2):
            orders = tuple(int(one == other) + int(two == other) for other in arguments)
            functions[entry.function, orders] = float(second[frozenset((one, two))][place])
    return functions


def _second(
    names: Sequence[str], drift: Callable[[Mapping[str, float]], Array]
) -> dict[frozenset[str], Array]:
    """Second derivatives by pairs of arguments: accelerations are of second degree in speeds."""
    nought = drift({})
    ahead = {name: drift({name: 1.0}) for name in names}
    back = {name: drift({name: -1.0}) for name in names}
    second: dict[frozenset[str], Array] = {frozenset((TIME,)): nought}
    for name in names:
        second[frozenset((name,))] = (ahead[name] + back[name]) / 2 - nought
        second[frozenset((name, TIME))] = (ahead[name] - back[name]) / 4
    for one in names:
        for two in names:
            if frozenset((one, two)) not in second:
                both = drift({one: 1.0, two: 1.0})
                second[frozenset((one, two))] = (both - ahead[one] - ahead[two] + nought) / 2
    return second
