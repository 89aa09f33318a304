"""What is to be routed of a model, and in which order."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping

from lagr_gui.catalogue import ELEMENTS
from lagr_gui.catalogue.geometry import Side
from lagr_gui.drawing.records import Hand, Job, Look
from lagr_gui.model import NODES, Element, Model, bodies_in

BY_HAND, LOADS, JOINTS, GEARS, BRANCHES, LINES, COUPLINGS, APART, NAMES, SIGNALS = range(10)
"""The order in which routes are sought."""
CROWD = 8
"""Of a body at which more edges end all lines are level or upright."""
SHARED = 16
"""Of a body at which more edges end lines run together until they part for their symbols."""
BESIDE = 4
"""Of a body with more loads they stand on branches of lines that they share."""


Hands = Mapping[str, Hand]


def jobs_of(model: Model, looks: Mapping[str, Look], hands: Hands) -> tuple[tuple[int, Job], ...]:
    """The jobs of a model in their order, with their sort; of items that have a look."""
    return _Reader(model, looks, hands).jobs()


class _Reader:
    def __init__(self, model: Model, looks: Mapping[str, Look], hands: Hands) -> None:
        self._model, self._looks, self._hands = model, looks, hands
        self._numbers: dict[frozenset[str], int] = defaultdict(int)
        self._degree: Counter[str] = Counter()
        self._loads: Counter[str] = Counter()
        self._owners = {n: f"joint:{j.name}" for j in model.joints for n in j.coordinates}
        self._drawn = {
            f"joint:{joint.name}" for joint in model.joints if joint.parent != joint.child
        }

    def jobs(self) -> tuple[tuple[int, Job], ...]:
        hung: dict[str, list[str]] = defaultdict(list)
        entries: list[tuple[int, str, tuple[str, ...]]] = []
        for joint in self._model.joints:
            key = f"joint:{joint.name}"
            if key in self._drawn:
                entries.append((JOINTS, key, (f"body:{joint.parent}", f"body:{joint.child}")))
        for element in self._model.elements:
            key, place = f"element:{element.name}", self._place(element)
            if place is not None and place[0] == JOINTS:
                hung[place[1][0]].append(key)
            elif place is not None:
                entries.append((place[0], key, place[1]))
        signals = ((SIGNALS, key, look.between) for key, look in self._looks.items())
        entries += [entry for entry in signals if entry[2]]
        for sort, _, ends in entries:
            self._degree.update(ends)
            if sort == LOADS:
                self._loads.update(ends)
        names = (f"terminal:{terminal.name}" for terminal in self._model.terminals)
        entries += [(NAMES, key, (key,)) for key in names]
        jobs = [
            (sort, self._job(key, ends, hung.get(key, ())))
            for sort, key, ends in sorted(entries, key=lambda entry: entry[0])
            if key in self._looks
        ]
        ranked = [(_rank(sort, job), job) for sort, job in jobs]
        return tuple(sorted(ranked, key=lambda entry: entry[0]))

    def _job(self, key: str, ends: tuple[str, ...], hung: list[str] | tuple[()]) -> Job:
        pair = frozenset(ends)
        number = self._numbers[pair]
        self._numbers[pair] += 1
        below = tuple((k, self._looks[k], self._hand(k)) for k in hung if k in self._looks)
        look, tapped = self._looks[key], self._degree[key] > 0
        crowded = bool(look.between) or any(self._degree[end] > CROWD for end in ends)
        if look.between:
            shared = frozenset(ends[:1])
        elif len(ends) == 1:
            shared = frozenset(f"{end}/loads" for end in ends if self._loads[end] > BESIDE)
        else:
            shared = frozenset(end for end in ends if self._degree[end] > SHARED)
        return Job(key, ends, look, below, self._hand(key), number, crowded, tapped, shared)

    def _hand(self, key: str) -> Hand:
        return self._hands.get(key, _NOTHING)

    def _place(self, element: Element) -> tuple[int, tuple[str, ...]] | None:
        """How an element is drawn, and the keys of its ends."""
        if element.kind not in ELEMENTS:
            return None
        ends = ELEMENTS[element.kind].geometry.ends
        named = tuple(getattr(element, field) for field in ends.fields)
        match ends.side:
            case Side.TERMINALS:
                return _pair(BRANCHES, *(f"terminal:{name}" for name in named))
            case Side.COILS:
                return _pair(COUPLINGS, *(f"element:{name}" for name in named))
            case Side.BODIES | Side.GROUND:
                return _pair(LINES, *(f"body:{number}" for number in _apart(element, named)))
            case Side.COORDINATE | Side.COORDINATES:
                return self._on(named)
            case Side.BODY:
                return LOADS, (f"body:{named[0]}",)
            case Side.NOWHERE:
                return APART, ()

    def _on(self, coordinates: tuple[str, ...]) -> tuple[int, tuple[str, ...]] | None:
        """On the joint of a coordinate, or between the joints of two."""
        owners = tuple(dict.fromkeys(self._owners.get(name, "") for name in coordinates))
        if not set(owners) <= self._drawn:
            owners = tuple(owner for owner in owners if owner in self._drawn)[:1]
        if not owners:
            return None
        return (JOINTS, owners) if len(owners) == 1 else (GEARS, owners)


_NOTHING = Hand()


def _apart(element: Element, named: tuple[int, ...]) -> tuple[int, ...]:
    """The bodies at both ends; where they are one, this and the next that the element names."""
    bodies = dict.fromkeys((*named, *bodies_in(element, ELEMENTS[element.kind].fields)))
    return tuple(bodies)[:2] if len(bodies) > 1 else named


def _pair(sort: int, a: str, b: str) -> tuple[int, tuple[str, ...]] | None:
    return None if a == b else (sort, (a, b))


def _rank(sort: int, job: Job) -> int:
    by_hand = job.hand.made and sort in (LOADS, JOINTS, BRANCHES, LINES, APART)
    return BY_HAND if by_hand else sort


def hands_of(model: Model) -> dict[str, Hand]:
    """What the layout says about edges and labels."""
    layout = model.layout
    places = {p.item: (p.x, p.y) for p in layout.places if not p.item.startswith(NODES)}
    bends = {bend.item: bend.points for bend in layout.bends}
    labels = {label.item: (label.x, label.y) for label in layout.labels}
    return {
        key: Hand(places.get(key), bends.get(key, ()), labels.get(key))
        for key in _in_order(places, bends, labels)
    }


def _in_order(*parts: Mapping[str, object]) -> Iterator[str]:
    yield from dict.fromkeys(key for part in parts for key in part)
