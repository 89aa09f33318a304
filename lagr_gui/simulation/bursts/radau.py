"""Radau IIA of order 5 for stiff motions, in the small language of `native`.

Hairer, Wanner: Solving Ordinary Differential Equations II, section IV.8, from where the letters
are: Z what the stages add to y, W = T⁻¹ Z, in which the equations of Newton's method fall apart
into real and complex ones.  Because ẏ = (q̇, q̈, ż) they are ones of n − f unknowns each, a for q
and c for z: with ∂q̈/∂(q, q̇, z) = (A, B, C) and ∂ż/∂(q, q̇, z) = (D, E, F)

    (s² − s B − A) a − C c = …,   −(s E + D) a + (s − F) c = …
"""

from __future__ import annotations

from math import sqrt

import numpy as np

from lagr_gui.foundation.arrays import Array
from lagr_gui.native import Counts, Reals
from lagr_gui.simulation.bursts.constrained import is_ahead
from lagr_gui.simulation.bursts.dop853 import allowed, entered, held_back, is_sound, spacing
from lagr_gui.simulation.bursts.evaluating import is_finite, rate, within
from lagr_gui.simulation.bursts.flooring import set_floors
from lagr_gui.simulation.bursts.record import CAREFUL, ROWS, Burst
from lagr_gui.simulation.tuning import BURST, IMPLICIT, STEPPING

# --- Linear equations of a few unknowns, real and complex, in the small language of `native` ---
# LU with row pivoting, in place; complex numbers stand in two rows, real and imaginary parts.


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


# --- Radau IIA of order 5 for stiff motions, in the small language of `native` -----------------

FADING = STEPPING.fading
SAFETY, SHRINK, GROW = BURST.safety, BURST.shrink, BURST.grow
TURNS, SAME, SLOW, NEWTON = IMPLICIT.turns, IMPLICIT.as_long, IMPLICIT.slow, IMPLICIT.newton
UNKNOWN, OLDER, FRESH = 0, 1, 2
"""What is known of the slopes of q̈: nothing, those of an earlier state, those at the state."""


def implicit_step(m: Burst) -> int:
    """One step: lengths are tried until Newton's method converges and the error is small enough."""
    if m.r > 0 and m.here <= m.watched and is_ahead(m, max(m.stride, m.h)):
        return CAREFUL
    shortest = 10.0 * spacing(m.t)
    h = allowed(m, max(m.h, shortest))
    size, again, turns, safety = 0.0, False, 0, 0.0
    t = m.t
    while True:
        if not h >= shortest:
            return CAREFUL
        t = m.t + h
        if t > m.goal:
            t = m.goal
            h = t - m.t
        m.least = m.here
        if m.known == UNKNOWN and not take_slopes(m):
            return CAREFUL
        set_floors(m, m.y, m.k, h)
        if m.factored != h and not factor(m, h):
            return CAREFUL
        turns = newton(m, h)
        if turns == 0:
            if m.known == FRESH:
                h *= 0.5
            else:
                m.known = UNKNOWN
            continue
        for i in range(m.n):
            m.after[i] = m.y[i] + m.z[2 * m.n + i]
        size = error_of_stages(m, h, again)
        safety = SAFETY * (2 * TURNS + 1) / (2 * TURNS + turns)
        if size < 1.0:
            break
        h *= max(SHRINK, safety * foreseen(m, h, size)) if size < 1e300 else SHRINK
        again = True
    rate(m, t, m.after, m.k[12 * m.n :])
    if not is_sound(m):
        return CAREFUL
    course(m)
    reason = entered(m, t, h, m.rows[m.steps * ROWS * m.n :])
    if reason == CAREFUL:
        return reason
    plan(m, h, size, turns, safety * foreseen(m, h, size))
    if m.crept > 0.0:
        m.creeping = m.creeping + 1 if h < m.crept else max(m.creeping - 1, 0)
        return held_back(reason, False, m.creeping >= m.creep_after)
    return reason


