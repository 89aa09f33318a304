"""Scripts in the newer syntax: the systems of the older one, and equations from elsewhere."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from lagr_gui import pipeline
from lagr_gui.extensions.autolev.tests.test_autolev import model_of, refused
from lagr_gui.model import Model

RODS = (Path(__file__).parent / "rods.al").read_text("utf-8")

PAIRS = {
    "particles": (
        """
        NEWTONIAN N
        FRAMES A, B
        PARTICLES P, Q
        CONSTANTS G = 9.81, LA, LB, MP, MQ
        VARIABLES Q{2}'
        MOTIONVARIABLES' U{2}'
        Q1' = U1 ; Q2' = U2
        SIMPROT(N, A, 3, Q1)
        SIMPROT(A, B, 3, -Q2)
        P_NO_P> = -LA*A2>
        P_P_Q> = -LB*B2>
        MASS P = MP, Q = MQ
        GRAVITY(-G*N2>)
        INPUT LA = 0.7, LB = 0.4, MP = 2, MQ = 1.1, Q1 = 0.3, Q2 = -0.2, U1 = 0.1
        """,
        """
        NewtonianFrame N
        RigidFrame A, B
        Particle P, Q
        Constant g = 9.81, LA = 0.7, LB = 0.4, mP, mQ
        Variable q1'', q2''
        A.RotateZ( N, q1 )
        B.RotateNegativeZ( A, q2 )
        P.Translate( No, -LA*Ay> )
        Q.SetPosition( P, -LB*By> )
        P.SetMass( mP )
        Q.SetMass( mQ )
        System.AddForceGravity( -g*Ny> )
        Zero = System.GetDynamicsKane()
        Input mP = 2, mQ = 1.1, q1 = 0.3, q2 = -0.2, q1' = 0.1, tFinal = 2
        """,
    ),
    "three turns in a row, and a moment between bodies": (
        """
        NEWTONIAN N
        FRAMES A1A, A2A
        BODIES A, B
        CONSTANTS IX, IY, IZ, M, K, L
        VARIABLES Q{4}'
        SIMPROT(N, A1A, 1, Q1)
        SIMPROT(A1A, A2A, 2, Q2)
        SIMPROT(A2A, A, 3, Q3)
        SIMPROT(A, B, 2, Q4)
        P_NO_AO> = 0>
        P_AO_BO> = L*A1>
        MASS A = M, B = M
        INERTIA A, IX, IY, IZ
        INERTIA B, IX, IY, IZ, 0, 0, K
        TORQUE(B/A, -K*Q4*A2>)
        FORCE(BO, M*N3>)
        """,
        """
        NewtonianFrame N
        RigidBody A, B
        Constant Ix, Iy, Iz, m, k, L
        Variable q1'', q2'', q3'', q4''
        A.Rotate( N, BodyXYZ, q1, q2, q3 )
        B.RotatePositiveY( A, q4 )
        Acm.Translate( No, 0> )
        Bcm.Translate( Acm, L*Ax> )
        A.SetMass( m ) ; B.SetMass( m )
        A.SetInertia( Acm, Ix, Iy, Iz )
        B.SetInertia( Bcm, B, Ix, Iy, Iz, 0, 0, k )
        B.AddTorque( A, -k*q4*Ay> )
        Bcm.AddForce( m*Nz> )
        SetGeneralizedSpeed( q1', q2', q3', q4' )
        """,
    ),
    "a spring, and a blade": (
        """
        NEWTONIAN N
        BODIES K
        POINTS P, F
        CONSTANTS L1, MK, J, C, L0
        VARIABLES Q{3}'
        SIMPROT(N, K, 3, Q3)
        P_NO_KO> = Q1*N1> + Q2*N2>
        P_NO_P> = Q1*N1> + Q2*N2> - L1*K1>
        P_NO_F> = 2*N1>
        MASS K = MK
        INERTIA K, 0, 0, J
        FORCE(KO/F, -C*(MAG(P_F_KO>) - L0)*UNITVEC(P_F_KO>))
        DEPENDENT[1] = DOT(V_P_N>, K2>)
        """,
        """
        NewtonianFrame N
        RigidBody K
        Point P( K ), F
        Constant L1, mK, J, c, L0
        Variable q1'', q2'', q3''
        K.RotateZ( N, q3 )
        Kcm.Translate( No, q1*Nx> + q2*Ny> )
        P.Translate( Kcm, -L1*Kx> )
        F.Translate( No, 2*Nx> )
        K.SetMassInertia( mK, Kcm, 0, 0, J )
        Kcm.AddForceSpring( F, c, L0 )
        Blade[1] = Dot( P.GetVelocity(N), Ky> )
        SolveDt( Blade = 0, q2' )
        """,
    ),
}


def said(model: Model) -> dict[str, object]:
    """What a model says of the system, whatever the order of its parameters."""
    given = sorted((entry.name, str(entry.value)) for entry in model.parameters)
    parts = (model.bodies, model.joints, model.elements)
    start = sorted((s.coordinate, s.position, s.velocity) for s in model.start)
    return {"parts": parts, "gravity": model.gravity, "values": given, "start": start}


@pytest.mark.parametrize("name", PAIRS)
def test_both_ways_to_state_a_system_are_the_same_model(name: str) -> None:
    older, newer = map(model_of, PAIRS[name])
    assert newer.coordinates
    assert said(newer) == said(older)


@pytest.mark.parametrize("way", ["Body", "Space"])
def test_three_turns_have_the_matrix_of_their_order(way: str) -> None:
    text = f"""
    NewtonianFrame N
    RigidBody A
    Variable q1'', q2'', q3''
    A.Rotate( N, {way}XYZ, q1, q2, q3 )
    Acm.Translate( No, 0> )
    A.SetMassInertia( 1 kg, 0.1, 0.2, 0.3 )
    """
    angles = (0.3, -0.4, 0.7)
    (found,) = pipeline.evaluate(
        model_of(text),
        [{"t": 0, "q": list(angles[:: 1 if way == "Body" else -1]), "qd": [0, 0, 0]}],
    )
    turns = [turned(axis, angle) for axis, angle in enumerate(angles)]
    known = turns[0] @ turns[1] @ turns[2] if way == "Body" else turns[2] @ turns[1] @ turns[0]
    body = max(found.E)
    assert np.allclose(found.E[body], known) or np.allclose(found.E[body], known.T)


def turned(axis: int, angle: float) -> np.ndarray:
    i, j = (axis + 1) % 3, (axis + 2) % 3
    matrix = np.eye(3)
    matrix[i, i] = matrix[j, j] = np.cos(angle)
    matrix[i, j], matrix[j, i] = -np.sin(angle), np.sin(angle)
    return matrix


def test_two_rods_and_a_particle_meet_the_equations_of_lagrange() -> None:
    """By T and U of points and rods, differentiated by differences of second order."""
    model = model_of(RODS)
    g, la, lb, b, ma, mb, mq, ia = 9.81, 0.7, 0.4, 0.02, 2.0, 1.1, 0.5, 0.0817
    ib = mb * lb**2 / 12
    state = {"t": 0, "q": [0.3, -0.5], "qd": [0.8, -1.3]}
    (found,) = pipeline.evaluate(model, [state])
    one, two = 0.3, 0.3 + 0.5
    w1, w2 = 0.8, 0.8 + 1.3
    moment = ia + ma * la**2 / 4 + (mb + mq) * la**2
    second = ib + mb * lb**2 / 4 + mq * lb**2
    coupling = (mb * lb / 2 + mq * lb) * la
    c, s = np.cos(one - two), np.sin(one - two)
    passed = b * (w1 - w2)  # the moment on the second rod by the first, b (−q̇B)·(−1)
    left = [[moment, coupling * c], [coupling * c, second]]
    right = [
        -coupling * w2**2 * s - g * np.sin(one) * (ma * la / 2 + (mb + mq) * la) - b * w1 - passed,
        coupling * w1**2 * s - g * np.sin(two) * (mb * lb / 2 + mq * lb) + passed,
    ]
    a1, a2 = np.linalg.solve(left, right)
    assert np.allclose(found.qdd, [a1, a1 - a2], rtol=1e-12)
    assert pipeline.verify(model).deviation < 1e-12


def test_numbers_with_units_are_in_si_units() -> None:
    model = model_of(RODS)
    assert {p.name: (p.value, p.unit) for p in model.parameters} == {
        "g": (9.81, "m/s^2"),
        "la": (0.7, "m"),
        "lb": (0.4, "m"),
        "b": (0.02, "N m s/rad"),
        "ma": (2, "kg"),
        "mb": (1.1, "kg"),
        "ib": ("mb*lb^2/12", ""),
        "ia": (0.0817, "kg m^2"),
        "mq": (0.5, "kg"),
    }
    start = {s.coordinate: (s.position, s.velocity) for s in model.start}
    assert start == {"qa": ("pi/6", "pi/30"), "qb": (-0.2, 0)}


@pytest.mark.parametrize(
    ("given", "wrong", "told"),
    [
        ("A.RotateZ( N, qA )", "A.RotateW( N, qA )", "Line 14"),
        ("A.RotateZ( N, qA )", "A.RotateZ( N )", "A.RotateZ(N, Q)"),
        ("B.RotateNegativeZ( A, qB )", "", "SIMPROT for the frame B, or B.Rotate"),
        ("Ao.Translate( No, 0> )", "", "AO.Translate"),
        ("Acm.Translate( Ao, -LA/2*Ay> )", "", "ACM.Translate"),
        ("Acm, 0, 0, IA", "Acm, B, 0, 0, IA", "in axes of the body"),
        ("40 cm", "40 cubits", "a number and a unit"),
        ("A.SetMass( mA = 2 kg )", "", "A.SetMass(M)"),
        ("Tip(B)", "Tip_1(B)", "without _"),
        ("Quit", "Ao.SetVelocity( N, qA'*Ax> )", "velocities follow"),
        ("Quit", "B.AddTorqueDamper( A, b )", "a call that"),
        ("Quit", "Q.AddForceSpring( P )", "P.AddForceSpring(Q, K, L)"),
        ("Quit", "LA = 3", "the value of LA before it is used"),
        ("Quit", "t = 3", "T is the time"),
        ("Quit", "Variable x' = qA'*Ax>", "VARIABLE Q'' alone"),
        ("Quit", "Roll[1] = Dot( Roll>, Ax> )\nSolveDt( Roll = 0, qB' )", "DOT(V_POINT_N>"),
        ("Quit", "Whatever this is", "a statement that"),
    ],
)
def test_what_is_not_understood_is_named(given: str, wrong: str, told: str) -> None:
    assert given in RODS
    assert any(told in problem for problem in refused(RODS.replace(given, wrong)))


def test_a_file_of_the_newer_syntax_is_known_by_its_words(tmp_path: Path) -> None:
    file = tmp_path / "rods.txt"
    file.write_text(RODS, "utf-8")
    assert pipeline.load(file).coordinates == ("qa", "qb")


def test_the_span_of_a_motion_is_taken_over() -> None:
    for words in ("Input tFinal = 3 sec, tStep = 0.01 sec", "INPUT TFINAL = 3, ABSERR = 1.0E-8"):
        assert model_of(RODS + "\n" + words).simulation.until == 3


def test_values_of_what_nothing_declares_are_named_with_their_line() -> None:
    line = 1 + len(RODS.splitlines())
    (problem,) = refused(RODS.rstrip("\n") + "\nInput tFinl = 3 sec")
    assert str(line) in str(problem) and "TFINL" in str(problem)
