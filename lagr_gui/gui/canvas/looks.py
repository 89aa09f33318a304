"""What edges show: symbols and labels with their sizes."""

from __future__ import annotations

from collections.abc import Collection
from functools import cache

from PySide6.QtGui import QFont, QFontMetricsF

from lagr_gui.algebra.names import pretty_text
from lagr_gui.catalogue import ELEMENTS, JOINTS
from lagr_gui.catalogue.kinds import Conductor, Line
from lagr_gui.gui.canvas import symbols
from lagr_gui.gui.canvas.routing import Look
from lagr_gui.gui.theme import formula_font
from lagr_gui.model import Element, Joint, Model

LONGEST = 170.0
"""Width of a label; longer ones are cut off with …."""
HEIGHTS = {"joint": 20.0, "element": 16.0, "terminal": 13.0}
_NARROW = ("revolute", "spherical", "fixed", "free", "torsion_spring", "drive")
"""Glyphs that fill only the middle of their box."""
_IN_LINE = {"spring": (56.0, 22.0), "dashpot": (38.0, 22.0), "lagr_damper": (38.0, 22.0)}
"""Glyphs that a line takes as its own form, with their length and width."""


def label_font(sort: str) -> QFont:
    """The font of the label of a joint, element or terminal."""
    font = formula_font(11) if sort == "joint" else QFont()
    font.setPixelSize({"joint": 15, "element": 12, "terminal": 11}[sort])
    return font


def looks_of(model: Model, cut: Collection[str]) -> dict[str, Look]:
    """The looks of all joints, elements and terminals by their keys."""
    looks = {f"joint:{joint.name}": _joint(joint, joint.name in cut) for joint in model.joints}
    looks |= {f"element:{element.name}": _element(element) for element in model.elements}
    for terminal in model.terminals:
        size = _size("terminal", terminal.name)
        looks[f"terminal:{terminal.name}"] = Look("", terminal.name, (0, 0), size)
    return looks


def _joint(joint: Joint, cut: bool) -> Look:
    glyph = JOINTS[joint.kind].glyph if joint.kind in JOINTS else "general"
    names = [pretty_text(name) for name in joint.coordinates]
    label = ", ".join(names if len(names) <= 3 else [names[0], "…", names[-1]])
    return Look(glyph, label, _symbol(glyph, 1.0), _size("joint", label), cut=cut)


def _element(element: Element) -> Look:
    kind = ELEMENTS.get(element.kind)
    glyph = kind.glyph if kind else "general"
    geometry = kind.geometry if kind else None
    label = _size("element", element.name)
    shown = element.enabled
    if isinstance(geometry, Line) and glyph in _IN_LINE:
        return Look(glyph, element.name, _IN_LINE[glyph], label, in_line=True, enabled=shown)
    turned = isinstance(geometry, Conductor)
    size = _symbol(glyph, 1.0 if turned else 0.8)
    return Look(glyph, element.name, size, label, turned=turned, enabled=shown)


def _symbol(glyph: str, scale: float) -> tuple[float, float]:
    width, height = symbols.GLYPH
    return (0.5 if glyph in _NARROW else 0.96) * width * scale, (height - 2) * scale


@cache
def _size(sort: str, text: str) -> tuple[float, float]:
    if not text:
        return 0.0, 0.0
    width = symbols.formula_width(label_font(sort), text) if sort == "joint" else 0.0
    width = width or QFontMetricsF(label_font(sort)).horizontalAdvance(text)
    return min(round(width) + 4.0, LONGEST), HEIGHTS[sort]
