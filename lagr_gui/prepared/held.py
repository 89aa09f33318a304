"""A prepared system after events of its model."""

from __future__ import annotations

from dataclasses import replace

from lagr_gui.prepared.prepared import Prepared
from lagr_gui.subsystems.events import events_named, held_after, with_held


def after_events(prepared: Prepared, names: str) -> Prepared:
    """The system after these events, with commas between; empty: before any.

    Joints that others open carry the tree.  Raises LagrError for names of others.
    """
    if not names:
        return prepared.before_events
    return prepared.own(f"after {names}", lambda: _after(prepared, names))


def _after(prepared: Prepared, names: str) -> Prepared:
    happened = tuple(events_named(prepared.drawn, names))
    there = replace(prepared, drawn=prepared.drawn.having(events=happened))
    flat = there.expansion.as_drawn or there.expansion.model
    return replace(prepared, drawn=with_held(flat, held_after(flat, flat.events)))
