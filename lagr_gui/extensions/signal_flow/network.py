"""From the causality of equations to blocks and wires that can be drawn."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

import numpy as np

from lagr_gui.extensions.signal_flow import records as r
from lagr_gui.extensions.signal_flow.causality import FORCES, Causality, causality
from lagr_gui.extensions.signal_flow.equations import Equations
from lagr_gui.extensions.signal_flow.naming import SignalNames, Vector
from lagr_gui.extensions.signal_flow.records import (
    AlgebraicLoop,
    Block,
    Network,
    ScalarUnknown,
    SignalWire,
    SolvedRow,
    WirePart,
)
from lagr_gui.extensions.signal_flow.sampling import Pattern, pattern
from lagr_gui.foundation.arrays import Array
from lagr_gui.mechanics.reading import Reading
from lagr_gui.mechanics.state import State


def network(
    equations: Equations,
    start: State,
    parameters: Array,
    conditions: Sequence[int],
    bodies: Mapping[int, str],
    units: Sequence[str],
) -> Network:
    """The network of a system near its start, with those `conditions` (indices) that stand for all.

    `bodies` are their names by number, `units` those of the coordinates.  Raises LagrError where
    a force or motion stays open.
    """
    pattern_at_start = pattern(equations, start, parameters)
    slopes = equations.at(start, parameters).slopes
    turning = [unit == "rad" for unit in units]
    causal = causality(equations, pattern_at_start, conditions, slopes, turning)
    return _Drawing(equations, pattern_at_start, causal, conditions, bodies, units).network()


class _Drawing:
    def __init__(
        self,
        equations: Equations,
        nonzero: Pattern,
        causal: Causality,
        conditions: Sequence[int],
        bodies: Mapping[int, str],
        units: Sequence[str],
    ) -> None:
        self.equations, self.pattern, self.causal = equations, nonzero, causal
        self.reading: Reading = equations.reading
        self.links = {link.child: link for link in self.reading.links}
        self.solved, self.conditions = causal.solved, conditions
        self.bodies, self.units = bodies, units
        self.names = SignalNames(equations, bodies, causal.solved)
        self.f = len(self.reading.coordinates)
        self.group_of = self._groups()
        self.rows: dict[Key, list[int]] = {}
        for index, entry in enumerate(self.solved):
            if entry.drawn:
                self.rows.setdefault(self._key(entry), []).append(index)
        self.laws = self._acting()
        self.keys = list(self._keys())
        self.place = {key: index for index, key in enumerate(self.keys)}
        self.supply = Supply(equations, nonzero, causal, self.rows, self.group_of)

    def network(self) -> Network:
        """All of it."""
        blocks = [self._block(key) for key in self.keys]
        wires = list(self._wires())
        loops = tuple(self._loop(group) for group in self.causal.loops)
        return Network(
            solved=self.solved,
            order=self.causal.order,
            loops=loops,
            blocks=tuple(blocks),
            wires=tuple(wires),
            coordinates=self.reading.coordinates,
            units=tuple(self.units),
            dependent=self.causal.dependent,
            led=self.causal.led,
            sources=self.equations.sources,
            redundant=tuple(
                s for s in range(len(self.equations.sources)) if s not in self.conditions
            ),
            bodies=self.bodies,
            limits=tuple(part.record.name for part in self.reading.limits),
        )

    # --- blocks ----------------------------------------------------------------------------

    def _groups(self) -> dict[int, int]:
        """The number of a condition's block: those that tell the same coordinates are in one."""
        import networkx as nx

        graph = nx.Graph()
        dependent = {u.gives for u in self.solved if u.row.sort == "condition"}
        for entry in self.solved:
            if entry.row.sort == "condition":
                graph.add_node(entry.row.owner)
                for unknown in (entry.gives, *entry.uses):
                    if unknown in dependent:
                        graph.add_edge(entry.row.owner, ("q", unknown.owner))
        parts = [
            sorted(node for node in part if isinstance(node, int))
            for part in nx.connected_components(graph)
        ]
        return {s: number for number, part in enumerate(sorted(parts)) for s in part}

    def _key(self, entry: SolvedRow) -> Key:
        row = entry.row
        match row.sort:
            case "momentum":
                return r.MOMENTUM, row.owner
            case "turning":
                return r.TURNING, row.owner
            case "condition":
                return r.CONDITION, self.group_of[int(row.owner)]
            case "free":
                return self._holder(int(row.owner))
            case _:
                return r.JOINT, row.owner

    def _holder(self, nu: int) -> Key:
        """The block to which a coordinate belongs: a joint, or the mesh of a circuit."""
        moved = (name for name, moves in self.equations.moves.items() if nu in moves)
        joint = next(moved, "")
        return (r.JOINT, joint) if joint else (r.MESH, nu)

    def _acting(self) -> dict[str, list[tuple[Key, WirePart]]]:
        """What each element exerts on which drawn block, by its key."""
        acting: dict[str, list[tuple[Key, WirePart]]] = {}
        for (key, number), shown in self.pattern.laws.items():
            for axis in np.flatnonzero(shown):
                sort = r.MOMENTUM if axis < 3 else r.TURNING
                row = r.ScalarRow("momentum" if axis < 3 else "turning", number, int(axis) % 3)
                if self._is_drawn(row):
                    part = self.names.acting(key, number, int(axis))
                    acting.setdefault(key, []).append(((sort, number), part))
        for (key, nu), shown in self.pattern.pushes.items():
            if shown and self._is_drawn(r.ScalarRow("free", nu)):
                part = self.names.pushing(key, nu)
                acting.setdefault(key, []).append((self._holder(nu), part))
        return acting

    def _is_drawn(self, row: r.ScalarRow) -> bool:
        return any(entry.drawn and entry.row == row for entry in self.solved)

    def _keys(self) -> Iterator[Key]:
        yield from ((r.LAW, key) for key in self.laws)
        for link in self.reading.links:
            rows_of_link = (r.MOMENTUM, link.child), (r.TURNING, link.child), (r.JOINT, link.joint)
            yield from (key for key in rows_of_link if key in self.rows)
        yield from (key for key in self.rows if key[0] == r.MESH)
        for nu in range(self.f):
            if nu not in self.causal.dependent:
                if nu not in self.causal.led:
                    yield r.SPEED, nu
                yield r.POSITION, nu
        yield from ((r.CONDITION, g) for g in sorted(set(self.group_of.values())))

    def _block(self, key: Key) -> Block:
        kind, owner = key
        solved = tuple(self.rows.get(key, ()))
        loops = tuple(sorted({self.solved[i].loop for i in solved} - {-1}))
        items = tuple(dict.fromkeys(self._items(key)))
        drawn = [self.solved[i] for i in solved]
        conditions = [s for s, group in self.group_of.items() if group == owner]
        title = self.names.title(kind, owner, conditions)
        equation = self.names.equation(kind, owner, drawn, self.laws)
        return Block(title, kind, items, equation, solved, loops, owner)

    def _items(self, key: Key) -> Iterator[str]:
        kind, owner = key
        match kind:
            case r.LAW:
                yield str(owner)
            case r.MOMENTUM | r.TURNING:
                number = int(owner)
                yield f"body:{number}" if number > 0 else f"joint:{self.links[number].joint}"
            case r.JOINT:
                yield f"joint:{owner}"
            case r.CONDITION:
                conditions = [s for s, group in self.group_of.items() if group == owner]
                yield from (self.equations.sources[s] for s in conditions)
            case r.MESH:
                yield from self._branches(int(owner))
            case _:
                holder, name = self._holder(int(owner))
                if holder == r.JOINT:
                    yield f"joint:{name}"
                else:
                    yield from self._branches(int(owner))

    def _branches(self, nu: int) -> Iterator[str]:
        """The elements through which the charge of a mesh flows."""
        coordinate_name = self.reading.coordinates[nu]
        for name, charge in self.reading.charges.items():
            if any(coordinate == coordinate_name for coordinate, _ in charge):
                yield f"element:{name}"

    # --- wires -----------------------------------------------------------------------------

    def _wires(self) -> Iterator[SignalWire]:
        for key, acts in self.laws.items():
            by_target: dict[Key, list[WirePart]] = {}
            for target, part in acts:
                by_target.setdefault(target, []).append(part)
            for target, parts in by_target.items():
                label = self.names.label(parts)
                places = (self.place[target],)
                yield SignalWire(label, self.place[r.LAW, key], places, tuple(parts))
        for key in self.keys:
            if key in self.rows:
                yield from self._given(key)
        for nu in range(self.f):
            yield from self._integrated(nu)
        for number, link in self.links.items():
            targets = [key for key in self.keys if number in self.supply.motions(key)]
            shown = self.pattern.moved[number]
            parts = self.names.motion(number, shown)
            if (r.JOINT, link.joint) in self.place and targets and parts:
                source = self.place[r.JOINT, link.joint]
                places = self._places(targets, source)
                if places:
                    yield SignalWire(self.names.label(parts), source, places, parts)

    def _places(self, keys: Iterable[Key], source: int) -> tuple[int, ...]:
        places = sorted({self.place[key] for key in keys})
        return tuple(place for place in places if place != source)

    def _given(self, key: Key) -> Iterator[SignalWire]:
        """What the equations of a block give, by what they belong to."""
        source, groups = self.place[key], dict[tuple[str, int | str], list[int]]()
        for index in self.rows[key]:
            gives = self.solved[index].gives
            sort = {"alpha": "a", "M": "F"}.get(gives.sort, gives.sort)
            groups.setdefault((sort, self._owner(gives)), []).append(index)
        for (sort, _), indices in groups.items():
            unknowns = {self.solved[i].gives for i in indices}
            users = [
                (other, entry)
                for other, entry in enumerate(self.solved)
                if entry.drawn and unknowns & set(entry.uses)
            ]
            targets = [self._key(entry) for _, entry in users]
            looped = [
                self._key(entry)
                for _, entry in users
                if entry.loop >= 0
                and any(
                    self.solved[i].gives in entry.uses and self.solved[i].loop == entry.loop
                    for i in indices
                )
            ]
            if sort == "qdd":
                targets += [
                    (r.SPEED, self.solved[i].gives.owner)
                    for i in indices
                    if (r.SPEED, self.solved[i].gives.owner) in self.place
                ]
            places = self._places(targets, source)
            if places:
                order = sorted(unknowns, key=self.equations.unknowns.index)
                parts = tuple(self.names.unknown(unknown) for unknown in order)
                label = self.names.label(parts, self._split(unknowns))
                yield SignalWire(label, source, places, parts, self._places(looped, source))

    def _split(self, unknowns: set[ScalarUnknown]) -> set[Vector]:
        """The vectors of which other blocks give components, too."""
        others = {entry.gives for entry in self.solved if entry.drawn} - unknowns
        vectors = {(u.sort, self._owner(u)) for u in unknowns}
        return vectors & {(u.sort, self._owner(u)) for u in others}

    def _owner(self, unknown: ScalarUnknown) -> int | str:
        return self._source(int(unknown.owner)) if unknown.sort == "lambda" else unknown.owner

    def _source(self, s: int) -> str:
        return self.equations.sources[s]

    def _integrated(self, nu: int) -> Iterator[SignalWire]:
        """q̇ and q, from integrators or from conditions."""
        position, speed = self._users(nu, 0), self._users(nu, 1)
        is_dependent = nu in self.causal.dependent or nu in self.causal.led
        if is_dependent:
            row = next(
                entry.row
                for entry in self.solved
                if entry.row.sort == "condition" and entry.gives == ScalarUnknown("qdd", nu)
            )
            source = self.place[r.CONDITION, self.group_of[int(row.owner)]]
        else:
            source = self.place[r.SPEED, nu]
        if nu in self.causal.dependent:
            places = self._places(position + speed, source)
            parts = (self.names.coordinate(nu, 0), self.names.coordinate(nu, 1))
            if places:
                yield SignalWire(self.names.label(parts), source, places, parts)
            return
        places = self._places([*speed, (r.POSITION, nu)], source)
        part = self.names.coordinate(nu, 1)
        yield SignalWire(self.names.label([part]), source, places, (part,))
        source = self.place[r.POSITION, nu]
        places, part = self._places(position, source), self.names.coordinate(nu, 0)
        if places:
            yield SignalWire(self.names.label([part]), source, places, (part,))

    def _users(self, nu: int, order: int) -> list[Key]:
        """The blocks that take a coordinate, or its velocity, as it comes."""
        column = nu + order * self.f
        return [key for key in self.keys if column in self.supply.states(key)]

    # --- loops -----------------------------------------------------------------------------

    def _loop(self, group: Sequence[int]) -> AlgebraicLoop:
        cuts = cut(self.causal.graph, group, self.solved)
        way = circle(self.causal.graph, group, self.solved)
        keys = dict.fromkeys(self._key(self.solved[i]) for i in group if self.solved[i].drawn)
        items = [item for key in keys for item in self._items(key)]
        bound = [item for key in keys if key[0] == r.CONDITION for item in self._items(key)]
        return AlgebraicLoop(
            solved=tuple(group),
            blocks=tuple(self.place[key] for key in keys),
            cut=tuple(self.solved[i].gives for i in cuts),
            way=way,
            bodies=_of(items, "body"),
            joints=_of([i for i in items if i not in bound], "joint"),
            conditions=tuple(dict.fromkeys(bound)),
        )


