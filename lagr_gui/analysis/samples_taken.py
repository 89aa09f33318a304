"""Samples that are taken along a motion, compared with what the drawing says of them."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from lagr_gui.analysis.audits import audit_of
from lagr_gui.audit import States
from lagr_gui.audit.samples import Stretches, check_samples
from lagr_gui.prepared import Prepared
from lagr_gui.simulation import Trajectory
from lagr_gui.subsystems.signals import with_measures
from lagr_gui.subsystems.switching import Sampling, Switching


def check_taken(prepared: Prepared, parts: Sequence[tuple[Prepared, Trajectory]]) -> None:
    """Compare all samples of a motion in parts. Raises Disagreement."""
    acting = prepared.acting_signals
    sources = {entry.source for entry in acting if isinstance(entry, Sampling)}
    drawn = with_measures(prepared.as_drawn).signals
    blocks = [entry for entry in drawn if f"signal:{entry.name}" in sources]
    table = np.array([system.parameters for system, _ in parts])
    own = {name for entry in acting if isinstance(entry, Sampling) for name in entry.parameters}
    held = {
        name: column
        for (name, value), column in zip(prepared.values.items(), table.T, strict=True)
        if name in own or np.any(column != value)
    }
    q, qd, z = (
        np.array(p) for p in zip(*(part.layout.parts(part.y[0]) for _, part in parts), strict=True)
    )
    states = States(np.array([part.t[0] for _, part in parts]), q, qd, 0 * q, z, 0 * z)
    modes = {name for entry in acting if isinstance(entry, Switching) for name in entry.parameters}
    told = Stretches(states, held, frozenset(modes & held.keys()), float(parts[-1][1].t[-1]))
    check_samples(audit_of(prepared, tuple(held)), told, blocks)
