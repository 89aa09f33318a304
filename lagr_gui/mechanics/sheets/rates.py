"""Names in the place of roots, and of rates of lengths: D = k/2 ℓ̇², Q = −k ℓ̇ ∂ℓ/∂q."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence

from lagr_gui.algebra import Canonical, RootNames
from lagr_gui.catalogue.kinds import Dissipation
from lagr_gui.expression import Symbol, read, symbols
from lagr_gui.mechanics.closed import Closed
from lagr_gui.mechanics.closed.kinematics import Vector
from lagr_gui.mechanics.reading import Part

After = Callable[[Canonical], Canonical]
"""What is done with values before they are shown."""


class Naming:
    """Puts names in the place of roots, and of contributions that are known with names."""

    def __init__(self, names: RootNames, known: Mapping[int, Canonical]) -> None:
        self._names, self.known = names, known

    def __bool__(self) -> bool:
        return bool(self._names) or bool(self.known)

    def occur(self, value: Canonical) -> bool:
        """Whether anything in a value gets a name."""
        return id(value) in self.known or self._names.occur(value)

    def remain(self, values: Sequence[Canonical]) -> bool:
        """Whether a root with a name stands in one of the values alone: there it cannot cancel."""
        return not self.known and len(list(filter(self._names.occur, values))) == 1

    def of(self, value: Canonical) -> Canonical:
        """The value with names."""
        return self.known.get(id(value)) or self._names.of(value)


def is_dashpot(part: Part) -> bool:
    """Whether D of an element is a function of the rate of a length."""
    law = part.kind.law
    if not isinstance(law, Dissipation) or not part.course:
        return False
    return not part.joined and "rate" in {symbol.name for symbol in symbols(read(law.power))}


def by_rate(
    closed: Closed, part: Part, after: After, named: Sequence[tuple[Vector, Symbol, Symbol]]
) -> Iterator[tuple[Canonical, Canonical]]:
    """D and every Q of a dashpot as they are shown, and what they are with the names.

    `named` are the spans whose lengths change, with names for these and their rates.  D is that of
    the law with Σ ℓ̇ for the rate, Q_ρ = −∂D/∂ℓ̇ Σ ½ ∂ℓ²/∂q^ρ/ℓ.
    """
    law, algebra = part.kind.law, closed.algebra
    assert isinstance(law, Dissipation)
    tree, value = read(law.power), closed.kinematics.value
    names = {symbol.name for symbol in symbols(tree)} - {"rate"}
    fields = {name: value(part.tree(name)) for name in names}
    D = value(tree, rate=algebra.add([algebra.symbol(rate) for *_, rate in named]), **fields)
    force = D.derivative(named[0][2])
    squares = [
        (algebra.add([entry * entry for entry in span]), algebra.symbol(length))
        for span, length, _ in named
    ]
    yield after(closed.D_parts[part.key]), after(D)
    for rho, parts in closed.Q_parts.items():
        if part.key in parts:
            q = closed.kinematics.symbols[rho]
            arm = algebra.add([square.derivative(q) / 2 / length for square, length in squares])
            yield after(parts[part.key]), after(-force * arm)
