"""Writes every export of a model into a folder: python write_all.py MODEL FOLDER."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

from lagr_gui import pipeline
from lagr_gui.exchange.registry import EXPORTS
from lagr_gui.model import Model


def known(model: Model) -> dict[str, Any]:
    """What there is for exports, by name."""
    asked = pipeline.prepare(model)
    sheet, motion = pipeline.equations(asked), pipeline.simulate(asked)
    coordinates = asked.coordinates
    found = {
        "model": model,
        "reading": asked.reading,
        "sheet": sheet,
        "units": pipeline.check(model).units,
        "readable": pipeline.readable(asked, sheet),
        "trajectory": motion,
        "certificate": pipeline.verify(asked),
        "drifts": [],
        "motion": pipeline.start_motion(asked),
        "moved": pipeline.motion(asked, motion),
        "reactions": pipeline.reactions(asked, motion),
        "response": pipeline.frequency_response(asked, coordinates[0], omega=[1.0, 2.0]),
        "linear": pipeline.linearize(asked, inputs=coordinates),
        "free_body": pipeline.free_body(asked, motion, 1),
        "signal_flow": pipeline.signal_flow(asked),
        "signals": pipeline.signal_values(asked),
        "language": "en",
        "digest": asked.digest,
    }
    if "inverse" in EXPORTS:
        found["driven"] = pipeline.inverse(asked, dict.fromkeys(coordinates, "sin(t)"))
    return found


def main(path: str, folder: str) -> None:
    found = known(pipeline.load(path))
    for export in EXPORTS.values():
        for ending in export.endings:
            content = export.write((found | {"ending": ending}).get)
            data = content.encode() if isinstance(content, str) else content
            (Path(folder) / f"{export.name}{ending}").write_bytes(data)


if __name__ == "__main__":
    main(*sys.argv[1:])
