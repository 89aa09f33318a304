"""Products of sums that differ in one sign: 1 − u² in the place of (1 + u)(1 − u)."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations

from lagr_gui.algebra.atoms import Atom, Term


def join_conjugates(sums: list[tuple[list[Term], int]], common: dict[Atom, int]) -> Fraction:
    """Put 1 − u² in the place of (1 + u)(1 − u), and sin² of 1 − cos²; the number that is left."""
    number = Fraction(1)
    others = {"cos ": "sin ", "sin ": "cos "}
    for first, second in combinations(list(sums), 2):
        pair = _conjugate(first[0], second[0])
        if pair is None or first[1] != second[1] or first not in sums or second not in sums:
            continue
        sums.remove(first)
        sums.remove(second)
        power, (constant, slope, atoms) = first[1], pair
        ((name, angle), exponent), *rest = atoms.items()
        if constant == -slope and not rest and exponent == 1 and name in others:
            other = others[name], angle
            common[other] = common.get(other, 0) + 2 * power
            number *= constant**power
        else:
            square = {atom: 2 * e for atom, e in atoms.items()}
            sign = 1 if constant > 0 else -1
            number *= sign**power
            sums.append(([({}, sign * constant), (square, sign * slope)], power))
    return number


def _conjugate(
    first: list[Term], second: list[Term]
) -> tuple[Fraction, Fraction, dict[Atom, int]] | None:
    """a², −b² and u for a product (a + b u)(a − b u), or their negatives."""
    if len(first) != 2 or len(second) != 2:
        return None
    own, other = (
        {tuple(sorted(atoms.items())): n for atoms, n in side} for side in (first, second)
    )
    if () not in own or own.keys() != other.keys():
        return None
    (name,) = (name for name in own if name)
    if own[()] * other[name] != -own[name] * other[()]:
        return None
    return own[()] * other[()], own[name] * other[name], dict(name)
