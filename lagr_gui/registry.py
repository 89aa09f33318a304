"""Named things: adding twice is an error, asking for the unknown says "did you mean"."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from difflib import get_close_matches
from functools import lru_cache
from itertools import pairwise
from typing import TypeVar

from lagr_gui.message import say
from lagr_gui.problem import LagrError, Problem

T = TypeVar("T")

MANY = 40
"""With more names than that only the most alike are compared letter by letter."""

TOO_MANY = 2000
"""Among more names than that none is looked for."""

LONGEST = 100
"""So many letters of a name are compared."""


def did_you_mean(name: object, known: Iterable[str]) -> str:
    """A sentence that offers the nearest known name, or lists the known ones."""
    several = set(known)
    if len(several) > TOO_MANY:
        return say("{count} are known.", count=len(several))
    names = sorted(several)
    wanted = str(name)[:LONGEST]
    near = get_close_matches(wanted, _alike(wanted, names), n=1, cutoff=0.6)
    if near:
        return say("Did you mean “{near}”?", near=near[0][:LONGEST])
    if not names:
        return "There is none yet."
    listed = ", ".join(name[:LONGEST] for name in names[:12]) + (", …" if len(names) > 12 else "")
    return say("Known are: {listed}.", listed=listed)


def _alike(wanted: str, names: list[str]) -> list[str]:
    """Of many names those that share the most pairs of letters: the others are not near."""
    if len(names) <= MANY:
        return names
    pairs = _pairs(wanted)
    best = sorted(_paired(tuple(names)), key=lambda entry: -len(entry[1] & pairs))
    return [name for name, _ in best[:MANY]]


def _pairs(name: str) -> frozenset[str]:
    return frozenset(map("".join, pairwise(name[:LONGEST])))


@lru_cache(maxsize=4)
def _paired(names: tuple[str, ...]) -> list[tuple[str, frozenset[str]]]:
    return [(name, _pairs(name)) for name in names]


class Registry(Mapping[str, T]):
    """An ordered mapping from names to things of one sort, e.g. the joint kinds."""

    def __init__(self, sort: str) -> None:
        self.sort = sort
        self._entries: dict[str, T] = {}

    def add(self, name: str, entry: T) -> T:
        """Enter a thing under a new name and hand it back."""
        if name in self._entries:
            raise ValueError(
                say("{sort} “{name}” is already registered", sort=self.sort, name=name)
            )
        self._entries[name] = entry
        return entry

    def __getitem__(self, name: str) -> T:
        try:
            return self._entries[name]
        except KeyError:
            raise LagrError(
                Problem(
                    place=say("{sort} “{name}”", sort=say(self.sort), name=name),
                    cause=say("There is no {sort} of this name.", sort=say(self.sort)),
                    remedy=did_you_mean(name, self._entries),
                    code="unknown-name",
                )
            ) from None

    def __contains__(self, name: object) -> bool:
        return name in self._entries

    def __iter__(self) -> Iterator[str]:
        return iter(self._entries)

    def __len__(self) -> int:
        return len(self._entries)
