"""Icons from the glyphs of kinds, tinted."""

from __future__ import annotations

from PySide6.QtCore import QByteArray, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QIcon, QPainter, QPen, QPixmap
from PySide6.QtSvg import QSvgRenderer

from lagr_gui.foundation.resource import resource_path

_SCALES = (1, 2)


def glyph_icon(name: str, color: QColor, size: QSize) -> QIcon:
    """The glyph of a kind in a colour; a small circle where none was drawn."""
    try:
        source = resource_path(f"glyphs/{name}.svg").read_text("utf-8")
    except FileNotFoundError:
        source = ""
    renderer = QSvgRenderer(QByteArray(source.replace("currentColor", color.name()).encode()))
    icon = QIcon()
    for scale in _SCALES:
        icon.addPixmap(_pixmap(renderer, color, size * scale))
    return icon


def _pixmap(renderer: QSvgRenderer, color: QColor, size: QSize) -> QPixmap:
    pixmap = QPixmap(size)
    pixmap.fill(Qt.GlobalColor.transparent)
    painter = QPainter(pixmap)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    whole = QRectF(0, 0, size.width(), size.height())
    if renderer.isValid():
        renderer.setAspectRatioMode(Qt.AspectRatioMode.KeepAspectRatio)
        renderer.render(painter, whole)
    else:
        painter.setPen(QPen(color, size.width() / 14))
        margin = size.width() / 4
        painter.drawEllipse(whole.adjusted(margin, margin, -margin, -margin))
    painter.end()
    return pixmap
