"""The joint graph and what follows from it (Habelt 4.11).

Bodies are nodes, joints are edges.  A tree gives each body l > 0 exactly one reference body
(Bezugskörper) k; where bodies hang on nothing a free joint is offered; closed paths are
found and named.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import networkx as nx

from lagr_gui.model import Joint, Model
from lagr_gui.model.kinds import JointTraits
from lagr_gui.problem import Problem, Severity


@dataclass(frozen=True, slots=True)
class Branch:
    """One step of the tree: `child` moves relative to its reference body `parent`.

    `backwards` tells that the joint was drawn from the child to the parent.
    """

    joint: Joint
    parent: int
    child: int
    backwards: bool


@dataclass(frozen=True, slots=True)
class Loop:
    """A closed path: the bodies passed and the joints between them."""

    bodies: tuple[int, ...]
    joints: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Topology:
    """The structure of a system.

    `branches` are ordered so that every reference body comes before the bodies that hang on
    it; `coordinates` are q¹ … qᶠ in the order of the joints in the model.  `offered` are free
    joints that the program proposes; they are part of the branches but enter the model only
    when the user accepts them.  `renumbering` (old → new number) is empty where the numbers
    rise along every path from body 0.
    """

    branches: tuple[Branch, ...]
    coordinates: tuple[str, ...]
    loops: tuple[Loop, ...]
    offered: tuple[Joint, ...]
    renumbering: Mapping[int, int]
    problems: tuple[Problem, ...]

    @property
    def is_tree(self) -> bool:
        """Whether there is no closed path."""
        return not self.loops

    @property
    def reference_bodies(self) -> dict[int, int]:
        """For each body its reference body."""
        return {branch.child: branch.parent for branch in self.branches}


def analyse(model: Model, kinds: Mapping[str, JointTraits]) -> Topology:
    """The structure of a model whose references are sound (see `lagr_gui.model.check`)."""
    graph = joint_graph(model)
    offered = _offered(model, graph, kinds)
    for joint in offered:
        graph.add_edge(joint.parent, joint.child, key=joint.name, joint=joint)
    loops = _loops(graph)
    branches = _branches(graph)
    renumbering = {} if loops else _renumbering(model, branches)
    problems = (
        *(_loop_problem(model, loop) for loop in loops),
        *(_offer_problem(model, joint) for joint in offered),
        *_numbering_problems(model, branches, renumbering),
    )
    coordinates = (
        *model.coordinates,
        *(name for joint in offered for name in joint.coordinates),
    )
    return Topology(branches, coordinates, loops, offered, renumbering, problems)


def joint_graph(model: Model) -> nx.MultiGraph:
    """Bodies as nodes, joints as edges with their names as keys."""
    graph = nx.MultiGraph()
    graph.add_nodes_from((0, *model.numbers))
    for joint in model.joints:
        graph.add_edge(joint.parent, joint.child, key=joint.name, joint=joint)
    return graph


def _offered(
    model: Model, graph: nx.MultiGraph, kinds: Mapping[str, JointTraits]
) -> tuple[Joint, ...]:
    taken = {joint.name for joint in model.joints}
    coordinates = set(model.coordinates) | {parameter.name for parameter in model.parameters}
    joints = []
    for component in nx.connected_components(graph):
        if 0 in component:
            continue
        number = min(component)
        name = _fresh(f"free {number}", taken)
        stems = ("x", "y", "z", "alpha", "beta", "gamma")
        names = tuple(_fresh(f"{stem}_{number}", coordinates) for stem in stems)
        free = kinds["free"]
        joints.append(
            free.record(name=name, kind=free.name, parent=0, child=number, coordinates=names)
        )
    return tuple(joints)


def _fresh(name: str, taken: set[str]) -> str:
    while name in taken:
        name += "_"
    taken.add(name)
    return name


def _branches(graph: nx.MultiGraph) -> tuple[Branch, ...]:
    branches = []
    reached = {0}
    waiting = [0]
    while waiting:
        parent = waiting.pop(0)
        for _, child, joint in sorted(
            graph.edges(parent, data="joint"), key=lambda edge: (edge[1], edge[2].name)
        ):
            if child not in reached:
                reached.add(child)
                waiting.append(child)
                branches.append(Branch(joint, parent, child, joint.parent == child))
    return tuple(branches)


def _loops(graph: nx.MultiGraph) -> tuple[Loop, ...]:
    loops = [_double(a, b, graph) for a, b in {tuple(sorted(e[:2])) for e in graph.edges} if a != b]
    simple = nx.Graph(graph)
    simple.remove_edges_from(list(nx.selfloop_edges(simple)))
    for cycle in nx.minimum_cycle_basis(simple):
        start = cycle.index(min(cycle))
        around = cycle[start:] + cycle[:start]
        bodies = tuple(around if around[1] < around[-1] else [around[0], *around[:0:-1]])
        pairs = zip(bodies, (*bodies[1:], bodies[0]), strict=True)
        loops.append((Loop(bodies, tuple(min(graph[a][b]) for a, b in pairs)),))
    return tuple(sorted((loop for group in loops for loop in group), key=lambda loop: loop.bodies))


def _double(a: int, b: int, graph: nx.MultiGraph) -> tuple[Loop, ...]:
    names = sorted(graph[a][b])
    return tuple(Loop((a, b), (names[0], name)) for name in names[1:])


def _renumbering(model: Model, branches: tuple[Branch, ...]) -> dict[int, int]:
    if all(branch.parent < branch.child for branch in branches):
        return {}
    waiting = {branch.child: branch.parent for branch in branches}
    new = {0: 0}
    while waiting:
        child = min(number for number, parent in waiting.items() if parent in new)
        new[child] = len(new)
        del waiting[child]
    return {old: number for old, number in new.items() if old != number}


def _path(branches: tuple[Branch, ...], child: int) -> str:
    parents = {branch.child: branch.parent for branch in branches}
    path = [child]
    while path[-1] in parents:
        path.append(parents[path[-1]])
    return "–".join(str(number) for number in reversed(path))


def _loop_problem(model: Model, loop: Loop) -> Problem:
    path = "–".join(str(number) for number in (*loop.bodies, loop.bodies[0]))
    names = ", ".join(f"“{name}”" for name in loop.joints)
    last = loop.joints[-1]
    index = next(i for i, joint in enumerate(model.joints) if joint.name == last)
    return Problem(
        place=f"Joint “{last}”",
        cause=f"The joints {names} close the path {path}; this version treats tree structure only.",
        remedy="Remove one of these joints, or enter the absolute motion of a body with a "
        "general joint to body 0.",
        code="closed-loop",
        path=("joints", index),
    )


def _offer_problem(model: Model, joint: Joint) -> Problem:
    index = model.numbers.index(joint.child)
    return Problem(
        place=f"Body {joint.child}",
        cause=f"No joint connects {model.title(joint.child)} with body 0.",
        remedy="A free joint with six coordinates is assumed; accept it or draw another joint.",
        severity=Severity.WARNING,
        code="free-joint-offered",
        path=("bodies", index),
    )


def _numbering_problems(
    model: Model, branches: tuple[Branch, ...], renumbering: Mapping[int, int]
) -> tuple[Problem, ...]:
    if not renumbering:
        return ()
    return tuple(
        Problem(
            place=f"Body {branch.child}",
            cause=f"The numbers do not rise along the path {_path(branches, branch.child)}.",
            remedy="Renumber the bodies; the equations are right either way.",
            severity=Severity.WARNING,
            code="numbering",
            path=("bodies", model.numbers.index(branch.child)),
        )
        for branch in branches
        if branch.parent > branch.child
    )
