"""``lagr equilibrium``: positions in which a system stays."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from typing import Any

from lagr_gui import pipeline
from lagr_gui.cli.output import answer_json, problem_json, tell
from lagr_gui.cli.values import add_set_option, real, whole, with_values
from lagr_gui.exchange.results import equilibria_text
from lagr_gui.expression.arguments import named_values
from lagr_gui.foundation.showing import attributes
from lagr_gui.pipeline import Equilibria


def add_options(parser: ArgumentParser) -> None:
    """Velocities that go on, where to begin, time, seed, special case."""
    parser.add_argument(
        "--velocities", default="", metavar="Q=V,…", help="steady velocities, e.g. psi=2,phi=50"
    )
    parser.add_argument("--near", default="", metavar="Q=X,…", help="begin here, list by distance")
    parser.add_argument("--time", type=real, metavar="T", help="time (s), if forces depend on it")
    parser.add_argument("--seed", type=whole, default=1, help="seed of the random starts")
    add_set_option(parser)
    parser.add_argument("--special", default="", metavar="NAME", help="a special case of the model")


def run(options: Namespace) -> int:
    """Print the equilibria; 1 when none was found."""
    model = with_values(pipeline.load(options.model), options)
    found = pipeline.equilibria(
        model,
        named_values(options.velocities, "--velocities"),
        named_values(options.near, "--near"),
        options.time,
        options.special,
        options.seed,
    )
    if options.json:
        print(answer_json(equilibria_json(found)))
    else:
        report = pipeline.check(model)
        units = dict(zip(report.coordinates, report.units, strict=True))
        print(equilibria_text(found, units))
    if not found.found:
        tell(found.notes)
    return 0 if found.found else 1


def equilibria_json(found: Equilibria) -> dict[str, Any]:
    """The equilibria as an object."""
    return {
        "coordinates": found.coordinates,
        "t": found.t,
        "equilibria": [
            {
                **attributes(item, "q qd residual energy stability reason"),
                "eigenvalues_re": item.eigenvalues.real,
                "eigenvalues_im": item.eigenvalues.imag,
                "starts": item.starts,
            }
            for item in found.found
        ],
        "indifferent": found.indifferent,
        "tried": found.tried,
        "certificate": found.certificate,
        "notes": [problem_json(note) for note in found.notes],
    }
