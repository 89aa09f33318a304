"""What stands in the attributes of tags: numbers, words, axes; and masses that can be."""

from __future__ import annotations

from math import isfinite

import numpy as np

from lagr_gui.exchange.markup import Tag
from lagr_gui.extensions.robots.record import Notes
from lagr_gui.extensions.robots.rigid import Mass
from lagr_gui.foundation.arrays import Array
from lagr_gui.foundation.message import say
from lagr_gui.mechanics.inertia import lacking, mended

LARGEST = 1e100
"""Numbers of larger magnitude are refused."""


def numbers(tag: Tag, key: str, count: int | None = None) -> list[float] | None:
    """The numbers of an attribute; None where it is not given. Raises LagrError."""
    text = tag.given.get(key)
    if text is None:
        return None
    values = [_number(tag, key, word) for word in text.split()]
    if count is not None and len(values) != count:
        cause = say(
            "{key} has {count} numbers, not {expected}.", key=key, count=len(values), expected=count
        )
        raise tag.wrong(cause, say("Give {expected} numbers.", expected=count))
    return values


def number(tag: Tag, key: str, default: float = 0.0) -> float:
    """The number of an attribute. Raises LagrError where it is none."""
    values = numbers(tag, key, 1)
    return default if values is None else values[0]


def needed(tag: Tag, key: str) -> float:
    """A number that has to be given. Raises LagrError."""
    if key not in tag.given:
        raise tag.wrong(say("{key} is missing.", key=key), say("Give {key}.", key=key))
    return number(tag, key)


def vector(tag: Tag, key: str, default: tuple[float, float, float] = (0, 0, 0)) -> Array:
    """Three numbers of an attribute. Raises LagrError."""
    entries = numbers(tag, key, 3)
    return np.array(default if entries is None else entries, float)


def direction(tag: Tag, key: str, default: tuple[float, float, float]) -> Array:
    """A unit vector. Raises LagrError where it has no length."""
    vector_of_tag = vector(tag, key, default)
    length = float(np.linalg.norm(vector_of_tag))
    if not length:
        raise tag.wrong(say("{key} is zero.", key=key), "Give a direction, such as 0 0 1.")
    exact = np.count_nonzero(vector_of_tag) == 1
    return np.sign(vector_of_tag) if exact else vector_of_tag / length


def word(tag: Tag, key: str) -> str:
    """A name that has to be given. Raises LagrError."""
    text = tag.given.get(key, "").strip()
    if not text:
        raise tag.wrong(say("{key} is missing.", key=key), say("Give {key}.", key=key))
    return text


def _number(tag: Tag, key: str, text: str) -> float:
    try:
        value = float(text)
    except ValueError:
        value = float("nan")
    if not isfinite(value) or abs(value) > LARGEST or "_" in text:
        cause = say("{key}: “{text}” is no number.", key=key, text=text[:60])
        raise tag.wrong(cause, "Give a finite number.")
    return value


def sound(tag: Tag, mass: Mass, notes: Notes, whose: str) -> Mass:
    """A mass that a body can have; what none has is told, and mended on request."""
    if mass.mass < 0:
        cause = say("The mass of {whose} is {mass:g} kg.", whose=whose, mass=mass.mass)
        notes.error(tag, cause, "Give a mass larger than 0, or 0 for a link without mass.")
        return mass
    fault = lacking(mass.inertia)
    if not fault:
        return mass
    moments = ", ".join(f"{value:.6g}" for value in np.linalg.eigvalsh(mass.inertia))
    words = _FAULTS[fault]
    if notes.repair:
        new = mended(mass.inertia)
        after = ", ".join(f"{value:.6g}" for value in np.linalg.eigvalsh(new))
        cause = say(words, whose=whose, moments=moments)
        remedy = say("Repaired: the principal moments are now {after} kg m².", after=after)
        notes.warn(tag, cause, remedy)
        return Mass(mass.mass, mass.centre, new)
    notes.warn(tag, say(words, whose=whose, moments=moments), _REPAIR)
    return mass


_FAULTS = {
    "negative": "A principal moment of inertia of {whose} is negative: {moments} kg m².",
    "triangle": "The largest principal moment of inertia of {whose} is larger than the other two "
    "together: {moments} kg m². No distribution of mass has them.",
}
_REPAIR = "Give the moments and products of a body, or import it with --repair."
