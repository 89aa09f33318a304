"""Places of the drawing: moving, aligning, arranging the tree, circuits and blocks."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from math import dist

from lagr_gui.catalogue import KINDS
from lagr_gui.editing.edits import drawing
from lagr_gui.editing.edits.names import body_numbers, names_of
from lagr_gui.editing.edits.neatness import COLUMN, ROW
from lagr_gui.model import NODES, WIRED, Layout, Model, Note, Place
from lagr_gui.model.signals import signals_of, wired_keys
from lagr_gui.subsystems import with_blocks

Point = tuple[float, float]


def places(model: Model) -> dict[str, Point]:
    """A place for every node: as the user put it, otherwise where it is arranged."""
    layout = model.layout.places
    points = {place.item: (place.x, place.y) for place in layout if place.item.startswith(NODES)}
    bodies = [f"body:{number}" for number in (0, *model.numbers)]
    bodies += [f"instance:{instance.name}" for instance in model.instances]
    if not all(key in points for key in bodies):
        points = {**_body_places(model), **points}
    if not all(f"terminal:{terminal.name}" in points for terminal in model.terminals):
        points = {**_circuit_places(model, points), **points}
    wired = wired_keys(model, KINDS)
    points = {k: at for k, at in points.items() if not k.startswith(WIRED) or k in wired}
    return points | block_places(model, points, model.layout)


def _body_places(model: Model) -> dict[str, Point]:
    """Where bodies and instances are arranged."""
    if not (model.bodies or model.instances):
        return {"body:0": (0.0, 0.0)}
    from lagr_gui.editing.edits.arranging import body_places  # loads the library of graphs

    blocks = with_blocks(model)
    spots = body_places(blocks.model).items()
    return {blocks.key(int(key.partition(":")[2])): at for key, at in spots}


def _circuit_places(model: Model, bodies: Mapping[str, Point]) -> dict[str, Point]:
    if not model.terminals:
        return {}
    from lagr_gui.editing.edits.arranging import circuit_places  # loads the library of graphs

    return circuit_places(model, bodies)


def move(model: Model, to: Mapping[str, Point]) -> Model:
    """Put nodes or symbols at new places.

    What was put somewhere by hand goes along when all bodies at its ends make the same step;
    blocks of controllers and signals without a place keep to where they are.
    """
    if wired_keys(model, KINDS):
        placed = {place.item for place in model.layout.places}
        kept = {key: at for key, at in places(model).items() if key.startswith(WIRED)}
        to = {key: at for key, at in kept.items() if key not in placed} | dict(to)
    placed = {place.item: place for place in model.layout.places if place.item in to}
    steps = {key: (to[key][0] - place.x, to[key][1] - place.y) for key, place in placed.items()}
    model = drawing.carried(model, steps)
    notes = {note.item for note in model.layout.notes}
    new = {key: Place(item=key, x=x, y=y) for key, (x, y) in to.items() if key not in notes}
    kept = tuple(new.pop(place.item, place) for place in model.layout.places)
    layout = model.layout.having(places=_in_order((*kept, *new.values())) if new else kept)
    return model.having(layout=_with_notes_at(layout, to))


def _with_notes_at(layout: Layout, to: Mapping[str, Point]) -> Layout:
    def moved(note: Note) -> Note:
        x, y = to[note.item]
        return note.having(x=x, y=y)

    if not any(note.item in to for note in layout.notes):
        return layout
    return layout.each("notes", lambda note: moved(note) if note.item in to else note)


def movable(model: Model) -> dict[str, Point]:
    """A place for all that can be moved by itself: nodes, and notes by their upper left corners."""
    return places(model) | {note.item: (note.x, note.y) for note in model.layout.notes}


def arrange(model: Model) -> Model:
    """Put bodies and terminals in their natural places, and symbols and names near them.

    Chains go on in their row and are folded to the width of a page, loops are drawn as loops, the
    leaves of a star in columns.  Circuits come below, each with its terminals in a ring, blocks of
    controllers and signals in a row above.  Notes go with the node that is next to them.  A model
    that is drawn so already stays as it is, in whatever order its places were written down.
    """
    bodies = _body_places(model)
    new = bodies | _circuit_places(model, bodies)
    notes = Layout(notes=_beside(model, new))
    new |= block_places(model, new, notes)
    arranged, present = _layout(new).having(notes=notes.notes), model.layout
    if present.having(places=_in_order(present.places)) == arranged:
        return model
    return model.having(layout=arranged)


def place_new(model: Model) -> Model:
    """Put nodes without a place where there is room; all that has a place stays as it is.

    A new one lies to what is drawn next to it as if all were arranged. Without any place all is.
    """
    placed = {place.item: (place.x, place.y) for place in model.layout.places}
    drawn = {key: at for key, at in placed.items() if key.startswith(NODES)}
    if not drawn:
        return arrange(model)
    wanted = {key: at for key, at in places(model).items() if not key.startswith(WIRED)}
    arranged = _body_places(model) | {k: at for k, at in wanted.items() if k not in drawn}
    new: dict[str, Point] = {}
    for key in (key for key in wanted if key not in drawn):
        new[key] = _with_room(_nearby(key, arranged, drawn | new), [*drawn.values(), *new.values()])
    if not new:
        return model
    entries = [Place(item=key, x=x, y=y) for key, (x, y) in new.items()]
    every = _in_order((*model.layout.places, *entries))
    return model.having(layout=model.layout.having(places=every))


def _nearby(key: str, arranged: Mapping[str, Point], drawn: Mapping[str, Point]) -> Point:
    """A place that lies to the nearest of those that are drawn as in the arrangement."""
    x, y = arranged[key]
    both = drawn.keys() & arranged.keys()
    if not both:
        return x, y
    beside = min(both, key=lambda other: (dist(arranged[other], (x, y)), other))
    (to_x, to_y), (from_x, from_y) = drawn[beside], arranged[beside]
    return x + to_x - from_x, y + to_y - from_y


def _with_room(at: Point, taken: Collection[Point]) -> Point:
    """A place, or the first one below it on which nothing lies."""
    x, y = at
    while any(abs(x - a) < COLUMN / 2 and abs(y - b) < ROW / 2 for a, b in taken):
        y += ROW
    return x, y


def _beside(model: Model, new: Mapping[str, Point]) -> tuple[Note, ...]:
    """The notes, each as far from the node that was next to it as before."""
    old = {key: at for key, at in places(model).items() if key in new}

    def beside(note: Note) -> Note:
        middle = note.x + note.width / 2, note.y
        next_to = min(old, key=lambda key: dist(old[key], middle))
        (x, y), (to_x, to_y) = old[next_to], new[next_to]
        return note.having(x=note.x + to_x - x, y=note.y + to_y - y)

    return tuple(map(beside, model.layout.notes))


def align(model: Model, keys: Collection[str], direction: str) -> Model:
    """Put nodes on one line.

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
    """Put nodes at equal distances, along a ``row`` or a ``column``."""
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
    points = places(model)
    terminals = sorted(f"terminal:{name}" for name in names_of(keys, "terminal"))
    instances = sorted(f"instance:{name}" for name in names_of(keys, "instance"))
    wired = [key for key in wired_keys(model, KINDS) if key in keys]
    bodies = [f"body:{n}" for n in sorted(body_numbers(keys))]
    chosen = [*bodies, *instances, *terminals, *wired]
    return {key: points[key] for key in chosen}


