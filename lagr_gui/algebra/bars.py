"""Absolute values in what is shown: |u| instead of σ u, with the sign σ of u.

In calculations there are only signs, so that squares and quotients of absolute values vanish by
themselves; values with bars are made to be shown, and nothing is calculated with them.
"""

from __future__ import annotations

from lagr_gui.algebra.canonical import Canonical
from lagr_gui.algebra.keys import terms
from lagr_gui.algebra.ring import Sort


def barred(value: Canonical) -> Canonical:
    """The same value, with bars where a sign stands beside what it is the sign of."""
    algebra = value.algebra
    signs = [i for i in algebra.roots if algebra.ring.generators[i].sort is Sort.SIGN]
    for index in reversed(signs):
        value = _with_bars(value, index)
    return value


def _with_bars(value: Canonical, index: int) -> Canonical:
    if value.D is not None and index in value.D.present:
        value = value.algebra.fraction(value.numerator, _with_bars(value.D, index))
    if index not in value.present:
        return value
    algebra = value.algebra
    base = algebra.ring.generators[index].base
    assert base is not None
    bars = algebra.functions.opaque("abs", (base,))
    rest, beside = algebra.parted(value.numerator, index)
    above = beside / base
    if above.D is None and not _has_lower_powers(above, beside):  # σ u
        top = rest + bars * above
        return top if value.D is None else algebra.fraction(top, value.D)
    if not rest.is_zero:
        return value
    if value.D is None:  # σ / u
        below = beside * base
        return below / bars if _has_lower_powers(beside, below) else value
    below = value.D / base
    return beside / (below * bars) if below.D is None else value


def _has_lower_powers(value: Canonical, than: Canonical) -> bool:
    """Whether a value divides by something by which another one does not."""
    own, other = _divisors(value), _divisors(than)
    return any(power < other.get(index, 0) for index, power in own.items())


def _divisors(value: Canonical) -> dict[int, int]:
    """The lowest powers of generators that are no angles, where they are negative."""
    found: dict[int, int] = {}
    for monomial, _, _ in terms(value):
        for index, power in monomial:
            if power < 0 and value.algebra.ring.generators[index].sort is not Sort.ANGLE:
                found[index] = min(power, found.get(index, 0))
    return found
