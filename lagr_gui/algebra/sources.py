"""Sums of contributions, and the contributions that a part of the sum comes from."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from lagr_gui.algebra.trigonometry import Groups


def joined(parts: Collection[Groups]) -> Groups:
    """The sum of groups."""
    if len(parts) == 1:
        return next(iter(parts))
    total: Groups = {}
    for own in parts:
        for factor, coefficient in own.items():
            target = total.get(factor)
            if target is None:
                total[factor] = dict(coefficient)
                continue
            for monomial, number in coefficient.items():
                target[monomial] = target.get(monomial, 0) + number
    kept = {f: {m: c for m, c in coefficient.items() if c} for f, coefficient in total.items()}
    return {factor: coefficient for factor, coefficient in kept.items() if coefficient}


def sources_of(groups: Mapping[str, Groups], members: Groups) -> tuple[str, ...]:
    """The contributions that have a term of a part of their sum."""
    return tuple([key for key, own in groups.items() if _meet(own, members)])


def _meet(own: Groups, members: Groups) -> bool:
    """Whether two sums have a term in common."""
    for factor, part in members.items():
        coefficient = own.get(factor)
        if coefficient is not None and not coefficient.keys().isdisjoint(part):
            return True
    return False
