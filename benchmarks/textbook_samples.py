"""What stands in the equations of the samples and would never stand in a book.

    python benchmarks/textbook_samples.py [--lower] [name …]

For each sample the results with a blemish, by kind.  With --lower the numbers in
`textbook_samples.json`, which a test holds, come down to today's.  Samples whose expanded equations
nobody reads are left out.
"""

from __future__ import annotations

import json
import sys
from collections import Counter
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from textbook_blemishes import unseemly
from textbook_systems import Results, System

from lagr_gui import pipeline
from lagr_gui.foundation.resource import sample_models

CEILINGS = Path(__file__).with_name("textbook_samples.json")
"""How many blemishes each sample had at the last --lower."""

LONG = ("bennett", "flexible_arm", "quadruped", "robot_arm_6r", "rotating_beam", "whipple_bicycle")


def paths() -> list[Path]:
    """The samples whose equations are read as they stand."""
    return [path for path in sample_models() if path.stem not in LONG]


def found_in(path: Path) -> list[tuple[str, str]]:
    """Results of a sample with what is wrong in them."""
    model = pipeline.load(path)
    system = System(path, model.name, (), Results({}, {}), model, {})
    return unseemly(system, system.ours())


def ceilings() -> dict[str, int]:
    """How many blemishes each sample may have."""
    return json.loads(CEILINGS.read_text("utf-8")) if CEILINGS.is_file() else {}


def main(words: list[str]) -> None:
    """One line for each sample and kind."""
    names = [word for word in words if word != "--lower"]
    found = {path.stem: found_in(path) for path in paths() if not names or path.stem in names}
    for sample, blemishes in found.items():
        counts = Counter(kind for _, kind in blemishes)
        told = "; ".join(
            f"{kind} in {', '.join(name for name, other in blemishes if other == kind)}"
            for kind in counts
        )
        print(f"{sample:<28}{len(blemishes):>4}  {told}")
    print(f"\nsamples with blemishes: {sum(map(bool, found.values()))} of {len(found)}")
    if "--lower" in words:
        before = ceilings()
        lowest = {name: min(len(new), before.get(name, len(new))) for name, new in found.items()}
        CEILINGS.write_text(json.dumps(before | lowest, indent=1, sort_keys=True) + "\n", "utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
