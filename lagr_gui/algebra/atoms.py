"""Terms as powers of what they are products of: generators, divisors, sines and cosines."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction

from lagr_gui.algebra.canonical import CanonicalCarrier, rational
from lagr_gui.algebra.keys import Monomial
from lagr_gui.algebra.trigonometry import NO_ANGLE, Factor, Groups, of_angle, of_powers

Atom = tuple[str, Monomial]
"""What a term is a product of: a generator (""), what it divides by ("/"), sine or cosine."""

Term = tuple[dict[Atom, int], Fraction]


def terms_of(groups: Groups, algebra: CanonicalCarrier) -> Iterator[Term]:
    """Every term as powers of atoms, which are not to be changed.

    The algebra keeps them: what is the same product is the same object in all its sums.
    """
    for factor, coefficient in groups.items():
        by_monomial = algebra.atoms.setdefault(factor, {})
        for monomial, amount in coefficient.items():
            if (atoms := by_monomial.get(monomial)) is None:
                atoms = by_monomial[monomial] = _turning(factor) | _plain(monomial)
            yield atoms, rational(amount.numerator, amount.denominator)


def _turning(factor: Factor) -> dict[Atom, int]:
    """A trigonometric factor as powers of atoms."""
    angles: dict[Atom, int] = {(factor.function, factor.angle): 1} if factor.angle else {}
    for angle, cosines, sines in factor.powers:
        angles |= {("cos ", angle): cosines, ("sin ", angle): sines}
    return {atom: e for atom, e in angles.items() if e}


def _plain(monomial: Monomial) -> dict[Atom, int]:
    """A monomial as powers of atoms."""
    return {("/" if e < 0 else "", ((index, 1),)): abs(e) for index, e in monomial if e}


def groups_of(entries: Iterable[Term]) -> Groups:
    """The sum of terms given as powers of atoms; those with a blank are powers."""
    groups: Groups = {}
    for atoms, number in entries:
        powers: dict[Monomial, tuple[int, int]] = {}
        multiple = NO_ANGLE
        monomial: list[tuple[int, int]] = []
        for (name, angle), e in atoms.items():
            if name in ("", "/"):
                monomial.append((angle[0][0], -e if name else e))
            elif name.endswith(" "):
                c, s = powers.get(angle, (0, 0))
                powers[angle] = (c + e, s) if name == "cos " else (c, s + e)
            else:
                multiple = of_angle(name, angle)
        factor = multiple or factor_of(powers)
        groups.setdefault(factor, {})[tuple(sorted(monomial))] = number
    return groups


def factor_of(powers: dict[Monomial, tuple[int, int]]) -> Factor:
    """Powers of cosines and sines by angle."""
    return of_powers(tuple([(a, c, s) for a, (c, s) in sorted(powers.items()) if c or s]))
