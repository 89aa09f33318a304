"""Programs for JAX and CasADi give derivatives: beside differences of this program."""

from __future__ import annotations

import subprocess
import sys
from dataclasses import replace
from importlib.util import find_spec
from pathlib import Path

import numpy as np
import pytest

from lagr_gui import pipeline
from lagr_gui.extensions.programs.tests.test_programs import met, text_of
from lagr_gui.prepared import Prepared, prepare
from tests.samples.gallery import sample

ASKED = {
    "jax": """
import jax, jax.numpy as jnp, numpy as np
import model as m
p, u = jnp.array(list(m.PARAMETER_VALUES.values())), jnp.zeros(m.N)
x = np.load("state.npy")
y = jnp.array(x[1:])
A, B = jax.jit(m.linear)(m.derive(p), x[0], y, u)
P = jax.jacrev(lambda p: m.state_rates(m.derive(p), x[0], y, u))(p)
many = jax.vmap(lambda y: m.state_rates(m.derive(p), x[0], y, u))(jnp.stack([y, y]))
assert np.array_equal(many[0], many[1])
h = 1e-3
end = jax.jit(m.march, static_argnums=4)(m.derive(p), y, x[0], h, 50, u)[-1]
""",
    "casadi": """
import casadi as ca, numpy as np
import model as m
p, u = np.array(list(m.PARAMETER_VALUES.values())), np.zeros(m.N)
x = np.load("state.npy")
y = x[1:]
A, B, P = (found.full() for found in m.linear_function()(p, x[0], y, u))
f = m.rates_function()
end = ca.DM(y)
for k in range(50):
    t, h = x[0] + 1e-3 * k, 1e-3
    k1 = f(p, t, end, u); k2 = f(p, t + h / 2, end + h / 2 * k1, u)
    k3 = f(p, t + h / 2, end + h / 2 * k2, u); k4 = f(p, t + h, end + h * k3, u)
    end = end + h / 6 * (k1 + 2 * k2 + 2 * k3 + k4)
end = end.full().ravel()
""",
}
SAVED = 'np.savez("found.npz", A=A, B=B, P=P, end=end)\n'
HERE = [
    pytest.param(name, marks=pytest.mark.skipif(find_spec(name) is None, reason=f"no {name}"))
    for name in ASKED
]


def rates(prepared: Prepared, state: np.ndarray) -> np.ndarray:
    """(q̇, q̈) at a state t, q, q̇."""
    f = len(prepared.coordinates)
    at = {"t": state[0], "q": state[1 : 1 + f].tolist(), "qd": state[1 + f :].tolist()}
    return np.concatenate([state[1 + f :], pipeline.evaluate(prepared, [at])[0].qdd])


@pytest.mark.parametrize("language", HERE)
@pytest.mark.parametrize("name", ["double_pendulum", "kapitza_pendulum", "slider_crank"])
def test_a_program_is_differentiated(name: str, language: str, tmp_path: Path) -> None:
    model = sample(name)
    prepared = prepare(model)
    state = met(prepared)[0]
    (tmp_path / "model.py").write_text(text_of(language, model), "utf-8")
    np.save(tmp_path / "state.npy", state)
    words = [sys.executable, "-c", ASKED[language] + SAVED]
    done = subprocess.run(words, cwd=tmp_path, capture_output=True, encoding="utf-8", timeout=300)
    assert done.returncode == 0, done.stderr[-2000:]
    found = np.load(tmp_path / "found.npz")
    values = dict(prepared.values)

    def by_parameter(which: str, value: float) -> np.ndarray:
        changed = tuple(p.having(value=value) if p.name == which else p for p in model.parameters)
        return rates(prepare(model.having(parameters=changed)), state)

    for k, (which, value) in enumerate(values.items()):
        h = 1e-5 * max(abs(value), 1e-2)
        slope = (by_parameter(which, value + h) - by_parameter(which, value - h)) / (2 * h)
        assert np.allclose(
            found["P"][:, k], slope, rtol=1e-5, atol=1e-5 * (1 + np.abs(slope).max())
        )
    for column in range(len(state) - 1):
        h = np.eye(len(state))[1 + column] * 1e-6
        slope = (rates(prepared, state + h) - rates(prepared, state - h)) / 2e-6
        if prepared.conditions is None:  # beside the conditions each program goes on in its way
            assert np.allclose(found["A"][:, column], slope, rtol=1e-5, atol=1e-5)
    f = len(prepared.coordinates)
    q, qd = state[1 : 1 + f].tolist(), state[1 + f :].tolist()
    settings = replace(
        prepared.settings, t0=state[0], t_end=state[0] + 0.05, q0=q, qd0=qd, points=2
    )
    motion = pipeline.simulate(prepared, settings)
    assert np.allclose(found["end"], [*motion.q[-1], *motion.qd[-1]], rtol=1e-5, atol=1e-5)
