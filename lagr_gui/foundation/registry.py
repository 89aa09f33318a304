"""Named things: adding twice is an error, asking for the unknown says "did you mean"."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from difflib import get_close_matches
from functools import lru_cache
from itertools import pairwise
from typing import TypeVar

from lagr_gui.extension import named
from lagr_gui.foundation.message import say
from lagr_gui.foundation.problem import refusal

T = TypeVar("T")

MANY = 80
"""More names than that are compared by the pairs of letters that they share."""

TOO_MANY = 1000
"""Among more names than that none is looked for."""

LONGEST = 100
"""So many letters of a name are compared."""


def did_you_mean(name: object, known: Iterable[str]) -> str:
    """A sentence that offers the nearest known name, or lists the known ones."""
    several = set(known)
    if len(several) > TOO_MANY:
        return say("{count} are known.", count=len(several))
    names = sorted(several)
    if near := nearest(name, names):
        return say("Did you mean “{near}”?", near=near[:LONGEST])
    if not names:
        return "There is none yet."
    listed = ", ".join(name[:LONGEST] for name in names[:12]) + (", …" if len(names) > 12 else "")
    return say("Known are: {listed}.", listed=listed)


def nearest(name: object, known: Iterable[str]) -> str:
    """The known name that is near to one, without regard to capitals; empty where none is."""
    names = sorted(set(known))
    wanted = str(name)[:LONGEST]
    return _in_small_letters(tuple(names)).get(wanted.lower(), "") or _nearest(wanted, names)


def check_known(
    name: object, known: Collection[str], place: str, cause: str, code: str = "unknown-name"
) -> None:
    """Raise LagrError for a name that is none of the known ones, with the nearest of them."""
    if name not in known:
        raise refusal(place, cause, did_you_mean(name, known), code)


def _nearest(wanted: str, names: list[str]) -> str:
    """The name that is near to the wanted one; empty where none is."""
    if len(names) <= MANY:
        near = get_close_matches(wanted, names, n=1, cutoff=0.6)
        return near[0] if near else ""
    pairs, index = _pairs(wanted), _by_pair(tuple(names))
    best, most = "", 0.5
    sharing = {at: letters for pair in pairs for at, letters in index.get(pair, ())}
    for at in sorted(sharing):
        letters_of_name = sharing[at]
        if (alike := len(letters_of_name & pairs) / len(letters_of_name | pairs)) > most:
            best, most = names[at], alike
    return best


def _pairs(name: str) -> frozenset[str]:
    return frozenset(map("".join, pairwise(name[:LONGEST])))


@lru_cache(maxsize=8)
def _in_small_letters(names: tuple[str, ...]) -> dict[str, str]:
    """The first name for each spelling in small letters."""
    return {name.lower(): name for name in reversed(names)}


@lru_cache(maxsize=4)
def _by_pair(names: tuple[str, ...]) -> dict[str, list[tuple[int, frozenset[str]]]]:
    """The names that have a pair of letters: their places, and all their pairs."""
    index: dict[str, list[tuple[int, frozenset[str]]]] = {}
    for at, name in enumerate(names):
        pairs = _pairs(name)
        for pair in pairs:
            index.setdefault(pair, []).append((at, pairs))
    return index


class Registry(Mapping[str, T]):
    """An ordered mapping from names to things of one sort, e.g. the joint kinds.

    `homes` say of some of them where they stand (``module:name``): they are loaded when they are
    asked for.
    """

    def __init__(self, sort: str, homes: Mapping[str, str] | None = None) -> None:
        self.sort = sort
        self._homes = dict(homes or {})
        self._entries: dict[str, T | None] = dict.fromkeys(self._homes)

    def add(self, name: str, entry: T) -> T:
        """Enter a thing under a new name and hand it back."""
        if name in self._entries:
            raise ValueError(
                say("{sort} “{name}” is already registered", sort=self.sort, name=name)
            )
        self._entries[name] = entry
        return entry

    def __getitem__(self, name: str) -> T:
        entry = self._entries.get(name)
        if entry is None and name in self._homes:
            entry = self._entries[name] = named(self._homes[name])
        if entry is None:
            raise refusal(
                say("{sort} “{name}”", sort=say(self.sort), name=name),
                say("There is no {sort} of this name.", sort=say(self.sort)),
                did_you_mean(name, self._entries),
                code="unknown-name",
            )
        return entry

    def __contains__(self, name: object) -> bool:
        return name in self._entries

    def __iter__(self) -> Iterator[str]:
        return iter(self._entries)

    def __len__(self) -> int:
        return len(self._entries)
