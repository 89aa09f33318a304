"""Models in other units of length, mass and time have the answers that they had."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

import numpy as np
import pytest

import lagr_gui
from lagr_gui.arrays import Array
from lagr_gui.model import Model
from lagr_gui.prepared import Prepared, prepare
from tests.each import each
from tests.samples.gallery import sample
from tests.simulation.scaling import Scale, Scaled

pytestmark = pytest.mark.filterwarnings("ignore::lagr_gui.problem.ModelWarning")

BIG = Fraction(10) ** 6
SMALL = 1 / BIG


@dataclass(frozen=True, eq=False)
class Counted:
    """A model in other units: its answers counted back into the old ones."""

    scaled: Scaled

    @classmethod
    def of(cls, model: Model | str, scale: Scale) -> Counted:
        """A model, or a sample, in units of a scale."""
        return cls(Scaled(sample(model) if isinstance(model, str) else model, scale))

    @property
    def prepared(self) -> Prepared:
        """The model in new units."""
        return prepare(self.scaled.model)

    @property
    def second(self) -> float:
        """An old second in new ones."""
        return float(self.scaled.second)

    def q(self, values: Array) -> Array:
        """Coordinates (…, f) in old units."""
        names = self.prepared.coordinates
        return np.asarray(values) / [float(self.scaled.coordinate(name)) for name in names]

    def qd(self, values: Array) -> Array:
        """Velocities (…, f) in old units."""
        return self.q(values) * self.second

    def qdd(self, values: Array) -> Array:
        """Accelerations (…, f) in old units."""
        return self.q(values) * self.second**2


@each(
    "name, scale",
    [("double_pendulum", Scale(length=SMALL)), ("slider_crank", Scale(mass=BIG))],
)
def test_all_formalisms_agree_on_models_of_any_size(name: str, scale: Scale) -> None:
    found = lagr_gui.verify(Counted.of(name, scale).prepared.model, states=2)
    assert found.skipped == 0
    assert found.deviation < 1e-10


def test_equations_of_fast_and_slow_models_are_certified() -> None:
    for name, time in (("bead_on_hoop", SMALL), ("elastic_pendulum", BIG)):
        assert lagr_gui.certify(Counted.of(name, Scale(time=time)).prepared).residual < 1e-9


def test_states_of_a_small_mechanism_are_evaluated_as_those_of_a_large_one() -> None:
    found: list[Array] = []
    for scale in (Scale(), Scale(length=SMALL), Scale(length=BIG, mass=SMALL)):
        own = Counted.of("slider_crank", scale)
        (at,) = lagr_gui.evaluate(own.prepared, own.prepared.start)
        assert at.rank == 2
        found.append(own.qdd(at.qdd))
    assert found[1:] == [pytest.approx(found[0], rel=1e-9)] * 2


def test_a_small_system_is_of_the_sort_of_a_large_one() -> None:
    for scale in (Scale(length=SMALL), Scale(time=SMALL)):
        found = lagr_gui.classify(Counted.of("flyball_governor", scale).prepared)
        assert found == lagr_gui.classify(sample("flyball_governor"))
