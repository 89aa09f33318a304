"""Linear equations of a few unknowns, real and complex, in the small language of `native`.

LU with row pivoting, in place; complex numbers stand in two rows, real and imaginary parts.
"""

from __future__ import annotations

from lagr_gui.native import Counts, Reals


def factor_real(f: int, M: Reals, rows: Counts) -> bool:
    """M = P L U in place of M (f, f); `rows` tell the row that was taken. False: it is singular."""
    for k in range(f):
        best, at = abs(M[k * f + k]), k
        for i in range(k + 1, f):
            if abs(M[i * f + k]) > best:
                best, at = abs(M[i * f + k]), i
        if not best > 0.0:
            return False
        rows[k] = at
        if at != k:
            for j in range(f):
                M[k * f + j], M[at * f + j] = M[at * f + j], M[k * f + j]
        for i in range(k + 1, f):
            M[i * f + k] /= M[k * f + k]
            part = M[i * f + k]
            for j in range(k + 1, f):
                M[i * f + j] -= part * M[k * f + j]
    return True


def solve_real(f: int, M: Reals, rows: Counts, x: Reals) -> None:
    """The solution in place of the right side x, with the factors of `factor_real`."""
    for k in range(f):
        at = int(rows[k])
        if at != k:
            x[k], x[at] = x[at], x[k]
    for k in range(f):
        for j in range(k):
            x[k] -= M[k * f + j] * x[j]
    for turn in range(f):
        k = f - 1 - turn
        for j in range(k + 1, f):
            x[k] -= M[k * f + j] * x[j]
        x[k] /= M[k * f + k]


def factor_complex(f: int, re: Reals, im: Reals, rows: Counts) -> bool:
    """The same for the complex matrix re + i im."""
    for k in range(f):
        best, at = abs(re[k * f + k]) + abs(im[k * f + k]), k
        for i in range(k + 1, f):
            size = abs(re[i * f + k]) + abs(im[i * f + k])
            if size > best:
                best, at = size, i
        if not best > 0.0:
            return False
        rows[k] = at
        if at != k:
            for j in range(f):
                re[k * f + j], re[at * f + j] = re[at * f + j], re[k * f + j]
                im[k * f + j], im[at * f + j] = im[at * f + j], im[k * f + j]
        below = re[k * f + k] * re[k * f + k] + im[k * f + k] * im[k * f + k]
        a, b = re[k * f + k] / below, -im[k * f + k] / below
        for i in range(k + 1, f):
            u, v = re[i * f + k], im[i * f + k]
            p, q = u * a - v * b, u * b + v * a
            re[i * f + k] = p
            im[i * f + k] = q
            for j in range(k + 1, f):
                re[i * f + j] -= p * re[k * f + j] - q * im[k * f + j]
                im[i * f + j] -= p * im[k * f + j] + q * re[k * f + j]
    return True


def solve_complex(f: int, re: Reals, im: Reals, rows: Counts, x: Reals, y: Reals) -> None:
    """The solution in place of the right side x + i y."""
    for k in range(f):
        at = int(rows[k])
        if at != k:
            x[k], x[at] = x[at], x[k]
            y[k], y[at] = y[at], y[k]
    for k in range(f):
        for j in range(k):
            x[k] -= re[k * f + j] * x[j] - im[k * f + j] * y[j]
            y[k] -= re[k * f + j] * y[j] + im[k * f + j] * x[j]
    for turn in range(f):
        k = f - 1 - turn
        for j in range(k + 1, f):
            x[k] -= re[k * f + j] * x[j] - im[k * f + j] * y[j]
            y[k] -= re[k * f + j] * y[j] + im[k * f + j] * x[j]
        below = re[k * f + k] * re[k * f + k] + im[k * f + k] * im[k * f + k]
        p = (x[k] * re[k * f + k] + y[k] * im[k * f + k]) / below
        y[k] = (y[k] * re[k * f + k] - x[k] * im[k * f + k]) / below
        x[k] = p