def plan(m: Burst, h: float, size: float, turns: int, longer: float) -> None:
    """The length of the next step; slopes and factors are kept where they will do."""
    renewed = turns > 2 and m.ratio > SLOW
    m.known = UNKNOWN if renewed else OLDER
    grow = min(GROW, longer)
    if not renewed and grow < SAME:
        grow = 1.0
    m.h = h * grow
    m.h_before = h
    m.error_before = max(size, 1e-10)
    m.stride = max(h, FADING * m.stride)


def foreseen(m: Burst, h: float, size: float) -> float:
    """By how much the next step may be longer, from the errors of this and the last one."""
    if size == 0.0:
        return GROW
    fit = 1.0 / sqrt(sqrt(size))
    if m.h_before <= 0.0:
        return fit
    return min(1.0, h / m.h_before * sqrt(sqrt(m.error_before / size))) * fit


def take_slopes(m: Burst) -> bool:
    """∂(q̈, ż)/∂y (n − f, n) at the state; whether they have values."""
    m.x[0] = within(m, m.t)
    for i in range(m.n):
        m.x[1 + i] = m.y[i]
    m.slopes(m.x, m.slopes_w, m.slopes_out)
    sound = 0.0
    for i in range((m.n - m.f) * m.n):
        m.jacobian[i] = m.slopes_out[m.slopes_at + i]
        sound += 0.0 * m.jacobian[i]
    m.known = FRESH
    m.factored = 0.0
    return sound == 0.0


def factor(m: Burst, h: float) -> bool:
    """The matrices of Newton's method for steps of length h; whether they have inverses."""
    f, k, s = m.f, m.n - m.f, MU / h
    a, b = ALPHA / h, -BETA / h
    for i in range(k):
        for j in range(f):
            by_place, by_speed = m.jacobian[i * m.n + j], m.jacobian[i * m.n + f + j]
            m.real[i * k + j] = -by_place - s * by_speed
            m.re[i * k + j] = -by_place - a * by_speed
            m.im[i * k + j] = -b * by_speed
        for j in range(f, k):
            by_state = m.jacobian[i * m.n + f + j]
            m.real[i * k + j] = -by_state
            m.re[i * k + j] = -by_state
            m.im[i * k + j] = 0.0
    for i in range(f):
        m.real[i * k + i] += s * s
        m.re[i * k + i] += a * a - b * b
        m.im[i * k + i] += 2.0 * a * b
    for i in range(f, k):
        m.real[i * k + i] += s
        m.re[i * k + i] += a
        m.im[i * k + i] += b
    m.factored = h
    if not factor_real(k, m.real, m.swaps):
        return False
    return factor_complex(k, m.re, m.im, m.swaps[k:])


def solved_real(m: Burst, h: float, g: Reals) -> None:
    """(μ/h − J)⁻¹ g in place of g (n,)."""
    f, k, s = m.f, m.n - m.f, MU / h
    for i in range(k):
        total = g[f + i] + s * g[i] if i < f else g[f + i]
        for j in range(f):
            total -= m.jacobian[i * m.n + f + j] * g[j]
        m.right[i] = total
    solve_real(k, m.real, m.swaps, m.right)
    for i in range(f):
        g[f + i] = s * m.right[i] - g[i]
        g[i] = m.right[i]
    for i in range(f, k):
        g[f + i] = m.right[i]


def solved_complex(m: Burst, h: float, g: Reals, k: Reals) -> None:
    """((α − iβ)/h − J)⁻¹ (g + i k) in place of g and k."""
    f, count, a, b = m.f, m.n - m.f, ALPHA / h, -BETA / h
    u, v = m.right, m.right[count:]
    for i in range(count):
        real, imaginary = g[f + i], k[f + i]
        if i < f:
            real = real + a * g[i] - b * k[i]
            imaginary = imaginary + a * k[i] + b * g[i]
        for j in range(f):
            slope = m.jacobian[i * m.n + f + j]
            real -= slope * g[j]
            imaginary -= slope * k[j]
        u[i] = real
        v[i] = imaginary
    solve_complex(count, m.re, m.im, m.swaps[count:], u, v)
    for i in range(f):
        g[f + i] = a * u[i] - b * v[i] - g[i]
        k[f + i] = a * v[i] + b * u[i] - k[i]
        g[i] = u[i]
        k[i] = v[i]
    for i in range(f, count):
        g[f + i] = u[i]
        k[f + i] = v[i]