def _layout(points: Mapping[str, Point]) -> Layout:
    return Layout(places=_in_order(Place(item=key, x=x, y=y) for key, (x, y) in points.items()))


def _in_order(places: Iterable[Place]) -> tuple[Place, ...]:
    """Places in the order in which they are written down."""
    return tuple(sorted(places, key=lambda place: _order(place.item)))


def _order(key: str) -> tuple[str, int, str]:
    sort, _, name = key.partition(":")
    return sort, int(name) if name.isdigit() else 0, name


# --- Where blocks of controllers and signals lie: in a row over everything else ---------------

OVER, APART = 130.0, 170.0
"""From the highest thing to the row, and from block to block in it."""
GRID = 10.0


def block_places(model: Model, nodes: Mapping[str, Point], layout: Layout) -> dict[str, Point]:
    """A place for each block that has none among `nodes`, above what it reads and drives.

    Notes hang down from their corners, and nothing else is over the highest node but what finds
    room by itself: so nothing lies in that row.
    """
    free = [key for key in wired_keys(model, KINDS) if key not in nodes]
    if not free:
        return {}
    ends = reached(model)
    wanted = {key: _middle(nodes, ends[key]) for key in free}
    y = _near(_top(nodes, layout) - OVER)
    spots: dict[str, Point] = {}
    last = float("-inf")
    for key in sorted(wanted, key=lambda key: wanted[key]):
        last = max(_near(wanted[key]), last + APART)
        spots[key] = last, y
    return spots


def reached(model: Model) -> dict[str, set[str]]:
    """The nodes that each controller or block of a signal reads and drives."""
    ends, reach = drawing.ends(model), {key: set[str]() for key in wired_keys(model, KINDS)}
    for signal in signals_of(model, KINDS):
        for key in reach.keys() & {signal.source, signal.target}:
            for item in (signal.source, signal.target):
                reach[key] |= ends.get(item, {item})
    return reach


def _middle(nodes: Mapping[str, Point], ends: Collection[str]) -> float:
    """The middle of what is reached; where that is not known, of all."""
    columns = [nodes[end][0] for end in ends if end in nodes]
    columns = columns or [x for x, _ in nodes.values()] or [0.0]
    return (min(columns) + max(columns)) / 2


def _top(nodes: Mapping[str, Point], layout: Layout) -> float:
    """How far up a drawing goes: nodes, notes, and what the user has put somewhere."""
    return min(_heights(nodes, layout)) + min((*(label.y for label in layout.labels), 0.0))


def _heights(nodes: Mapping[str, Point], layout: Layout) -> Iterator[float]:
    yield from (y for _, y in nodes.values())
    yield from (entry.y for entry in (*layout.places, *layout.notes))
    yield from (y for bends in layout.bends for _, y in bends.points)


def _near(value: float) -> float:
    return round(value / GRID) * GRID
