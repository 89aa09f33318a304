"""Derivations by other methods end in the same equations, in three depths."""

from __future__ import annotations

import random

import pytest

from lagr_gui import GROUND, Disagreement, LagrError, System, load
from lagr_gui.expression import write
from lagr_gui.extensions.teaching.chains.chain import tree_of
from lagr_gui.extensions.teaching.derivation import CHAINS, derivation
from lagr_gui.extensions.teaching.documents import written
from lagr_gui.extensions.teaching.lines import Derivation, Quantity
from lagr_gui.foundation.languages import words_of
from lagr_gui.foundation.resource import sample_models
from lagr_gui.mechanics.sheets.balance import equations_of_motion, whole
from lagr_gui.model import Model
from lagr_gui.prepared import prepare
from tests.mutation.planting import Fault

OTHERS = [name for name in CHAINS if name != "lagrange"]
SAMPLES = {path.stem: path for path in sample_models() if path.suffix == ".lagr"}
FEW = ("cart_pole", "double_pendulum", "kapitza_pendulum", "slider_crank", "block_on_slope")
"""Bound, moved by itself, with friction."""
LONG = ("flexible_arm", "quadruped", "robot_arm_6r", "whipple_bicycle", "rotating_beam")


def derived(name: str, method: str, depth: str = "normal") -> Derivation:
    return derivation(prepare(load(SAMPLES[name])), depth, method)


def ends(found: Derivation) -> list[str]:
    """The equations of motion in which it ends, each behind the one before."""
    wanted = [
        f"{write(whole(balance.left))} = {write(whole(balance.right))}"
        for balance in (
            found.sheet.balances
            if found.formalism == "hamilton"
            else equations_of_motion(found.sheet)[: len(found.sheet.coordinates)]
        )
    ]
    lines = [
        f"{write(line.left)} = {write(line.right)}"
        for line in found.lines
        if not isinstance(line.left, Quantity | None)
    ]
    return [equation for equation in wanted if equation not in lines]


@pytest.mark.parametrize("method", OTHERS)
def test_each_method_ends_in_the_equations_of_its_sheet(method: str) -> None:
    for name in FEW:
        assert not ends(derived(name, method)), name


@pytest.mark.parametrize("method", CHAINS)
def test_all_samples_are_derived_in_detail_by_each_method_that_applies(method: str) -> None:
    refused = set[str]()
    for name in (name for name in SAMPLES if name not in LONG):
        try:
            assert not ends(derived(name, method, "detailed")), name
        except Disagreement:
            raise
        except LagrError as error:
            refused.add(error.problems[0].code)
    assert refused <= {"no-body", "no-plane", "pressed", "singular-metric", "too-long", ""}


@pytest.mark.parametrize("method", ["lagrange", "lagr"])
def test_g_gamma_and_q_stand_under_their_names(method: str) -> None:
    """What a line is about is not proved with it: the sheet tells whether it is."""
    for name in FEW:
        found, about = derived(name, method), ""
        sides = dict[str, str]()
        for line in found.lines:
            if line.left is not None:
                about = line.left.plain if isinstance(line.left, Quantity) else ""
            sides[about] = write(line.right)
        for symbol in ("g", "Gamma", "Q"):
            entries = {entry.name: entry for entry in found.sheet.of(symbol)}
            assert {key: write(tree_of(entries[key])) for key in entries.keys() & sides} == {
                key: sides[key] for key in entries.keys() & sides
            }
            assert len(entries.keys() - sides) <= (symbol == "g" and "g00" in entries)


def test_lagrs_way_reads_as_g_gamma_and_q() -> None:
    sides = {
        line.left.plain: write(line.right)
        for line in derived("double_pendulum", "lagr").lines
        if isinstance(line.left, Quantity)
    }
    assert sides["dx_S2/d(q2)"] == "l2*cos(q1 + q2)/2"
    assert sides["domega2/d(q1')"] == "1"
    assert sides["g11"] == "m1*l1^2/3 + m2*(l1^2 + l2^2/3 + l1*l2*cos(q2))"
    assert sides["dg11/d(q2)"] == "-m2*l1*l2*sin(q2)"
    assert sides["Gamma211"] == "m2*l1*l2*sin(q2)/2"


def test_what_turns_about_several_axes_has_a_name_for_each() -> None:
    found = derived("spinning_top", "kane")
    names = [line.left.plain for line in found.lines if isinstance(line.left, Quantity)]
    assert [f"omega1_{axis}'" in names for axis in (1, 2, 3)] == [True] * 3
    assert len(set(names)) == len(names)


