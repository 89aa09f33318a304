"""The equations as they are read: entries, terms, and the element each term comes from.

A sheet is plain data (frozen, picklable): it travels from the worker to the window, to the
command line and to the exporters.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from lagr_gui.expression import (
    Call,
    Expression,
    Spelling,
    Symbol,
    called,
    substitute,
    symbols_in,
    with_half,
)
from lagr_gui.expression.rows import as_sum
from lagr_gui.expression.tree import Reduced
from lagr_gui.foundation.message import say
from lagr_gui.foundation.problem import Problem
from lagr_gui.foundation.selfcheck import SelfCheck
from lagr_gui.foundation.showing import Shown
from lagr_gui.mechanics.chart import Chosen
from lagr_gui.mechanics.sheets.directions import Direction
from lagr_gui.mechanics.sheets.pictures import NamePicture
from lagr_gui.mechanics.sheets.terms import Term
from lagr_gui.mechanics.trees import Trees
from lagr_gui.mechanics.typed_numbers import Typed

if TYPE_CHECKING:
    from lagr_gui.mechanics.sheets.contact_records import Contact
    from lagr_gui.mechanics.sheets.friction_records import FrictionForce

STRUCTURED = "structured"
"""The form in vectors and composite quantities, which has definitions."""

DEFAULT_FORM = "terms"
"""The form that results have unless another one is asked for."""

EXPANDED = (DEFAULT_FORM, "shortest", "collected", "multi-angle", "product")
"""The forms of results that are multiplied out."""

FORMS = (*EXPANDED, STRUCTURED)
"""The forms in which results can be shown."""

ONE_SIDE = "one"
"""The side of equations of motion that have 0 on their right."""

SIDES = ("right", ONE_SIDE)
"""Where forces stand in equations of motion."""

FIRST_KIND = "lagrange-1"
"""The formalism whose coordinates are those of bodies that are cut free in a plane."""

ALL = "all"
"""The choice of minimal equations in all coordinates."""

IN_SPEEDS = ("kane", "appell", "boltzmann-hamel")
"""Formalisms whose equations stand in speeds, which meet conditions without multipliers."""

OF_BODIES = ("E", "x", "v", "v_own", "w")
"""Symbols whose first index is the number of a body."""

OF_EQUATIONS = ("E", "x", "g", "Gamma", "Q", "phi", "G", "gamma_bar", "gamma_bar2")
"""Symbols of a sheet without some terms: energies would not be those of its equations."""

ENERGIES = ("T", "U", "D", "U_F", "D_F", "L", "H", "S", "Z", "T_dot", "T_ddot", "T_star")
"""Symbols of results of which squares of rates and lengths have a half before them."""

TermKey = tuple[str, tuple[int, ...], int]
"""Symbol, indices and place of a term among those of its entry."""

VECTORS = ("v", "v_own", "w")
"""Partial velocities: components i = 1 … 3 of vectors by body and speed, indices body, i, speed.

