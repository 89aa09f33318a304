"""Sums of products of powers: what their terms have in common, and in which order they stand."""

from __future__ import annotations

from lagr_gui.algebra.atoms import Atom, Term


def shared_powers(terms: list[Term]) -> dict[Atom, int]:
    """The powers that all terms have."""
    found = terms[0][0]
    for entries, _ in terms[1:]:
        found = {a: min(e, entries[a]) for a, e in found.items() if a in entries}
    return found


def is_prime(terms: list[Term]) -> bool:
    """Whether a sum whose terms have nothing in common is seen to be no product.

    It is none where an atom is in one term only, and there linear: x m + r with a monomial m
    divides by what m and r share, and that would be in all terms.  Nor where two atoms are so with
    squares, before numbers of one sign: x² m + r is a product only where −r m is a square, but
    there its highest power of y has a negative number before it.
    """
    alone: dict[Atom, tuple[int, int]] = {}
    for place, (entries, _) in enumerate(terms):
        for atom, e in entries.items():
            alone[atom] = (0, 0) if atom in alone else (e, place)
    found = alone.values()
    if any(e == 1 for e, _ in found):
        return True
    signs = [terms[place][1].numerator > 0 for place in {place for e, place in found if e == 2}]
    return len(signs) > len(set(signs))


def divisors(terms: list[Term]) -> dict[Atom, int]:
    """What some terms divide by and others do not, or less often."""
    highest: dict[Atom, int] = {}
    for atoms, _ in terms:
        for atom, e in atoms.items():
            if atom[0] == "/":
                highest[atom] = max(e, highest.get(atom, 0))
    return {
        atom: e for atom, e in highest.items() if any(atoms.get(atom, 0) < e for atoms, _ in terms)
    }


def multiplied(atoms: dict[Atom, int], below: dict[Atom, int]) -> dict[Atom, int]:
    """A term over a common denominator."""
    found = dict(atoms)
    for atom, e in below.items():
        rest = e - found.pop(atom, 0)
        if rest:
            above = "", atom[1]
            found[above] = found.get(above, 0) + rest
    return found


def highest_first(terms: list[Term], atoms: tuple[Atom, ...]) -> list[Term]:
    """The terms with the highest powers of the first atoms first."""
    columns = {atom: column for column, atom in enumerate(atoms)}

    def place(term: Term) -> list[int]:
        powers = [0] * len(columns)
        for atom, e in term[0].items():
            powers[columns[atom]] = -e
        return powers

    return sorted(terms, key=place)
