"""The one item that a term comes from: its name, and the colour of a body in its pictures."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from lagr_gui.gui.typesetting import Row, TermSource
from lagr_gui.gui.words import tr
from lagr_gui.mechanics.sheets.sheet import Balance, Entry
from lagr_gui.model import Model
from lagr_gui.model.shapes import paint

BY_LINES = ("T", "U", "D", "U_F", "D_F")
"""Results whose terms stand one below the other, with the names of their items."""
MARKED = (*BY_LINES, "J", "J_red", "Q")
"""Results whose terms are marked, as those of equations of motion are."""
MOST = 14
"""Terms of a result that stand one below the other."""


class TermSources:
    """Names of bodies, elements and joints, and which of them terms come from."""

    def __init__(self, model: Model) -> None:
        self._sources: dict[str, TermSource] = {}
        for body in model.bodies:
            name = body.name or tr("Body {n}").format(n=body.number)
            self._put(f"body:{body.number}", name, paint(body.shape.color))
        for element in model.elements:
            self._put(f"element:{element.name}", element.name)
        for joint in model.joints:
            self._put(f"joint:{joint.name}", joint.name)

    def _put(self, key: str, name: str, color: str = "") -> None:
        self._sources[key] = TermSource(key, len(self._sources), name, color)

    def words(self, keys: Sequence[str]) -> str:
        """The names of items, for a note beside the pointer."""
        known = [self._sources[key].name for key in keys if key in self._sources]
        return ", ".join(known)

    def marked(self, row: Row) -> Row:
        """A row whose terms tell the one item that they come from, where they come from several."""
        about = row.about
        if not isinstance(about, (Balance, Entry)) or len(row.sources) != _count(about):
            return row
        if isinstance(about, Entry) and about.symbol not in MARKED:
            return row
        one = tuple(self.one(keys) for keys in row.sources)
        listed = isinstance(about, Entry) and about.symbol in BY_LINES
        if listed and all(one) and len(one) <= MOST:
            return replace(row, one=one, listed=True)
        several = len(set(row.sources)) > 1
        return replace(row, one=one) if several and any(one) else row

    def one(self, keys: Sequence[str]) -> TermSource | None:
        """The item, where it is one alone."""
        return self._sources.get(keys[0]) if len(keys) == 1 else None


def _count(line: Balance | Entry) -> int:
    return len(line.terms) if isinstance(line, Entry) else len(line.left) + len(line.right)
