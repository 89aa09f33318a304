"""What edges show: symbols and labels with their sizes."""

from __future__ import annotations

from collections.abc import Callable, Collection

from lagr_gui.catalogue import ELEMENTS, JOINTS
from lagr_gui.catalogue.kinds import Conductor, Line
from lagr_gui.drawing.geometry import GLYPH
from lagr_gui.drawing.records import Look, Size
from lagr_gui.model import Element, Joint, Model

Measure = Callable[[str, str], Size]
"""The size of a label of a ``joint``, ``element`` or ``terminal`` with a text."""
_NARROW = ("revolute", "spherical", "fixed", "free", "torsion_spring", "drive")
"""Glyphs that fill only the middle of their box."""
_IN_LINE = {"spring": (56.0, 22.0), "dashpot": (38.0, 22.0), "lagr_damper": (38.0, 22.0)}
"""Glyphs that a line takes as its own form, with their length and width."""


def looks_of(
    model: Model, cut: Collection[str], shown: Callable[[str], str], measure: Measure
) -> dict[str, Look]:
    """The looks of all joints, elements and terminals by their keys.

    `cut` names joints; `shown` makes of the name of a coordinate what is read.
    """
    looks = {
        f"joint:{joint.name}": _joint(joint, joint.name in cut, shown, measure)
        for joint in model.joints
    }
    looks |= {f"element:{element.name}": _element(element, measure) for element in model.elements}
    for terminal in model.terminals:
        size = measure("terminal", terminal.name)
        looks[f"terminal:{terminal.name}"] = Look("", terminal.name, (0, 0), size)
    return looks


def _joint(joint: Joint, cut: bool, shown: Callable[[str], str], measure: Measure) -> Look:
    glyph = JOINTS[joint.kind].glyph if joint.kind in JOINTS else "general"
    names = [shown(name) for name in joint.coordinates]
    label = ", ".join(names if len(names) <= 3 else [names[0], "…", names[-1]])
    return Look(glyph, label, _symbol(glyph, 1.0), measure("joint", label), cut=cut)


def _element(element: Element, measure: Measure) -> Look:
    kind = ELEMENTS.get(element.kind)
    glyph = kind.glyph if kind else "general"
    geometry = kind.geometry if kind else None
    label = measure("element", element.name)
    enabled = element.enabled
    if isinstance(geometry, Line) and glyph in _IN_LINE:
        return Look(glyph, element.name, _IN_LINE[glyph], label, in_line=True, enabled=enabled)
    turned = isinstance(geometry, Conductor)
    size = _symbol(glyph, 1.0 if turned else 0.8)
    return Look(glyph, element.name, size, label, turned=turned, enabled=enabled)


def _symbol(glyph: str, scale: float) -> Size:
    width, height = GLYPH
    return (0.5 if glyph in _NARROW else 0.96) * width * scale, (height - 2) * scale
