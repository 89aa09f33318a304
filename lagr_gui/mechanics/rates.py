"""Names in the place of roots, and of rates of lengths: D = k/2 ℓ̇², Q = −k ℓ̇ ∂ℓ/∂q."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from lagr_gui.algebra import Canonical, Names
from lagr_gui.catalogue.kinds import Dissipation, Line
from lagr_gui.expression import Symbol, read, symbols
from lagr_gui.mechanics.closed import Closed
from lagr_gui.mechanics.reading import Part

After = Callable[[Canonical], Canonical]
"""What is done with values before they are shown."""


class Naming:
    """Puts names in the place of roots, and of contributions that are known with names."""

    def __init__(self, names: Names, known: Mapping[int, Canonical]) -> None:
        self._names, self._known = names, known

    def __bool__(self) -> bool:
        return bool(self._names) or bool(self._known)

    def occur(self, value: Canonical) -> bool:
        """Whether anything in a value gets a name."""
        return id(value) in self._known or self._names.occur(value)

    def of(self, value: Canonical) -> Canonical:
        """The value with names."""
        return self._known.get(id(value)) or self._names.of(value)


def is_dashpot(part: Part) -> bool:
    """Whether D of an element is a function of the rate of a length."""
    law = part.kind.law
    if not isinstance(law, Dissipation) or not isinstance(part.kind.geometry, Line):
        return False
    return not part.joined and "rate" in {symbol.name for symbol in symbols(read(law.power))}


def by_rate(
    closed: Closed, part: Part, after: After, length: Symbol, rate: Symbol
) -> Iterator[tuple[Canonical, Canonical]]:
    """D and every Q of a dashpot as they are shown, and what they are with the names.

    D is that of the law with ℓ̇ for the rate, Q_ρ = −∂D/∂ℓ̇ · ½ ∂ℓ²/∂q^ρ/ℓ.
    """
    law, algebra = part.kind.law, closed.algebra
    assert isinstance(law, Dissipation)
    tree, value = read(law.power), closed.kinematics.value
    names = {symbol.name for symbol in symbols(tree)} - {"rate"}
    fields = {name: value(part.tree(name)) for name in names}
    D = value(tree, rate=algebra.symbol(rate), **fields)
    square = algebra.add([entry * entry for entry in closed.spans[part.key]])
    force = D.derivative(rate) / algebra.symbol(length)
    yield after(closed.D_parts[part.key]), after(D)
    for rho, parts in closed.Q_parts.items():
        if part.key in parts:
            arm = square.derivative(closed.kinematics.symbols[rho]) / 2
            yield after(parts[part.key]), after(-force * arm)
