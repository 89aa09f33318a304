"""Squares of sums within longer sums: a² − 2 a b + b² + c is (a − b)² + c."""

from __future__ import annotations

from lagr_gui.algebra.atoms import Atom, Term

Key = frozenset[tuple[Atom, int]]
"""What a term is a product of, in any order."""


def squares(terms: list[Term]) -> tuple[list[list[Term]], list[Term]]:
    """Terms that make squares of sums of two, three by three, and the rest.

    A term is in one square only: of several the first in the order of the terms.  There are none
    where all are products of different factors: a² and b² are a square apart.
    """
    if all(_is_simple(atoms) for atoms, _ in terms):
        return [], terms
    pairs = _pairs(terms)
    by_key = {_key(atoms): place for place, (atoms, _) in enumerate(terms)} if pairs else {}
    taken: set[int] = set()
    found: list[list[Term]] = []
    for first, second in pairs:
        if first in taken or second in taken:
            continue
        mixed = by_key.get(_middle(terms[first][0], terms[second][0]))
        if mixed is None or mixed in taken:
            continue
        if terms[mixed][1] ** 2 == 4 * terms[first][1] * terms[second][1]:
            taken |= {first, second, mixed}
            found.append([terms[place] for place in sorted((first, second, mixed))])
    return found, [term for place, term in enumerate(terms) if place not in taken]


def _is_simple(atoms: dict[Atom, int]) -> bool:
    """Whether a term has no power and divides by nothing."""
    return all(e == 1 and name != "/" for (name, _), e in atoms.items())


def _pairs(terms: list[Term]) -> list[tuple[int, int]]:
    """The places of two terms with powers that differ by even numbers only, and of one sign."""
    alike: dict[tuple[frozenset[Atom], bool], list[int]] = {}
    for place, (atoms, number) in enumerate(terms):
        odd = frozenset(atom for atom, e in _signed(atoms).items() if e % 2)
        alike.setdefault((odd, number.numerator < 0), []).append(place)
    pairs = [(a, b) for own in alike.values() for i, a in enumerate(own) for b in own[i + 1 :]]
    return sorted(pairs)


def _signed(atoms: dict[Atom, int]) -> dict[Atom, int]:
    """The powers with those below the line as negative ones; not to be changed."""
    if not any(name == "/" for name, _ in atoms):
        return atoms
    return {
        ("", angle) if name == "/" else (name, angle): -e if name == "/" else e
        for (name, angle), e in atoms.items()
    }


def _key(atoms: dict[Atom, int]) -> Key:
    return frozenset(_signed(atoms).items())


def _middle(first: dict[Atom, int], second: dict[Atom, int]) -> Key:
    """The powers halfway between those of two terms, which are those of 2 a b."""
    one, other = _signed(first), _signed(second)
    both = {atom: (one.get(atom, 0) + other.get(atom, 0)) // 2 for atom in one | other}
    return frozenset((atom, e) for atom, e in both.items() if e)
