"""A sketch that cannot show the mechanism yet says what it waits for."""

from __future__ import annotations

from itertools import product

import pytest
from PySide6.QtCore import QPoint
from PySide6.QtGui import QColor

from lagr_gui.editing.edits import set_value
from lagr_gui.gui.bridge.scenery import why_empty
from lagr_gui.gui.theme import theme
from tests.gui.sketch.opened import opened


def is_written(sketch) -> bool:
    """Whether more than single pixels of ink are seen beside the tools, above the lower edge."""
    image = sketch.grab().toImage()
    wide, high = map(int, sketch.size_)
    tools = [w.geometry() for w in (sketch.strip, sketch.lens.box, sketch.hint) if w.isVisible()]
    places = [QPoint(x, y) for x, y in product(range(wide), range(high))]
    free = [at for at in places if not any(tool.contains(at) for tool in tools)]
    paper = QColor(theme().color("paper")).rgb()
    return sum(image.pixel(at) != paper for at in free) > 200


@pytest.mark.parametrize("name", ["cantilever", "rotating_beam"])
def test_what_is_awaited_is_written_until_it_is_there(qtbot, name: str) -> None:
    with opened(qtbot, name) as sketch:
        assert sketch.stand is None and sketch.session.start.pending
        assert "computed" in why_empty(sketch.session)
        assert is_written(sketch)
        sketch.resize(220, 200)  # the tools stand above, not beside
        assert is_written(sketch)
        qtbot.waitUntil(lambda: sketch.stand is not None, timeout=60_000)
        assert not sketch.session.start.pending


def test_a_fault_is_not_waited_for(qtbot) -> None:
    with opened(qtbot, "cantilever") as sketch:
        session = sketch.session
        session.edit("Change", lambda m: set_value(m, ("bodies", 0, "mass"), "unknown_mass"))
        assert sketch.stand is None and session.problems
        assert "Problems" in why_empty(session)
        assert is_written(sketch)
        session.undo()
        assert "computed" in why_empty(session)
