"""Signals are names: in the file, in equations, in checks, in every question."""

from __future__ import annotations

import pickle
from dataclasses import replace
from random import Random

import numpy as np
import pytest
from scipy.linalg import expm

from lagr_gui import LagrError, System, pipeline
from lagr_gui.analysis.audits import check_motion
from lagr_gui.catalogue import KINDS
from lagr_gui.exchange.builder_script import python_script
from lagr_gui.foundation.selfcheck import Disagreement
from lagr_gui.mechanics.formalisms import FORMALISMS
from lagr_gui.model import read_text, write_text
from lagr_gui.typesetting.sheet_text import text_equations

LAWS = {
    "w": "0.3*sin(t)",
    "e": "w - phi - psi",
    "u": "KP*e - KD*phi'",
}


def double(bound: bool = False, order: list[str] | None = None) -> System:
    """Two rods with a controller of the first, and a filter of what it does."""
    system = System("double", m=1, l=1, KP=20, KD=3)
    a, b = (system.body(mass="m") for _ in range(2))
    system.joint("revolute", 0, a, "phi", point_child=(0, "l", 0))
    system.joint("revolute", a, b, "psi", point_child=(0, "l", 0))
    if bound:
        system.element("gear", coordinate_a="phi", coordinate_b="psi", ratio=2)
    for name in order or [*LAWS]:
        system.signal(name, LAWS[name], unit="N m" if name == "u" else "")
    system.signal("f", "filter1", input="u", T=0.2)
    system.element("coordinate_force", "drive", coordinate="phi", force="u + f")
    system.start(phi=0.5)
    return system


@pytest.mark.parametrize("formalism", [name for name in FORMALISMS if name != "lagrange-1"])
@pytest.mark.parametrize("minimal", [False, None])
def test_signals_stay_names_in_every_formalism(formalism: str, minimal: bool | None) -> None:
    system = double(bound=minimal is None)
    sheet = pipeline.equations(system.model, formalism=formalism, minimal=minimal)
    assert [line.coordinate for line in sheet.signals] == ["w", "e", "u"]
    assert {"u", "f"} <= set(text_equations(sheet).replace("+", " ").split())
    without = pipeline.equations(system.model, formalism=formalism, minimal=minimal, signals="in")
    assert not without.signals and "KP" in text_equations(without)
    assert " u " not in text_equations(without)


@pytest.mark.parametrize("form", ["terms", "shortest", "collected", "structured"])
def test_forms_print_signals_and_what_they_stand_for(form: str) -> None:
    text = text_equations(pipeline.equations(double().model, form))
    below = text.partition("\nSignals\n")[2].splitlines()
    assert below[:3] == ["  w = 0.3*sin(t)", "  e = w - phi - psi", "  u = KP*e - KD*phi'"]
    assert "f' = 5*(u - f)" in text


def test_all_derivations_agree() -> None:
    for bound in (False, True):
        assert pipeline.verify(double(bound).model).holds


def test_the_order_in_the_file_changes_nothing() -> None:
    known = double().simulate(until=1)
    for seed in range(3):
        order = [*LAWS]
        Random(seed).shuffle(order)
        other = double(order=order)
        assert np.array_equal(other.simulate(until=1).y, known.y)
        sheets = (pipeline.equations(system.model) for system in (double(), other))
        first, second = (replace(sheet, seconds=0.0) for sheet in sheets)
        assert [line.coordinate for line in second.signals] == ["w", "e", "u"]
        assert first.of("Q") == second.of("Q") and first.states == second.states


def test_a_signal_is_a_curve_with_its_unit() -> None:
    system = double()
    found = system.simulate(until=1, outputs=["2*e"])
    phi, psi, rate = found["phi"], found["psi"], found.qd[:, 0]
    e = 0.3 * np.sin(found.t) - phi - psi
    assert found["u"] == pytest.approx(20 * e - 3 * rate, abs=1e-12)
    assert found["2*e"] == pytest.approx(2 * e, abs=1e-12)
    assert found.output_units["u"] == "N m"
    linear = pipeline.linearize(system.model, at="start", outputs=["u"])
    assert linear.state_C[0].tolist() == pytest.approx([-20, -20, -3, 0, 0])


def test_the_audit_reads_signals_by_itself() -> None:
    system = double()
    found = system.simulate(until=0.5)
    other = double()
    other.model = other.model.each(
        "signals", lambda s: s.having(value="KP*e - 2.9*phi'") if s.name == "u" else s
    )
    with pytest.raises(Disagreement):
        check_motion(pipeline.prepare(other.model), found)


def test_files_and_scripts_keep_signals() -> None:
    system = double()
    system.signal("K", "state_space", inputs=("phi", "w"), outputs=("y1",), A=((-1,),), B=((1, 2),))
    system.signal("pid_", "pid", input="e", ki="KP", description="slow")
    text = write_text(system.model)
    assert '"version": 4' in text
    assert read_text(text, KINDS) == system.model
    assert pickle.loads(pickle.dumps(system.model)) == system.model
    names: dict[str, System] = {}
    exec(python_script(system.model), names)  # noqa: S102  # what the program writes itself
    assert names["system"].model.signals == system.model.signals
    assert write_text(double().model.having(signals=())).startswith(
        '{\n "format": "lagr-model",\n "version": 1'
    )


