"""A comparison of two versions of a model as text."""

from __future__ import annotations

from collections.abc import Iterator

from lagr_gui.extensions.comparison.comparison import Comparison
from lagr_gui.extensions.comparison.items import ADDED, REMOVED, ItemChange

MARKS = {ADDED: "+", REMOVED: "-"}
"""What stands before an item; ``~`` before one that changed."""


def comparison_text(comparison: Comparison) -> str:
    """One line for each item and each of its fields, one for each term of a result."""
    if comparison.same:
        return "Both versions are the same, but perhaps for where things lie."
    lines = [*_items(comparison)]
    if comparison.results:
        lines += [
            "",
            "Equations",
            *(f"  {line}" for one in comparison.results for line in one.told),
        ]
    elif not comparison.problems:
        lines += ["", "The equations are the same."]
    return "\n".join(lines)


def _items(comparison: Comparison) -> Iterator[str]:
    for one in comparison.items:
        yield f"{MARKS.get(one.what, '~')} {_name(one)}"
        for field in one.fields:
            yield f"    {field.place}: {field.here or '-'} -> {field.there or '-'}"


def _name(one: ItemChange) -> str:
    sort, _, name = one.key.partition(":")
    named = f" “{one.title}”" if one.title and one.title != name else ""
    return f"{sort} {name}{named}".strip()
