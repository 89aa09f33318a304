"""Numbers of rows stand beside them; where a line fills a narrow page, beside another one."""

from __future__ import annotations

from typing import Any

from PySide6.QtGui import QColor, QImage

from lagr_gui.gui.theme import theme
from lagr_gui.gui.typesetting.flow import NUMBER, FlowView, Piece, Row
from lagr_gui.gui.typesetting.typesetter import Typesetter

FILLING = " + ".join(f"x_{n}" for n in range(10))


def shown(qtbot: Any, row: Row, width: int = 400) -> FlowView:
    page = FlowView(Typesetter())
    qtbot.addWidget(page)
    page.set_indent(26)
    page.resize(width, 300)
    page.show()
    page.show_rows([row])
    qtbot.waitUntil(lambda: page.settled)
    return page


def inked(page: FlowView, top: float, bottom: float) -> bool:
    """Whether something is written where numbers stand, between two heights."""
    image: QImage = page.viewport().grab().toImage()
    paper, width = QColor(theme().color("paper")).rgb(), page.viewport().width()
    columns = range(width - int(NUMBER), width)
    return any(image.pixel(x, y) != paper for x in columns for y in range(int(top), int(bottom)))


def width_of(page: FlowView) -> float:
    rows = page._laid  # pyright: ignore[reportPrivateUsage]
    return max(place.right() for laid in rows for _, place, _ in laid.places)


def test_a_number_stands_beside_the_line_that_leaves_room(qtbot: Any) -> None:
    row = Row("", (Piece("m dot.double(q) ="), Piece(FILLING, 0)), "29", (("body:1",),))
    wide = shown(qtbot, row, 1000)
    page = shown(qtbot, row, int(width_of(wide) + 10))
    (laid,) = page._laid  # pyright: ignore[reportPrivateUsage]
    first, second = laid.lines
    assert second[2] > page.viewport().width() - NUMBER >= first[2]
    assert page.horizontalScrollBar().maximum() == 0
    assert inked(page, first[0], first[1])


def test_a_row_without_number_needs_no_room_for_one(qtbot: Any) -> None:
    plain = Row("", (Piece(FILLING, 0),), "", (("body:1",),))
    least = int(width_of(shown(qtbot, plain, 1000))) + 12
    assert shown(qtbot, plain, least).horizontalScrollBar().maximum() == 0
    numbered = Row("", (Piece(FILLING, 0),), "29", (("body:1",),))
    assert shown(qtbot, numbered, least).horizontalScrollBar().maximum() > 0


def test_a_long_head_moves_what_it_is_equal_to(qtbot: Any) -> None:
    starts: list[float] = []
    for head in ("q", "Gamma_(10,12,11)"):
        page = shown(qtbot, Row(head, (Piece("x"),)))
        (laid,) = page._laid  # pyright: ignore[reportPrivateUsage]
        ((_, place, _),) = laid.places
        known = page._typesetter.known  # pyright: ignore[reportPrivateUsage]
        name, equals = known(head), known("=")
        assert name and equals
        assert laid.head.x() + name.width + equals.width < place.left()
        starts.append(place.left())
    assert starts[0] < starts[1]
