"""Pointing at a name of expanded results and of linear equations."""

from __future__ import annotations

from typing import Any

import pytest
from PySide6.QtCore import QEvent

from lagr_gui.foundation.resource import sample_models
from tests.gui.folding import FOLDED, opened
from tests.gui.hands import mouse
from tests.gui.panes.test_pointing import leave, scrolled_to
from tests.gui.waiting import derived

SAMPLES = {path.stem: path for path in sample_models()}


@pytest.mark.parametrize(
    ("sample", "tab", "name", "items", "kind"),
    [
        ("lagr_system_2", "equations", "M3", {"body:3"}, "centre"),
        ("lagr_system_2", "equations", "q2", {"joint:hinge"}, "angle"),
        ("lagr_system_2", "equations", "C10", {"element:spring 1"}, ""),
        ("lagr_system_2", "kinematics", "x(2)", {"body:2"}, "point"),
        ("two_pendulums_dashpot", "equations", "ell_1", {"element:dashpot"}, "length"),
        ("four_bar", "motion", "lambda_1", {"joint:C"}, ""),
        ("lagr_system_2", "linear", "M3", {"body:3"}, "centre"),
    ],
)
def test_a_name_in_an_expanded_result_is_drawn_and_lights_the_items_it_speaks_of(
    window: Any, qtbot: Any, sample: str, tab: str, name: str, items: set[str], kind: str
) -> None:
    point_at(window, qtbot, sample, tab, name, items, kind)


def point_at(
    window: Any, qtbot: Any, sample: str, tab: str, name: str, items: set[str], kind: str
) -> None:
    """Point at a name on a tab: these items light, and a picture of the kind is drawn."""
    window.session.derivation.choose(minimal=False)  # λ stands in them
    window.open_sample(SAMPLES[sample])
    derived(
        window,
        qtbot,
        lambda: (
            window.session.derivation.sheet is not None and not window.session.derivation.meanwhile
        ),
    )
    pane = window.equations
    pane.show_tab(tab if tab in pane.pages else "motion")
    opened(window, *FOLDED)
    if tab == "linear":
        pane.linear.button.click()
    view = pane.pages[tab].view if tab in pane.pages else pane.view
    qtbot.waitUntil(lambda: view.settled and len(view.rows) > 0, timeout=30_000)
    qtbot.waitUntil(lambda: window.session.start.shown is not None)
    mouse(view.viewport(), QEvent.Type.MouseMove, scrolled_to(view, qtbot, name))
    assert window.session.highlighted == items
    pointed = window.session.pointed
    qtbot.waitUntil(lambda: pointed.drawn is not None, timeout=30_000)
    assert pointed.has_picture == bool(kind)
    assert not kind or pointed.drawn.kind == kind
    leave(view)
    assert not window.session.highlighted and pointed.drawn is None
