"""Motions beside other programs of DOP853 over the same machine code for accelerations.

    python benchmarks/motion_peers.py

SciPy's, which calls accelerations from Python, and one in C, translated by the C compiler of this
machine (a dash where there is none).  All have the same tolerances and give the states at the same
times: a thousand beside SciPy; beside C, which counts no energies there, the end alone, with the
dense output of all steps.  1 is returned where motions differ by more than errors of steps do.
"""

from __future__ import annotations

import ctypes
import shutil
import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory
from time import sleep

import numpy as np
import table
from hanging import chain
from scipy.integrate import DOP853, solve_ivp

sys.path.insert(0, str(Path(__file__).parents[1]))

from lagr_gui import pipeline
from lagr_gui.foundation.resource import sample_models
from lagr_gui.prepared import Prepared
from lagr_gui.simulation import KernelSystem, Settings, Trajectory
from lagr_gui.simulation.bursts import tables

RUNS = 7
BESIDE_SCIPY, BESIDE_C = 10, 1
ALIKE = 1e4
"""Motions may differ by so many tolerances: errors of steps add up."""

Peer = Callable[[KernelSystem, Settings], Callable[[], np.ndarray]]
"""Prepares to find the states (n, 2f) of a motion."""

PROGRAM = """
#include <math.h>
#include <string.h>
typedef void (*kernel)(const double *, double *, double *);
static const int starts[] = {%(starts)s}, columns[] = {%(columns)s};
static const double nodes[] = {%(nodes)s}, weights[] = {%(weights)s};
static const double third[] = {%(third)s}, fifth[] = {%(fifth)s}, courses[] = {%(courses)s};
enum { N = %(n)d, F = N / 2 };
static double k[16][N];

static void rate(kernel state, double *w, double *out, int qdd, double t, const double *y,
                 double *dy)
{
    w[0] = t;
    memcpy(w + 1, y, sizeof(double) * N);
    state(w, w, out);
    memcpy(dy, y + F, sizeof(double) * F);
    memcpy(dy + F, out + qdd, sizeof(double) * F);
}

static void stage(int s, double h, const double *y, double *z)
{
    double sum[N] = {0};
    for (int e = starts[s]; e < starts[s + 1]; e++)
        for (int i = 0; i < N; i++)
            sum[i] += weights[e] * k[columns[e]][i];
    for (int i = 0; i < N; i++)
        z[i] = y[i] + h * sum[i];
}

int run(kernel state, double *w, double *out, int qdd, double h, double rtol, double atol,
        double *y, int points, const double *times, double *found)
{
    double t = times[0], end = times[points - 1], z[N], rows[7][N];
    int steps = 0, next = 1;
    memcpy(found, y, sizeof y[0] * N);
    rate(state, w, out, qdd, t, y, k[0]);
    while (t < end) {
        double e3 = 0, e5 = 0, size, after[N];
        h = fmin(h, end - t);
        for (int s = 1; s < 12; s++) {
            stage(s, h, y, z);
            rate(state, w, out, qdd, t + nodes[s] * h, z, k[s]);
        }
        stage(12, h, y, after);
        for (int i = 0; i < N; i++) {
            double scale = atol + rtol * fmax(fabs(y[i]), fabs(after[i])), a = 0, b = 0;
            for (int j = 0; j < 12; j++)
                a += third[j] * k[j][i], b += fifth[j] * k[j][i];
            e3 += a / scale * (a / scale), e5 += b / scale * (b / scale);
        }
        size = e5 > 0 ? h * e5 / sqrt((e5 + 0.01 * e3) * N) : 0;
        if (!(size < 1)) {
            h *= fmax(0.2, 0.9 * pow(size, -0.125));
            continue;
        }
        rate(state, w, out, qdd, t + h, after, k[12]);
        for (int s = 13; s < 16; s++) {
            stage(s, h, y, z);
            rate(state, w, out, qdd, t + nodes[s] * h, z, k[s]);
        }
        for (int i = 0; i < N; i++) {
            double change = after[i] - y[i], first = h * k[0][i], last = h * k[12][i];
            rows[0][i] = change;
            rows[1][i] = first - change;
            rows[2][i] = 2 * change - (last + first);
        }
        for (int r = 0; r < 4; r++) {
            double sum[N] = {0};
            for (int j = 0; j < 16; j++)
                for (int i = 0; i < N; i++)
                    sum[i] += courses[16 * r + j] * k[j][i];
            for (int i = 0; i < N; i++)
                rows[3 + r][i] = h * sum[i];
        }
        for (; next < points && times[next] <= t + h; next++) {
            double x = (times[next] - t) / h;
            for (int i = 0; i < N; i++) {
                double sum = 0;
                for (int r = 6; r >= 0; r--)
                    sum = (sum + rows[r][i]) * (r %% 2 ? 1 - x : x);
                found[next * N + i] = y[i] + sum;
            }
        }
        memcpy(y, after, sizeof after);
        memcpy(k[0], k[12], sizeof k[0]);
        t = end - t <= h ? end : t + h;
        h *= size > 0 ? fmin(10, 0.9 * pow(size, -0.125)) : 10;
        steps++;
    }
    return steps;
}
"""


