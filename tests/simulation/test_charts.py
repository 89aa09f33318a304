"""When charts are left and taken, and how angles are followed along given attitudes."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from lagr_gui.numerics.attitudes import TurnSequence
from lagr_gui.numerics.state_layout import StateLayout
from lagr_gui.simulation.charts import Charts, Coordinates, Turns
from lagr_gui.simulation.lifted_angles import Lift

OWN = TurnSequence(np.eye(3))
NOTHING = Coordinates(lambda *_: None, None)  # type: ignore[arg-type, return-value]


def charts(felt: bool = False) -> Charts:
    turns = Turns("ball", np.arange(3), OWN, felt)
    return Charts(StateLayout(("a", "b", "c")), [turns], NOTHING, lambda _: NOTHING)


def state(middle: float) -> np.ndarray:
    return np.array([0.2, middle, -0.1, 0.3, 1.0, 0.2])


def test_the_coordinates_of_the_model_are_left_near_their_lock_alone() -> None:
    found = charts()
    assert found.begin(0.0, state(1.3)) == pytest.approx(state(1.3), abs=0)
    assert found.present is None
    assert found.kept(np.zeros(3), np.array([state(0.0), state(1.0), state(1.3)])) is None
    assert found.kept(np.zeros(3), np.array([state(0.0), state(1.5), state(1.3)])) == 1
    assert found.kept(np.zeros(3), np.array([state(0.0), state(1.0), state(2.0)])) == 1
    assert found.kept(np.zeros(2), np.array([state(0.0), state(2.0)])) == 0


def test_a_motion_goes_back_where_forces_speak_of_its_angles() -> None:
    for felt in (False, True):
        found = charts(felt)
        y = found.begin(0.0, state(1.55))
        assert found.present is not None
        assert found.present.seen(np.zeros(1), y[None])[0] == pytest.approx(state(1.55), abs=1e-12)
        y[2] -= 0.5  # about the angular velocity, out of the lock
        found.change(0.0, y)
        assert (found.present is None) == felt


def test_other_turns_are_left_far_from_where_they_begin() -> None:
    found = charts()
    y = found.begin(0.0, state(1.55))
    assert found.present is not None
    tilted = [y + np.array([0, tilt, 0, 0, 0, 0]) for tilt in (0.9, 1.2)]
    assert found.present.holds(np.zeros(2), np.array(tilted)).tolist() == [True, False]


def test_angles_that_forces_speak_of_are_told_near_their_references() -> None:
    found = charts(felt=True)
    y = found.begin(0.0, state(1.55))
    assert found.present is not None
    turned = [y + np.array([0, 0, turn, 0, 0, 0]) for turn in (1e-3, 1.5)]
    assert found.present.holds(np.zeros(2), np.array(turned)).tolist() == [True, False]


def passing(miss: float, turns: float = 0.0) -> Any:
    """Attitudes whose pole passes its centre at a distance at t = 0, turned about the last axis."""

    def at(states: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        t = states[:, 0]
        d = np.stack([np.ones_like(t), t, np.full_like(t, miss)], axis=1)
        d /= np.linalg.norm(d, axis=1)[:, None]
        side = np.cross(d, np.array([0.0, 1.0, 0.0]))
        side /= np.linalg.norm(side, axis=1)[:, None]
        R = np.stack([side, np.cross(d, side), d], axis=-1)
        more = TurnSequence(np.eye(3)).turn(np.stack([0 * t, 0 * t, turns * t], axis=1))
        omega = np.stack([0 * t, 0 * t, 1 / (1 + t * t)], axis=1) + turns * d
        return (R @ more)[:, None], omega[:, None]

    return at


def followed(at: Any, ends: np.ndarray) -> Lift:
    R, _ = at(np.array([[-0.5]]))
    pole = OWN.pole(R[:, 0])[0]
    first = float(np.arctan2(pole[1], pole[0]))
    middle, last = (float(part[0]) for part in OWN.others(R[:, 0], np.array([first])))
    start = np.array([[first, middle, last]])
    lift = Lift([OWN], at, -0.5, np.array([-0.5]), start)
    lift.go_on(-0.5, ends, lambda t: np.atleast_1d(t)[None])
    return lift


@pytest.mark.parametrize("miss", [1e-3, -1e-6, 1e-9, 1e-11, -1e-11, 0.0])
def test_outer_angles_swing_by_half_a_turn_beside_the_lock_and_not_through_it(miss: float) -> None:
    lift = followed(passing(miss), np.array([0.1, 0.5]))
    t = np.array([-0.5, 0.5])
    R, beyond = (passing(way)(t[:, None])[0] for way in (miss, -miss))
    angles = lift.angles(t, R)[:, 0]
    swing = angles[1] - angles[0]
    expected = np.sign(miss) * np.pi
    assert np.abs(swing[0]) == pytest.approx(abs(expected), abs=5e-3)
    assert OWN.turn(angles) == pytest.approx(R[:, 0], abs=1e-12)
    other = followed(passing(-miss), np.array([0.1, 0.5])).angles(t, beyond)[:, 0]
    assert other[1, 0] - other[0, 0] == pytest.approx(-swing[0], abs=1e-9)
    assert len(lift.passages) == (abs(miss) <= 1e-6)
    if abs(miss) <= 1e-6:
        assert lift.passages[0].t == pytest.approx(0.0, abs=1e-6)


def test_many_turns_within_one_step_are_counted() -> None:
    at = passing(0.3, turns=40.0)
    lift = followed(at, np.array([0.5]))
    t = np.linspace(-0.5, 0.5, 401)
    angles = lift.angles(t, at(t[:, None])[0])[:, 0]
    assert np.abs(np.diff(angles, axis=0)).max() < 0.5
    assert angles[-1, 2] - angles[0, 2] == pytest.approx(40.0, abs=2.0)


def test_angles_go_on_where_a_motion_is_cut_short() -> None:
    at = passing(1e-3)
    lift = followed(at, np.array([-0.2, 0.3]))
    lift.cut(-0.1, np.array([-0.1]))
    lift.go_on(-0.1, np.array([0.5]), lambda t: np.atleast_1d(t)[None])
    t = np.linspace(-0.5, 0.5, 11)
    whole = followed(at, np.array([0.5]))
    R, _ = at(t[:, None])
    assert lift.angles(t, R) == pytest.approx(whole.angles(t, R), abs=1e-9)
