"""Meshes of electrical circuits: which charges are coordinates, what the others are made of.

Terminals are nodes, branches are edges.  A forest spans the terminals; each branch that is
left over (a link) closes one mesh, and the charge that has flowed in that mesh is a coordinate
(Maschenladung).  Charges of branches in the forest are sums of them, so that currents add up
to zero at every terminal (Kirchhoff's first law) without any condition; his second law is
Lagrange's equation of the mesh.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING

from lagr_gui.expression import read, symbols
from lagr_gui.foundation.message import joined, say
from lagr_gui.foundation.problem import LagrError, Problem, Severity
from lagr_gui.model import Element, FieldType, Model, Role, Scalar
from lagr_gui.model.kinds import Kinds
from lagr_gui.model.sites import sites
from lagr_gui.topology.meshes import Charge, Circuits, Mesh
from lagr_gui.topology.spanning import edge_between, spanning_forest

if TYPE_CHECKING:
    import networkx as nx

_ORDERS = {
    Role.VOLTAGE: 0,
    Role.CAPACITANCE: 0,
    Role.COUPLING: 1,
    Role.RESISTANCE: 1,
    Role.INDUCTANCE: 2,
    Role.CURRENT: 2,
}
"""Order of a mesh by its link: all its other branches went into the forest before it.

