"""Newton–Euler equations as lecturers write them: body by body, no lines that say nothing."""

from __future__ import annotations

from itertools import chain

import numpy as np
import pytest

from lagr_gui import GROUND, System, equal, equations, pipeline, text_equations
from lagr_gui.expression import Symbol, read, symbols_in, write
from lagr_gui.mechanics.certificate import random_states
from lagr_gui.mechanics.sheets.balance import whole
from lagr_gui.mechanics.sheets.sheet import Balance, Sheet
from lagr_gui.model import Model
from lagr_gui.prepared import prepare
from tests.mechanics.formalisms.test_readable import four_bar, known_of, number, rate, with_axes
from tests.samples.gallery import sample
from tests.systems import backwards, random_tree

Known = dict[Symbol, float]


def by_newton(model: Model) -> Sheet:
    return equations(model, formalism="newton-euler", minimal=False)


def symbols_of(balance: Balance) -> frozenset[Symbol]:
    return frozenset(symbols_in(t.tree for t in chain(balance.left, balance.right)))


def residual(sheet: Sheet, known: Known) -> np.ndarray:
    """left − right of all balances, and what the conditions leave."""
    known = dict(known)
    for balance in sheet.balances:
        if balance.equation == "21":
            (symbol,) = symbols_in([whole(balance.left)])
            known[symbol] = number(whole(balance.right), known)
            known[Symbol(symbol.name, 1)] = rate(whole(balance.right), known)
    rows = [
        number(whole(balance.left), known) - number(whole(balance.right), known)
        for balance in sheet.balances
    ]
    for entry in sheet.of("phi") or sheet.of("gamma_bar2"):
        s = entry.indices[0]
        rest = [number(e.tree, known) for e in sheet.of("gamma_bar2") if e.indices[0] == s]
        speeds = {e.indices[1]: number(e.tree, known) for e in sheet.of("G") if e.indices[0] == s}
        names = sheet.coordinates
        rows.append(sum(v * known[Symbol(names[i - 1], 2)] for i, v in speeds.items()) + sum(rest))
    return np.array(rows)


def solved(sheet: Sheet, known: Known) -> Known:
    """Accelerations and reactions that the equations alone determine, by least squares."""
    named = {symbol for balance in sheet.balances for symbol in symbols_of(balance)}
    accelerations = [Symbol(name, 2) for name in sheet.coordinates]
    forces = [s for s in named if not s.order and s.name[0] in "FNl" and s not in given(known)]
    unknown = [*accelerations, *sorted(forces, key=str)]
    still = {**given(known), **dict.fromkeys(unknown, 0.0)}
    start = residual(sheet, still)
    A = np.array([residual(sheet, {**still, s: 1.0}) - start for s in unknown]).T
    scale = np.abs(A).max(axis=1, initial=0.0)
    scale[scale == 0] = 1.0  # what angular velocities stand for
    A, b = A / scale[:, None], -start / scale
    assert np.linalg.matrix_rank(A) == len(unknown), "something is not determined"
    first = np.linalg.lstsq(A, b, rcond=None)[0]
    found = first + np.linalg.lstsq(A, b - A @ first, rcond=None)[0]
    return dict(zip(unknown, found, strict=True))


def given(known: Known) -> Known:
    """Time, parameters, positions and velocities."""
    return {s: v for s, v in known.items() if s.order < 2 and not is_reaction(s)}


def is_reaction(symbol: Symbol) -> bool:
    stem, _, _ = symbol.name.partition("_")
    return stem == "lambda" or (stem[:1] in ("F", "N") and stem[1:].isdigit())


PLANAR = (
    *("double_pendulum", "cart_pole", "elastic_pendulum", "overhead_crane", "gear_train"),
    *("simple_pendulum", "swinging_atwood", "rack_and_pinion"),
)
SPATIAL = ("spinning_top", "furuta_pendulum", "foucault_pendulum", "nut_on_thread")
MODELS = {
    **{name: sample(name) for name in (*PLANAR, *SPATIAL, "slider_crank")},
    "four_bar": four_bar(),
    **{f"tree {seed}": random_tree(seed, ["revolute"]) for seed in range(2)},
    "slide": random_tree(3, ["prismatic"]),
    "universal": random_tree(4, ["universal"]),
    "backwards": backwards(random_tree(5, ["cylindrical"])),
}


