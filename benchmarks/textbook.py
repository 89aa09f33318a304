"""How long and how readable the equations are beside those that textbooks print.

    python benchmarks/textbook.py [--form F] [--causes] [--lower] [file or folder …]

For each system the operations of g, Γ, Q and the equations of motion together, ours and the book's,
their ratio, those of T, U and D beside it, and how many blemishes ours have; then the median, the
worst, the blemishes, and (status 1) every result whose value is another one than the book's and
what we assume beyond its conditions.
With --causes every result that is longer than the book's, with the pattern that makes it longer
and both texts.  With --lower the ceilings in the files, which a test holds, come down to today's
measure.  Without names the systems of `benchmarks/textbook/`.
"""

from __future__ import annotations

import json
import sys
from argparse import ArgumentParser, Namespace
from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from statistics import median

sys.path.insert(0, str(Path(__file__).parents[1]))

from textbook_blemishes import blemishes
from textbook_causes import causes
from textbook_equality import assumed, differences, unproved
from textbook_systems import Results, System, systems

from lagr_gui.mechanics.sheets.sheet import EXPANDED

MEDIAN, WORST = 1.0, 1.25
"""Goals of the ratio of our operations to the book's."""


@dataclass(frozen=True)
class Measure:
    """One system, measured."""

    system: System
    ours: Results
    blemishes: list[tuple[str, str]]
    differences: list[str]
    assumed: list[str]

    @property
    def ratio(self) -> float:
        """Our operations over the book's."""
        return _ratio(self.counts(self.system.judged))

    def counts(self, names: list[str]) -> tuple[int, int]:
        """Our operations and the book's."""
        return self.ours.count(names), self.system.book.count(names)


def _ratio(counts: tuple[int, int]) -> float:
    ours, book = counts
    return ours / book if book else 1.0 if not ours else float("inf")


def measure(system: System, form: str = "shortest") -> Measure:
    """Derive a system and hold it beside the book."""
    ours = system.ours(form)
    wrong = differences(system, ours), assumed(system, ours)
    return Measure(system, ours, blemishes(system, ours), *wrong)


def lower(found: Measure) -> None:
    """Write the ceilings of a system down to what it has today, never up."""
    ceiling = {"ratio": round(found.ratio, 4), "blemishes": len(found.blemishes)}
    before = found.system.ceiling
    lowest = {key: min(value, before.get(key, value)) for key, value in ceiling.items()}
    data = json.loads(found.system.path.read_text("utf-8"))
    model = data.pop("model")  # stays at the end, where nobody has to read past it
    data |= {"ceiling": lowest, "model": model}
    text = json.dumps(data, indent=1, ensure_ascii=False) + "\n"
    found.system.path.write_text(text, "utf-8")


def show(found: Measure) -> None:
    """One line of the table."""
    ours, book = found.counts(found.system.judged)
    mine, theirs = found.counts(found.system.energies)
    print(
        f"{found.system.name:<32}{ours:>7}{book:>7}{found.ratio:>8.2f}"
        f"{f'{mine}/{theirs}':>11}{len(found.blemishes) or '–':>7}"
        f"{'   NOT EQUAL' if found.differences or found.assumed else ''}",
        flush=True,
    )


def show_causes(found: Measure) -> None:
    """The results of a system that are longer than the book's."""
    for name, ours, book, cause in causes(found.system, found.ours):
        print(f"\n{found.system.name} {name}: {ours} of {book}, {cause}")
        for title, results in (("ours", found.ours), ("book", found.system.book)):
            print(f"  {title}  {results.of(name)}")
            for key, text in results.own(name).items():
                print(f"        {key} = {text}")


def show_ranks(every: list[Measure]) -> None:
    """The patterns by the operations that they cost beyond the book's."""
    excess: Counter[str] = Counter()
    places: dict[str, set[str]] = {}
    for found in every:
        for _, ours, book, cause in causes(found.system, found.ours):
            excess[cause] += ours - book
            places.setdefault(cause, set()).add(found.system.name)
    print("\npattern                            excess   systems")
    for cause, count in excess.most_common():
        print(f"{cause:<34}{count:>7}{len(places[cause]):>10}")


def conclude(every: list[Measure]) -> int:
    """Median, worst, blemishes and differences; 1 where something is not equal."""
    ratios = [found.ratio for found in every]
    above = sum(ratio > WORST for ratio in ratios)
    middle, worst = median(ratios), max(every, key=lambda found: found.ratio)
    print(f"\nmedian {middle:.2f} (goal ≤ {MEDIAN:g})", end=", ")
    print(f"worst {worst.ratio:.2f} {worst.system.name} (goal ≤ {WORST:g}), {above} above it")
    print(f"systems with blemishes: {sum(bool(found.blemishes) for found in every)}", end=" of ")
    print(len(every))
    for found in every:
        kinds: dict[str, list[str]] = {}
        for name, kind in found.blemishes:
            kinds.setdefault(kind, []).append(name)
        for kind, names in kinds.items():
            print(f"  {found.system.name}: {kind} in {', '.join(names)}")
    unequal = [found for found in every if found.differences or found.assumed]
    for found in unequal:
        print(f"NOT EQUAL  {found.system.name}: {', '.join(found.differences) or '–'}", end="")
        print(f"; assumed beyond the book: {', '.join(found.assumed) or '–'}")
    by_number = {found.system.name: unproved(found.system, found.ours) for found in every}
    open_ = {name: results for name, results in by_number.items() if results}
    print("equal, also canonically" if not open_ and not unequal else f"not proved: {open_}")
    return 1 if unequal else 0


def options(words: list[str]) -> Namespace:
    """What is asked for."""
    parser = ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("places", nargs="*", metavar="file or folder")
    parser.add_argument("--form", default="shortest", choices=EXPANDED)
    parser.add_argument("--causes", action="store_true")
    parser.add_argument("--lower", action="store_true")
    return parser.parse_args(words)


def main(words: list[str]) -> int:
    """The table of the systems asked for."""
    asked = options(words)
    print("system                             ours   book   ratio      T,U,D   blem.")
    every = []
    for system in systems(asked.places):
        every.append(measure(system, asked.form))
        show(every[-1])
        if asked.lower:
            lower(every[-1])
    if asked.causes:
        for found in every:
            show_causes(found)
        show_ranks(every)
    return conclude(every)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