def _of(items: Iterable[str], sort: str) -> tuple[str, ...]:
    return tuple(dict.fromkeys(item for item in items if item.startswith(f"{sort}:")))


# --- Which states and motions of bodies each block of a signal-flow diagram has to get ---------

Key = tuple[str, int | str]
"""A block by kind and owner."""


class Supply:
    """What blocks depend on: motions of as few bodies as tell it, else coordinates themselves.

    `rows` are the equations of each block, `group_of` the block of each condition.
    """

    def __init__(
        self,
        equations: Equations,
        nonzero: Pattern,
        causal: Causality,
        rows: Mapping[Key, Sequence[int]],
        group_of: Mapping[int, int],
    ) -> None:
        self.equations, self.pattern, self.causal = equations, nonzero, causal
        self.reading: Reading = equations.reading
        self.rows, self.group_of = rows, group_of
        self.links = {link.child: link for link in self.reading.links}
        self.f = len(self.reading.coordinates)

    def states(self, key: Key) -> set[int]:
        """The states (q, then q̇) that a block takes from integrators and conditions."""
        kind, owner = key
        if kind == r.CONDITION:
            conditions = [s for s, group in self.group_of.items() if group == owner]
            needed = set(np.flatnonzero(self.pattern.conditions[conditions].any(axis=0)).tolist())
            solved = [e for e in self.causal.solved if e.row.sort == "condition"]
            solved_for = {int(e.gives.owner) for e in solved if e.row.owner in conditions}
            inside = {nu for nu in self.causal.dependent if nu in solved_for}
            rates = {nu + self.f for nu in solved_for}
            return {int(c) for c in needed} - inside - rates
        if kind == r.JOINT:
            moves = self.equations.moves[str(owner)]
            states = {*moves, *(nu + self.f for nu in moves)}
            return states | self._missing(key, states)
        if kind in (r.MOMENTUM, r.TURNING, r.LAW, r.MESH):
            return self._missing(key, set())
        return set()

    def _depends(self, key: Key) -> set[int]:
        kind, owner = key
        if kind == r.LAW:
            return set(np.flatnonzero(self.pattern.acts[str(owner)]).tolist())
        rows = [
            self.equations.rows.index(self.causal.solved[i].row) for i in self.rows.get(key, ())
        ]
        return set(np.flatnonzero(self.pattern.rows[rows].any(axis=0)).tolist())

    def _missing(self, key: Key, supplied: set[int]) -> set[int]:
        """What no motion of a body that a block gets tells it."""
        available = set(supplied)
        for number in self.motions(key):
            available |= self._upstream(number)
        return self._depends(key) - available

    def _upstream(self, number: int) -> set[int]:
        """The states that the motion of a body tells."""
        upstream: set[int] = set()
        while number in self.links:
            link = self.links[number]
            moves = self.equations.moves[link.joint]
            upstream |= {*moves, *(nu + self.f for nu in moves)}
            number = link.parent
        return upstream

    def motions(self, key: Key) -> list[int]:
        """The bodies whose motions a block gets: as few as tell all on which it depends."""
        kind, owner = key
        if kind not in (r.JOINT, r.MOMENTUM, r.TURNING, r.LAW):
            return []
        needed, taken = self._depends(key), list[int]()
        if kind == r.JOINT:
            needed -= {
                nu + order for nu in self.equations.moves[str(owner)] for order in (0, self.f)
            }
        for number in self._candidates(key):
            shown = self.pattern.moved[number].any()
            if shown and needed & self._upstream(number):
                taken.append(number)
                needed -= self._upstream(number)
        return taken

    def _candidates(self, key: Key) -> list[int]:
        """Bodies whose motions may matter to a block, the nearest first."""
        kind, owner = key
        if kind == r.LAW:
            element = next(part for part in self.reading.parts if part.key == owner)
            laws = [number for k, number in self.pattern.laws if k == owner]
            ends = (body for body, _ in element.course)
            return [n for n in dict.fromkeys((*laws, *ends)) if n in self.links]
        if kind == r.JOINT:
            link = next(link for link in self.reading.links if link.joint == owner)
            return [link.parent] if link.parent else []
        number = int(owner)
        near = [link.child for link in self.reading.links if link.parent == number]
        bound = [
            other
            for binding in self.equations.form.bindings.rows
            if number in binding.wrenches
            for other in binding.wrenches
        ]
        return [n for n in dict.fromkeys((number, *near, *bound)) if n in self.links]


