"""``lagr compare``: what became of a model from one version to another."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace

from lagr_gui import pipeline
from lagr_gui.cli.output import answer_json, tell


def add_options(parser: ArgumentParser) -> None:
    """The other version, special case."""
    parser.add_argument("other", metavar="OTHER", help="the later version, a file of any such kind")
    parser.add_argument("--special", default="", metavar="NAME", help="a special case of the model")


def run(options: Namespace) -> int:
    """Print what was added, removed and changed, and which terms the equations lost and gained."""
    first, other = pipeline.load(options.model), pipeline.load(options.other)
    found = pipeline.compare(first, other, options.special)
    if options.json:
        print(answer_json(found))
    else:
        print(found)
    tell(found.problems)
    return 1 if found.problems else 0
