"""What is printed of dry friction, read back as numbers, against the recursion in every mode."""

import itertools
import re
from functools import cache

import numpy as np
import pytest
from scipy.optimize import lsq_linear

from lagr_gui import GROUND, System, pipeline
from lagr_gui.exchange.json_sheet import sheet_json
from lagr_gui.expression import Symbol, read
from lagr_gui.expression.arithmetic import FloatCarrier, evaluate
from lagr_gui.foundation.problem import LagrError
from lagr_gui.prepared import prepare
from lagr_gui.typesetting.sheet_text import text_equations
from lagr_gui.typesetting.sheet_unicode import unicode_equations


def slope():
    s = System("slope", gravity=("g*sin(al)", "-g*cos(al)", 0), m=2, mu=0.4, al=0.3)
    block = s.body("block", mass="m")
    s.joint("prismatic", GROUND, block, "x")
    s.element("joint_friction", "bed", coordinate="x", kinetic="mu*m*g*cos(al)")
    return s


def belt():
    """A block on a moving belt with a falling curve, on a spring and a dashpot."""
    s = System("belt", m=2, R=3, H=5, vs=0.4, v=0.3, c=7, d=1)
    block = s.body("block", mass="m")
    s.joint("prismatic", GROUND, block, "x")
    s.element("coordinate_spring", "spring", coordinate="x", c="c")
    s.element(
        "joint_friction", "belt", coordinate="x", kinetic="R", static="H", stribeck="vs", speed="v"
    )
    return s


def crane(base_first=True):
    """A carriage with a swinging arm and a telescope, at whose end friction acts along a line."""
    s = System("crane", m=2, n=1.5, J=0.4, a=0.7, R=3, H=5, vs=0.6, M=1.2, w=1.3, h=1.1)
    carriage = s.body("carriage", mass="m")
    s.joint("prismatic", *((GROUND, carriage) if base_first else (carriage, GROUND)), "x")
    arm = s.body("arm", mass="n", inertia=(0, 0, "J"), centre=("a", 0, 0))
    s.joint("revolute", carriage, arm, "phi")
    ends = {"body_a": GROUND, "point_a": (0.2, "h", 0), "body_b": arm, "point_b": ("2*a", 0, 0)}
    if not base_first:
        ends = {"body_a": arm, "point_a": ("2*a", 0, 0), "body_b": 0, "point_b": (0.2, "h", 0)}
    s.element("line_friction", "damper", **ends, kinetic="R", static="H", stribeck="vs", shape=1.5)
    s.element("brake", "brake", coordinate="phi", moment="M*(1 + 0.5*sin(w*t))")
    s.element("joint_friction", "guide", coordinate="x", kinetic=0.8, static=0.9, speed=0.25)
    return s


def lever():
    """One freedom, along which a line gets longer and shorter."""
    s = System("lever", m=2, J=0.5, a=0.6, R=2)
    arm = s.body("arm", mass="m", inertia=(0, 0, "J"), centre=("a", 0, 0))
    s.joint("revolute", GROUND, arm, "phi")
    ends = {"body_a": GROUND, "point_a": (0, 1.3, 0), "body_b": arm, "point_b": ("a", 0, 0)}
    s.element("line_friction", "rope brake", **ends, kinetic="R")
    return s


MODELS = {
    "slope": slope,
    "belt": belt,
    "crane": crane,
    "crane the other way": lambda: crane(base_first=False),
    "lever": lever,
}


parsed = cache(read)


