"""Roots that surely stand in results, found in their values before anything is arranged."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from lagr_gui.algebra import Canonical, operation_count
from lagr_gui.algebra.coefficients import generator_tree
from lagr_gui.algebra.ring import Generator, Sort, by_powers
from lagr_gui.expression import Call, Expression, Sum
from lagr_gui.mechanics.closed import Parts
from lagr_gui.mechanics.naming import OFTEN


def are_rootless(values: Sequence[Canonical]) -> bool:
    """Whether all values of one algebra are; where that has no roots, none is looked at."""
    if not values:
        return True
    generators = values[0].algebra.ring.generators
    plain = {index for index, generator in enumerate(generators) if _is_plain(generator)}
    return len(plain) == len(generators) or all(_all_present(own) <= plain for own in values)


def is_rootless(value: Canonical) -> bool:
    """Whether a value is made of symbols, sines and cosines of symbols, and nothing else."""
    return all(map(_is_plain, _generators(value)))


def surely(results: Iterable[Parts]) -> Counter[Expression]:
    """In how many results each root of a sum stands at least, by its tree.

    Nothing where a root may get a name or not, as the results turn out when they are arranged.
    """
    found: Counter[Expression] = Counter()
    met: set[Expression] = set()
    for parts in results:
        own: Counter[Expression] = Counter()
        for value in parts.values():
            trees = _roots(value)
            if trees is None:
                return Counter()
            own.update(trees)
        met |= own.keys()
        # What stands in several contributions may cancel.
        found.update(tree for tree, times in own.items() if times == 1)
    return found if all(found[tree] >= OFTEN for tree in met) else Counter()


def least(found: Counter[Expression]) -> int:
    """The operations that results have at least in which these roots stand."""
    return sum(times * operation_count(tree) for tree, times in found.items())


def _roots(value: Canonical) -> list[Expression] | None:
    """The roots that a value depends on; None where that is open.

    It depends on a root that stands in it with one odd power: two may cancel each other.
    """
    if value.D is not None and not is_rootless(value.D):
        return None
    found: list[Expression] = []
    for index in value.present:
        generator = value.algebra.ring.generators[index]
        if _is_plain(generator):
            continue
        tree = _root_of_sum(generator)
        if tree is None or len(_odd_powers(value, index)) != 1:
            return None
        found.append(tree)
    return found


def _odd_powers(value: Canonical, index: int) -> list[int]:
    """The odd powers of a generator in a numerator, each with the same number added."""
    A, B, shift = value.lifted()
    return [power for power in by_powers(A, B, index) if (power + shift[index]) % 2]


def _all_present(value: Canonical) -> frozenset[int]:
    """The generators of a value, above and below the line."""
    present, below = value.present, value.D
    while below is not None:
        present, below = present | below.present, below.D
    return present


def _generators(value: Canonical) -> Iterator[Generator[Canonical]]:
    """Each generator of a value once."""
    generators = value.algebra.ring.generators
    return (generators[index] for index in _all_present(value))


def _root_of_sum(generator: Generator[Canonical]) -> Expression | None:
    """The tree of a root of a sum without roots; None of anything else."""
    base = generator.base
    if generator.sort is not Sort.ROOT or base is None or not is_rootless(base):
        return None
    tree = generator_tree(generator)
    return tree if isinstance(tree, Call) and isinstance(tree.arguments[0], Sum) else None


def _is_plain(generator: Generator[Canonical]) -> bool:
    if generator.sort is Sort.ANGLE:
        return generator.base is not None and all(
            inner.sort is Sort.SYMBOL for inner in _generators(generator.base)
        )
    return generator.sort is Sort.SYMBOL
