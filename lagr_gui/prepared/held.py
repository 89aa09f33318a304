"""A prepared system after events of its model."""

from __future__ import annotations

from dataclasses import replace

from lagr_gui.prepared.prepared import Prepared
from lagr_gui.subsystems.event_items import item_of
from lagr_gui.subsystems.events import events_named, held_after, with_held


def after_events(prepared: Prepared, names: str) -> Prepared:
    """The system after these events, with commas between; empty: before any.

    Joints that others open carry the tree.  Raises LagrError for names of others.
    """
    if not names:
        return prepared.before_events
    return prepared.own(f"after {names}", lambda: _after(prepared, names))


def with_all(prepared: Prepared) -> Prepared:
    """The system with all that events switch on: outputs may speak of it before."""
    model = prepared.model
    keys = {item_of(model, action.on) for event in model.events for action in event.do if action.on}
    off = {f"element:{element.name}" for element in model.elements if not element.enabled}
    return prepared.with_values(dict.fromkeys(sorted(keys & off), 1.0)) if keys & off else prepared


def _after(prepared: Prepared, names: str) -> Prepared:
    happened = tuple(events_named(prepared.drawn, names))
    there = replace(prepared, drawn=prepared.drawn.having(events=happened))
    flat = there.expansion.as_drawn or there.expansion.model
    return replace(prepared, drawn=with_held(flat, held_after(flat, flat.events)))
