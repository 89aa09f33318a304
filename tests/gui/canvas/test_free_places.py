"""What is added without a pointer comes where it is seen and where nothing is."""

from __future__ import annotations

from PySide6.QtCore import QRectF

from lagr_gui.drawing.geometry import HEIGHT, WIDTH


def boxes_of(window) -> list[QRectF]:
    places = window.canvas.content.nodes().values()
    return [QRectF(x - WIDTH / 2, y - HEIGHT / 2, WIDTH, HEIGHT) for x, y in places]


def test_new_bodies_are_seen_and_lie_on_nothing(window):
    window.resize(1600, 1000)
    canvas, add = window.canvas, window.menus.actions["add_rigid_body"]
    for count in range(1, 7):
        add.trigger()
        boxes = boxes_of(window)
        assert len(boxes) == count + 1
        seen = canvas.mapToScene(canvas.viewport().rect()).boundingRect()
        assert all(seen.contains(box) for box in boxes)
        assert not any(a.intersects(b) for i, a in enumerate(boxes) for b in boxes[:i])


def test_where_the_view_is_full_there_is_room_below_it(window):
    window.resize(1600, 1000)
    window.canvas.zoom_to(6.0)
    for _ in range(4):
        window.menus.actions["add_rigid_body"].trigger()
    boxes = boxes_of(window)
    assert not any(a.intersects(b) for i, a in enumerate(boxes) for b in boxes[:i])


def test_notes_written_one_after_the_other_do_not_cover_each_other(window, qtbot):
    window.resize(1600, 1000)
    for text in ("first", "second"):
        window.menus.actions["add_note"].trigger()
        qtbot.keyClicks(window.canvas.noting, text)
        window.canvas.noting.left.emit()
    items = [window.canvas.content.items[note.item] for note in window.session.model.layout.notes]
    first, second = (item.mapRectToScene(item.boundingRect()) for item in items)
    seen = window.canvas.mapToScene(window.canvas.viewport().rect()).boundingRect()
    assert not first.intersects(second) and seen.contains(first) and seen.contains(second)
