"""Units of FMI that act in a model: beside the same law typed as a formula, and refusals."""

from __future__ import annotations

import json
import runpy
from importlib.util import find_spec
from pathlib import Path
from shutil import which

import numpy as np
import pytest

from lagr_gui import System, fmu2, fmu3, pipeline, python_script
from lagr_gui.analysis.motions import controllers
from lagr_gui.cli.__main__ import main
from lagr_gui.editing import edits
from lagr_gui.foundation.problem import LagrError
from lagr_gui.model import Model, write_text
from lagr_gui.simulation import SimulationStopped, Trajectory
from lagr_gui.simulation.units import read_unit
from tests.samples.gallery import sample
from tests.units.building import controller_unit

pytestmark = [
    pytest.mark.skipif(which("cc") is None, reason="no compiler for C on this machine"),
    pytest.mark.skipif(find_spec("fmpy") is None, reason="FMPy is not installed"),
]
SORTS = ("kinetic", "weight", "stored", "supplied", "dissipated")
LAW = "20*(0.5 - phi) - 2*phi'"


def pendulum(force: str, until: float = 1.0) -> System:
    s = System("Pendulum")
    s.parameter("m", 1.2)
    s.parameter("l", 0.7)
    s.parameter("u", 0.0, "N m")
    bob = s.body("Bob", mass="m")
    s.joint("revolute", 0, bob, "phi", point_child=(0, "l", 0), name="hinge")
    s.element("coordinate_force", "drive", coordinate="phi", force=force)
    s.start(phi=-0.3)
    s.plan(until=until)
    return s


def controlled(sample_time: float = 0.01, **values: float) -> System:
    s = pendulum("u")
    s.controller(
        "PD",
        "pd.fmu",
        inputs={"q": "phi", "v": "phi'"},
        outputs={"u": "u"},
        values=values,
        sample=sample_time,
    )
    return s


@pytest.fixture(scope="module")
def folder(tmp_path_factory) -> Path:
    found = tmp_path_factory.mktemp("units")
    controller_unit(found / "pd.fmu", 2)
    controller_unit(found / "pd3.fmu", 3)
    controller_unit(found / "foreign.fmu", 2, binary=False)
    return found


def motion(model: Model, folder: Path, **named: object) -> Trajectory:
    return pipeline.simulate(model, allow_fmu=True, folder=str(folder), **named)


@pytest.mark.parametrize("version", [2, 3])
def test_a_controller_is_its_law_to_first_order_in_the_sample_time(version: int, folder) -> None:
    exact = pipeline.simulate(pendulum(LAW).model)
    errors: list[float] = []
    for h in (0.02, 0.01, 0.005):
        s = controlled(h)
        if version == 3:
            s.controller("PD", "pd3.fmu", {"q": "phi", "v": "phi'"}, {"u": "u"}, sample=h)
        found = motion(s.model, folder)
        q, _ = found.at(exact.t)
        errors.append(float(np.abs(q - exact.q).max()))
        assert found.certificate is not None
        assert found.certificate.holds
        assert found.energy_error < 1e-9
    assert errors[0] < 0.05
    assert np.allclose(np.divide(errors[:-1], errors[1:]), 2, atol=0.1)


def stiffened(sample_time: float = 0.05) -> System:
    """The spring at the bob gets another stiffness at each communication point."""
    s = pendulum("0")
    s.parameter("k", 3.0, "N/m")
    s.element("spring", "sp", body_a=1, point_b=(1, 0, 0), body_b=0, c="k", l0=0.2)
    s.element("coordinate_damper", "brake", coordinate="phi", k=0.3)
    measured = {"q": "phi", "v": "phi'"}
    s.controller("PD", "pd.fmu", measured, {"u": "k"}, sample=sample_time)
    return s


