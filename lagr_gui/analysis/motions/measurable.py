"""What sensors can measure on a model, as expressions to choose from."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from lagr_gui.expression.sensors import written
from lagr_gui.mechanics.trajectories.sensors import ENERGIES
from lagr_gui.model import Model
from lagr_gui.prepared import Prepared
from lagr_gui.prepared.sensors.exerting import Exerting, exerting
from lagr_gui.prepared.sensors.transmitting import Transmitting, transmitters

SORTS = ("Bodies", "Joints", "Elements", "Conditions", "Energies")
"""Groups of what can be measured."""

Measurable = Mapping[str, Mapping[str, tuple[str, ...]]]
"""Expressions by the name of an item, by the sort of the item."""


def measurable(prepared: Prepared) -> Measurable:
    """Expressions of sensors on all bodies, joints and elements, by sort and name.

    Raises LagrError for an unsound model.
    """
    transmitted, acting = transmitters(prepared), exerting(prepared)
    groups: dict[str, dict[str, tuple[str, ...]]] = {
        "Bodies": {name: _of_body(name) for name in _bodies(prepared.model)},
        "Joints": dict(_joints(prepared, transmitted, acting)),
        "Elements": _elements(prepared, transmitted, acting),
        "Conditions": _conditions(transmitted),
        "Energies": {"": ENERGIES},
    }
    taken = prepared.reading.functions
    return {
        sort: {
            name: tuple(t for t in texts if _word(t) not in taken) for name, texts in items.items()
        }
        for sort, items in groups.items()
        if items
    }


def _word(text: str) -> str:
    """The word of a sensor; a function of the model that is called so stands before it."""
    return text.removeprefix("abs(").partition("(")[0]


def transmitting(prepared: Prepared) -> Transmitting:
    """What can transmit something; a free joint does where an element acts on its coordinates.

    Raises LagrError for an unsound model.
    """
    return transmitters(prepared)


def _bodies(model: Model) -> Iterator[str]:
    """What bodies are called in sensors: by name where it is theirs alone, else by number."""
    names = [body.name for body in model.bodies]
    numbers = {str(body.number) for body in model.bodies}
    for body in model.bodies:
        unique = body.name.strip() and names.count(body.name) == 1 and '"' not in body.name
        taken = body.name in numbers or body.name in ("0", model.base.name)
        yield body.name if unique and not taken else str(body.number)


def _axes(word: str, name: str) -> tuple[str, ...]:
    whole = f"{word}({written(name)})"
    return (*(f"{whole}.{axis}" for axis in "xyz"), f"abs({whole})")


def _of_body(name: str) -> tuple[str, ...]:
    words = ("position", "velocity", "acceleration", "angular_velocity")
    axes = (entry for word in words for entry in _axes(word, name))
    return (*axes, *(f"{word}({written(name)})" for word in "TUE"))


def _joints(
    prepared: Prepared, transmitted: Transmitting, acting: Exerting
) -> Iterator[tuple[str, tuple[str, ...]]]:
    called = dict(zip(prepared.model.numbers, _bodies(prepared.model), strict=True))
    drawn = (*prepared.model.joints, *prepared.topology.offered)
    for joint in drawn:
        if (name := joint.name) not in prepared.reading.joints or '"' in name:
            continue
        words = ("point", "force", "moment") if name in transmitted.joints else ("point",)
        ends = (called.get(number, "0") for number in (joint.parent, joint.child))
        turn = f"angle({', '.join(map(written, ends))})"
        every = (entry for word in words for entry in _axes(word, name))
        yield name, (*every, turn, *_energies(acting, name, f"joint:{name}"))


def _elements(
    prepared: Prepared, transmitted: Transmitting, acting: Exerting
) -> dict[str, tuple[str, ...]]:
    """Lengths of what runs along lines, what elements exert and transmit, and their energies."""
    lines = [part.record.name for part in prepared.reading.lines]
    free = [name for name, _ in transmitted.drives] + [*acting.efforts]
    words = {
        "length": lines,
        "rate": lines,
        "thrust": (*transmitted.thrusts, *acting.thrusts),
        "force": [name for name in free if name not in transmitted.joints],
        "friction": [*acting.frictions],
        "slip": [*acting.frictions],
        "reserve": [*acting.frictions],
        "tension_a": acting.ropes,
        "tension_b": acting.ropes,
        "current": transmitted.currents,
        "voltage": transmitted.voltages,
    }
    vectors = {"force": acting.forces, "moment": acting.moments}
    entries = [(name, f"{word}({written(name)})") for word in words for name in words[word]]
    for word, names in vectors.items():
        elements = (name for name in names if name not in transmitted.joints)
        entries += [(name, text) for name in elements for text in _axes(word, name)]
    for element in prepared.model.elements:
        name, key = element.name, f"element:{element.name}"
        entries += [(name, text) for text in _energies(acting, name, key)]
    return _by_name(entries)


def _energies(acting: Exerting, name: str, key: str) -> Iterator[str]:
    """Energies and works of an item that is no body."""
    for word, items in acting.energies.items():
        offered = word != "E" and (word != "supplied" or name in acting.sources)
        if items.get(name) == key and offered:
            yield f"{word}({written(name)})"


def _conditions(transmitted: Transmitting) -> dict[str, tuple[str, ...]]:
    """Multipliers, with the words that tell those of one item apart."""
    labels = ((name, f", {written(word)}" if word else "") for name, word, _ in transmitted.others)
    return _by_name((name, f"lambda({written(name)}{word})") for name, word in labels)


def _by_name(entries: Iterable[tuple[str, str]]) -> dict[str, tuple[str, ...]]:
    grouped: dict[str, tuple[str, ...]] = {}
    for name, text in entries:
        if '"' not in name:
            grouped[name] = (*grouped.get(name, ()), text)
    return grouped
