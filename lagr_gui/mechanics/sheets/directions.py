"""Which way lengths along a line point at the start: what a textbook takes for granted.

A spring between points that stay on one line has the length |u| = σ u.  With the sign σ that u
has at the start its force is linear; σ u > 0 is stated as a condition beside the equations.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import TYPE_CHECKING

from lagr_gui.expression import Expression, Number, Product, Sum
from lagr_gui.expression.arithmetic import value
from lagr_gui.foundation.problem import LagrError

if TYPE_CHECKING:
    from lagr_gui.algebra import Algebra, Canonical

NONE = 1e-12
"""A length (m) below this has no direction."""


@dataclass(frozen=True, slots=True)
class Direction:
    """A part u of the lengths of some elements.

    Where it is `known` the tree is σ u, which is positive at the start and assumed to stay so;
    otherwise |u| stays in the equations.  `sources` are the item keys of the elements; a `tilt` is
    the sine of that of a disc.
    """

    tree: Expression
    known: bool
    sources: tuple[str, ...]
    tilt: bool = False

    def holds(self, numbers: Mapping[str, float]) -> bool:
        """Whether what is assumed is so at a place, and what is not known there is not known."""
        return sign_of(self.tree, numbers) == int(self.known)


def signs_in(value: Canonical) -> dict[int, Canonical]:
    """The signs that stand in a value, also below the line, with what they are signs of."""
    signs = _algebra(value).signs_in(value)
    return signs if value.D is None else signs | signs_in(value.D)


def directions(
    lengths: Mapping[str, Sequence[Canonical]],
    numbers: Mapping[str, float],
    tilted: Collection[str] = (),
) -> tuple[Direction, ...]:
    """The directions of lengths by item, with the numbers of parameters and coordinates.

    Those of items that are `tilted` are tilts.
    """
    sources: dict[int, list[str]] = {}
    bases: dict[int, Canonical] = {}
    for key, of_item in lengths.items():
        for index, base in (sign for length in of_item for sign in signs_in(length).items()):
            if key not in sources.setdefault(index, []):
                sources[index].append(key)
            bases[index] = base
    return tuple(
        replace(_direction(bases[i], tuple(keys), numbers), tilt=set(keys) <= set(tilted))
        for i, keys in sorted(sources.items())
    )


def _direction(
    base: Canonical, sources: tuple[str, ...], numbers: Mapping[str, float]
) -> Direction:
    sign = sign_of(base.tree(), numbers)
    return Direction((base * (_unit(base) * (-1 if sign < 0 else 1))).tree(), sign != 0, sources)


def _unit(base: Canonical) -> Fraction:
    """What makes the factors of a length 1 that stand in all terms but a number: 0.8 − x."""
    tree = base.tree()
    terms = [t for t in tree.terms if not isinstance(t, Number)] if isinstance(tree, Sum) else []
    first = [t.factors[0] if isinstance(t, Product) else t for t in terms]
    factors = {abs(f.value) if isinstance(f, Number) else Fraction(1) for f in first}
    return 1 / factors.pop() if len(factors) == 1 else Fraction(1)


def broken(
    found: Iterable[Direction],
    parameters: Mapping[str, float],
    coordinates: Sequence[str],
    q: Iterable[Sequence[float]],
) -> tuple[tuple[Direction, int], ...]:
    """What is assumed but does not hold along positions q (n, f), and where it first fails."""
    left = [entry for entry in found if entry.known]
    failed: list[tuple[Direction, int]] = []
    for instant, position in enumerate(q):
        if not left:
            break
        numbers = {**parameters, **dict(zip(coordinates, position, strict=True))}
        lost = [entry for entry in left if not entry.holds(numbers)]
        failed += ((entry, instant) for entry in lost)
        left = [entry for entry in left if entry not in lost]
    return tuple(failed)


def sign_of(tree: Expression, numbers: Mapping[str, float]) -> int:
    """The sign of an expression; 0 where it is zero or has no value."""
    try:
        number = value(tree, numbers)
    except LagrError:
        return 0
    return int(number > NONE) - int(number < -NONE)


def _algebra(canonical: Canonical) -> Algebra:
    """The algebra of a value, which knows signs."""
    from lagr_gui.algebra import Algebra  # late: the window reads sheets without it

    assert isinstance(canonical.algebra, Algebra)
    return canonical.algebra


def assuming(found: Collection[Direction]) -> Callable[[Canonical], Canonical]:
    """Puts the signs that are known into values of any algebra."""
    trees = [entry.tree for entry in found if entry.known]
    signs: dict[int, tuple[Algebra, dict[int, int]]] = {}

    def assumed(canonical: Canonical) -> Canonical:
        algebra = _algebra(canonical)
        if id(algebra) not in signs:
            signs[id(algebra)] = algebra, algebra.signs_of(trees)
        return algebra.with_signs(canonical, signs[id(algebra)][1])

    return assumed if trees else lambda given: given
