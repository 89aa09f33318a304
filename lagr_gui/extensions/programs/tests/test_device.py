"""Blocks of signals alone in C: built, run, and held against textbook steps and motions."""

from __future__ import annotations

import subprocess
from shutil import which

import numpy as np
import pytest

from lagr_gui import GROUND, LagrError, System, c_program
from lagr_gui.extensions.programs.device import device_block
from lagr_gui.extensions.programs.tests.toolchain import STRICT
from lagr_gui.prepared import prepare

H = 0.01
"""The length of a step (s)."""

pytestmark = pytest.mark.skipif(which("gcc") is None, reason="there is no compiler of C here")


def carried(kind: str, **fields: object) -> System:
    """A mass with the block u, which reads x and x′ and pushes nothing."""
    s = System("mass", m=2, T=0.1, KD=3, umax=2)
    s.joint("prismatic", GROUND, s.body(mass="m"), "x")
    s.signal("u", kind, **fields)
    return s


def stepped(system: System, x: np.ndarray, tmp_path, name="u", real="double") -> np.ndarray:
    """The first output of the function in C for rows of inputs (n, m), a step each."""
    block = device_block(prepare(system.model), name)
    names = [q.symbol.name + "_d" * q.symbol.order for q in block.inputs]
    scanned = '        if (scanf("%lf", &given) != 1) { return 0; }\n'
    reads = "".join(f"{scanned}        in.{n} = (real)given;\n" for n in names)
    output = block.outputs[0].symbol.name
    step = f", (real){H}" if block.is_timed else ""
    main = f"""
#include <stdio.h>
int main(void) {{
    {name}_state state; {name}_inputs in; {name}_outputs out; double given;
    {name}_start(&{name}_DEFAULTS, &state);
    for (;;) {{
{reads}
        {name}_step(&{name}_DEFAULTS, &state, &in{step}, &out);
        printf("%.17g\\n", (double)out.{output});
    }}
}}
"""
    file = tmp_path / "block.c"
    text = c_program(system.model, real=real, block=name)
    file.write_text(text + main)
    program = str(tmp_path / "block")
    subprocess.run(["gcc", *STRICT, str(file), "-o", program, "-lm"], check=True)
    rows = "\n".join(" ".join(map(repr, row)) for row in x.tolist())
    found = subprocess.run([program], input=rows, text=True, capture_output=True, check=True)
    return np.array(found.stdout.split(), float)


def swinging(count: int = 200, width: int = 1) -> np.ndarray:
    k = np.arange(count)[:, None] + 3 * np.arange(width)
    return np.asarray(1.5 * np.sin(0.13 * k) + 0.4 * np.sin(0.031 * k), float)


def taylor(A: np.ndarray, B: np.ndarray, x: np.ndarray, u: np.ndarray) -> np.ndarray:
    """x after a step with u held, by the exponential up to the fourth power of H."""
    new, term = x.copy(), A @ x + B @ u
    for power in range(1, 5):
        new = new + term * H**power / [1, 2, 6, 24][power - 1]
        term = A @ term
    return new


def test_linear_blocks_step_as_the_exponential_of_their_matrices(tmp_path):
    A, B = np.array([[0.0, 1.0], [-4.0, -3.0]]), np.array([[0.0, 0.5], [1.0, -2.0]])
    C, D = np.array([[1.0, 2.0]]), np.array([[0.0, 0.1]])
    tables = {"A": ((0, 1), (-4, "-KD")), "B": ((0, 0.5), (1, -2)), "C": ((1, 2),)}
    space = carried(kind="state_space", inputs=("x", "x'"), D=((0, "T"),), start=(1, 0), **tables)
    given, x = swinging(width=2), np.array([1.0, 0.0])
    wanted = []
    for u in given:
        wanted.append((C @ x + D @ u)[0])
        x = taylor(A, B, x, u)
    assert stepped(space, given, tmp_path) == pytest.approx(np.array(wanted), abs=1e-12)
    single = stepped(space, given, tmp_path, real="float")
    assert single == pytest.approx(np.array(wanted), abs=2e-5)
    over = carried(kind="transfer", input="x", numerator=(2, 1), denominator=(1, "KD", 4))
    wanted, x = [], np.zeros(2)
    for u in given[:, :1]:
        wanted.append(x[0] + 2 * x[1])
        x = taylor(A, np.array([[0.0], [1.0]]), x, u)
    assert stepped(over, given[:, :1], tmp_path) == pytest.approx(np.array(wanted), abs=1e-12)


