"""New names that are free, and item keys."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import chain
from itertools import count as counting

from lagr_gui.catalogue.kinds import ElementKind
from lagr_gui.model import LONGEST_NAME, Model


def free_name(stem: str, taken: Iterable[str], always_numbered: bool = True) -> str:
    """`stem 1`, `stem 2` … or, when it is free and need not be numbered, the stem itself."""
    used = set(taken)
    if not always_numbered and stem not in used:
        return stem
    return next(name for n in counting(1) if (name := _numbered(stem, f" {n}")) not in used)


def _numbered(stem: str, number: str) -> str:
    """A stem with its number, no longer than a name may be."""
    return stem[: LONGEST_NAME - len(number)] + number


def free_symbol(stem: str, taken: Iterable[str]) -> str:
    """The first of stem1, stem2 … that is free."""
    used = set(taken)
    return next(name for n in counting(1) if (name := _numbered(stem, str(n))) not in used)


def free_symbols(model: Model, count: int, known: Iterable[str] = ()) -> list[str]:
    """As many free names of coordinates, beside others that are known."""
    symbols: list[str] = []
    for _ in range(count):
        symbols.append(free_symbol("q", {*symbols_of(model), *known, *symbols}))
    return symbols


def free_own(
    model: Model, kind: ElementKind, known: Iterable[str] = (), count: int = 1
) -> list[str]:
    """Free names for coordinates of an element's own, beside others that are known."""
    if kind.role is None:
        return free_symbols(model, count, known)
    taken = {*symbols_of(model), *known}
    names = chain((kind.stem,), (f"{kind.stem}{n}" for n in counting(2)))
    return [next(name for name in names if name not in taken)][:count]


def symbols_of(model: Model) -> set[str]:
    """The names of all coordinates, parameters, functions and states."""
    return set(named_symbols(model))


def named_symbols(model: Model) -> list[str]:
    """The same names, each as often as it is borne."""
    return [
        *(name for joint in model.joints for name in joint.coordinates),
        *(name for element in model.elements for name in element.own),
        *(parameter.name for parameter in model.parameters),
        *(function.name for function in model.functions),
        *(name for signal in model.signals for name in {signal.name, *signal.names}),
    ]


def instance_names(model: Model) -> set[str]:
    """The names of all instances and of the members of those that are repeated."""
    members = (f"{one.name}{k}" for one in model.instances for k in range(1, (one.repeat or 0) + 1))
    return {*(one.name for one in model.instances), *members}


def split_key(key: str) -> tuple[str, str]:
    """Sort and name of an item key such as ``body:2`` or ``element:spring 1``."""
    sort, _, name = key.partition(":")
    return sort, name


def body_numbers(keys: Iterable[str]) -> set[int]:
    """The numbers of the bodies among some keys."""
    return {int(name) for sort, name in map(split_key, keys) if sort == "body"}


def names_of(keys: Iterable[str], sort: str) -> set[str]:
    """The names of the items of one sort among some keys."""
    return {name for of_sort, name in map(split_key, keys) if of_sort == sort}
