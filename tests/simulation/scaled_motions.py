"""Motions of models beside those of the same models in other units, and random models for that.

`python -m tests.simulation.scaled_motions` compares all samples and 200 random models.
"""

from __future__ import annotations

import json
import random
import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import product
from pathlib import Path
from typing import Any

import numpy as np

import lagr_gui
from lagr_gui.foundation.problem import LagrError
from lagr_gui.model import Model
from tests.oracle.comparison import Case
from tests.oracle.drawing import Source, random_tree, roped
from tests.oracle.loops import random_loop
from tests.oracle.roads import started
from tests.simulation.scaling import Scale, Scaled

SAMPLES = Path(__file__).parents[2] / "sample_models"
SPAN = 0.25
"""Length of a random model's motion (s)."""

ALIKE = 1e-7
"""How far motions may differ, of their scale."""

HARDLY, TINY = 1e-3, 1e-300

ACROSS = 12
"""Points at which they are compared."""

EXACT, DECIMAL = Fraction(4) ** 10, Fraction(10) ** 6
"""Units in which nothing is rounded, and such as one takes."""


@dataclass(frozen=True)
class Moved:
    """A motion, and with which words it ended early or was refused."""

    trajectory: Any
    words: str = ""


def moved(model: Model, part: float = 1.0) -> Moved:
    """The first part of a model's motion."""
    try:
        plan = lagr_gui.settings_of(model)
        end = plan.t0 + part * (plan.t_end - plan.t0)
        settings = replace(plan, t_end=end, points=ACROSS, max_seconds=10.0)
        return Moved(lagr_gui.simulate(model, settings))
    except LagrError as error:
        codes = ", ".join(sorted({problem.code for problem in error.problems}))
        return Moved(getattr(error, "trajectory", None), codes or str(error))


def apart(old: Any, new: Any, scaled: Scaled) -> float:
    """How far two motions are apart, of the largest value of the same unit.

    What hardly moves counts beside where it is, and how long.  The point in which a motion stopped
    is left out: where nothing determines how it goes on rounding is all there is.
    """
    n = len(old.t) - bool(old.stopped)
    units = [scaled.places.coordinates.get(name, "") for name in old.coordinates]
    size = np.array([float(scaled.coordinate(name)) for name in old.coordinates])
    worst, span = 0.0, float(np.ptp(old.t)) or 1.0
    q, qd = old.q[:n], old.qd[:n]
    for unit in set(units):
        at = [i for i, other in enumerate(units) if other == unit]
        far = float(np.max(np.abs(q[:, at]), initial=0.0))
        fast = max(float(np.max(np.abs(qd[:, at]), initial=0.0)), HARDLY * far / span, TINY)
        far = max(far, HARDLY * fast * span)
        gaps = (
            np.abs(q - new.q[:n] / size),
            np.abs(qd - new.qd[:n] * float(scaled.second) / size),
        )
        worst = max(
            worst, *(float(np.max(g[:, at])) / s for g, s in zip(gaps, (far, fast), strict=True))
        )
    return worst


def differs(model: Model, scale: Scale, part: float = 1.0) -> str:
    """In which words a model moves otherwise in other units; empty where it does not."""
    old, scaled = moved(Scaled(model, Scale()).model, part), Scaled(model, scale)
    return compared(old, moved(scaled.model, part), scaled)


def compared(old: Moved, new: Moved, scaled: Scaled) -> str:
    """The same of motions that are known."""
    if "simulation-limit" in (old.words, new.words):
        return ""  # too long here for either
    if old.words != new.words:
        return f"“{old.words}” became “{new.words}”"
    if old.trajectory is None or new.trajectory is None:
        return ""
    before, after = old.trajectory, new.trajectory
    if len(before.t) != len(after.t):
        return "it ends elsewhere" if not old.words else ""
    if (off := apart(before, after, scaled)) > ALIKE:
        return f"off by {off:.1e} (steps {before.steps}, {after.steps})"
    return ""