def test_reactions_are_eliminated_one_by_one() -> None:
    found = derived("double_pendulum", "newton-euler")
    told = {s.title.template: [write(line.right) for line in s.lines] for s in found.sections}
    assert told["Reactions"] == [
        "m2*x_S2''",
        "m2*y_S2'' + m2*g",
        "m1*x_S1'' + m2*x_S2''",
        "m1*y_S1'' + m1*g + m2*y_S2'' + m2*g",
    ]
    uses = [
        line.uses for s in found.sections if s.title.template == "Reactions" for line in s.lines
    ]
    assert uses == [("5.1",), ("5.2",), ("4.1", "6.1"), ("4.2", "6.2")]


def test_checks_hold_each_coordinate_and_balance_the_energy() -> None:
    found = derived("cart_pole", "lagrange")
    checks = found.sections[-1]
    said = [f"{getattr(line.left, 'plain', '')}{write(line.right)}" for line in checks.lines]
    assert checks.title.template == "Checks"
    assert said[0] == "m*g*l*sin(theta)/2"
    assert said[-1].startswith("d/dt (T + U)")
    cyclic = derived("spinning_top", "lagrange").sections[-1].behind
    assert [message.values.get("coordinate") for message in cyclic] == [None, "psi", "phi"]


BOARD = """
l1*sin(phi1)
-l1*cos(phi1)
l1*sin(phi1) + l2*sin(phi2)
-l1*cos(phi1) - l2*cos(phi2)
l1*phi1'*cos(phi1)
l1*phi1'*sin(phi1)
l1*phi1'*cos(phi1) + l2*phi2'*cos(phi2)
l1*phi1'*sin(phi1) + l2*phi2'*sin(phi2)
(l1*phi1'*cos(phi1))^2 + (l1*phi1'*sin(phi1))^2
l1^2*phi1'^2
(l1*phi1'*cos(phi1) + l2*phi2'*cos(phi2))^2 + (l1*phi1'*sin(phi1) + l2*phi2'*sin(phi2))^2
l1^2*phi1'^2 + l2^2*phi2'^2 + 2*l1*l2*phi1'*phi2'*cos(phi1 - phi2)
m1*l1^2*phi1'^2/2
m2*(l1^2*phi1'^2 + l2^2*phi2'^2 + 2*l1*l2*phi1'*phi2'*cos(phi1 - phi2))/2
-m1*g*l1*cos(phi1) - m2*g*(l1*cos(phi1) + l2*cos(phi2))
(m1 + m2)*l1^2*phi1' + m2*l1*l2*phi2'*cos(phi1 - phi2)
(m1 + m2)*l1^2*phi1'' + m2*l1*l2*(phi2''*cos(phi1 - phi2) - (phi1' - phi2')*phi2'*sin(phi1 - phi2))
-m2*l1*l2*phi1'*phi2'*sin(phi1 - phi2)
m1*g*l1*sin(phi1) + m2*g*l1*sin(phi1)
-m1*g*l1*sin(phi1) - m2*g*l1*sin(phi1)
-m1*g*sin(phi1) - m2*g*sin(phi1)
m2*l2^2*phi2' + m2*l1*l2*phi1'*cos(phi1 - phi2)
m2*l2^2*phi2'' + m2*l1*l2*(phi1''*cos(phi1 - phi2) - (phi1' - phi2')*phi1'*sin(phi1 - phi2))
m2*l1*l2*phi1'*phi2'*sin(phi1 - phi2)
m2*g*l2*sin(phi2)
-m2*g*l2*sin(phi2)
-g*sin(phi2)
"""
"""The double pendulum of two points in absolute angles, as it stands on a board."""


def test_two_points_in_absolute_angles_read_as_on_a_board() -> None:
    system = System("two points", g=9.81)
    for name in ("m1", "m2", "l1", "l2"):
        system.parameter(name, 1, positive=True)
    first, second = system.body("first", mass="m1"), system.body("second", mass="m2")
    system.joint("revolute", GROUND, first, "q1", point_child=(0, "l1", 0))
    system.joint("revolute", first, second, "q2", point_child=(0, "l2", 0))
    found = derivation(prepare(system.model), "detailed", coordinates="absolute")
    lines = iter([write(line.right) for line in found.lines])
    missing = [wanted for wanted in BOARD.split("\n")[1:-1] if wanted not in lines]
    assert not missing  # each stands behind the one before
    gone = [write(tree) for line in found.lines for tree in line.cancelled]
    assert gone == ["m2*l1*l2*phi1'*phi2'*sin(phi1 - phi2)"] * 2


