"""Lagrange's equations of the second kind, as one derives them on a board: d/dt ∂T/∂q̇ − ∂T/∂q = Q.

Each line is composed of those before it, and proved: its value is compared with what the
formalism (19) computes by itself, in canonical form.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from lagr_gui.algebra import Canonical
from lagr_gui.expression import Expression, Symbol
from lagr_gui.expression.rows import as_sum, negative, terms_in
from lagr_gui.extensions.teaching import names, statements
from lagr_gui.extensions.teaching.chains.chain import sources_of, tree_of
from lagr_gui.extensions.teaching.chains.energies import EnergyChain
from lagr_gui.extensions.teaching.chains.identities import cancelled
from lagr_gui.extensions.teaching.chains.speeds import SpeedTerm
from lagr_gui.extensions.teaching.chains.writer import Writer
from lagr_gui.extensions.teaching.lines import Quantity
from lagr_gui.foundation.message import say
from lagr_gui.mechanics.formalisms.kinetics import total
from lagr_gui.mechanics.sheets.sheet import Entry
from lagr_gui.typesetting.letters import entry_name


class LagrangeChain(EnergyChain):
    """The sections by Lagrange's equations."""

    def _writers(self) -> Iterator[Writer]:
        yield from self._of_energies()
        for name in self.reading.coordinates:
            yield self._equation(name)
        yield self._harvest()

    @property
    def _statement(self) -> Quantity:
        forced = any(self.without_potential(n) for n in range(len(self.reading.coordinates)))
        return statements.lagrange(bool(self.U), forced, any(self.bound))

    # --- equations ---------------------------------------------------------------------------

    def _harvest(self) -> Writer:
        """g, Γ and Q as the sheet has them, each with the lines from which it can be read."""
        writer = self.writer(say("The same as g, Γ, Q"))
        kinds = {"g": ("p", "rate"), "Gamma": ("rate", "T slope"), "Q": ("U slope", "Q*")}
        for symbol, lines in kinds.items():
            for entry in self._entries(symbol):
                name = self.reading.coordinates[entry.indices[0] - 1] if entry.indices[0] else ""
                uses = [at for kind in lines if (at := self._numbers.get((kind, name)))]
                left, rule = Quantity(entry.name, entry_name(entry)), say("read from")
                value = self._value(entry)
                writer.line(left, tree_of(entry), value, rule, uses, sources_of(entry))
        return writer

    def _value(self, entry: Entry) -> Canonical:
        """What the slopes of T and the forces say of an entry of g, Γ or Q."""
        T, (first, *others) = total(self.algebra, [self.kinetics.T]), entry.indices
        if entry.symbol == "Q":
            return total(self.algebra, [self.Q[first - 1]])
        if entry.symbol == "Gamma":
            return self.kinetics.closed.metric.gamma[first, others[0], others[1]]
        return self._share(T, (first, others[0]))

    @property
    def _T(self) -> list[SpeedTerm]:
        terms = [self.speeds.terms(value, (key,)) for key, value in self.T.items()]
        return [term for own in terms for term in own]

    def _equation(self, name: str) -> Writer:
        writer = self.writer(say("Equation of {coordinate}", coordinate=name))
        if name == self.reading.coordinates[0]:
            writer.statement = self._statement
        kinetics, rho = self.kinetics, self.reading.coordinates.index(name)
        T = total(self.algebra, [self.T])
        uses = [at for key, at in self._numbers.items() if key[0] == "T"]
        momentum = self.speeds.by_speed(self._T, name)
        p = T.derivative(Symbol(name, 1))
        used, sides = list[str](), list[Expression]()
        if momentum:
            rule = say("differentiate by the velocity")
            sources = _sources(momentum)
            tree = self.speeds.tree(momentum)
            at = writer.line(names.momentum(name), tree, p, rule, uses, sources, main=True)
            self._numbers["p", name] = at
            later, rate = self.speeds.rate(momentum), kinetics.rate(p)
            rule = say("product rule") if any(term.carriers for term in momentum) else say("d/dt")
            at = writer.line(names.momentum_rate(name), later, rate, rule, (at,), sources)
            self._numbers["rate", name] = at
            used.append(at)
            sides += terms_in(later)
        if slope := self.speeds.by_coordinate(self._T, name):
            tree, value = self.speeds.tree(slope), T.derivative(Symbol(name))
            rule = say("differentiate by the coordinate")
            at = writer.line(names.slope("T", name), tree, value, rule, uses, _sources(slope))
            self._numbers["T slope", name] = at
            used.append(at)
            sides += [negative(term) for term in terms_in(tree)]
        else:
            writer.behind.append(say("{coordinate} does not occur in T.", coordinate=name))
        sides += self._of_potential(writer, name, used)
        force = self._forces(writer, name, rho, used)
        self._sum(writer, rho, sides, force, used)
        return writer

    def _of_potential(self, writer: Writer, name: str, used: list[str]) -> Iterator[Expression]:
        slopes = {
            key: slope
            for key, part in self.U.items()
            if not (slope := part.derivative(Symbol(name))).is_zero
        }
        if slopes:
            tree = as_sum(self.shown(slope) for slope in slopes.values())
            rule, of_U = say("differentiate by the coordinate"), (self._numbers["U",],)
            value = total(self.algebra, [slopes])
            at = writer.line(names.slope("U", name), tree, value, rule, of_U, slopes)
            self._numbers["U slope", name] = at
            used.append(at)
            yield from terms_in(tree)

    def without_potential(self, rho: int) -> dict[str, Canonical]:
        """Q* by source."""
        symbol, forces = Symbol(self.reading.coordinates[rho]), dict[str, Canonical]()
        for key, value in self.Q[rho].items():
            rest = value + self.U[key].derivative(symbol) if key in self.U else value
            if not rest.is_zero:
                forces[key] = rest
        return forces

    def _forces(self, writer: Writer, name: str, rho: int, used: list[str]) -> Canonical:
        """What stands on the right: forces without potential, and those of conditions."""
        forces = self.without_potential(rho)
        value = total(self.algebra, [forces])
        if forces:
            tree = self._as_in_sheet("Q", (rho + 1,), forces)
            rule = say("virtual work of forces without potential")
            at = writer.line(names.force(name), tree, value, rule, (), forces)
            self._numbers["Q*", name] = at
            used.append(at)
        return value + self._bound(writer, name, rho, used)

    def _sum(
        self,
        writer: Writer,
        rho: int,
        sides: Sequence[Expression],
        force: Canonical,
        used: Sequence[str],
    ) -> None:
        """d/dt ∂T/∂q̇ − ∂T/∂q + ∂U/∂q = Q*, and the equation as the sheet has it."""
        residual = self.value_of(as_sum(sides)) - force
        rule = say("put into Lagrange’s equation")
        if self.detailed:
            left, right = as_sum(sides), self.shown(force)
            at = writer.equation(left, right, residual, rule, used)
            used, rule = (at,), say("put together")
        self._end(writer, rho, residual, rule, used, cancelled(sides))


def _sources(terms: Iterable[SpeedTerm]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(source for term in terms for source in term.sources))
