"""``lagr signals``: the signals of a model, in the order in which they are evaluated."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Iterator, Sequence
from dataclasses import asdict

from lagr_gui import pipeline
from lagr_gui.cli.command import SPECIAL, command
from lagr_gui.cli.output import answer_json
from lagr_gui.pipeline import SignalRow


@command(SPECIAL)
def run(options: Namespace) -> int:
    """Print each signal with its law, its unit, and where it stands."""
    rows = pipeline.signals(pipeline.load(options.model), options.special)
    told = {"signals": [asdict(row) for row in rows]}
    print(answer_json(told) if options.json else "\n".join(_lines(rows)))
    return 0


def _lines(rows: Sequence[SignalRow]) -> Iterator[str]:
    if not rows:
        yield "There are no signals."
    for head, states in (
        ("Signals, in the order in which they are evaluated", False),
        ("States", True),
    ):
        several = [row for row in rows if row.is_state is states]
        if several:
            yield head
        for row in several:
            unit = f" ({row.unit})" if row.unit else ""
            block = (
                ""
                if row.block == row.name and row.kind == "expression"
                else f"    [{row.kind} {row.block}]"
            )
            stroke = "'" if states else ""
            for said, law in row.modes or (("", row.law),):
                mode = f"    ({said})" if said else ""
                yield f"  {row.name}{stroke} = {law}{unit}{mode}{block}"
            if row.used_by:
                yield f"      in: {', '.join(row.used_by)}"
