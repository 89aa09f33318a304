"""Minimal equations of bound systems, compared with the recursion before they are shown."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from functools import cached_property, partial

import numpy as np

from lagr_gui.algebra import too_long
from lagr_gui.analysis.equations.assumptions import typed_numbers
from lagr_gui.analysis.equations.charts import with_values
from lagr_gui.analysis.equations.derivation import check_form, integral, presenter_of, sheet_of
from lagr_gui.analysis.equations.neighbourhood import Gaps, Neighbourhood
from lagr_gui.analysis.equations.structured import structure_of
from lagr_gui.foundation.message import say
from lagr_gui.foundation.problem import LagrError, Problem, Severity, TooLong, refusal
from lagr_gui.foundation.registry import check_known
from lagr_gui.mechanics.closed import Closed
from lagr_gui.mechanics.formalisms.turning_speeds import turning_speeds, turns_along
from lagr_gui.mechanics.minimal.dependence import RANK, dependence
from lagr_gui.mechanics.minimal.multipliers import in_minimal, in_names
from lagr_gui.mechanics.minimal.presentation import MinimalForm, minimal_form, minimal_sheet
from lagr_gui.mechanics.minimal.projected import projected_sheet
from lagr_gui.mechanics.minimal.systems import printed_names
from lagr_gui.mechanics.minimal.tangent import Tangent, TangentConditions, tangent
from lagr_gui.mechanics.sheets.arranged import Show
from lagr_gui.mechanics.sheets.directions import assuming
from lagr_gui.mechanics.sheets.rates import After
from lagr_gui.mechanics.sheets.sheet import ALL, DEFAULT_FORM, FORMS, Sheet
from lagr_gui.mechanics.sheets.special_case import replacing, spelling_of
from lagr_gui.prepared import Prepared, derived

READABLE = 100
"""Terms for each coordinate of a sheet that somebody may read."""
LONGEST = 1500
"""So many terms g, Γ and Q may have, as they are kept, where functions are put in."""


@derived
def minimal_equations(
    prepared: Prepared,
    form: str = DEFAULT_FORM,
    side: str = "right",
    minimal: bool | str = True,
    multipliers: bool = False,
) -> Sheet:
    """The equations of a bound system in independent speeds, without multipliers.

    Dependent coordinates are functions of the others.  In ``all`` coordinates, in the structured
    form, and where functions would make them long or conditions are not linear in the velocities
    they are Tᵀ (g q̈ + Γ q̇ q̇ − Q) = 0, with the conditions beside.  If `multipliers` are wanted
    they are told beside, by the forces that dependent coordinates leave to them; a remark says
    where they are not determined.

    They are compared with the recursion at states near the start, where the system has the shape
    in which it is drawn.  Raises LagrError where nothing binds it or nothing moves, where it cannot
    be put together, and where results are too long; Disagreement where the comparison fails.
    """
    check_form(form, FORMS)
    prepared, all_coordinates = prepared.named, is_of_all(minimal)
    sheet = bound_sheet(prepared, form, side)
    choice = form, side, all_coordinates, multipliers
    key = ("minimal", *choice, prepared.special, _begun(prepared))

    def made() -> Sheet:
        return ReducedSystem(prepared, sheet).compared(all_coordinates, multipliers)

    return prepared.kept(key, made)


def is_of_all(minimal: bool | str) -> bool:
    """Whether equations in ``all`` coordinates are wanted; raises LagrError for another name."""
    if isinstance(minimal, str):
        place = say("Minimal equations “{name}”", name=minimal)
        check_known(minimal, (ALL,), place, "There is no such choice.", "minimal")
    return minimal == ALL


def bound_sheet(prepared: Prepared, form: str, side: str) -> Sheet:
    """Lagrange's equations with multipliers; raises LagrError where nothing binds a system."""
    if not prepared.is_bound:
        raise refusal(
            "Minimal equations",
            "No condition binds the coordinates: their equations are minimal.",
            "Look at the equations as they are.",
            "minimal",
        )
    sheet = sheet_of(prepared, form, side=side)
    if sheet.left_out:
        raise too_long()
    return sheet


