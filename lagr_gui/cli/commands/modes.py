"""``lagr modes``: eigenvalues, frequencies, damping, shapes, stability."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from typing import Any

import numpy as np

from lagr_gui import pipeline
from lagr_gui.cli.commands.linearize import add_place, place
from lagr_gui.cli.output import answer_json
from lagr_gui.cli.values import with_values
from lagr_gui.exchange.results import modes_text
from lagr_gui.expression.arguments import named_values
from lagr_gui.foundation.showing import attributes
from lagr_gui.pipeline import Modes


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
    print(answer_json(modes_json(found)) if options.json else modes_text(found))
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
                **attributes(mode, "uncertainty frequency damped_frequency damping_ratio"),
                "amplitude": np.abs(mode.shape),
                "phase": np.angle(mode.shape),
            }
            for mode in found.modes
        ],
        **attributes(found, "zeros stability reason certificate notes"),
    }
