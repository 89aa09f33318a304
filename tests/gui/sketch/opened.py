"""The sketch of a sample in a small window."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from pytestqt.qtbot import QtBot

from lagr_gui.gui.bridge.session import Session
from lagr_gui.gui.sketch.view import Sketch
from tests.ground.sources import ROOT


@contextmanager
def opened(qtbot: QtBot, name: str) -> Iterator[Sketch]:
    """It has been painted once, all of the mechanism in view; nothing is derived beside it."""
    session = Session()
    session.open(ROOT / "sample_models" / f"{name}.lagr")
    session.derivation.cancel()
    try:
        shown = Sketch(session)
        qtbot.addWidget(shown)
        shown.resize(640, 440)
        shown.show()
        shown.fit()
        shown.grab()
        yield shown
    finally:
        session.close()
