"""CasADi: functions with symbols, for optimal control and estimation."""

from __future__ import annotations

from typing import ClassVar

from lagr_gui.extensions.programs.languages.pure import Pure
from lagr_gui.extensions.programs.languages.python import USAGE

_SAME = """
floor sin cos tan asin acos atan sinh cosh tanh asinh acosh atanh exp log log10 sqrt fabs erf
"""
_OTHER = {
    "log2": "(ca.log({}) * 1.4426950408889634)",
    "atan2": "ca.atan2({}, {})",
    "pow": "ca.power({}, {})",
    "minimum": "ca.fmin({}, {})",
    "maximum": "ca.fmax({}, {})",
    "not_above": "ca.if_else({} <= {}, 1.0, 0.0)",
    "piece_at": "ca.low(ca.DM([-math.inf, *{0}, math.inf]), {2})",
}

_FREE = '''

def qdd(c, t, q, v, u):
    """The accelerations (N,) under further generalised forces u (N,)."""
@ALONE@
    return function(motion)(c, t, q, v, u)[0]
@END@
@CARRIED@
    return ca.vertcat(function(motion)(c, t, q, v, u)[0], function(flow)(c, t, q, v))
@END@


def bound(c, t, q, v, u):
    """The accelerations (N,), and no multipliers: nothing binds the coordinates."""
    return function(motion)(c, t, q, v, u)[0], ca.DM(0, 1)


def solved(formula, c, t, q, v, u):
    """What such a function of c, t, q, v, u gives, as an array of NumPy."""
    return np.array(computed(formula, c, t, q, v, u)[0])
'''

_BOUND = '''

def taken(c, t, q, v):
    """The numbers of conditions that are independent at a state and span all others."""
    held = [0] * ROWS
    choose(c, t, list(q), list(v), held)
    return tuple(row for row in range(ROWS) if held[row] == 1)


def taken_at_start():
    """Those at the start of the model."""
    c = computed(derive, list(PARAMETER_VALUES.values()))[0]
    q, v = list(START_STATE[:N]), list(START_STATE[N:])
    start(c, START_TIME, q, v)
    return taken(c, START_TIME, q, v)


TAKEN = taken_at_start()


def bound(c, t, q, v, u, rows=TAKEN):
    """The accelerations (N,) and the multipliers (ROWS,) of the conditions, the smallest ones.

    Those with the numbers `rows` have to be independent and to span all others near the state: see
    `taken`.
    """
    mass, force, slopes, _, drift = function(dynamics)(c, t, q, v)
    mass = ca.reshape(mass, N, N)
    every = ca.reshape(slopes, N, ROWS).T
    slopes = every[list(rows), :]
    table = ca.blockcat([[mass, -slopes.T], [slopes, ca.MX(len(rows), len(rows))]])
    found = ca.solve(table, ca.vertcat(force + u, -drift[list(rows)]), "lapacklu")
    if len(rows) == ROWS:
        return found[:N], found[N:]
    shares = ca.solve(slopes @ slopes.T, slopes @ every.T, "lapacklu")
    return found[:N], shares.T @ ca.solve(shares @ shares.T, found[N:], "lapacklu")


def qdd(c, t, q, v, u, rows=TAKEN):
    """The accelerations (N,) under further generalised forces u (N,)."""
@ALONE@
    return bound(c, t, q, v, u, rows)[0]
@END@
@CARRIED@
    return ca.vertcat(bound(c, t, q, v, u, rows)[0], function(flow)(c, t, q, v))
@END@


@cache
def under(formula, rows):
    """A function of c, t, q, v, u under these conditions."""

    def under_them(c, t, q, v, u):
        return formula(c, t, q, v, u, rows=rows)

    return under_them


def solved(formula, c, t, q, v, u):
    """What such a function of c, t, q, v, u gives, as an array of NumPy, under all conditions."""
    return np.array(computed(under(formula, taken(c, t, q, v)), c, t, q, v, u)[0])
'''