Those of centres of mass stand in space axes (`v`), or in the body's own (`v_own`); `w` in these.
"""

_TEXT = {
    "U_F": "U",
    "D_F": "D",
    "F_star": "F*",
    "v_own": "v",
    "p_const": "p",
    "h_const": "h",
    "jacobi": "h",
    "phi": "Phi",
}


def plain_name(symbol: str) -> str:
    """What results of a symbol are called in plain text."""
    return _TEXT.get(symbol, symbol)


def numbers(indices: Sequence[int]) -> str:
    """Indices in a row; with commas where one has two digits."""
    separator = "," if any(index > 9 for index in indices) else ""
    return separator.join(map(str, indices))


@dataclass(frozen=True, slots=True)
class Entry(Shown):
    """One result different from zero.

    `symbol` is ``g``, ``Gamma``, ``Q``, ``T``, ``U``, ``D``, ``E`` or ``x``, of conditions
    ``phi``, ``G``, ``gamma_bar`` (γ̄) or ``gamma_bar2`` (γ̿), or one of those of the other
    formalisms; `indices` are those of theory.md (0 is time; for ``E`` and ``x`` the body's
    number comes first, of conditions theirs);
    `equation` is the number of the formula it comes from.  A `label` is its name where that is not
    made of symbol and indices: p_r of the momentum of r.
    """

    symbol: str
    indices: tuple[int, ...]
    terms: tuple[Term, ...]
    equation: str
    label: str = ""

    def __reduce__(self) -> Reduced:
        return Entry, (self.symbol, self.indices, self.terms, self.equation, self.label)

    @property
    def name(self) -> str:
        """g21, Gamma122, Q1; E(2)13 and x(2)1 of body 2; gamma_bar2(1) of condition 1; p_r."""
        if self.label:
            return self.label
        if self.symbol in OF_BODIES:
            return f"{plain_name(self.symbol)}({self.indices[0]}){numbers(self.indices[1:])}"
        if self.symbol.startswith("gamma_bar"):
            return f"{self.symbol}({self.indices[0]})"
        if self.symbol == "lambda":
            return f"lambda_{self.indices[0]}"
        if self.symbol == "hamel":
            return f"gamma({self.indices[0]}){numbers(self.indices[1:])}"
        return f"{plain_name(self.symbol)}{numbers(self.indices)}"

    @property
    def tree(self) -> Expression:
        """The whole result as one expression."""
        trees = tuple(term.tree for term in self.terms)
        return as_sum(trees)

    @property
    def reference(self) -> str:
        """The name as it is used in expressions: g10_11."""
        return self.name.replace(",", "_")

    @property
    def by_name(self) -> Entry:
        """The result as its name, for what is put together from it."""
        sources = dict.fromkeys(key for term in self.terms for key in term.sources)
        named = Term(Symbol(self.reference), tuple(sources))
        return Entry(self.symbol, self.indices, (named,), self.equation)


EQUAL, AT_MOST = "=", "≤"
"""How the sides of an equation, or of an inequality, stand to each other."""


@dataclass(frozen=True, slots=True)
class Balance(Shown):
    """One equation of motion: the sum of `left` equals the sum of `right` (empty: 0).

    Those of one `group` stand below one another under it: those of a body that is cut free.  The
    sides of an inequality have another `relation`.  What is `said` of it stands behind.  What has
    several modes is told by `cases` (`signal_lines`): what is said of each, with its right side.
    """

    coordinate: str
    index: int
    left: tuple[Term, ...]
    right: tuple[Term, ...]
    equation: str = "29"
    group: str = ""
    relation: str = EQUAL
    said: str = ""
    cases: tuple[tuple[str, tuple[Term, ...]], ...] = ()


@dataclass(frozen=True, slots=True)
class Definition(Shown):
    """A name that the program introduces, and what it stands for.

    `rank` is scalar, vector or tensor; the sum of `trees` is the expression, whose names are
    those of the model or were defined before.  The name is that of `stem` and `indices`, with
    another letter where the model has it already.  What is a function, or a slope of one, is
    written as the `call`: x(φ), x′(φ).
    """

    name: str
    rank: str
    trees: tuple[Expression, ...]
    meaning: str
    stem: str
    indices: tuple[str, ...]
    sources: tuple[str, ...] = ()
    call: Call | None = None

    @property
    def tree(self) -> Expression:
        """What the name stands for, as one expression."""
        return as_sum(self.trees)


@dataclass(frozen=True)
class LinearSystem:
    """Linear `lines` that determine `unknowns`, which are names or slopes of functions.

    Some of these may have definitions, too.
    """

    unknowns: tuple[Expression, ...]
    lines: tuple[Balance, ...]

    @property
    def needs(self) -> frozenset[Symbol]:
        """What has to be known before."""
        trees = (term.tree for line in self.lines for term in (*line.left, *line.right))
        return symbols_in(trees) - {*self.unknowns}


@dataclass(frozen=True)
class Minimal:
    """What the equations of a bound system stand in: the coordinates that conditions leave.

    `functions` are those that are functions of these, `speeds` the independent ones; the
    `certificate` tells how well they agree with the recursion.  Linear `systems` tell slopes that
    have no formula; slopes may hold entries of G by the names `named`.  Where equations stand in
    `all_coordinates` nothing is put in, and the conditions hold beside.  Where multipliers are
    wanted those that have no formula follow from the linear systems `multipliers`.
    """

    coordinates: tuple[str, ...]
    functions: tuple[str, ...]
    speeds: tuple[str, ...]
    certificate: SelfCheck
    systems: tuple[LinearSystem, ...] = ()
    all_coordinates: bool = False
    named: frozenset[str] = frozenset()
    multipliers: tuple[LinearSystem, ...] = ()


@dataclass(frozen=True)
class BeamCurve:
    """The points of a beam over its root: (L ξ − 1/(2L) ∫₀^ξ w′² dη) e + w n, w = Σ qᵢ uᵢ(ξ).

    `beam` is the index of what is made of it, `key` its item; `shapes` are the uᵢ, where they have
    formulas; one that `shortens` is the shorter the more it bends.  `axes` lead from those at the
    root into space; None where they are those of space.
    """

    beam: str
    key: str
    axis: Trees
    across: Trees
    length: Expression
    density: Expression
    amplitudes: tuple[str, ...]
    shapes: tuple[Expression, ...]
    shortens: bool
    axes: Expression | None


COORDINATE = say("coordinate of the model")
"""The meaning of a coordinate that new ones replace."""
AT_UNIT_SPEED = say("its velocity where that of {name} is 1", name="")
"""The meaning of a velocity that goes with that of another coordinate."""
DEPENDENT = say("coordinate that follows from the others")
"""The meaning of a coordinate that conditions determine."""


def needed(
    definitions: Iterable[Definition], trees: Iterable[Expression]
) -> tuple[Definition, ...]:
    """The definitions that trees need, directly or through others, in their order."""
    wanted = names_in(trees)
    chosen: list[Definition] = []
    for definition in reversed(tuple(definitions)):
        name = definition.name if definition.call is None else definition.call.function
        if name in wanted:
            chosen.append(definition)
            wanted |= names_in(definition.trees)
    return tuple(reversed(chosen))


def names_in(trees: Iterable[Expression]) -> set[str]:
    """The names of all symbols and functions in trees."""
    several = tuple(trees)
    functions = {name for tree in several for name, _ in called(tree)}
    return functions | {symbol.name for symbol in symbols_in(several)}


def free_name(name: str, taken: Collection[str]) -> str:
    """A name that is not taken: ell_1, or ellx_1, ellxx_1 …"""
    while name in taken:
        stem, _, rest = name.partition("_")
        name = f"{stem}x_{rest}" if rest else f"{stem}x"
    return name


CONSERVED = ("p_const", "h_const", "jacobi")
"""Symbols of quantities that do not change: momenta, energy, Jacobi's integral."""


