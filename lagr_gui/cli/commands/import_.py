"""``lagr import``: a system of another program as a model file."""

from __future__ import annotations

from argparse import Namespace
from pathlib import Path

from lagr_gui import pipeline
from lagr_gui.cli.command import SET, Argument, command
from lagr_gui.cli.output import answer_json, problem_json, tell
from lagr_gui.cli.values import whole, with_values
from lagr_gui.drawing.bodies.mesh_files import beside
from lagr_gui.exchange.imports import IMPORTS
from lagr_gui.model import write_text


@command(
    Argument("--from SOURCE", f"{', '.join(IMPORTS)}; otherwise the file tells it", dest="source"),
    Argument("--system N", "which system of a deck, from 1", type=whole),
    Argument("--leave-out", "leave out what the program does not have"),
    Argument("--repair", "mend inertias that no body has"),
    SET,
    Argument("-o --out FILE", "model file; otherwise it is printed", default=None),
)
def run(options: Namespace) -> int:
    """Read the file, write the model; what is to be told about it goes to standard error."""
    path = Path(options.model)
    if options.source or pipeline.is_foreign(path):
        reading = pipeline.read_foreign(path, options.source, options.leave_out, options.repair)
    else:
        reading = pipeline.read_any(path)
    model = with_values(pipeline.chosen(path, reading, options.system), options)
    if options.out:
        model = beside(model, Path(options.out).absolute().parent)
        pipeline.save(model, Path(options.out))
    text = f"Written: {options.out}" if options.out else write_text(model).rstrip("\n")
    answer = {
        "name": model.name,
        "parameters": {entry.name: entry.description for entry in model.parameters},
        "problems": [problem_json(problem) for problem in reading.problems],
        **({"file": options.out} if options.out else {"text": text}),
    }
    if not options.json:
        tell(reading.problems)
    print(answer_json(answer) if options.json else text)
    return 0
