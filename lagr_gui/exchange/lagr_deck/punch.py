"""A deck as text: cards of 80 columns, one group of elements after the other."""

from __future__ import annotations

from collections.abc import Iterator

from lagr_gui.exchange.lagr_deck.records import (
    Absolute,
    BodyCards,
    DamperCards,
    Deck,
    RelativeRecord,
    Row,
    Rows,
    SpringCards,
    SystemCards,
    Text,
)

WIDTH = 80
"""The columns of a card."""


def punch(deck: Deck) -> str:
    """The text of a deck; strings that do not fit go on on the next card."""
    lines = [str(len(deck))]
    for system in deck:
        lines += _system(system)
    return "\n".join(card for line in lines for card in _cards(line)) + "\n"


def _cards(line: str) -> Iterator[str]:
    """A line as cards: broken at the last blank between elements, or where it is full."""
    while len(line) > WIDTH:
        at = _break(line)
        yield line[:at].rstrip()
        line = line[at:].lstrip() if line[at - 1] == " " else line[at:]
    yield line


def _break(line: str) -> int:
    """Where a card ends: behind an element, or inside a string that fills it."""
    quoted, best = False, 0
    for index, char in enumerate(line[:WIDTH]):
        quoted ^= char == "'"
        if char == " " and not quoted:
            best = index + 1
    return best or WIDTH


def _system(system: SystemCards) -> Iterator[str]:
    yield f"{len(system.bodies)} {system.freedoms} {_flag(system.relative)}"
    yield from _absolute(system.base)
    for body in system.bodies:
        yield from _body(body)
    yield str(len(system.dampers))
    for damper in system.dampers:
        yield from _damper(damper)
    yield str(len(system.springs))
    for spring in system.springs:
        yield from _spring(spring)
    for lists in (system.metric_lists, system.force_lists):
        yield str(len(lists))
        yield from map(_text, lists)


def _body(body: BodyCards) -> Iterator[str]:
    if isinstance(body.motion, RelativeRecord):
        yield str(body.motion.reference)
        yield _matrix(body.motion.rotation)
        yield from map(_row, (body.motion.distance, body.motion.point_k, body.motion.point_l))
    else:
        yield from _absolute(body.motion)
    yield _flag(body.force is not None)
    if body.force is not None and body.moment is not None:
        yield from (_text(text) for text in body.force)
        yield _row(body.moment)


def _absolute(motion: Absolute) -> Iterator[str]:
    yield _matrix(motion.rotation)
    yield _row(motion.position)


def _damper(damper: DamperCards) -> Iterator[str]:
    yield f"{damper.bodies[0]} {damper.bodies[1]} {_flag(damper.constants is not None)}"
    if damper.constants is not None:
        yield _text(damper.constants)


def _spring(spring: SpringCards) -> Iterator[str]:
    flags = f"{_flag(spring.points is not None)} {_flag(spring.constants is not None)}"
    yield f"{spring.bodies[0]} {spring.bodies[1]} {flags}"
    for text in (spring.points, spring.constants):
        if text is not None:
            yield _text(text)


def _matrix(rows: Rows) -> str:
    return " ".join(map(_row, rows))


def _row(row: Row) -> str:
    return " ".join(map(_text, row))


def _text(text: Text) -> str:
    return f"'{text.value}'"


def _flag(value: bool) -> str:
    return f"'{int(value)}'B"
