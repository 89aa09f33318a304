"""``lagr verify``: both derivations compared."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace

from lagr_gui import pipeline
from lagr_gui.cli.output import as_json
from lagr_gui.cli.values import add_set_option, with_values

NAME = "verify"
HELP = "derive in every way there is and report the largest disagreement"


MOST = 10_000


def add_options(parser: ArgumentParser) -> None:
    """States, seed, special case."""
    parser.add_argument("--states", type=count, default=5, help="number of random states")
    parser.add_argument("--seed", type=int, default=1, help="seed of the random states")
    parser.add_argument("--special", default="", metavar="NAME", help="a special case of the model")
    add_set_option(parser)


def count(text: str) -> int:
    """A number of states. Raises ValueError, which argparse tells the user."""
    number = int(text)
    if not 1 <= number <= MOST:
        raise ValueError
    return number


def run(options: Namespace) -> int:
    """Print the certificate; 1 when the derivations disagree."""
    model = with_values(pipeline.load(options.model), options)
    found = pipeline.verify(model, options.states, options.seed, options.special)
    result = {
        "holds": found.holds,
        "largest_deviation": found.deviation,
        "deviations": found.deviations,
        "states": found.states,
        "skipped": found.skipped,
        "seed": found.seed,
        "seconds": found.seconds,
    }
    if options.json:
        print(as_json(result))
    else:
        word = "agree" if found.holds else "DISAGREE"
        print(f"Closed form and recursion {word}: largest relative deviation {found.deviation:.1e}")
        print("\n".join(f"  {name:<4} {value:.1e}" for name, value in found.deviations.items()))
        print(f"at {found.states - found.skipped} random states (seed {found.seed})")
    return 0 if found.holds else 1
