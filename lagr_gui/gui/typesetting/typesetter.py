"""Sets formulas with Typst, in batches, and keeps their pictures."""

from __future__ import annotations

import re
import tempfile
from collections import OrderedDict
from collections.abc import Sequence

import typst
from PySide6.QtCore import QByteArray, QPointF, QRectF, Qt
from PySide6.QtGui import QPainter, QPixmap
from PySide6.QtSvg import QSvgRenderer

from lagr_gui.expression.letters import MARK
from lagr_gui.foundation.problem import LagrError, refusal
from lagr_gui.gui.theme import theme
from lagr_gui.typesetting import TYPST, Formula

POINTS = 11.5
KEPT = 6000
WRONG = "wrongterm"
"""The function of Typst that sets what is wrong."""
LARGEST, FINE = 60_000, 300.0
"""Letters of formulas that are one picture, and its dots to the inch."""
LONGEST = 20_000
"""Longer formulas are not set: nobody reads them, and setting takes too long."""

_MARK = re.compile(
    r'<g transform="translate\(([-\d.]+) ([-\d.]+)\)"><path fill="#010203"[^>]*/></g>'
)
_NAME = re.compile(
    r'<a(?: transform="translate\(([-\d.]+)(?:[ ,]([-\d.]+))?\)")? href="name:([^"]*)"[^>]*>'
    r'<rect width="([\d.]+)" height="([\d.]+)"[^>]*/></a>'
)
_SIZE = re.compile(r'viewBox="0 0 ([\d.]+) ([\d.]+)"')


class Picture:
    """A formula that is set: size and height of the baseline under the top, in pixels.

    `names` are those that are marked in it, each with the place that it takes.
    """

    def __init__(self, svg: str, scale: float) -> None:
        size, mark = _SIZE.search(svg), _MARK.search(svg)
        self.width = float(size[1]) * scale if size else 0.0
        self.height = float(size[2]) * scale if size else 0.0
        self.baseline = (float(mark[2]) + 1.0) * scale if mark else self.height
        self.names = tuple(
            (name, QRectF(*(scale * float(part or 0) for part in (x, y, width, height))))
            for x, y, name, width, height in _NAME.findall(svg)
        )
        self._svg: str | None = _NAME.sub("", _MARK.sub("", svg))
        self._pixmap: QPixmap | None = None

    def name_at(self, at: QPointF) -> tuple[str, QRectF] | None:
        """The name at a point, and the place that it takes."""
        named = [(name, place) for name, place in self.names if _around(place).contains(at)]
        return max(named, key=lambda pair: pair[1].width() * pair[1].height(), default=None)

    def paint(self, painter: QPainter, at: QPointF) -> None:
        """Draw it with its upper left corner at a point."""
        ratio = painter.device().devicePixelRatioF()
        if self._pixmap is None or self._pixmap.devicePixelRatio() != ratio:
            self._pixmap = self._rendered(ratio)
        painter.drawPixmap(QPointF(round(at.x()), round(at.y())), self._pixmap)

    def _rendered(self, ratio: float) -> QPixmap:
        assert self._svg is not None
        pixmap = QPixmap(int(self.width * ratio) + 2, int(self.height * ratio) + 2)
        pixmap.setDevicePixelRatio(ratio)
        pixmap.fill(Qt.GlobalColor.transparent)
        painter = QPainter(pixmap)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        renderer = QSvgRenderer(QByteArray(self._svg.encode()))
        renderer.render(painter, QRectF(0, 0, self.width, self.height))
        painter.end()
        return pixmap


class Typesetter:
    """One Typst compiler without access to files; pictures by the text of the formula."""

    def __init__(self) -> None:
        with tempfile.TemporaryDirectory(prefix="lagr-typst-") as folder:
            self._compiler = typst.Compiler(root=folder)  # afterwards there is nothing to read
        self._known: OrderedDict[tuple[str, str], Picture] = OrderedDict()

    def known(self, formula: str) -> Picture | None:
        """The picture of a formula that was set before, in the colours of now."""
        return self._known.get((theme().text, formula))

    def set(self, formulas: Sequence[str]) -> None:
        """Set formulas; afterwards all of them are known."""
        missing = [f for f in dict.fromkeys(formulas) if self.known(f) is None]
        if not missing:
            return
        try:
            pages = self._compiled(missing)
        except typst.TypstError:
            pages = [self._alone(formula) for formula in missing]
        for formula, page in zip(missing, pages, strict=True):
            self._known[theme().text, formula] = Picture(page, 96 / 72)
        while len(self._known) > KEPT:
            self._known.popitem(last=False)

    def pictures(self, blocks: Sequence[Formula]) -> tuple[bytes, bytes]:
        """Formulas below one another, black on white, as SVG and as PNG.

        Raises LagrError where they are too long to be set.
        """
        lines = [f"$ {TYPST.written(block)} $" for block in blocks]
        if sum(map(len, lines)) > LARGEST:
            raise _too_long()
        text = (
            "#set page(width: auto, height: auto, margin: 4pt, fill: white)\n"
            f"#set text(size: {POINTS}pt)\n#show math.equation: set align(left)\n"
        ) + "\n".join(lines)
        try:
            made = [
                self._compiler.compile(input=text.encode(), format=sort, ppi=FINE)
                for sort in ("svg", "png")
            ]
        except typst.TypstError:
            raise _too_long() from None
        svg, png = (page[0] if isinstance(page, list) else page for page in made)
        return svg or b"", png or b""

    def _alone(self, formula: str) -> str:
        """One formula by itself; words where Typst cannot set it."""
        try:
            return self._compiled([formula])[0]
        except typst.TypstError:
            return self._compiled(['upright("(too deep to be shown)")'])[0]

    def _compiled(self, formulas: Sequence[str]) -> list[str]:
        head = (
            "#set page(width: auto, height: auto, margin: 0pt, fill: none)\n"
            f'#set text(size: {POINTS}pt, top-edge: "bounds", bottom-edge: "bounds", '
            f'fill: rgb("{theme().text}"))\n'
            f'#let {MARK}(name, body) = link("name:" + name, body)\n'
            f'#let {WRONG}(body) = text(fill: rgb("{theme().error}"), body)\n'
        )
        mark = '#box(width: 0.01pt, height: 1pt, fill: rgb("#010203"))'
        pages = [f"{mark}$display({_within(formula)})$" for formula in formulas]
        text = head + "\n#pagebreak()\n".join(pages)
        output = self._compiler.compile(input=text.encode(), format="svg")
        listed = output if isinstance(output, list) else [output]
        return [page.decode() for page in listed if page is not None]


def _too_long() -> LagrError:
    return refusal(
        "Picture",
        "It is too long to be set as one picture.",
        "Fold what is not wanted, or copy single lines.",
        "picture",
    )


def _around(place: QRectF) -> QRectF:
    """So near to a name one points at it."""
    return place.adjusted(-1.5, -2.5, 1.5, 2.5)


def _within(formula: str) -> str:
    return formula if len(formula) <= LONGEST else 'upright("(too long to be shown)")'
