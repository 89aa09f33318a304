"""The computed form of spatial chains beside Pinocchio's articulated-body algorithm.

    python benchmarks/computed.py [joints …]

Chains of revolute joints with random axes, places and inertias, given as numbers or as
parameters.  Deriving and first machine code are the first run of a fresh process; the
kernel computes accelerations only, in optimised machine code.  Both programs are called
from Python one state at a time (call), and run over many states in their own loops (loop:
`Bound.many` beside Pinocchio's `abaInParallel` with one thread).  Nothing is subtracted.
"""

from __future__ import annotations

import json
import random
import subprocess
import sys
from collections.abc import Callable
from time import perf_counter

import numpy as np
import pinocchio as pin
import table

from lagr_gui import pipeline
from lagr_gui.catalogue import KINDS
from lagr_gui.kernel import Bound, compile_kernel
from lagr_gui.kernel.levels import Level
from lagr_gui.mechanics.numbers import parameter_values
from lagr_gui.mechanics.reading import read_model
from lagr_gui.mechanics.recursion import Recursion
from lagr_gui.model import Body, Inertia, Model, Parameter
from lagr_gui.topology import analyse
from tests.mechanics.oracles import pinocchio_model
from tests.systems import inertia, random_joint, system, vector

RUNS = 3
ROWS = 200
DERIVED, TRANSLATED, RATIO, AGREE = 0.2, 0.5, 0.6, 1e-12
TENSOR = ("xx", "yy", "zz", "xy", "xz", "yz")


def chain(joints: int, seed: int = 1) -> Model:
    """A pure chain with numbers in all fields."""
    source = random.Random(seed)
    bodies, edges = [], []
    for number in range(1, joints + 1):
        mass = round(source.uniform(0.5, 2), 3)
        bodies.append(Body(number=number, mass=mass, inertia=inertia(source)))
        edges.append(random_joint(source, "revolute", f"joint {number}", number - 1, number))
    return system(bodies, edges, gravity=vector(source, 10), parameters=())


def named(model: Model) -> Model:
    """The same chain with a parameter in place of every number."""
    values: dict[str, float] = {}

    def name(stem: str, value: float) -> str:
        values[stem] = float(value)
        return stem

    def names(stem: str, row: tuple[float, ...]) -> tuple[str, ...]:
        return tuple(name(f"{stem}_{k}", entry) for k, entry in zip("xyz", row, strict=True))

    bodies = []
    for body in model.bodies:
        n = body.number
        entries = {k: name(f"J{n}_{k}", getattr(body.inertia, k)) for k in TENSOR}
        fields = {"mass": name(f"m{n}", body.mass), "inertia": Inertia(**entries)}
        bodies.append(body.model_copy(update=fields))
    joints = [
        joint.model_copy(
            update={
                "point_parent": names(f"p{joint.child}", joint.point_parent),
                "point_child": names(f"c{joint.child}", joint.point_child),
            }
        )
        for joint in model.joints
    ]
    parameters = tuple(Parameter(name=key, value=value) for key, value in values.items())
    return system(bodies, joints, gravity=model.gravity, parameters=parameters)


MODELS: dict[str, Callable[[int], Model]] = {
    "numbers": chain,
    "parameters": lambda joints: named(chain(joints)),
}


def accelerations(model: Model) -> Recursion:
    """The recursion with the nodes of q̈."""
    recursion = Recursion(read_model(model, analyse(model, KINDS)))
    assert recursion.qdd
    return recursion


def compiled(model: Model, recursion: Recursion, level: Level) -> Bound:
    """A kernel of q̈ alone, with the model's values."""
    scope = recursion.scope
    outputs = {"qdd": recursion.qdd}
    kernel = compile_kernel(recursion.program, scope.state, scope.parameters, outputs, level)
    return kernel.bind(list(parameter_values(model).values()))


def first(sort: str, joints: int) -> None:
    """The first run: deriving, quick machine code, and all that `pipeline.system` does."""
    model = MODELS[sort](joints)
    compile_kernel(*_nothing())
    start = perf_counter()
    recursion = accelerations(model)
    derived = perf_counter()
    compiled(model, recursion, "quick")
    translated = perf_counter()
    print(json.dumps([derived - start, translated - derived]))


def whole(sort: str, joints: int) -> None:
    """The first run of `pipeline.system`, with energies and pivots."""
    model = MODELS[sort](joints)
    compile_kernel(*_nothing())
    print(json.dumps([table.timed(lambda: pipeline.prepare(model).system())]))


