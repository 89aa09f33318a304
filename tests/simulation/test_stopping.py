"""What there is of a motion that cannot go on is kept."""

from __future__ import annotations

import csv
import json
import pickle

import numpy as np
import pytest

from lagr_gui import GROUND, LagrError, SimulationStopped, System
from lagr_gui.cli.__main__ import main


def ladder() -> System:
    """A rod of 0.5 m between two slides at right angles; its foot is driven out of reach."""
    drawn = System("ladder", l=0.5)
    foot, head = drawn.body("foot", 1), drawn.body("head", 2)
    drawn.joint("prismatic", GROUND, foot, "x", axis=(1, 0, 0))
    drawn.joint("prismatic", GROUND, head, "y", axis=(0, 1, 0))
    drawn.element("rod", name="rod", body_a=foot, body_b=head, l="l")
    drawn.element("prescribed_motion", name="drive", coordinate="x", motion="0.2 + t")
    drawn.start(x=0.2, y=0.4)
    return drawn


@pytest.fixture(scope="module")
def stop() -> SimulationStopped:
    with pytest.raises(SimulationStopped, match="cannot be held beyond t = 0") as caught:
        ladder().simulate(until=1, rtol=1e-7)
    return caught.value


def test_the_motion_up_to_the_stop_is_that_of_the_ladder(stop: SimulationStopped):
    found = stop.trajectory
    x, y = found.q.T
    assert x == pytest.approx(0.2 + found.t, abs=1e-10)
    assert x**2 + y**2 == pytest.approx(0.25, abs=1e-9)
    assert found.t[:290] == pytest.approx(np.arange(290) / 1000)
    assert 0.29 <= found.t[-1] <= 0.3 and np.all(np.diff(found.t) > 0)
    assert {len(table) for table in (found.t, found.qdd, found.T, found.drift)} == {len(found.t)}
    assert found.at(0.1)[0] == pytest.approx([0.3, 0.4], abs=1e-7)
    with pytest.raises(LagrError, match="outside the motion"):
        found.at(0.31)


def test_its_forces_can_be_asked_for(stop: SimulationStopped):
    found = ladder().reactions(stop.trajectory)
    early = stop.trajectory.t < 0.25
    x, y = stop.trajectory.q[early].T
    # y' = −x x'/y, y'' = −(x'² + y'²)/y ; the rod carries the head
    rising = -(1 + (x / y) ** 2) / y
    assert found.thrusts["rod"][early] == pytest.approx(2 * (rising + 9.81) * 0.5 / y, rel=1e-6)


def test_the_error_can_be_sent(stop: SimulationStopped):
    again = pickle.loads(pickle.dumps(stop))
    assert again.problems == stop.problems
    assert np.array_equal(again.trajectory.q, stop.trajectory.q)


def test_a_limit_of_steps_keeps_what_was_reached():
    drawn = System("pendulum")
    bob = drawn.body("bob", 1)
    drawn.joint("revolute", GROUND, bob, "phi", point_child=(0, 1, 0))
    drawn.start(phi=1.0)
    whole = drawn.simulate(until=10)
    with pytest.raises(SimulationStopped, match="after 10 steps") as caught:
        drawn.simulate(until=10, max_steps=10)
    part = caught.value.trajectory
    assert part.steps == 10
    assert part.q[:-1] == pytest.approx(whole.q[: len(part.t) - 1], abs=1e-9)
    assert part.energy_error < 1e-9


def test_a_motion_that_cannot_begin_has_no_part():
    drawn = System("massless")
    bob = drawn.body("bob", 0)
    drawn.joint("revolute", GROUND, bob, "phi")
    with pytest.raises(LagrError) as caught:
        drawn.simulate(until=1)
    assert not isinstance(caught.value, SimulationStopped)


def test_a_ball_that_stops_between_impacts_keeps_them():
    drawn = System("ball")
    body = drawn.body("ball", 1)
    drawn.joint("prismatic", GROUND, body, "y", axis=(0, 1, 0))
    drawn.element("wall", radius=0.1, restitution=0.9)
    drawn.element("coordinate_spring", coordinate="y", c=1)  # flights are no parabolas
    drawn.start(y=1.0)
    steps = drawn.simulate(until=3).steps
    with pytest.raises(SimulationStopped) as caught:
        drawn.simulate(until=3, max_steps=steps - 2)
    part = caught.value.trajectory
    assert len(part.impacts) >= 2 and part.t[-1] < 3
    assert part.energy_error < 1e-9
    assert len(drawn.reactions(part).t) == len(part.t)


def test_the_command_writes_the_part_and_tells_the_problem(tmp_path, capsys):
    model, table = tmp_path / "ladder.lagr", tmp_path / "motion.csv"
    ladder().save(model)
    words = ["simulate", str(model), "--until", "1", "--points", "101", "--rtol", "1e-6"]
    assert main([*words, "--out", str(table), "--json"]) == 1
    said = capsys.readouterr()
    answer = json.loads(said.out)
    assert [entry["code"] for entry in answer["problems"]] == ["torn"]
    assert answer["t_end"] == pytest.approx(0.3, abs=1e-2)
    assert said.err.count("error: ") == 1
    rows = list(csv.DictReader(table.read_text("utf-8").splitlines()))
    assert float(rows[-1]["t (s)"]) == answer["t_end"]
    assert [float(row["t (s)"]) for row in rows[:29]] == pytest.approx(np.arange(29) / 100)


def test_the_report_is_written_as_far_as_the_motion_goes(tmp_path, capsys):
    model, folder = tmp_path / "root.lagr", tmp_path / "report"
    drawn = System("root")
    drawn.joint("prismatic", GROUND, drawn.body("body", 1), "x")
    drawn.element("coordinate_force", coordinate="x", force="sqrt(1 - t)")
    drawn.save(model)
    assert main(["report", str(model), "--out", str(folder), "--json"]) == 1
    said = capsys.readouterr()
    assert json.loads(said.out)["problems"] and said.err.count("error: ") == 1
    last = (folder / "motion.csv").read_text("utf-8").splitlines()[-1]
    assert float(last.split(",")[0]) == pytest.approx(1, abs=0.05)