@pytest.mark.parametrize("name", MODELS)
def test_what_is_shown_determines_the_motion_and_the_reactions_of_the_recursion(name: str) -> None:
    model = MODELS[name]
    sheet = by_newton(model)
    for state in random_states(len(sheet.coordinates), 1, 5):
        if sheet.of("phi") or sheet.assumptions:
            state = prepare(model).start
        known = known_of(model, state)
        with_axes(known, sheet, model, state)
        found = solved(sheet, known)
        for order in ("acceleration", "reaction"):
            own = [s for s in found if (s.order == 2) == (order == "acceleration")]
            own = [s for s in own if s in known]
            wanted = np.array([known[s] for s in own])
            size = max(1e-9, float(np.max(np.abs(wanted), initial=0.0)))
            assert np.abs([found[s] for s in own] - wanted).max(initial=0.0) < 1e-12 * size, order


@pytest.mark.parametrize("name", PLANAR)
def test_bodies_in_a_plane_have_three_lines_at_most_and_none_says_nothing(name: str) -> None:
    sheet = by_newton(sample(name))
    groups = [balance.group for balance in sheet.balances]
    assert all(groups.count(group) <= 3 for group in groups)
    for balance in sheet.balances:
        assert balance.left or len(balance.right) > 1
        assert not any(s.name.endswith("_z") for s in symbols_of(balance) if is_reaction(s))


def test_the_rods_of_a_double_pendulum_are_those_of_the_book() -> None:
    sheet = by_newton(sample("double_pendulum"))
    lines = [(whole(b.left), whole(b.right)) for b in sheet.balances]
    wanted = (
        ("m1*l1/2*q1_dot_dot", "-m1*g*sin(q1) + F1_x - F2_x*cos(q2) + F2_y*sin(q2)"),
        ("m1*l1/2*q1'^2", "-m1*g*cos(q1) + F1_y - F2_x*sin(q2) - F2_y*cos(q2)"),
        ("m1*l1^2/12*q1_dot_dot", "-l1/2*F1_x - l1/2*(F2_x*cos(q2) - F2_y*sin(q2))"),
    )
    flat = {Symbol(f"q{i}", 2): f"q{i}_dot_dot" for i in (1, 2)}
    assert flat and len(lines) == 6
    for (left, right), (book, other) in zip(lines, wanted, strict=False):
        assert equal(write(left).replace("q1''", "q1_dot_dot"), read(book))
        assert equal(right, other)
    assert "(q1' + q2')^2" in write(lines[4][0])
    assert "Body 2, Lower rod, in its own axes" in text_equations(sheet)


def test_each_reaction_is_told_with_its_joint_and_body() -> None:
    notes = {note.place: str(note.cause) for note in by_newton(sample("double_pendulum")).notes}
    assert "elbow" in notes["F2_x, F2_y"] and "body 2" in notes["F2_x, F2_y"]
    assert "body 1 feels the opposite" in notes["F2_x, F2_y"]


def test_polar_coordinates_are_those_of_the_book() -> None:
    sheet = by_newton(sample("elastic_pendulum"))
    assert "Body 1, Bob, along and across r" in text_equations(sheet)
    lines = [(write(whole(b.left)), write(whole(b.right))) for b in sheet.balances]
    assert lines == [
        ("m*r'' - m*r*phi'^2", "m*g*cos(phi) - c*(r - l0)"),
        ("m*r*phi'' + 2*m*r'*phi'", "-m*g*sin(phi)"),
    ]


def test_the_force_on_an_inclined_slide_is_its_normal_force() -> None:
    system = System(m=2.0, alpha=0.4, k=0.3)
    body = system.body("block", "m", (0.1, 0.1, 0.1))
    system.joint("prismatic", GROUND, body, "s", axis=("cos(alpha)", "sin(alpha)", 0))
    system.element("coordinate_damper", coordinate="s", k="k")
    sheet = by_newton(system.model)
    names = {s.name for balance in sheet.balances for s in symbols_of(balance) if is_reaction(s)}
    assert names == {"F1_n"}
    (known,) = pipeline.evaluate(system.model, [{"q": [0.2], "qd": [1.5]}])
    values = prepare(system.model).values
    state = {Symbol(n): v for n, v in values.items()} | {Symbol("s"): 0.2, Symbol("s", 1): 1.5}
    found = solved(sheet, {**state, Symbol("t"): 0.0})
    assert found[Symbol("s", 2)] == pytest.approx(known.qdd[0], rel=1e-12)
    weight = values["m"] * 9.81 * np.cos(0.4)
    assert found[Symbol("F1_n")] == pytest.approx(weight, rel=1e-12)
