"""Plays the signs of a mechanism on a QPainter, in the colours of a theme."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPen

from lagr_gui.gui.panes.animation.ink import SceneLook, at, mixed, pen, polygon
from lagr_gui.scenery.signs import Sign

BAR, TUBE, GAP = 2.4, 5.0, 1.0
"""Widths of what leads to a joint, and of lines in gaps (pixels)."""
SOFT = 0.72
"""How much of the paper is in the colour that fills a body."""
LOAD, DRIVE = 3, 2
"""The places of their colours among those of curves, as in the arrows of the animation."""
LETTER = 11
"""Height of letters in a sign (pixels)."""


@dataclass(frozen=True, slots=True)
class Ink:
    """The colours of line and fill by their names; none where these are empty.

    What has no `width` of its own stands out with its items, wider than usual by `more`.  Lines of
    one `style` are as plain as Qt draws them; what has its `own` colour keeps it.
    """

    line: str
    width: float = 0.0
    fill: str = ""
    more: float = 0.0
    style: Qt.PenStyle | None = None
    own: bool = False


INKS: Mapping[str, Ink] = {
    "wall": Ink("node_line"),
    "hatching": Ink("hatching", 1.0),
    "support": Ink("node_line", 1.4),
    "foot": Ink("node_line", 1.4, "ground"),
    "rail": Ink("node_line", 1.4),
    "slider": Ink("text", fill="paper"),
    "slot": Ink("text"),
    "plane": Ink("hatching", fill="glass"),
    "hoop": Ink("node_line"),
    "trail": Ink("fading", GAP, style=Qt.PenStyle.SolidLine),  # dashes take long
    "spring": Ink("warm line"),
    "rope": Ink("warm line"),
    "dashpot": Ink("muted line"),
    "friction": Ink("muted line"),
    "lock": Ink("text", fill="warm_soft"),
    "bow": Ink("text", more=0.3),
    "sliding": Ink("accent", more=0.7),
    "gap": Ink("warm line", style=Qt.PenStyle.DotLine),
    "pulley": Ink("warm line", fill="paper"),
    "teeth": Ink("body", fill="soft"),
    "solid": Ink("body", fill="soft"),
    "body": Ink("body", fill="soft"),
    "mark": Ink("body"),
    "cable": Ink("warm line"),
    "beam": Ink("text", more=2.5),
    "edge": Ink("text", more=2.5),
    "bar": Ink("body", BAR),
    "inner bar": Ink("body", BAR),
    "tube": Ink("body", TUBE),
    "weld": Ink("text", fill="text"),
    "hinge": Ink("text", fill="paper"),
    "ball": Ink("text", fill="text"),
    "cross": Ink("text", more=1.0),
    "cross end": Ink("text", fill="paper", more=1.0),
    "point": Ink("dark", fill="light"),
    "centre": Ink("", fill="paper"),
    "quarters": Ink("", fill="text"),
    "rim": Ink("text", 1.0),
    "spot": Ink("text", fill="line"),
    "plate": Ink("text", fill="film"),
    "normal": Ink("text"),
    "axis x": Ink("error", own=True),
    "axis y": Ink("good", own=True),
    "axis z": Ink("accent", own=True),
    "ring": Ink("text"),
    "drive": Ink("drive", more=0.7),
    "motor": Ink("drive", fill="paper", more=0.7),
    "eye": Ink("load", more=0.7),
    "eye dot": Ink("load", fill="line", more=0.7),
    "load": Ink("load", more=0.7),
    "datum": Ink("muted", 1.0),
    "coordinate": Ink("accent", 1.5),
}


def play(painter: QPainter, signs: Iterable[Sign], look: SceneLook) -> None:
    """Draw signs, one over the other."""
    for sign in signs:
        ink = INKS[sign.role]
        stroke = _pen(sign, ink, look)
        painter.setPen(stroke)
        if ink.fill:
            painter.setBrush(stroke.color() if ink.fill == "line" else _color(ink.fill, sign, look))
        else:
            painter.setBrush(Qt.BrushStyle.NoBrush)
        _draw(painter, sign, bool(ink.fill))
        if sign.text:
            _write(painter, sign)


def _pen(sign: Sign, ink: Ink, look: SceneLook) -> QPen:
    if not ink.line:
        return QPen(Qt.PenStyle.NoPen)
    color = _color(ink.line, sign, look)
    stroke = pen(color, ink.width) if ink.width else look.edge_of(sign.keys, color)
    if ink.style is not None:
        return QPen(stroke.color(), GAP, ink.style)
    if ink.own:
        stroke.setColor(color)
    stroke.setWidthF((stroke.widthF() + ink.more) * sign.part)
    return stroke


def _color(name: str, sign: Sign, look: SceneLook) -> QColor:
    """A colour by its name: one of the theme, or one that comes from the sign."""
    theme = look.theme
    match name:
        case "hatching":
            return mixed(theme.color("node_line"), theme.color("paper"), 0.35)
        case "glass" | "film":  # what is behind it is seen
            clear = QColor(theme.color("ground" if name == "glass" else "paper"))
            clear.setAlphaF(0.55 if name == "glass" else 0.6)
            return clear
        case "warm line" | "muted line":
            return mixed(theme.color(name.partition(" ")[0]), theme.color("text"), 0.25)
        case "load" | "drive":
            return QColor(theme.curves[LOAD if name == "load" else DRIVE])
        case "body" | "soft" | "fading" | "light" | "dark":
            return _of_body(name, sign, look)
        case _:
            return theme.color(name)


def _of_body(name: str, sign: Sign, look: SceneLook) -> QColor:
    """The colour of a body, or a lighter or darker one."""
    assert sign.figure is not None
    color = QColor(sign.color) if sign.color else look.body(sign.figure)
    if name == "dark":
        return color.darker(130)
    parts = {"soft": SOFT, "fading": 0.45, "light": 0.2}
    return mixed(color, look.theme.color("paper"), parts[name]) if name in parts else color


def _draw(painter: QPainter, sign: Sign, filled: bool) -> None:
    lines = sign.lines
    if sign.radius:
        for middle in lines[0]:
            painter.drawEllipse(at(middle), sign.radius, sign.radius)
        return
    if filled:
        path = QPainterPath()
        for line in lines:
            path.addPolygon(polygon(line))
            path.closeSubpath()
        painter.drawPath(path)
        return
    if sign.dashed:
        solid = painter.pen()
        painter.setPen(pen(solid.color(), solid.widthF(), Qt.PenStyle.DashLine))
        painter.drawPolyline(polygon(lines[0]))
        painter.setPen(solid)
        lines = lines[1:]
    for line in lines:
        if len(line) == 2:
            painter.drawLine(*map(at, line))
        else:
            painter.drawPolyline(polygon(line))


def _write(painter: QPainter, sign: Sign) -> None:
    """Letters in the middle of a disc."""
    painter.save()
    font = painter.font()
    font.setPixelSize(LETTER)
    font.setBold(True)
    painter.setFont(font)
    corner = QPointF(sign.radius, sign.radius)
    middle = at(sign.lines[0][0])
    box = QRectF(middle - corner, middle + corner)
    painter.drawText(box, Qt.AlignmentFlag.AlignCenter, sign.text)
    painter.restore()