@pytest.mark.parametrize("made", [controlled, stiffened])
def test_energies_balance_and_works_go_on_from_sample_to_sample(made, folder: Path) -> None:
    model = made(0.05).model
    texts = ["supplied", "dissipated", "balance", "T + U"]
    texts += ["supplied(drive)"] if made is controlled else ["dissipated(brake)"]
    found = motion(model, folder, outputs=texts)
    told = pipeline.energy(model, found)
    assert told.error < 1e-9
    assert np.ptp(found.outputs["balance"]) < 1e-8
    sums = {sort: np.sum([*told.of(sort).values(), 0 * found.t], axis=0) for sort in SORTS}
    stored = sums["kinetic"] + sums["weight"] + sums["stored"]
    assert np.allclose(stored, found.outputs["T + U"], rtol=0, atol=1e-9)
    for sort in ("supplied", "dissipated"):
        assert np.allclose(sums[sort], found.outputs[sort], rtol=0, atol=1e-8)
        alone = found.outputs.get(f"{sort}({'drive' if sort == 'supplied' else 'brake'})")
        if alone is not None:
            assert np.allclose(alone, found.outputs[sort], rtol=0, atol=1e-8)
    assert np.all(np.diff(sums["dissipated"]) >= -1e-12)
    assert ("controllers" in told.of("supplied")) == (made is stiffened)


def test_reactions_are_those_of_the_force_that_holds_there(folder: Path) -> None:
    """Beside those of the same motion with the force as a given function of the state."""
    model = controlled(0.05).model
    found = motion(model, folder, outputs=["u", "force(hinge).x"])
    passed = pipeline.reactions(model, found)
    assert passed.certificate is not None and passed.certificate.holds
    assert len(passed.t) == len(found.t)
    force = passed.joints["hinge"].force
    assert np.array_equal(force[:, 0], found.outputs["force(hinge).x"])
    x = pipeline.outputs(model, found, ["acceleration(Bob).x", "acceleration(Bob).y"])
    assert np.allclose(force[:, 0], 1.2 * x["acceleration(Bob).x"], rtol=0, atol=1e-9)
    assert np.allclose(force[:, 1], 1.2 * (x["acceleration(Bob).y"] + 9.81), rtol=0, atol=1e-9)
    inertia = 1.2 * 0.7**2
    q, qdd = found.q[:, 0], found.qdd[:, 0]
    gravity = 1.2 * 9.81 * 0.7 * np.sin(q)
    assert np.allclose(inertia * qdd + gravity, found.outputs["u"], rtol=0, atol=1e-8)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("psi", "psi"),
        ("length(rope)", "rope"),
        ("force(hinge)", "is a vector"),
        ("2*(phi", "bracket"),
        ("supplied", "integral"),
        ("supplied(drive)", "integral"),
    ],
)
def test_what_no_sensor_shows_is_told_while_one_draws(text: str, told: str, folder: Path) -> None:
    s = controlled()
    s.controller("PD", "pd.fmu", {"q": "phi", "v": text}, {"u": "u"})
    report = pipeline.check(s.model)
    (problem,) = report.problems
    assert report.sound and told in f"{problem.cause} {problem.remedy}"
    assert problem.path == ("simulation", "controllers", 0, "inputs", 1, "expression")
    assert "PD" in problem.place
    with pytest.raises(LagrError, match=told):
        motion(s.model, folder)


def test_sound_sensors_are_no_problem_and_models_without_controllers_are_not_read() -> None:
    assert not pipeline.check(controlled().model).problems
    s = pendulum("0")
    s.controller("PD", "pd.fmu", {"q": "psi"}, {"u": "u"}, enabled=False)
    assert not pipeline.check(s.model).problems


def test_outputs_stay_as_they_are_between_communication_points(folder: Path) -> None:
    """By hand: measured, stepped, held, and only then the mechanism moves on."""
    s, h = controlled(0.1), 0.1
    found = motion(s.model, folder, outputs=["u", "phi"])
    q, qd = -0.3, 0.0
    for k in range(10):
        u = 20 * (0.5 - q) - 2 * qd
        inside = (found.t > k * h + 1e-9) & (found.t < (k + 1) * h - 1e-9)
        assert np.allclose(found.outputs["u"][inside], u, rtol=1e-7)
        alone = pendulum(repr(u))
        alone.start(phi=(q, qd))
        alone.plan(until=h)
        then = pipeline.simulate(alone.model)
        q, qd = float(then.q[-1, 0]), float(then.qd[-1, 0])
        assert np.allclose(found.at((k + 1) * h)[0], q, rtol=0, atol=1e-8)
    assert np.array_equal(pipeline.outputs(s.model, found, ["u"])["u"], found.outputs["u"])


def test_parameters_of_a_unit_are_set(folder: Path) -> None:
    exact = pipeline.simulate(pendulum("5*(0.5 - phi) - phi'").model)
    found = motion(controlled(0.001, kp=5, kd=1).model, folder)
    assert np.abs(found.at(exact.t)[0] - exact.q).max() < 2e-3


