"""Kernels of spatial chains: derive, emit, translate, run.

    python benchmarks/kernel.py [links …]

Prints seconds and, as what counts, ratios: machine code against plain Python, optimised
against quick, translation time per operation.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from time import perf_counter

import numpy as np
from kernel_programs import chain

from lagr_gui.kernel import Bound, compile_kernel


def seconds(work: Callable[[], object], least: float = 0.2) -> float:
    """The shortest of several runs."""
    best, end = float("inf"), perf_counter() + least
    while perf_counter() < end:
        start = perf_counter()
        work()
        best = min(best, perf_counter() - start)
    return best


def per_row(bound: Bound, state: np.ndarray) -> float:
    """Seconds per state in the machine-code loop."""
    kernel = bound.kernel
    rows = max(3, 1_000_000 // kernel.operations if kernel.level != "python" else 3)
    states = np.tile(state, (rows, 1))
    return seconds(lambda: bound.many(states)) / rows


def measure(links: int) -> None:
    """One line for each level."""
    start = perf_counter()
    program, state, parameters, outputs = chain(links)
    derived = perf_counter() - start
    rng = np.random.default_rng(links)
    x, values = rng.random(len(state)), rng.random(len(parameters))
    reference = None
    for level in ("python", "quick", "optimised"):
        start = perf_counter()
        kernel = compile_kernel(program, state, parameters, {"qdd": outputs}, level)
        compiled = perf_counter() - start
        bound = kernel.bind(values)
        call = seconds(lambda bound=bound: bound(x))
        row = per_row(bound, x)
        reference = reference or row
        print(
            f"{links:5d} {kernel.operations:6d} {derived:8.3f} {level:>10} {compiled:9.3f}"
            f" {1e6 * compiled / kernel.operations:8.1f} {1e6 * call:9.2f} {1e6 * row:9.2f}"
            f" {reference / row:8.0f}"
        )


def main() -> None:
    """Measure the chains that were asked for."""
    program, state, parameters, outputs = chain(2)
    compile_kernel(program, state, parameters, {"qdd": outputs})
    print("links  oper.  derive/s      level compile/s  µs/oper.   call/µs   row/µs  speed-up")
    for links in [int(word) for word in sys.argv[1:]] or [3, 6, 12, 20, 30]:
        measure(links)


if __name__ == "__main__":
    main()
