"""What each condition of an item with several binds, in words: how multipliers are told apart."""

from __future__ import annotations

from collections.abc import Iterator

from lagr_gui.catalogue.kinds import Condition, Limit
from lagr_gui.expression import Number, write
from lagr_gui.foundation.message import Message, say
from lagr_gui.mechanics.closure import Closure, Offset
from lagr_gui.mechanics.reading import Part, Reading
from lagr_gui.mechanics.trees import IDENTITY, Trees


def condition_words(reading: Reading) -> tuple[str, ...]:
    """A word by condition, in the order of the multipliers; empty where an item has only one."""
    words = (word for constraint in reading.constraints for word in words_of(constraint))
    return (*words, *("" for _ in reading.meshes))


def limit_words(reading: Reading) -> tuple[str, ...]:
    """The same for what may hold: unilateral conditions, friction, slips of rough limits."""
    limits = (word for part in reading.limits for word in words_of(part))
    slips = (say("friction {number}", number=i) for _ in reading.rough for i in (1, 2))
    frictions = (
        say("slip {number}", number=part.number) if part.number else ""
        for part in reading.frictions
    )
    return (*limits, *frictions, *slips)


def words_of(item: Closure | Part) -> tuple[str, ...]:
    """A word by condition or limit of one item; empty where it has only one."""
    if isinstance(item, Part) and item.number:
        return (say("contact {number}", number=item.number),)
    if isinstance(item, Part) and item.is_rough:
        return (say("normal force"),)
    words = tuple(_of_closure(item) if isinstance(item, Closure) else _of_part(item))
    return words if len(words) > 1 else ("",)


def _of_closure(closure: Closure) -> Iterator[Message]:
    """Forces along directions, then moments about axes that are numbered."""
    moments = 0
    for condition in closure.conditions:
        if isinstance(condition, Offset):
            direction = _direction(condition.direction)
            if condition.in_parent:
                yield say(
                    "force along {direction} of body {number}",
                    direction=direction,
                    number=closure.parent,
                )
            else:
                yield say("force along {direction}", direction=direction)
        else:
            moments += 1
            yield say("moment {number}", number=moments)


def _of_part(part: Part) -> Iterator[Message]:
    law = part.kind.law
    if isinstance(law, Limit):
        yield from (say("limit {number}", number=i + 1) for i in range(len(law.reached)))
        return
    assert isinstance(law, Condition)
    if law.chosen:
        letters = part.value(law.chosen)
        yield from (say("force along {direction}", direction=letter) for letter in letters)
    elif law.words:
        fields = part.kind.geometry.directions
        directions = {field: _direction(part.trees(field)) for field in fields}
        yield from (say(word, **directions) for word in law.words)
    else:
        count = len(law.position) + len(law.velocity)
        yield from (say("condition {number}", number=i + 1) for i in range(count))


def _direction(vector: Trees) -> str:
    """x, y or z for an axis, otherwise the components."""
    for letter, axis in zip("xyz", IDENTITY, strict=True):
        if vector == axis:
            return letter
    texts = (str(e.value) if isinstance(e, Number) else write(e) for e in vector)
    return f"({', '.join(texts)})"
