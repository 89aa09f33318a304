"""One measurement of `against.py`, in a fresh process, of the program that PYTHONPATH names.

    python benchmarks/against_work.py NAME SAMPLES

Writes one JSON object: by line of the table seconds by the wall clock (`wall`), processor time as
multiple of a reference (`multiple`) and numbers of the result (`check`), or why it could not be
measured (`missing`).  Only what old programs have too is used: models, `pipeline.load`,
`equations`, `evaluate`, `simulate`, `system` and the command line.  Libraries are loaded by a
first, small model before the clock starts.
"""

from __future__ import annotations

import gc
import json
import os
import random
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from statistics import median
from time import perf_counter, thread_time
from typing import Any

from readable_models import planar_chain, robot_arm

from lagr_gui import pipeline
from lagr_gui.foundation.problem import LagrError

SMALL = "simple_pendulum"
LONG = ("quadruped", "robot_arm_6r", "whipple_bicycle")
"""Samples whose sheets take more than seconds."""

EVALUATED = ("lagr_system_2", "five_link_chain", "slider_crank", "robot_arm_6r", "quadruped")
SIMULATED = ("double_pendulum", "spinning_top", "lagr_system_2", "slider_crank", "whipple_bicycle")
STATES, CALLS, COPIES, REFERENCE = 50, 10_000, 4, 30_000

FAULTS = (AttributeError, ImportError, KeyError, TypeError, ValueError, OSError, LagrError)
"""What an old program answers where it has not yet what is asked."""

Run = dict[str, Any]
Lines = Iterator[tuple[str, Run]]


def timed(work: Callable[[], Any], result: Callable[[Any], Any] = lambda _: []) -> Run:
    """Seconds of one run, its processor time as multiple of the reference, and its result.

    Threads that make machine code better meanwhile are nothing that a user waits for, and what
    earlier runs left in memory is none of this one's work.
    """
    gc.collect()
    gc.freeze()
    before = reference()
    wall, processor = perf_counter(), thread_time()
    found = work()
    wall, processor = perf_counter() - wall, thread_time() - processor
    multiple = 2 * processor / (before + reference())
    return {"wall": wall, "multiple": multiple, "check": [float(x) for x in result(found)]}


def reference() -> float:
    """Processor seconds of a fixed piece of work, which tell how fast the machine is just now.

    A core that another program shares takes up to twice as long for everything.
    """
    gc.disable()
    begun = thread_time()
    table: dict[int, tuple[int, str]] = {}
    for i in range(REFERENCE):
        table[i * 7919 % 4093] = i, str(i)
    seconds = thread_time() - begun
    gc.enable()
    return seconds


def apart(work: Callable[[], Run]) -> Run:
    """Some runs as one, each in a copy of this process.

    So none finds what another one left in caches.  Where processes cannot be copied it is a single
    run.
    """
    if not hasattr(os, "fork"):
        return work()
    runs = [_in_a_copy(work) for _ in range(COPIES)]
    best, usual = min(run["wall"] for run in runs), median(run["multiple"] for run in runs)
    return runs[0] | {"wall": best, "multiple": usual}


def _in_a_copy(work: Callable[[], Run]) -> Run:
    reading, writing = os.pipe()
    copy = os.fork()
    if copy == 0:
        os.write(writing, json.dumps(line("", work)[1]).encode())
        os._exit(0)
    os.close(writing)
    with os.fdopen(reading) as answer:
        run = json.loads(answer.read() or '{"missing": "the process ended"}')
    os.waitpid(copy, 0)
    if "missing" in run:
        raise ValueError(run["missing"])
    return run


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
    small = pipeline.load(samples / f"{SMALL}.lagr")
    pipeline.equations(small)
    aside = small.model_copy(update={"gravity": ("-g", 0, 0)})

    def fresh(name: str) -> Run:
        pipeline.equations(aside)  # a copied process gets its memory when it first writes to it
        return _sheet(samples, name)

    for name in sorted(path.stem for path in samples.glob("*.lagr")):
        if name not in (*LONG, SMALL):
            yield line(f"sheet of {name}", lambda name=name: apart(lambda: fresh(name)))


def long(samples: Path) -> Lines:
    """The complete sheets of the others."""
    pipeline.equations(pipeline.load(samples / f"{SMALL}.lagr"))
    for name in LONG:
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
        model = pipeline.load(samples / f"{name}.lagr")
        newer = hasattr(pipeline, "prepare")
        system = pipeline.prepare(model).system() if newer else pipeline.system(model)
        layout = getattr(system, "layout", None)
        state = _states(len((layout or system).coordinates))[0]
        q, qd = state["q"], state["qd"]
        given = ([*q, *qd],) if layout else (q, qd)

        def work() -> Any:
            for _ in range(CALLS):
                found = system.acceleration(0.0, *given)
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
    speed, before, wall = reference(), os.times(), perf_counter()
    command = [sys.executable, "-m", "lagr_gui.cli", *words]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    wall, after = perf_counter() - wall, os.times()
    if done.returncode != 0:
        raise ValueError(done.stderr.strip()[-80:])
    used = after.children_user + after.children_system
    used -= before.children_user + before.children_system
    return {"wall": wall, "multiple": 2 * used / (speed + reference())}


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
