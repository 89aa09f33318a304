"""Rates that occur in one sum only."""

from __future__ import annotations

from lagr_gui.expression import Product, Sum, Symbol
from lagr_gui.mechanics.sheets.balance import joined_rates
from lagr_gui.mechanics.sheets.sheet import Entry, Term


def test_a_given_speed_is_written_with_its_factors_as_the_metric_has_them() -> None:
    m, *speed = map(Symbol, ("m", "a", "w", "e", "c", "k", "b", "d"))
    trees = {(1, 1): m, (1, 0): Product((m, *speed)), (0, 0): Product((m, *speed, *speed))}
    metric = [Entry("g", at, (Term(tree, ("body:1",)),), "17") for at, tree in trees.items()]
    found = joined_rates(metric, ("x",))
    assert found is not None
    entries, rates = found
    assert rates[1] == Sum((Symbol("x", 1), Product(tuple(speed))))
    assert [entry.indices for entry in entries] == [(1, 1)]
