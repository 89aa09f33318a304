"""A table as comma separated values in full precision."""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray


def table_csv(heads: Sequence[str], columns: Sequence[NDArray[np.float64]]) -> str:
    """One row per entry of the columns (n,), heads first."""
    stream = io.StringIO()
    writer = csv.writer(stream, lineterminator="\n")
    writer.writerow(heads)
    rows = np.column_stack([np.asarray(column, float) for column in columns]).tolist()
    writer.writerows([[repr(value) for value in row] for row in rows])
    return stream.getvalue()
