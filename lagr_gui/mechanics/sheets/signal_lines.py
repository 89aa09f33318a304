"""States of the first order and signals as lines; what switches has one for each mode."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import chain

from lagr_gui.expression import Expression, Symbol, read
from lagr_gui.expression.rows import terms_in
from lagr_gui.foundation.message import Message, say
from lagr_gui.mechanics.reading import Cases
from lagr_gui.mechanics.sheets.sheet import AT_MOST, Balance, Term
from lagr_gui.mechanics.trees import NOUGHT
from lagr_gui.subsystems.switching import FALLS, RISES

ON, OFF = say("switches on"), say("switches off")
"""What is said of where a relay does so."""


def lines_by_mode(balances: Iterable[Balance]) -> tuple[Balance, ...]:
    """Equations as they are shown: of what switches one for each mode, and where that ends."""
    return tuple(chain.from_iterable(_modes(b) if b.cases else (b,) for b in balances))


def _modes(balance: Balance) -> Iterator[Balance]:
    for said, right in balance.cases:
        if not isinstance(said, Message) or said.template not in (RISES, FALLS):
            yield replace(balance, right=right, said=said, cases=())
            continue
        words = said.values["words"]
        assert isinstance(words, str)
        yield replace(balance, right=right, said=words, cases=())
        sources, rises = balance.left[0].sources, said.template == RISES
        limit, passed = (
            tuple(Term(term, sources) for term in terms_in(read(str(said.values[name]))))
            for name in ("limit", "input")
        )
        less, more, words = (limit, passed, ON) if rises else (passed, limit, OFF)
        yield replace(balance, left=less, right=more, relation=AT_MOST, said=words, cases=())


def state_balances(
    names: Sequence[str],
    rates: Iterable[tuple[Term, ...]],
    sources: Mapping[str, str],
    cases: Mapping[str, Cases],
) -> tuple[Balance, ...]:
    """ż = rate of states of the first order, in their order, with the items they come from."""
    return tuple(
        Balance(
            name,
            number,
            (Term(Symbol(name, 1), (sources[name],)),),
            rate,
            "B1",
            cases=_by_terms(cases.get(name, ()), sources[name]),
        )
        for number, (name, rate) in enumerate(zip(names, rates, strict=True), start=1)
    )


def signal_balances(
    signals: Mapping[str, Expression], sources: Mapping[str, str], cases: Mapping[str, Cases]
) -> tuple[Balance, ...]:
    """Names of signals and what they stand for, as it is written, term by term."""
    return tuple(
        Balance(
            name,
            number,
            (Term(Symbol(name), (sources[name],)),),
            tuple(Term(term, (sources[name],)) for term in terms_in(tree)),
            "B1",
            cases=_by_terms(cases.get(name, ()), sources[name]),
        )
        for number, (name, tree) in enumerate(signals.items(), start=1)
    )


def _by_terms(cases: Cases, source: str) -> tuple[tuple[str, tuple[Term, ...]], ...]:
    """What is said of modes, with the terms of each; none where it is 0."""
    return tuple(
        (said, tuple(Term(term, (source,)) for term in terms_in(tree) if term != NOUGHT))
        for said, tree in cases
    )


def cases_by(
    cases: Mapping[str, Cases], written: Callable[[Expression], Expression]
) -> dict[str, Cases]:
    """Cases of modes, each as it is written in a sheet."""
    return {name: tuple((said, written(t)) for said, t in own) for name, own in cases.items()}
