"""Which states and motions of bodies each block of a signal-flow diagram has to get."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from lagr_gui.extensions.signal_flow import records as r
from lagr_gui.extensions.signal_flow.causality import Causality
from lagr_gui.extensions.signal_flow.equations import Equations
from lagr_gui.extensions.signal_flow.sampling import Pattern
from lagr_gui.mechanics.reading import Reading

Key = tuple[str, int | str]
"""A block by kind and owner."""


class Supply:
    """What blocks depend on: motions of as few bodies as tell it, else coordinates themselves.

    `rows` are the equations of each block, `group_of` the block of each condition.
    """

    def __init__(
        self,
        equations: Equations,
        found: Pattern,
        causal: Causality,
        rows: Mapping[Key, Sequence[int]],
        group_of: Mapping[int, int],
    ) -> None:
        self.equations, self.pattern, self.causal = equations, found, causal
        self.reading: Reading = equations.reading
        self.rows, self.group_of = rows, group_of
        self.links = {link.child: link for link in self.reading.links}
        self.f = len(self.reading.coordinates)

    def states(self, key: Key) -> set[int]:
        """The states (q, then q̇) that a block takes from integrators and conditions."""
        kind, owner = key
        if kind == r.CONDITION:
            told = [s for s, group in self.group_of.items() if group == owner]
            needed = set(np.flatnonzero(self.pattern.conditions[told].any(axis=0)).tolist())
            solved = [e for e in self.causal.solved if e.row.sort == "condition"]
            own = {int(e.gives.owner) for e in solved if e.row.owner in told}
            inside = {nu for nu in self.causal.dependent if nu in own}
            rates = {nu + self.f for nu in own}
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

    def _missing(self, key: Key, known: set[int]) -> set[int]:
        """What no motion of a body that a block gets tells it."""
        told = set(known)
        for number in self.motions(key):
            told |= self._upstream(number)
        return self._depends(key) - told

    def _upstream(self, number: int) -> set[int]:
        """The states that the motion of a body tells."""
        found: set[int] = set()
        while number in self.links:
            link = self.links[number]
            moves = self.equations.moves[link.joint]
            found |= {*moves, *(nu + self.f for nu in moves)}
            number = link.parent
        return found

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
            own = [number for k, number in self.pattern.laws if k == owner]
            ends = (body for body, _ in element.course)
            return [n for n in dict.fromkeys((*own, *ends)) if n in self.links]
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
