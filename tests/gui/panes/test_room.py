"""Tabs and scroll bars of the equations where there is little room, and the side of forces."""

from __future__ import annotations

import pytest

from lagr_gui.foundation.resource import sample_models
from lagr_gui.gui.typesetting import FlowView, Piece, Row, Typesetter
from lagr_gui.gui.widgets.tabs import FittingTabs, shortened
from lagr_gui.mechanics.sheets.sheet import Balance
from tests.gui.waiting import derived

SAMPLES = {path.stem: path for path in sample_models()}
TITLES = ("Kinematics", "T, U, D", "Conditions", "Motion", "Certificate ✓")


@pytest.fixture
def tabs(qtbot):
    made = FittingTabs()
    qtbot.addWidget(made)
    for title in TITLES:
        made.add(title.lower(), title)
    made.show()
    return made


def texts(tabs) -> list[str]:
    return [tabs.tabText(place) for place in range(tabs.count())]


def test_titles_are_whole_where_there_is_room(tabs):
    tabs.resize(900, 30)
    assert texts(tabs) == list(TITLES)
    assert not any(tabs.tabToolTip(place) for place in range(tabs.count()))


@pytest.mark.parametrize("width", [360, 280, 150])
def test_all_tabs_are_seen_without_arrows_and_tell_their_whole_title(tabs, width):
    tabs.resize(900, 30)
    tabs.resize(width, 30)
    assert tabs.tabRect(tabs.count() - 1).right() <= width
    assert texts(tabs) != list(TITLES)
    for place, title in enumerate(TITLES):
        if tabs.tabText(place) != title:
            assert title in tabs.tabToolTip(place)


def test_tabs_of_the_equations_are_symbols_that_are_whole_in_a_narrow_pane(window):
    bar = window.equations.tabs
    for place in range(bar.count()):
        bar.setCurrentIndex(place)
        bar.resize(236, 30)
        bar._fit()
        wide = [bar.tabSizeHint(at).width() for at in range(bar.count())]
        assert sum(wide) <= 236, (place, texts(bar))


def test_tabs_are_whole_again_when_there_is_room_again(tabs):
    tabs.resize(280, 30)
    tabs.resize(900, 30)
    assert texts(tabs) == list(TITLES)


def test_a_mark_behind_a_title_stays_when_it_is_shortened():
    assert shortened("Certificate ✓") == "Cert. ✓"
    assert shortened("Motion") == "Motion"


def test_the_last_line_is_seen_above_the_horizontal_scroll_bar(qtbot):
    view = FlowView(Typesetter())
    qtbot.addWidget(view)
    view.resize(300, 200)
    view.show()
    long = " + ".join(f"x_({n})" for n in range(60))
    view.show_rows([Row(f"g_({n})", (Piece(long if n == 0 else "x"),)) for n in range(30)])

    def at_the_end() -> bool:
        view.verticalScrollBar().setValue(view.verticalScrollBar().maximum())
        return view.settled and len(view._laid) == 30

    qtbot.waitUntil(at_the_end)
    across = view.horizontalScrollBar()
    assert across.isVisible()
    last, seen = view._laid[-1], view.verticalScrollBar().value() + view.viewport().height()
    assert last.top + last.height <= seen
    bar = across.mapTo(view, across.rect().topLeft())
    assert view.viewport().geometry().bottom() < bar.y()
    assert bar.y() + across.height() <= view.height()


@pytest.fixture
def pane(window, qtbot):
    window.open_sample(SAMPLES["double_pendulum"])
    derived(window, qtbot, lambda: window.session.derivation.sheet is not None)
    window.equations.choices.more.click()
    return window.equations


def choose(pane, name: str) -> None:
    pane.choices.side.setCurrentIndex(pane.choices.side.findData(name))
    pane.choices.side.activated.emit(pane.choices.side.currentIndex())


def test_the_side_of_forces_is_chosen_beside_the_equations_of_motion(window, pane, qtbot):
    assert pane.choices.side.isVisibleTo(pane)
    choose(pane, "one")
    derived(window, qtbot, lambda: window.session.derivation.sheet.side == "one")
    motion = [row for row in pane.view.rows if isinstance(row.origin, Balance)]
    assert motion and all(row.pieces[-1].formula == "0" for row in motion)
    choose(pane, "right")
    derived(window, qtbot, lambda: window.session.derivation.sheet.side == "right")
