"""What joints and elements are called."""

from __future__ import annotations

from collections.abc import Mapping

from lagr_gui.catalogue.registries import ELEMENTS, JOINTS
from lagr_gui.model.records import Element, Joint


def title_of(record: Joint | Element, units: Mapping[str, str]) -> str:
    """The title of a joint or an element, by the units of the coordinates; empty if not known."""
    if isinstance(record, Joint):
        return JOINTS[record.kind].title if record.kind in JOINTS else ""
    kind = ELEMENTS.get(record.kind)
    return kind.titled(record, units) if kind else ""
