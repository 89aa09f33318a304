"""Curves of several runs as one table: a block of columns for each, with times of its own."""

from __future__ import annotations

import csv
import io
from collections.abc import Mapping
from itertools import zip_longest

import numpy as np
from numpy.typing import NDArray

from lagr_gui.exchange.tables.motion_file import OF_RUN


def runs_csv(runs: Mapping[str, Mapping[str, NDArray[np.float64]]]) -> str:
    """Columns by head, by the name of their run, which stands before the heads (empty: none).

    Each run keeps its own times and all its digits; below shorter ones cells stay empty.
    """
    heads = [
        f"{name}{OF_RUN}{head}" if name else head
        for name, columns in runs.items()
        for head in columns
    ]
    columns = [values.tolist() for block in runs.values() for values in block.values()]
    stream = io.StringIO()
    writer = csv.writer(stream, lineterminator="\n")
    writer.writerow(heads)
    for row in zip_longest(*columns):
        writer.writerow(["" if value is None else repr(value) for value in row])
    return stream.getvalue()
