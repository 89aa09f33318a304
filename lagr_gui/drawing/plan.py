"""All shapes of a drawing; after a change only those that it touches are found anew.

Edges are routed one after the other, each around bodies and what was routed before it.  An edge
keeps its shape as long as nothing has changed in the areas at which it looked when it was
routed, so that the shapes are those that a plan made from the beginning has.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum, auto
from itertools import pairwise
from typing import Any

from lagr_gui.drawing import hand, routes, spots
from lagr_gui.drawing.boxes import Box, about, overlap, united
from lagr_gui.drawing.ends import End, body_solids, facing
from lagr_gui.drawing.field import CellField, Effort, Owner, Sight
from lagr_gui.drawing.geometry import HEIGHT, Point, size_of
from lagr_gui.drawing.jobs import JOINTS, LINES, hands_of, jobs_of
from lagr_gui.drawing.records import DrawnShape, DrawnShapes, Hand, Job, Look, drawn
from lagr_gui.model import WIRED, Model

HASTY, QUICK, THOROUGH = 500, 20_000, 150_000
"""Places that may be looked at for all edges while one drags, at once for all edges of a drawing,
and for each one when there is time."""
FAR = 900.0
"""Longer edges are drawn straight while one drags."""


class Pace(Enum):
    """How much time a plan may take: next to none, so much that nobody notices, all it needs."""

    HASTY = auto()
    QUICK = auto()
    THOROUGH = auto()


@dataclass(frozen=True, slots=True)
class _Node:
    """A body, a terminal, or the block of a controller or a signal."""

    at: Point
    owner: Owner
    end: End


@dataclass(slots=True)
class _Entry:
    """A job with its result, and of what that was made."""

    job: Job
    owner: Owner
    ends: tuple[End, ...] = ()
    result: DrawnShapes = field(default_factory=lambda: DrawnShapes({}, (), ()))
    seen: Box | None = None
    rough: bool = False


class _Changes:
    """The areas in which something has changed, and one around all of them."""

    def __init__(self) -> None:
        self._boxes: list[Box] = []
        self._around: Box | None = None

    def add(self, owner: Owner) -> None:
        """Where somebody stands."""
        boxes = [part.box for part in owner.parts]
        if boxes:
            self._boxes += boxes
            self._around = united([*boxes, self._around] if self._around else boxes)

    def touch(self, seen: Box | None) -> bool:
        """Whether one of them lies in an area; most do not come near all of them."""
        if seen is None or self._around is None or not overlap(seen, self._around):
            return False
        return any(overlap(seen, box) for box in self._boxes)


class Plan:
    """The shapes of a drawing."""

    def __init__(self) -> None:
        self.bodies: dict[int, Point] = {}
        self.terminals: dict[str, Point] = {}
        self.wired: dict[str, Point] = {}
        """The blocks of controllers and signals by their keys."""
        self.shapes: dict[str, DrawnShape] = {}
        self.moved: list[str] = []
        self._field = CellField()
        self._nodes: dict[str, _Node] = {}
        self._entries: dict[str, _Entry] = {}
        self._facing: dict[str, tuple[End, End, bool]] = {}
        self._jobs: tuple[tuple[int, Job], ...] = ()
        self._parts: tuple[object, ...] = (None,) * 4
        self._hands: dict[str, Hand] = {}
        self._effort = Effort(0)
        self._stopped = False

    @property
    def rough(self) -> bool:
        """Whether there are edges for which more time could find a better way."""
        return any(entry.rough for entry in self._entries.values())

    def stop(self) -> None:
        """Let `take` on another thread come to its end; the plan is of no use after that."""
        self._stopped = True
        self._effort.left = 0

    def take(
        self,
        model: Model,
        points: Mapping[str, Point],
        looks: Mapping[str, Look],
        pace: Pace = Pace.THOROUGH,
    ) -> set[str]:
        """Take a model with the places of its nodes; the keys of shapes that are new.

        Edges for which the time is not enough are drawn as they were, or straight, and the plan
        is `rough` until it is made thoroughly.
        """
        parts = model.joints, model.elements, model.terminals, looks
        hands = hands_of(model)
        if any(a is not b for a, b in zip(parts, self._parts, strict=True)) or hands != self._hands:
            self._jobs = jobs_of(model, looks, hands)
            self._parts, self._hands = parts, hands
        match pace:
            case Pace.HASTY:
                return self._update(points, Effort(HASTY, FAR))
            case Pace.QUICK:
                return self._update(points, Effort(QUICK))
            case Pace.THOROUGH:
                return self._update(points, None)

    def place(self, key: str) -> Point:
        """Where a body, a terminal or a block lies."""
        return self._nodes[key].at

    def has_ends(self, key: str) -> bool:
        """Whether an edge has a line between two ends."""
        return key in self._entries and len(self._entries[key].job.ends) == 2

    def _update(self, points: Mapping[str, Point], effort: Effort | None) -> set[str]:
        changed = self._take_nodes(points)
        order = self._in_order()
        for key in _out_of_order(list(self._entries), [job.key for job in order]):
            entry = self._entries.pop(key)
            changed.add(entry.owner)
            self._field.put(entry.owner, (), ())
        before, self._entries = self._entries, {}
        for rank, job in enumerate(order):
            entry = before.get(job.key) or _Entry(job, Owner(job.key))
            entry.owner.rank = rank
            self._entries[job.key] = entry
        shapes: dict[str, DrawnShape] = {}
        for job, entry in zip(order, self._entries.values(), strict=True):
            if self._stopped:
                break
            self._renew(entry, job, shapes, changed, effort)
            shapes.update(entry.result.shapes)
        old = self.shapes
        new = {key for key, shape in shapes.items() if old.get(key) is not shape}
        self.shapes = shapes
        return new

    def _in_order(self) -> list[Job]:
        """The jobs as they follow one another: first joints and elements whose ends face."""
        ordered = [job for _, job in sorted(self._jobs, key=self._place_in_order)]
        return list({job.key: job for job in ordered}.values())  # a faulty file has doubled names

    def _place_in_order(self, entry: tuple[int, Job]) -> tuple[int, int]:
        sort, job = entry
        if sort not in (JOINTS, LINES):
            return sort, 0
        first = job.number == 0 and self._face(job)
        return (JOINTS, int(sort == LINES)) if first else (sort, 2)

    def _face(self, job: Job) -> bool:
        nodes = [self._nodes.get(key) for key in job.ends]
        if nodes[0] is None or nodes[1] is None:
            return False
        ends = nodes[0].end, nodes[1].end
        faced = self._facing.get(job.key)
        if faced is None or faced[0] is not ends[0] or faced[1] is not ends[1]:
            faced = self._facing[job.key] = (*ends, bool(facing(*ends)))
        return faced[2]

    def _take_nodes(self, points: Mapping[str, Point]) -> _Changes:
        """Put all nodes in their places; the areas in which something has changed."""
        changed = _Changes()
        self.moved = [key for key, at in points.items() if self._at(key) != at]
        for key in [key for key in self._nodes if key not in points]:
            self._forget(key)
            self._put_node(self._nodes.pop(key).owner, (), changed)
        for key in self.moved:
            node, at = self._nodes.get(key), points[key]
            owner = node.owner if node else Owner(key)
            self._put_node(owner, _solids(key, at), changed)
            self._nodes[key] = _Node(at, owner, End(key, _block(key, at)))
            of, name = self._of(key)
            of[name] = at
        return changed

    def _at(self, key: str) -> Point | None:
        node = self._nodes.get(key)
        return node.at if node else None

    def _forget(self, key: str) -> None:
        of, name = self._of(key)
        del of[name]

    def _of(self, key: str) -> tuple[dict[Any, Point], int | str]:
        """The places of the sort of a node, and what it is called there."""
        sort, _, name = key.partition(":")
        if sort == "body":
            return self.bodies, int(name)
        return (self.wired, key) if key.startswith(WIRED) else (self.terminals, name)

    def _put_node(self, owner: Owner, solids: Iterable[tuple[str, Box]], changed: _Changes) -> None:
        changed.add(owner)
        self._field.put(owner, solids, ())
        changed.add(owner)

    def _renew(
        self,
        entry: _Entry,
        job: Job,
        shapes: Mapping[str, DrawnShape],
        changed: _Changes,
        effort: Effort | None,
    ) -> None:
        ends = self._ends(job, shapes)
        is_same_job = job is entry.job or job == entry.job
        same = is_same_job and entry.seen is not None and ends == entry.ends
        if same and not entry.rough and not changed.touch(entry.seen):
            return
        if same and effort is not None and effort.left <= 0:
            entry.rough = True
            return
        self._effort = effort or Effort(THOROUGH)
        self._effort.given_up = False
        between_bodies = all(key in self._nodes for key in job.ends)
        sight = Sight(self._field, entry.owner.rank, self._effort, job.shared, between_bodies)
        result = self._drawn(job, ends, sight)
        entry.rough = effort is not None and effort.given_up
        entry.job, entry.ends = job, ends
        entry.seen = united(sight.seen) if sight.seen else (0.0, 0.0, 0.0, 0.0)
        if result != entry.result:
            changed.add(entry.owner)
            entry.result = result
            self._field.put(entry.owner, result.solids, result.wires)
            changed.add(entry.owner)

    def _drawn(self, job: Job, ends: Sequence[End], sight: Sight) -> DrawnShapes:
        if len(ends) < max(len(job.ends), 1):
            return DrawnShapes({}, (), ())
        if job.key.startswith("terminal:"):
            return drawn(spots.name(job, ends[0], sight))
        if len(ends) == 2:
            way = hand.between if job.hand.made else routes.between
            shapes = way(job, ends, sight)
            return drawn({**shapes, **hand.hanging(job, shapes[job.key])}, job)
        if job.hand.place is not None:
            shapes = {job.key: hand.alone(job, ends[0])}
        elif job.ends:
            shapes = spots.load(job, ends[0], sight)
        else:
            shapes = spots.apart(job, ends[0].centre, sight)
        return drawn({job.key: hand.labelled(shapes[job.key], job.look, job.hand)}, job)

    def _corner(self) -> End:
        """Where that begins which belongs to no body."""
        places = [*self.bodies.values(), *self.terminals.values()]
        at = min(x for x, _ in places), max(y for _, y in places) + 2.2 * HEIGHT
        return End("", about(at, 0, 0))

    def _ends(self, job: Job, shapes: Mapping[str, DrawnShape]) -> tuple[End, ...]:
        ends: list[End] = [] if job.ends else [self._corner()]
        for key in job.ends:
            node = self._nodes.get(key)
            if node is not None:
                ends.append(node.end)
            elif key in shapes:
                ends.append(End(key, shapes[key].symbol))
        return tuple(ends)


def _solids(key: str, at: Point) -> list[tuple[str, Box]]:
    sort, _, name = key.partition(":")
    return body_solids(int(name), at) if sort == "body" else [(key, _block(key, at))]


def _block(key: str, at: Point) -> Box:
    return about(at, *size_of(key))


def _out_of_order(before: Sequence[str], now: Sequence[str]) -> list[str]:
    """The keys that are gone, and those that stand in the way of the order of the others.

    What stays is a longest rising sequence, found by patience sorting.
    """
    rank = {key: place for place, key in enumerate(now)}
    ranks = [rank[key] for key in before if key in rank]
    if all(a < b for a, b in pairwise(ranks)):
        return [key for key in before if key not in rank]
    tops: list[int] = []
    below: dict[int, int | None] = {}
    for place in ranks:
        pile = bisect_left(tops, place)
        below[place] = tops[pile - 1] if pile else None
        tops[pile : pile + 1] = [place]
    kept: set[int] = set()
    top: int | None = tops[-1]
    while top is not None:
        kept.add(top)
        top = below[top]
    return [key for key in before if rank.get(key) not in kept]
