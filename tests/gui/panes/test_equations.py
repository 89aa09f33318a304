"""Equations: what is shown, in which form, where it comes from, and how it is stopped."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QEvent, QPoint, Qt
from PySide6.QtWidgets import QApplication, QFileDialog

from benchmarks.readable_models import planar_chain
from lagr_gui.editing import edits
from lagr_gui.expression.letters import pretty
from lagr_gui.foundation.problem import Severity
from lagr_gui.foundation.resource import sample_models
from lagr_gui.gui.bridge.derivation import QUIET_MS
from lagr_gui.gui.panes.equations.written import Written, formula_of
from lagr_gui.mechanics.sheets.sheet import Balance, Definition, Entry
from lagr_gui.model import Model, Replacement, SpecialCase
from lagr_gui.typesetting import latex
from lagr_gui.typesetting.latex import LATEX
from lagr_gui.typesetting.letters import result_name, typst_symbol
from lagr_gui.typesetting.typst import typst_name
from tests.gui.folding import FOLDED, opened
from tests.gui.hands import click, mouse
from tests.gui.waiting import derived

SAMPLES = {path.stem: path for path in sample_models()}


@pytest.fixture
def session(window, qtbot):
    """Two pendulums with a dashpot and a spring between them, and their equations."""
    window.open_sample(SAMPLES["two_pendulums_dashpot"])
    derived(window, qtbot, lambda: window.session.derivation.sheet is not None)
    opened(window, *FOLDED)
    return window.session


def show(window, group: str) -> None:
    tabs = window.equations.tabs
    tabs.setCurrentIndex([tabs.tabData(i) for i in range(tabs.count())].index(group))


def results(window) -> list[int]:
    """The places of results among the rows; others are titles, and what names stand for."""
    rows = window.equations.view.rows
    return [place for place, row in enumerate(rows) if _is_result(row.origin)]


def _is_result(origin: object) -> bool:
    return isinstance(origin, Entry) or (isinstance(origin, Written) and bool(origin.symbol))


def symbols(window) -> set[str]:
    return {window.equations.view.rows[place].origin.symbol for place in results(window)}


def pick(window, name: str, box: str) -> None:
    combo = getattr(window.equations.choices, box)
    combo.setCurrentIndex(combo.findData(name))
    combo.activated.emit(combo.currentIndex())


def settled(window, qtbot) -> None:
    qtbot.waitUntil(lambda: window.equations.view.settled)


def place_of(view, number: int, term: int) -> QPoint:
    """Where a term of a row is seen."""
    for piece, place, _ in view._laid[number].places:
        if piece.term == term:
            return place.center().toPoint() - QPoint(0, view.verticalScrollBar().value())
    raise AssertionError("the term is not set")


def sign_of(view, number: int, term: int) -> QPoint:
    """Where the sign before a term is seen, at which no name of it lights up items of its own."""
    at = place_of(view, number, term)
    first = next(place for piece, place, _ in view._laid[number].places if piece.term == term)
    return QPoint(round(first.left()) + 2, at.y())


def test_all_results_stand_on_one_page_and_the_equations_of_motion_first(session, window, qtbot):
    shown = symbols(window)
    assert {"T", "U", "D", "g", "Q", "E", "x"} <= shown
    assert shown == {entry.symbol for entry in session.derivation.sheet.entries}
    first = next(row for row in window.equations.view.rows if row.pieces)
    assert isinstance(first.about, Balance)
    balances = [row for row in window.equations.view.rows if isinstance(row.origin, Balance)]
    assert len(balances) == len(session.model.coordinates)
    heads = [row for row in window.equations.view.rows if row.unfolded is not None and row.title]
    titles = ["Equations of motion", "Energies", "LAGR's table: g, Γ, Q", "Kinematics"]
    assert [row.title for row in heads] == titles
    assert heads[0].beside == "2 degrees of freedom"
    settled(window, qtbot)
    view = window.equations.view
    laid = [
        each
        for row, each in zip(view.rows, view._laid, strict=False)
        if isinstance(row.origin, Balance)
    ]
    assert all(each.places for each in laid)


def test_every_result_that_is_shown_differs_from_zero_and_has_its_number_on_demand(session, window):
    choices, view = window.equations.choices, window.equations.view
    assert results(window) and not any(row.number for row in view.rows)
    choices.numbers.click()
    for row in (view.rows[place] for place in results(window)):
        assert row.pieces and row.number
        assert all(row.sources) or row.origin.symbol in ("E", "x")
    assert "only results" in choices.note.text()


def test_another_form_is_derived_when_it_is_chosen(session, window, qtbot):
    pick(window, "product", "form")
    derived(window, qtbot, lambda: session.derivation.sheet.form == "product")
    assert window.equations.choices.form.currentText() == "product"
    assert session.derivation._quiet.interval() == QUIET_MS > 0, "edits still wait for a pause"
    window.menus.actions["form_collected"].trigger()
    derived(window, qtbot, lambda: session.derivation.sheet.form == "collected")
    assert window.equations.choices.form.currentData() == "collected"


def test_a_special_case_is_chosen_and_forgotten_when_it_is_removed(session, window, qtbot):
    case = SpecialCase(name="empty", replacements=(Replacement(name="g", value=0),))
    session.edit("Add", lambda m: m.model_copy(update={"special_cases": (case,)}))
    pick(window, "empty", "case")
    derived(window, qtbot, lambda: session.derivation.sheet.special == "empty")
    assert not session.derivation.sheet.of("U") or "g" not in str(
        session.derivation.sheet.of("U")[0].tree
    )
    session.edit("Remove", lambda m: edits.remove_special_case(m, "empty"))
    derived(window, qtbot, lambda: session.derivation.sheet.special == "")
    case = window.equations.choices.case
    assert case.currentData() == "" and case.count() == 1


def test_a_term_under_the_pointer_lights_up_what_it_comes_from(session, window, qtbot):
    settled(window, qtbot)
    view = window.equations.view
    number = next(i for i in results(window) if view.rows[i].origin.symbol == "Q")
    sources = view.rows[number].sources[0]
    view.verticalScrollBar().setValue(int(view._laid[number].top) - 40)
    settled(window, qtbot)
    at = sign_of(view, number, 0)
    mouse(view.viewport(), QEvent.Type.MouseMove, at, Qt.MouseButton.NoButton)
    assert session.highlighted == set(sources) != set()
    for key in sources:
        assert window.canvas.content.items[key].mood.warm
    click(view.viewport(), at)
    assert session.selection == set(sources)
    QApplication.sendEvent(view, QEvent(QEvent.Type.Leave))
    assert session.highlighted == frozenset()


def test_an_element_lights_up_its_terms_and_no_others(session, window, qtbot):
    settled(window, qtbot)
    view = window.equations.view
    plain = view.viewport().grab().toImage()
    key = f"element:{session.model.elements[0].name}"
    session.highlight({key})
    lit = {
        (number, piece.term)
        for number, row in enumerate(view.rows)
        for piece in row.pieces
        if view._is_lit(number, piece)
    }
    wanted = {
        (number, term)
        for number, row in enumerate(view.rows)
        for term, sources in enumerate(row.sources)
        if key in sources
    }
    assert lit == wanted != set()
    assert len(lit) < sum(len(row.sources) for row in view.rows)
    number = min(lit)[0]
    view.verticalScrollBar().setValue(int(view._laid[number].top) if number < 5 else 0)
    assert view.viewport().grab().toImage() != plain


def test_pointing_at_a_spring_in_the_drawing_says_how_many_terms_come_from_it(
    session, window, hands
):
    name = session.model.elements[0].name
    hands.hover(f"element:{name}")
    assert "come from here" in hands.tip()
    hands.hover(hands.point(-300, -300))
    assert hands.tip() == ""


def test_an_unfinished_model_says_why_there_are_no_equations_and_recovers(session, window, qtbot):
    before = len(window.equations.view.rows)
    session.edit("Break", lambda m: edits.set_value(m, ("bodies", 0, "mass"), "2*("))
    qtbot.waitUntil(window.equations.failure.isVisible)
    assert "No equations yet" in window.equations.failure.text()
    assert "mass" in window.equations.failure.text()
    assert len(window.equations.view.rows) == 0
    session.undo()
    derived(window, qtbot, lambda: not window.equations.failure.isVisible())
    assert len(window.equations.view.rows) == before


def test_an_error_stands_before_hints_and_alone_in_red(window, qtbot):
    window.open_path(next(path for path in sample_models() if path.stem == "four_bar"))
    session = window.session
    assert session.equations.busy
    session.edit("Break", lambda m: edits.set_value(m, ("bodies", 2, "mass"), -2))
    derived(window, qtbot)  # the derivation that was under way has said that it is cancelled
    assert window.equations.failure.isVisible()
    text = window.equations.failure.text()
    assert "The mass is -2 kg" in text and "Nothing needs to be done" not in text
    severities = [problem.severity for problem in session.problems]
    assert severities[0] == "error" and severities == sorted(severities, key=list(Severity).index)
    assert "hint" in severities


def test_moving_the_drawing_and_start_values_derive_nothing_again(session, window, qtbot):
    sheet = session.derivation.sheet
    session.edit("Move", lambda m: edits.move(m, {"body:1": (0.0, 900.0)}))
    session.edit("Start", lambda m: edits.set_start(m, m.coordinates[0], 0.5, 0))
    qtbot.wait(200)
    derived(window, qtbot)
    assert session.derivation.sheet is sheet


def test_the_certificate_agrees_and_marks_its_tab(session, window, qtbot):
    show(window, "certificate")
    page = window.equations.certificate
    with qtbot.waitSignal(session.derivation.certified):
        page.button.click()
    assert "agree" in page.text.text()
    tabs = window.equations.tabs
    assert tabs.tabText(tabs.count() - 1).endswith("✓")
    session.edit("Change", lambda m: edits.set_value(m, ("bodies", 0, "mass"), 7))
    qtbot.waitUntil(lambda: session.derivation.certificate is None)
    assert not tabs.tabText(tabs.count() - 1).endswith("✓")


def big(session) -> None:
    """A chain whose derivation takes long."""
    session.show_document(planar_chain(25), None)


def test_a_long_derivation_is_stopped(window, qtbot):
    session = window.session
    big(session)
    stop = window.equations.stop
    qtbot.waitUntil(lambda: session.equations.running("equations") and stop.isVisible())
    qtbot.waitUntil(lambda: session.derivation.sheet is not None)
    window.equations.stop.click()
    qtbot.waitUntil(lambda: not session.equations.busy)
    assert not window.equations.stop.isVisible()
    assert session.derivation.meanwhile and not session.derivation.finished
    window.new_document()
    session.edit(
        "Build", lambda m: edits.connect(edits.add_body(Model(), (0, 0)), "revolute", 0, 1)
    )
    derived(window, qtbot, lambda: session.derivation.sheet is not None)


def test_a_newer_model_takes_the_place_of_a_long_derivation(window, qtbot):
    session = window.session
    big(session)
    qtbot.waitUntil(lambda: session.equations.running("equations"))
    session.show_document(planar_chain(1), None)
    derived(window, qtbot, lambda: session.derivation.sheet is not None)
    assert session.derivation.sheet.coordinates == ("q1",)


def test_of_a_long_sheet_only_what_is_seen_is_set(window, qtbot):
    session, view = window.session, window.equations.view
    session.show_document(planar_chain(7), None)
    derived(window, qtbot, lambda: session.derivation.sheet is not None)
    settled(window, qtbot)
    done = len(view._laid)
    assert 0 < done < len(view.rows) / 2
    assert len(view.rows._made) < len(view.rows)
    view.verticalScrollBar().setValue(view.verticalScrollBar().maximum() // 3)
    settled(window, qtbot)
    assert len(view._laid) > done


def test_another_formalism_is_chosen_and_shown(session, window, qtbot):
    chooser = window.equations.choices.formalism
    chooser.setCurrentIndex(chooser.findText("Hamilton"))
    chooser.activated.emit(chooser.currentIndex())
    derived(window, qtbot, lambda: session.derivation.sheet.formalism == "hamilton")
    assert {"U", "H"} <= symbols(window)
    balances = [row for row in window.equations.view.rows if isinstance(row.origin, Balance)]
    assert len(balances) == 2 * len(session.model.coordinates)
    settled(window, qtbot)
    assert not session.derivation.problems


def test_own_quasi_velocities_are_asked_for(session, window, qtbot, monkeypatch):
    first, second = session.model.coordinates
    lines = f"u = {first}'\nv = {first}' + {second}'"
    monkeypatch.setattr("PySide6.QtWidgets.QInputDialog.getMultiLineText", lambda *_: (lines, True))
    chooser = window.equations.choices.formalism
    chooser.setCurrentIndex(chooser.findText("Boltzmann–Hamel, own velocities …"))
    chooser.activated.emit(chooser.currentIndex())
    derived(window, qtbot, lambda: session.derivation.sheet.formalism == "boltzmann-hamel")
    assert session.chosen.quasi == {"u": f"{first}'", "v": f"{first}' + {second}'"}
    assert "T_star" in symbols(window)


def test_an_exported_document_holds_the_certificate(session, window, qtbot, tmp_path, monkeypatch):
    path = tmp_path / "document.tex"
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_, **__: (str(path), ""))
    assert session.derivation.certificate is None
    window.menus.actions["export_document"].trigger()
    qtbot.waitUntil(path.exists)
    text = path.read_text("utf-8")
    assert "All derivations agree" in text and "Gauss" in text


def test_the_structured_form_is_shown_with_its_definitions_and_copied_as_latex(
    session, window, qtbot
):
    pick(window, "structured", "form")
    derived(
        window,
        qtbot,
        lambda: session.derivation.sheet is not None and session.derivation.sheet.structured,
    )
    settled(window, qtbot)
    rows = list(window.equations.view.rows)
    assert "Definitions" in [row.title for row in rows]
    (g11,) = (row for row in rows if isinstance(row.about, Entry) and row.about.name == "g11")
    assert LATEX.written(formula_of(g11)).startswith("g_{11} = ")
    sheet = session.derivation.sheet
    shown = [row.about for row in rows if isinstance(row.about, (Entry, Definition))]
    assert [line for line in shown if isinstance(line, Definition)] == list(sheet.definitions)
    lines = [entry for symbol in ("g", "Gamma", "Q") for entry in sheet.of(symbol)]
    alike = [entry for entry in lines if entry.name == "g22"]
    assert LATEX.written(formula_of(g11)).endswith("= m l^2") and len(alike) == 1
    assert [e for e in shown if e in lines] == [e for e in lines if e not in alike], "g22 = g11"


def test_a_new_drawing_shows_nothing_of_the_one_before(window, qtbot):
    window.open_sample(SAMPLES["double_pendulum"])
    derived(window, qtbot)
    with qtbot.waitSignal(window.session.running.changed):
        window.session.run()
    window.session.running.set_time(3.0)
    pane, above = window.equations, window.simulation.curves.above
    pane.show_tab("linear")
    pane.linear.place.setText("q1 = pi")
    window.response.low.setText("2")
    qtbot.waitUntil(lambda: pane.certified.text().startswith("✓"))
    window.session.document.replace(window.session.model, None)
    window.new_document()
    derived(window, qtbot)
    texts = (pane.linear.place, window.response.low, pane.certified, pane.choices.note)
    assert [widget.text() for widget in texts] == [""] * 4
    first, last = above.item.vb.viewRange()[0]
    assert not above.time_line.isVisible()
    assert last - first < 1.2 * window.session.model.simulation.until
    assert above.item.vb.viewRange()[1] == pytest.approx([0, 1], abs=0.2)


def test_equations_too_long_to_read_point_to_the_structured_form(window, qtbot, monkeypatch):
    from lagr_gui.gui.panes.equations import pane

    window.open_sample(SAMPLES["double_pendulum"])
    derived(window, qtbot)
    shown = window.equations
    assert shown.long.isHidden() and shown.shorten.isHidden()
    monkeypatch.setattr(pane, "TOO_LONG", 5)
    shown.refresh()
    assert shown.long.isVisible() and "structured form" in shown.long.text()
    shown.shorten.click()
    derived(window, qtbot, lambda: window.session.derivation.sheet.structured)
    assert window.session.chosen.form == "structured" and shown.shorten.isHidden()


def test_conditions_and_coordinates_have_letters_of_their_own():
    """Typst's phi is the φ of the diagram, phi.alt would be another one."""
    assert pretty("phi") == "φ" and typst_name("phi1") == "phi_(1)"
    assert typst_symbol("phi", (1,)) == "Phi_(1)"
    assert LATEX.written(result_name("phi", (1,))) == r"\Phi_1" != latex("phi1")