# --- Where an algebraic loop can be cut, and a short circle that shows why it is one -----------


def cut(graph: Any, loop: Sequence[int], solved: Sequence[SolvedRow]) -> list[int]:
    """Few equations of a loop without which no circle is left: the results to be guessed.

    First all accelerations of coordinates are tried and what else is needed, then what the most
    circles seem to run through; the shorter list counts.
    """
    whole = graph.subgraph(loop)
    first = [r for r in loop if solved[r].gives.sort == "qdd"]
    choices = [_enough(whole, first), _enough(whole, [])]
    return sorted(min((_least(whole, entry) for entry in choices), key=len))


def _enough(whole: Any, begun: list[int]) -> list[int]:
    import networkx as nx

    rest, taken = whole.copy(), list(begun)
    rest.remove_nodes_from(begun)
    while True:
        circles = [c for c in nx.strongly_connected_components(rest) if len(c) > 1]
        if not circles:
            return taken
        for circle in circles:
            inner = rest.subgraph(circle)
            best = max(sorted(circle), key=lambda r: inner.in_degree(r) * inner.out_degree(r))
            taken.append(best)
            rest.remove_node(best)


def _least(whole: Any, taken: list[int]) -> list[int]:
    """The same without what is not needed."""
    import networkx as nx

    left = list(taken)
    for row in reversed(taken):
        fewer = [other for other in left if other != row]
        rest = whole.copy()
        rest.remove_nodes_from(fewer)
        if nx.is_directed_acyclic_graph(rest):
            left = fewer
    return left


def circle(graph: Any, loop: Sequence[int], solved: Sequence[SolvedRow]) -> tuple[int, ...]:
    """A shortest circle of a loop on which a force and an acceleration depend on each other."""
    import networkx as nx

    whole = graph.subgraph(loop)
    forces = [r for r in loop if solved[r].gives.sort in FORCES]
    others = [r for r in loop if solved[r].gives.sort not in FORCES]
    best: list[int] = []
    away = dict(nx.all_pairs_shortest_path(whole))
    for force in forces or loop[:1]:
        for other in others or loop:
            if other == force:
                continue
            there, back = away[force][other], away[other][force]
            way = [*there, *back[1:-1]]
            if len(set(way)) == len(way) and (not best or len(way) < len(best)):
                best = way
    return tuple(best)
