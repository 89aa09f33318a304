"""Who acts at instants: against closed forms of sampled, switched and thrown motions."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace

import numpy as np
import pytest

from lagr_gui import pipeline
from lagr_gui.analysis.motions.agents import AgentAction, AgentInstant, MotionUnderWay
from lagr_gui.model import Body, Model, Parameter
from lagr_gui.pipeline import PointForce, prepare
from lagr_gui.prepared import Prepared
from lagr_gui.simulation import Event, Settings
from tests.systems import element, joint, system

SAMPLE, END = 0.125, 2.0
RESTING = 0.5


def cart(force: str = "u", gravity: float = 0.0, u: float = 0.0) -> Model:
    """A mass on a rail, pushed by u: x'' = u / m + gravity."""
    return system(
        [Body(number=1, mass="m")],
        [joint("prismatic", "rail", 0, 1, axis=(1, 0, 0), coordinates=("x",))],
        [element("force", "push", body=1, vector=(force, 0, 0))],
        gravity=(gravity, 0, 0),
        parameters=(Parameter(name="m", value=2.0), Parameter(name="u", value=u)),
    )


@dataclass
class Sampled:
    """Whoever acts at equal times, and keeps what was seen."""

    law: Callable[[AgentInstant], AgentAction]
    seconds: float = SAMPLE
    next: float = 0.0
    seen: list[float] = field(default_factory=list)

    def due(self, t: float) -> float:
        return max(self.next, t)

    def watch(self) -> Sequence[Event]:
        return ()

    def act(self, instant: AgentInstant) -> AgentAction:
        assert not instant.woken
        self.next = instant.at.t + self.seconds
        self.seen.append(instant.at.q[0])
        return self.law(instant)


@dataclass
class Watching:
    """Whoever is woken where a function of the state passes through zero."""

    value: Callable[[float, np.ndarray], float]
    law: Callable[[AgentInstant], AgentAction]
    direction: int = 0
    times: list[float] = field(default_factory=list)

    def due(self, t: float) -> float:
        return math.inf

    def watch(self) -> Sequence[Event]:
        return (Event("met", self.value, self.direction),)

    def act(self, instant: AgentInstant) -> AgentAction:
        assert instant.woken == ("met",)
        self.times.append(instant.at.t)
        return self.law(instant)


def under_way(model: Model, *agents: Sampled | Watching) -> MotionUnderWay:
    prepared = prepare(model)
    return MotionUnderWay(prepared, settings(prepared), agents)


def settings(prepared: Prepared) -> Settings:
    """From x = 1 at rest."""
    return replace(prepared.settings, t_end=END, q0=(1.0,))


def controlled(instant: AgentInstant) -> AgentAction:
    return AgentAction(values={"u": -6 * instant.at.q[0] - 3 * instant.at.qd[0]})


def test_a_sampled_controller_is_the_map_from_sample_to_sample():
    agent = Sampled(controlled)
    motion = under_way(cart(), agent)
    motion.advance(END, 0.03)
    x, v, seen, driven = 1.0, 0.0, list[float](), list[float]()
    for _ in range(round(END / SAMPLE)):
        seen.append(x)
        driven.append(-6 * x - 3 * v)
        a = driven[-1] / 2
        x, v = x + v * SAMPLE + a * SAMPLE**2 / 2, v + a * SAMPLE
    assert agent.seen == pytest.approx(seen, abs=1e-9)
    assert (motion.at.q[0], motion.at.qd[0]) == pytest.approx((x, v), abs=1e-9)
    whole = motion.whole
    assert whole.driven is not None
    assert whole.driven.values[:, 0] == pytest.approx(driven, abs=1e-8)
    assert whole.T + whole.U - whole.supplied == pytest.approx(0.0, abs=1e-9)


def test_agents_act_in_their_order_and_see_what_those_before_have_done():
    def doubled(instant: AgentInstant) -> AgentAction:
        return AgentAction(values={"m": 2 * float(instant.system.values["u"])})

    motion = under_way(cart(), Sampled(lambda _: AgentAction(values={"u": 3.0})), Sampled(doubled))
    motion.advance(SAMPLE, 1.0)
    assert motion.instant.system.values["m"] == 6.0
    assert motion.at.qd[0] == pytest.approx(0.5 * SAMPLE)


def test_a_ball_that_an_agent_throws_back_bounces_as_in_the_closed_form():
    """Its speed is turned at x = 0 and loses a half of itself; heights are a quarter each time."""

    def thrown(instant: AgentInstant) -> AgentAction:
        return AgentAction(state=np.array([0.0, -RESTING * instant.at.qd[0]]))

    agent = Watching(lambda _, y: float(y[0]), thrown, direction=-1)
    motion = under_way(cart("0", gravity=-9.81), agent)
    motion.advance(1.0, 0.01)
    fall = math.sqrt(2 / 9.81)
    times = [fall * (1 + 2 * sum(RESTING**k for k in range(1, n + 1))) for n in range(9)]
    assert agent.times == pytest.approx([t for t in times if t < 1.0], abs=1e-7)
    whole = motion.whole
    assert whole.T + whole.U - whole.supplied == pytest.approx(whole.T[0] + whole.U[0], abs=1e-6)


def test_a_relay_swings_as_in_the_closed_form():
    """x'' = −2 sign x from x = 1, at rest: parabolas, with a zero each 2 s."""

    def switched(instant: AgentInstant) -> AgentAction:
        return AgentAction(values={"u": 4.0 if instant.at.qd[0] < 0 else -4.0})

    agent = Watching(lambda _, y: float(y[0]), switched)
    motion = under_way(cart(u=-4.0), agent)
    motion.advance(8.5, 0.1)
    assert agent.times == pytest.approx([1.0, 3.0, 5.0, 7.0], abs=1e-7)


def test_forces_of_several_agents_add_up_and_last_until_they_act_again():
    once = Sampled(lambda _: AgentAction(forces=(PointForce(1, (0, 0, 0), (4.0, 0, 0)),)), 10.0)
    fading = Sampled(
        lambda i: AgentAction(forces=(PointForce(1, (0, 0, 0), (-2.0 * (i.at.t < 0.4), 0, 0)),)),
        0.5,
    )
    motion = under_way(cart(), once, fading)
    motion.advance(1.0, 0.1)
    assert motion.at.qd[0] == pytest.approx((2.0 * 0.5 + 4.0 * 0.5) / 2, abs=1e-9)


def test_a_motion_without_agents_is_that_of_a_simulation():
    model = cart("u - 3*x - x*x'")
    motion = under_way(model)
    half = motion.advance(END / 2, END)
    motion.advance(END, END)
    whole = pipeline.simulate(model, settings(prepare(model)))
    assert motion.at.q[0] == pytest.approx(whole.q[-1, 0], abs=1e-8)
    assert half.t.tolist() == [0.0, END / 2]


def test_an_agent_that_is_due_again_at_once_is_an_error():
    with pytest.raises(ValueError, match="due again"):
        under_way(cart(), Sampled(controlled, 0.0)).advance(END, 1.0)
