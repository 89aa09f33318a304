"""``lagr verify``: all derivations and formalisms compared."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace

from lagr_gui import pipeline
from lagr_gui.cli.output import answer_json
from lagr_gui.cli.values import add_set_option, count, whole, with_values

MOST = 10_000


def add_options(parser: ArgumentParser) -> None:
    """States, seed, special case."""
    parser.add_argument("--states", type=count(1, MOST), default=5, help="number of random states")
    parser.add_argument("--seed", type=whole, default=1, help="seed of the random states")
    parser.add_argument("--special", default="", metavar="NAME", help="a special case of the model")
    add_set_option(parser)


def run(options: Namespace) -> int:
    """Print the certificate; 1 when the derivations disagree."""
    model = with_values(pipeline.load(options.model), options)
    found = pipeline.verify(model, options.states, options.seed, options.special)
    if options.json:
        from lagr_gui.exchange.documents.certificate import certificate_json

        print(answer_json(certificate_json(found)))
    else:
        from lagr_gui.exchange.documents.certificate import certificate_text

        print(certificate_text(found))
    return 0 if found.holds else 1
