"""What each member of a family has, followed from a neighbour, searched afresh where it is lost.

A branch goes on from values to the next ones by Newton's method with exact slopes, whose steps have
to contract; where they do not the way is taken in halves, down to a small part.  Where that fails
too the branch ends, as in a fold, and a new search says where the next one begins.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass
from math import prod
from typing import Generic, TypeVar

import numpy as np

from lagr_gui.extensions.families.varying import Family, Start
from lagr_gui.foundation.problem import LagrError
from lagr_gui.prepared import Prepared
from lagr_gui.simulation.positions.balance import size
from lagr_gui.simulation.system import Array

HALVINGS = 6
"""How often the way to the next values is halved before a branch has ended."""

BENT = 0.25
"""How far from where its last step points a state may be looked for: a part of the step."""

LEAST = 1e-6
"""A state that stays where it is may still move as far (in usual sizes) by rounding."""

T = TypeVar("T")


@dataclass(frozen=True, slots=True, eq=False)
class Followed(Generic[T]):
    """What a member of a family has, or why there is none, or what is missing of it.

    `begins` tells that it is on another branch than that of the neighbour, which ended.
    """

    number: int
    found: T | None
    problem: str = ""
    begins: bool = False


class Follower(ABC, Generic[T]):
    """The states of members up to now; `unit` are usual sizes of the parts of a state.

    These are of the first member that there is.
    """

    def __init__(self, asked: Family) -> None:
        self.asked, self.unit = asked, np.ones(0)
        for number in range(asked.runs):
            try:
                self.unit = self.usual_sizes(*asked.having(asked.values(number)))
            except LagrError:
                continue
            break
        self.last: Array | None = None
        self._states: dict[int, Array] = {}
        self._strode: dict[int, int] = {}
        self._known: tuple[dict[str, float], tuple[Prepared, Start]] | None = None
        # Start values say where to search, not what is found where: nothing is followed over them.
        sizes = [len(values) for values in asked.axes.values()]
        strides = {name: prod(sizes[place + 1 :]) for place, name in enumerate(asked.axes)}
        self._strides = {name: strides[name] for name in asked.axes if name in asked.parameters}

    @property
    def over_starts(self) -> bool:
        """Whether start values vary."""
        return len(self._strides) < len(self.asked.axes)

    def know(self, number: int, state: Array) -> None:
        """What a member has, as it was found elsewhere."""
        self._states[number] = self.last = state

    def reached(self, number: int) -> Followed[T]:
        """What the next member has."""
        behind = self._behind(number)
        try:
            state = None if behind is None else self._followed(number, behind)
            end = self.searched(number) if state is None else self.told(number, state)
        except LagrError as error:
            return Followed(number, None, str(error))
        self.know(number, self.state(end))
        if state is not None and behind is not None:
            self._strode[number] = behind
        return Followed(number, end, self.missing(end), state is None and behind is not None)

    def between(self, number: int, values: Mapping[str, float]) -> Array | None:
        """The state for values beside those of a member, on its branch; None where it ends."""
        state = self._states.get(number)
        here = self.asked.values(number)
        return None if state is None else self._stepped(here, values, state, HALVINGS)

    def member(self, values: Mapping[str, float]) -> tuple[Prepared, Start]:
        """The system with these values: that of the last ones is known."""
        if self._known is None or self._known[0] != values:
            self._known = {**values}, self.asked.having(values)
        return self._known[1]

    @abstractmethod
    def usual_sizes(self, member: Prepared, start: Start) -> Array:
        """Those of the parts of a state. Raises LagrError where they have no value."""

    @abstractmethod
    def state(self, end: T) -> Array:
        """What is followed of what was found."""

    @abstractmethod
    def next(self, values: Mapping[str, float], state: Array, reach: float) -> Array | None:
        """The state near another one, for values; None where none surely is.

        The first step to it is no longer than `reach`, in usual sizes.
        """

    @abstractmethod
    def told(self, number: int, state: Array) -> T:
        """What a member has at the state to which a branch went on. Raises LagrError."""

    @abstractmethod
    def searched(self, number: int) -> T:
        """What a search finds. Raises LagrError where there is nothing."""

    def missing(self, end: T) -> str:
        """What is missing of what was found, and why."""
        del end
        return ""

    def _behind(self, number: int) -> int | None:
        """The stride to the nearest neighbour that is known."""
        places = np.unravel_index(number, self.asked.shape)
        for name, place in reversed([*zip(self.asked.axes, places, strict=True)]):
            stride = self._strides.get(name)
            if stride and place and number - stride in self._states:
                return stride
        return None

    def _followed(self, number: int, stride: int) -> Array | None:
        """Where the branch of the neighbour goes on; None where it ends."""
        state, earlier = self._states[number - stride], number - 2 * stride
        here, there = (self.asked.values(n) for n in (number - stride, number))
        straight = self._strode.get(number - stride) == stride  # one branch, over the same name
        if straight and _moved(before := self.asked.values(earlier), here, there):
            ((name, now),) = ((n, v) for n, v in there.items() if v != here[n])
            share = (now - here[name]) / (here[name] - before[name])
            ahead = share * (state - self._states[earlier])
            reach = max(BENT * size(ahead / self.unit), LEAST)
            if (
                np.isfinite(ahead).all()
                and (end := self.next(there, state + ahead, reach)) is not None
            ):
                return end
        return self._stepped(here, there, state, HALVINGS)

    def _stepped(
        self, here: Mapping[str, float], there: Mapping[str, float], state: Array, halvings: int
    ) -> Array | None:
        """The same from values to others, in halves where that is too far at once."""
        end = self.next(there, state, np.inf)
        if end is not None or not halvings:
            return end
        middle = {name: (value + there[name]) / 2 for name, value in here.items()}
        half = self._stepped(here, middle, state, halvings - 1)
        return None if half is None else self._stepped(middle, there, half, halvings - 1)


def _moved(*values: Mapping[str, float]) -> bool:
    """Whether one value alone changes, and each time."""
    before, here, there = values
    changed = [n for n in here if not before[n] == here[n] == there[n]]
    return len(changed) == 1 and before[changed[0]] != here[changed[0]] != there[changed[0]]
