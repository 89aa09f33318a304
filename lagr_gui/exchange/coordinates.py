"""New coordinates as words and as data: where they begin, and how well they were compared."""

from __future__ import annotations

from typing import Any

from lagr_gui.algebra import latex, latex_name
from lagr_gui.expression import write
from lagr_gui.mechanics.chart import Chosen


def chosen_words(chosen: Chosen) -> list[str]:
    """Start and certificate, a line each."""
    begun = (
        f"{name} = {p:.6g}, {name}' = {pd:.6g}"
        for name, (p, pd) in zip(chosen.chart.names, chosen.start, strict=False)
    )
    start = [f"Start: {'; '.join(begun)}"] if chosen.start else []
    return [*start, str(chosen.certificate)]


def chosen_json(chosen: Chosen) -> dict[str, Any]:
    """Names, units, start and formulas of the coordinates of the model."""
    chart = chosen.chart
    begun = dict(zip(chart.names, chosen.start, strict=False))
    return {
        "choice": chart.choice,
        "coordinates": [
            {
                "name": name,
                "unit": unit,
                "start": begun.get(name, (None, None))[0],
                "velocity": begun.get(name, (None, None))[1],
            }
            for name, unit in zip(chart.names, chart.units, strict=True)
        ],
        "formulas": [
            {
                "coordinate": name,
                "text": write(tree),
                "latex": f"{latex_name(name)} = {latex(tree)}",
            }
            for name, tree in chart.changed
        ],
        "certificate": chosen.certificate.as_json(),
    }