# --- random models ---------------------------------------------------------------------------


def random_case(seed: int) -> Case:
    """A tree with limits before it, a loop, or bodies on ropes over pulleys."""
    sort = seed % 4
    if sort == 1:
        return random_loop(seed)
    if sort == 2:
        return roped(seed)
    return limited(random_tree(seed, 4, 4), Source(seed)) if sort else random_tree(seed, 4, 4)


def limited(case: Case, source: Source) -> Case:
    """The case with stops that coordinates meet within the motion, and at times a wall."""
    made: list[dict[str, Any]] = []
    names = list(case.q)
    for index, name in enumerate(source.sample(names, min(len(names), 2))):
        way = case.qd[name] * source.uniform(0.1, 1.2) * SPAN
        side = "upper" if way > 0 else "lower"
        other = "lower" if way > 0 else "upper"
        bounds = {side: case.q[name] + way, other: case.q[name] - 10 * abs(way) * np.sign(way)}
        kappa = source.choice((0, 0.5, 0.9))
        fields = {"coordinate": name, "restitution": kappa, **bounds}
        made.append({"name": f"stop{index}", "kind": "stop", **fields})
    if source.random() < 0.5:
        number = source.choice(case.data["bodies"])["number"]
        away = [3 * source.number() for _ in range(3)]
        wall = {"body": number, "plane_point": away, "normal": [-entry for entry in away]}
        made.append({"name": "wall", "kind": "wall", **wall, "restitution": 0.7})
    return replace(case, data={**case.data, "elements": [*case.data["elements"], *made]})


def random_model(seed: int) -> Model:
    """A random model that starts at the state of its case."""
    case = random_case(seed)
    plan = {"start": case.t, "until": case.t + SPAN}
    return started(replace(case, data={**case.data, "simulation": plan}))


def random_scale(seed: int, size: Fraction) -> Scale:
    """A length, a mass and a time, each of which is this size, its inverse, or as before."""
    some = list(product((Fraction(1), size, 1 / size), repeat=3))[1:]
    return Scale(*random.Random(seed).choice(some))


def samples() -> Iterator[tuple[str, Model]]:
    """All sample models by name."""
    for path in sorted(SAMPLES.glob("*.lagr")):
        yield path.stem, lagr_gui.load(path)


def _all_scales(size: Fraction) -> Iterator[Scale]:
    for name in ("length", "mass", "time"):
        yield Scale(**{name: size})
        yield Scale(**{name: 1 / size})
    yield Scale(size, 1 / size, size)
    yield Scale(1 / size, size, 1 / size)


def main(size: Fraction, count: int, first: int = 1) -> int:
    """Tell what moves otherwise."""
    tally: Counter[str] = Counter()
    for name, model in samples() if first == 1 else ():
        old = moved(Scaled(model, Scale()).model)
        for scale in _all_scales(size):
            _tell(tally, "samples", f"{name} {scale}", old, scale, model)
    for seed in range(first, first + count):
        try:
            model = random_model(seed)
        except LagrError as error:
            tally["random: not opened"] += 1
            print(seed, error)
            continue
        scale = random_scale(seed, size)
        old = moved(Scaled(model, Scale()).model)
        tally[f"random: {old.words or 'moves'}"] += 1
        _tell(tally, "random", f"{seed} {scale}", old, scale, model)
    print(json.dumps(tally, indent=1))
    return 0


def _tell(
    tally: Counter[str], sort: str, title: str, old: Moved, scale: Scale, model: Model
) -> None:
    scaled = Scaled(model, scale)
    words = compared(old, moved(scaled.model), scaled)
    tally[f"{sort}: {'differ' if words else 'agree'}"] += 1
    if words:
        print(title.replace("Fraction", ""), words, flush=True)


if __name__ == "__main__":
    given = [int(text) for text in sys.argv[2:]]
    sys.exit(main({"exact": EXACT}.get(sys.argv[1], DECIMAL), *(given or [200])))