@dataclass(frozen=True)
class Begun:
    """How a coordinate of a body that is cut free begins; None where a parameter has no value."""

    unit: str
    position: float | None = None
    velocity: float | None = None


@dataclass(frozen=True, slots=True)
class Sheet(Shown):
    """All results of one derivation in one form and one special case, only those ≠ 0.

    `solved` are dependent coordinates in closed form, in the order in which they are computed;
    σ = ±1 chooses a branch, and beside asin(s) there is π − asin(s).  `formalism` names the form
    of the equations; `balances` are its equations, empty for those of Lagrange, which follow
    from g, Γ and Q.  Forces on the `charges` of circuits that come from the elements `passive`
    are written on the left, as in L q̈ + R q̇ + q/C = u; those of `couplings` of other coordinates on
    the right, though they follow from Γ: the torque K q̇ of a motor.  `directions` are those of
    lengths along a line; what they assume holds at the start.  `definitions` are those of the
    structured form, or of lengths and roots that have names, each before its first use.  `side` is
    one of `SIDES`.
    Where other coordinates than those of the model are `chosen`, these are defined there first.
    `pictures` are those of names; what their places need besides the definitions are `places`.
    `states` are the equations ż = … of states of the first order, `signals` tell what names of
    signals stand for that are not put in, each behind those that it is made of.
    Equations of bound systems that are `minimal` have no multipliers: g, Γ and Q are those of the
    coordinates that are left, and `balances` the equations of the independent speeds.
    Results whose symbols are `left_out` have too many lines: none of them is here, and no equation
    of motion.  U is told but for its `constant`, where there is one.
    Forces of dry friction stand in it by their names; `frictions` tell what these are.  `contacts`
    are the limits of the model, which are open in it unless their modes say otherwise.
    They hold `after` these events of the model (with commas between), otherwise before any.
    `begun` are the start values of coordinates that are not those of joints (first kind).
    """

    title: str
    coordinates: tuple[str, ...]
    form: str
    special: str
    entries: tuple[Entry, ...]
    seconds: float
    notes: tuple[Problem, ...] = ()
    formalism: str = "lagrange"
    balances: tuple[Balance, ...] = ()
    solved: tuple[Balance, ...] = ()
    charges: tuple[str, ...] = ()
    passive: tuple[str, ...] = ()
    couplings: tuple[str, ...] = ()
    directions: tuple[Direction, ...] = ()
    definitions: tuple[Definition, ...] = ()
    pictures: tuple[tuple[str, NamePicture], ...] = ()
    places: tuple[Definition, ...] = ()
    curves: tuple[BeamCurve, ...] = ()
    side: str = "right"
    chosen: Chosen | None = None
    left_out: tuple[str, ...] = ()
    states: tuple[Balance, ...] = ()
    signals: tuple[Balance, ...] = ()
    minimal: Minimal | None = None
    constant: Expression | None = None
    begun: tuple[Begun, ...] = ()
    frictions: tuple[FrictionForce, ...] = ()
    after: str = ""
    contacts: tuple[Contact, ...] = ()

    @property
    def assumptions(self) -> tuple[Direction, ...]:
        """What is taken to be positive in these equations."""
        return tuple(entry for entry in self.directions if entry.known)

    @property
    def sticks(self) -> bool:
        """Whether its equations of motion hold while something sticks, or limits are in contact."""
        touch = any(contact.touches for contact in self.contacts)
        return touch or any(force.sticks for force in self.frictions)

    @property
    def structured(self) -> bool:
        """Whether results stand in vectors, and go by their names where they are used."""
        return self.form == STRUCTURED

    def of(self, symbol: str) -> tuple[Entry, ...]:
        """The entries of one symbol, in order."""
        return tuple(entry for entry in self.entries if entry.symbol == symbol)

    @property
    def spelling(self) -> Spelling:
        """What its numbers tell of how others are written."""
        lines = (*self.definitions, *self.entries)
        return Spelling.of(line.tree for line in lines)

    def without(self, dropped: frozenset[TermKey]) -> Sheet:
        """The sheet without some terms, and without energies, which are not theirs."""
        entries: list[Entry] = []
        for entry in self.entries:
            if entry.symbol not in OF_EQUATIONS:
                continue
            terms = tuple(
                term
                for number, term in enumerate(entry.terms)
                if (entry.symbol, entry.indices, number) not in dropped
            )
            if terms:
                entries.append(replace(entry, terms=terms))
        of_frictions = (tree for force in self.frictions for tree in force.trees)
        trees = [*(entry.tree for entry in entries), *of_frictions]
        used = needed(self.definitions, trees)
        chart = () if self.chosen is None else self.definitions[: len(self.chosen.chart.changed)]
        others = tuple(entry for entry in used if entry not in chart)
        return replace(self, entries=tuple(entries), definitions=(*chart, *others))

    def spelled(self, typed: Typed) -> Sheet:
        """The same with numbers as they were typed."""
        if typed.is_plain:
            return self
        entries = tuple(halved(replace(e, terms=_spelled(e.terms, typed))) for e in self.entries)
        definitions = (
            replace(own, trees=tuple(typed.spelled(tree, own.sources) for tree in own.trees))
            for own in self.definitions
        )
        states = (_line_spelled(own, typed) for own in self.states)
        signals = (_line_spelled(own, typed) for own in self.signals)
        return replace(
            self,
            entries=entries,
            definitions=tuple(definitions),
            states=tuple(states),
            signals=tuple(signals),
        )

    @property
    def rates(self) -> tuple[Expression, ...]:
        """ż of the states of the first order, with what names stand for."""
        sums = (as_sum(tuple(term.tree for term in state.right)) for state in self.states)
        return tuple(map(self.written_out, sums))

    def written_out(self, tree: Expression) -> Expression:
        """A scalar result with what its names stand for."""
        for definition in reversed(self.definitions):
            tree = substitute(tree, {Symbol(definition.name): definition.tree})
        for signal in reversed(self.signals):
            stands = as_sum(tuple(term.tree for term in signal.right))
            tree = substitute(tree, {Symbol(signal.coordinate): stands})
        return tree


