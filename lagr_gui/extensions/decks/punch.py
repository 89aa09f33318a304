"""A deck as text: cards of 80 columns, one group of elements after the other."""

from __future__ import annotations

from collections.abc import Iterator

from lagr_gui.extensions.decks.records import (
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
        lines += [line for _, line in labelled(system)]
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


Line = tuple[str, str]
"""What LAGR calls the elements of a line of input, and the line."""


def labelled(system: SystemCards) -> Iterator[Line]:
    """The elements of a system in their order, by lines."""
    head = f"{len(system.bodies)} {system.freedoms} {_flag(system.relative)}"
    yield "N, F, BI1", head
    yield from _absolute(system.base, 0)
    for number, body in enumerate(system.bodies, start=1):
        yield from _body(body, number)
    yield "DAMPERS", str(len(system.dampers))
    for damper in system.dampers:
        yield from _damper(damper)
    yield "SPRINGS", str(len(system.springs))
    for spring in system.springs:
        yield from _spring(spring)
    for what, lists in (("G AND GAM", system.metric_lists), ("KU", system.force_lists)):
        yield f"LISTS FOR {what}", str(len(lists))
        yield from ((f"LIST {k}", _text(row)) for k, row in enumerate(lists, start=1))


def _body(body: BodyCards, number: int) -> Iterator[Line]:
    if isinstance(body.motion, RelativeRecord):
        yield f"BODY {number}: K", str(body.motion.reference)
        yield "E(I,J)", _matrix(body.motion.rotation)
        rows = (body.motion.distance, body.motion.point_k, body.motion.point_l)
        yield from ((f"E({k},J)", _row(row)) for k, row in enumerate(rows, start=4))
    else:
        yield from _absolute(body.motion, number)
    yield "BI2", _flag(body.force is not None)
    if body.force is not None and body.moment is not None:
        yield from (
            (f"FORCE, J = {k}", _text(cards)) for k, cards in enumerate(body.force, start=1)
        )
        yield "MOMENT", _row(body.moment)


def _absolute(motion: Absolute, number: int) -> Iterator[Line]:
    yield f"GAM({number},I,J)", _matrix(motion.rotation)
    yield f"GAM({number},4,J)", _row(motion.position)


def _damper(damper: DamperCards) -> Iterator[Line]:
    flag = _flag(damper.constants is not None)
    yield "L, N, BI1", f"{damper.bodies[0]} {damper.bodies[1]} {flag}"
    if damper.constants is not None:
        yield "E", _text(damper.constants)


def _spring(spring: SpringCards) -> Iterator[Line]:
    flags = f"{_flag(spring.points is not None)} {_flag(spring.constants is not None)}"
    yield "L, N, BI1, BI2", f"{spring.bodies[0]} {spring.bodies[1]} {flags}"
    for name, text in (("E1", spring.points), ("E2", spring.constants)):
        if text is not None:
            yield name, _text(text)


def _matrix(rows: Rows) -> str:
    return " ".join(map(_row, rows))


def _row(row: Row) -> str:
    return " ".join(map(_text, row))


def _text(text: Text) -> str:
    return f"'{text.value}'"


def _flag(value: bool) -> str:
    return f"'{int(value)}'B"
