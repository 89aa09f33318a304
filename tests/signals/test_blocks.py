"""Blocks move as the matrix exponentials of their textbook matrices, in any drawing."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest
from scipy.linalg import expm
from scipy.signal import tf2ss

from lagr_gui import LagrError, System, pipeline
from tests.each import each

Matrices = tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]


def mass(**parameters: float) -> System:
    """A mass of 1 kg on a line, x."""
    system = System("Mass", gravity=(0, 0, 0), g=None, **parameters)
    system.joint("prismatic", 0, system.body("mass"), "x", axis=(1, 0, 0))
    return system


def test_filters_follow_their_closed_forms() -> None:
    """K01: PT1 with T = 0.3 s and PT2 with ω₀ = 5 1/s, ζ = 0.4 on a unit step, at 0.5 s."""
    system = mass(T=0.3, w0=5.0, zeta=0.4)
    system.signal("a", "filter1", input=1, T="T")
    system.signal("b", "filter2", input=1, w0="w0", zeta="zeta")
    system.signal("c", "transfer", input=1, numerator=("w0^2",), denominator=(1, "2*zeta*w0", 25))
    found = system.simulate(until=0.5)
    assert found["a"][-1] == pytest.approx(0.8111243971624382, abs=1e-9)
    assert found["b"][-1] == pytest.approx(1.1220552945348807, abs=1e-9)
    assert found["c"][-1] == pytest.approx(1.1220552945348807, abs=1e-9)


def test_a_state_feedback_holds_a_pole_upright() -> None:
    """K04: the nonlinear motion of a cart with a pole from 0.5 rad under u = −k z."""
    system = System("Cart and pole", M=1.0, m=0.2, l=0.5)
    cart = system.body("cart", mass="M")
    pole = system.body("pole", mass="m")
    system.joint("prismatic", 0, cart, "x", axis=(1, 0, 0))
    system.joint("revolute", cart, pole, "theta", axis=(0, 0, -1), point_child=(0, "-l", 0))
    gains = (-3.1622776601683777, -47.576994958519364, -5.751839411142599, -10.524178077804498)
    for name, gain in zip(("k1", "k2", "k3", "k4"), gains, strict=True):
        system.parameter(name, gain)
    system.signal("u", "-k1*x - k2*theta - k3*x' - k4*theta'", unit="N")
    system.element("coordinate_force", "drive", coordinate="x", force="u")
    system.start(theta=0.5)
    end = {
        1: (0.9270851536277424, -0.1357795753125092, -0.12978418265644534, 0.25036447595600614),
        5: (0.020773864717459702, 0.0031243575668786, -0.02492787097974816, -0.00340925262532016),
    }
    for until, known in end.items():
        found = system.simulate(until=until)
        assert found.y[-1] == pytest.approx(known, abs=1e-8)
    assert found["u"][0] == pytest.approx(-gains[1] * 0.5)
    poles = [-8.998464883174574, -3.4906528564197257]
    values = system.modes().eigenvalues
    assert all(np.min(np.abs(values - pole)) < 1e-9 for pole in poles)


def pt1(source: np.random.Generator) -> tuple[dict[str, object], Matrices]:
    T, K = source.uniform(0.2, 2, 2).round(3).tolist()
    one = np.ones((1, 1))
    return {"kind": "filter1", "T": T, "gain": K}, (-one / T, one * K / T, one, 0 * one)


def pt2(source: np.random.Generator) -> tuple[dict[str, object], Matrices]:
    w, z, K = source.uniform(0.2, 2, 3).round(3).tolist()
    A, B = np.array([[0, 1], [-(w**2), -2 * z * w]]), np.array([[0], [w**2 * K]])
    fields = {"kind": "filter2", "w0": w, "zeta": z, "gain": K}
    return fields, (A, B, np.array([[1.0, 0]]), np.zeros((1, 1)))


def integrator(source: np.random.Generator) -> tuple[dict[str, object], Matrices]:
    one = np.ones((1, 1))
    return {"kind": "integrator"}, (0 * one, one, one, 0 * one)


def fraction(source: np.random.Generator) -> tuple[dict[str, object], Matrices]:
    n = int(source.integers(1, 4))
    b, a = source.uniform(-1, 1, n + 1).round(3), source.uniform(0.5, 2, n + 1).round(3)
    fields = {"kind": "transfer", "numerator": (*b.tolist(),), "denominator": (*a.tolist(),)}
    return fields, tf2ss(b, a)


def pid(source: np.random.Generator) -> tuple[dict[str, object], Matrices]:
    """k_P + k_I/s + k_D s/(1 + T s), with the integral and the filtered input as states."""
    kp, ki, kd, T = source.uniform(0.2, 1, 4).round(3).tolist()
    A, B = np.diag([0, -1 / T]), np.array([[ki], [1 / T]])
    fields = {"kind": "pid", "kp": kp, "ki": ki, "kd": kd, "Tf": T}
    return fields, (A, B, np.array([[1, -kd / T]]), np.array([[kp + kd / T]]))


KINDS: tuple[Callable[[np.random.Generator], tuple[dict[str, object], Matrices]], ...] = (
    pt1,
    pt2,
    integrator,
    fraction,
    pid,
)


def random_loop(seed: int) -> tuple[System, np.ndarray, np.ndarray]:
    """Masses and blocks that act on each other; the matrix of all, and the start.

    Inputs of blocks are y = E (q, q̇) + H (outputs), where H leads what passes at once only to
    later blocks: u = (1 − H D)⁻¹ (E p + H C x).
    """
    source = np.random.default_rng(seed)
    f, count = int(source.integers(1, 3)), int(source.integers(1, 5))
    made = [KINDS[source.integers(len(KINDS))](source) for _ in range(count)]
    sizes = [len(matrices[0]) for _, matrices in made]
    n, places = sum(sizes), np.cumsum([0, *sizes])
    A, B, C, D = (np.zeros(shape) for shape in ((n, n), (n, count), (count, n), (count, count)))
    for k, (_, (a, b, c, d)) in enumerate(made):
        at = slice(places[k], places[k + 1])
        A[at, at], B[at, k], C[k, at], D[k, k] = a, b[:, 0], c[0], d[0, 0]
    E = source.uniform(-1, 1, (count, 2 * f)).round(3)
    H = source.uniform(-1, 1, (count, count)).round(3)
    H *= (np.tri(count, k=-1) + np.tri(count).T * (np.diag(D) == 0)) > 0
    P, F = source.uniform(-1, 1, (f, 2 * f)).round(3), source.uniform(-1, 1, (f, count)).round(3)
    through = np.linalg.inv(np.eye(count) - H @ D)
    from_p, from_x = through @ E, through @ H @ C
    force_p, force_x = P + F @ D @ from_p, F @ (C + D @ from_x)
    whole = np.block(
        [
            [np.zeros((f, f)), np.eye(f), np.zeros((f, n))],
            [force_p, force_x],
            [B @ from_p, A + B @ from_x],
        ]
    )
    start = np.concatenate([source.uniform(-1, 1, 2 * f).round(3), np.zeros(n)])
    system = System("Loop", gravity=(0, 0, 0), g=None)
    names = [f"q{i}" for i in range(f)]
    p = [*names, *(f"{name}'" for name in names)]
    y = [f"y{k}" for k in range(count)]

    def mixed(*rows: tuple[np.ndarray, list[str]]) -> str:
        pairs = [(a, x) for row, xs in rows for a, x in zip(row.tolist(), xs, strict=True) if a]
        return " + ".join(f"({a})*{x}" for a, x in pairs) or "0"

    for i, name in enumerate(names):
        at = (0, i, 0)
        system.joint("prismatic", 0, system.body(), name, axis=(1, 0, 0), point_parent=at)
        system.signal(f"F{i}", mixed((P[i], p), (F[i], y)))
        system.element("coordinate_force", f"drive {i}", coordinate=name, force=f"F{i}")
        system.start(**{name: (float(start[i]), float(start[f + i]))})
    for k, (fields, _) in enumerate(made):
        system.signal(f"u{k}", mixed((E[k], p), (H[k], y)))
        system.signal(y[k], str(fields.pop("kind")), input=f"u{k}", **fields)
    return system, whole, start


@each("seed", range(24))
def test_random_loops_of_blocks_move_as_matrix_exponentials(seed: int) -> None:
    system, A, start = random_loop(seed)
    f = len(system.model.coordinates)
    found = system.simulate(until=1)
    assert found.certificate is not None and found.certificate.holds
    known = expm(A) @ start
    assert found.y[-1][: 2 * f] == pytest.approx(known[: 2 * f], abs=1e-8 * np.max(np.abs(known)))
    values = np.linalg.eigvals(A)
    told = system.modes(at="start").eigenvalues
    size = max(1.0, float(np.max(np.abs(values))))
    many = np.array([np.sum(np.abs(values - value) < 1e-3) for value in values])
    for value, others in zip(values, many, strict=True):  # multiple roots are as exact as 1e-16^1/k
        assert np.min(np.abs(told - value)) < size * (1e-9 if others == 1 else 1e-4)
    assert len(told) == len(values)


def test_matrices_have_several_inputs_and_outputs() -> None:
    A, B = np.array([[-1.0, 2.0], [0.5, -3.0]]), np.array([[1.0, 0.0], [0.25, 2.0]])
    C, D = np.array([[1.0, 0.0], [1.0, 1.0]]), np.array([[0.0, 0.5], [0.0, 0.0]])
    system = mass()
    system.signal(
        "K",
        "state_space",
        inputs=("3", "-1"),
        outputs=("a", "b"),
        **{
            name: tuple(map(tuple, M.tolist()))
            for name, M in zip("ABCD", (A, B, C, D), strict=True)
        },
        start=(0.5, -0.25),
    )
    found, u = system.simulate(until=1), np.array([3.0, -1.0])
    x = expm(A) @ [0.5, -0.25] + np.linalg.solve(A, (expm(A) - np.eye(2)) @ B @ u)
    assert [found["a"][-1], found["b"][-1]] == pytest.approx(C @ x + D @ u, abs=1e-9)


@pytest.mark.parametrize(
    ("fields", "said"),
    [
        (("transfer", {"numerator": (1, 0, 0), "denominator": (1, 1)}), "degree is higher"),
        (("transfer", {"denominator": (0, 0)}), "It is 0"),
        (("pid", {"kd": 2}), "no derivative is given"),
        (("state_space", {"A": ((1, 2),)}), "1 × 2, not 1 × 1"),
        (("state_space", {"A": ((1,),), "start": (1, 2)}), "2 entries, not 1"),
        (("filter1", {"input": "nothing"}), "“nothing” is not known here"),
        (("filter1", {"T": "x"}), "must not depend on the coordinate"),
        (("filter1", {"T": -1}), "larger than 0"),
    ],
)
def test_what_is_wrong_with_a_block_is_told(
    fields: tuple[str, dict[str, object]], said: str
) -> None:
    system = mass()
    system.signal("u", fields[0], **fields[1])
    with pytest.raises(LagrError, match=said) as told:
        pipeline.equations(system.model)
    assert "“u”" in str(told.value)
