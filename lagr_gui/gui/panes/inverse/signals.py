"""The curves of a given motion: the motion itself, what it needs, power, work, reactions."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from lagr_gui import pipeline
from lagr_gui.expression.letters import pretty
from lagr_gui.gui.panes.curves.choice import MOST, Choice
from lagr_gui.gui.panes.curves.signals import Array, Signal, signals
from lagr_gui.gui.panes.curves.transmitted import reaction_signals
from lagr_gui.gui.words import tr
from lagr_gui.model import Model
from lagr_gui.pipeline import EFFORTS

if TYPE_CHECKING:
    from lagr_gui.pipeline import DrivenMotion, Report

WORDS = {"N": "force on {name}", "N m": "moment on {name}", "V": "voltage on {name}"}


def offer_driven(choice: Choice, model: Model, report: Report, prescribed: Sequence[str]) -> None:
    """Offer what a motion of these coordinates shows: usually all coordinates and the forces.

    The force on a coordinate that is given a motion only now is shown besides what was chosen.
    """
    units = dict(zip(report.coordinates, report.units, strict=False))
    moved = list(signals(report.coordinates, report.units).items())[:3]
    needed = [_needed(name, units.get(name, ""), at) for at, name in enumerate(prescribed)]
    groups = dict(moved) | {
        tr("Forces needed"): needed,
        tr("Power"): _flows("power", "P", "W", prescribed),
        tr("Work"): _flows("work", "W", "J", prescribed),
        tr("Energies"): [Signal("energy", name, "J") for name in ("T", "U")],
    }
    groups[tr("Reactions")] = reaction_signals(pipeline.transmitting(model).joints)
    usual = (*moved[0][1][:MOST], *needed[:MOST])
    offered = {title: group for title, group in groups.items() if group}
    choice.offer(offered, {signal.key for signal in usual})


def _needed(name: str, unit: str, index: int) -> Signal:
    effort = EFFORTS.get(unit, "")
    words = tr(WORDS[effort]).format(name=pretty(name)) if effort else f"τ {pretty(name)}"
    return Signal("needed", f"τ {pretty(name)}", effort, index, item=name, words=words)


def _flows(group: str, letter: str, unit: str, names: Sequence[str]) -> list[Signal]:
    return [
        Signal(group, f"{letter} {pretty(name)}", unit, at, item=name)
        for at, name in enumerate(names)
    ]


def driven_values(signal: Signal, found: DrivenMotion) -> Array:
    """The values (n,) of a curve."""
    match signal.group:
        case "needed":
            return found.forces[:, signal.index]
        case "energy":
            return found.T if signal.name == "T" else found.U
        case "force" | "moment":
            return getattr(found.reactions[signal.item], signal.group)[:, signal.index]
        case group:  # q, qd, qdd, power or work
            return getattr(found, group)[:, signal.index]
