"""Places of the drawing: moving, aligning, arranging the tree."""

from __future__ import annotations

from collections.abc import Collection, Mapping

import networkx as nx

from lagr_gui.editing.edits.names import body_numbers, names_of
from lagr_gui.editing.edits.rings import circuit_places
from lagr_gui.model import Layout, Model, Place

COLUMN, ROW = 240.0, 170.0
"""Distances between neighbouring bodies of an arranged drawing."""

Point = tuple[float, float]


def places(model: Model) -> dict[str, Point]:
    """A place for every body and terminal: as the user put it, otherwise where it is arranged."""
    given = {place.item: (place.x, place.y) for place in model.layout.places}
    bodies = [f"body:{number}" for number in (0, *model.numbers)]
    if not all(key in given for key in bodies):
        given = {**_tree_places(model), **given}
    if not all(f"terminal:{terminal.name}" in given for terminal in model.terminals):
        given = {**circuit_places(model, given), **given}
    return given


def move(model: Model, to: Mapping[str, Point]) -> Model:
    """Put items at new places."""
    new = {key: Place(item=key, x=x, y=y) for key, (x, y) in to.items()}
    kept = tuple(new.pop(place.item, place) for place in model.layout.places)
    entries = sorted((*kept, *new.values()), key=lambda place: _order(place.item)) if new else kept
    layout = model.layout.model_copy(update={"places": tuple(entries)})
    return model.model_copy(update={"layout": layout})


def arrange(model: Model) -> Model:
    """Put all bodies in the order of the tree: one column per joint from body 0.

    Circuits come below, each with its terminals in a ring.
    """
    bodies = _tree_places(model)
    return model.model_copy(update={"layout": _layout(bodies | circuit_places(model, bodies))})


def align(model: Model, keys: Collection[str], direction: str) -> Model:
    """Put bodies and terminals on one line.

    ``row`` gives them one height, ``column`` one distance.
    """
    chosen = _chosen(model, keys)
    if not chosen:
        return model
    axis = 1 if direction == "row" else 0
    common = sum(point[axis] for point in chosen.values()) / len(chosen)
    flat = {k: (x, common) if axis else (common, y) for k, (x, y) in chosen.items()}
    return move(model, flat)


def distribute(model: Model, keys: Collection[str], direction: str) -> Model:
    """Put bodies at equal distances, along a ``row`` or a ``column``."""
    chosen = _chosen(model, keys)
    if len(chosen) < 3:
        return model
    axis = 0 if direction == "row" else 1
    ordered = sorted(chosen, key=lambda key: chosen[key][axis])
    first, last = chosen[ordered[0]][axis], chosen[ordered[-1]][axis]
    spread: dict[str, Point] = {}
    for index, key in enumerate(ordered):
        value = first + (last - first) * index / (len(ordered) - 1)
        x, y = chosen[key]
        spread[key] = (value, y) if axis == 0 else (x, value)
    return move(model, spread)


def _chosen(model: Model, keys: Collection[str]) -> dict[str, Point]:
    known = places(model)
    terminals = sorted(f"terminal:{name}" for name in names_of(keys, "terminal"))
    chosen = [*(f"body:{n}" for n in sorted(body_numbers(keys))), *terminals]
    return {key: known[key] for key in chosen}


def _layout(points: Mapping[str, Point]) -> Layout:
    entries = sorted(points.items(), key=lambda entry: _order(entry[0]))
    return Layout(places=tuple(Place(item=key, x=x, y=y) for key, (x, y) in entries))


def _order(key: str) -> tuple[str, int, str]:
    sort, _, name = key.partition(":")
    return sort, int(name) if name.isdigit() else 0, name


def _tree_places(model: Model) -> dict[str, Point]:
    """Each body in the column of its distance from body 0; leaves take a row each."""
    graph = nx.Graph()
    graph.add_nodes_from([0, *model.numbers])
    graph.add_edges_from(
        (joint.parent, joint.child)
        for joint in model.joints
        if joint.parent in graph and joint.child in graph
    )
    points: dict[str, Point] = {}
    row = 0.0
    for root in (0, *sorted(model.numbers)):
        if f"body:{root}" in points:
            continue
        tree = nx.bfs_tree(graph, root, sort_neighbors=sorted)
        row = _place_tree(tree, root, row, points, 0 if root == 0 else 1)
    return points


def _place_tree(
    tree: nx.DiGraph, root: int, row: float, points: dict[str, Point], column: int
) -> float:
    depth = nx.single_source_shortest_path_length(tree, root)
    height: dict[int, float] = {}
    for node in nx.dfs_postorder_nodes(tree, root):
        below = [height[child] for child in tree.successors(node)]
        if below:
            height[node] = below[0] if len(below) == 1 else sum(below) / len(below)
        else:
            height[node] = row
            row += 1
        points[f"body:{node}"] = ((column + depth[node]) * COLUMN, height[node] * ROW)
    return row
