"""Which joints carry the tree and which are cut (Habelt 4.11, third case).

Of each closed path one joint is cut; its conditions then bind the coordinates of the others.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import pairwise

import networkx as nx

from lagr_gui.expression import read, symbols
from lagr_gui.model import FieldType, Joint, Model
from lagr_gui.model.kinds import JointTraits, Kinds
from lagr_gui.model.sites import sites
from lagr_gui.problem import LagrError


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
    """Names of coordinates that elements or joints speak of."""
    used: set[str] = set()
    for site in sites(model, kinds):
        if isinstance(site.value, str) and site.path[0] in ("elements", "joints"):
            try:
                used |= {symbol.name for symbol in symbols(read(site.value))}
            except LagrError:
                continue  # `check` tells what cannot be read
    for element in model.elements:
        if element.kind in kinds.elements:
            for spec in kinds.elements[element.kind].fields:
                if spec.type is FieldType.COORDINATE:
                    used.add(getattr(element, spec.name))
    return used & set(model.coordinates)


def spanning_tree(
    graph: nx.MultiGraph, joints: Mapping[str, JointTraits], used: set[str]
) -> nx.MultiGraph:
    """The joints that carry the tree: all but one of each closed path.

    A joint with many coordinates is cut rather than one with few: fewer coordinates become
    dependent.  Among equals the one farthest from body 0 is cut, which keeps the paths short
    and the conditions well conditioned.  What the user chose comes first of all.
    """
    levels = nx.single_source_shortest_path_length(graph, 0)
    order = {joint.name: i for i, (_, _, joint) in enumerate(graph.edges(data="joint"))}

    def reluctance(joint: Joint) -> tuple[bool, bool, int, int, int]:
        keeps = keeps_coordinates(joint, joints, used)
        level = levels[joint.parent] + levels[joint.child]
        return joint.cut, not keeps, len(joint.coordinates), level, order[joint.name]

    ranked = sorted((joint for _, _, joint in graph.edges(data="joint")), key=reluctance)
    weights = {joint.name: rank for rank, joint in enumerate(ranked)}
    weighted = nx.MultiGraph()
    weighted.add_nodes_from(graph)
    for a, b, key, joint in graph.edges(keys=True, data="joint"):
        if a != b:
            weighted.add_edge(a, b, key=key, joint=joint, weight=weights[key])
    return nx.minimum_spanning_tree(weighted)


def keeps_coordinates(joint: Joint, kinds: Mapping[str, JointTraits], used: set[str]) -> bool:
    """Whether the coordinates of a joint must stay even if it is cut."""
    return not kinds[joint.kind].closes_without_coordinates or bool(used & set(joint.coordinates))


def cuts(
    graph: nx.MultiGraph,
    tree: nx.MultiGraph,
    joints: Mapping[str, JointTraits],
    used: set[str],
) -> tuple[Cut, ...]:
    """The joints that are not in the tree, in the order of the model."""
    found: list[Cut] = []
    for _, _, key, joint in graph.edges(keys=True, data="joint"):
        if not tree.has_edge(joint.parent, joint.child, key):
            keeps = keeps_coordinates(joint, joints, used)
            found.append(Cut(joint, _loop(tree, joint), keeps))
    return tuple(found)


def _loop(tree: nx.MultiGraph, joint: Joint) -> Loop:
    """The path through the tree that a joint closes, from the body with the least number."""
    path: list[int] = nx.shortest_path(tree, joint.parent, joint.child)
    names = [next(iter(tree[a][b])) for a, b in pairwise(path)]
    names.append(joint.name)
    start = path.index(min(path))
    bodies, around = path[start:] + path[:start], names[start:] + names[:start]
    if len(bodies) > 2 and bodies[1] > bodies[-1]:
        bodies, around = [bodies[0], *bodies[:0:-1]], around[::-1]
    return Loop(tuple(bodies), tuple(around))
