"""A prepared system after events of its model."""

from __future__ import annotations

from dataclasses import replace

from lagr_gui.model import Model
from lagr_gui.prepared.prepared import Prepared, expanded
from lagr_gui.subsystems.event_items import item_of
from lagr_gui.subsystems.events import events_named, held_after, with_held

BEFORE = (
    *("accelerations", "conserved", "equilibria", "evaluate", "line_values"),
    *("possible_inputs", "reduced_inertia", "stated_on_positions", "strike"),
    *("absolute_angles", "certify", "classify", "dimensions", "freedom_motion", "in_coordinates"),
    *("mobility", "verify", "design", "plant", "put_in"),
)
"""Questions about a system as it is before any event, also where events open joints of its tree."""


def asked_of(prepared: Prepared, question: str) -> Prepared:
    """What a question is asked of: a system in its motions, or as it is before any event."""
    return before_events(prepared) if question in BEFORE else prepared


def after_events(prepared: Prepared, names: str) -> Prepared:
    """The system after these events, with commas between; empty: before any.

    Joints that others open carry the tree.  Raises LagrError for names of others.
    """
    if not names:
        return before_events(prepared)
    return prepared.own(f"after {names}", lambda: _after(prepared, names))


def before_events(prepared: Prepared) -> Prepared:
    """The system as it is before any event: joints that can open carry the tree as others do."""
    if not prepared.drawn.events or prepared.expansion is expanded(prepared.drawn):
        return prepared
    drawn = prepared.drawn.having(events=())
    return prepared.own("before events", lambda: replace(prepared, drawn=drawn))


def flat(prepared: Prepared) -> Model:
    """What was drawn without instances of subsystems."""
    return expanded(prepared.drawn).model


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