_FACE = '''

def state_rates(c, t, y, u, **rows):
    """The rates of the state y = (q, v) under further generalised forces u (N,)."""
    return ca.vertcat(y[N : 2 * N], qdd(c, t, y[:N], y[N:], u, **rows))


def rates_function(**rows):
    """The rates of y = (q, v) as a function of parameters p, t, y and forces u (N,)."""
    p, t = ca.MX.sym("p", PARAMETERS), ca.MX.sym("t")
    y, u = ca.MX.sym("y", 2 * N@STATES@), ca.MX.sym("u", N)
    f = state_rates(function(derive)(p), t, y, u, **rows)
    return ca.Function("rates", [p, t, y, u], [f], ["p", "t", "y", "u"], ["f"])


def linear_function(**rows):
    """The derivatives of the rates: A (2 N, 2 N) by y, B (2 N, N) by u, P by parameters."""
    rates_of = rates_function(**rows)
    p, t, y, u = (ca.MX.sym(name, *rates_of.size_in(name)) for name in rates_of.name_in())
    f = rates_of(p, t, y, u)
    found = [ca.jacobian(f, y), ca.jacobian(f, u), ca.jacobian(f, p)]
    return ca.Function("linear", [p, t, y, u], found, ["p", "t", "y", "u"], ["A", "B", "P"])
'''

_FUNCTIONS = '''

FORMULAS = (@FORMULAS@)
_functions, _places = {}, {}


def function(formula):
    """A formula as a function of CasADi."""
    if formula not in _functions:
        names = formula.__code__.co_varnames[: formula.__code__.co_argcount]
        sizes = {"c": PARAMETERS if formula is derive else CONSTANTS, "t": 1, "multiplier": ALL}
@CARRIED@
        sizes["v"] = N + STATES
@END@
        kind = ca.SX if formula in FORMULAS else ca.MX
        given = [kind.sym(name, sizes.get(name, N)) for name in names]
        found = formula(*given)
        rows = [ca.densify(row) for row in (found if isinstance(found, tuple) else (found,))]
        _functions[formula] = ca.Function("formula", given, rows)
    return _functions[formula]


def computed(formula, *given):
    """The rows that a formula gives, as floats of Python."""
    if formula not in _places:
        own = function(formula)
        buffer, run = own.buffer()
        taken = [np.zeros(own.numel_in(k)) for k in range(own.n_in())]
        rows = [np.zeros(own.numel_out(k)) for k in range(own.n_out())]
        for k, row in enumerate(taken):
            buffer.set_arg(k, memoryview(row))
        for k, row in enumerate(rows):
            buffer.set_res(k, memoryview(row))
        _places[formula] = run, taken, rows, buffer
    run, taken, rows, _ = _places[formula]
    for row, value in zip(taken, given):
        row[:] = value
    run()
    return [row.tolist() for row in rows]
'''


_DERIVATIVES = '''

def derivatives(c, t, q, v, u, **rows):
    """The derivatives of the accelerations by q, v, u and parameters, row by row in a column."""
    given = {"p": PARAMETERS, "t": 1, "q": N, "v": N@STATES@, "u": N}
    p, time, *by = (ca.MX.sym(name, size) for name, size in given.items())
    a = qdd(function(derive)(p), time, *by, **rows)
    table = ca.horzcat(*(ca.jacobian(a, own) for own in (*by, p)))
    found = ca.Function("derivatives", [p, time, *by], [ca.vec(ca.densify(table).T)])
    return found(c[:PARAMETERS], t, q, v, u)
'''


class Casadi(Pure):
    """A program for CasADi."""

    usage = f"""{USAGE}
From Python:
rates_function()   the rates of y = (q, v) of parameters p, time t, y and forces u
linear_function()  their derivatives A by y, B by u, P by p
function(energies), function(mass_matrix), …  formulas of constants c, t, q, v
function(derive)   the constants c of parameters p, which stand in PARAMETER_VALUES
"""
    imports = (
        '"""\n\nimport sys\nimport math\nfrom functools import cache\n\n'
        "import casadi as ca\nimport numpy as np\n"
    )
    reserved = f"""
    {Pure.reserved} ca casadi cache qdd under under_them bound taken taken_at_start TAKEN
    state_rates rates_function linear_function function computed solved FORMULAS
    """
    words: ClassVar = {**{name: f"ca.{name}({{}})" for name in _SAME.split()}, **_OTHER}
    row = "ca.vertcat(*{})"
    entry_of = "ca.MX(ca.DM({row}))[{place}]"
    more = "ca.vertcat({given}, {row})"
    whole = (_FREE, _BOUND)
    face = _FACE
    before = _FUNCTIONS
    derived = _DERIVATIVES
    called, chosen = "function({})", ", **rows"
