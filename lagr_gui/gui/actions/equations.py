"""Equations: form, check, clipboard."""

from __future__ import annotations

from lagr_gui.gui.actions.record import Action, Desk, in_menu
from lagr_gui.gui.words import tr
from lagr_gui.mechanics.sheets.sheet import FORMS, ONE_SIDE


def copy_latex(desk: Desk) -> None:
    """Put all equations on the clipboard as LaTeX, complete: no term fades in them."""
    from lagr_gui.typesetting.sheet_latex import latex_equations

    if (sheet := desk.session.derivation.sheet) is not None:
        desk.copy_text(latex_equations(sheet))
        desk.session.message.emit(tr("All equations are on the clipboard as LaTeX, complete."))


def verify(desk: Desk) -> None:
    """Compare both derivations."""
    desk.show_pane("equations")
    desk.session.derivation.verify()


def _choice(
    name: str, title: str, field: str, value: str | bool, separated: bool = False
) -> Action:
    """One of the values of a field of what is chosen of the equations."""
    return Action(
        name,
        title,
        lambda d: d.session.show_equations(**{field: value}),
        separated=separated,
        checked=lambda d: vars(d.session.chosen)[field] == value,
        among=field,
    )


ACTIONS = in_menu(
    "Equations",
    *(_choice(f"form_{form}", f"Form: {form}", "form", form) for form in FORMS),
    _choice("forces_right", "Forces on the right", "side", "right", separated=True),
    _choice("one_side", "Everything on one side", "side", ONE_SIDE),
    _choice("name_parts", "Names for parts that occur often", "name_parts", True, separated=True),
    _choice("no_part_names", "No names for parts", "name_parts", False),
    Action(
        "copy_latex",
        "Copy LaTeX",
        copy_latex,
        "Ctrl+Shift+C",
        lambda d: d.session.derivation.sheet is not None,
        separated=True,
    ),
    Action(
        "verify",
        "Verify by the second derivation",
        verify,
        "F7",
        lambda d: bool(d.session.report and d.session.report.sound),
    ),
    Action(
        "cancel_derivation",
        "Stop deriving",
        lambda d: d.session.derivation.cancel(),
        enabled=lambda d: d.session.equations.busy,
    ),
)
