"""No pane is empty while a long derivation goes on, and nothing in it is of another drawing."""

from __future__ import annotations

from benchmarks.readable_models import planar_chain
from lagr_gui.mechanics.sheets.sheet import DEFAULT_FORM, Balance, Entry
from lagr_gui.pipeline import equations
from tests.gui.folding import TABLE, opened
from tests.gui.hands import click
from tests.gui.waiting import derived


class Held:
    """Takes the place of the process that derives: it says what the test wants it to say."""

    def __init__(self, session, monkeypatch) -> None:
        session.equations._job = None  # what the empty drawing asked for is not heard of any more
        monkeypatch.setattr(session.equations, "start", self._start)
        monkeypatch.setattr(session.equations, "running", lambda *_: True)

    def _start(self, name, asked, take, _lose, hear=None) -> None:
        if name == "equations":
            self.asked, self.take, self.hear = asked, take, hear


def test_the_structured_form_stands_in_until_what_is_chosen_is_there(window, qtbot, monkeypatch):
    session, pane = window.session, window.equations
    model = planar_chain(2)
    held = Held(session, monkeypatch)
    session.show_document(model, None)
    assert held.asked["form"] == DEFAULT_FORM and held.asked["meanwhile"]
    assert not pane.view.rows and pane.long.isHidden()
    held.hear(equations(model, "structured"))
    assert pane.view.rows and pane.long.isVisible() and "structured form" in pane.long.text()
    assert pane.choices.form.currentData() == DEFAULT_FORM and pane.shorten.isHidden()
    assert pane.certified.text() == "… not certified yet"
    held.take(equations(model))
    assert not session.derivation.meanwhile and pane.long.isHidden()
    opened(window, TABLE)
    entries = [row.about for row in pane.view.rows if isinstance(row.about, Entry)]
    assert {"g", "Gamma", "Q"} <= {entry.symbol for entry in entries}
    assert isinstance(next(row for row in pane.view.rows if row.pieces).about, Balance)


def test_equations_of_a_drawing_before_an_edit_never_stand_in(window, qtbot, monkeypatch):
    session = window.session
    old, new = planar_chain(2), planar_chain(3)
    held = Held(session, monkeypatch)
    session.show_document(old, None)
    late = held.hear
    session.edit("Longer", lambda _: new)
    late(equations(old, "structured"))
    assert session.derivation.sheet is None
    qtbot.waitUntil(lambda: held.asked["model"] is new)
    held.hear(equations(new, "structured"))
    assert session.derivation.sheet.coordinates == ("q1", "q2", "q3")


def test_where_equations_are_shown_nothing_else_stands_in_after_an_edit(window, qtbot, monkeypatch):
    session = window.session
    session.show_document(planar_chain(2), None)
    derived(window, qtbot, lambda: session.derivation.sheet is not None)
    held = Held(session, monkeypatch)
    session.edit("Longer", lambda _: planar_chain(3))
    qtbot.waitUntil(lambda: hasattr(held, "asked"))
    assert not held.asked["meanwhile"]


def test_where_equations_come_late_words_stand_in_their_place(window, qtbot, monkeypatch):
    """They go when there is something to be read, or nothing to wait for."""
    session, pane = window.session, window.equations
    held = Held(session, monkeypatch)
    session.show_document(planar_chain(2), None)
    pane._tell_busy()
    qtbot.waitUntil(pane.long.isVisible)
    assert "being derived" in pane.long.text() and not pane.view.rows
    held.take(equations(planar_chain(2)))
    assert pane.view.rows and pane.long.isHidden()


def test_a_page_that_asks_says_what_comes_before_it(window, qtbot, monkeypatch):
    said_before(window, qtbot, monkeypatch, "linear", "linearize")


def said_before(window, qtbot, monkeypatch, tab: str, own: str) -> None:
    """A page says that something else is computed, and then that its own job is under way."""
    session, pane = window.session, window.equations
    session.show_document(planar_chain(2), None)
    derived(window, qtbot, lambda: session.derivation.sheet is not None)
    job = "simulate"
    monkeypatch.setattr(session.motions, "running", lambda *names: job in names)
    monkeypatch.setattr(type(session.motions), "busy", True)
    tabs = [pane.tabs.tabData(place) for place in range(pane.tabs.count())]
    pane.tabs.setCurrentIndex(tabs.index(tab))
    page = pane.pages[tab]
    if tab == "linear":
        click(page.button)
    assert "something else is being computed" in page.words.text()
    job = own
    session.busy_changed.emit()
    assert page.words.text() == "computing …"