@pytest.mark.parametrize(
    ("laws", "place", "said"),
    [
        ({"a": "b + 1", "b": "c", "c": "2*a"}, "Signals a, b, c", "made of the others"),
        ({"a": "a + 1"}, "Signals a", "made of the others"),
        ({"a": "nothing"}, "Signal “a”, value", "“nothing” is not known here"),
        ({"a": "u'"}, "Signal “a”, value", "has no name"),
        ({"phi": "1"}, "Joint", "is taken by a signal"),
        ({"KP": "1"}, "Signal “KP”", "is taken by a parameter"),
        ({"a": "1", "f": "2"}, "Signal “f”", "is taken"),
        ({"sin": "1"}, "Signal “sin”", "fixed meaning"),
    ],
)
def test_what_is_wrong_with_a_signal_is_told(laws: dict[str, str], place: str, said: str) -> None:
    system = double()
    for name, law in laws.items():
        system.signal(name, law)
    told = [str(problem) for problem in pipeline.check(system.model).problems]
    assert any(place in text and said in text for text in told), told


def test_names_of_states_of_blocks_are_not_taken_twice() -> None:
    system = double()
    system.parameter("I_c", 1)
    system.signal("c", "pid", ki=1)
    with pytest.raises(LagrError, match="“I_c”, which is taken"):
        pipeline.equations(system.model)


def test_signals_may_not_stand_in_masses_and_lengths() -> None:
    system = double()
    system.body(mass="u")
    told = [str(problem) for problem in pipeline.check(system.model).problems]
    assert any("must not depend on the signal “u”" in text for text in told)


def test_energies_take_signals_that_are_made_of_no_state() -> None:
    """½ k x² as a signal is differentiated as if it had been written."""
    system = System("Mass", gravity=(0, 0, 0), g=None, k=3)
    system.joint("prismatic", 0, system.body(), "x", axis=(1, 0, 0))
    system.signal("half", "k*x'^2/2")
    system.element("energies", "losses", dissipation="half")
    assert text_equations(system.equations()).count("x'' = -k*x'")
    system.signal("z", "filter1", input="x")
    system.signal("mixed", "half + z")
    system.element("energies", "more", dissipation="mixed")
    with pytest.raises(LagrError, match="made of states of the first order"):
        system.equations()


def test_dimensions_of_signals_are_proved() -> None:
    system = System("Mass", gravity=(0, 0, 0), g=None)
    system.parameter("c", 2, "N/m")
    system.joint("prismatic", 0, system.body(), "x", axis=(1, 0, 0))
    system.signal("F", "c*x")
    system.signal("w", "F + x'")
    system.signal("u", "filter1", input="F", T=0.1, unit="m")
    system.signal("v", "c*x", unit="N m")
    told = [str(problem) for problem in pipeline.check(system.model).problems]
    for name in ("w", "u", "v"):
        assert any(f"Signal “{name}”" in text for text in told), told
    assert not any("Signal “F”" in text for text in told)


def test_what_grows_beyond_measure_is_told() -> None:
    system = double()
    system.signal("s0", "phi")
    for i in range(40):
        system.signal(f"s{i + 1}", f"s{i}*s{i} + s{i}")
    with pytest.raises(LagrError, match="Put a state"):
        pipeline.equations(system.model)
    chain = double()
    for i in range(500):
        chain.signal(f"s{i}", f"s{i - 1} + phi'" if i else "phi")
    chain.element("coordinate_force", "more", coordinate="psi", force="s499")
    with pytest.raises(LagrError, match="within each other"):
        pipeline.equations(chain.model)


def test_subsystems_own_their_signals() -> None:
    inner = System("leg", gravity=(0, 0, 0), g=None, K=2)
    inner.joint("prismatic", 0, inner.body(), "x", axis=(1, 0, 0))
    inner.signal("e", "-x")
    inner.signal("u", "pid", input="e", kp="K", ki=1)
    inner.element("coordinate_force", "drive", coordinate="x", force="u")
    inner.port("frame")
    whole = System("two", gravity=(0, 0, 0), g=None)
    whole.subsystem("leg", inner)
    for name in ("l", "r"):
        whole.instance("leg", name, {"frame": 0}, K=3)
    sheet = whole.equations()
    assert [line.coordinate for line in sheet.signals] == ["e_l", "u_l", "e_r", "u_r"]
    assert [line.coordinate for line in sheet.states] == ["I_u_l", "I_u_r"]
    assert sheet.states[0].left[0].sources == ("signal:u_l",)


def test_a_current_is_controlled_with_memory() -> None:
    """L i′ + R i = u, u = kp (1 − i) + I, I′ = ki (1 − i), as a matrix exponential."""
    L, R, kp, ki = 0.5, 2.0, 3.0, 4.0

    def circuit(*, inductance: bool) -> System:
        system = System("Circuit", gravity=(0, 0, 0), g=None)
        system.branch("voltage_source", "a", "b", name="source", voltage="u")
        system.branch("resistor", "b", "c" if inductance else "a", name="R", R=R)
        if inductance:
            system.branch("inductor", "c", "a", name="L", L=L)
        charge = system.model.coordinates[-1]
        system.signal("u", "pid", input=f"1 - {charge}'", kp=kp, ki=ki)
        return system

    found = circuit(inductance=True).simulate(until=1)
    A = np.array([[-(R + kp) / L, 1 / L], [-ki, 0]])
    b = np.array([kp / L, ki])
    known = np.linalg.solve(A, (expm(A) - np.eye(2)) @ b)
    assert [abs(found.qd[-1, 0]), found["I_u"][-1]] == pytest.approx(known, abs=1e-9)
    with pytest.raises(LagrError, match="depends on a state of the first order"):
        circuit(inductance=False).equations()


def test_models_without_signals_are_what_they_were() -> None:
    system = double()
    bare = system.model.having(signals=(), elements=())
    prepared = pipeline.prepare(bare)
    assert prepared.model is prepared.expansion.model and prepared.named is prepared
