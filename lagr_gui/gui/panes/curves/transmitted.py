"""Curves of what joints, drives, rods, conditions and branches transmit."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import product
from typing import TYPE_CHECKING

from lagr_gui.gui.panes.curves.signals import Array, Signal
from lagr_gui.gui.words import spoken, tr

if TYPE_CHECKING:
    from lagr_gui.pipeline import Reactions, Transmitting


def transmitted_signals(found: Transmitting) -> dict[str, list[Signal]]:
    """What can be transmitted, by the title of its group; no group is empty."""
    groups = {
        tr("Reactions"): reaction_signals(found.joints),
        tr("Drives, rods and conditions"): [
            *_named("drive", "", found.drives, tr("force of {name}")),
            *_named("thrust", "", product(found.thrusts, ("N",)), tr("thrust of {name}")),
            *(
                Signal("other", _multiplier(name, word), unit, item=name, word=word)
                for name, word, unit in found.others
            ),
        ],
        tr("Currents and voltages"): [
            *_named("current", "i ", product(found.currents, ("A",)), tr("current in {name}")),
            *_named("voltage", "u ", product(found.voltages, ("V",)), tr("voltage at {name}")),
        ],
    }
    return {title: group for title, group in groups.items() if group}


def _multiplier(name: str, word: str) -> str:
    return f"λ {name}, {spoken(word)}" if word else f"λ {name}"


def reaction_signals(joints: Iterable[str]) -> list[Signal]:
    """Components of forces and moments in joints."""
    parts = (("force", "F", "N", tr("force")), ("moment", "M", "N m", tr("moment")))
    return [
        Signal(group, f"{joint} {letter}{axis}", unit, index, joint, f"{word} {axis}")
        for joint in joints
        for group, letter, unit, word in parts
        for index, axis in enumerate("xyz")
    ]


def _named(group: str, letter: str, pairs: Iterable[tuple[str, str]], words: str) -> list[Signal]:
    return [
        Signal(group, letter + name, unit, item=name, words=words.format(name=name))
        for name, unit in pairs
    ]


def transmitted_values(signal: Signal, found: Reactions) -> Array:
    """The values (n,) of what a joint or element transmits."""
    match signal.group:
        case "force":
            return found.joints[signal.item].force[:, signal.index]
        case "moment":
            return found.joints[signal.item].moment[:, signal.index]
        case "drive":
            return found.drives[signal.item]
        case "thrust":
            return found.thrusts[signal.item]
        case "current":
            return found.currents[signal.item]
        case "voltage":
            return found.voltages[signal.item]
        case _:
            return found.others[signal.item, signal.word][1]
