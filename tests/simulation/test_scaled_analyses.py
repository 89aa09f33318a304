"""Models in other units of length, mass and time have the answers that they had."""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction

import numpy as np
import pytest

import lagr_gui
from lagr_gui.foundation.arrays import Array
from lagr_gui.model import Model
from lagr_gui.prepared import Prepared, prepare
from tests.each import each
from tests.samples.gallery import sample
from tests.simulation.scaling import Scale, Scaled

pytestmark = pytest.mark.filterwarnings("ignore::lagr_gui.foundation.problem.ModelWarning")

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
    found = lagr_gui.classify(Counted.of("flyball_governor", Scale(length=SMALL)).prepared)
    assert found == lagr_gui.classify(sample("flyball_governor"))


SIZES = [Scale(), Scale(length=SMALL, time=BIG), Scale(length=BIG, mass=SMALL, time=SMALL)]


def duffing() -> Model:
    """A body of 2 kg on a hardening spring with a dashpot, pushed at 5 rad/s."""
    system = lagr_gui.System("Duffing", gravity=(0, 0, 0))
    system.body(mass=2)
    for name, value, unit in (("c", 40, "N/m"), ("d", 0.8, "N s/m"), ("W", 5, "1/s")):
        system.parameter(name, value, unit=unit)
    system.joint("prismatic", 0, 1, "x", axis=(1, 0, 0))
    law = "-c*x - 10*c*x^3/0.3^2 - d*x' + F*cos(W*t)"
    system.parameter("F", 3, unit="N")
    system.element("coordinate_force", coordinate="x", force=law)
    system.start(x=0.05)
    return system.model


def followed() -> Model:
    """Two bodies on rails; a force on the first follows the second: it has no potential."""
    system = lagr_gui.System("Circulatory", gravity=(0, 0, 0))
    for number, axis in ((1, (1, 0, 0)), (2, (0, 1, 0))):
        system.body(mass=1)
        system.joint("prismatic", 0, number, f"x{number}", axis=axis)
    system.body(mass=1, inertia=(1, 1, 1))
    system.joint("revolute", 0, 3, "phi", axis=(0, 0, 1))
    for name in ("c", "k"):
        system.parameter(name, 9 if name == "c" else 1, unit="N/m")
    system.parameter("C", 5, unit="N m")
    for name, law in (("x1", "-c*x1 + k*x2"), ("x2", "-c*x2 - k*x1"), ("phi", "-C*phi")):
        system.element("coordinate_force", coordinate=name, force=law)
    return system.model


def pushed() -> Model:
    """A body of 2 kg on a spring with a dashpot, under a force F."""
    system = lagr_gui.System("Oscillator", gravity=(0, 0, 0))
    system.body(mass=2)
    for name, value, unit in (("c", 40, "N/m"), ("d", 0.8, "N s/m"), ("F", 0, "N")):
        system.parameter(name, value, unit=unit)
    system.joint("prismatic", 0, 1, "x", axis=(1, 0, 0))
    system.element("coordinate_force", coordinate="x", force="-c*x - d*x' + F")
    return system.model


def all_alike(found: list[Array]) -> None:
    """Answers that were counted back are those in old units, to 1e-6."""
    size = max(float(np.max(np.abs(found[0]))), 1e-300)
    for other in found[1:]:
        assert np.max(np.abs(other - found[0]), initial=0.0) <= 1e-6 * size


@each("model", [duffing(), "flyball_governor"])
def test_linear_equations_at_the_start_are_alike(model: Model | str) -> None:
    found: list[Array] = []
    for scale in SIZES:
        own = Counted.of(model, scale)
        linear = lagr_gui.linearize(own.prepared, at="start")
        found.append(np.sort(np.abs(np.linalg.eigvals(linear.A))) * own.second)
        assert linear.obstacle
        assert linear.certificate is not None and linear.certificate.residual < 1e-4
    all_alike(found)


def test_modes_and_verdicts_are_alike() -> None:
    for model, verdict in ((followed(), "unstable"), (pushed(), "asymptotically stable")):
        found: list[Array] = []
        for scale in (SIZES[0], Scale(length=SMALL, time=BIG), Scale(length=BIG)):
            own = Counted.of(model, scale)
            modes = lagr_gui.modes(own.prepared, at="start")
            assert modes.stability == verdict
            found.append(_parts(modes.eigenvalues * own.second))
        all_alike(found)


def _parts(values: np.ndarray) -> Array:
    """Real and imaginary parts of complex numbers, in their order."""
    ordered = sorted(values.tolist(), key=lambda own: (own.real, own.imag))
    return np.array([[own.real, own.imag] for own in ordered]).ravel()


