"""How good a simulation is, in words."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from lagr_gui.expression import Expression, write
from lagr_gui.expression.letters import pretty
from lagr_gui.gui.bridge.certified import certified_words
from lagr_gui.gui.words import in_words, spoken, tr
from lagr_gui.message import counted
from lagr_gui.selfcheck import DRIFT

if TYPE_CHECKING:
    from lagr_gui.pipeline import Conservation
    from lagr_gui.simulation import Trajectory
    from lagr_gui.simulation.trajectory import Settled

MOST_TOLD = 3
"""Limits at rest that fit into the line."""


def verdict(
    trajectory: Trajectory,
    kept: Sequence[Conservation],
    ended: Sequence[tuple[Expression, float]],
) -> tuple[str, bool, str]:
    """A line, whether all is well, and what the line means.

    `kept` is what must not change, `ended` what the equations that are shown take to be positive,
    with the times (s) from which it is not.
    """
    error = trajectory.energy_error
    good = error <= DRIFT
    parts = [tr("energy drift {d}").format(d=f"{error:.1e} {'✓' if good else '⚠'}")]
    check = trajectory.certificate
    if check is not None and check.samples:
        sign = "✓" if check.holds else "⚠"
        parts.append(tr("residual {d}").format(d=f"{check.residual:.0e} {sign}"))
        good = good and check.holds
    elif check is not None:
        parts.append(tr("not compared"))
    if kept:
        each = tr("{name} to {d}")
        told = (each.format(name=_letter(entry), d=f"{entry.drift or 0:.0e}") for entry in kept)
        parts.append(tr("conserved {list}").format(list=", ".join(told)))
    if trajectory.constraint_error:
        parts.append(tr("conditions {d}").format(d=f"{trajectory.constraint_error:.0e}"))
    if trajectory.impacts:
        parts.append(spoken(counted(len(trajectory.impacts), "{count} impact", "{count} impacts")))
    parts += (_settled(rest) for rest in trajectory.settled[:MOST_TOLD])
    parts += (_ended(tree, t) for tree, t in ended)
    away = running_away(trajectory)
    parts += [f"⚠ {away}"] if away else []
    run = tr("{m}, {n} steps, {s}")
    took = f"{trajectory.seconds:.2f} s"
    told = run.format(m=trajectory.method, n=trajectory.steps, s=took)
    parts.append(told.replace(" ", "\u00a0"))  # no line ends within it
    meaning = tr("The largest change of T + U + dissipated − supplied energy, relative.")
    if check is not None:
        meaning += "\n" + certified_words(check)[2]
    return " · ".join(parts), good and not (ended or away), meaning


def running_away(trajectory: Trajectory | None) -> str:
    """That a motion runs away, and when; empty where it does not."""
    notes = trajectory.notes if trajectory else ()
    return next((str(in_words(note).cause) for note in notes if note.code == "runs-away"), "")


def _settled(rest: Settled) -> str:
    return tr("{name} at rest from t = {t} s").format(
        name=rest.name.partition(":")[2], t=f"{rest.t:.4g}"
    )


def _ended(tree: Expression, t: float) -> str:
    words = tr("⚠ the equations shown hold until t = {t} s: {condition}")
    return words.format(t=f"{t:.4g}", condition=f"{write(tree)} > 0")


def _letter(entry: Conservation) -> str:
    """A conserved quantity as the equations name it."""
    if entry.kind == "momentum":
        return f"p({pretty(entry.coordinate)})"
    return " + ".join(map(pretty, entry.energies)) or "h"
