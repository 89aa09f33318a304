"""Terms as powers of what they are products of: generators, divisors, sines and cosines."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction
from functools import lru_cache

from lagr_gui.algebra.canonical import rational
from lagr_gui.algebra.keys import Monomial
from lagr_gui.algebra.trigonometry import (
    NO_ANGLE,
    REMEMBERED,
    Factor,
    Groups,
    of_angle,
    of_powers,
)

Atom = tuple[str, Monomial]
"""What a term is a product of: a generator (""), what it divides by ("/"), sine or cosine."""

Term = tuple[dict[Atom, int], Fraction]


def terms_of(groups: Groups) -> Iterator[Term]:
    """Every term as powers of atoms."""
    for factor, own in groups.items():
        angles: dict[Atom, int] = {(factor.function, factor.angle): 1} if factor.angle else {}
        for index, cosines, sines in factor.powers:
            angle: Monomial = ((index, 1),)
            angles |= {("cos ", angle): cosines, ("sin ", angle): sines}
        angles = {atom: e for atom, e in angles.items() if e}
        for monomial, amount in own.items():
            yield angles | _atoms(monomial), rational(amount.numerator, amount.denominator)


@lru_cache(maxsize=REMEMBERED)
def _atoms(monomial: Monomial) -> dict[Atom, int]:
    """A monomial as powers of atoms; not to be changed."""
    return {("/" if e < 0 else "", ((index, 1),)): abs(e) for index, e in monomial if e}


def groups_of(entries: Iterable[Term]) -> Groups:
    """The sum of terms given as powers of atoms; those with a blank are powers."""
    found: Groups = {}
    for atoms, number in entries:
        powers: dict[int, tuple[int, int]] = {}
        multiple = NO_ANGLE
        monomial: list[tuple[int, int]] = []
        for (name, angle), e in atoms.items():
            index = angle[0][0]
            if name in ("", "/"):
                monomial.append((index, -e if name else e))
            elif name.endswith(" "):
                c, s = powers.get(index, (0, 0))
                powers[index] = (c + e, s) if name == "cos " else (c, s + e)
            else:
                multiple = of_angle(name, angle)
        factor = multiple or factor_of(powers)
        found.setdefault(factor, {})[tuple(sorted(monomial))] = number
    return found


def factor_of(powers: dict[int, tuple[int, int]]) -> Factor:
    """Powers of cosines and sines by angle."""
    return of_powers(tuple((i, c, s) for i, (c, s) in sorted(powers.items()) if c or s))
