"""The joint graph and what follows from it (Habelt 4.11).

Bodies are nodes, joints are edges.  A tree gives each body l > 0 exactly one reference body
(Bezugskörper) k; where bodies hang on nothing a free joint is offered; of each closed path
one joint is cut (`lagr_gui.topology.cuts`).
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from lagr_gui.foundation.message import joined, say
from lagr_gui.foundation.problem import Problem, Severity
from lagr_gui.model import Joint, Model, title_of
from lagr_gui.model.kinds import JointTraits, Kinds
from lagr_gui.topology.cuts import Cut, Loop, cuts, spanning_tree, used_coordinates
from lagr_gui.topology.meshes import Circuits
from lagr_gui.topology.spanning import edge_between

if TYPE_CHECKING:
    import networkx as nx


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
class Topology:
    """The structure of a system.

    `branches` are ordered so that every reference body comes before the bodies that hang on
    it; `coordinates` are q¹ … qᶠ in the order of the joints in the model, without those of
    joints that are cut and without charges that are sums of others (`circuits`).  `offered`
    are free joints that the program proposes; they are part of the branches but enter the
    model only when the user accepts them.  `renumbering` (old → new number) is empty where
    the numbers rise along every path from body 0.
    """

    branches: tuple[Branch, ...]
    coordinates: tuple[str, ...]
    cuts: tuple[Cut, ...]
    offered: tuple[Joint, ...]
    renumbering: Mapping[int, int]
    problems: tuple[Problem, ...]
    circuits: Circuits

    @property
    def is_tree(self) -> bool:
        """Whether there is no closed path."""
        return not self.cuts

    @property
    def loops(self) -> tuple[Loop, ...]:
        """The closed paths, one for each joint that is cut."""
        return tuple(cut.loop for cut in self.cuts)

    @property
    def following(self) -> frozenset[str]:
        """Coordinates of joints that are cut: what they are follows from all others."""
        cut = {name for cut in self.cuts for name in cut.joint.coordinates}
        return frozenset(cut.difference(self.coordinates))

    @property
    def reference_bodies(self) -> dict[int, int]:
        """For each body its reference body."""
        return {branch.child: branch.parent for branch in self.branches}


def analyse(model: Model, kinds: Kinds, keeping: Collection[str] = ()) -> Topology:
    """The structure of a model whose references are sound (see `lagr_gui.model.checks.check`).

    Coordinates of joints stay even where these are cut if one of `keeping` is among them.
    """
    joints, offered, openings, tree = _opened(model, kinds, keeping)
    branches = _branches(tree, joints)
    renumbering = _renumbering(branches)
    electric = _circuits(model, kinds)
    problems = (
        *electric.problems,
        *(_cut_problem(model, cut) for cut in openings),
        *_idle_choices(model, openings),
        *_offer_problems(model, offered),
        *_ground_problems(model, branches, {name for cut in openings for name in cut.loop.joints}),
        *_numbering_problems(model, branches, renumbering),
    )
    gone = {name for cut in openings if not cut.keeps for name in cut.joint.coordinates}
    gone.update(electric.dependent)
    coordinates = (
        *(name for name in model.coordinates if name not in gone),
        *(name for joint in offered for name in joint.coordinates),
    )
    return Topology(branches, coordinates, openings, offered, renumbering, problems, electric)


def _circuits(model: Model, kinds: Kinds) -> Circuits:
    """Those of a model that has branches."""
    if all(kinds.elements[element.kind].role is None for element in model.elements):
        return Circuits()
    from lagr_gui.topology.circuits import circuits  # few models have any

    return circuits(model, kinds)


def cut_joints(model: Model, kinds: Kinds) -> frozenset[str]:
    """The joints at which closed paths are cut, also of a model whose references are not sound."""
    _, _, openings, _ = _opened(model, kinds)
    return frozenset(cut.joint.name for cut in openings)


def _opened(
    model: Model, kinds: Kinds, keeping: Collection[str] = ()
) -> tuple[dict[str, Joint], tuple[Joint, ...], tuple[Cut, ...], nx.MultiGraph[int]]:
    """All joints by name, those that are offered, those that are cut, and the tree that is left."""
    graph = joint_graph(model)
    offered = _offered(model, graph, kinds.joints)
    for joint in offered:
        graph.add_edge(joint.parent, joint.child, joint.name)
    joints = {joint.name: joint for joint in (*model.joints, *offered)}
    used = used_coordinates(model, kinds)
    started = {start.coordinate for start in model.start}
    tree = spanning_tree(graph, joints, kinds.joints, used, started)
    return joints, offered, cuts(graph, tree, joints, kinds.joints, used.union(keeping)), tree


def joint_graph(model: Model) -> nx.MultiGraph[int]:
    """Bodies as nodes, joints as edges."""
    import networkx as nx

    graph = nx.MultiGraph()
    graph.add_nodes_from((0, *model.numbers))
    for joint in model.joints:
        graph.add_edge(joint.parent, joint.child, joint.name)
    return graph


def _offered(
    model: Model, graph: nx.MultiGraph[int], kinds: Mapping[str, JointTraits]
) -> tuple[Joint, ...]:
    import networkx as nx

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


def _branches(tree: nx.MultiGraph[int], joints: Mapping[str, Joint]) -> tuple[Branch, ...]:
    import networkx as nx

    steps = nx.bfs_edges(tree, 0, sort_neighbors=sorted)
    named = ((parent, child, joints[edge_between(tree, parent, child)]) for parent, child in steps)
    return tuple(
        Branch(joint, parent, child, joint.parent == child) for parent, child, joint in named
    )


def _renumbering(branches: tuple[Branch, ...]) -> dict[int, int]:
    """New numbers that rise along every path, small ones first; none where they do."""
    import networkx as nx

    if all(branch.parent < branch.child for branch in branches):
        return {}
    outwards = nx.DiGraph((branch.parent, branch.child) for branch in branches)
    order = nx.lexicographical_topological_sort(outwards)
    return {old: number for number, old in enumerate(order) if old != number}


def _path(parents: Mapping[int, int], child: int) -> str:
    path = [child]
    while path[-1] in parents:
        path.append(parents[path[-1]])
    return "–".join(str(number) for number in reversed(path))


def _cut_problem(model: Model, cut: Cut) -> Problem:
    path = "–".join(str(number) for number in (*cut.loop.bodies, cut.loop.bodies[0]))
    names = joined(say("“{name}”", name=name) for name in cut.loop.joints)
    joint = cut.joint
    what = say("chosen by you") if joint.cut else say("proposed")
    return Problem(
        place=say("Joint “{name}”", name=joint.name),
        cause=say(
            "The joints {names} close the path {path}; “{name}” is cut ({what}).",
            names=names,
            path=path,
            name=joint.name,
            what=what,
        )
        + _lost(cut),
        remedy="Nothing needs to be done. To cut elsewhere, choose Cut here on another of "
        "these joints.",
        severity=Severity.HINT,
        code="closed-loop",
        path=("joints", model.joints.index(joint)),
    )


def _lost(cut: Cut) -> str:
    """What becomes of the coordinates of a joint that is cut."""
    lost = ", ".join(cut.joint.coordinates)
    one = len(cut.joint.coordinates) == 1
    if cut.keeps:
        kept = " Its coordinate {lost} stays dependent."
        return say(kept if one else " Its coordinates {lost} stay dependent.", lost=lost)
    if not lost:
        return ""
    gone = " Its coordinate {lost} is not needed."
    return say(gone if one else " Its coordinates {lost} are not needed.", lost=lost)


def _idle_choices(model: Model, openings: tuple[Cut, ...]) -> tuple[Problem, ...]:
    """Joints that the user wants to cut although they close no path."""
    cut = {entry.joint.name for entry in openings}
    return tuple(
        Problem(
            place=say("Joint “{name}”", name=joint.name),
            cause="It is marked to be cut, but it is needed to hold its bodies in the tree.",
            remedy="Take the mark away, or draw the joint that closes the path.",
            severity=Severity.WARNING,
            code="idle-cut",
            path=("joints", index),
        )
        for index, joint in enumerate(model.joints)
        if joint.cut and joint.name not in cut
    )


def _offer_problems(model: Model, offered: tuple[Joint, ...]) -> tuple[Problem, ...]:
    places = {body.number: (place, body.name) for place, body in enumerate(model.bodies)}
    return tuple(
        Problem(
            place=say("Body {child}", child=child),
            cause=say("No joint connects {title} with body 0.", title=title_of(child, name)),
            remedy="A free joint with six coordinates is assumed; accept it or draw another joint.",
            severity=Severity.WARNING,
            code="free-joint-offered",
            path=("bodies", place),
        )
        for child in (joint.child for joint in offered)
        for place, name in (places[child],)
    )


def _ground_problems(
    model: Model, branches: tuple[Branch, ...], closed: set[str]
) -> tuple[Problem, ...]:
    """Joints that move body 0 against a body, as they are drawn; closed paths are drawn round."""
    return tuple(
        Problem(
            place=say("Joint “{name}”", name=branch.joint.name),
            cause=say(
                "It is drawn from {title} to body 0: its coordinates tell how body 0 moves "
                "against that body.",
                title=model.title(branch.child),
            ),
            remedy="Draw it from body 0 to the body, unless this sense is meant.",
            severity=Severity.HINT,
            code="ground-child",
            path=("joints", model.joints.index(branch.joint)),
        )
        for branch in branches
        if branch.joint.child == 0 and branch.joint.coordinates and branch.joint.name not in closed
    )


def _numbering_problems(
    model: Model, branches: tuple[Branch, ...], renumbering: Mapping[int, int]
) -> tuple[Problem, ...]:
    if not renumbering:
        return ()
    places = {number: place for place, number in enumerate(model.numbers)}
    parents = {branch.child: branch.parent for branch in branches}
    return tuple(
        Problem(
            place=say("Body {child}", child=branch.child),
            cause=say(
                "The numbers do not rise along the path {path}.", path=_path(parents, branch.child)
            ),
            remedy="Renumber the bodies; the equations are right either way.",
            severity=Severity.WARNING,
            code="numbering",
            path=("bodies", places[branch.child]),
        )
        for branch in branches
        if branch.parent > branch.child
    )
