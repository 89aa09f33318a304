"""Common factors of numerator and denominator, taken out so that both stay real.

A value is real when turning all its angles round conjugates it.  Numerator and denominator
look the same read backwards (even, cosines) or with the opposite sign (odd, sines), and so
does every common factor; centred, it is a real value or i times one.
"""

from __future__ import annotations

from dataclasses import dataclass

from flint import fmpq_mpoly

from lagr_gui.algebra.canonical import Canonical
from lagr_gui.algebra.ring import Exponents


@dataclass(frozen=True)
class Common:
    """A factor K = X^(−centre) · P, which is real (even) or i times a real value (odd)."""

    P: fmpq_mpoly
    centre: Exponents
    even: bool

    @classmethod
    def of(cls, top: Canonical, below: Canonical) -> Common | None:
        """The common factor of a numerator and an even or odd denominator; None for 1."""
        A, B, _ = top.lifted()
        C, E, _ = below.lifted()
        P = C or E
        for polynomial in (A, B):
            if polynomial:
                P = P.gcd(polynomial)
        if P.is_constant():
            return None
        _, factors = P.factor()
        ring = top.algebra.ring
        angles = [ring.is_angle(index) for index in range(ring.width)]
        parts = [
            (factor, spread)
            for factor, power in factors
            if len(factor) > 1 and (spread := _spread(factor, angles)) is not None
            for _ in range(int(power))
        ]
        made, total = ring.constant(1), (0,) * len(angles)
        for factor, spread in _whole(parts):
            made, total = made * factor, tuple(map(int.__add__, total, spread))
        if made.is_constant():
            return None
        centre = tuple(degree // 2 for degree in total)
        return cls(made, centre, _backwards(made, total) == made)

    def cancelled(self, value: Canonical) -> Canonical:
        """The numerator of a value over this factor, or over i times it where it is odd."""
        A, B, shift = value.lifted()
        A, B = A / self.P, B / self.P
        if not self.even:
            A, B = -B, A
        rest = tuple(map(int.__sub__, shift, self.centre))
        up = tuple(max(-e, 0) for e in rest)
        if any(up):
            factor = value.algebra.ring.monomial(up)
            A, B = A * factor, B * factor
        return Canonical(value.algebra, A, B, tuple(max(e, 0) for e in rest))


def _whole(parts: list[tuple[fmpq_mpoly, Exponents]]) -> list[tuple[fmpq_mpoly, Exponents]]:
    """Those parts whose product has a centre: its degrees in the angles are even.

    sin x is one such product of two, (z − 1)(z + 1); 1 + cos x is (z + 1)².
    """
    odd = [sum(degrees) % 2 for degrees in zip(*(spread for _, spread in parts), strict=True)]
    if not any(odd):
        return parts
    for place, (_, spread) in enumerate(parts):
        if [degree % 2 for degree in spread] == odd:
            return [*parts[:place], *parts[place + 1 :]]
    return [part for part in parts if not any(degree % 2 for degree in part[1])]


def _spread(P: fmpq_mpoly, angles: list[bool]) -> Exponents | None:
    """The degrees in the angles; None where P reads differently backwards."""
    spread = tuple(
        int(d) if is_angle else 0 for d, is_angle in zip(P.degrees(), angles, strict=True)
    )
    turned = _backwards(P, spread)
    return spread if turned in (P, -P) else None


def _backwards(P: fmpq_mpoly, spread: Exponents) -> fmpq_mpoly:
    """P with all angles turned round."""
    table = {
        tuple(d - int(e) if d else int(e) for e, d in zip(exponents, spread, strict=True)): c
        for exponents, c in P.to_dict().items()
    }
    return P.context().from_dict(table)
