"""LAGR's own way: slopes of positions → g → Γ → Q → g q̈ + Γ q̇q̇ = Q."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from functools import cached_property

from lagr_gui.algebra import Canonical
from lagr_gui.expression import Expression, Number, Symbol
from lagr_gui.expression.rows import as_sum, negative, product, terms_in
from lagr_gui.extensions.teaching import names, statements
from lagr_gui.extensions.teaching.chains.chain import Pair, sources_of, tree_of
from lagr_gui.extensions.teaching.chains.identities import alike, identities, multiplied
from lagr_gui.extensions.teaching.chains.slopes import SlopeChain
from lagr_gui.extensions.teaching.chains.writer import Writer
from lagr_gui.extensions.teaching.lines import Quantity
from lagr_gui.foundation.message import say
from lagr_gui.mechanics.formalisms.kinetics import BodyMotion, total
from lagr_gui.mechanics.sheets.sheet import Entry
from lagr_gui.typesetting.letters import entry_name

HALF = Number(Fraction(1, 2))


class LagrChain(SlopeChain):
    """The sections by slopes of positions; index 0 is the time."""

    def _writers(self) -> Iterator[Writer]:
        yield self._coordinates()
        yield self._places()
        yield self._slopes()
        yield self._metric()
        yield self._lengths()
        yield self._conditions()
        yield self._christoffel()
        yield self._forces()
        yield self._equations()

    # --- g ---------------------------------------------------------------------------------------

    def _metric(self) -> Writer:
        writer = self.writer(say("Metric"))
        writer.statement = statements.metric()
        for entry in self._entries("g"):
            pair = entry.indices[0], entry.indices[1]
            if 0 in pair and not any(own == pair for own, _ in self._needed):
                continue  # it has no acceleration
            shares = {key: self._share(T, pair) for key, T in self.T.items()}
            shares = {key: value for key, value in shares.items() if not value.is_zero}
            used = [self._of_source(writer, entry, key, shares) for key in shares]
            if len(shares) > 1:
                value, rule = total(self.algebra, [shares]), say("put together")
                tree = tree_of(entry)
                left = names.metric(pair)
                used = [writer.line(left, tree, value, rule, used, shares, main=True)]
            self._numbers["g", *pair] = used[-1]
        return writer

    def _of_source(
        self, writer: Writer, entry: Entry, key: str, shares: Mapping[str, Canonical]
    ) -> str:
        """The share of a body, put in and made shorter; its line."""
        pair, value = (entry.indices[0], entry.indices[1]), shares[key]
        alone = len(shares) == 1
        short = tree_of(entry) if alone else self.shown(value)
        body = next((body for body in self.bodies if body.key == key), None)
        left = names.metric(pair, 0 if alone or body is None else body.number)
        if body is None:
            rule = say("of the energy of “{name}”", name=key.partition(":")[2])
            return writer.line(left, short, value, rule, (), (key,), main=alone)
        put_in, uses = self._product(body, pair)
        if alike(put_in, short):
            return writer.line(left, short, value, say("put in"), uses, (key,), main=alone)
        at = writer.line(left, put_in, value, say("put in"), uses, (key,))
        shared = tuple(identities(self.algebra, put_in, short))
        rule = say("with") if shared else say("put together")
        return writer.line(None, short, value, rule, (at,), (key,), shared, main=alone)

    def _product(self, body: BodyMotion, pair: Pair) -> tuple[Expression, list[str]]:
        """M ∂x·∂x + J ∂ω ∂ω of a body as it is put in, and the lines that it uses."""
        uses, terms = list[str](), list[Expression]()
        slopes = [self._moved(body, index) for index in pair]
        moved: list[Expression] = []
        for axis in range(3):
            if not any(slope[axis].is_zero for slope in slopes):
                moved.append(multiplied(*(self.shown(slope[axis]) for slope in slopes)))
                uses += [self._numbers["x", body.number, axis, index] for index in pair]
        if moved and not body.M.is_zero:
            terms.append(product((self.shown(body.M), as_sum(moved))))
        turns = [self._spun(body, index) for index in pair]
        for a in range(3):
            for b in range(3):
                J = self.after(body.theta_bar[a][b])
                if not any(part.is_zero for part in (J, turns[0][a], turns[1][b])):
                    both = multiplied(self.shown(turns[0][a]), self.shown(turns[1][b]))
                    terms.append(product((self.shown(J), both)))
                    for axis, index in ((a, pair[0]), (b, pair[1])):
                        uses.append(self._numbers["w", body.number, axis, index])
        return as_sum(terms), uses

    # --- Γ ---------------------------------------------------------------------------------------

    def _christoffel(self) -> Writer:
        writer = self.writer(say("Christoffel symbols"))
        entries = [*self._entries("Gamma")]
        if not entries:
            writer.before.append(say("g is constant: all Γ are 0."))
            return writer
        self._of_metric(writer)
        writer.statement = statements.christoffel()
        for entry in entries:
            self._symbol(writer, entry)
        return writer

    @cached_property
    def _needed(self) -> set[tuple[Pair, int]]:
        """Pairs of g with the variables of those slopes that stand in Γ."""
        keys = {key for entry in self._entries("Gamma") for key, _ in _slopes_in(entry)}
        return {key for key in keys if not self._slope(*key).is_zero}

    def _of_metric(self, writer: Writer) -> None:
        """The slopes of g by coordinates."""
        metric = self.kinetics.closed.metric.g
        for entry in self._entries("g"):
            pair = entry.indices[0], entry.indices[1]
            for index, name in enumerate(self._variables):
                if (pair, index) not in self._needed:
                    continue
                slope = self.after(metric[pair].derivative(Symbol(name)))
                left, rule = names.metric_slope(pair, name), say("differentiate")
                value = self._slope(pair, index)
                uses = (self._numbers["g", *pair],)
                at = writer.line(left, self.shown(slope), value, rule, uses, sources_of(entry))
                self._numbers["g", *pair, index] = at

    def _slope(self, pair: Pair, index: int) -> Canonical:
        """∂g_μν of the energies of all sources."""
        T = total(self.algebra, [self.kinetics.T])
        return self.after(self._share(T, pair).derivative(Symbol(self._variables[index])))

    def _symbol(self, writer: Writer, entry: Entry) -> None:
        rho, mu, nu = entry.indices
        terms, uses = list[Expression](), list[str]()
        for (pair, index), sign in _slopes_in(entry):
            if (at := self._numbers.get(("g", *pair, index))) is not None:
                tree = self.shown(self._slope(pair, index))
                terms += terms_in(tree) if sign > 0 else map(negative, terms_in(tree))
                uses.append(at)
        value = self.after(self.kinetics.closed.metric.gamma[rho, mu, nu])
        left = Quantity(entry.name, entry_name(entry))
        short, put_in = tree_of(entry), product((HALF, as_sum(terms)))
        if alike(short, put_in):
            at = writer.line(left, short, value, say("put in"), uses, sources_of(entry), main=True)
        else:
            at = writer.line(left, put_in, value, say("put in"), uses, sources_of(entry))
            at = writer.line(None, short, value, say("put together"), (at,), (), main=True)
        self._numbers["Gamma", rho, mu, nu] = at

    # --- Q and the equations -------------------------------------------------------------------

    def _equations(self) -> Writer:
        writer = self.writer(say("Equations of motion"))
        writer.statement = statements.lagr(any(self.bound))
        for rho, name in enumerate(self.reading.coordinates):
            uses = [at for key, at in self._numbers.items() if _enters(key, rho)]
            bound = self._bound(writer, name, rho, uses)
            force = total(self.algebra, [self.Q[rho]])
            rule = say("put into g q̈ + Γ q̇q̇ = Q")
            self._end(writer, rho, self._inertial(rho + 1) - force - bound, rule, uses)
        return writer

    def _inertial(self, rho: int) -> Canonical:
        """g_ρν q̈^ν + Γ_ρμν q̇^μ q̇^ν of the lines written."""
        one = self.algebra.one
        speeds, later = [one, *self.kinetics.qd], [one, *self.kinetics.qdd]
        made = self.algebra.zero
        for entry in self._entries("g"):
            mu, nu = entry.indices
            value = self.value_of(tree_of(entry))
            if rho == mu and nu:
                made = made + value * later[nu]
            if rho == nu != mu:
                made = made + value * later[mu]
        for entry in self._entries("Gamma"):
            if entry.indices[0] == rho:
                mu, nu = entry.indices[1:]
                both = speeds[mu] * speeds[nu] * (1 if mu == nu else 2)
                made = made + self.value_of(tree_of(entry)) * both
        return made


def _slopes_in(entry: Entry) -> Iterator[tuple[tuple[Pair, int], int]]:
    """Pairs of g and variables of the slopes in Γ_ρμν, each with its sign."""
    rho, mu, nu = entry.indices
    for a, b, index, sign in ((rho, mu, nu, 1), (rho, nu, mu, 1), (mu, nu, rho, -1)):
        yield ((max(a, b), min(a, b)), index), sign


def _enters(key: tuple[object, ...], rho: int) -> bool:
    """Whether a line stands in the equation of a coordinate, that of index `rho`."""
    match key:
        case ("g", int(mu), int(nu)):
            return rho + 1 in (mu, nu) and nu > 0
        case ("Gamma", int(first), _, _) | ("Q", int(first)):
            return first == (rho + 1 if key[0] == "Gamma" else rho)
        case _:
            return False