def is_long(prepared: Prepared, sheet: Sheet) -> bool:
    """Whether what is printed, or what it is made of, is too long for functions to be put in."""
    terms = sum(len(entry.terms) for entry in sheet.entries)
    return terms > READABLE * len(sheet.coordinates) or makes_long(prepared.general.closed)


def makes_long(closed: Closed) -> bool:
    """Whether g, Γ and Q have more terms than functions are put in."""
    tables = closed.metric.g_parts, closed.metric.gamma_parts, closed.Q_parts
    sums = (parts for table in tables for parts in table.values())
    length = sum(value.length for parts in sums for value in parts.values())
    return length > LONGEST


def _begun(prepared: Prepared) -> str:
    """What the shape of a system near its start depends on."""
    model = prepared.model
    return f"{model.start} {model.parameters} {model.simulation.start}"


@derived
def read_first(
    prepared: Prepared,
    form: str = DEFAULT_FORM,
    side: str = "right",
    multipliers: bool = False,
) -> Sheet:
    """The equations of a model as they are read first: minimal ones where it is bound and has them.

    Where there are no minimal ones, or none that agree with the recursion, a remark of the sheet
    says why.  Raises LagrError for an unsound model and results that are too long.
    """
    sheet = sheet_of(prepared, form, side=side)
    if not prepared.is_bound:
        return sheet
    try:
        return minimal_equations(prepared, form, side, multipliers=multipliers)
    except LagrError as error:
        return with_multipliers(sheet, error)


def with_multipliers(sheet: Sheet, error: LagrError) -> Sheet:
    """A sheet with multipliers that says why it has no minimal equations."""
    said = error.problems[0]
    note = Problem("Minimal equations", said.cause, said.remedy, Severity.HINT, "minimal")
    return replace(sheet, notes=(note, *sheet.notes))


