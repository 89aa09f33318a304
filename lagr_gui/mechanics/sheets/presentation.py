"""From the closed form to the sheet that is read: special case, form, terms with sources."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from typing import TYPE_CHECKING

from lagr_gui.algebra import (
    TERMS,
    Attributed,
    Canonical,
    attributed_terms,
    energy_terms,
    facing,
    forward,
    operation_count,
    position_terms,
    separate_terms,
)
from lagr_gui.algebra.coefficients import generator_tree
from lagr_gui.algebra.integral import antiderivative
from lagr_gui.algebra.ring import Generator, Sort, by_powers
from lagr_gui.catalogue.kinds import Potential
from lagr_gui.expression import TIME, Call, Expression, Sum, Symbol, symbols_in, write
from lagr_gui.foundation.message import say
from lagr_gui.foundation.problem import Problem, Severity
from lagr_gui.mechanics.checks.laws import assumed_laws
from lagr_gui.mechanics.closed import Closed, Parts, nonzero
from lagr_gui.mechanics.conserved import Conserved, conserved
from lagr_gui.mechanics.potentials import SIGNALS, Integrate, Nature, natures
from lagr_gui.mechanics.sheets.arranged import Index, Show
from lagr_gui.mechanics.sheets.balance import jacobi, kinetic_energy, momentum, opposite
from lagr_gui.mechanics.sheets.by_source import inertia_terms, source_terms
from lagr_gui.mechanics.sheets.directions import Direction, assuming, directions, signs_in
from lagr_gui.mechanics.sheets.forces import ForceTerms, couplings_of
from lagr_gui.mechanics.sheets.kinetic import (
    LONGEST,
    better,
    by_bodies,
    inertia_by_bodies,
    kinetic_terms,
)
from lagr_gui.mechanics.sheets.names import OFTEN, names_of, roots_in, rubbing_lines
from lagr_gui.mechanics.sheets.rates import Naming
from lagr_gui.mechanics.sheets.sheet import Balance, Definition, Entry, Sheet, Term, needed
from lagr_gui.mechanics.sheets.special_case import replacing, spelling_of
from lagr_gui.model import Base, Model

if TYPE_CHECKING:
    from lagr_gui.mechanics.sheets.elimination import Solved
    from lagr_gui.mechanics.sheets.friction_records import FrictionForce

_RATES = ("gamma_bar", "gamma_bar2")
OF_METRIC = frozenset({"E", "x", "T", "g", "Gamma"})
"""Results that do not change with the elements."""

COUPLING = (
    "Its term in T is linear in the velocities: no energy, but a coupling that stands for"
    " gyroscopic forces, such as the torque and the induced voltage of a motor."
)
"""What is said of a term K θ q̇ of T."""
NO_ENERGY = (
    "Its term linear in the velocities is no energy and is left out of T. It stands for"
    " gyroscopic forces, such as the torque and the induced voltage of a motor."
)
"""What is said where T has no such term."""

BY_SOURCE = ("T", "U", "D", "Q")
"""Results of which each term comes from one body or element, in the form of this name."""

MIXED = (
    "Terms of {names} come from several bodies or elements at once, since what they have in common"
    " stands before a bracket. In the form “terms” each comes from one."
)
"""What is said of a form with such terms."""

CROWDED = (
    "Terms of {names} come from several bodies or elements at once: results are so long that what"
    " terms have in common stands before a bracket."
)
"""The same of the form in which only long results have such terms."""

Shown = tuple[list[Entry], tuple[Definition, ...]]


class Presenter:
    """Shows one derivation in any form and special case, without deriving again.

    What is shown of the metric in the general case is kept with it, also for other elements.
    """

    def __init__(self, closed: Closed, model: Model, integrate: Integrate = antiderivative) -> None:
        self.closed = closed
        self.model = model
        self.integrate = integrate
        self._lengths: dict[str, dict[str, tuple[Canonical, ...]]] = {}
        self._sheets: dict[tuple[str, str, tuple[Direction, ...]], Sheet] = {}

    def sheet(self, form: str, special: str, numbers: Mapping[str, float]) -> Sheet:
        """The sheet in a form and special case (empty: the general case).

        `numbers` are those of parameters and coordinates at the start: lengths keep the signs
        that they have there.
        """
        assumptions = self.directions(special, numbers)
        if (form, special, assumptions) not in self._sheets:
            self._sheets[form, special, assumptions] = self._build(form, special, assumptions)
        return self._sheets[form, special, assumptions]

    def directions(self, special: str, numbers: Mapping[str, float]) -> tuple[Direction, ...]:
        """The directions of lengths along a line, with the signs that they have at a place.

        Only those on which results depend: a spring without natural length has none.
        """
        return directions(self._signed(special), numbers, self.closed.constraints.leans)

    def is_signed(self, special: str) -> bool:
        """Whether results depend on the signs that lengths have at the start."""
        return any(self._signed(special).values())

    def _signed(self, special: str) -> Mapping[str, tuple[Canonical, ...]]:
        if special not in self._lengths:
            self._lengths[special] = self._of_directions(replacing(self.model, special))
        return self._lengths[special]

    def _of_directions(
        self, replace: Callable[[Canonical], Canonical]
    ) -> dict[str, tuple[Canonical, ...]]:
        """The lengths, and sines of the tilt of discs, whose signs stand in results."""
        closed = self.closed
        values = closed.lengths | {key: (lean,) for key, lean in closed.constraints.leans.items()}
        lengths = {key: tuple(map(replace, entries)) for key, entries in values.items()}
        signed = {key: entries for key, entries in lengths.items() if any(map(signs_in, entries))}
        if not signed:
            return {}
        parts = [closed.U_parts, closed.D_parts, *closed.Q_parts.values()]
        stored = [value for entries in parts for key, value in entries.items() if key in signed]
        stored += [row.value for row in closed.constraints.rows if row.source in signed]
        shown = {index for value in stored for index in signs_in(replace(value))}
        return {
            key: tuple(length for length in entries if shown & signs_in(length).keys())
            for key, entries in signed.items()
        }

    def _build(self, form: str, special: str, assumptions: tuple[Direction, ...]) -> Sheet:
        start = time.perf_counter()
        closed = self.closed
        replace, assumed = replacing(self.model, special), assuming(assumptions)
        typed = closed.reading.typed.also(spelling_of(self.model, special))
        show = Show(form, lambda value: assumed(replace(value)), typed)
        steady = show if special else closed.metric.shown.setdefault(form, show)
        entries, definitions = self._shown(show, steady)
        frictions: tuple[FrictionForce, ...] = ()
        if closed.reading.frictions:  # few have dry friction
            from lagr_gui.mechanics.sheets.friction_forces import FrictionForces

            rubbing = FrictionForces(closed, show, definitions)
            definitions, frictions = (*rubbing.definitions.values(),), rubbing.told
        solved: tuple[Solved, ...] = ()
        if closed.reading.constraints:  # trees have none
            from lagr_gui.mechanics.sheets.elimination import eliminate

            solved = eliminate(closed, show.after)
        distances = dict.fromkeys(
            definition for entry in solved for definition in entry.definitions
        )
        sheet = Sheet(
            directions=assumptions,
            title=self.model.name,
            coordinates=closed.reading.coordinates,
            form=form,
            special=special,
            entries=tuple(entries),
            seconds=time.perf_counter() - start,
            notes=(
                *assumed_laws(self.model),
                *(note for nature in self.natures for note in _notes(nature)),
                *self._of_couplings(form),
                *_mixed(form, entries, self.is_crowded),
            ),
            solved=self._solved(solved),
            states=self._states(show),
            signals=self._signals(special),
            charges=closed.reading.mesh_charges,
            passive=closed.reading.passive,
            couplings=tuple(self.couplings),
            definitions=(*definitions, *distances),
            constant=show.after(self._heights[1]).tree(),
            frictions=frictions,
        )
        if not frictions:
            return sheet
        from lagr_gui.mechanics.sheets.sticking import with_sticking

        return with_sticking(sheet, closed.reading.positive)

    @cached_property
    def couplings(self) -> Mapping[str, str]:
        """Elements whose T is linear in the velocities, K θ q̇ of a motor: names by item key."""
        return couplings_of(self.closed)

    def _of_couplings(self, form: str) -> Iterator[Problem]:
        cause = NO_ENERGY if form == TERMS else COUPLING
        for name in self.couplings.values():
            place = say("Element “{name}”", name=name)
            yield Problem(place, cause, "", severity=Severity.HINT, code="coupling")

    def _shown(self, show: Show, steady: Show) -> Shown:
        """All results, with names for roots where these make them shorter."""
        if show.form not in (TERMS, "shortest"):
            return self._entries(show, steady), ()
        return self._surely_named(show, steady) or self._shortest(show, steady)

    def _shortest(self, show: Show, steady: Show) -> Shown:
        """The shorter ones of the results without and with names for roots."""
        entries = self._entries(show, steady)
        names, written = show.once("names", lambda: self._names(entries, show, steady))
        if names:
            values = self._after_metric(steady)
            fixed = steady.named(names) if any(map(names.occur, values)) else steady
            named = self._entries(show.once("named", lambda: show.named(names)), fixed)
            changed = _others(named, entries)
            shorter = _operations(changed, written) < _operations(_others(entries, named))
            if shorter or rubbing_lines(self.closed):
                return named, needed(written, _trees(changed))
        return entries, ()

    def _surely_named(self, show: Show, steady: Show) -> Shown | None:
        """The results with names where they are shorter than the roots alone would be.

        They are those of `_shortest`, of which the ones without names would be thrown away.
        """
        closed = self.closed
        if closed.constraints.shown or self.natures or not show.typed.is_plain:
            return None
        if not steady.once("rootless", lambda: are_rootless([*self._after_metric(steady)])):
            return None
        results = (closed.U_parts, closed.D_parts, *closed.Q_parts.values())
        counts = surely({k: show.after(v) for k, v in own.items()} for own in results)
        if not counts:
            return None
        names, written = show.once("names", lambda: names_of(closed, lambda: counts, show.after))
        if names.known:
            return None
        named = self._entries(show.once("named", lambda: show.named(names)), steady)
        symbols = {definition.name for definition in written}
        changed = [entry for entry in named if entry.symbol not in OF_METRIC]
        changed = [own for own in changed if symbols & {s.name for s in symbols_in(_trees([own]))}]
        if _operations(changed, written) < least(counts):
            return named, needed(written, _trees(changed))
        return None

    def _entries(self, show: Show, steady: Show) -> list[Entry]:
        """All results; `steady` shows those of the metric."""
        closed = self.closed
        metric = steady.once("g", lambda: self._inertia(steady))
        potentials = show.entries("U", {(): self._heights[0]}, "31", _potential_terms)
        potentials = self._in_order(potentials)
        return [
            *steady.once("poses", lambda: self._kinematics(steady)),
            *steady.once("T", lambda: self._kinetic(steady, metric)),
            *potentials,
            *show.entries("D", {(): closed.D_parts}, "37", energy_terms),
            *self._of_forces(show),
            *self._conserved(show, metric, potentials),
            *metric,
            *steady.entries("Gamma", closed.metric.gamma_parts, "30", self._inertia_terms),
            *self._forces(show),
            *self._conditions(show),
        ]

    def _inertia(self, show: Show) -> list[Entry]:
        """g_μν; that of a single coordinate by bodies."""
        exact = self.closed.metric
        metric = show.entries("g", exact.g_parts, "17", self._inertia_terms)
        if show.form == TERMS and exact.size == 2 and [own.indices for own in metric] == [(1, 1)]:
            return [inertia_by_bodies(exact, show, *metric, without=self.couplings)]
        return metric

    def _kinetic(self, show: Show, metric: Sequence[Entry]) -> Sequence[Entry]:
        """T, from the entries of g or as a sum of its own where that is shorter."""
        exact, names = self.closed.metric, self.closed.reading.coordinates
        if show.form == TERMS and self.is_crowded:
            return kinetic_energy(metric, names, "shortest")
        if show.form == TERMS:
            velocities = [exact.kinematics.velocity(index) for index in range(exact.size)]
            terms = by_bodies(exact, show, velocities, without=self.couplings)
            return (Entry("T", (), terms, "18"),) if terms else ()
        plain = kinetic_energy(metric, names, show.form)
        if show.form != "shortest" or exact.g_length > LONGEST:
            return plain
        return better(plain, show.entries("T", {(): exact.T_parts}, "18", kinetic_terms), names)

    def _names(
        self, entries: Iterable[Entry], show: Show, steady: Show
    ) -> tuple[Naming, tuple[Definition, ...]]:
        """Names for roots in results; those of the metric are looked through once."""
        of_metric: list[Entry] = []
        others: list[Entry] = []
        for entry in entries:
            (of_metric if entry.symbol in OF_METRIC else others).append(entry)

        def counted() -> Counter[Expression]:
            return steady.once("roots", lambda: roots_in(of_metric)) + roots_in(others)

        return names_of(self.closed, counted, show.after)

    def _after_metric(self, steady: Show) -> Iterator[Canonical]:
        """The values that the results of the metric are made of, as they are shown."""
        metric = self.closed.metric
        for summands in (*metric.g_parts.values(), *metric.gamma_parts.values()):
            yield from map(steady.after, summands.values())
        for E, x in self.closed.kinematics.poses.values():
            yield from map(steady.after, (*E[0], *E[1], *E[2], *x))

    def _forces(self, show: Show) -> list[Entry]:
        """Q_ρ; those on charges branch by branch, each voltage for itself."""
        names, charges = self.closed.reading.coordinates, self.closed.reading.mesh_charges
        entries: list[Entry] = []
        for rho, parts in self.closed.Q_parts.items():
            is_charge = names[rho - 1] in charges
            made = self.forces.terms_apart if is_charge else self.forces.terms
            if terms := made(show, parts):
                entries.append(Entry("Q", (rho,), terms, "27"))
        return entries

    def _in_order(self, entries: Iterable[Entry]) -> list[Entry]:
        """Results with weights first, then springs, dampers, drives and other loads."""
        return [replace(own, terms=self.forces.in_order(own.terms)) for own in entries]

    @cached_property
    def forces(self) -> ForceTerms:
        """How generalised forces are written."""
        return ForceTerms(self.closed, together=self.is_crowded)

    @cached_property
    def is_crowded(self) -> bool:
        """Whether results are so long that they are as short as possible in the default form, too.

        Of motors T, g and Γ tell nothing there: theirs stay by bodies and elements.
        """
        return self.closed.metric.is_crowded and not self.couplings

    def _inertia_terms(self, parts: Parts, form: str) -> list[Attributed]:
        return inertia_terms(parts, "shortest" if self.is_crowded and form == TERMS else form)

    @cached_property
    def natures(self) -> tuple[Nature, ...]:
        """What the forces that are given as expressions are made of."""
        return natures(self.closed, self.integrate)

    @cached_property
    def conserved(self) -> tuple[Conserved, ...]:
        """Quantities that do not change in any motion."""
        return conserved(self.closed, self.natures)

    def _of_forces(self, show: Show) -> list[Entry]:
        tables: dict[str, dict[Index, Parts]] = {"U_F": {}, "D_F": {}}
        for number, nature in enumerate(self.natures, start=1):
            for symbol, value in (("U_F", nature.U), ("D_F", nature.D)):
                if value is not None:
                    tables[symbol][number,] = {nature.key: value}
        potentials = show.entries("U_F", tables["U_F"], "31", energy_terms)
        return potentials + show.entries("D_F", tables["D_F"], "37", energy_terms)

    def _conserved(
        self, show: Show, metric: Sequence[Entry], potentials: Sequence[Entry]
    ) -> list[Entry]:
        names, entries = self.closed.reading.coordinates, list[Entry]()
        for quantity in self.conserved:
            if quantity.kind == "momentum":
                form = "shortest" if show.form == TERMS else show.form
                entries.append(momentum(metric, quantity.index, names, form))
            elif quantity.kind == "energy":
                shown = {entry.name for entry in potentials} | self.energies.keys() - {"U"}
                terms = (term for term in self._energy_terms() if write(term.tree) in shown)
                entries.append(Entry("h_const", (), tuple(terms), "18", self._energy_letter))
            else:
                conservative = (nature for nature in self.natures if nature.U is not None)
                tables = {(i,): {n.key: n.U} for i, n in enumerate(conservative) if n.U is not None}
                others = show.entries("U_F", tables, "31", energy_terms)
                potentials = [*potentials, *others]
                if show.form == TERMS:
                    terms = (*self._moving(show), *(t for own in potentials for t in own.terms))
                    entries.append(Entry("jacobi", (), terms, "18"))
                else:
                    entries.append(jacobi(metric, potentials, names, show.form))
        return entries

    @property
    def _energy_letter(self) -> str:
        """E of E = T + U, where the model has no E."""
        taken = self.closed.reading.names
        return next(letter for letter in ("E", "h", "E_total") if letter not in taken)

    def _moving(self, show: Show) -> Iterator[Term]:
        """T₂ − T₀ by bodies."""
        exact = self.closed.metric
        zero, names = exact.algebra.zero, range(1, exact.size)
        yield from by_bodies(exact, show, [zero, *map(exact.kinematics.velocity, names)])
        still = by_bodies(exact, show, [exact.algebra.one, *(zero for _ in names)])
        yield from map(opposite, still)

    @cached_property
    def _heights(self) -> tuple[Parts, Canonical]:
        """U without what depends on neither coordinates nor time, and this constant.

        Springs keep theirs: ½ c (x − l₀)².
        """
        reading, algebra = self.closed.reading, self.closed.algebra
        moving = {*reading.coordinates, *reading.sources, TIME}
        springs = {part.key for part in reading.parts if isinstance(part.kind.law, Potential)}
        parts, constant = dict(self.closed.U_parts), algebra.zero
        for key in parts.keys() - springs:
            form = "multi-angle" if key in self.forces.heavy else "shortest"
            trees = (tree for tree, _ in attributed_terms({key: parts[key]}, form))
            for tree in trees:
                if not moving & {symbol.name for symbol in symbols_in([tree])}:
                    value = algebra.expression(tree)
                    parts[key], constant = parts[key] - value, constant + value
        return nonzero(parts), constant

    @property
    def energies(self) -> dict[str, tuple[str, ...]]:
        """T, U, U1 …, whose sum is the energy that is conserved, with the sources of each.

        U1 … are those of forces that are given as expressions: the U of motions has none of them.
        """
        reading = self.closed.reading
        moved = (*reading.bodies, *reading.beams, *reading.kinetic)
        sources = {"T": tuple(entry.key for entry in moved)}
        if self.closed.U_parts:
            sources["U"] = tuple(self.closed.U_parts)
        for i, nature in enumerate(self.natures, start=1):
            if nature.U is not None:
                sources[f"U{i}"] = (nature.key,)
        return sources

    def _energy_terms(self) -> tuple[Term, ...]:
        """Their sum: the sheet shows each of them anyway."""
        return tuple(Term(Symbol(name), keys) for name, keys in self.energies.items())

    def _solved(self, solutions: Iterable[Solved]) -> tuple[Balance, ...]:
        """Dependent coordinates, where the conditions on positions can be solved for them."""
        names = self.closed.reading.coordinates
        return tuple(
            Balance(
                names[solved.index - 1],
                solved.index,
                (Term(Symbol(names[solved.index - 1]), solved.sources),),
                (Term(solved.value, solved.sources),),
                "C1",
            )
            for solved in solutions
        )

    def _states(self, show: Show) -> tuple[Balance, ...]:
        """The equations of states of the first order."""
        names, sources = self.closed.reading.states, self.closed.reading.sources
        if not names:
            return ()
        from lagr_gui.mechanics.sheets.signal_lines import cases_by, state_balances  # few have any

        pairs = zip(names, self.closed.rates, strict=True)
        rates = (show.terms({sources[name]: rate}) for name, rate in pairs)
        written = self.closed.kinematics.value
        cases = cases_by(self.closed.reading.cases, lambda tree: written(tree).tree())
        return state_balances(names, rates, sources, cases)

    def _signals(self, special: str) -> tuple[Balance, ...]:
        """What names of signals stand for, as it is written; measures multiplied out."""
        reading, kinematics = self.closed.reading, self.closed.kinematics
        if not (reading.keeps_names and reading.signals):
            return ()
        from lagr_gui.mechanics.sheets.signal_lines import cases_by, signal_balances  # few have any

        replace = replacing(self.model, special)
        typed = {f"signal:{signal.name}" for signal in self.model.signals}

        def written(tree: Expression) -> Expression:
            return replace(kinematics.value(tree)).tree() if special else tree

        special_trees = {
            name: written(tree)
            if reading.sources[name] in typed
            else replace(kinematics.value(tree)).tree()
            for name, tree in reading.signals.items()
        }
        return signal_balances(special_trees, reading.sources, cases_by(reading.cases, written))

    def _conditions(self, show: Show) -> list[Entry]:
        """Φ (C1), G and γ̄ (C2), γ̿ (C3); rows that are fulfilled in every position are left out.

        Rows are numbered as they are shown, from 1; λ has the same numbers.
        """
        constraints = self.closed.constraints
        shown = constraints.shown
        tables: dict[str, dict[Index, Parts]] = {name: {} for name in ("phi", *_RATES, "G")}
        for s, i in enumerate(shown, start=1):
            row = constraints.rows[i]
            if row.on_positions:
                tables["phi"][s,] = {row.source: row.value}
            for rho, slope in constraints.G[i].items():
                tables["G"][s, rho] = {row.source: slope}
            tables["gamma_bar"][s,] = {row.source: constraints.gamma_bar[i]}
            tables["gamma_bar2"][s,] = {row.source: constraints.gamma[i]}
        return [
            *show.entries("phi", tables["phi"], "C1", _condition_terms),
            *show.entries("G", tables["G"], "C2", separate_terms),
            *show.entries("gamma_bar", tables["gamma_bar"], "C2", _condition_terms),
            *show.entries("gamma_bar2", tables["gamma_bar2"], "C3", _condition_terms),
        ]

    def _kinematics(self, show: Show) -> list[Entry]:
        entries = []
        resting = self.model.base == Base(name=self.model.base.name)
        for number, (E, x) in sorted(self.closed.kinematics.poses.items()):
            if number < 0 or (number == 0 and resting):
                continue
            key = f"body:{number}"
            for i in range(3):
                for j in range(3):
                    entries += show.entries("E", {(number, i + 1, j + 1): {key: E[i][j]}}, "39")
            components = {(number, i + 1): {key: x[i]} for i in range(3)}
            positions = show.entries("x", components, "41", position_terms)
            entries += _one_faced(positions) if show.form in ("shortest", TERMS) else positions
        return entries


def _condition_terms(parts: Parts, form: str) -> list[Attributed]:
    """A row of a condition, without a minus before a bracket that can take it."""
    return forward(separate_terms(parts, form))


def _potential_terms(parts: Parts, form: str) -> list[tuple[Expression, tuple[str, ...]]]:
    """The potential energy: that of all weights, and each element for itself."""
    if form == TERMS:
        return source_terms(parts)
    return energy_terms(parts, form, lambda key: key.startswith("body:"))


def _mixed(form: str, entries: Iterable[Entry], crowded: bool) -> Iterator[Problem]:
    """What is said of results of which terms come from several bodies or elements at once."""
    names = [
        entry.name
        for entry in entries
        if entry.symbol in BY_SOURCE and any(len(term.sources) > 1 for term in entry.terms)
    ]
    if names and (crowded or form != TERMS):  # short ones add forces that are equal
        words = CROWDED if form == TERMS else MIXED
        place, cause = say("Form “{form}”", form=form), say(words, names=", ".join(names))
        yield Problem(place, cause, "", severity=Severity.HINT, code="mixed-sources")


def _notes(nature: Nature) -> list[Problem]:
    """What has to be said of a force besides U and D."""
    place = say("Force “{name}”", name=nature.name)
    return [
        Problem(place, words, "", severity=Severity.HINT, code="force-nature")
        for words in nature.words
        if words != SIGNALS  # which the sheet tells
    ]


def _trees(entries: Iterable[Entry]) -> list[Expression]:
    return [term.tree for entry in entries for term in entry.terms]


def _others(entries: Sequence[Entry], others: Sequence[Entry]) -> Sequence[Entry]:
    """The entries that are not among others in the same order."""
    if len(entries) != len(others):
        return entries
    return [
        entry for entry, other in zip(entries, others, strict=True) if entry.terms != other.terms
    ]


def _operations(entries: Iterable[Entry], definitions: Iterable[Definition] = ()) -> int:
    """The length of results with what their names stand for."""
    return sum(operation_count(entry.tree) for entry in (*entries, *definitions))


def _one_faced(entries: Sequence[Entry]) -> list[Entry]:
    """The coordinates of a point, in which the same bracket has one sign."""
    trees = iter(facing([term.tree for entry in entries for term in entry.terms]))
    return [
        replace(entry, terms=tuple(replace(term, tree=next(trees)) for term in entry.terms))
        for entry in entries
    ]


# --- Roots that surely stand in results, found in their values before anything is arranged -----


def are_rootless(values: Sequence[Canonical]) -> bool:
    """Whether all values of one algebra are; where that has no roots, none is looked at."""
    if not values:
        return True
    generators = values[0].algebra.ring.generators
    plain = {index for index, generator in enumerate(generators) if _is_plain(generator)}
    return len(plain) == len(generators) or all(_all_present(value) <= plain for value in values)


def is_rootless(value: Canonical) -> bool:
    """Whether a value is made of symbols, sines and cosines of symbols, and nothing else."""
    return all(map(_is_plain, _generators(value)))


def surely(results: Iterable[Parts]) -> Counter[Expression]:
    """In how many results each root of a sum stands at least, by its tree.

    Nothing where a root may get a name or not, as the results turn out when they are arranged.
    """
    counts: Counter[Expression] = Counter()
    met: set[Expression] = set()
    for summands in results:
        in_result: Counter[Expression] = Counter()
        for value in summands.values():
            trees = _roots(value)
            if trees is None:
                return Counter()
            in_result.update(trees)
        met |= in_result.keys()
        # What stands in several contributions may cancel.
        counts.update(tree for tree, times in in_result.items() if times == 1)
    return counts if all(counts[tree] >= OFTEN for tree in met) else Counter()


def least(found: Counter[Expression]) -> int:
    """The operations that results have at least in which these roots stand."""
    return sum(times * operation_count(tree) for tree, times in found.items())


def _roots(value: Canonical) -> list[Expression] | None:
    """The roots that a value depends on; None where that is open.

    It depends on a root that stands in it with one odd power: two may cancel each other.
    """
    if value.D is not None and not is_rootless(value.D):
        return None
    roots: list[Expression] = []
    for index in value.present:
        generator = value.algebra.ring.generators[index]
        if _is_plain(generator):
            continue
        tree = _root_of_sum(generator)
        if tree is None or len(_odd_powers(value, index)) != 1:
            return None
        roots.append(tree)
    return roots


def _odd_powers(value: Canonical, index: int) -> list[int]:
    """The odd powers of a generator in a numerator, each with the same number added."""
    A, B, shift = value.lifted()
    return [power for power in by_powers(A, B, index) if (power + shift[index]) % 2]


def _all_present(value: Canonical) -> frozenset[int]:
    """The generators of a value, above and below the line."""
    present, below = value.present, value.D
    while below is not None:
        present, below = present | below.present, below.D
    return present


def _generators(value: Canonical) -> Iterator[Generator[Canonical]]:
    """Each generator of a value once."""
    generators = value.algebra.ring.generators
    return (generators[index] for index in _all_present(value))


def _root_of_sum(generator: Generator[Canonical]) -> Expression | None:
    """The tree of a root of a sum without roots; None of anything else."""
    base = generator.base
    if generator.sort is not Sort.ROOT or base is None or not is_rootless(base):
        return None
    tree = generator_tree(generator)
    return tree if isinstance(tree, Call) and isinstance(tree.arguments[0], Sum) else None


def _is_plain(generator: Generator[Canonical]) -> bool:
    if generator.sort is Sort.ANGLE:
        return generator.base is not None and all(
            inner.sort is Sort.SYMBOL for inner in _generators(generator.base)
        )
    return generator.sort is Sort.SYMBOL
