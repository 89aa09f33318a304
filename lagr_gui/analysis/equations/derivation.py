"""From a model to its equations and their numbers, by both derivations."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from lagr_gui.algebra import Canonical, operation_count
from lagr_gui.algebra.integral import antiderivative
from lagr_gui.analysis.equations.assumptions import start_numbers, typed_numbers
from lagr_gui.expression import Symbol
from lagr_gui.foundation.message import say
from lagr_gui.foundation.problem import LagrError, NotStructured
from lagr_gui.foundation.registry import check_known
from lagr_gui.mechanics.sheets.presentation import Presenter
from lagr_gui.mechanics.sheets.sheet import (
    DEFAULT_FORM,
    EXPANDED,
    FIRST_KIND,
    FORMS,
    SIDES,
    STRUCTURED,
    Sheet,
)
from lagr_gui.prepared import Advance, Prepared, derived

if TYPE_CHECKING:
    from lagr_gui.mechanics.formalisms.quasi import Choice

LONGEST = 100
"""So many operations an integrand may have: sympy would seek for hours in that of a long rope."""


@derived
def sheet_of(
    prepared: Prepared,
    form: str = DEFAULT_FORM,
    formalism: str = "lagrange",
    quasi: Choice = "natural",
    side: str = "right",
    progress: Advance | None = None,
    lines: Sequence[str] = (),
) -> Sheet:
    """`coordinates.equations` in the coordinates of the model, without names of parts."""
    check_form(form, FORMS)
    check_side(side)
    if form == STRUCTURED:  # its derivation is loaded with the first such sheet
        if formalism != "lagrange":
            raise _only_lagrange(formalism)
        from lagr_gui.analysis.equations.structured import lines_of, with_lines

        if lines:
            return replace(lines_of(prepared, lines), title=prepared.model.name, side=side)
        return with_lines(prepared, (), side)
    if formalism == FIRST_KIND:
        from lagr_gui.analysis.equations.first_kind import first_kind  # few ask for it

        return first_kind(prepared, lambda free: sheet_of(free, form, side=side, progress=progress))
    prepared = prepared.named
    numbers, presenter = typed_numbers(prepared), presenter_of(prepared)
    if presenter.is_signed(prepared.special):
        numbers = start_numbers(prepared)
    with presenter.closed.telling(progress):
        general = presenter.sheet(form, prepared.special, numbers)
    sheet = replace(general, title=prepared.model.name, side=side)
    if formalism == "lagrange":
        return sheet
    from lagr_gui.analysis.equations.formalisms import formalism_sheet  # with the first other one

    return formalism_sheet(prepared, formalism, sheet, quasi)


def check_form(form: str, forms: Sequence[str] = EXPANDED) -> None:
    """Raise LagrError for a form that is none of these."""
    cause = (
        "It is not multiplied out, which is needed here."
        if form == STRUCTURED
        else "There is no such form."
    )
    check_known(form, forms, say("Form “{form}”", form=form), cause, "form")


def check_side(side: str) -> None:
    """Raise LagrError for a side that is none."""
    cause = "Forces stand on the right, or everything on one side."
    check_known(side, SIDES, say("Side “{side}”", side=side), cause, "side")


def _only_lagrange(formalism: str) -> LagrError:
    return NotStructured.refusal(
        place=say("Formalism “{name}”", name=formalism),
        cause="It has no structured form.",
        remedy="Choose Lagrange's equations, or another form.",
        code="structured",
    )


def presenter_of(prepared: Prepared) -> Presenter:
    """What shows the closed form in any special case. Raises LagrError for an unsound model."""
    general = prepared.general
    closed = general.closed
    key = ("sheets", general.cases)
    return general.kept(key, lambda: Presenter(closed, general.model, integral), lasting=True)


def integral(value: Canonical, symbol: Symbol) -> Canonical | None:
    """A value whose derivative by the symbol is the given one; None where none is found."""
    primitive = antiderivative(value, symbol)
    if primitive is not None or value.jumps(symbol) or value.length > LONGEST:
        return primitive
    from lagr_gui.exchange.sympy_bridge import antiderivative_by_sympy  # few integrals need it

    whole = value.tree()
    if operation_count(whole) > LONGEST:
        return None
    tree = antiderivative_by_sympy(whole, symbol)
    if tree is None:
        return None
    try:
        candidate = value.algebra.expression(tree)
    except LagrError:
        return None
    return candidate if candidate.derivative(symbol) == value else None