def test_nothing_of_a_unit_is_loaded_without_consent(folder: Path, monkeypatch) -> None:
    """Opening, checking, deriving, linearising, exporting: none reads the file."""
    s = controlled()

    def never(*_: object) -> None:
        raise AssertionError("a unit was read")

    monkeypatch.setattr(controllers, "allowed_unit", never)
    monkeypatch.setattr(controllers, "SteppedUnit", never)
    model = pipeline.read_text(write_text(s.model))
    assert not [p for p in pipeline.check(model).problems if p.severity.name == "ERROR"]
    assert pipeline.equations(model).entries
    pipeline.linearize(model, at="start", inputs=("u",))
    assert python_script(model)


def test_a_run_asks_for_consent_by_the_mark_of_the_file(folder: Path) -> None:
    model, mark = controlled().model, read_unit("pd.fmu", folder).mark
    for allowed in (False, (), ("0" * 64,)):
        with pytest.raises(LagrError, match="allow_fmu=True") as told:
            pipeline.simulate(model, allow_fmu=allowed, folder=str(folder))
        assert told.value.problems[0].code == "fmu-consent"
        assert mark in str(told.value)
    for allowed in (False, True):
        with pytest.raises(LagrError, match=r"pd\.fmu”: There is no such file"):
            pipeline.simulate(model, allow_fmu=allowed, folder=str(folder / "elsewhere"))
    assert pipeline.simulate(model, allow_fmu=(mark,), folder=str(folder)).driven is not None


def test_without_units_that_act_nothing_is_asked() -> None:
    s = controlled()
    s.controller("PD", "pd.fmu", outputs={"u": "u"}, enabled=False)
    assert pipeline.simulate(s.model).driven is None


def test_questions_that_know_constant_parameters_alone_refuse(folder: Path) -> None:
    model = controlled().model
    found = motion(model, folder)
    with pytest.raises(LagrError, match="Controllers or events change it"):
        pipeline.conserved(model, found)
    assert pipeline.motion(model, found).t.shape == found.t.shape
    with pytest.raises(LagrError, match="A unit acts in this model"):
        pipeline.stepwise(model).advance(0.1)


@pytest.mark.parametrize(
    ("change", "told"),
    [
        ({"file": "missing.fmu"}, "missing.fmu"),
        ({"file": "foreign.fmu"}, "no program for this computer"),
        ({"inputs": {"w": "phi"}}, "no input “w”"),
        ({"outputs": {"q": "u"}}, "no output “q”"),
        ({"values": {"ki": 1.0}}, "no parameter “ki”"),
        ({"inputs": {"q": "psi"}}, "psi"),
        ({"outputs": {"u": "w"}}, "no parameter “w”"),
        ({"outputs": {"u": "l"}}, "only forces"),
        ({"sample": 0.0}, "sample time"),
        ({"sample": 1e-9}, "too small"),
        ({"file": ""}, "names no file"),
        ({"outputs": {}}, "drives nothing"),
    ],
)
def test_what_is_wrong_is_told(change: dict, told: str, folder: Path) -> None:
    s = pendulum("u")
    given = {"file": "pd.fmu", "inputs": {"q": "phi"}, "outputs": {"u": "u"}} | change
    s.controller("PD", **given)
    with pytest.raises(LagrError, match=told) as error:
        motion(s.model, folder)
    assert "PD" in str(error.value) or "missing.fmu" in str(error.value)


def test_what_is_no_unit_is_told(folder: Path) -> None:
    (folder / "broken.fmu").write_bytes(b"no archive")
    s = controlled()
    s.controller("PD", "broken.fmu", outputs={"u": "u"})
    with pytest.raises(LagrError, match="cannot be unpacked"):
        motion(s.model, folder)


@pytest.mark.parametrize(
    ("name", "told"), [("fails_at", "At t = 0.5 s it fails"), ("lost_at", "is nan at t")]
)
def test_a_unit_that_fails_leaves_the_motion_up_to_there(name, told, folder: Path) -> None:
    with pytest.raises(SimulationStopped, match=told) as stopped:
        motion(controlled(0.1, **{name: 0.45}).model, folder)
    assert np.isclose(stopped.value.trajectory.t[-1], 0.5)


