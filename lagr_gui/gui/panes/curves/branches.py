"""What can be drawn of a motion as a tree: by coordinate, body, joint, element, energy, table."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from lagr_gui.expression.sensors import written
from lagr_gui.gui.panes.curves.signals import ENERGIES, SENSOR, Signal
from lagr_gui.gui.words import tr
from lagr_gui.model import Output

if TYPE_CHECKING:
    from lagr_gui.analysis.motions.measurable import Measurable

_PRIMES = {"q": "", "qd": "'", "qdd": "''"}
_SENSOR = re.compile(r"(abs\()?(\w+)\((.*?)\)+(?:\.([xyz]))?", re.DOTALL)
WORDS = {
    "position": "position",
    "velocity": "velocity",
    "acceleration": "acceleration",
    "angular_velocity": "angular velocity",
    "point": "point",
    "force": "force",
    "moment": "moment",
    "angle": "angle",
    "length": "length",
    "rate": "rate",
    "thrust": "thrust",
    "T": "kinetic energy T",
    "U": "potential U",
    "E": "energy T + U",
    "dissipated": "dissipated",
    "supplied": "supplied",
}
"""Words of sensors on an item as the tree says them."""


@dataclass(frozen=True, slots=True)
class Leaf:
    """A curve: its words, how it is written in expressions, and the key of its signal.

    What cannot be drawn is not `known`.
    """

    words: str
    text: str
    key: str
    known: bool = True


@dataclass(frozen=True, slots=True)
class SignalBranch:
    """Curves of one sort or of one item."""

    title: str
    entries: tuple[SignalBranch | Leaf, ...]

    @property
    def leaves(self) -> Iterator[Leaf]:
        """All curves in it."""
        for entry in self.entries:
            if isinstance(entry, SignalBranch):
                yield from entry.leaves
            else:
                yield entry


def branches(
    groups: Mapping[str, Sequence[Signal]],
    measurable: Measurable,
    outputs: Sequence[Output],
    coordinates: Sequence[str],
) -> list[SignalBranch]:
    """The tree of these signals, of what sensors can measure, and of one's own expressions."""
    own = [signal for group in groups.values() for signal in group if signal.group == SENSOR]
    named = {text_of(s, coordinates): s for group in groups.values() for s in group if s not in own}
    moved = [
        SignalBranch(title, tuple(_leaf(signal, text_of(signal, coordinates)) for signal in group))
        for title, group in groups.items()
        if group and group[0].group in _PRIMES
    ]
    listed = {text for items in measurable.values() for texts in items.values() for text in texts}
    items = [
        SignalBranch(tr(sort), tuple(_branch(name, texts, named) for name, texts in of.items()))
        for sort, of in measurable.items()
        if "" not in of
    ]
    energies = [
        SignalBranch(title, tuple(_leaf(signal, text_of(signal, coordinates)) for signal in group))
        for title, group in groups.items()
        if group and group[0].group == "energy"
    ]
    mine = [o for o in outputs if o.name or o.expression not in listed]
    typed = [Leaf(o.typed, o.title, f"{SENSOR}:{o.title}") for o in mine]
    said = {text for text in named if text in listed}
    rest = [
        SignalBranch(title, tuple(_leaf(s, text_of(s, coordinates)) for s in left))
        for title, group in groups.items()
        if (left := [s for s in group if s.item and text_of(s, coordinates) not in said])
    ]
    every = [*moved, *items, *rest, *energies, SignalBranch(tr("Own expressions"), tuple(typed))]
    return [branch for branch in every if branch.entries]


def text_of(signal: Signal, coordinates: Sequence[str]) -> str:
    """How a signal is written in expressions."""
    item = written(signal.item)
    match signal.group:
        case "q" | "qd" | "qdd":
            return f"{coordinates[signal.index]}{_PRIMES[signal.group]}"
        case "energy":
            return ENERGIES[signal.index]
        case "force" | "moment":
            return f"{signal.group}({item}).{'xyz'[signal.index]}"
        case "drive":
            return f"force({item})"
        case "other":
            return f"lambda({item}{f', {written(signal.word)}' if signal.word else ''})"
        case "sensor":
            return signal.name
        case _:
            return f"{signal.group}({item})"


def _leaf(signal: Signal, text: str) -> Leaf:
    return Leaf(signal.entry, text, signal.key)


def _branch(name: str, texts: Iterable[str], by_text: Mapping[str, Signal]) -> SignalBranch:
    """What can be measured on an item: curves that there are anyway, and sensors."""
    leaves = (
        _leaf(by_text[text], text)
        if text in by_text
        else Leaf(words_of(text), text, f"{SENSOR}:{text}")
        for text in texts
    )
    return SignalBranch(name, tuple(leaves))


def words_of(text: str) -> str:
    """A sensor in the words of its item: ``abs(velocity(Bob))`` is |velocity|."""
    match = _SENSOR.fullmatch(text)
    if match is None or match[2] not in WORDS:
        return text
    word = tr(WORDS[match[2]])
    return f"|{word}|" if match[1] else f"{word} {match[4]}" if match[4] else word
