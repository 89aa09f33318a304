"""JAX: functions that are compiled, mapped over many states, and differentiated."""

from __future__ import annotations

from typing import ClassVar

from lagr_gui.extensions.programs.languages.pure import Pure
from lagr_gui.extensions.programs.languages.python import USAGE

_SAME = "floor sin cos tan sinh cosh tanh exp log log10 log2 sqrt minimum maximum"
_OTHER = {
    "asin": "jnp.arcsin({})",
    "acos": "jnp.arccos({})",
    "atan": "jnp.arctan({})",
    "asinh": "jnp.arcsinh({})",
    "acosh": "jnp.arccosh({})",
    "atanh": "jnp.arctanh({})",
    "atan2": "jnp.arctan2({}, {})",
    "pow": "jnp.power({}, {})",
    "fabs": "jnp.abs({})",
    "erf": "jax.scipy.special.erf({})",
    "not_above": "jnp.where({} <= {}, 1.0, 0.0)",
    "piece_at": "jnp.searchsorted(jnp.array({0}), {2}, side='right')",
}
_TWO = {"minimum", "maximum"}

_FREE = '''

def qdd(c, t, q, v, u):
    """The accelerations (N,) under further generalised forces u (N,)."""
@ALONE@
    return motion(c, t, q, v, u)[0]
@END@
@CARRIED@
    return jnp.concatenate([motion(c, t, q, v, u)[0], flow(c, t, q, v)])
@END@


def bound(c, t, q, v, u):
    """The accelerations (N,), and no multipliers: nothing binds the coordinates."""
    return motion(c, t, q, v, u)[0], jnp.zeros(0)
'''

_BOUND = '''

def bound(c, t, q, v, u):
    """The accelerations (N,) and the multipliers (ROWS,) of the conditions, the smallest ones.

    Conditions that say the same as others, or nothing, do no harm.
    """
    mass, force, slopes, reach, drift = dynamics(c, t, q, v)
    mass, slopes, reach = mass.reshape(N, N), slopes.reshape(ROWS, N), reach.reshape(ROWS, N)
    extents = jnp.array(EXTENTS)
    inertia = jnp.abs(jnp.diag(mass)) * extents**2
    largest = jnp.max(inertia)
    d = extents / jnp.sqrt(jnp.where(inertia > WEIGHTLESS * largest, inertia, largest))
    B, r, rows = mass * jnp.outer(d, d), d * (force + u), slopes * d
    square, usual = jnp.sum(rows**2, axis=1), jnp.sum((reach * d) ** 2, axis=1)
    binds = square > IDLE**2 * usual
    size = jnp.sqrt(jnp.where(binds, jnp.maximum(square, WHOLE**2 * usual), 1.0))
    A = jnp.where(binds[:, None], rows / size[:, None], 0.0)
    inverse = jnp.linalg.pinv(A, rtol=DEPENDENT)
    asked = inverse @ (-drift / size)
    taken = inverse @ A
    free = jnp.eye(N) - taken
    y = asked + free @ jnp.linalg.solve(free @ B @ free + taken, free @ (r - B @ asked))
    rows = jnp.where(binds[:, None], rows, 0.0)
    return d * y, jnp.linalg.pinv(rows.T, rtol=DEPENDENT) @ (B @ y - r)


def qdd(c, t, q, v, u):
    """The accelerations (N,) under further generalised forces u (N,)."""
@ALONE@
    return bound(c, t, q, v, u)[0]
@END@
@CARRIED@
    return jnp.concatenate([bound(c, t, q, v, u)[0], flow(c, t, q, v)])
@END@
'''

_FACE = '''

def state_rates(c, t, y, u):
    """The rates of the state y = (q, v) under further generalised forces u (N,)."""
    return jnp.concatenate([y[N : 2 * N], qdd(c, t, y[:N], y[N:], u)])


def linear(c, t, y, u):
    """The derivatives of the rates: A (2 N, 2 N) by the state, B (2 N, N) by the forces."""
    return jax.jacfwd(state_rates, argnums=(2, 3))(c, t, y, u)


def march(c, y, t, h, steps, u):
    """The states (steps + 1, 2 N) after steps of length h, by the classical method of order 4.

    States are not brought back to the conditions on the way.
    """

    def step(now, k):
        at = t + h * k
        k1 = state_rates(c, at, now, u)
        k2 = state_rates(c, at + h / 2, now + h / 2 * k1, u)
        k3 = state_rates(c, at + h / 2, now + h / 2 * k2, u)
        k4 = state_rates(c, at + h, now + h * k3, u)
        after = now + h / 6 * (k1 + 2 * k2 + 2 * k3 + k4)
        return after, after

    return jnp.vstack([y, jax.lax.scan(step, y, jnp.arange(steps))[1]])


_compiled = {}


def computed(function, *given):
    """The rows that a formula gives, as floats of Python."""
    if function not in _compiled:
        _compiled[function] = jax.jit(function)
    found = _compiled[function](*(np.asarray(value, float) for value in given))
    return [np.asarray(row).tolist() for row in (found if isinstance(found, tuple) else (found,))]


def solved(function, c, t, q, v, u):
    """What such a function of c, t, q, v, u gives, as an array of NumPy."""
    return np.array(computed(function, c, t, q, v, u)[0])
'''


_DERIVATIVES = '''

def derivatives(c, t, q, v, u):
    """The derivatives (N, 3 N + PARAMETERS) of the accelerations by q, v, u and parameters."""

    def found(q, v, u, p):
        return qdd(derive(p), t, q, v, u)

    return jnp.hstack(jax.jacfwd(found, argnums=(0, 1, 2, 3))(q, v, u, c[:PARAMETERS]))
'''


class Jax(Pure):
    """A program for JAX."""

    usage = f"""{USAGE}
From Python, with c = derive(jnp.array(list(PARAMETER_VALUES.values()))):
qdd(c, t, q, v, u)           accelerations under further generalised forces u
state_rates(c, t, y, u)      the rates of y = (q, v)
linear(c, t, y, u)           their derivatives A by y and B by u
march(c, y, t, h, steps, u)  steps of fixed length: states (steps + 1, 2 N)
All of them can be compiled (jax.jit), mapped (jax.vmap) and differentiated (jax.grad).
"""
    imports = (
        '"""\n\nimport sys\nimport math\n\nimport jax\nimport jax.numpy as jnp\n'
        'import numpy as np\n\njax.config.update("jax_enable_x64", True)\n'
    )
    reserved = f"{Pure.reserved} jax jnp qdd bound state_rates linear march computed solved"
    words: ClassVar = {
        **{name: f"jnp.{name}({{}}{', {}' * (name in _TWO)})" for name in _SAME.split()},
        **_OTHER,
    }
    row = "jnp.array({})"
    entry_of = "jnp.array({row})[{place}]"
    more = "jnp.concatenate([jnp.asarray({given}), {row}])"
    whole = (_FREE, _BOUND)
    face = _FACE
    derived = _DERIVATIVES