def test_resonances_of_small_and_large_models_are_told() -> None:
    found: list[Array] = []
    for scale in SIZES:
        own = Counted.of(pushed(), scale)
        second, force = own.second, float(scale.of_unit("N"))
        omega = np.linspace(0.1, 10, 40) / second
        answer = lagr_gui.frequency_response(own.prepared, "F", ["x"], omega, at="start")
        (peak,) = answer.resonances
        length = float(scale.length)
        found.append(np.array([peak.omega * second, peak.amplitude * force / length]))
    all_alike(found)


def test_periodic_motions_are_alike() -> None:
    found: list[Array] = []
    for scale in SIZES:
        own = Counted.of(duffing(), scale)
        motion = lagr_gui.periodic_motion(own.prepared, "2*pi/W")
        state = own.q(motion.q), own.qd(motion.qd)
        found.append(np.concatenate([*state, _parts(motion.multipliers)]))
    all_alike(found)


def test_a_free_period_is_found_in_any_unit_of_time() -> None:
    found: list[Array] = []
    for scale in SIZES:
        own = Counted.of("simple_pendulum", scale)
        motion = lagr_gui.periodic_motion(own.prepared, 2.1 * own.second, free=True)
        found.append(np.array([motion.period / own.second]))
    all_alike(found)


@each("name, vary", [("double_pendulum", "q1"), ("elastic_pendulum", "r'")])
def test_sensitivities_are_alike(name: str, vary: str) -> None:
    found: list[Array] = []
    for scale in SIZES:
        own = Counted.of(name, scale)
        prepared, settings = own.prepared, lagr_gui.settings_of(own.prepared)
        until = settings.t0 + 0.2 * own.second
        short = replace(settings, t_end=until, points=5)
        slopes = lagr_gui.sensitivities(prepared, [vary], settings=short).q[:, :, 0]
        rate = own.second if vary.endswith("'") else 1.0
        unit = float(own.scaled.coordinate(vary.rstrip("'"))) / rate
        found.append(own.q(slopes) * unit)
    all_alike(found)


def test_a_locus_and_a_map_are_alike() -> None:
    found: list[Array] = []
    for scale in SIZES:
        own = Counted.of(duffing(), scale)
        unit = float(scale.of_unit("N s/m"))
        values = [-0.3 * unit, 0.1 * unit, 0.5 * unit]
        locus = lagr_gui.root_locus(own.prepared, {"d": values}, at="start")
        map_ = lagr_gui.stability(own.prepared, {"d": values[1:]}, "2*pi/W", jobs=1)
        assert map_.stable.all()
        assert locus.obstacle
        found.append(np.array([*np.abs(locus.eigenvalues[0] * own.second), *map_.measure]))
    all_alike(found)


def test_points_are_drawn_to_places_in_models_of_any_size() -> None:
    found: list[Array] = []
    for scale in SIZES:
        own = Counted.of("four_bar", scale)
        length = float(scale.length)
        places = (np.array([[0.1, 0, 0], [-0.3, 2.0, 0]]) * length).tolist()
        drawn = lagr_gui.drag(own.prepared, 2, *places)
        assert drawn.resting and not drawn.reached
        found.append(np.array([*own.q(drawn.q), *np.array(drawn.place) / length]))
    all_alike(found)


def test_a_target_of_a_small_model_is_not_reached_before_it_is() -> None:
    for scale in SIZES:
        own = Counted.of("simple_pendulum", scale)
        (at,) = lagr_gui.evaluate(own.prepared, own.prepared.start)
        beyond = (at.x[1] * (1 + 1e-6)).tolist()
        assert not lagr_gui.drag(own.prepared, 1, (0, 0, 0), beyond).reached
        assert lagr_gui.drag(own.prepared, 1, (0, 0, 0), (-at.x[1]).tolist()).reached


def test_a_motion_that_remains_is_shown_as_far_as_the_model_is_large() -> None:
    found: list[Array] = []
    for scale in SIZES:
        own = Counted.of(duffing(), scale)
        freedom = lagr_gui.mobility(own.prepared).freedom
        shown = lagr_gui.freedom_motion(own.prepared, freedom, 0)
        found.append(np.array([*shown.x.values()]) / float(scale.length))
    assert np.ptp(found[0]) > 0
    all_alike(found)


def test_states_beside_their_conditions_are_told_by_what_these_could_be() -> None:
    found: list[float] = []
    for scale in SIZES:
        own = Counted.of("four_bar", scale)
        start = own.prepared.start
        beside = replace(start, q=(start.q[0] + 1e-4, *start.q[1:]))
        (at,) = own.prepared.evaluator.evaluate(own.prepared.values, [beside])
        found.append(float(np.max(at.missed)))
    assert 1e-6 < found[0] < 1e-3
    assert found[1:] == [pytest.approx(found[0], rel=1e-6)] * 2