def newton(m: Burst, h: float) -> int:
    """Solve for the stages: the turns that were needed; 0 where it does not converge."""
    n = m.n
    start(m, h)
    before = 0.0
    m.ratio = 0.0
    limit = max(2.2e-15 / m.rtol, min(NEWTON, sqrt(m.rtol)))
    for turn in range(TURNS):
        if not sides(m, h):
            return 0
        solved_real(m, h, m.sides)
        solved_complex(m, h, m.sides[n:], m.sides[2 * n :])
        size = 0.0
        for i in range(n):
            scale = m.floors[i] + m.rtol * abs(m.y[i])
            for j in range(3):
                part = m.sides[j * n + i] / scale
                size += part * part
        size = sqrt(size / (3 * n))
        if not is_finite(size):
            return 0
        if turn > 0:
            m.ratio = size / before if before > 0.0 else 0.0
            left = size
            for _ in range(TURNS - turn):
                left *= m.ratio
            if m.ratio >= 1.0 or left / (1.0 - m.ratio) > limit:
                return 0
        for i in range(3 * n):
            m.w_stages[i] += m.sides[i]
        mixed(n, TO_STAGES, m.w_stages, m.z)
        if size == 0.0 or (turn > 0 and m.ratio / (1.0 - m.ratio) * size < limit):
            return turn + 1
        before = size
    return 0


def start(m: Burst, h: float) -> None:
    """Where Newton's method begins: the course of the last step goes on."""
    n = m.n
    for j in range(3):
        x = 1.0 + NODES[j] * h / m.h_before if m.h_before > 0.0 else 0.0
        for i in range(n):
            a, b, c = m.path[i], m.path[n + i], m.path[2 * n + i]
            m.z[j * n + i] = x * (a + x * (b + x * c)) - (a + b + c) if x > 0.0 else 0.0
    mixed(n, FROM_STAGES, m.z, m.w_stages)


def sides(m: Burst, h: float) -> bool:
    """The right sides T⁻¹ F(Z) − Λ/h W of Newton's method; whether they have values."""
    n = m.n
    for j in range(3):
        for i in range(n):
            m.trial[i] = m.y[i] + m.z[j * n + i]
        rate(m, m.t + NODES[j] * h, m.trial, m.k[j * n + n :])
    mixed(n, FROM_STAGES, m.k[n:], m.sides)
    sound = 0.0
    s, a, b = MU / h, ALPHA / h, BETA / h
    for i in range(n):
        second, third = m.w_stages[n + i], m.w_stages[2 * n + i]
        m.sides[i] -= s * m.w_stages[i]
        m.sides[n + i] -= a * second + b * third
        m.sides[2 * n + i] -= a * third - b * second
        sound += 0.0 * (m.sides[i] + m.sides[n + i] + m.sides[2 * n + i])
    return sound == 0.0


def mixed(n: int, matrix: Reals, values: Reals, found: Reals) -> None:
    """A matrix (3, 3) times three rows of n values."""
    for i in range(n):
        a, b, c = values[i], values[n + i], values[2 * n + i]
        found[i] = matrix[0] * a + matrix[1] * b + matrix[2] * c
        found[n + i] = matrix[3] * a + matrix[4] * b + matrix[5] * c
        found[2 * n + i] = matrix[6] * a + matrix[7] * b + matrix[8] * c


