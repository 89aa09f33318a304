"""Hamilton's canonical equations: momenta, the velocities by them, H, q̇ = ∂H/∂p, ṗ = −∂H/∂q + Q."""

from __future__ import annotations

from collections.abc import Iterator

from lagr_gui.algebra import Canonical
from lagr_gui.analysis.equations.derivation import sheet_of
from lagr_gui.analysis.equations.formalisms import formalism_sheet
from lagr_gui.expression import Symbol, substitute
from lagr_gui.expression.rows import as_sum
from lagr_gui.extensions.teaching import statements
from lagr_gui.extensions.teaching.chains.chain import sources_of, tree_of
from lagr_gui.extensions.teaching.chains.lagrange import LagrangeChain
from lagr_gui.extensions.teaching.chains.writer import Writer
from lagr_gui.extensions.teaching.lines import Quantity
from lagr_gui.foundation.message import say
from lagr_gui.mechanics.formalisms.kinetics import total
from lagr_gui.mechanics.sheets.sheet import Sheet
from lagr_gui.prepared import Prepared
from lagr_gui.typesetting.dialects import named
from lagr_gui.typesetting.letters import entry_name


class HamiltonChain(LagrangeChain):
    """The sections that end in the canonical equations."""

    def __init__(self, prepared: Prepared, sheet: Sheet, *, detailed: bool = False) -> None:
        super().__init__(prepared, sheet, detailed=detailed)
        chart = sheet.chosen.chart if sheet.chosen is not None else None
        self.end = (
            sheet_of(prepared, formalism="hamilton")
            if chart is None
            else formalism_sheet(prepared, "hamilton", sheet, "natural", chart)
        )

    def _writers(self) -> Iterator[Writer]:
        yield from self._of_energies()
        yield self._momenta()
        yield self._velocities_by_momenta()
        yield self._function()
        yield self._rates()

    @property
    def _names(self) -> list[Symbol]:
        """p₁, p₂ …"""
        count = len(self.reading.coordinates)
        rates = self.end.balances[count:]
        return [
            Symbol(one.left[0].tree.name) for one in rates if isinstance(one.left[0].tree, Symbol)
        ]

    def _momenta(self) -> Writer:
        writer = self.writer(say("Momenta"))
        writer.statement = statements.momentum()
        uses = [at for key, at in self._numbers.items() if key[0] == "T"]
        T = total(self.algebra, [self.T])
        for name, symbol in zip(self.reading.coordinates, self._names, strict=True):
            momentum = self.speeds.by_speed(self._T, name)
            tree, value = self.speeds.tree(momentum), T.derivative(Symbol(name, 1))
            sources = (source for term in momentum for source in term.sources)
            rule = say("differentiate by the velocity")
            left = Quantity(symbol.name, named(symbol.name))
            at = writer.line(left, tree, value, rule, uses, sources, main=True)
            self._numbers["p", name] = at
            self.meanings[symbol] = substitute(tree, self.meanings)
        return writer

    def _velocities_by_momenta(self) -> Writer:
        writer = self.writer(say("Velocities by the momenta"))
        uses = [at for key, at in self._numbers.items() if key[0] == "p"]
        for balance in self.end.balances[: len(self.reading.coordinates)]:
            rule = say("solved for the velocities")
            at = self._balance(writer, balance, self.algebra.zero, rule, uses)
            self._numbers["q'", balance.coordinate] = at
        return writer

    def _function(self) -> Writer:
        writer = self.writer(say("Hamilton’s function"))
        writer.statement = statements.hamiltonian()
        p = total(self.algebra, [self.kinetics.T])
        for entry in self.end.of("H"):
            stored = as_sum(tree_of(entry) for entry in self._entries("U"))  # without constants
            value = self.after(self._energy(p)) + self.value_of(stored)
            uses = [at for key, at in self._numbers.items() if key[0] in ("T", "U", "q'")]
            left, tree = Quantity(entry.name, entry_name(entry)), tree_of(entry)
            rule, sources = say("put in"), sources_of(entry)
            at = writer.line(left, tree, value, rule, uses, sources, main=True)
            self._numbers["H",] = at
        return writer

    def _energy(self, T: Canonical) -> Canonical:
        """Σ p q̇ − T"""
        speeds = zip(self.kinetics.symbols[1], self.kinetics.qd, strict=True)
        return self.algebra.add([T.derivative(symbol) * speed for symbol, speed in speeds]) - T

    def _rates(self) -> Writer:
        writer = self.writer(say("Rates of the momenta"))
        writer.statement = statements.canonical()
        count, T = len(self.reading.coordinates), total(self.algebra, [self.T])
        for rho, balance in enumerate(self.end.balances[count:]):
            used = [self._numbers["H",]] if ("H",) in self._numbers else []
            bound = self._bound(writer, balance.coordinate, rho, used)
            rate = self.kinetics.rate(T.derivative(self.kinetics.symbols[1][rho]))
            slope = T.derivative(self.kinetics.symbols[0][rho])
            force = total(self.algebra, [self.Q[rho]]) + bound
            residual = rate - slope - force
            left = balance.left[0].tree
            assert isinstance(left, Symbol)
            self.meanings[left] = self.shown(rate)
            rule = say("differentiate by the coordinate")
            self._balance(writer, balance, residual, rule, used)
        return writer
