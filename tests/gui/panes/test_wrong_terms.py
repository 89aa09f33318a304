"""Terms of a wrong dimension stand out in the equations and lead to the field that causes it."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QPoint

from lagr_gui.editing import edits
from lagr_gui.expression import Symbol, symbols
from lagr_gui.gui.panes.equations.written import formula_of
from lagr_gui.gui.typesetting.typesetter import WRONG
from lagr_gui.mechanics.sheets.sheet import Balance, Entry
from lagr_gui.model import Function, Model, Parameter
from lagr_gui.typesetting import LATEX
from tests.gui.folding import FOLDED, TABLE, opened
from tests.gui.hands import click, mouse
from tests.gui.panes.test_equations import place_of, settled
from tests.gui.waiting import derived
from tests.systems import element, pendulum

LINES = ("g", "Gamma", "Q", "phi")
UNITS = {"g": "m/s^2", "m": "kg", "l": "m"}


def united(*elements, **others) -> Model:
    model = edits.take_units(pendulum(), UNITS)
    own = Parameter(name="k", value=2, unit="kg m")
    model = model.having(parameters=(*model.parameters, own))
    return model.having(elements=elements, **others)


def open_model(window, qtbot, model: Model) -> None:
    window.session.show_document(model, None)
    derived(window, qtbot)
    opened(window, TABLE)


def marked(window) -> dict[str, list[str]]:
    """What is told of the terms of g, Γ, Q and conditions that are marked, by their lines."""
    return {
        row.about.name: [fault.text for _, fault in row.faults]
        for row in window.equations.view.rows
        if row.faults and isinstance(row.about, Entry) and row.about.symbol in LINES
    }


SPRING = element("coordinate_spring", "spring", coordinate="q1", c="k", q0=0)


def test_only_the_term_of_the_faulty_field_is_marked(window, qtbot):
    open_model(window, qtbot, united(SPRING))
    assert marked(window).keys() == {"Q1"}
    rows = window.equations.view.rows
    (row,) = [r for r in rows if isinstance(r.about, Entry) and r.about.name == "Q1"]
    wrong = dict(row.faults)
    for place, term in enumerate(row.about.terms):
        assert (place in wrong) == ("element:spring" in term.sources)
    (told,) = marked(window)["Q1"]
    assert "m kg" in told and "its line J" in told and "“spring”, c" in told


def test_what_is_right_has_no_marks_and_what_is_mended_loses_them(window, qtbot):
    open_model(window, qtbot, united(SPRING))
    assert marked(window) and window.equations.wrong.isVisibleTo(window.equations)
    window.session.edit("Mend", lambda m: edits.set_value(m, ("elements", 0, "c"), "m*g*l"))
    derived(window, qtbot)
    assert not marked(window) and not window.equations.wrong.isVisibleTo(window.equations)


def test_a_unit_alone_moves_the_marks_though_nothing_is_derived_anew(window, qtbot):
    open_model(window, qtbot, united())
    sheet = window.session.derivation.sheet
    assert not marked(window)
    window.session.edit("Wrong", lambda m: edits.set_value(m, ("bodies", 0, "mass"), "m"))
    window.session.edit("Wrong", lambda m: edits.set_value(m, ("parameters", 1, "unit"), "kg"))
    assert window.session.model.parameters[1].name == "m" or marked(window)
    index = [entry.name for entry in window.session.model.parameters].index("m")
    path = ("parameters", index, "unit")
    window.session.edit("Wrong", lambda m: edits.set_value(m, path, "A"))
    assert window.session.derivation.sheet is sheet and marked(window).keys() == {"g11", "Q1"}


def test_marked_terms_are_set_in_all_sections(window, qtbot):
    model = edits.set_value(united(), ("joints", 0, "point_child"), ("0", "l + m", "0"))
    open_model(window, qtbot, model)
    opened(window, *FOLDED)
    settled(window, qtbot)
    view = window.equations.view
    view.verticalScrollBar().setValue(view.verticalScrollBar().maximum())
    settled(window, qtbot)
    rows = [row for row in view.rows if row.faults]
    said = {type(row.about) for row in rows}
    assert {Entry, Balance} <= said and {"g", "T", "x"} <= {symbol_of(row) for row in rows}
    known = window.equations.view._typesetter.known
    for row in rows:
        pieces = [piece for piece in row.pieces if row.fault(piece.term)]
        assert all(piece.formula.startswith(f"{WRONG}(") for piece in pieces)
        assert all(known(piece.formula).width > 4 for piece in pieces)
        assert all("too deep" not in known(piece.formula)._svg for piece in pieces)


def symbol_of(row) -> str:
    about = row.about[0] if isinstance(row.about, tuple) else row.about
    return about.symbol if isinstance(about, Entry) else ""


def test_a_click_on_the_term_leads_to_the_field(window, qtbot):
    open_model(window, qtbot, united(SPRING))
    window.show_pane("equations")
    settled(window, qtbot)
    view = window.equations.view
    number = next(n for n, row in enumerate(view.rows) if row.faults)
    at = place_of(view, number, view.rows[number].faults[0][0])
    with qtbot.waitSignal(window.session.reveal_requested) as asked:
        click(view.viewport(), at)
    assert asked.args == ["element:spring", ("elements", 0, "c")]
    assert window.session.selection == {"element:spring"}


def test_the_pointer_is_told_what_is_wrong(window, qtbot):
    open_model(window, qtbot, united(SPRING))
    window.show_pane("equations")
    settled(window, qtbot)
    view = window.equations.view
    number = next(n for n, row in enumerate(view.rows) if row.faults)
    at = place_of(view, number, view.rows[number].faults[0][0])
    mouse(view.viewport(), QEvent.Type.MouseMove, at)
    assert "“spring”, c" in view.viewport().toolTip()
    mouse(view.viewport(), QEvent.Type.MouseMove, QPoint(2, view.viewport().height() - 2))
    assert not view.viewport().toolTip()
    assert "“spring”, c" in view.accessibleDescription()


def test_equations_are_shown_where_a_unit_does_not_fit_but_nothing_is_certified(window, qtbot):
    """A stiffness in kg is an error: no motion is computed, the equations are there to be read."""
    spring = element("coordinate_spring", "spring", coordinate="q1", c="5 kg", q0=0)
    open_model(window, qtbot, united(spring))
    session = window.session
    assert (
        not session.report.sound
        and session.derivation.sheet is not None
        and not session.derivation.problems
    )
    (entry,) = session.derivation.sheet.of("Q")
    assert any(not symbols(t.tree) - {Symbol("q1")} for t in entry.terms)
    assert marked(window).keys() == {"Q1"}
    assert not window.equations.certified.text()
    assert any(problem.code == "dimension" for problem in session.problems)
    window.session.edit("Mend", lambda m: edits.set_value(m, ("elements", 0, "c"), "5 N m"))
    derived(window, qtbot)
    assert not marked(window) and session.report.sound


def test_other_errors_still_keep_equations_away(window, qtbot):
    spring = element("coordinate_spring", "spring", coordinate="q1", c="5 kg", q0="nothing")
    window.session.show_document(united(spring), None)
    assert window.session.derivation.sheet is None and window.session.derivation.problems


def test_drives_functions_and_conditions_are_marked(window, qtbot):
    force = element("coordinate_force", "force", coordinate="q1", force="F(t)")
    functions = (Function(name="F", arguments=("t",), expression="m*l*sin(t)"),)
    open_model(window, qtbot, united(force, functions=functions))
    assert any("m kg" in text for text in marked(window)["Q1"])
    drive = element("prescribed_motion", "drive", coordinate="q1", motion="m*t")
    open_model(window, qtbot, united(drive))
    assert "Phi1" in marked(window)
    rows = [row for row in window.equations.view.rows if isinstance(row.about, Entry)]
    (phi,) = [row for row in rows if row.about.symbol == "phi"]
    assert len(phi.faults) == 1, "q1 itself is right"


def test_equations_of_motion_mark_the_same_terms(window, qtbot):
    open_model(window, qtbot, united(SPRING))
    (row,) = [row for row in window.equations.view.rows if isinstance(row.about, Balance)]
    terms = (*row.about.left, *row.about.right)
    assert [("element:spring" in terms[place].sources) for place, _ in row.faults] == [True]


def test_the_item_in_the_drawing_is_marked(window, qtbot):
    open_model(window, qtbot, united(SPRING))
    items = window.canvas.content.items
    assert items["element:spring"].mood.faulty and not items["body:1"].mood.faulty


def test_the_latex_of_marked_results_is_that_of_the_formula(window, qtbot):
    open_model(window, qtbot, united(SPRING))
    for row in window.equations.view.rows:
        assert WRONG not in LATEX.written(formula_of(row))
