"""One motion of several that follow one another, as where forces change from one to the next."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import accumulate
from typing import Any

import numpy as np

from lagr_gui.simulation.courses import JoinedCourse
from lagr_gui.simulation.system import Array
from lagr_gui.simulation.trajectory import DrivenValues, Trajectory

_STATES = ("t", "q", "qd", "qdd", "T", "U", "drift", "slip", "touching")


def joined(pieces: Sequence[Trajectory]) -> Trajectory:
    """The motion of pieces (at least one) of one system, each of which begins where one ends.

    At such a time the values are those of the piece before.  Works go on from piece to piece.
    """
    if len({piece.limits for piece in pieces}) > 1:
        every = dict.fromkeys(one for piece in pieces for one in _told_apart(piece.limits))
        pieces = [with_limits(piece, [key for key, _ in every]) for piece in pieces]
    first, last = pieces[0], pieces[-1]
    if len(pieces) == 1:
        return first
    tables = (*_STATES, *(("z", "zd") if first.states else ()))
    methods = dict.fromkeys(piece.method for piece in pieces)
    table: dict[str, Any] = {name: _row([getattr(p, name) for p in pieces]) for name in tables}
    return replace(
        first,
        **table,
        dissipated=_works([piece.dissipated for piece in pieces]),
        supplied=_works([piece.supplied for piece in pieces]),
        largest_T=max(piece.largest_T for piece in pieces),
        events=tuple(hit for piece in pieces for hit in piece.events),
        method=" → ".join(methods),
        steps=sum(piece.steps for piece in pieces),
        evaluations=sum(piece.evaluations for piece in pieces),
        seconds=sum(piece.seconds for piece in pieces),
        dense=JoinedCourse(
            [first.t[0], *(piece.t[-1] for piece in pieces)], [piece.dense for piece in pieces]
        ),
        impacts=tuple(impact for piece in pieces for impact in piece.impacts),
        settled=tuple(rest for piece in pieces for rest in piece.settled),
        contacts=_contacts(pieces),
        frictions={k: item for piece in pieces for k, item in piece.frictions.items()},
        rough=tuple(dict.fromkeys(item for piece in pieces for item in piece.rough)),
        stopped=last.stopped,
        notes=tuple(dict.fromkeys(note for piece in pieces for note in piece.notes)),
        attitudes=last.attitudes,
        driven=_driven(pieces),
    )


def with_limits(found: Trajectory, limits: Sequence[str]) -> Trajectory:
    """A motion told with other limits (item keys): those that it does not know are open in it."""
    here = {one: number for number, one in enumerate(_told_apart(found.limits))}
    there = [here.get(one) for one in _told_apart(limits)]
    numbers = {old: new for new, old in enumerate(there) if old is not None}
    touching = np.zeros((len(found.t), len(there)), bool)
    for old, new in numbers.items():
        touching[:, new] = found.touching[:, old]
    contacts = tuple(
        (t, tuple(sorted(numbers[old] for old in active if old in numbers)))
        for t, active in found.contacts
    )
    return replace(found, limits=tuple(limits), touching=touching, contacts=contacts)


def _told_apart(limits: Sequence[str]) -> list[tuple[str, int]]:
    """Item keys, each with how often it stood there before: a stop has two limits."""
    return [(key, limits[:number].count(key)) for number, key in enumerate(limits)]


def _driven(pieces: Sequence[Trajectory]) -> DrivenValues | None:
    """In which senses frictions slide from each time on, where there are some."""
    parts = [piece.driven for piece in pieces if piece.driven is not None]
    if not parts:
        return None
    names = tuple(dict.fromkeys(name for part in parts for name in part.names))
    tables = [np.zeros((len(part.t), len(names))) for part in parts]
    for part, table in zip(parts, tables, strict=True):
        table[:, [names.index(name) for name in part.names]] = part.values
    t = np.concatenate([part.t for part in parts])
    return replace(parts[0], names=names, t=t, values=np.concatenate(tables))


def _row(parts: Sequence[Array]) -> Array:
    """Tables over the times of pieces, one after the other."""
    return np.concatenate([parts[0], *(part[1:] for part in parts[1:])])


def _works(parts: Sequence[Array]) -> Array:
    """Works, each of which begins with zero, as one that goes on."""
    before = accumulate((part[-1] for part in parts[:-1]), initial=0.0)
    return _row([start + part for start, part in zip(before, parts, strict=True)])


def _contacts(pieces: Sequence[Trajectory]) -> tuple[tuple[float, tuple[int, ...]], ...]:
    """The limits in contact from each time on at which they change."""
    contacts: list[tuple[float, tuple[int, ...]]] = []
    for entry in (entry for piece in pieces for entry in piece.contacts):
        if not contacts or entry[1] != contacts[-1][1]:
            contacts.append(entry)
    return tuple(contacts)
