"""What was made of the records of a model is kept for those that an edit leaves as they are."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Generic, TypeVar

from lagr_gui.foundation.problem import Path

Of = TypeVar("Of")
Made = TypeVar("Made")


class Unchanged(Generic[Of, Made]):
    """Makes something of each record by itself, once as long as the record is the same object.

    Models share the records that an edit does not touch.  What is known is that of the last model.
    """

    def __init__(self, make: Callable[[Path, Of], Made]) -> None:
        """`make` takes the place of a record and the record, which tell all that it needs."""
        self._make = make
        self._known: Mapping[Path, tuple[Of, Made]] = {}

    def of(self, section: str, records: Iterable[Of]) -> list[Made]:
        """What is made of the records of a section of a model, in their order."""
        before, now = self._known, dict[Path, tuple[Of, Made]]()
        for index, record in enumerate(records):
            path = (section, index)
            pair = before.get(path)
            if pair is None or pair[0] is not record:
                pair = record, self._make(path, record)
            now[path] = pair
        self._known = now  # whole: another thread may ask
        return [made for _, made in now.values()]
