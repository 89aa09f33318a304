"""One measurement of `against.py`, in a fresh process, of the program that PYTHONPATH names.

    python benchmarks/against_work.py NAME SAMPLES

Writes one JSON object: by line of the table wall-clock and processor seconds (`wall`, `cpu`) and
numbers of the result (`check`), or why it could not be measured (`missing`).  Only what old
programs have too is used: models, `pipeline.load`, `equations`, `evaluate`, `simulate`, `system`
and the command line.  Libraries are loaded by a first, small model before the clock starts.
"""

from __future__ import annotations

import json
import os
import random
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from time import perf_counter, process_time
from typing import Any

from readable_models import planar_chain, robot_arm

from lagr_gui import pipeline
from lagr_gui.problem import LagrError

SMALL = "simple_pendulum"
LONG = ("quadruped", "robot_arm_6r", "whipple_bicycle")
"""Samples whose sheets take more than seconds."""

EVALUATED = ("lagr_system_2", "five_link_chain", "slider_crank", "robot_arm_6r", "quadruped")
SIMULATED = ("double_pendulum", "spinning_top", "lagr_system_2", "slider_crank", "whipple_bicycle")
STATES, CALLS = 50, 2000

FAULTS = (AttributeError, ImportError, KeyError, TypeError, ValueError, OSError, LagrError)
"""What an old program answers where it has not yet what is asked."""

Run = dict[str, Any]
Lines = Iterator[tuple[str, Run]]


def timed(work: Callable[[], Any], result: Callable[[Any], Any] = lambda _: []) -> Run:
    """Seconds of one run, and the numbers of its result."""
    wall, processor = perf_counter(), process_time()
    found = work()
    wall, processor = perf_counter() - wall, process_time() - processor
    return {"wall": wall, "cpu": processor, "check": [float(x) for x in result(found)]}


def line(what: str, work: Callable[[], Run]) -> tuple[str, Run]:
    """A line of the table, also where the program cannot do it."""
    try:
        return what, work()
    except FAULTS as fault:
        return what, {"missing": f"{type(fault).__name__}: {str(fault)[:80]}"}


def chain(samples: Path) -> Lines:
    """The complete sheet of a planar chain."""
    model = planar_chain(10)
    pipeline.equations(pipeline.load(samples / f"{SMALL}.lagr"))
    yield line("sheet of 10 rods", lambda: timed(lambda: pipeline.equations(model)))


def arm(samples: Path) -> Lines:
    """The complete sheet of an arm of six links with full inertia."""
    model = robot_arm()
    pipeline.equations(pipeline.load(samples / f"{SMALL}.lagr"))
    yield line("sheet of the 6R arm", lambda: timed(lambda: pipeline.equations(model)))


def sheets(samples: Path) -> Lines:
    """The complete sheets of the samples, but for those that take long."""
    names = sorted(path.stem for path in samples.glob("*.lagr"))
    yield from _sheets(samples, [name for name in names if name not in LONG])


def long(samples: Path) -> Lines:
    """The complete sheets of the others."""
    yield from _sheets(samples, list(LONG))


def _sheets(samples: Path, names: list[str]) -> Lines:
    pipeline.equations(pipeline.load(samples / f"{SMALL}.lagr"))
    for name in names:
        if name != SMALL:
            yield line(f"sheet of {name}", lambda name=name: _sheet(samples, name))


def _sheet(samples: Path, name: str) -> Run:
    model = pipeline.load(samples / f"{name}.lagr")
    return timed(lambda: pipeline.equations(model))


def evaluate(samples: Path) -> Lines:
    """Everything at random states: the first time, and when everything is compiled."""

    def asked(name: str) -> Run:
        model = pipeline.load(samples / f"{name}.lagr")
        states = _states(len(pipeline.check(model).coordinates))
        return timed(lambda: pipeline.evaluate(model, states), lambda found: found[0].qdd)

    asked(SMALL)
    for name in EVALUATED:
        yield line(f"evaluate {name}, first", lambda name=name: asked(name))
        yield line(f"evaluate {name}, again", lambda name=name: asked(name))


def _states(freedoms: int) -> list[dict[str, Any]]:
    source = random.Random(1)
    return [
        {key: [source.uniform(-0.5, 0.5) for _ in range(freedoms)] for key in ("q", "qd")}
        for _ in range(STATES)
    ]


def simulate(samples: Path) -> Lines:
    """A motion with its checks: the first time, and when everything is compiled."""

    def asked(name: str) -> Run:
        model = pipeline.load(samples / f"{name}.lagr")
        return timed(lambda: pipeline.simulate(model), lambda found: found.q[len(found.q) // 4])

    asked(SMALL)
    for name in SIMULATED:
        yield line(f"simulate {name}, first", lambda name=name: asked(name))
        yield line(f"simulate {name}, again", lambda name=name: asked(name))


def accelerations(samples: Path) -> Lines:
    """Accelerations alone, called from Python; the first call compiles and is not counted."""

    def asked(name: str) -> Run:
        system = pipeline.system(pipeline.load(samples / f"{name}.lagr"))
        state = _states(len(system.coordinates))[0]
        q, qd = state["q"], state["qd"]

        def work() -> Any:
            for _ in range(CALLS):
                found = system.acceleration(0.0, q, qd)
            return found

        work()
        return timed(work, lambda found: getattr(found, "qdd", found))

    for name in SIMULATED:
        yield line(f"{CALLS} accelerations of {name}", lambda name=name: asked(name))


def commands(samples: Path) -> Lines:
    """Processes of the command line from start to end."""
    model = str(samples / f"{SMALL}.lagr")
    for words in (["--help"], ["check", model], ["equations", model]):
        name = " ".join(["lagr", *words[:1], *(Path(word).stem for word in words[1:])])
        yield line(name, lambda words=words: _process(words))


def _process(words: list[str]) -> Run:
    before, wall = os.times(), perf_counter()
    command = [sys.executable, "-m", "lagr_gui.cli", *words]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    wall, after = perf_counter() - wall, os.times()
    if done.returncode != 0:
        raise ValueError(done.stderr.strip()[-80:])
    used = after.children_user + after.children_system
    return {"wall": wall, "cpu": used - before.children_user - before.children_system}


MEASURES: dict[str, Callable[[Path], Lines]] = {
    "chain": chain,
    "arm": arm,
    "sheets": sheets,
    "long": long,
    "evaluate": evaluate,
    "simulate": simulate,
    "accelerations": accelerations,
    "commands": commands,
}


if __name__ == "__main__":
    print(json.dumps(dict(MEASURES[sys.argv[1]](Path(sys.argv[2])))))