def error_of_stages(m: Burst, h: float, again: bool) -> float:
    """The error of a step over the tolerance: that of order 3, from which stiff parts are taken."""
    n = m.n
    found = m.sides
    for i in range(n):
        found[i] = m.k[i] + missing(m, h, i)
    solved_real(m, h, found)
    size = over(m, found)
    if size < 1.0 or not (again or m.h_before <= 0.0):
        return size
    for i in range(n):
        m.trial[i] = m.y[i] + found[i]
    rate(m, m.t, m.trial, found)
    for i in range(n):
        found[i] += missing(m, h, i)
    solved_real(m, h, found)
    return over(m, found)


def missing(m: Burst, h: float, i: int) -> float:
    """What the stages say of the error of a value."""
    n = m.n
    return (ERRORS[0] * m.z[i] + ERRORS[1] * m.z[n + i] + ERRORS[2] * m.z[2 * n + i]) / h


def over(m: Burst, values: Reals) -> float:
    """Values over the tolerance."""
    total = 0.0
    for i in range(m.n):
        part = values[i] / (m.floors[i] + m.rtol * max(abs(m.y[i]), abs(m.after[i])))
        total += part * part
    return sqrt(total / m.n)


def course(m: Burst) -> None:
    """The states on the way: cubic polynomials through the stages, as rows of the dense output."""
    n = m.n
    mixed(n, COURSES, m.z, m.path)
    rows = m.rows[m.steps * ROWS * n :]
    for i in range(n):
        b, c = m.path[n + i], m.path[2 * n + i]
        rows[i] = m.z[2 * n + i]
        rows[n + i] = -b - c
        rows[2 * n + i] = -c
        for row in range(3, ROWS):
            rows[row * n + i] = 0.0


# --- The coefficients of Radau IIA with three stages, of order 5 -------------------------------
# Hairer, Wanner: Solving Ordinary Differential Equations II, sections IV.5 and IV.8.  They follow
# from the nodes: A holds the integrals of the polynomials that are 1 at one node, 0 at the others.

_root = np.sqrt(6.0)
_nodes: Array = np.array([(4 - _root) / 10, (4 + _root) / 10, 1.0])
_powers = np.arange(1, 4)
_courses = np.linalg.inv(_nodes[:, None] ** _powers)
A = (_nodes[:, None] ** _powers / _powers) @ np.linalg.inv(_nodes[:, None] ** (_powers - 1))
"""The weights (3, 3) of the stages."""


def _split() -> tuple[float, complex, Array]:
    """The real and one complex eigenvalue of A⁻¹, and the columns that take them apart."""
    found = np.linalg.eig(np.linalg.inv(A))
    values = np.array(found.eigenvalues, np.complex128)
    vectors = np.array(found.eigenvectors, np.complex128)
    real = int(np.argmin(np.abs(values.imag)))
    pair = int(np.argmax(values.imag))
    v = vectors[:, pair] / vectors[2, pair]
    r = vectors[:, real].real / vectors[2, real].real
    return float(values[real].real), complex(values[pair]), np.column_stack([r, v.real, v.imag])


_mu, _lambda, _T = _split()

NODES = _nodes
"""Where the stages stand in a step of length 1."""

MU, ALPHA, BETA = _mu, _lambda.real, _lambda.imag
"""The eigenvalues μ and α ± iβ of A⁻¹."""

TO_STAGES = _T.ravel()
"""T (3, 3): A⁻¹ T = T Λ, with Λ of μ and of α, β, −β, α."""

FROM_STAGES: Array = np.array(np.linalg.inv(_T).ravel(), float)
"""T⁻¹ (3, 3)."""

COURSES: Array = np.array(_courses.ravel(), float)
"""What x, x², x³ are multiplied with on the way through a step (3, 3), by the stages."""

ERRORS = ((-13 - 7 * float(_root)) / 3, (-13 + 7 * float(_root)) / 3, -1 / 3)
"""The weights of the stages in the error of order 3, beside the rate at the start over μ."""