def _line_spelled(line: Balance, typed: Typed) -> Balance:
    cases = ((said, _spelled(terms, typed)) for said, terms in line.cases)
    return replace(line, right=_spelled(line.right, typed), cases=tuple(cases))


def _spelled(terms: Iterable[Term], typed: Typed) -> tuple[Term, ...]:
    return tuple(Term(typed.spelled(term.tree, term.sources), term.sources) for term in terms)


def halved(entry: Entry) -> Entry:
    """A result in which a half that stands before squares in an energy is ½, and not 0.5."""
    if entry.symbol not in ENERGIES:
        return entry
    return replace(entry, terms=tuple(replace(t, tree=with_half(t.tree)) for t in entry.terms))


def poses(sheet: Sheet, symbol: str) -> dict[int, list[Entry]]:
    """The entries of ``E`` or ``x`` by body."""
    by_body: dict[int, list[Entry]] = {}
    for entry in sheet.of(symbol):
        by_body.setdefault(entry.indices[0], []).append(entry)
    return by_body


def vectors(sheet: Sheet, symbol: str) -> dict[tuple[int, int], list[Entry]]:
    """The components of partial velocities (`VECTORS`) by body and speed."""
    found: dict[tuple[int, int], list[Entry]] = {}
    for entry in sheet.of(symbol):
        body, _, speed = entry.indices
        found.setdefault((body, speed), []).append(entry)
    return dict(sorted(found.items()))


def axes_of(sheet: Sheet, symbol: str) -> tuple[int, ...]:
    """The components of partial velocities that are shown: those of a plane system in its plane."""
    along = (*sheet.of("v"), *sheet.of("v_own"))
    if any(e.indices[1] == 3 for e in along) or any(e.indices[1] < 3 for e in sheet.of("w")):
        return 1, 2, 3
    return (3,) if symbol == "w" else (1, 2)
