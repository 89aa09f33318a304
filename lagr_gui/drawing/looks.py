"""What edges show: symbols, and labels with the rooms that they have in each picture."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from unicodedata import east_asian_width

from lagr_gui.catalogue import ELEMENTS, JOINTS, KINDS
from lagr_gui.catalogue.geometry import Conductor, Line
from lagr_gui.drawing.geometry import GLYPH
from lagr_gui.drawing.records import Look, Size
from lagr_gui.expression.letters import pretty_text
from lagr_gui.model import Element, Joint, Model
from lagr_gui.model.quantities import units_of_coordinates
from lagr_gui.model.signals import ControlSignal

LONGEST = 170.0
"""Width of a label; longer ones are cut off with …."""
MOST = 40
"""So many letters are never shorter than that."""
FONT = {"joint": 15.0, "element": 12.0, "terminal": 11.0, "wire": 11.0, "note": 12.0}
"""Sizes of letters on the screen, in units of the drawing, which are pixels."""
PRINTED, SHORT = {"joint": 13.5, "element": 11.0, "terminal": 11.0, "wire": 11.0}, 10.5
"""Sizes of letters on the screen as broad as those in print, and as those of short names."""
TALL = {"joint": 20.0, "element": 16.0, "terminal": 13.0, "wire": 13.0}
"""Heights of labels."""
_SLIM, _BROAD, _BROADEST = (
    frozenset("iljtfrI.,:;'|()[]/ -₀₁₂₃₄₅₆₇₈₉"),
    frozenset("wωψ"),
    frozenset("mMW…%@"),
)
_NARROW = ("revolute", "spherical", "fixed", "free", "torsion_spring", "drive")
"""Glyphs that fill only the middle of their box."""
_CUP = (38.0, 22.0)
_IN_LINE = {"spring": (56.0, 22.0), "dashpot": _CUP, "lagr_damper": _CUP, "line_friction": _CUP}
"""Glyphs that a line takes as its own form, with their length and width."""


def looks_of(
    model: Model, cut: Collection[str], signals: Iterable[ControlSignal] = ()
) -> dict[str, Look]:
    """The looks of all joints, elements, terminals and signals by their keys.

    `cut` names joints.  All pictures take the rooms of labels from here, and so the same places.
    """
    short, units = short_names(model), units_of_coordinates(model, KINDS)
    looks = {
        f"joint:{joint.name}": _joint(joint, joint.name in cut, short) for joint in model.joints
    }
    for element in model.elements:
        looks[f"element:{element.name}"] = _element(element, short, units)
    for terminal in model.terminals:
        text, size = _label("terminal", terminal.name)
        looks[f"terminal:{terminal.name}"] = Look("", text, (0, 0), size)
    for signal in signals:
        text, size = _label("wire", ", ".join(listed(_carried(signal))))
        ends = signal.source, signal.target
        looks[signal.key] = Look("", text, (0, 0), size, enabled=signal.enabled, between=ends)
    return looks


def short_names(model: Model) -> dict[str, str]:
    """The short names J1, E1, … of joints and elements in figures and tables, by their keys."""
    names = {f"joint:{joint.name}": f"J{n}" for n, joint in enumerate(model.joints, 1)}
    return names | {f"element:{e.name}": f"E{n}" for n, e in enumerate(model.elements, 1)}


def _carried(signal: ControlSignal) -> list[str]:
    """What the label of a line names; the only output of a block bears the name of the block."""
    sort, _, name = signal.source.partition(":")
    if sort == "signal" and signal.names == (name,):
        return []
    of_unit = any(end.startswith("controller:") for end in (signal.source, signal.target))
    return list(signal.names if of_unit else map(pretty_text, signal.names))


def listed(names: Sequence[str]) -> list[str]:
    """What a label shows of the names of the coordinates of a joint, or of a signal."""
    return list(names) if len(names) <= 3 else [names[0], "…", names[-1]]


def ems(text: str) -> float:
    """How broad a text is at most in a usual font, in sizes of its letters."""
    return sum(_em(letter) for letter in text)


def _em(letter: str) -> float:
    if letter in _BROADEST or east_asian_width(letter) in "WF":
        return 1.1
    if letter in _BROAD or (letter.isupper() and letter not in "IJ"):
        return 0.82
    return 0.42 if letter in _SLIM else 0.66


def _label(sort: str, name: str, short: str = "") -> tuple[str, Size]:
    """The text of a label, and its room on the screen and in print, behind a short name."""
    if not name and not short:
        return "", (0.0, 0.0)
    text = name if len(name) <= MOST else name[:MOST] + "…"
    while (width := _width(sort, text, short)) > LONGEST:
        text = text.removesuffix("…")[:-1] + "…"
    return text, (width, TALL[sort])


def _width(sort: str, text: str, short: str) -> float:
    printed = PRINTED[sort] * ems(text) + SHORT * ems(f"{short} ".lstrip())
    return round(max(FONT[sort] * ems(text), printed)) + 4.0


def _joint(joint: Joint, cut: bool, short: Mapping[str, str]) -> Look:
    glyph = JOINTS[joint.kind].glyph if joint.kind in JOINTS else "general"
    names = ", ".join(listed([pretty_text(name) for name in joint.coordinates]))
    text, room = _label("joint", names, short[f"joint:{joint.name}"])
    return Look(glyph, text, _symbol(glyph, 1.0), room, cut=cut)


def _element(element: Element, short: Mapping[str, str], units: Mapping[str, str]) -> Look:
    kind = ELEMENTS.get(element.kind)
    glyph = kind.drawn(element, units) if kind else "general"
    geometry = kind.geometry if kind else None
    text, room = _label("element", element.name, short[f"element:{element.name}"])
    enabled = element.enabled
    if isinstance(geometry, Line) and glyph in _IN_LINE:
        return Look(glyph, text, _IN_LINE[glyph], room, in_line=True, enabled=enabled)
    turned = isinstance(geometry, Conductor)
    size = _symbol(glyph, 1.0 if turned else 0.8)
    return Look(glyph, text, size, room, turned=turned, enabled=enabled)


def _symbol(glyph: str, scale: float) -> Size:
    width, height = GLYPH
    return (0.5 if glyph in _NARROW else 0.96) * width * scale, (height - 2) * scale
