"""Which joints carry the tree and which are cut (Habelt 4.11, third case).

Of each closed path one joint is cut; its conditions then bind the coordinates of the others.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING

from lagr_gui.model import FieldType, Joint, Model
from lagr_gui.model.kinds import JointTraits, Kinds
from lagr_gui.model.sites import written_sites
from lagr_gui.topology.spanning import Edge, edge_between, spanning_forest

if TYPE_CHECKING:
    import networkx as nx


@dataclass(frozen=True, slots=True)
class Loop:
    """A closed path: the bodies passed and the joints between them."""

    bodies: tuple[int, ...]
    joints: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Cut:
    """A joint that is cut, with the path that it closes through the tree.

    `keeps` tells that its coordinates stay among those of the system, because something
    speaks of them or because its conditions cannot be written without them.
    """

    joint: Joint
    loop: Loop
    keeps: bool


def used_coordinates(model: Model, kinds: Kinds) -> set[str]:
    """Names of coordinates that elements, joints or signals speak of."""
    used: set[str] = set()
    for site in written_sites(model, kinds):
        if site.path[0] in ("elements", "joints", "signals"):
            used |= site.names
    for element in model.elements:
        if element.kind in kinds.elements:
            for spec in kinds.elements[element.kind].fields:
                if spec.type is FieldType.COORDINATE:
                    used.add(getattr(element, spec.name))
    return used & set(model.coordinates)


def spanning_tree(
    graph: nx.MultiGraph[int],
    joints: Mapping[str, Joint],
    kinds: Mapping[str, JointTraits],
    used: set[str],
    started: set[str],
) -> nx.MultiGraph[int]:
    """The joints that carry the tree: all but one of each closed path.

    A joint whose coordinates have start values (`started`) lays its bodies out, so another is
    cut.  One with many coordinates is cut rather than one with few: fewer coordinates become
    dependent.  Among equals the one farthest from body 0 is cut, which keeps the paths short
    and the conditions well conditioned.  What the user chose comes first of all.
    """
    import networkx as nx

    levels = nx.single_source_shortest_path_length(graph, 0)

    def reluctance(edge: Edge[int]) -> tuple[bool, bool, bool, int, int]:
        joint = joints[edge[2]]
        keeps = keeps_coordinates(joint, kinds, used)
        free = started.isdisjoint(joint.coordinates)
        level = levels[joint.parent] + levels[joint.child]
        return joint.cut, not keeps, free, len(joint.coordinates), level

    return spanning_forest(graph, reluctance)


def keeps_coordinates(joint: Joint, kinds: Mapping[str, JointTraits], used: set[str]) -> bool:
    """Whether the coordinates of a joint must stay even if it is cut."""
    return not kinds[joint.kind].closes_without_coordinates or bool(used & set(joint.coordinates))


def cuts(
    graph: nx.MultiGraph[int],
    tree: nx.MultiGraph[int],
    joints: Mapping[str, Joint],
    kinds: Mapping[str, JointTraits],
    used: set[str],
) -> tuple[Cut, ...]:
    """The joints that are not in the tree, in the order of the bodies."""
    kept = {name for _, _, name in tree.edges(keys=True)}
    left = (joints[name] for _, _, name in graph.edges(keys=True) if name not in kept)
    return tuple(
        Cut(joint, _loop(tree, joint), keeps_coordinates(joint, kinds, used)) for joint in left
    )


def _loop(tree: nx.MultiGraph[int], joint: Joint) -> Loop:
    """The path through the tree that a joint closes, from the body with the least number."""
    import networkx as nx

    path = nx.shortest_path(tree, joint.parent, joint.child)
    names = [*(edge_between(tree, a, b) for a, b in pairwise(path)), joint.name]
    start = path.index(min(path))
    bodies, around = path[start:] + path[:start], names[start:] + names[:start]
    if len(bodies) > 2 and bodies[1] > bodies[-1]:
        bodies, around = [bodies[0], *bodies[:0:-1]], around[::-1]
    return Loop(tuple(bodies), tuple(around))
