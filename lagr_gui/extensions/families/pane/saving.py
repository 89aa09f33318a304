"""Files of the sweep pane: all runs of a sweep, or what is seen of an answer."""

from __future__ import annotations

from pathlib import Path

from lagr_gui.exchange.csv_table import table_csv
from lagr_gui.extensions.families.pane.plots import FamilyPlot, page_of
from lagr_gui.extensions.families.pane.readings import Found, table_of
from lagr_gui.extensions.families.sweep_tables import TABLES
from lagr_gui.gui.panes.curves.picture import save_plots
from lagr_gui.pipeline import Sweep
from lagr_gui.writing import write

PICTURES = (".svg", ".pdf", ".png")


def write_runs(path: Path, found: Sweep, own: Path | None) -> None:
    """All curves of all runs, as the ending says; HDF5 is a copy of the `own` file of the sweep."""
    if path.suffix.lower() in TABLES:
        write(path, TABLES[path.suffix.lower()](found))
    elif own is not None:
        write(path, own.read_bytes())


def write_seen(path: Path, found: Found | None, plot: FamilyPlot) -> None:
    """The table of an answer or its picture, as the ending says."""
    if path.suffix.lower() in PICTURES:
        save_plots(path, [plot], page_of(plot.legend))
    elif found is not None:
        columns = table_of(found)
        write(path, table_csv([*columns], [*columns.values()]))
