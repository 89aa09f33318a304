"""``lagr import``: a system of another program as a model file."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from pathlib import Path

from lagr_gui import pipeline
from lagr_gui.cli.values import add_set_option, whole, with_values
from lagr_gui.model import write_text
from lagr_gui.problem import refusal
from lagr_gui.registry import did_you_mean
from lagr_gui.showing import as_json

SOURCES = ("deck",)


def add_options(parser: ArgumentParser) -> None:
    """Source, system, values, file."""
    parser.add_argument(
        "--from", dest="source", default="deck", metavar="SOURCE", help=", ".join(SOURCES)
    )
    parser.add_argument(
        "--system", type=whole, metavar="N", help="which system of the deck, from 1"
    )
    add_set_option(parser)
    parser.add_argument("-o", "--out", metavar="FILE", help="model file; otherwise it is printed")


def run(options: Namespace) -> int:
    """Read the deck, write the model."""
    if options.source not in SOURCES:
        cause = "There is no import of this name."
        remedy = did_you_mean(options.source, SOURCES)
        raise refusal(f"Import “{options.source}”", cause, remedy, "import")
    model = with_values(pipeline.load(options.model, options.system), options)
    if options.out:
        pipeline.save(model, Path(options.out))
    text = f"Written: {options.out}" if options.out else write_text(model).rstrip("\n")
    answer = {
        "name": model.name,
        "parameters": {entry.name: entry.description for entry in model.parameters},
        **({"file": options.out} if options.out else {"text": text}),
    }
    print(as_json(answer) if options.json else text)
    return 0
