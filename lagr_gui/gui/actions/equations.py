"""Equations: form, check, clipboard."""

from __future__ import annotations

from lagr_gui.gui.actions.record import Action, Desk
from lagr_gui.gui.words import tr
from lagr_gui.mechanics.sheets.sheet import FORMS, ONE_SIDE


def copy_latex(desk: Desk) -> None:
    """Put all equations on the clipboard as LaTeX, complete: no term fades in them."""
    from lagr_gui.typesetting.sheet_latex import latex_equations

    if (sheet := desk.session.sheet) is not None:
        desk.copy_text(latex_equations(sheet))
        desk.session.message.emit(tr("All equations are on the clipboard as LaTeX, complete."))


def verify(desk: Desk) -> None:
    """Compare both derivations."""
    desk.show_pane("equations")
    desk.session.verify()


ACTIONS = (
    *(
        Action(
            f"form_{form}",
            f"Form: {form}",
            "Equations",
            lambda d, form=form: d.session.show_equations(form=form),
            checked=lambda d, form=form: d.session.form == form,
            among="form",
        )
        for form in FORMS
    ),
    Action(
        "forces_right",
        "Forces on the right",
        "Equations",
        lambda d: d.session.show_equations(side="right"),
        separated=True,
        checked=lambda d: d.session.side == "right",
        among="side",
    ),
    Action(
        "one_side",
        "Everything on one side",
        "Equations",
        lambda d: d.session.show_equations(side=ONE_SIDE),
        checked=lambda d: d.session.side == ONE_SIDE,
        among="side",
    ),
    Action(
        "name_parts",
        "Names for parts that occur often",
        "Equations",
        lambda d: d.session.show_equations(name_parts=True),
        separated=True,
        checked=lambda d: d.session.name_parts,
        among="parts",
    ),
    Action(
        "no_part_names",
        "No names for parts",
        "Equations",
        lambda d: d.session.show_equations(name_parts=False),
        checked=lambda d: not d.session.name_parts,
        among="parts",
    ),
    Action(
        "copy_latex",
        "Copy LaTeX",
        "Equations",
        copy_latex,
        "Ctrl+Shift+C",
        lambda d: d.session.sheet is not None,
        separated=True,
    ),
    Action(
        "verify",
        "Verify by the second derivation",
        "Equations",
        verify,
        "F7",
        lambda d: bool(d.session.report and d.session.report.sound),
    ),
    Action(
        "cancel_derivation",
        "Stop deriving",
        "Equations",
        lambda d: d.session.cancel_derivation(),
        enabled=lambda d: d.session.equations.busy,
    ),
)
