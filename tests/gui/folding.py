"""Sections of the page of the equations, opened by their headings."""

from __future__ import annotations

from typing import Any

TABLE, KINEMATICS, MATRIX = "LAGR's table", "Kinematics", "Constraint matrix"
FOLDED = TABLE, KINEMATICS, MATRIX
"""Sections that are folded at first."""


def opened(window: Any, *titles: str) -> None:
    """Unfold the sections with titles that begin so, where they are there and folded."""
    view = window.equations.view
    for title in titles:
        rows = [at for at, row in enumerate(view.rows) if row.title.startswith(title)]
        for at in reversed(rows):
            if view.rows[at].unfolded is False:
                view.fold_wanted.emit(at, True)