class Printed:
    """The equations of a sheet as other programs read them."""

    def __init__(self, sheet, values):
        self.json, self.values = sheet_json(sheet), values
        self.coordinates = sheet.coordinates
        self.forces = {f["name"]: f for f in self.json["friction"]}

    def number(self, text, known):
        return evaluate(parsed(text), FloatCarrier(), lambda s: float(known[s]))

    def known(self, t, q, qd):
        known = {Symbol(name): value for name, value in self.values.items()} | {Symbol("t"): t}
        for order, row in enumerate((q, qd)):
            known |= {Symbol(name, order): x for name, x in zip(self.coordinates, row, strict=True)}
        for line in self.json["definitions"]:
            known[Symbol(line["name"])] = self.number(line["expression"], known)
        if self.json["form"] == "structured":
            for entry in self.json["entries"]:
                if entry["symbol"] in ("g", "Gamma", "Q"):  # each by its name in the equations
                    known[Symbol(entry["name"])] = self.number(entry["text"], known)
        return known

    def solved(self, t, q, qd):
        """q̈ and the forces that stand in the equations of motion by name."""
        rows = [(e["left"], e["right"]) for e in self.json["equations_of_motion"]]
        text = " ".join(f"{a} {b}" for a, b in rows)
        names = [name for name in self.forces if re.search(rf"\b{name}\b", text)]
        unknowns = [*(Symbol(n, 2) for n in self.coordinates), *map(Symbol, names)]
        known = self.known(t, q, qd)

        def missing(values):
            at = known | dict(zip(unknowns, values, strict=True))
            return np.array([self.number(a, at) - self.number(b, at) for a, b in rows])

        zero = missing(np.zeros(len(unknowns)))
        A = np.column_stack([missing(column) - zero for column in np.eye(len(unknowns))])
        x = np.linalg.solve(A, -zero)
        return x[: len(self.coordinates)], dict(zip(names, x[len(self.coordinates) :], strict=True))


def in_recursion(prepared, senses, t, q, qd):
    """q̈ and the forces of what sticks, by the recursion."""
    alone = prepared.sliding(senses).conditions.limits_alone
    told = alone.many(np.array([t]), np.array([[*q, *qd]]))
    stuck = [i for i, sense in enumerate(senses) if not sense]
    W, n = told.rows.G[0][stuck], len(q)
    A = np.block([[told.g[0], -W.T], [W, np.zeros((len(stuck), len(stuck)))]])
    x = np.linalg.solve(A, [*told.force[0], *-told.gamma[0][stuck]])
    return x[:n], dict(zip(stuck, x[n:], strict=True))


def slips(prepared, t, q, qd):
    alone = prepared.conditions.limits_alone
    told = alone.many(np.array([t]), np.array([[*q, *qd]]))
    return told.velocity[0], told.rows.G[0]


def states(prepared, count, stuck=()):
    """Random states in which some frictions do not slip."""
    rng, n = np.random.default_rng(3), len(prepared.coordinates)
    for _ in range(count):
        t, q, qd = rng.uniform(0, 2), rng.uniform(-1, 1, n), rng.uniform(-1, 1, n)
        if stuck:
            gamma, W = (part[list(stuck)] for part in slips(prepared, t, q, qd))
            qd = qd - np.linalg.pinv(W) @ gamma
        yield t, q, qd


@pytest.mark.parametrize("name", MODELS)
@pytest.mark.parametrize(
    "choice",
    [
        *({"form": form} for form in ("terms", "shortest", "collected", "structured")),
        *({"formalism": name} for name in ("nielsen", "appell", "gauss")),
    ],
    ids=lambda choice: next(iter(choice.values())),
)
def test_sliding_equations_are_those_of_the_recursion(name, choice):
    prepared = prepare(MODELS[name]().model)
    printed = Printed(pipeline.equations(prepared, **choice, mode="slides"), prepared.values)
    seen = set()
    for t, q, qd in states(prepared, 8):
        senses = tuple(np.sign(slips(prepared, t, q, qd)[0]).astype(int).tolist())
        seen.add(senses)
        expected, _ = in_recursion(prepared, senses, t, q, qd)
        found, named = printed.solved(t, q, qd)
        assert not named
        np.testing.assert_allclose(found, expected, rtol=1e-9, atol=1e-9)
    assert len(seen) > 1


