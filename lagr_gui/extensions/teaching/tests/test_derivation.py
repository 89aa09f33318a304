"""Derivations are proved line by line, read as lectures do, and stop where a rule is wrong."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from lagr_gui import GROUND, Disagreement, LagrError, System, load
from lagr_gui.cli.__main__ import main
from lagr_gui.expression import write
from lagr_gui.extensions.teaching.derivation import derivation
from lagr_gui.extensions.teaching.documents import written
from lagr_gui.extensions.teaching.lines import Derivation, Quantity
from lagr_gui.extensions.teaching.paper import derivation_typst, hidden_lines
from lagr_gui.foundation.languages import words_of
from lagr_gui.foundation.resource import sample_models
from lagr_gui.mechanics.sheets.balance import equations_of_motion, whole
from lagr_gui.prepared import prepare
from tests.mutation.planting import Fault

LONG = ("flexible_arm", "quadruped", "robot_arm_6r", "whipple_bicycle")
"""Samples whose lines are too long to be written out."""

SAMPLES = {path.stem: path for path in sample_models() if path.suffix == ".lagr"}


def derived(name: str, depth: str = "normal") -> Derivation:
    return derivation(prepare(load(SAMPLES[name])), depth)


def shown(found: Derivation) -> dict[str, str]:
    """The right sides by what they are about."""
    sides: dict[str, str] = {}
    name = ""
    for line in found.lines:
        if line.left is not None:
            name = line.left.plain if isinstance(line.left, Quantity) else write(line.left)
        sides[name] = write(line.right)
    return sides


@pytest.mark.parametrize("name", [name for name in SAMPLES if name not in LONG])
def test_derivations_of_samples_are_proved_and_end_in_the_equations_of_the_sheet(name):
    found = derived(name)
    balances = equations_of_motion(found.sheet)[: len(found.sheet.coordinates)]
    lines = [line for s in found.sections if s.title.template != "Checks" for line in s.lines]
    lines = [line for line in lines if line.rule.template != "divided by {names}"]
    last = [line for line in lines if not isinstance(line.left, Quantity | None)]
    ends = [(line.left, line.right) for line in last]
    assert ends == [(whole(balance.left), whole(balance.right)) for balance in balances]
    numbers = [line.number for line in found.lines]
    assert len(set(numbers)) == len(numbers)
    for line in found.lines:
        assert all(numbers.index(use) < numbers.index(line.number) for use in line.uses)


@pytest.mark.parametrize("special", ["list 1", "a", "b"])
def test_derivations_hold_in_special_cases(special):
    model = load(SAMPLES["lagr_system_2"])
    found = derivation(prepare(model, special))
    assert found.sheet.special == special
    assert [line.left for line in found.lines if not isinstance(line.left, Quantity | None)]


def test_the_double_pendulum_reads_as_on_a_board():
    sides = shown(derived("double_pendulum"))
    expected = {
        "x_S2": "l1*sin(q1) + l2*sin(q1 + q2)/2",
        "v_S2^2": "l1^2*q1'^2 + l2^2*(q1' + q2')^2/4 + l1*l2*q1'*(q1' + q2')*cos(q2)",
        "T1": "m1*l1^2*q1'^2/6",
        "T2": "m2*l1^2*q1'^2/2 + m2*l1*l2*q1'*(q1' + q2')*cos(q2)/2 + m2*l2^2*(q1' + q2')^2/6",
        "dT/d(q1')": "(m1/3 + m2)*l1^2*q1' + m2*l1*l2*(2*q1' + q2')*cos(q2)/2"
        " + m2*l2^2*(q1' + q2')/3",
        "d/dt dT/d(q2')": "m2*l1*l2*(q1''*cos(q2) - q2'*q1'*sin(q2))/2 + m2*l2^2*(q1'' + q2'')/3",
        "dT/d(q2)": "-m2*l1*l2*q1'*(q1' + q2')*sin(q2)/2",
        "dU/d(q2)": "m2*g*l2*sin(q1 + q2)/2",
        "g22": "m2*l2^2/3",
    }
    assert {name: sides[name] for name in expected} == expected


def test_identities_are_told_and_what_drops_out():
    found = derived("double_pendulum")
    told = [write(one.left) for line in found.lines for one in line.identities]
    assert "cos(q1)*cos(q1 + q2) + sin(q1)*sin(q1 + q2)" in told
    gone = [write(tree) for line in found.lines for tree in line.cancelled]
    assert gone == ["m2*l1*l2*q1'*q2'*sin(q2)/2"]


def test_a_mass_on_a_spring_on_a_cart():
    """What the first derivation lacks: spring, damper, a force from outside."""
    system = System("cart", M=2, m=1, c=5, d=0.1, g=0)
    cart, mass = system.body("cart", mass="M"), system.body("mass", mass="m")
    system.joint("prismatic", GROUND, cart, "x")
    system.joint("prismatic", cart, mass, "s")
    system.element("coordinate_spring", coordinate="s", c="c")
    system.element("coordinate_damper", coordinate="x", k="d")
    system.element("coordinate_force", coordinate="x", force="F(t)")
    system.function("F", "sin(t)")
    sides = shown(derivation(prepare(system.model)))
    assert sides["T2"] == "m*(x' + s')^2/2"
    assert sides["dT/d(x')"] == "M*x' + m*(x' + s')"
    assert sides["dU/d(s)"] == "c*s"
    assert sides["Q*(x)"] == "-d*x' + F(t)"


def test_brief_derivations_have_energies_momenta_and_equations():
    found = derived("cart_pole", "brief")
    assert [line.number for line in found.lines] == [
        "1.1",
        "1.2",
        "2.1",
        "3.1",
        "3.2",
        "4.1",
        "4.2",
    ]
    assert all(line.left is not None for line in found.lines)
    with pytest.raises(LagrError, match="There is no such choice"):
        derived("cart_pole", "deep")


@pytest.mark.parametrize("output", ["text", "unicode", "latex", "json"])
def test_derivations_are_written_in_both_languages(output):
    found = derived("slider_crank")
    english, german = (written(found, output, language) for language in ("en", "de"))
    assert ("Kinetic energy" in english) and ("Kinetische Energie" in german)
    assert len(english.splitlines()) == len(german.splitlines())
    if output == "json":
        assert [s["number"] for s in json.loads(english)["sections"]][:3] == [1, 2, 3]


def test_all_words_of_derivations_are_german_ones():
    words = words_of("de")
    found = [derived(name) for name in ("double_pendulum", "slider_crank", "ladder_filter")]
    for section in (section for one in found for section in one.sections):
        told = [section.title, *section.before, *section.behind]
        for message in (*told, *(line.rule for line in section.lines)):
            assert message.template in words, message


FAULTS = [
    (
        "speeds:Speeds.by_speed",
        "derivative(Symbol(name, 1))",
        "derivative(Symbol(name, 1)) * 2",
    ),
    ("speeds:Speeds.by_speed", "term.coefficient * content", "term.coefficient"),
    (
        "speeds:Speeds.by_coordinate",
        "term.coefficient * part.coefficient",
        "term.coefficient",
    ),
    ("speeds:Speeds._rate", "Sum((kept, *changed))", "Sum((kept, *changed[1:], kept))"),
    ("speeds:Speeds._rate", "for part in terms_in(turned)", "for part in terms_in(carrier)"),
    ("speeds:Speeds.joined", "other.coefficient + term.coefficient", "other.coefficient"),
    ("speeds:Speeds._rate_of", "symbol.order + 1", "symbol.order"),
    ("speeds:_powers", "[base] * int(value)", "[base]"),
    ("energies:EnergyChain._spin", "HALF, J", "J"),
    ("energies:EnergyChain._squares", "squared(self.shown(v))", "self.shown(v)"),
    ("lagrange:LagrangeChain._equation", "[negative(term) for term", "[term for term"),
    ("chain:Chain._velocities", "self.shown(v)", "self.shown(-v)"),
]


@pytest.mark.parametrize(("place", "right", "wrong"), FAULTS)
def test_a_wrong_rule_is_stopped_in_its_line(place: str, right: str, wrong: str):
    module, _, function = place.partition(":")
    fault = Fault(f"extensions.teaching.chains.{module}", function, right, wrong, "")
    with fault.swapped(), pytest.raises(Disagreement, match="Line"):
        derived("double_pendulum")


def test_lines_that_are_hidden_are_gaps_on_paper(tmp_path: Path) -> None:
    """Sections 3 to 4 and line 6.1 of the double pendulum; the solution has no gap."""
    model = load(SAMPLES["double_pendulum"])
    found = derived("double_pendulum")
    hidden = hidden_lines(found, "3-4, 6.1")
    assert hidden == {line.number for line in found.lines if line.number[0] in "34"} | {"6.1"}
    sheet, solution = (derivation_typst(found, model, hidden=h) for h in (hidden, ()))
    assert sheet.count("#gap[") == len(hidden)
    assert solution.count("#gap[") == 0
    assert solution.count("#step[") == sheet.count("#step[") == len([*found.lines])
    with pytest.raises(LagrError, match=r"no such line"):
        hidden_lines(found, "3, 77")
    out = tmp_path / "sheet.pdf"
    path = str(SAMPLES["double_pendulum"])
    assert main(["derive", path, "--hide", "3-6", "--out", str(out), "--language", "de"]) == 0
    assert out.read_bytes()[:5] == b"%PDF-"
