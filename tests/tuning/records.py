"""All records of chosen numbers, and how one of them is spoilt."""

from __future__ import annotations

from typing import Any

from lagr_gui.numerics import Reason, reasons, tolerances
from lagr_gui.simulation import tuning

RECORDS: dict[str, Any] = {
    "RANKS": tolerances.RANKS,
    "IMPACTS": tolerances.IMPACTS,
    "CURVES": tolerances.CURVES,
    "TURNS": tolerances.TURNS,
    **{name: getattr(tuning, name) for name in tuning.__all__},
}
REASONS: dict[str, Reason] = {
    f"{name}.{number}": reason
    for name, record in RECORDS.items()
    for number, reason in reasons(record).items()
}
"""By record and number, as in "CROSSING.looks"."""


def spoil(key: str) -> None:
    """Multiply a number by the factor at which its guard must fail, for the rest of the process.

    Modules that read it when they are imported must not have been imported yet.
    """
    name, number = key.split(".")
    record = RECORDS[name]
    usual = getattr(record, number)
    object.__setattr__(record, number, type(usual)(usual * REASONS[key].spoilt))
