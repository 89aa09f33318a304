"""The equations in coordinates of one's choice."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from lagr_gui.analysis.equations.derivation import sheet_of
from lagr_gui.foundation.message import say
from lagr_gui.foundation.problem import Problem, Severity, refusal
from lagr_gui.foundation.registry import check_known
from lagr_gui.mechanics.sheets.sheet import DEFAULT_FORM, FIRST_KIND, IN_SPEEDS, STRUCTURED, Sheet
from lagr_gui.model import ExpressionSignal, Model
from lagr_gui.prepared import Advance, Prepared, derived
from lagr_gui.subsystems.signals import IN, NAMES

Reduction = bool | str | None
"""Which equations of a bound system: with multipliers (False), minimal ones, or ``all``."""

if TYPE_CHECKING:
    from lagr_gui.analysis.equations.charts import Coordinates
    from lagr_gui.mechanics.formalisms.quasi import Choice
    from lagr_gui.mechanics.sheets.friction_modes import FrictionMode

SIGNALS = (NAMES, IN)

MINIMAL = ("lagrange", "hamilton", *IN_SPEEDS)
"""Formalisms with minimal equations."""


def check_signals(signals: str) -> str:
    """How signals stand in equations. Raises LagrError for what is no such choice."""
    cause = "Signals stand as names, or are put in."
    check_known(signals, SIGNALS, say("Signals “{name}”", name=signals), cause, "signals")
    return signals


def kept_angles(model: Model, form: str = DEFAULT_FORM, formalism: str = "lagrange") -> str:
    """The angles that a model keeps for equations; empty where they are those of its joints.

    The structured form and the first kind have none, nor have systems with own states.
    """
    stateless = all(isinstance(signal, ExpressionSignal) for signal in model.signals)
    has = form != STRUCTURED and formalism != FIRST_KIND and stateless
    return model.angles if has and model.angles != "relative" else ""


@derived
def equations(
    prepared: Prepared,
    form: str = DEFAULT_FORM,
    formalism: str = "lagrange",
    quasi: Choice = "natural",
    side: str = "right",
    coordinates: Coordinates = "",
    name_parts: bool = False,
    progress: Advance | None = None,
    lines: Sequence[str] = (),
    minimal: Reduction = False,
    multipliers: bool = False,
    mode: FrictionMode = "",
    signals: str = NAMES,
    after: str = "",
) -> Sheet:
    """g, Γ, Q, T, U, D and the kinematics in closed form, only what differs from zero.

    The form ``structured`` has vectors and composite quantities, and `definitions` of them.
    Another `formalism` gives its own functions and equations; `quasi` are the quasi-velocities
    of Boltzmann and Hamel.  Forces stand on the right of equations of motion, or everything on
    one `side` (``one``).  Other `coordinates` than those of the model are ``absolute`` angles,
    the ``shortest`` choice of angles, or formulas; the sheet tells them under `chosen`, and has
    been compared with the recursion.  Without a choice they are those that the model keeps
    (`angles`), as far as what else is chosen has them; ``relative`` ones are those of its joints.
    With `name_parts` sums that occur often in expanded results have names kappa_1, kappa_2 …
    among the `definitions`, where that makes the sheet shorter.
    With `lines` (``g2,1``, ``Gamma3,2,1``) only these are made, in the structured form, however
    many there are.
    The `minimal` equations of a bound system are those of its freedoms, without multipliers: those
    of Lagrange, Hamilton, Kane, Gibbs and Appell, Boltzmann and Hamel.  With None they are taken
    where a system has them.  With ``all`` nothing is put in: those of Lagrange stand in all
    coordinates, and the conditions beside.
    If `multipliers` are wanted they are told below minimal equations of Lagrange, in what these
    stand in: as results ``lambda`` and, of several that only equations of dependent coordinates
    tell together, as ``multipliers`` of `Sheet.minimal`.
    Forces of dry friction stand in all of them by their names, r_1, r_2 …, of which the sheet tells
    under `frictions`.  With a `mode` the equations of motion are those while elements with dry
    friction ``slides`` or ``sticks``, all of them or by name: ``brake=sticks,guide=slides``, and
    limits are in ``contact`` (``floor=contact``); otherwise these are ``open``.  What limits exert
    is told under `contacts`.
    Signals stand as `names`, with what they stand for in `Sheet.signals`, or are put ``in``, but
    for those that switch; in other coordinates all are.
    Equations hold before any event of the model; with `after` they are those after these events,
    with commas between.
    Raises LagrError for an unsound model, an unknown form, formalism, side, special case, mode or
    choice of coordinates, and where a formalism does not apply; Disagreement where the comparison
    fails.
    """
    if formalism != "lagrange" or coordinates not in ("", "relative"):
        prepared.refuse_feedback()
    drawn = prepared.model
    if drawn.events:
        from lagr_gui.prepared.held import after_events  # few models have events

        prepared = after_events(prepared, after)
    prepared = prepared.named
    if not (coordinates or lines or minimal or multipliers):
        coordinates = kept_angles(prepared.drawn, form, formalism)
    named = check_signals(signals) == NAMES
    if coordinates in ("", "relative"):
        prepared = prepared.with_signal_names if named else prepared.with_switching_names
    plain = formalism in MINIMAL and coordinates in ("", "relative") and not lines
    if multipliers and (formalism != "lagrange" or not plain or minimal is False):
        raise refusal(
            "Multipliers",
            "They are listed below minimal equations of Lagrange, in the coordinates of the model.",
            "Choose one or the other; Boltzmann–Hamel's have those of conditions on velocities.",
            "multipliers",
        )
    if minimal or (minimal is None and plain and prepared.is_bound):
        choice = form, formalism, quasi, side
        sheet = _minimal(prepared, choice, plain, minimal, multipliers)
    elif lines:
        return sheet_of(prepared, STRUCTURED, formalism, side=side, lines=lines)
    elif coordinates in ("", "relative"):
        sheet = sheet_of(prepared, form, formalism, quasi, side, progress)
    else:
        sheet = _in_others(prepared, coordinates, (form, formalism, quasi, side), progress)
    if sheet.couplings:
        from lagr_gui.mechanics.sheets.couplings import with_applied_couplings  # of motors alone

        sheet = with_applied_couplings(sheet)
    if any(force.presses for force in sheet.frictions):
        from lagr_gui.analysis.equations.pressing import with_reactions  # few have such

        sheet = with_reactions(prepared, sheet)
    if prepared.reading.limits:
        from lagr_gui.analysis.equations.contacts import with_contacts  # few models have limits

        sheet = with_contacts(prepared, sheet)
    if mode:
        from lagr_gui.mechanics.sheets.friction_modes import in_mode  # few have dry friction

        sheet = in_mode(sheet, mode)
    if drawn.events:
        from lagr_gui.subsystems.events import remarks  # few models have events

        notes = (*sheet.notes, *remarks(drawn, after))
        sheet = replace(sheet, notes=notes, after=after)
    if not name_parts:
        return sheet
    from lagr_gui.mechanics.parts import with_named_parts  # few ask for them

    reading = prepared.general.reading
    return with_named_parts(sheet, {*reading.names})


def _minimal(
    prepared: Prepared,
    choice: tuple[str, str, Choice, str],
    plain: bool,
    minimal: Reduction,
    multipliers: bool,
) -> Sheet:
    """The minimal equations of a `choice`, or (None) what is read first where there are none."""
    from lagr_gui.analysis.equations.minimal import minimal_equations, read_first

    form, formalism, _, side = choice
    if not plain:
        raise refusal(
            "Minimal equations",
            "They are those of Lagrange, Hamilton, Kane, Appell or Boltzmann and Hamel, in the "
            "coordinates of the model.",
            "Choose one or the other.",
            "minimal",
        )
    if formalism == "lagrange":
        if minimal is None:
            return read_first(prepared, form, side, multipliers)
        return minimal_equations(prepared, form, side, minimal, multipliers)
    from lagr_gui.analysis.equations.minimal_formalisms import (
        read_without_multipliers,
        without_multipliers,
    )

    if minimal is None:
        return read_without_multipliers(prepared, *choice)
    return without_multipliers(prepared, *choice, minimal)


def _in_others(
    prepared: Prepared,
    coordinates: Coordinates,
    choice: tuple[str, str, Choice, str],
    progress: Advance | None,
) -> Sheet:
    """The sheet of a `choice` (form, formalism, quasi-velocities, side) in other coordinates."""
    from lagr_gui.analysis.equations.chart_sheets import sheet_in_chart  # few choose others
    from lagr_gui.analysis.equations.charts import chart_of

    chart = chart_of(prepared, coordinates)
    if chart.changed:
        return sheet_in_chart(prepared, *choice, chart)
    sheet = sheet_of(prepared, *choice, progress)
    return replace(sheet, notes=(_as_they_are(), *sheet.notes))


def _as_they_are() -> Problem:
    """What is said where a choice leaves the coordinates of the model."""
    cause = "The coordinates of the model are those that were asked for."
    return Problem("New coordinates", cause, "", severity=Severity.HINT, code="chart")
