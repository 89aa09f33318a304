"""Where things lie in an arranged drawing: chains in rows, loops as loops, stars in columns."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from math import ceil, sqrt

import networkx as nx

from lagr_gui.catalogue import ELEMENTS
from lagr_gui.catalogue.geometry import Side
from lagr_gui.editing.edits.neatness import BLOCK, COLUMN, ROW, neat
from lagr_gui.model import FieldType, Model, bodies_in

LETTER = 7.5
"""Width of a letter in the name of an element."""
LONGEST, BROAD, HIGH = 330.0, 310.0, 210.0
"""Of columns: for long names, and where branches of a body have something hanging on joints; of
rows where something lies between joints, such as a gear.
"""
MANY, LOADS = 5, 34.0
"""So many loads of a body stand in rows, four in each, and the distance of these."""
PAGE = 1.5
"""Width over height of a page."""
SIDE = 150.0
"""Distance between neighbouring terminals."""
IN_A_ROW = 6
"""So many bodies of a chain, or levels of a tree, lie in one row before it is folded."""

Point = tuple[float, float]
Cell = tuple[float, float]
"""Column and row."""
Cells = dict[int, Cell]


def body_places(model: Model) -> dict[str, Point]:
    """A place for every body; body 0 is on the left, other systems lie below its own."""
    joints, ties = _graphs(model)
    whole = nx.compose(joints, ties)
    parts = sorted(nx.connected_components(whole), key=min)
    cells: Cells = {}
    low = 0.0
    for part in _rows_of_single(parts):
        placed = _part(joints.subgraph(part), ties.subgraph(part), sorted(part))
        placed = _moved(placed, 0 if 0 in part else 1, low)
        low = max(row for _, row in placed.values()) + 1
        cells.update(placed)
    wide, high = _pitch(model)
    return {f"body:{n}": (column * wide, row * high) for n, (column, row) in cells.items()}


def _rows_of_single(parts: Sequence[set[int]]) -> list[set[int]]:
    """The connected parts, with all bodies that nothing connects in one of them."""
    single = {n for part in parts if len(part) == 1 and 0 not in part for n in part}
    joined = [part for part in parts if not part <= single]
    return [*joined, single] if single else joined


def _graphs(model: Model) -> tuple[nx.Graph, nx.Graph]:
    """Which bodies are joined, and which are tied by elements only."""
    joints, ties = nx.Graph(), nx.Graph()
    for graph in (joints, ties):
        graph.add_nodes_from((0, *sorted(model.numbers)))
    pairs = [(joint.parent, joint.child) for joint in model.joints]
    joints.add_edges_from((a, b) for a, b in pairs if a != b and {a, b} <= set(joints))
    for element in model.elements:
        fields = ELEMENTS[element.kind].fields if element.kind in ELEMENTS else ()
        ends = set(bodies_in(element, fields))
        if len(ends) == 2 and ends <= set(ties) and not joints.has_edge(*ends):
            ties.add_edge(*sorted(ends))
    return joints, ties


def _pitch(model: Model) -> Point:
    """Distances of columns and rows that leave room for names and for what hangs on joints."""
    owner = {name: joint.name for joint in model.joints for name in joint.coordinates}
    hung: dict[str, int] = {}
    letters, high = 0, ROW
    for element in model.elements:
        fields = ELEMENTS[element.kind].fields if element.kind in ELEMENTS else ()
        on = [getattr(element, s.name) for s in fields if s.type is FieldType.COORDINATE]
        if on:
            hung[owner.get(on[0], "")] = hung.get(owner.get(on[0], ""), 0) + 1
            high = HIGH if len({owner.get(name) for name in on}) > 1 else high
        elif sum(spec.type is FieldType.BODY for spec in fields) == 2:
            letters = max(letters, len(element.name))
    wide = max(COLUMN, min(LONGEST, BLOCK + 40 + LETTER * letters))
    parents = [joint.parent for joint in model.joints if joint.name in hung]
    if len(parents) > len(set(parents)):
        wide = max(wide, BROAD)
    high = max(high, 75.0 + 32 * max(hung.values(), default=0))
    return wide, max(high, BLOCK + 2 * LOADS * ceil(_most_loads(model) / 4))


def _most_loads(model: Model) -> int:
    """Of bodies with so many loads that they stand in rows over and under the block."""
    loads: Counter[int] = Counter()
    for element in model.elements:
        ends = ELEMENTS[element.kind].geometry.ends if element.kind in ELEMENTS else None
        if ends and ends.side is Side.BODY:
            loads[getattr(element, ends.fields[0])] += 1
    return max((count for count in loads.values() if count >= MANY), default=0)


def _part(joints: nx.Graph, ties: nx.Graph, bodies: Sequence[int]) -> Cells:
    """The cells of what hangs together."""
    if not (joints.edges or ties.edges):
        return _grid(bodies)
    graph = nx.compose(joints, ties)
    root = bodies[0]
    row = _in_order(joints, ties, root)
    if row:
        return {root: ((len(row) - 1) / 2, 1.2), **{n: (float(i), 0.0) for i, n in enumerate(row)}}
    spanned = joints if nx.is_connected(joints) else graph
    tree = nx.bfs_tree(spanned, root, sort_neighbors=sorted)
    cells = _folded(tree, root)
    if graph.number_of_edges() < len(bodies) or _is_path(joints, root):
        return cells
    edges = [(a, b, 1.0) for a, b in joints.edges] + [(a, b, 0.5) for a, b in ties.edges]
    return neat(cells, edges, root)


def _is_path(joints: nx.Graph, root: int) -> bool:
    """Whether joints make one chain from a body on."""
    degrees = [degree for _, degree in joints.degree]
    return nx.is_tree(joints) and max(degrees) <= 2 and joints.degree[root] == 1


def _in_order(joints: nx.Graph, ties: nx.Graph, root: int) -> list[int]:
    """Bodies that all hang on one and are tied in a row, as a chain of masses; else nothing."""
    others = [n for n in joints if n != root]
    rows = ties.subgraph(others)
    star = joints.number_of_edges() == len(others) == joints.degree[root]
    if not star or not rows.edges or len(others) > IN_A_ROW + 2 or not nx.is_forest(rows):
        return []
    if max(degree for _, degree in rows.degree) > 2:
        return []
    order: list[int] = []
    for part in sorted(nx.connected_components(rows), key=min):
        first = min(n for n in part if rows.degree[n] < 2)
        order += nx.dfs_preorder_nodes(rows, first)
    return order


def _grid(bodies: Sequence[int]) -> Cells:
    columns = max(1, ceil(sqrt(len(bodies) * PAGE * ROW / COLUMN)))
    return {n: (float(i % columns), float(i // columns)) for i, n in enumerate(bodies)}


def _folded(tree: nx.DiGraph, root: int) -> Cells:
    """The cells of a tree: chains go on in their row, branches lie below one another."""
    blocks: dict[int, Cells] = {}
    for node in nx.dfs_postorder_nodes(tree, root):
        children = list(tree.successors(node))
        if not children:
            blocks[node] = {node: (0.0, 0.0)}
        elif len(children) == 1:
            blocks[node] = _before(node, blocks.pop(children[0]), children[0])
        else:
            inner = [(child, blocks.pop(child)) for child in children]
            blocks[node] = _fan(node, inner, node == root)
    chain = _chain(tree, root)
    return _winding(chain) if len(chain) == len(tree) else blocks[root]


def _chain(tree: nx.DiGraph, root: int) -> list[int]:
    """The bodies from the root on as long as there is one way to go."""
    chain = [root]
    while len(following := list(tree.successors(chain[-1]))) == 1:
        chain += following
    return chain


def _winding(chain: Sequence[int]) -> Cells:
    """A chain to and fro in rows of the same length, as an ox ploughs."""
    columns = len(chain)
    if columns > IN_A_ROW:
        wanted = max(IN_A_ROW, ceil(sqrt(len(chain) * PAGE * ROW / COLUMN)))
        columns = ceil(len(chain) / ceil(len(chain) / wanted))
    cells: Cells = {}
    for place, number in enumerate(chain):
        row, column = divmod(place, columns)
        cells[number] = (float(column if row % 2 == 0 else columns - 1 - column), float(row))
    return cells


def _before(node: int, block: Cells, child: int) -> Cells:
    """A body in the row of its only child, in the column before it."""
    column, row = block[child]
    return _moved({node: (column - 1, row), **block}, 0, 0)


def _fan(node: int, blocks: Sequence[tuple[int, Cells]], is_root: bool) -> Cells:
    """A body with its branches below one another, in as many columns as a page asks for."""
    high = sum(_size(block)[1] for _, block in blocks)
    wide = max(_size(block)[0] for _, block in blocks)
    number = 1
    if high > IN_A_ROW:
        number = max(1, round(sqrt(high * PAGE * ROW / COLUMN / wide)))
    stacks = _stacks([block for _, block in blocks], ceil(high / number))
    left = len(stacks) // 2 if is_root and wide == 1 and len(stacks) > 2 else 0
    cells: Cells = {}
    column = float(-left * wide)
    for place, stack in enumerate(stacks):
        column += place == left
        cells.update(_moved(stack, column, 0.0))
        column += wide
    middle = len(stacks) == 1 and len(blocks) % 2 == 1
    heads = [cells[child][1] for child, _ in blocks]
    row = heads[len(heads) // 2] if middle else (min(heads) + max(heads)) / 2
    return _moved({node: (0.0, row), **cells}, 0, 0)


def _stacks(blocks: Sequence[Cells], limit: int) -> list[Cells]:
    stacks: list[Cells] = [{}]
    low = 0.0
    for block in blocks:
        if stacks[-1] and low + _size(block)[1] > limit:
            stacks.append({})
            low = 0.0
        stacks[-1].update(_moved(block, 0, low))
        low += _size(block)[1]
    return stacks


def _size(cells: Mapping[int, Cell]) -> tuple[int, int]:
    columns, rows = zip(*cells.values(), strict=True)
    return round(max(columns) - min(columns)) + 1, ceil(max(rows) - min(rows)) + 1


def _moved(cells: Mapping[int, Cell], column: float, row: float) -> Cells:
    """The same picture, with its upper left cell at a place."""
    left, top = _corner(cells.values())
    return {n: (c - left + column, r - top + row) for n, (c, r) in cells.items()}


def _corner(cells: Iterable[Cell]) -> Cell:
    columns, rows = zip(*cells, strict=True)
    return min(columns), min(rows)


def circuit_places(model: Model, bodies: Mapping[str, Point]) -> dict[str, Point]:
    """A place for every terminal, below the bodies: circuits side by side."""
    graph = nx.Graph()
    graph.add_nodes_from(terminal.name for terminal in model.terminals)
    for element in model.elements:
        if ELEMENTS[element.kind].role is not None:
            ends = element.terminal_a, element.terminal_b  # type: ignore[attr-defined]
            if graph.has_node(ends[0]) and graph.has_node(ends[1]):
                graph.add_edge(*ends)
    corners = [at for key, at in bodies.items() if key.startswith("body:")] or [(0.0, 0.0)]
    left, top = min(x for x, _ in corners), max(y for _, y in corners) + 1.2 * SIDE
    points: dict[str, Point] = {}
    for component in nx.connected_components(graph):
        ring = _around(graph.subgraph(component))
        columns = max((len(ring) + 1) // 2, 1)
        for place, name in enumerate(ring):
            column = place if place < columns else len(ring) - 1 - place
            row = 0 if place < columns else 1
            points[f"terminal:{name}"] = (left + column * SIDE, top + row * SIDE)
        left += (columns + 0.6) * SIDE
    return points


def _around(circuit: nx.Graph) -> Sequence[str]:
    """Terminals in the order of the longest mesh that is easily found, the others behind."""
    first = min(circuit)
    return list(nx.dfs_preorder_nodes(circuit, first, sort_neighbors=sorted))
