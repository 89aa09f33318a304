"""Models whose inputs are signals in time: u + u̇ τ + ü τ²/2 with τ = t − t₀."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property

import numpy as np

from lagr_gui.catalogue import KINDS
from lagr_gui.editing.edits.values import set_value
from lagr_gui.expression import Expression, Symbol, read, substitute, symbols, write
from lagr_gui.mechanics.linear import by_expression, unused, with_inputs
from lagr_gui.model import Depends, Model, Parameter
from lagr_gui.model.sites import sites
from lagr_gui.prepared import Prepared
from lagr_gui.simulation.system import Array

RATES = ("u", "v", "a")


class Signals:
    """A model with its inputs as signals about the time t₀, whose u, u̇, ü are parameters."""

    def __init__(self, prepared: Prepared, names: Sequence[str], t0: float) -> None:
        self._plain, self._t0 = prepared, t0
        self.inputs = with_inputs(prepared.model, names, prepared.coordinates)

    def possible(self, U: Array) -> Array:
        """Signals (3, m) without the rates of inputs that change slowly."""
        slow = np.array([source in self.inputs.slow for source in self.inputs.sources], bool)
        return np.where(slow & (np.arange(3) > 0)[:, None], 0.0, U)

    def prepared(self, U: Array) -> Prepared:
        """The model with signals u, u̇, ü (3, m)."""
        if not self.inputs.names:
            return self._plain
        model, names = self._moving
        values = zip(names, [self._t0, *U.T.ravel().tolist()], strict=True)
        new = tuple(Parameter(name=name, value=value) for name, value in values)
        return Prepared(model.having(parameters=(*model.parameters, *new)))

    @cached_property
    def _moving(self) -> tuple[Model, tuple[str, ...]]:
        """The model in further parameters, and their names: t₀, then u, u̇, ü by input."""
        model, start = self.inputs.model, unused("signal_start", self.inputs.model)
        names, trees = [start], dict[str, Expression]()
        for number, source in enumerate(self.inputs.sources, start=1):
            u, v, a = signals = [unused(f"signal_{number}_{rate}", model) for rate in RATES]
            names += signals
            tau = f"(t - {start})"
            signal = f"{u} + {v}*{tau} + {a}*{tau}^2/2"
            if any(function.name == source for function in model.functions):
                model = _shifted(model, source, signal)
            elif source in self.inputs.slow:
                model = _raised(model, source, u)
            else:
                trees[source] = read(f"{source} + {signal}")
        for name, tree in self.inputs.derived:
            trees[name] = substitute(tree, _replacing(trees))
        return _replaced(model, trees), tuple(names)


def _shifted(model: Model, name: str, signal: str) -> Model:
    """A signal added to a function of time."""
    model = by_expression(model, name)
    return model.each(
        "functions",
        lambda f: f.having(expression=f"({f.expression or 0}) + {signal}") if f.name == name else f,
    )


def _raised(model: Model, name: str, by: str) -> Model:
    """A parameter with another one added."""
    return model.each(
        "parameters", lambda p: p.having(value=f"({p.value}) + {by}") if p.name == name else p
    )


def _replacing(trees: Mapping[str, Expression]) -> dict[Symbol, Expression]:
    return {Symbol(name): tree for name, tree in trees.items()}


def _replaced(model: Model, trees: Mapping[str, Expression]) -> Model:
    """Parameters replaced by expressions where something may change with time."""
    for site in tuple(sites(model, KINDS)):
        if site.depends is Depends.PARAMETERS and site.path[0] != "functions":
            continue
        tree = read(site.value)
        replacements = {name: trees[name] for name in trees.keys() - site.locals}
        if any(symbol.name in replacements for symbol in symbols(tree)):
            model = set_value(model, site.path, write(substitute(tree, _replacing(replacements))))
    return model