class ReducedSystem:
    """A bound system whose equations with multipliers are a sheet, near its start.

    Raises LagrError where no position near the start meets the conditions, or it is a dead one.
    """

    def __init__(self, prepared: Prepared, sheet: Sheet) -> None:
        self.prepared = prepared
        self.near = Neighbourhood(prepared.of(with_values(prepared.sampled.model)))
        self.places = self.near.places()
        start = zip(self.near.sampled.coordinates, self.near.start.q, strict=True)
        self.numbers = typed_numbers(prepared) | dict(start)
        self.sheet = self._as_it_begins(sheet)
        model = prepared.general.model
        changed = replacing(model, sheet.special)
        assumed = assuming(self.sheet.assumptions)
        self.after: After = lambda value: assumed(changed(value))

    def _as_it_begins(self, sheet: Sheet) -> Sheet:
        """A sheet with the signs of lengths at the start that meets the conditions."""
        if all(entry.holds(self.numbers) for entry in sheet.directions):
            return sheet
        shown = presenter_of(self.prepared).sheet(sheet.form, sheet.special, self.numbers)
        return replace(shown, title=sheet.title, side=sheet.side)

    @property
    def closed(self) -> Closed | None:
        """The closed form; the structured sheet needs none."""
        return None if self.sheet.structured else self.prepared.general.closed

    def compared(self, all_coordinates: bool = False, multipliers: bool = False) -> Sheet:
        """The minimal equations with their certificate. Raises as `minimal_equations` does."""
        return self.checked(*self.made(all_coordinates, multipliers))

    def checked(self, shown: Sheet, gaps: Gaps) -> Sheet:
        """A sheet with the certificate that its `gaps` give; raises Disagreement."""
        assert shown.minimal is not None
        certificate = self.near.check(gaps)
        return replace(shown, minimal=replace(shown.minimal, certificate=certificate))

    def made(self, all_coordinates: bool = False, multipliers: bool = False) -> tuple[Sheet, Gaps]:
        """The equations, and what they miss at a state."""
        closed, rows = self.closed, self.rows
        if not (all_coordinates or closed is None or any(closed.constraints.bent)):
            with suppress(TooLong):
                form, shown = self._put_in()
                if multipliers:
                    shown = self._with_multipliers(shown, rows, form)
                return shown, partial(self.near.gaps, form, shown, rows)
        left = self._tangent(rows)
        shown = projected_sheet(self.sheet, left)
        if multipliers:
            shown = self._with_multipliers(shown, rows)
        named = self.near.named_results(shown)
        return shown, partial(self.near.gaps_in_all, shown, left, rows, named)

    def _with_multipliers(
        self, shown: Sheet, rows: Sequence[int], form: MinimalForm | None = None
    ) -> Sheet:
        """Minimal equations with multipliers beside; those put in have a `form`."""
        slopes = self.near.slopes(rows)
        if np.linalg.matrix_rank(slopes, tol=RANK) < len(slopes):
            cause = "Constraint equations depend on others: multipliers are not determined."
            remedy = "Take away joints or elements that bind nothing more."
            note = Problem("Multipliers", cause, remedy, Severity.HINT, "multipliers")
            return replace(shown, notes=(note, *shown.notes))
        conditions = TangentConditions(self.sheet, slopes, self.prepared.general.reading)
        found = None
        if form is not None:
            with suppress(TooLong):
                found = in_minimal(form, self.prepared.general.closed, conditions, self._show(form))
        assert shown.minimal is not None
        named = shown.minimal.named
        if found is None:
            found = in_names(conditions)
            named |= {*printed_names(conditions.reading, self.sheet.of("G"))}
        minimal = replace(shown.minimal, multipliers=found.systems, named=named)
        return replace(shown, entries=(*shown.entries, *found.entries), minimal=minimal)

    def _show(self, form: MinimalForm) -> Show:
        """What arranges further results of a minimal form."""
        assumed = assuming(form.in_what_is_left(self.sheet))
        model = self.prepared.general.model
        typed = form.closed.reading.typed.also(spelling_of(model, self.sheet.special))
        return Show(self.sheet.form, lambda value: assumed(self.after(value)), typed)

    def _put_in(self) -> tuple[MinimalForm, Sheet]:
        """The equations in independent coordinates alone; raises TooLong where they are long."""
        if is_long(self.prepared, self.sheet):
            raise too_long()
        return self.put_in()

    def put_in(self) -> tuple[MinimalForm, Sheet]:
        """The system in its independent coordinates, and its equations before they are compared.

        Raises LagrError where there are none, TooLong where they cannot be made.
        """
        prepared, sheet = self.prepared, self.sheet
        key = ("put in", sheet.form, sheet.side, prepared.special, _begun(prepared))
        return prepared.kept(key, self._made_of_functions)

    def _made_of_functions(self) -> tuple[MinimalForm, Sheet]:
        general = self.prepared.general
        form = minimal_form(general.closed, self.after, self.places)
        with suppress(TooLong):
            turning = form.speeds and turning_speeds(form.closed, form.speeds)
            if turning:
                other = replace(form, speeds=turning)
                shown = self._sheet(other)
                if not turns_along(form.closed, shown):
                    return other, shown
        return form, self._sheet(form)

    def _sheet(self, form: MinimalForm) -> Sheet:
        """What a minimal form looks like."""
        model = self.prepared.general.model
        return minimal_sheet(form, model, self.sheet, self.numbers, integral)

    @cached_property
    def rows(self) -> Sequence[int]:
        """The conditions of the system that the sheet shows, from 0."""
        if (closed := self.closed) is not None:
            return closed.constraints.shown
        rows = structure_of(self.prepared).rows
        return [i for i, row in enumerate(rows) if row.G and not row.own]

    def _tangent(self, rows: Sequence[int]) -> Tangent:
        """The motions that conditions leave."""
        reading, closed = self.prepared.general.reading, self.closed
        wanted: tuple[str, ...] = ()
        if closed is not None and self.places[0].rank:
            with suppress(TooLong):
                wanted = dependence(closed, self.after, self.places).names
        conditions = TangentConditions(self.sheet, self.near.slopes(rows), reading, wanted)
        return tangent(conditions, rows, closed, self.after, self.places[0].numbers.of)
