"""A comparison of two versions of a model as text."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Protocol

from lagr_gui.editing.changes import ADDED, REMOVED, ItemChange
from lagr_gui.foundation.problem import Problem

MARKS = {ADDED: "+", REMOVED: "-"}
"""What stands before an item; ``~`` before one that changed."""


class OneResult(Protocol):
    """A result that is another one, in sentences."""

    @property
    def told(self) -> tuple[str, ...]: ...


class Compared(Protocol):
    """A comparison."""

    @property
    def same(self) -> bool: ...
    @property
    def items(self) -> tuple[ItemChange, ...]: ...
    @property
    def results(self) -> tuple[OneResult, ...]: ...
    @property
    def problems(self) -> tuple[Problem, ...]: ...


def comparison_text(found: Compared) -> str:
    """One line for each item and each of its fields, one for each term of a result."""
    if found.same:
        return "Both versions are the same, but perhaps for where things lie."
    lines = [*_items(found)]
    if found.results:
        lines += ["", "Equations", *(f"  {line}" for one in found.results for line in one.told)]
    elif not found.problems:
        lines += ["", "The equations are the same."]
    return "\n".join(lines)


def _items(found: Compared) -> Iterator[str]:
    for one in found.items:
        yield f"{MARKS.get(one.what, '~')} {_name(one)}"
        for field in one.fields:
            yield f"    {field.place}: {field.here or '-'} -> {field.there or '-'}"


def _name(one: ItemChange) -> str:
    sort, _, name = one.key.partition(":")
    named = f" “{one.title}”" if one.title and one.title != name else ""
    return f"{sort} {name}{named}".strip()
