"""``lagr modes``: eigenvalues, frequencies, damping, shapes, stability."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from typing import Any

import numpy as np

from lagr_gui import pipeline
from lagr_gui.cli.commands.linearize import add_place, place
from lagr_gui.cli.output import as_json
from lagr_gui.cli.values import with_values
from lagr_gui.exchange import rounding
from lagr_gui.given import named_values
from lagr_gui.pipeline import Modes

NAME = "modes"
HELP = "eigenvalues, frequencies, damping ratios, mode shapes and stability"


def add_options(parser: ArgumentParser) -> None:
    """Place and special case."""
    add_place(parser)


def run(options: Namespace) -> int:
    """Print the modes."""
    found = pipeline.modes(
        with_values(pipeline.load(options.model), options),
        place(options),
        named_values(options.velocities, "--velocities"),
        options.special,
    )
    print(as_json(modes_json(found)) if options.json else _text(found))
    return 0


def modes_json(found: Modes) -> dict[str, Any]:
    """The modes as an object."""
    return {
        "coordinates": found.coordinates,
        "q": found.q,
        "eigenvalues_re": found.eigenvalues.real,
        "eigenvalues_im": found.eigenvalues.imag,
        "modes": [
            {
                "kind": mode.kind,
                "re": mode.eigenvalue.real,
                "im": mode.eigenvalue.imag,
                "uncertainty": mode.uncertainty,
                "frequency": mode.frequency,
                "damped_frequency": mode.damped_frequency,
                "damping_ratio": mode.damping_ratio,
                "amplitude": np.abs(mode.shape),
                "phase": np.angle(mode.shape),
            }
            for mode in found.modes
        ],
        "zeros": found.zeros,
        "stability": found.stability,
        "reason": found.reason,
        "certificate": found.certificate,
        "notes": found.notes,
    }


def _text(found: Modes) -> str:
    lines = [f"{found.stability}: {found.reason}"]
    for number, mode in enumerate(found.modes, start=1):
        lines.append(f"Mode {number}: {_character(mode)}")
        for name, entry in zip(found.coordinates, mode.shape.tolist(), strict=True):
            if abs(entry) > 1e-12 * float(np.max(np.abs(mode.shape))):
                phase = rounding.phase(entry)
                lines.append(f"  {name}: {abs(entry):.6g}, phase {phase:.7g}°")
    return "\n".join([*lines, str(found.certificate), *found.notes])


def _character(mode: pipeline.Mode) -> str:
    if mode.kind == "rigid":
        return "rigid-body motion, eigenvalue 0"
    if mode.kind == "oscillation":
        return (
            f"{mode.frequency:.9g} rad/s ({mode.frequency / (2 * np.pi):.6g} Hz), damping ratio "
            f"{mode.damping_ratio:.6g}, eigenvalue {mode.eigenvalue.real:.6g} "
            f"± {mode.damped_frequency:.9g}i 1/s"
        )
    return f"{mode.kind}, eigenvalue {mode.eigenvalue.real:.9g} 1/s"