A source of current needs no equation of its mesh: its voltage is whatever that takes.
"""


@dataclass(frozen=True, slots=True)
class _Branch:
    element: Element
    index: int
    role: Role
    preferred: bool

    @property
    def name(self) -> str:
        return self.element.name

    @property
    def charge(self) -> str:
        return self.element.own[0]

    @property
    def ends(self) -> tuple[str, str]:
        return self.element.terminal_a, self.element.terminal_b  # type: ignore[attr-defined]


def circuits(model: Model, kinds: Kinds) -> Circuits:
    """The meshes of a model whose references are sound (see `lagr_gui.model.checks.check`)."""
    branches = _branches(model, kinds)
    if not branches:
        return Circuits()
    meshes = _meshes(branches, lambda b: (b.role, b.preferred, b.index))
    if all(mesh.order == 2 for mesh in meshes):
        # Any forest will do where every mesh has an inductance, so the user may choose.
        chosen = _meshes(branches, lambda b: (b.preferred, b.role, b.index))
        meshes = tuple(Mesh(mesh.link, mesh.coordinate, mesh.branches, order=2) for mesh in chosen)
    charges: dict[str, list[tuple[str, int]]] = {branch.name: [] for branch in branches}
    for mesh in meshes:
        for name, sign in mesh.branches:
            charges[name].append((mesh.coordinate, sign))
    links = {mesh.coordinate for mesh in meshes}
    dependent = tuple(branch.charge for branch in branches if branch.charge not in links)
    sums = {name: tuple(terms) for name, terms in charges.items()}
    problems = (
        *_faulty_meshes(branches, meshes),
        *_lone_names(model, kinds, dependent),
        *_hints(branches, meshes, sums),
    )
    return Circuits(meshes, sums, dependent, problems)


def _branches(model: Model, kinds: Kinds) -> tuple[_Branch, ...]:
    named = _named_by_fields(model, kinds)
    branches: list[_Branch] = []
    for index, element in enumerate(model.elements):
        role = kinds.elements[element.kind].role
        if role is not None and element.enabled and len(element.own) == 1:
            chosen = element.link == "preferred"  # type: ignore[attr-defined]
            branches.append(_Branch(element, index, role, chosen or element.own[0] in named))
    return tuple(branches)


def _named_by_fields(model: Model, kinds: Kinds) -> set[str]:
    """Coordinates on which elements other than branches act."""
    return {
        getattr(element, spec.name)
        for element in model.elements
        if element.enabled and kinds.elements[element.kind].role is None
        for spec in kinds.elements[element.kind].fields
        if spec.type is FieldType.COORDINATE
    }


def _meshes(
    branches: Sequence[_Branch], reluctance: Callable[[_Branch], tuple[int, ...]]
) -> tuple[Mesh, ...]:
    """The meshes that the links close; branches with little reluctance go into the forest."""
    if not branches:
        return ()
    import networkx as nx

    by_name = {branch.name: branch for branch in branches}
    graph = nx.MultiGraph()
    for branch in branches:
        graph.add_edge(*branch.ends, branch.name)
    tree = spanning_forest(graph, lambda edge: reluctance(by_name[edge[2]]))
    kept = {name for _, _, name in tree.edges(keys=True)}
    meshes: list[Mesh] = []
    for branch in branches:
        if branch.name not in kept:
            start, end = branch.ends
            path = _path(tree, end, start, by_name)
            passed = ((branch.name, 1), *path)
            meshes.append(Mesh(branch.name, branch.charge, passed, _ORDERS[branch.role]))
    return tuple(meshes)


def _path(
    tree: nx.MultiGraph[str], start: str, end: str, by_name: Mapping[str, _Branch]
) -> list[tuple[str, int]]:
    """The branches from one terminal to another through the forest, with their signs."""
    import networkx as nx

    steps = pairwise(nx.shortest_path(tree, start, end))
    named = ((ends, edge_between(tree, *ends)) for ends in steps)
    return [(name, 1 if by_name[name].ends == ends else -1) for ends, name in named]


def _faulty_meshes(branches: Sequence[_Branch], meshes: Sequence[Mesh]) -> list[Problem]:
    """Meshes whose current nothing determines, and sources of current that contradict."""
    by_name = {branch.name: branch for branch in branches}
    problems: list[Problem] = []
    for mesh in meshes:
        role = by_name[mesh.link].role
        if mesh.order == 2 or role not in (Role.VOLTAGE, Role.COUPLING):
            continue
        names = joined(say("“{name}”", name=name) for name, _ in mesh.branches)
        if role is Role.VOLTAGE:
            cause = say(
                "The voltage sources {names} form a mesh without any resistance: their "
                "voltages contradict each other or leave the current undetermined.",
                names=names,
            )
        else:
            cause = say(
                "The mesh {names} holds neither a resistance nor an inductance, so its "
                "current is not determined.",
                names=names,
            )
        remedy = "Put a resistor or an inductor into the mesh."
        problems.append(_problem(by_name[mesh.link], cause, remedy, "short-circuit"))
    links = {mesh.link for mesh in meshes}
    for branch in branches:
        if branch.role is not Role.CURRENT or branch.name in links:
            continue
        through = [m for m in meshes if branch.name in dict(m.branches)]
        if all(by_name[mesh.link].role is Role.CURRENT for mesh in through):
            cause = "Its current is already determined by other current sources, or by an open end."
            remedy = "Give the charge another way, beside the source, or remove the source."
            problems.append(_problem(branch, cause, remedy, "current-sources"))
    return problems


def _lone_names(model: Model, kinds: Kinds, dependent: Collection[str]) -> list[Problem]:
    """Elements that act on the charge of a branch which is no coordinate."""
    problems: list[Problem] = []
    for index, element in enumerate(model.elements):
        if not element.enabled or kinds.elements[element.kind].role is not None:
            continue
        for spec in kinds.elements[element.kind].fields:
            if spec.type is FieldType.COORDINATE and getattr(element, spec.name) in dependent:
                name = getattr(element, spec.name)
                problems.append(
                    Problem(
                        place=say(
                            "Element “{name}”, {name_2}", name=element.name, name_2=spec.name
                        ),
                        cause=say(
                            "The charge “{name}” is a sum of other charges in this circuit.",
                            name=name,
                        ),
                        remedy="Act on one of the charges that are coordinates.",
                        code="dependent-charge",
                        path=("elements", index, spec.name),
                    )
                )
    for site in sites(model, kinds):
        if site.path[0] == "joints" and _names(site.value).intersection(dependent):
            name = min(_names(site.value).intersection(dependent))
            cause = say("The charge “{name}” is a sum of other charges in this circuit.", name=name)
            remedy = "Use the charges that are coordinates."
            place = say("Joint “{name}”", name=model.joints[int(site.path[1])].name)
            problems.append(Problem(place, cause, remedy, code="dependent-charge", path=site.path))
    for index, start in enumerate(model.start):
        if start.coordinate in dependent:
            problems.append(
                Problem(
                    place=say("Start value “{coordinate}”", coordinate=start.coordinate),
                    cause="This charge is a sum of other charges; its start value is not used.",
                    remedy="Give start values of the charges that are coordinates, or the charge "
                    "of a capacitor at the start.",
                    severity=Severity.WARNING,
                    code="dependent-start",
                    path=("start", index),
                )
            )
    return problems


def _names(value: Scalar) -> set[str]:
    try:
        return {symbol.name for symbol in symbols(read(value))}
    except LagrError:
        return set()  # `check` tells what cannot be read


def _hints(
    branches: Sequence[_Branch], meshes: Sequence[Mesh], charges: Mapping[str, Charge]
) -> list[Problem]:
    """What follows from the way the circuits are drawn."""
    problems: list[Problem] = []
    for branch in branches:
        if not charges[branch.name]:
            cause = "It lies in no closed mesh, so no current flows through it; it is left out."
            remedy = "Close the circuit, if it shall take part."
            problems.append(_problem(branch, cause, remedy, "open-circuit", Severity.HINT))
    by_name = {branch.name: branch for branch in branches}
    for mesh in meshes:
        if mesh.order == 2 or by_name[mesh.link].role in (Role.VOLTAGE, Role.COUPLING):
            continue
        names = joined(say("“{name}”", name=name) for name, _ in mesh.branches)
        cause = say(
            "The mesh {names} has no inductance: its equation is of order {order} in "
            "{coordinate}, and it is fulfilled from the start on.",
            names=names,
            order=mesh.order,
            coordinate=mesh.coordinate,
        )
        rest = "Nothing needs to be done; {coordinate} and its current follow."
        if mesh.order:
            rest = "Nothing needs to be done; {coordinate} starts with what is given."
        remedy = say(rest, coordinate=mesh.coordinate)
        severity = Severity.HINT
        problems.append(_problem(by_name[mesh.link], cause, remedy, "low-order-mesh", severity))
    if meshes:
        links = {mesh.link for mesh in meshes}
        for branch in branches:
            chosen = branch.element.link == "preferred"  # type: ignore[attr-defined]
            if chosen and branch.name not in links and charges[branch.name]:
                cause = "Its charge cannot be a coordinate together with the others."
                remedy = "Prefer fewer charges, or other ones."
                problems.append(_problem(branch, cause, remedy, "idle-link", Severity.HINT))
    return problems


def _problem(
    branch: _Branch, cause: str, remedy: str, code: str, severity: Severity = Severity.ERROR
) -> Problem:
    place = say("Element “{name}”", name=branch.name)
    return Problem(place, cause, remedy, severity, code, ("elements", branch.index))
