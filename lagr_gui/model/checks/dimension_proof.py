"""Whether quantities of different dimension are put together, and which units follow from use.

Every place of a model has a dimension, as far as it is known, and so have the parameters with a
unit: what is written at a place must have its dimension.  Where a parameter has no unit this
is an equation for its dimension; all of them together are linear in the exponents.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction

from lagr_gui.expression import (
    BUILTINS,
    Call,
    Expression,
    Number,
    Power,
    Product,
    Sum,
    Symbol,
    called,
    read,
    symbols,
    write,
)
from lagr_gui.expression.dimensions import (
    ALIKE,
    ANYTHING,
    PURE,
    DoesNotFit,
    dimension_of,
    loosened,
)
from lagr_gui.expression.units import NONE, UNITS, Dimension, named, unit_of
from lagr_gui.foundation.message import say
from lagr_gui.foundation.problem import LagrError, Problem, Severity
from lagr_gui.model.faults import place_of
from lagr_gui.model.kinds import Kinds
from lagr_gui.model.quantities import (
    Places,
    check_quantities,
    has_unit,
    units_of_coordinates,
)
from lagr_gui.model.records import Model
from lagr_gui.model.sites import Site, written_sites

TIME = {Symbol("t")}
"""Where nothing else has a unit, as in sin(2*t), numbers are measures that were typed without."""
LONGEST = 60
"""Longer terms are told by their beginning."""


def check_dimensions(model: Model, kinds: Kinds) -> Iterator[Problem]:
    """What of different dimension is put together where no number has a unit.

    These are warnings: units of parameters are words of the user, and numbers do not change.
    """
    places = Places(model, kinds)
    for site, tree in _written(model, kinds):
        cause = _misfit(places, site, tree)
        if cause:
            remedy = "Correct the term, or the unit of what stands in it."
            place = place_of(site.path, model)
            yield Problem(place, cause, remedy, Severity.WARNING, "dimension", site.path)


def dimension_faults(model: Model, kinds: Kinds) -> tuple[Problem, ...]:
    """What of different dimension is put together, with and without units of numbers."""
    problems = (*check_quantities(model, kinds), *check_dimensions(model, kinds))
    return tuple(problem for problem in problems if problem.code == "dimension")


def _written(model: Model, kinds: Kinds) -> Iterator[tuple[Site, Expression]]:
    """The expressions with other names than the time, or with functions of the model.

    Those with units of their own are checked elsewhere.
    """
    for site in written_sites(model, kinds):
        if not has_unit(str(site.value)):
            try:
                tree = read(str(site.value))
            except LagrError:
                continue  # what does not read is told as that
            if not symbols(tree) <= TIME or any(name not in BUILTINS for name, _ in called(tree)):
                yield site, tree


def _misfit(places: Places, site: Site, tree: Expression) -> str:
    def size_of(symbol: Symbol) -> Dimension | None:
        return _local_dimension(site) if symbol.name in site.locals else places.dimension(symbol)

    text = places.unit(site.path)
    wanted = unit_of(text) if text else None
    try:
        dimension = dimension_of(loosened(tree), size_of, places.own)
    except DoesNotFit as error:
        return _words(error, _as_written(tree))
    if wanted is None or not isinstance(dimension, tuple) or dimension == wanted.dimension:
        return ""
    if dimension == NONE:
        return say("This is an angle or a number, the place holds {unit}.", unit=text)
    return say("This is in {found}, the place holds {unit}.", found=named(dimension), unit=text)


def _local_dimension(site: Site) -> Dimension | None:
    """That of the names that are known at a place only, where it is known."""
    unit = unit_of(site.local_unit) if site.local_unit else None
    return unit and unit.dimension


def _words(error: DoesNotFit, written: Mapping[Expression, Expression]) -> str:
    if not error.terms:
        return error.args[0]
    first, second = (_short(written.get(term, term)) for term in error.terms)
    cause = say("“{first}” and “{second}” are of different dimension.", first=first, second=second)
    return say("{cause} {units}", cause=cause, units=error.args[0])


def _as_written(tree: Expression) -> dict[Expression, Expression]:
    """What is put together somewhere in a tree, by what it is where numbers count as measures."""
    match tree:
        case Sum(parts) | Product(parts) | Call(_, parts, _):
            by_measure = {loosened(part): part for part in parts}
        case Power(base, exponent):
            by_measure, parts = dict[Expression, Expression](), (base, exponent)
        case _:
            return {}
    for part in parts:
        by_measure |= _as_written(part)
    return by_measure


def _short(term: Expression) -> str:
    text = write(term)
    return text if len(text) <= LONGEST else text[:LONGEST] + "…"


# --- units that follow from use --------------------------------------------------------------


@dataclass(frozen=True)
class _Form:
    """A dimension that is linear in those of parameters: a constant and a sum of shares."""

    constant: Dimension
    shares: Mapping[str, Fraction] = field(default_factory=dict[str, Fraction])

    def plus(self, other: _Form, factor: Fraction = Fraction(1)) -> _Form:
        pairs = zip(self.constant, other.constant, strict=True)
        shares = dict(self.shares)
        for name, share in other.shares.items():
            shares[name] = shares.get(name, Fraction(0)) + factor * share
        kept = {name: share for name, share in shares.items() if share}
        return _Form(tuple(a + factor * b for a, b in pairs), kept)

    def times(self, factor: Fraction) -> _Form:
        return _Form(NONE).plus(self, factor)


def units_from_use(model: Model, kinds: Kinds) -> dict[str, str]:
    """The units, by name, of parameters without one that follow from where they are used."""
    return _following(model, kinds, [entry.name for entry in model.parameters if not entry.unit])


def units_of_all_coordinates(model: Model, kinds: Kinds) -> dict[str, str]:
    """The units of coordinates by their kinds, of others those that follow from use."""
    units = units_of_coordinates(model, kinds)
    return units | _following(
        model, kinds, [name for name in model.coordinates if name not in units]
    )


def _following(model: Model, kinds: Kinds, missing: Collection[str]) -> dict[str, str]:
    if not missing:
        return {}
    use = _Use(Places(model, kinds), frozenset(missing))
    use.hear()
    for site, tree in _written(model, kinds):
        use.meet(site, tree)
    solved = _solved(use.equations)
    return {name: use.unit(name, solved[name]) for name in missing if name in solved}


class _Use:
    """Gathers the equations that places and sums set up."""

    def __init__(self, places: Places, missing: frozenset[str]) -> None:
        self._places, self._missing = places, missing
        self._locals: Mapping[str, Dimension | None] = {}
        self.equations: list[_Form] = []
        self._alone: dict[str, str] = {}
        self._angles: set[str] = set()

    def meet(self, site: Site, tree: Expression) -> None:
        """What stands at a place has its dimension."""
        self._locals = dict.fromkeys(site.locals, _local_dimension(site))
        form = self._form(loosened(tree))
        text = self._places.unit(site.path)
        wanted = unit_of(text) if text else None
        if form is not None and wanted is not None:
            self.equations.append(form.plus(_Form(wanted.dimension), Fraction(-1)))
            if isinstance(tree, Symbol):
                self._alone.setdefault(tree.name, text)
        elif form is not None and site.path[0] in ("parameters", "special_cases"):
            name = self._defined(site)
            if name in self._missing:
                self.equations.append(form.plus(self._symbol(Symbol(name)), Fraction(-1)))

    def hear(self) -> None:
        """Values whose numbers have units tell dimensions, before any use does."""
        for name in sorted(self._missing):
            if (dimension := self._places.of_text(name)) is not None:
                unknown = _Form(NONE, {name: Fraction(1)})
                self.equations.append(unknown.plus(_Form(dimension), Fraction(-1)))
                self._angles |= {name} if dimension == NONE else set()

    def unit(self, name: str, dimension: Dimension) -> str:
        """A unit of a dimension, as the places write it where the parameter stands alone."""
        alone = unit_of(self._alone.get(name, ""))
        if alone is not None and alone.dimension == dimension:
            return self._alone[name]
        if dimension == NONE:
            return "rad" if name in self._angles else "1"
        text = "N m" if dimension == UNITS["Nm"].dimension else named(dimension)
        return text.replace("(", "").replace(")", "")  # all behind the stroke divides, as in fields

    def _defined(self, site: Site) -> str:
        """The parameter that a place defines."""
        model, second = self._places.model, site.path[1]
        assert isinstance(second, int)  # a place in a list
        if site.path[0] == "parameters":
            return model.parameters[second].name
        entry = site.path[3]
        assert isinstance(entry, int)  # likewise
        return model.special_cases[second].replacements[entry].name

    def _symbol(self, symbol: Symbol) -> _Form:
        dimension = None if symbol.name in self._missing else self._places.dimension(symbol)
        if dimension is not None:
            return _Form(dimension)
        rate = tuple(-symbol.order * entry for entry in UNITS["s"].dimension)
        return _Form(rate, {symbol.name: Fraction(1)})

    def _form(self, tree: Expression) -> _Form | None:
        """The dimension of an expression; None where it may be any."""
        match tree:
            case Number():
                return _Form(NONE)
            case Symbol():
                if tree == ANYTHING or tree.name in self._locals:
                    dimension = self._locals.get(tree.name)
                    return _Form(dimension) if dimension is not None else None
                return self._symbol(tree)
            case Sum(terms):
                return self._alike(terms)
            case Product(factors):
                return self._product(factors)
            case Power(base, exponent):
                return self._power(base, exponent)
            case Call(function, arguments, _):
                return self._call(function, arguments)

    def _alike(self, terms: tuple[Expression, ...]) -> _Form | None:
        forms = [form for form in map(self._form, terms) if form is not None]
        self.equations += [form.plus(forms[0], Fraction(-1)) for form in forms[1:]]
        return forms[0] if forms else None

    def _product(self, factors: tuple[Expression, ...]) -> _Form | None:
        form_of_product = _Form(NONE)
        unsure = False
        for form in map(self._form, factors):
            if form is None:
                unsure = True
            else:
                form_of_product = form_of_product.plus(form)
        return None if unsure else form_of_product

    def _power(self, base: Expression, exponent: Expression) -> _Form | None:
        form = self._form(base)
        if isinstance(exponent, Number):
            return form and form.times(exponent.value)
        power = self._form(exponent)
        self.equations += [entry for entry in (form, power) if entry is not None]
        return _Form(NONE)

    def _call(self, function: str, arguments: tuple[Expression, ...]) -> _Form | None:
        if function == "pi":
            return _Form(NONE)
        if function == "sqrt":
            form = self._form(arguments[0])
            return form and form.times(Fraction(1, 2))
        if function in ALIKE:
            form = self._alike(arguments)
            return form if function in ("abs", "min", "max") else _Form(NONE)
        if function == "sign":
            self._form(arguments[0])
            return _Form(NONE)
        if function in PURE:
            for form in map(self._form, arguments):
                if form is not None:
                    self.equations.append(form)
                    self._angles |= form.shares.keys()
            return _Form(NONE)
        return None


def _solved(equations: list[_Form]) -> dict[str, Dimension]:
    """The dimensions that the equations (each form is 0) determine; contradictions are left out."""
    rows: dict[str, _Form] = {}
    for form in equations:
        for name in list(form.shares):
            if name in rows and name in form.shares:
                form = form.plus(rows[name], -form.shares[name])
        if not form.shares:
            continue
        pivot = min(form.shares)
        form = form.times(1 / form.shares[pivot])
        for name, row in rows.items():
            if pivot in row.shares:
                rows[name] = row.plus(form, -row.shares[pivot])
        rows[pivot] = form
    return {
        name: tuple(-entry for entry in row.constant)
        for name, row in rows.items()
        if len(row.shares) == 1
    }