def planar(seed: int) -> Model:
    """A tree of up to three bodies with hinges and slides in a plane, both ways round."""
    chance = random.Random(seed)
    values = {"m1": 1, "m2": 2, "m3": 0.5, "J1": 0.1, "J2": 0.2, "J3": 0.3}
    system = System("plane", g=9.81, a=0.3, b=0.5, c=7, d=0.2, al=0.4, **values)
    bodies = [GROUND]
    for number in range(1, chance.randint(1, 3) + 1):
        inertia = (f"J{number}",) * 3 if chance.random() < 0.8 else None
        bodies.append(system.body(f"b{number}", mass=f"m{number}", inertia=inertia))
        ends_ = [bodies[chance.randrange(number)], bodies[number]]
        kind = chance.choice(["revolute", "revolute", "prismatic"])
        ways = [(1, 0, 0), (0, 1, 0), ("cos(al)", "sin(al)", 0)]
        system.joint(
            kind,
            *(ends_[::-1] if chance.random() < 0.3 else ends_),
            f"q{number}",
            axis=(0, 0, 1) if kind == "revolute" else chance.choice(ways),
            point_parent=(chance.choice([0, "a", "-b"]), chance.choice([0, "b"]), 0),
            point_child=(chance.choice([0, "b"]), chance.choice([0, "-a"]), 0),
        )
        if chance.random() < 0.5:
            system.element("coordinate_spring", coordinate=f"q{number}", c="c")
        if chance.random() < 0.5:
            system.element("coordinate_damper", coordinate=f"q{number}", k="d")
    return system.model


@pytest.mark.parametrize("tens", range(6))
def test_random_plane_systems_are_derived_by_all_methods(tens: int) -> None:
    for seed in range(10 * tens, 10 * tens + (10 if tens else 3)):
        prepared = prepare(planar(seed))
        for method in CHAINS:
            if method == "hamilton":  # its velocities are quotients of many terms
                continue
            assert not ends(derivation(prepared, "detailed", method)), (seed, method)


@pytest.mark.parametrize("method", CHAINS)
def test_words_of_all_methods_are_german_ones(method: str) -> None:
    words, found = words_of("de"), derived("slider_crank", method, "detailed")
    for section in found.sections:
        told = [section.title, *section.before, *section.behind]
        for message in (*told, *(line.rule for line in section.lines)):
            assert message.template in words, message
    for output in ("text", "latex", "unicode"):
        assert written(found, output, "de")


FAULTS = [
    ("lagr", "slopes:SlopeChain._spun", "((1, 2), (2, 0), (0, 1))", "((1, 2), (2, 0), (1, 0))"),
    ("lagr", "slopes:SlopeChain._moved", "slopes(body.number, index)[1]", "slopes(1, index)[1]"),
    (
        "lagr",
        "lagr:LagrChain._product",
        "self.shown(body.M)",
        "multiplied(self.shown(body.M), self.shown(body.M))",
    ),
    ("lagr", "lagr:_slopes_in", "(mu, nu, rho, -1)", "(mu, nu, rho, 1)"),
    ("lagr", "lagr:LagrChain._inertial", "(1 if mu == nu else 2)", "1"),
    ("lagr", "slopes:SlopeChain._pull", "body.M * pull[axis]", "pull[axis]"),
    ("kane", "kane:KaneChain._inertial", "yield negative(product((mass", "yield (product((mass"),
    ("kane", "accelerations:AccelerationChain._accelerations", "self.shown(a)", "self.shown(-a)"),
    ("newton-euler", "newton_euler:_Balance.solved", "if term == unknown:", "if term != unknown:"),
    ("newton-euler", "newton_euler:_put", "terms_in(_opposite(tree))", "terms_in(tree)"),
    ("newton-euler", "newton_euler:NewtonEulerChain._factor", "body.omega)", "body.alpha)"),
    ("hamilton", "hamilton:HamiltonChain._energy", ") - T", ") + T"),
    ("hamilton", "chain:Chain.value_of", "self.meanings", "{}"),
    ("lagrange", "checks:_Checks._without", "self.chain.shown(force)", "self.chain.shown(-force)"),
    ("lagrange", "chain:Chain._placed", "x - origin", "x + origin"),
    ("lagrange", "identities:_squared_out", "(TWO, *factors_in(term)", "(*factors_in(term)"),
]


@pytest.mark.parametrize(("method", "place", "right", "wrong"), FAULTS)
def test_a_wrong_rule_is_stopped(method: str, place: str, right: str, wrong: str) -> None:
    module, _, function = place.partition(":")
    fault = Fault(f"extensions.teaching.chains.{module}", function, right, wrong, "")
    with fault.swapped(), pytest.raises(Disagreement):
        derived("double_pendulum", method, "detailed")
