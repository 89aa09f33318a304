"""The generators of canonical expressions and the polynomial ring over them.

Generators are symbols, exponentials z = exp(i·angle) and e = exp(argument), roots, signs and
calls of other functions.  New generators are appended as expressions need them;
polynomials of an older ring are lifted when they meet newer ones.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum, auto
from typing import TYPE_CHECKING, Any

from flint import Ordering, fmpq_mpoly, fmpq_mpoly_ctx

from lagr_gui.expression import Expression, Symbol

if TYPE_CHECKING:
    from lagr_gui.algebra.canonical import Canonical

Exponents = tuple[int, ...]


class Sort(Enum):
    """What a generator is."""

    SYMBOL = auto()
    ANGLE = auto()
    EXPONENTIAL = auto()
    ROOT = auto()
    SIGN = auto()
    CALL = auto()


@dataclass
class Generator:
    """One generator.

    `base` is the angle, the argument of the exponential, the radicand or what the sign is of;
    `arguments` are those of a call; `tree` shows the generator.
    """

    sort: Sort
    key: Any
    tree: Expression | None = None
    base: Canonical | None = None
    arguments: tuple[Canonical, ...] = ()
    orders: tuple[int, ...] = ()
    slopes: dict[Symbol, Canonical] = field(default_factory=dict)


class Ring:
    """A growing list of generators with the polynomial context over them.

    `aliases` tells of angles that were refined: z_old = z_new^factor; `origins` tells of
    the new ones, from which angle they come: z_new = z_origin^(1/factor).
    """

    def __init__(self) -> None:
        self.generators: list[Generator] = []
        self.index: dict[Any, int] = {}
        self.aliases: dict[int, tuple[int, int]] = {}
        self.origins: dict[int, tuple[int, int]] = {}
        self.context: fmpq_mpoly_ctx = fmpq_mpoly_ctx.get((), Ordering.lex)

    @property
    def size(self) -> int:
        """The number of generators."""
        return len(self.generators)

    def add(self, generator: Generator) -> int:
        """Append a generator and return its index."""
        self.generators.append(generator)
        self.index[generator.key] = self.size - 1
        names = tuple(f"x{i}" for i in range(self.size))
        self.context = fmpq_mpoly_ctx.get(names, Ordering.lex)
        return self.size - 1

    def refine(self, old: int, new: int, factor: int) -> None:
        """Let z_new^factor stand for z_old from now on."""
        origin, before = self.origins.get(old, (old, 1))
        self.aliases[old] = new, factor
        self.origins[new] = origin, before * factor

    def lift(self, polynomial: fmpq_mpoly) -> fmpq_mpoly:
        """A polynomial of an older ring in the present one."""
        context = polynomial.context()
        if context is self.context:
            return polynomial
        return self.context.from_dict({self.widen(m): c for m, c in polynomial.to_dict().items()})

    def widen(self, exponents: Exponents) -> Exponents:
        """Exponents over the present generators; refined angles go over to the finer ones."""
        wide = exponents + (0,) * (self.size - len(exponents))
        if not any(wide[old] for old in self.aliases):
            return wide
        entries = list(wide)
        for old, (new, factor) in self.aliases.items():
            entries[new] += factor * entries[old]
            entries[old] = 0
        return tuple(entries)

    def monomial(self, exponents: Exponents) -> fmpq_mpoly:
        """Π xᵢ^eᵢ for exponents ≥ 0."""
        return self.context.from_dict({exponents: 1})

    def constant(self, value: Any) -> fmpq_mpoly:
        """A constant polynomial."""
        return self.context.constant(value)
