"""Sums of products of powers as products of powers of sums: FLINT factors them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations

from flint import Ordering, fmpq, fmpq_mpoly_ctx, fmpz

from lagr_gui.algebra.atoms import Atom, Term, groups_of
from lagr_gui.algebra.canonical import CanonicalCarrier, to_fraction
from lagr_gui.algebra.coefficients import monomial_tree, times
from lagr_gui.algebra.count import Counts, operation_count, operations
from lagr_gui.algebra.keys import content
from lagr_gui.algebra.ring import Sort
from lagr_gui.algebra.trigonometry import Groups
from lagr_gui.expression import Expression, Number, Power
from lagr_gui.expression.writer import write

Written = Callable[[Groups], Expression]
"""Writes a sum that is no product."""

Way = tuple[int, Fraction]
"""The place of a sum of a product, and what it is multiplied by: the number before it has less."""

LAST = 10**9
"""Behind all places in reading order."""


@dataclass(frozen=True)
class Factored:
    """A product: a number, powers of atoms, and powers of sums of terms."""

    number: Fraction
    common: dict[Atom, int]
    sums: list[tuple[list[Term], int]]


class Factoring:
    """Finds products, and writes them; `written` writes the sums in them."""

    def __init__(self, algebra: CanonicalCarrier, written: Written) -> None:
        self.algebra, self._written = algebra, written

    def factored(self, terms: list[Term]) -> Factored | None:
        """The product that a sum is, with every sum turned as one writes it: λ − l, 1 − l/λ.

        None where nothing can be taken out.  Many results of a system have sums in common.
        """
        products = self.algebra.products
        key = tuple([(tuple(t.items()), n.numerator, n.denominator) for t, n in terms])
        if key not in products:
            products[key] = self._shortest(terms)
        return products[key]

    def _shortest(self, terms: list[Term]) -> Factored | None:
        """The product of the sum as it is, or over what some of its terms divide by."""
        plain = self._product(terms)
        candidates = [] if plain is None else [self._turned(plain, terms)]
        if below := divisors(terms):
            whole = [(multiplied(atoms, below), number) for atoms, number in terms]
            over = self._product(whole) or Factored(Fraction(1), {}, [(whole, 1)])
            over = Factored(over.number, over.common | below, over.sums)
            candidates.append(self._turned(over, terms))
            if plain is None and self.product_length(candidates[0]) >= self.sum_length(terms):
                return None
        products = [product for product in candidates if not _is_sum(product)]
        if len(products) == 1:
            return products[0]
        return min(products, key=lambda p: (self.product_length(p), _strokes(p) > 1), default=None)

    def _product(self, terms: list[Term]) -> Factored | None:
        """The product of powers of sums that a sum is; None where nothing can be taken out.

        It is looked for without what all terms have in common: a force c x and 3 c x are factored
        once.
        """
        shared, scale = shared_powers(terms), content([n for _, n in terms])
        atoms = dict.fromkeys(atom for entries, _ in terms for atom in entries)
        plain = scale == 1
        rest: list[Term] = [
            (
                {a: p for a, e in own.items() if (p := e - shared.get(a, 0))},
                n if plain else n / scale,
            )
            for own, n in terms
        ]
        left = {a for own, _ in rest for a in own}
        order = tuple(atom for atom in atoms if atom in left)
        key = order, tuple([(tuple(own.items()), n.numerator, n.denominator) for own, n in rest])
        memory = self.algebra.factored
        if key not in memory:
            memory[key] = _factored(rest, order)
        core = memory[key]
        common = {a: e for a in (*atoms, *core.common) if (e := _power(a, shared, core.common))}
        product = Factored(core.number * scale, common, core.sums)
        return None if _is_sum(product) else product

    def _turned(self, product: Factored, terms: list[Term]) -> Factored:
        number, sums = product.number, list[tuple[list[Term], int]]()
        for part, power in product.sums:
            turned = self._is_turned(part, number < 0 and power % 2 == 1)
            number *= (-1) ** (power * turned)
            sums.append(([(atoms, -n) for atoms, n in part] if turned else part, power))
        return self._numbered(Factored(number, product.common, sums), terms)

    def _numbered(self, product: Factored, terms: list[Term]) -> Factored:
        """The product with its numbers where they are read best.

        Decimals stay where they were, 0.3 x + 1 and not (3 x + 10)/10; fractions stand in the sum
        where that is shorter: l²/12 + s².  Numbers that were typed stay where that is possible.
        """
        is_free = self.algebra.spelling.is_free
        if is_free and product.number.denominator == 1:
            return product
        ways = _ways(product)
        kept = ways if is_free else self._keeping(product, ways)
        if len(kept) < len(ways):
            return min(_moved(product, [*reversed(kept or ways)]), key=self._digits)
        if any(self.algebra.is_decimal(number) for _, number in terms):
            candidates = [*_moved(product, [*reversed(ways)])]
            if len(product.sums) > 1:  # (x − 0.8) (1 − 0.8/ℓ): one number for each
                candidates += (own for found in candidates[:-1] for own in _moved(found, ways[1:]))
            return min(candidates, key=self._digits)
        if product.number.denominator == 1:
            return product
        return min(_moved(product, ways), key=self.product_length)

    def _keeping(self, product: Factored, ways: list[Way]) -> list[Way]:
        """The ways in which numbers that were typed stay in a product that has but one sum."""
        if len(product.sums) != 1 or product.sums[0][1] != 1:
            return ways
        sizes = frozenset(abs(product.number * n) for _, n in product.sums[0][0])
        divides = self.algebra.spelling.divides
        return [(place, scale) for place, scale in ways if divides(product.number / scale, sizes)]

    def _digits(self, product: Factored) -> tuple[int, int, int]:
        """How many numbers have no end as decimals, how many there are, and how long they are."""
        numbers = [abs(product.number), *(abs(n) for part, _ in product.sums for _, n in part)]
        endless = sum(10**12 % number.denominator != 0 for number in numbers)
        texts = [write(self.algebra.number_tree(number)) for number in numbers if number != 1]
        return endless, len(texts), sum(map(len, texts))

    def _is_turned(self, terms: list[Term], behind_minus: bool) -> bool:
        """Whether the negative of a sum is the one to be written.

        What has the highest power of a name is positive, a natural length negative: ℓ − l₀.
        Otherwise a minus goes into a sum in which most terms have one.
        """
        negative = sum(n < 0 for _, n in terms)
        if negative in (0, len(terms)):
            return False
        powers = [self._names(atoms) for atoms, _ in terms]
        highest = max(powers)
        if highest != min(powers):
            return all(n < 0 for (_, n), key in zip(terms, powers, strict=True) if key == highest)
        natural = [n > 0 for atoms, n in terms if self._is_natural(atoms)]
        return any(natural) if natural else behind_minus and 2 * negative > len(terms)

    def _is_natural(self, atoms: dict[Atom, int]) -> bool:
        """Whether a term is a natural length."""
        if len(atoms) != 1:
            return False
        (((name, angle), power),) = atoms.items()
        symbol = self.algebra.ring.generators[angle[0][0]].key
        return not name and power == 1 and symbol in self.algebra.natural

    def _names(self, atoms: dict[Atom, int]) -> int:
        """The power of the first name in a term."""
        generators = self.algebra.ring.generators
        powers = {
            angle[0][0]: -e if name else e
            for (name, angle), e in atoms.items()
            if name in ("", "/") and generators[angle[0][0]].sort is Sort.NAME
        }
        return powers[min(powers)] if powers else 0

    def gain(self, terms: list[Term], whole: Atom) -> int:
        """How much shorter a sum is as a product; 0 where it is none.

        So it is where the atom that is to be taken out as a `whole` would stay in a sum:
        l² + r² − 2 l r cos φ, not r² + l (l − 2 r cos φ).
        """
        product = self.factored(terms)
        if product is None or any(whole in atoms for part, _ in product.sums for atoms, _ in part):
            return 0
        return self.sum_length(terms) - self.product_length(product)

    def sum_length(self, terms: list[Term]) -> int:
        """The operations of a sum."""
        return len(terms) - 1 + sum(self._length(*term) for term in terms)

    def product_length(self, product: Factored) -> int:
        """The operations of a product."""
        inner = (self.sum_length(entries) + (power > 1) for entries, power in product.sums)
        plain = bool(product.common) or abs(product.number) != 1
        return (
            self._length(product.common, product.number)
            + sum(inner)
            + (len(product.sums) - 1 + plain)
        )

    def _length(self, atoms: dict[Atom, int], number: Fraction | int) -> int:
        """The operations of one term."""
        above, below, within = self._counts(atoms)
        if number.denominator != 1 and not self.algebra.is_decimal(number):
            return operations(above + (abs(number.numerator) != 1), below + 1, within)
        return operations(above + (abs(number) != 1), below, within)

    def _counts(self, atoms: dict[Atom, int]) -> Counts:
        """The factors of a term above and below the line, and the operations within them."""
        below = within = 0
        for atom, power in atoms.items():
            below += atom[0] == "/"
            within += (power > 1) + self.atom_length(atom)
        return len(atoms) - below, below, within

    def atom_length(self, atom: Atom) -> int:
        """The operations within an atom."""
        if (length := self.algebra.atom_lengths.get(atom)) is not None:
            return length
        ((factor, coefficient),) = groups_of([({atom: 1}, Fraction(1))]).items()
        ((monomial, _),) = coefficient.items()
        plain = tuple((index, abs(e)) for index, e in monomial)
        trees = (monomial_tree(plain, Fraction(1), self.algebra), factor.tree(self.algebra))
        count = self.algebra.atom_lengths[atom] = operation_count(times(*trees))
        return count

    def tree(self, product: Factored) -> Expression:
        """A product, written."""
        number, plain, turning = self._parts(product)
        places = self._places(product.common)
        before, within, behind = self.algebra.number_tree(number), plain, turning
        for entries, power in sorted(product.sums, key=lambda entry: len(entry[0])):
            base = self._written(groups_of(entries))
            factor = base if power == 1 else Power(base, Number(Fraction(power)))
            if _turns(entries):
                behind = times(behind, factor)
            elif self._constant_place(entries) < places:
                before = times(before, factor)
            else:
                within = times(within, factor)
        return times(times(before, within), behind)

    def _parts(self, product: Factored) -> tuple[Fraction, Expression, Expression]:
        """The number, the powers and the trigonometric factor before the sums of a product."""
        ((factor, coefficient),) = groups_of([(product.common, product.number)]).items()
        ((monomial, number),) = coefficient.items()
        plain = monomial_tree(monomial, Fraction(1), self.algebra)
        return number, plain, factor.tree(self.algebra) or Number(Fraction(1))

    def _places(self, atoms: dict[Atom, int]) -> int:
        """The place in reading order of the first generator of a product without angles."""
        ranks = (self.algebra.rank(angle[0][0]) for name, angle in atoms if name in ("", "/"))
        return min(ranks, default=-1)

    def _constant_place(self, terms: list[Term]) -> int:
        """The place of a sum of parameters; those that move stand behind parameters."""
        indices = {angle[0][0] for atoms, _ in terms for _, angle in atoms}
        if not all(map(self.algebra.is_constant, indices)):
            return LAST
        return min(map(self.algebra.rank, indices))

    def monomial(self, atoms: dict[Atom, int], number: Fraction) -> Expression:
        """One term, written."""
        ((factor, coefficient),) = groups_of([(atoms, number)]).items()
        ((monomial, number),) = coefficient.items()
        return times(monomial_tree(monomial, number, self.algebra), factor.tree(self.algebra))


def _power(atom: Atom, *powers: dict[Atom, int]) -> int:
    """The power of an atom in a product of powers."""
    return sum(entries.get(atom, 0) for entries in powers)


def _factored(terms: list[Term], atoms: tuple[Atom, ...]) -> Factored:
    """The product of powers of sums that a sum is, whose terms have nothing in common."""
    if is_prime(terms):
        terms = highest_first(terms, atoms)
        sign = -1 if terms[0][1].numerator < 0 else 1
        rest = terms if sign > 0 else [(own, -n) for own, n in terms]
        return Factored(Fraction(sign), {}, [(rest, 1)])
    context = fmpq_mpoly_ctx.get([f"x{i}" for i in range(len(atoms))], Ordering.lex)
    table = {
        tuple([entries.get(a, 0) for a in atoms]): fmpq(n.numerator, n.denominator)
        for entries, n in terms
    }
    taken, factors = context.from_dict(table).factor()
    number, common = to_fraction(taken), dict[Atom, int]()
    sums: list[tuple[list[Term], int]] = []
    for factor, power in factors:
        own: list[Term] = [
            ({a: int(e) for a, e in zip(atoms, exponents, strict=True) if e}, to_fraction(n))
            for exponents, n in factor.to_dict().items()
        ]
        scale = content([n for _, n in own]) * (-1 if all(n < 0 for _, n in own) else 1)
        number *= scale ** int(power)
        if len(own) == 1:
            for a, e in own[0][0].items():
                common[a] = common.get(a, 0) + e * int(power)
        else:
            sums.append(([(entries, n / scale) for entries, n in own], int(power)))
    number *= join_conjugates(sums, common)
    return Factored(number, common, sums)


def _strokes(product: Factored) -> int:
    """By how many things terms within a product are divided: one stroke for all reads better."""
    terms = (atoms for entries, _ in product.sums for atoms, _ in entries)
    return len(
        {frozenset(a for a in atoms.items() if a[0][0] == "/") for atoms in terms} - {frozenset()}
    )


def _is_sum(product: Factored) -> bool:
    """Whether it is a sum, perhaps with a sign before it."""
    alone = len(product.sums) == 1 and product.sums[0][1] == 1
    return alone and not product.common and abs(product.number) == 1


def _ways(product: Factored) -> list[Way]:
    """That a product stays as it is, and those in which its number stands in one of the sums."""
    ways = [(0, Fraction(1))]
    for place, (entries, power) in enumerate(product.sums):
        scales = dict.fromkeys((_root(abs(product.number), power), *_units(entries)))
        ways += [(place, scale) for scale in scales]
    return ways


def _moved(product: Factored, ways: Iterable[Way]) -> Iterator[Factored]:
    """A product with part of its number in a sum."""
    for place, scale in ways:
        if scale == 1:
            yield product
            continue
        entries, power = product.sums[place]
        scaled = [(atoms, number * scale) for atoms, number in entries]
        sums = [*product.sums[:place], (scaled, power), *product.sums[place + 1 :]]
        yield Factored(product.number / scale**power, product.common, sums)


def _units(terms: list[Term]) -> list[Fraction]:
    """What makes one of the numbers of a sum 1."""
    return [1 / abs(number) for _, number in terms]


def _root(number: Fraction, power: int) -> Fraction:
    """The root of a positive number; 1 where it is not rational."""
    if power == 1:
        return number
    root = Fraction(*(int(fmpz(n).root(power)) for n in (number.numerator, number.denominator)))
    return root if root**power == number else Fraction(1)


def _turns(terms: list[Term]) -> bool:
    """Whether a sum has angles; others stand before a sine or cosine."""
    return any(name not in ("", "/") for atoms, _ in terms for name, _ in atoms)


# --- Products of sums that differ in one sign: 1 − u² in the place of (1 + u)(1 − u) -----------


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
    one, other = (
        {tuple(sorted(atoms.items())): n for atoms, n in side} for side in (first, second)
    )
    if () not in one or one.keys() != other.keys():
        return None
    (name,) = (name for name in one if name)
    if one[()] * other[name] != -one[name] * other[()]:
        return None
    return one[()] * other[()], one[name] * other[name], dict(name)


# --- Sums of products of powers: what their terms have in common, and in which order they stand


def shared_powers(terms: list[Term]) -> dict[Atom, int]:
    """The powers that all terms have."""
    powers = terms[0][0]
    for entries, _ in terms[1:]:
        powers = {a: min(e, entries[a]) for a, e in powers.items() if a in entries}
    return powers


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
    single = alone.values()
    if any(e == 1 for e, _ in single):
        return True
    signs = [terms[place][1].numerator > 0 for place in {place for e, place in single if e == 2}]
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
    product = dict(atoms)
    for atom, e in below.items():
        rest = e - product.pop(atom, 0)
        if rest:
            above = "", atom[1]
            product[above] = product.get(above, 0) + rest
    return product


def highest_first(terms: list[Term], atoms: tuple[Atom, ...]) -> list[Term]:
    """The terms with the highest powers of the first atoms first."""
    columns = {atom: column for column, atom in enumerate(atoms)}

    def place(term: Term) -> list[int]:
        powers = [0] * len(columns)
        for atom, e in term[0].items():
            powers[columns[atom]] = -e
        return powers

    return sorted(terms, key=place)