def rate_of(own: KernelSystem) -> Callable[[float, np.ndarray], np.ndarray]:
    """ẏ at a time and a state, from Python."""
    f = len(own.coordinates)

    def rate(t: float, y: np.ndarray) -> np.ndarray:
        return np.concatenate([y[f:], own.bound(np.concatenate([[t], y]))["qdd"]])

    return rate


def by_scipy(own: KernelSystem, settings: Settings) -> Callable[[], np.ndarray]:
    """What finds the states (n, 2f) by SciPy."""
    times = np.linspace(settings.t0, settings.t_end, settings.points)
    start = np.concatenate([settings.q0, settings.qd0])
    tolerances = {"rtol": settings.rtol, "atol": settings.atol}
    span = settings.t0, settings.t_end
    return lambda: solve_ivp(rate_of(own), span, start, "DOP853", times, **tolerances).y.T


def in_c(n: int, folder: str) -> ctypes.CDLL | None:
    """DOP853 for n values in C; None without a C compiler."""
    compiler = shutil.which("cc") or shutil.which("gcc") or shutil.which("clang")
    if compiler is None:
        return None
    whole = {"starts": tables.STARTS, "columns": tables.COLUMNS}
    real = {
        "nodes": tables.NODES,
        "weights": tables.WEIGHTS,
        "third": tables.ERROR_3,
        "fifth": tables.ERROR_5,
        "courses": tables.COURSES,
    }
    rows = {name: ", ".join(map(repr, row)) for name, row in {**whole, **real}.items()}
    source, made = Path(folder, "dop853.c"), Path(folder, f"dop853_{n}.so")
    source.write_text(PROGRAM % {**rows, "n": n})
    flags = ["-O3", "-march=native", "-shared", "-fPIC"]
    subprocess.run([compiler, *flags, str(source), "-o", str(made), "-lm"], check=True)
    return ctypes.CDLL(str(made))


def by_c(library: ctypes.CDLL) -> Peer:
    """What finds them in C."""

    def prepared(own: KernelSystem, settings: Settings) -> Callable[[], np.ndarray]:
        code = own.machine_code()
        assert code is not None
        program = code.state
        start = np.concatenate([settings.q0, settings.qd0])
        rtol, atol, end = settings.rtol, settings.atol, settings.t_end
        first = DOP853(rate_of(own), settings.t0, start, end, rtol=rtol, atol=atol).h_abs
        times = np.linspace(settings.t0, end, settings.points)
        found = np.zeros((len(times), len(start)))
        at, real = ctypes.c_void_p, ctypes.c_double
        kinds = [at, at, at, ctypes.c_int, real, real, real, at, ctypes.c_int, at, at]
        library.run.argtypes = kinds
        memory = program.room.slots.ctypes.data, program.room.outputs.ctypes.data

        def run() -> np.ndarray:
            y = start.copy()
            given = program.address, *memory, program.first("qdd"), first, rtol, atol
            rows = y.ctypes.data, len(times), times.ctypes.data, found.ctypes.data
            library.run(*given, *rows)
            return found

        return run

    return prepared


def compared(what: str, prepared: Prepared, settings: Settings, peer: Peer, goal: float) -> bool:
    """Print one line; whether both find the same motion over a tenth of the time."""
    own = prepared.system()
    short = replace(settings, t_end=settings.t0 + (settings.t_end - settings.t0) / 10)
    apart = np.abs(peer(own, short)()[-1] - np.hstack(last(pipeline.simulate(prepared, short))))
    ours = min(pipeline.simulate(prepared, settings).seconds for _ in range(RUNS))
    theirs = table.shortest(peer(own, settings), RUNS)
    reached = table.at_least(theirs / ours, goal)
    table.line(what, table.seconds(ours), table.seconds(theirs), theirs / ours, reached)
    return bool(apart.max() <= ALIKE * (settings.rtol + settings.atol))


def last(motion: Trajectory) -> tuple[np.ndarray, np.ndarray]:
    """q and q̇ at the end."""
    return motion.q[-1], motion.qd[-1]


def main() -> int:
    """Print the lines of each system; 1 where motions differ."""
    table.head("motions beside other programs of DOP853 over the same machine code")
    rods = pipeline.prepare(chain(10, spatial=True))
    swing = Settings(10.0, [0.3] * 10, [0.0] * 10, rtol=1e-8, atol=1e-8)
    path = next(path for path in sample_models() if path.stem == "double_pendulum")
    pendulum = pipeline.prepare(pipeline.load(path))
    cases = ("10 rods in space", rods, swing), ("double pendulum", pendulum, pendulum.settings)
    same = True
    with TemporaryDirectory() as folder:
        for name, prepared, settings in cases:
            pipeline.simulate(prepared, settings)
            while prepared.system().bound.kernel.level != "optimised":
                sleep(0.1)
            same &= compared(f"{name}, SciPy", prepared, settings, by_scipy, BESIDE_SCIPY)
            library = in_c(2 * len(settings.q0), folder)
            if library is None:
                table.line(f"{name}, C", "–")
                continue
            ends = replace(settings, points=2)
            same &= compared(f"{name}, C", prepared, ends, by_c(library), BESIDE_C)
    return 0 if same else 1


if __name__ == "__main__":
    sys.exit(main())
