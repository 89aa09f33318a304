"""A table as comma separated values in full precision."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from lagr_gui.expression.builtins import BUILTINS
from lagr_gui.mechanics.trajectories.sensors import WORDS as SENSORS

WORDS = frozenset(word for word in (*SENSORS, *BUILTINS) if len(word) > 1)
"""Words whose brackets are part of a name; behind a letter alone, as in ``T(K)``, stands a unit."""


def split_head(head: str) -> tuple[str, str]:
    """The name and the unit that stand in the head of a column; the unit may be missing.

    Brackets at its end are a unit where a space stands before them, or a name that is no function
    or sensor: ``q1 (rad)`` and ``q1(rad)``, but not ``length(spring)``. So are square ones.
    """
    match = _HEAD.fullmatch(head.strip())
    if match is None:
        return head.strip(), ""
    name, space, bracketed, unit = match.groups()
    if bracketed is not None:
        return name, bracketed.strip()
    if not space and re.split(r"\W", name)[-1] in WORDS:
        return head.strip(), ""
    return name, unit.strip()


_HEAD = re.compile(r"(.*?\S)(\s*)(?:\[([^\[\]]*)\]|\(([^()]*)\))")


def table_csv(heads: Sequence[str], columns: Sequence[NDArray[np.float64]]) -> str:
    """One row per entry of the columns (n,), heads first."""
    stream = io.StringIO()
    writer = csv.writer(stream, lineterminator="\n")
    writer.writerow(heads)
    rows = np.column_stack([np.asarray(column, float) for column in columns]).tolist()
    writer.writerows([[repr(value) for value in row] for row in rows])
    return stream.getvalue()