def test_several_sample_times_and_units_in_order(folder: Path) -> None:
    """The second one measures what the first one drives, with its value of the same moment."""
    s = controlled(0.1)
    s.parameter("w", 0.0)
    s.element("coordinate_force", "second", coordinate="phi", force="w")
    s.controller("Watch", "pd.fmu", {"q": "u"}, {"u": "w"}, {"kp": 1, "kd": 0}, sample=0.05)
    found = motion(s.model, folder, outputs=["u", "w"])
    assert np.allclose(found.outputs["w"], 0.5 - found.outputs["u"])


def looped(version: int, h: float) -> System:
    """A double pendulum as a unit, driven by a controller that is another one; both step by h."""
    first = sample("double_pendulum").coordinates[0]
    s = System("Loop")
    body = s.body("Follower")
    s.joint("prismatic", 0, body, "x")
    for name in ("a", "b", "u"):
        s.parameter(name, 0.0)
    s.element("coordinate_force", "follow", coordinate="x", force="50*(a - x) - 10*x'")
    s.controller(
        "plant",
        f"double{version}.fmu",
        {f"force({first})": "u"},
        {first: "a", f"der({first})": "b"},
        sample=h,
    )
    s.controller("PD", "pd.fmu", {"q": "a", "v": "b"}, {"u": "u"}, {"kp": 30, "kd": 5}, sample=h)
    s.plan(until=0.5)
    return s


@pytest.mark.parametrize(("version", "made"), [(2, fmu2), (3, fmu3)])
def test_a_double_pendulum_as_unit_runs_in_a_loop_with_a_controller(
    version: int, made, folder: Path
) -> None:
    """Beside the law of the controller in the pendulum itself: the loop is it to first order."""
    model = sample("double_pendulum")
    (folder / f"double{version}.fmu").write_bytes(made(model))
    first = model.coordinates[0]
    force = f"30*(0.5 - {first}) - 5*{first}'"
    law = edits.add_element(model, "coordinate_force", coordinate=first, force=force)
    exact = pipeline.simulate(law.having(simulation=law.simulation.having(until=0.5)))
    errors: list[float] = []
    for h in (0.0025, 0.00125):
        found = motion(looped(version, h).model, folder, outputs=["a", "b", "u"])
        q, _ = exact.at(found.t)
        errors.append(float(np.abs(found.outputs["a"][1:] - q[1:, 0]).max()))
    assert errors[0] < 0.01
    assert errors[0] / errors[1] == pytest.approx(2, abs=0.05)


def test_the_command_line_tells_energies_and_reactions_with_units(folder: Path, capsys) -> None:
    file = folder / "energies.lagr"
    file.write_text(write_text(controlled(0.05).model))
    assert main(["energy", str(file)]) == 1
    assert "--allow-fmu" in capsys.readouterr().err
    assert main(["energy", str(file), "--allow-fmu", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["error"] < 1e-9
    assert {share["item"] for share in told["shares"]} == {"body:1", "element:drive"}
    assert main(["simulate", str(file), "--allow-fmu", "--reactions", "--json"]) == 0
    assert "hinge" in json.loads(capsys.readouterr().out)["reactions"]["joints"]


def test_the_command_line_runs_units_beside_the_model(folder: Path, capsys) -> None:
    file = folder / "pendulum.lagr"
    file.write_text(write_text(controlled().model), "utf-8")
    assert main(["simulate", str(file)]) == 1
    assert "--allow-fmu" in capsys.readouterr().err
    words = ["simulate", str(file), "--allow-fmu", "--output", "u", "--json"]
    assert main(words) == 0
    found = json.loads(capsys.readouterr().out)
    assert len(found["outputs"]["u"]) > 100


def test_controllers_are_kept_and_renamed_with_what_they_name(tmp_path: Path) -> None:
    s = controlled(0.02, kp=5.0)
    model = pipeline.read_text(write_text(s.model))
    assert model.simulation.controllers == s.model.simulation.controllers
    (tmp_path / "built.py").write_text(python_script(model), "utf-8")
    built = runpy.run_path(str(tmp_path / "built.py"))["system"]
    assert built.model.simulation == model.simulation
    model = edits.rename(model, "coordinate:phi", "alpha")
    model = edits.rename(model, "parameter:u", "M")
    (entry,) = model.simulation.controllers
    assert [own.expression for own in entry.inputs] == ["alpha", "alpha'"]
    assert entry.outputs[0].parameter == "M"
