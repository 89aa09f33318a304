"""The readable form of a 10-link planar chain and of a 6R arm, by stage.

    python benchmarks/readable.py

Each model is derived in a fresh process, because the user waits for the first run.  Prints
seconds by stage, the number of entries, terms and symbols of the sheet, and the ratio of
writing the sheet to deriving it.
"""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from time import perf_counter

from readable_models import planar_chain, robot_arm

from lagr_gui import pipeline
from lagr_gui.catalogue import KINDS
from lagr_gui.expression import Expression, Symbol, parts
from lagr_gui.mechanics.closed import Closed, Metric
from lagr_gui.mechanics.reading import read_model
from lagr_gui.model import Model
from lagr_gui.topology import analyse

MODELS: dict[str, Callable[[], Model]] = {
    "chain of 10 rods": lambda: planar_chain(10),
    "6R arm": robot_arm,
}
STAGES = ("kinematics", "g_parts", "gamma_parts", "Q_parts", "U_parts")


def symbol_count(tree: Expression) -> int:
    """How many symbols a reader meets."""
    return 1 if isinstance(tree, Symbol) else sum(map(symbol_count, parts(tree)))


def stages(model: Model) -> dict[str, float]:
    """Seconds of each stage of the derivation alone."""
    start = perf_counter()
    reading = read_model(model, analyse(model, KINDS))
    metric = Metric(reading)
    closed = Closed(reading, metric)
    seconds = {"kinematics": perf_counter() - start}
    for stage in STAGES[1:]:
        start = perf_counter()
        getattr(metric if hasattr(metric, stage) else closed, stage)
        seconds[stage] = perf_counter() - start
    return seconds


def measure(name: str) -> None:
    """The lines of one model."""
    model = MODELS[name]()
    start = perf_counter()
    sheet = pipeline.equations(model)
    whole = perf_counter() - start
    derived = stages(model)
    terms = [term.tree for entry in sheet.entries for term in entry.terms]
    print(f"{name}: {whole:.3f} s for the complete sheet")
    print(f"  derivation alone {sum(derived.values()):.3f} s, a second time:", end=" ")
    print(", ".join(f"{stage} {seconds:.3f}" for stage, seconds in derived.items()))
    print(f"  {len(sheet.entries)} entries, {len(terms)} terms,", end=" ")
    print(f"{sum(map(symbol_count, terms))} symbols")
    print(f"  sheet / derivation {whole / sum(derived.values()):.1f}")


def main() -> None:
    """All models, each in a process of its own."""
    if len(sys.argv) > 1:
        measure(sys.argv[1])
        return
    for name in MODELS:
        subprocess.run([sys.executable, __file__, name], check=True)


if __name__ == "__main__":
    main()
