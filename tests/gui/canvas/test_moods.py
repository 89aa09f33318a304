"""What stands out says both: that it is meant, and that it is at fault."""

import pytest
from PySide6.QtGui import QColor, QImage, QPainter
from PySide6.QtWidgets import QApplication, QGraphicsScene

from lagr_gui.gui.canvas.items import BodyItem, Mood
from lagr_gui.gui.canvas.terminals import TerminalItem
from lagr_gui.gui.panes.animation.ink import SceneLook
from lagr_gui.gui.theme import theme


def colors_of(item: BodyItem | TerminalItem) -> list[QColor]:
    scene = QGraphicsScene()
    scene.addItem(item)
    picture = QImage(400, 300, QImage.Format.Format_RGB32)
    picture.fill(theme().color("paper"))
    painter = QPainter(picture)
    scene.render(painter)
    painter.end()
    scene.removeItem(item)
    pixels = {picture.pixel(x, y) for x in range(400) for y in range(300)}
    return [QColor(pixel) for pixel in pixels]


def bluish(color: QColor) -> bool:
    return color.blueF() > color.redF() + 0.2


def reddish(color: QColor) -> bool:
    return color.redF() > color.blueF() + 0.4 and color.redF() > color.greenF() + 0.4


@pytest.mark.parametrize("selected", [False, True])
@pytest.mark.parametrize("faulty", [False, True])
@pytest.mark.parametrize("sort", [BodyItem, TerminalItem])
def test_an_item_is_blue_where_selected_and_red_where_at_fault(
    qapp: QApplication, sort: type, selected: bool, faulty: bool
) -> None:
    item = sort("body:7" if sort is BodyItem else "terminal:a")
    item.set_mood(Mood(selected=selected, faulty=faulty))
    colors = colors_of(item)
    assert any(map(bluish, colors)) == selected
    assert any(map(reddish, colors)) == faulty


def test_in_the_sketch_what_is_at_fault_stays_red_under_the_pointer(qapp: QApplication) -> None:
    usual, key = QColor("black"), "joint:a"
    looks = [
        SceneLook(theme(), warm=warm, selected=selected, faulty={key})
        for warm, selected in (((), ()), ({key}, ()), ((), {key}))
    ]
    pens = [look.edge(key, usual) for look in looks]
    assert {pen.color().name() for pen in pens} == {theme().error}
    assert pens[1].widthF() > pens[0].widthF() < pens[2].widthF()
