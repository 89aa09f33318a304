"""Random networks, and modified nodal analysis: an oracle that knows nothing of meshes."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from lagr_gui import System
from lagr_gui.catalogue import KINDS
from lagr_gui.model import Model
from lagr_gui.topology import analyse

KINDS_OF = {"R": "resistor", "L": "inductor", "C": "capacitor", "u": "voltage_source"}
FIELDS = {"R": "R", "L": "L", "C": "C", "u": "voltage"}


@dataclass(frozen=True)
class Branch:
    """A branch of a network: R, L, C, a voltage source u or a current source i."""

    sort: str
    a: str
    b: str
    value: float
    link: str = "automatic"


def system(branches: list[Branch]) -> System:
    """The network as it is drawn."""
    drawn = System("network", gravity=(0, 0, 0))
    for number, branch in enumerate(branches):
        ends = (branch.a, branch.b)
        name = f"{branch.sort}{number}"
        if branch.sort == "i":
            drawn.branch("current_source", *ends, name=name, strength=branch.value)
            continue
        value = {FIELDS[branch.sort]: branch.value}
        drawn.branch(KINDS_OF[branch.sort], *ends, name=name, link=branch.link, **value)
    return drawn


def random_network(seed: int, nodes: int, branches: int, sorts: str = "RLC") -> list[Branch]:
    """A connected network with one voltage source; its other branches are drawn by lot."""
    source = np.random.default_rng(seed)
    names = [f"n{k}" for k in range(nodes)]
    ends = [(names[k], names[source.integers(k)]) for k in range(1, nodes)]
    while len(ends) < branches:
        a, b = source.choice(nodes, 2, replace=False)
        ends.append((names[a], names[b]))
    found = [
        Branch(str(source.choice(list(sorts))), a, b, float(source.uniform(0.5, 2.0)))
        for a, b in ends
    ]
    first = found[0]
    return [Branch("u", first.a, first.b, first.value), *found[1:]]


def nodal_currents(branches: list[Branch], s: complex) -> np.ndarray:
    """The current of every branch at the complex frequency s, by modified nodal analysis."""
    matrix, right = nodal_equations(branches, s)
    return np.linalg.solve(matrix, right)[-len(branches) :]


def nodal_equations(branches: list[Branch], s: complex) -> tuple[np.ndarray, np.ndarray]:
    """Matrix and right side for the potentials of the nodes, then the currents of the branches.

    A branch carries its current from a to b; a source lifts the potential from a to b.
    """
    nodes = sorted({end for branch in branches for end in (branch.a, branch.b)})
    place = {name: index for index, name in enumerate(nodes)}
    n, m = len(nodes), len(branches)
    matrix, right = np.zeros((n + m, n + m), complex), np.zeros(n + m, complex)
    for k, branch in enumerate(branches):
        a, b, row = place[branch.a], place[branch.b], n + k
        matrix[a, row], matrix[b, row] = 1, -1
        if branch.sort == "i":
            matrix[row, row], right[row] = 1, branch.value
            continue
        matrix[row, a], matrix[row, b] = 1, -1
        value = branch.value
        drop = {"R": value, "L": s * value, "C": 1 / (s * value), "u": 0.0}[branch.sort]
        matrix[row, row] = -drop
        right[row] = -value if branch.sort == "u" else 0.0
    matrix[0, :], right[0] = 0, 0
    matrix[0, 0] = 1
    return matrix, right


def mesh_currents(drawn: System, s: complex) -> np.ndarray:
    """The same from Lagrange's equations (s² M + s D + K) q = b of the meshes."""
    names = drawn.check().coordinates
    f = len(names)
    zero = dict.fromkeys(names, 0.0)
    states = [{"t": 0.0, "q": zero, "qd": zero}]
    states += [{"t": 0.0, "q": zero | {name: 1.0}, "qd": zero} for name in names]
    states += [{"t": 0.0, "q": zero, "qd": zero | {name: 1.0}} for name in names]
    found = drawn.evaluate(*states)
    b, M = found[0].Q, found[0].g[1:, 1:]
    K = np.array([b - entry.Q for entry in found[1 : f + 1]]).T
    D = np.array([b - entry.Q for entry in found[f + 1 :]]).T
    q = np.linalg.solve(s * s * M + s * D + K, b)
    return incidence(drawn.model, names) @ (s * q)


def incidence(model: Model, names: tuple[str, ...]) -> np.ndarray:
    """What the charge of each branch (row) is made of, by coordinate (column)."""
    charges = analyse(model, KINDS).circuits.charges
    rows = np.zeros((len(model.elements), len(names)))
    for row, element in enumerate(model.elements):
        for name, sign in charges.get(element.name, ()):
            rows[row, names.index(name)] = sign
    return rows
