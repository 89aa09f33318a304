"""Pictures behind the sketch: read from their files within limits, and painted."""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import lru_cache
from math import degrees
from pathlib import Path

from PySide6.QtCore import QBuffer, QByteArray, QIODevice, QPointF, QRectF, QSize, QSizeF, Qt
from PySide6.QtGui import QImage, QImageReader, QPainter, QPen

from lagr_gui.editing.sketch.pictures import turned
from lagr_gui.editing.sketch.plane import Flat
from lagr_gui.foundation.incoming import read_bytes
from lagr_gui.foundation.message import say
from lagr_gui.foundation.problem import LagrError, Problem, refusal
from lagr_gui.gui.bridge.session import Session
from lagr_gui.gui.theme import theme
from lagr_gui.gui.words import in_words
from lagr_gui.model import SketchPicture

ENDINGS = (".png", ".jpg", ".jpeg", ".webp", ".bmp", ".gif")
"""Of files that can be read."""
_FORMATS = ("png", "jpg", "jpeg", "webp", "bmp", "gif")
MOST_BYTES = 64_000_000
MOST_PIXELS = 60_000_000
FINEST = 3000
"""Pixels of the longer side that are kept."""
BARE = 0.6
"""Height over width of the frame in the place of a picture that cannot be read."""


@dataclass(frozen=True, eq=False)
class ShownPicture:
    """A picture of the model with its content, or with what is wrong with its file."""

    picture: SketchPicture
    content: QImage | Problem

    @property
    def height(self) -> float:
        """How high it is (m)."""
        if isinstance(self.content, Problem):
            return self.picture.width * BARE
        return self.picture.width * self.content.height() / self.content.width()

    def holds(self, at: Flat) -> bool:
        """Whether a place of the plane lies within it."""
        way = at[0] - self.picture.x, at[1] - self.picture.y
        x, y = turned(way, -self.picture.turn)
        return 0 <= x <= self.picture.width and 0 <= y <= self.height


def pictures_of(session: Session) -> list[ShownPicture]:
    """The pictures of the model that is shown, from files beside it or anywhere."""
    return [
        ShownPicture(picture, content_of(session, picture.file))
        for picture in session.model.sketch.pictures
    ]


def content_of(session: Session, file: str) -> QImage | Problem:
    """What a file holds; it is read again when it has changed."""
    path = session.document.path
    whole = (Path(path).parent if path is not None else Path()) / file
    try:
        stat = whole.stat()
        mark = (stat.st_mtime_ns, stat.st_size)
    except (OSError, ValueError):
        mark = None
    return _content(whole, mark)


@lru_cache(maxsize=8)
def _content(path: Path, mark: tuple[int, int] | None) -> QImage | Problem:
    try:
        return read_picture(path)
    except LagrError as error:
        return error.problems[0]


def read_picture(path: Path) -> QImage:
    """The picture in a file. Raises LagrError where it cannot be read or is too large."""
    place = say("Picture “{name}”", name=path.name)
    buffer = QBuffer()
    buffer.setData(QByteArray(read_bytes(path, place, MOST_BYTES)))
    buffer.open(QIODevice.OpenModeFlag.ReadOnly)
    reader = QImageReader(buffer)
    reader.setAutoTransform(True)
    if bytes(reader.format().data()).decode("ascii", "replace") not in _FORMATS:
        cause, remedy = "It is no picture that can be read.", "Take a PNG or JPEG file."
        raise refusal(place, cause, remedy, "picture")
    size = reader.size()
    if size.width() * size.height() > MOST_PIXELS:
        cause = say("It has more than {most} million pixels.", most=MOST_PIXELS // 1_000_000)
        raise refusal(place, cause, "Make it smaller.", "picture")
    if max(size.width(), size.height()) > FINEST:
        reader.setScaledSize(size.scaled(QSize(FINEST, FINEST), Qt.AspectRatioMode.KeepAspectRatio))
    image = reader.read()
    if image.isNull():
        raise refusal(place, "It is damaged.", "Export or take the picture again.", "picture")
    return image


def picture_at(pictures: Sequence[ShownPicture], at: Flat) -> int | None:
    """The topmost picture at a place of the plane."""
    indices = [index for index, shown in enumerate(pictures) if shown.holds(at)]
    return indices[-1] if indices else None


@dataclass(frozen=True, eq=False)
class PictureBox:
    """Where a picture is seen: its lower left corner (pixel), its size, and its angle (°)."""

    corner: QPointF
    size: QSizeF
    turn: float

    @contextmanager
    def laid(self, painter: QPainter) -> Generator[QRectF]:
        """Paint in axes in which it is a rectangle, which is given."""
        painter.save()
        painter.translate(self.corner)
        painter.rotate(-self.turn)
        yield QRectF(QPointF(0.0, -self.size.height()), self.size)
        painter.restore()


def box_of(shown: ShownPicture, pixel: Callable[[Flat], QPointF]) -> PictureBox:
    """Where it is seen."""
    picture = shown.picture
    corner, end = pixel((picture.x, picture.y)), pixel((picture.x + picture.width, picture.y))
    wide = end.x() - corner.x()
    return PictureBox(
        corner, QSizeF(wide, wide * shown.height / picture.width), degrees(picture.turn)
    )


def draw_picture(painter: QPainter, shown: ShownPicture, place: PictureBox) -> None:
    """The picture, or a frame in which stands what is wrong with it."""
    with place.laid(painter) as box:
        _draw_in(painter, shown, box)


def _draw_in(painter: QPainter, shown: ShownPicture, box: QRectF) -> None:
    if isinstance(shown.content, QImage):
        painter.setOpacity(shown.picture.opacity)
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        painter.drawImage(box, shown.content)
        painter.setOpacity(1.0)
        return
    problem = in_words(shown.content)
    painter.setPen(QPen(theme().color("error"), 1.0, Qt.PenStyle.DashLine))
    painter.fillRect(box, theme().color("paper"))
    painter.drawRect(box)
    text = f"{problem.place}\n{problem.cause} {problem.remedy}"
    painter.drawText(box.adjusted(8, 8, -8, -8), Qt.TextFlag.TextWordWrap, text)


def draw_frame(painter: QPainter, place: PictureBox) -> None:
    """The frame of one that is selected."""
    with place.laid(painter) as box:
        painter.setPen(QPen(theme().color("accent"), 2.0))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawRect(box)
