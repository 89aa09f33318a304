"""A prepared system after events of its model."""

from __future__ import annotations

from dataclasses import replace

from lagr_gui.prepared.prepared import Prepared
from lagr_gui.subsystems.events import events_named, held_after, with_held


def after_events(prepared: Prepared, names: str) -> Prepared:
    """The system after these events, with commas between; empty: before any.

    Raises LagrError for names of others.
    """
    if not names:
        return prepared
    flat = prepared.expansion.as_drawn or prepared.expansion.model
    held = held_after(flat, events_named(flat, names))
    return replace(prepared, drawn=with_held(flat, held))