@pytest.mark.parametrize("name", MODELS)
def test_forces_by_name_are_what_their_sliding_form_says(name):
    prepared = prepare(MODELS[name]().model)
    sheet = pipeline.equations(prepared)
    printed = Printed(sheet, prepared.values)
    assert "sigma_" not in text_equations(sheet)
    for t, q, qd in states(prepared, 5):
        known = printed.known(t, q, qd)
        gamma, _ = slips(prepared, t, q, qd)
        senses = tuple(np.sign(gamma).astype(int).tolist())
        for force, value in zip(printed.forces.values(), gamma, strict=True):
            assert printed.number(force["slip"], known) == pytest.approx(value)
            known[Symbol(force["name"])] = printed.number(force["sliding"], known)
            bound = printed.number(force["bound"], known)
            assert abs(known[Symbol(force["name"])]) <= bound * (1 + 1e-12)
        expected, _ = in_recursion(prepared, senses, t, q, qd)
        known |= {Symbol(n, 2): x for n, x in zip(printed.coordinates, expected, strict=True)}
        for line in printed.json["equations_of_motion"]:
            left, right = (printed.number(line[side], known) for side in ("left", "right"))
            assert left == pytest.approx(right, abs=1e-9)


MODES = [
    (name, mode)
    for name, count in (("slope", 1), ("belt", 1), ("lever", 1), ("crane", 3))
    for mode in itertools.product(("slides", "sticks"), repeat=count)
    if "sticks" in mode and mode.count("sticks") < 3
]


@pytest.mark.parametrize(("name", "mode"), MODES)
def test_sticking_equations_are_those_of_the_recursion(name, mode):
    prepared = prepare(MODELS[name]().model)
    names = [part.record.name for part in prepared.reading.frictions]
    sheet = pipeline.equations(prepared, mode=dict(zip(names, mode, strict=True)))
    printed = Printed(sheet, prepared.values)
    stuck = [i for i, own in enumerate(mode) if own == "sticks"]
    for t, q, qd in states(prepared, 4, stuck):
        senses = np.sign(slips(prepared, t, q, qd)[0]).astype(int)
        senses[stuck] = 0
        expected, forces = in_recursion(prepared, tuple(senses.tolist()), t, q, qd)
        found, named = printed.solved(t, q, qd)
        np.testing.assert_allclose(found, expected, rtol=1e-9, atol=1e-9)
        assert set(named) == {list(printed.forces)[i] for i in stuck}
        for i, value in forces.items():
            assert named[list(printed.forces)[i]] == pytest.approx(value, abs=1e-9)


@pytest.mark.parametrize("name", MODELS)
def test_the_force_that_is_needed_keeps_a_standstill(name):
    prepared = prepare(MODELS[name]().model)
    printed = Printed(pipeline.equations(prepared), prepared.values)
    for number, force in enumerate(printed.forces.values()):
        if force["sticking"] is None:
            continue
        for t, q, qd in states(prepared, 3, [number]):
            senses = np.sign(slips(prepared, t, q, qd)[0]).astype(int)
            senses[number] = 0
            known = printed.known(t, q, qd)
            for i, (other, own) in enumerate(printed.forces.items()):
                if i != number:
                    known[Symbol(other)] = printed.number(own["sliding"], known)
            qdd, forces = in_recursion(prepared, tuple(senses.tolist()), t, q, qd)
            known |= {Symbol(n, 2): x for n, x in zip(printed.coordinates, qdd, strict=True)}
            needed = printed.number(force["sticking"], known)
            assert needed == pytest.approx(forces[number], abs=1e-9)


@pytest.mark.parametrize("al", [0.1, 0.38, 0.39, 0.5, -0.2, -0.45, 2.9])
@pytest.mark.parametrize("mu", [0.4, -0.4])
def test_the_condition_tells_whether_the_block_sticks(al, mu):
    if mu * np.cos(al) < 0:
        return  # no bound
    prepared = prepare(slope().model)
    (force,) = sheet_json(pipeline.equations(prepared))["friction"]
    left, right = force["condition"].split(" <= ")
    known = {"m": 2, "g": 9.81, "mu": mu, "al": al}
    sides = (
        evaluate(read(side), FloatCarrier(), lambda s: known[s.name]) for side in (left, right)
    )
    holds = abs(2 * 9.81 * np.sin(al)) <= mu * 2 * 9.81 * np.cos(al)
    assert (next(sides) <= next(sides)) == holds


def test_friction_on_a_slope_reads_as_in_textbooks():
    s = slope()
    s.parameter("mu", 0.4, positive=True)
    text = unicode_equations(pipeline.equations(s.model))
    for line in (
        "m x′′ = m g sin(al) + r₁",
        "|r₁| ≤ m g μ cos(al)",
        "r₁ = −m g μ sgn(x′) cos(al)    (sliding)",
        "r₁ = −m g sin(al)    (sticking)",
        "|tan(al)| ≤ μ    (condition of sticking)",
    ):
        assert line in text


