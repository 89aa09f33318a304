"""Tables whose columns go by names."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from lagr_gui.foundation.message import say
from lagr_gui.foundation.registry import check_known


class Columns(Mapping[str, Any]):
    """The columns (…) of an array (…, f) by the names of its f columns.

    A name that is none raises LagrError, with those that are meant.
    """

    def __init__(self, names: Sequence[str], table: Any) -> None:
        self._names, self._table = tuple(names), table

    def __getitem__(self, name: str) -> Any:
        place = say("Coordinate “{name}”", name=name)
        check_known(name, self._names, place, "There is no coordinate of this name.")
        return self._table[..., self._names.index(name)]

    def __contains__(self, name: object) -> bool:
        return name in self._names

    def __iter__(self) -> Iterator[str]:
        return iter(self._names)

    def __len__(self) -> int:
        return len(self._names)

    def __repr__(self) -> str:
        return f"{{{', '.join(f'{name!r}: {column!r}' for name, column in self.items())}}}"


class NamedCourses:
    """Courses q, q̇ and q̈ (n, f) of `coordinates`, which go by their names, too."""

    __slots__ = ()

    coordinates: tuple[str, ...]
    q: Any
    qd: Any
    qdd: Any

    def __getitem__(self, name: str) -> Any:
        """The course (n,) of a coordinate. Raises LagrError for a name that is none."""
        return self.position[name]

    @property
    def position(self) -> Columns:
        """q (n,) by the names of the coordinates."""
        return Columns(self.coordinates, self.q)

    @property
    def velocity(self) -> Columns:
        """q̇ (n,) by the names of the coordinates."""
        return Columns(self.coordinates, self.qd)

    @property
    def acceleration(self) -> Columns:
        """q̈ (n,) by the names of the coordinates."""
        return Columns(self.coordinates, self.qdd)
