"""Sums of contributions, and the contributions that a part of the sum comes from."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from lagr_gui.algebra.coefficients import Coefficient
from lagr_gui.algebra.trigonometry import Factor, Groups


def joined(parts: Collection[Groups]) -> Groups:
    """The sum of groups."""
    if len(parts) == 1:
        return next(iter(parts))
    total: Groups = {}
    met: set[Factor] = set()
    for own in parts:
        for factor, coefficient in own.items():
            target = total.get(factor)
            if target is None:
                total[factor] = dict(coefficient)
                continue
            for monomial, number in coefficient.items():
                if monomial in target:
                    target[monomial] += number
                    met.add(factor)
                else:
                    target[monomial] = number
    for factor in met:
        total[factor] = {m: n for m, n in total[factor].items() if n}
    return {factor: coefficient for factor, coefficient in total.items() if coefficient}


class Sources:
    """Says from which contributions parts of their sum come."""

    def __init__(self, groups: Mapping[str, Groups]) -> None:
        self._keys = tuple(groups)
        self._holders: dict[Factor, list[tuple[str, Coefficient]]] = {}
        for key, own in groups.items():
            for factor, coefficient in own.items():
                self._holders.setdefault(factor, []).append((key, coefficient))

    def of(self, members: Groups) -> tuple[str, ...]:
        """The contributions that have a term of a part."""
        found: set[str] = set()
        for factor, part in members.items():
            for key, coefficient in self._holders.get(factor, ()):
                if key not in found and not coefficient.keys().isdisjoint(part):
                    found.add(key)
        return tuple([key for key in self._keys if key in found])