def test_nothing_is_conserved_that_friction_takes():
    s = System("free block", gravity=(0, 0, 0), m=2)
    block = s.body("block", mass="m")
    s.joint("prismatic", GROUND, block, "x")
    assert {entry.symbol for entry in pipeline.equations(s.model).entries} >= {"p_const", "h_const"}
    s.element("joint_friction", "bed", coordinate="x", kinetic=1)
    symbols = {entry.symbol for entry in pipeline.equations(s.model).entries}
    assert symbols.isdisjoint({"p_const", "h_const", "jacobi", "D", "U", "U_F", "D_F"})
    assert not pipeline.conserved(s.model)


def test_names_give_way_to_those_of_the_model():
    s = System("named", r1=3, r_1=4, f_2=1)
    block = s.body("block", mass="r1")
    s.joint("prismatic", GROUND, block, "x")
    s.element("joint_friction", "bed", coordinate="x", kinetic="r_1")
    s.element("brake", "brake", coordinate="x", moment="f_2")
    forces = pipeline.equations(s.model).frictions
    assert [force.name for force in forces] == ["F_1", "F_2"]


@pytest.mark.parametrize("mode", ["rolls", "bed=rolls", "bad=sticks", "=", "bed"])
def test_other_modes_are_refused(mode):
    with pytest.raises(LagrError):
        pipeline.equations(slope().model, mode=mode)


def test_models_without_friction_have_no_modes():
    s = System("free")
    s.joint("prismatic", GROUND, s.body("block"), "x")
    with pytest.raises(LagrError):
        pipeline.equations(s.model, mode="sticks")


def accelerations_by_the_dual(g, force, W, bar, H):
    """q̈ of (R5)."""
    L = np.linalg.cholesky(g)
    S = np.linalg.solve(L, W.T)
    y = np.linalg.solve(L, force) + np.linalg.pinv(S.T) @ bar
    found = lsq_linear(S, -y, (-H, H), method="bvls", max_iter=200)
    return np.linalg.solve(g, force + W.T @ found.x)


def test_what_gauss_makes_least_is_least_for_the_true_accelerations():
    prepared = prepare(crane().model)
    printed = Printed(pipeline.equations(prepared, formalism="gauss"), prepared.values)
    (least,) = (entry["text"] for entry in printed.json["entries"] if entry["symbol"] == "Z_R")
    rng = np.random.default_rng(5)
    for t, q, qd in states(prepared, 3, [0, 1]):
        known = printed.known(t, q, qd)
        H = np.array([printed.number(own["bound"], known) for own in printed.forces.values()])
        alone = prepared.conditions.limits_alone
        told = alone.many(np.array([t]), np.array([[*q, *qd]]))
        row = (told.g[0], told.force[0], told.rows.G[0], told.gamma[0])
        x = accelerations_by_the_dual(*row, H)

        def value(x, known=known):
            at = known | {Symbol(n, 2): v for n, v in zip(printed.coordinates, x, strict=True)}
            return printed.number(least, at)

        steps = [scale * rng.normal(size=len(x)) for scale in (1.0, 1e-2, 1e-4) for _ in range(5)]
        assert min(value(x + step) for step in steps) >= value(x) - 1e-9


def test_of_two_that_hold_one_coordinate_the_sum_is_told():
    s = slope()
    s.element("brake", "brake", coordinate="x", moment=0)
    prepared = prepare(s.model)
    sheet = pipeline.equations(prepared, mode="sticks")
    text = unicode_equations(sheet)
    assert "r₁ = −m g sin(al) − r₂" in text and "|r₂| ≤ 0" in text
    assert [force.lasting for force in sheet.frictions] == [None, None]
    printed = Printed(pipeline.equations(prepared, mode="bed=slides,brake=sticks"), prepared.values)
    (t, q, qd), *_ = states(prepared, 1, [1])
    found, named = printed.solved(t, q, qd)
    assert found == pytest.approx([0])
    assert named["r_2"] == pytest.approx(-2 * 9.81 * np.sin(0.3))
