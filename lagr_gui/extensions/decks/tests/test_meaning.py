"""What a deck means: the numbers of the program are those of LAGR's own formulas."""

from __future__ import annotations

import math

import numpy as np
import pytest
import sympy as sp

from lagr_gui import pipeline
from lagr_gui.extensions.decks.names import lagr_atom, spelled
from lagr_gui.extensions.decks.tests.decks import IDENTITY, NOWHERE, REST, SYSTEM_2, only
from lagr_gui.extensions.decks.tests.lagr_by_hand import ByHand
from lagr_gui.model import Model

TURN = "'COS(Q({0}))' 'SIN(Q({0}))' '0' '-SIN(Q({0}))' 'COS(Q({0}))' '0' '0' '0' '1'"
ABOUT_X = "'1' '0' '0' '0' 'COS(Q({0}))' 'SIN(Q({0}))' '0' '-SIN(Q({0}))' 'COS(Q({0}))'"

ABSOLUTE = f"""1
2 2 '0'B
{REST}
{TURN.format(2)}
'A*SIN(Q(2))' '-A*COS(Q(2))' '0'
'1'B '0' '-GE*M(1)' '0' '0' '0' '-KR*QP(2)'
'COS(Q(1))' 'SIN(Q(1))' '0' '-GAM(2,1,2)' 'GAM(2,1,1)' '0' '0' '0' '1'
'2*GAM(1,4,1)+L2*SIN(Q(1))' '2*GAM(1,4,2)-L2*COS(Q(1))' '0'
'1'B 'FX*GAM(2,2,1)' '-GE*M(2)' '0' '0' '0' '0'
1 1 2 '1'B 'XD(1,2,3),0,XD(2,1,3),0,K(1,2),KA**2'
0 0 0"""
"""A double pendulum in absolute angles, its second coordinate first; a follower force."""

MOVING_BASE = f"""1
1 1 '0'B
{TURN.format(0).replace("Q(0)", "W*Q(0)")} '0' 'B*SIN(Q(0))' '0'
{TURN.format(1)} 'A*COS(Q(1))' 'A*SIN(Q(1))' '0'
'0'B
0
2
1 0 '1'B '1'B 'XF(1,0,1),0,XF(1,0,2),A,XF(1,0,3),0,XF(0,1,3),0' 'LA0(1,0),0'
0 1 '1'B '1'B 'XF(0,1,1),D,XF(0,1,2),0,XF(0,1,3),0,XF(1,0,3),B' 'C(0,1),CC*(1+Q(0)**2)'
0 0"""
"""Absolute motion while body 0 turns and shakes: only springs feel body 0."""

SHIFTING = f"""1
2 3 '1'B
{IDENTITY} 'FU.(Q(0))' 'FV.(2*Q(0),A)' '0'
0 {ABOUT_X.format(3)} '0' '0' 'B*Q(1)+Q(0)**2' 'A*Q(1)**2' 'E(4,3)' '0' 'A' '0' 'Q(1)*A'
'1'B 'QP(1)*QP(0)' '0' '#E**(-Q(0))' 'E(5,1)' 'MX.(Q(1),QP(3))' '0'
1 {TURN.format(2)} '0' '0' 'Q(1)*Q(2)' '0' 'A' '0' 'B' '0' '0'
'0'B
1 0 2 '0'B
1 2 1 '0'B '1'B 'C(2,1),2*C(2,1)'
0 0"""
"""Joint points that move, coordinates of others, functions, general points of attachment."""

SPATIAL = f"""1
2 2 '1'B
{REST}
0 {TURN.format(1)} {NOWHERE} '0' '0' 'H' '-A' '0' '0'
'1'B '0' '0' '-GE*M(1)' '0' '0' 'ATAN(2,Q(1))+LOG10(3)*SINH(QP(1))'
1 {ABOUT_X.format(2)} {NOWHERE} 'A' '0' '0' '0' 'B' '0'
'1'B 'F1*GAM(2,2,1)' 'F1*GAM(2,2,2)' 'F1*GAM(2,2,3)-GE*M(2)' 'T1*GAM(2,1,1)' 'T1*GAM(2,1,2)' '0'
0 0 0 0"""
"""A Furuta pendulum with force and moment that turn with the body."""

FUNCTIONS = {
    "FU": ("sin(1.3*t)/4", lambda t: sp.sin(sp.Rational(13, 10) * t) / 4),
    "FV": ("x1*x2 + cos(x1)", lambda x, y: x * y + sp.cos(x)),
    "MX": ("x1^2 - x2/3", lambda x, y: x**2 - y / 3),
}
DECKS = {
    "system 2": SYSTEM_2,
    "absolute": ABSOLUTE,
    "moving base": MOVING_BASE,
    "shifting": SHIFTING,
    "spatial": SPATIAL,
}


def sample(model: Model) -> tuple[Model, dict[str, float]]:
    """The model with numbers for all parameters, and the numbers by the names of LAGR."""
    values = {p.name: 0.7 + 0.2 * math.sin(3 * i) for i, p in enumerate(model.parameters)}
    for body in model.bodies:  # large products would be the inertia of no body
        for product in (body.inertia.xy, body.inertia.xz, body.inertia.yz):
            values[str(product)] *= 0.2
    parameters = tuple(p.model_copy(update={"value": values[p.name]}) for p in model.parameters)
    functions = tuple(
        f.model_copy(update={"expression": FUNCTIONS[f.name][0]}) for f in model.functions
    )
    by_lagr: dict[str, float] = {}
    for name, value in values.items():
        atom = lagr_atom(name) if name != "F1" else None
        spelling = spelled(*atom) if atom else name
        by_lagr[spelling.replace("(", "_").replace(",", "_").rstrip(")")] = value
    return model.model_copy(update={"parameters": parameters, "functions": functions}), by_lagr


@pytest.mark.parametrize("name", list(DECKS))
def test_numbers_are_those_of_lagrs_formulas(name: str) -> None:
    model, values = sample(only(DECKS[name]))
    assert pipeline.check(model).sound
    hand = ByHand(DECKS[name], {key: value[1] for key, value in FUNCTIONS.items()})
    f = len(pipeline.check(model).coordinates)
    state = {"t": 0.37, "q": [0.31, -0.52, 0.23][:f], "qd": [0.4, 0.7, -0.6][:f]}
    expected = hand.numbers(values, state["t"], state["q"], state["qd"])
    for derivation in ("closed", "recursion"):
        (found,) = pipeline.evaluate(model, [state], derivation=derivation)
        for quantity, value in expected.items():
            assert np.allclose(getattr(found, quantity), value, rtol=1e-11, atol=1e-12), quantity