def _nothing() -> tuple:
    """A program that only loads the libraries."""
    recursion = accelerations(chain(1))
    scope = recursion.scope
    return recursion.program, scope.state, scope.parameters, {"qdd": recursion.qdd}


def fresh(what: str, sort: str, joints: int) -> list[float]:
    """The shortest of several fresh processes."""
    command = [sys.executable, __file__, what, sort, str(joints)]
    runs = [subprocess.run(command, check=True, capture_output=True) for _ in range(RUNS)]
    return [min(row) for row in zip(*(json.loads(run.stdout) for run in runs), strict=True)]


def each(*works: Callable[[], object], times: int = 300, least: float = 2.0) -> list[float]:
    """Seconds of one call of each work: turn by turn in tight loops, the shortest of many."""
    loop, best = range(times), [float("inf")] * len(works)
    end = perf_counter() + least
    while perf_counter() < end:
        for place, work in enumerate(works):
            start = perf_counter()
            for _ in loop:
                work()
            best[place] = min(best[place], perf_counter() - start)
    return [value / times for value in best]


class Peer:
    """Pinocchio with the same chain at one state."""

    def __init__(self, model: Model, q: np.ndarray, v: np.ndarray) -> None:
        self.model = pinocchio_model(model)
        data, tau, aba = self.model.createData(), np.zeros(len(q)), pin.aba
        self.q, self.v = q, v
        self.call = lambda: aba(self.model, data, q, v, tau)
        self.accelerations = self.call().copy()

    def loop(self) -> Callable[[], object] | None:
        """Pinocchio's own loop over `ROWS` states; None where it was built without one."""
        if not getattr(pin, "WITH_OPENMP", False):
            return None
        pool, none = pin.ModelPool(self.model, 1), np.zeros(len(self.q))
        rows = [np.tile(x[:, None], ROWS) for x in (self.q, self.v, none, none)]
        rows = [np.asfortranarray(row) for row in rows]
        return lambda: pin.abaInParallel(1, pool, *rows)


def kernel_times(sort: str, joints: int) -> None:
    """Print the lines of one kernel: call, loop, deviation."""
    model = MODELS[sort](joints)
    bound = compiled(model, accelerations(model), "optimised")
    rng = np.random.default_rng(joints)
    q, v = rng.uniform(-2, 2, joints), rng.uniform(-2, 2, joints)
    state = np.concatenate([[0.0], q, v])
    out = bound(state)["qdd"]
    peer = Peer(chain(joints), q, v)
    expected = peer.accelerations
    error = np.max(np.abs(out - expected)) / np.max(np.abs(expected))
    what = f"{joints} joints, {sort}, {bound.kernel.operations} oper."
    _compare(f"{what}, call", *each(lambda: bound(state)["qdd"], peer.call))
    states, loop = np.tile(state, (ROWS, 1)), peer.loop()
    if loop:
        times = each(lambda: bound.many(states), loop, times=1)
        _compare(f"{what}, loop", *(value / ROWS for value in times))
    goal = table.at_most(error, AGREE)
    table.line(f"{joints} joints, {sort}, deviation", f"{error:.1e}", goal=goal)


def _compare(what: str, ours: float, theirs: float) -> None:
    ratio = ours / theirs
    goal = table.at_most(ratio, RATIO)
    table.line(what, table.seconds(ours), table.seconds(theirs), ratio, goal)


def first_times(sort: str, joints: int) -> None:
    """Print what the user waits for."""
    derived, translated = fresh("first", sort, joints)
    (system_,) = fresh("whole", sort, joints)
    judged = joints == 30
    for words, value, bound in (
        ("q̈ derived", derived, DERIVED),
        ("q̈ first machine code", translated, TRANSLATED),
    ):
        goal = table.at_most(value, bound, "s") if judged else None
        table.line(f"{joints} joints, {sort}, {words}", table.seconds(value), goal=goal)
    table.line(f"{joints} joints, {sort}, pipeline.system in all", table.seconds(system_))


def main() -> None:
    """Measure the chains that were asked for."""
    if sys.argv[1:2] in (["first"], ["whole"]):
        {"first": first, "whole": whole}[sys.argv[1]](sys.argv[2], int(sys.argv[3]))
        return
    sizes = [int(word) for word in sys.argv[1:]] or [6, 12, 20, 30]
    table.head("Computed form: the first run")
    for joints in sizes:
        for sort in MODELS:
            first_times(sort, joints)
    table.head("Computed form: one evaluation of q̈ beside pinocchio's aba, ours over peer")
    for joints in sizes:
        for sort in MODELS:
            kernel_times(sort, joints)


if __name__ == "__main__":
    main()