def test_a_limited_controller_follows_with_its_integral(tmp_path):
    fields = {"kp": 4, "ki": 3, "kd": "KD", "derivative": "-x'", "tracking": 0.5}
    u = carried(kind="pid", input="1 - x", lower="-umax", upper="umax", **fields)
    given, kept, wanted = swinging(width=2), 0.0, []

    def rate(integral: float, e: float, v: float) -> tuple[float, float]:
        asked = 4 * e + integral - 3 * v
        held = min(max(asked, -2.0), 2.0)
        return 3 * e + (held - asked) / 0.5, held

    for x, v in given:
        slopes = [rate(kept, 1 - x, v)]
        wanted.append(slopes[0][1])
        for part in (0.5, 0.5, 1.0):
            slopes.append(rate(kept + part * H * slopes[-1][0], 1 - x, v))
        a, b, c, d = (slope for slope, _ in slopes)
        kept += H / 6 * (a + 2 * b + 2 * c + d)
    assert {-2.0, 2.0} < set(wanted)
    assert stepped(u, given, tmp_path) == pytest.approx(np.array(wanted), abs=1e-12)


def relay(x, y):
    return 5.0 if x >= 0.8 else -1.0 if x < -0.3 else y


SWITCHING = [
    ({"kind": "saturation", "input": "2*x", "upper": "umax"}, lambda x, _: min(max(2 * x, -1), 2)),
    (
        {"kind": "dead_band", "input": "x", "lower": -0.3, "upper": 0.5},
        lambda x, _: x - min(max(x, -0.3), 0.5),
    ),
    ({"kind": "relay", "input": "x", "on": 0.8, "off": -0.3, "high": 5, "low": -1}, relay),
    ({"kind": "quantizer", "input": "x", "step": 0.25}, lambda x, _: 0.25 * np.floor(4 * x + 0.5)),
    (
        {"kind": "backlash", "input": "x", "width": 0.6, "start": -1},
        lambda x, y: min(max(y, x - 0.3), x + 0.3),
    ),
    (
        {"kind": "rate_limit", "input": "x", "rising": 5, "falling": 3},
        lambda x, y: x if y is None else y + min(max(x - y, -3 * H), 5 * H),
    ),
    (
        {"kind": "switch", "condition": "x", "above": "sin(x)", "below": "x^3", "hysteresis": 0},
        lambda x, _: np.sin(x) if x >= 0 else x**3,
    ),
]


@pytest.mark.parametrize(("fields", "law"), SWITCHING, ids=[f["kind"] for f, _ in SWITCHING])
def test_blocks_that_switch_do_so_in_a_step(fields, law, tmp_path):
    given = swinging()
    y = {"relay": -1.0, "backlash": -1.0}.get(fields["kind"])
    wanted = [y := law(x, y) for x in given[:, 0]]
    assert stepped(carried(**fields), given, tmp_path) == pytest.approx(np.array(wanted), abs=1e-12)


def test_the_block_of_a_sampled_law_gives_what_it_gives_in_a_motion(tmp_path):
    law = {"A": ((0.5, 0.1), (-0.2, "T")), "B": ((1, 0), (0, 1)), "C": ((-2, 1),)}
    s = carried(kind="sampled", sample=H, inputs=("x", "x'"), D=((-3, "-KD"),), **law)
    s.element("coordinate_force", coordinate="x", force="u")
    s.start(x=1)
    moved = s.simulate(until=0.5)
    at = [int(np.argmin(np.abs(moved.t - H * k))) for k in range(50)]
    assert moved.t[at] == pytest.approx(H * np.arange(50))
    x = np.column_stack([moved.q[at, 0], moved.qd[at, 0]])
    between = [int(np.argmin(np.abs(moved.t - H * (k + 0.5)))) for k in range(50)]
    assert stepped(s, x, tmp_path) == pytest.approx(moved["u"][between], abs=1e-12)


def test_the_self_test_passes_and_finds_a_wrong_number(tmp_path):
    text = c_program(carried(kind="filter2", input="x", w0=3, zeta=0.1).model, block="u")
    for spoilt in (False, True):
        file = tmp_path / "u.c"
        file.write_text(text.replace("9.0", "9.0001") if spoilt else text)
        build = ["gcc", *STRICT, "-DSELF_TEST", str(file), "-o", str(tmp_path / "u"), "-lm"]
        subprocess.run(build, check=True)
        done = subprocess.run([str(tmp_path / "u")], capture_output=True, check=False)
        assert (done.returncode != 0) == spoilt


def test_what_a_device_cannot_do_alone_is_told():
    noisy = carried(kind="noise", sample=0.1)
    late = carried(kind="delay", input="x", delay=0.1)
    for model, name, cause in (
        (late.model, "u", "A delay keeps all that has been"),
        (noisy.model, "u", "Noise belongs to a simulation"),
        (noisy.model, "v", "no signal of this name"),
    ):
        with pytest.raises(LagrError, match=cause):
            c_program(model, block=name)
    s = System("mass", m=2)
    s.joint("prismatic", GROUND, s.body(mass="m"), "x")
    s.function("F", "s^2", "s")
    s.signal("u", "filter1", input="F(x)", T=1)
    with pytest.raises(LagrError, match="It calls F"):
        c_program(s.model, block="u")
