"""A model prepared for questions: what several of them need, each part made once."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache, partial
from hashlib import sha256
from typing import TYPE_CHECKING, Any, Generic, TypeVar

import numpy as np

from lagr_gui import simulation
from lagr_gui.catalogue import ELEMENTS, KINDS
from lagr_gui.catalogue.kinds import Energies
from lagr_gui.foundation.arrays import Array
from lagr_gui.foundation.problem import LagrError, ModelWarning, Problem, Severity
from lagr_gui.mechanics.checks.values import check_values
from lagr_gui.mechanics.numbers import (
    parameter_values,
    specialised,
    start_values,
    state_values,
    with_sample_functions,
)
from lagr_gui.mechanics.reading import Names, Reading, read_model
from lagr_gui.mechanics.rubbing.plain import has_bristles, plainly
from lagr_gui.model import Model, write_text
from lagr_gui.model.recent import of_recent
from lagr_gui.numerics import on_one_thread
from lagr_gui.numerics.state_layout import StateLayout
from lagr_gui.prepared.content import physics
from lagr_gui.prepared.extent import AROUND, Measures, coordinate_extents, duration, state_extents
from lagr_gui.prepared.report import Report, report
from lagr_gui.prepared.store import kept
from lagr_gui.subsystems import Expansion, expand
from lagr_gui.subsystems.signals import accelerated, acting_blocks
from lagr_gui.topology import Topology, analyse

if TYPE_CHECKING:  # derivations and kernels are loaded when one is asked for
    from lagr_gui.kernel import Bound, Kernel
    from lagr_gui.mechanics.closed import Closed, Metric
    from lagr_gui.mechanics.evaluation import ClosedEvaluator, RecursiveEvaluator
    from lagr_gui.mechanics.recursion import Recursion
    from lagr_gui.mechanics.state import State
    from lagr_gui.mechanics.structured import StructuredEvaluator
    from lagr_gui.simulation.friction.loads import BoundLoads
    from lagr_gui.subsystems.switching import Acting


T = TypeVar("T")


class PreparedPart(Generic[T]):
    """As `functools.cached_property`, without its lock.

    Parts ask for one another and for what is derived on one thread at a time: with a lock of its
    own each could wait for the other.  Two threads that ask at once may both compute a part; both
    get the same one.
    """

    def __init__(self, fget: Callable[[Any], T]) -> None:
        self.fget, self.__doc__ = fget, fget.__doc__

    def __get__(self, owner: Any, _: type) -> T:
        if owner is None:
            return self  # type: ignore[return-value]
        return owner.__dict__.setdefault(self.fget.__name__, self.fget(owner))


expanded = of_recent(expand)
Advance = Callable[[str, float], None]
"""Takes what is being derived, and which part of it is done (0 … 1)."""


@dataclass(frozen=True, eq=False)
class Prepared:
    """A model as it was `drawn`, in one of its special cases (empty: in none).

    With its frictions `by_name` their forces go by names in equations that are read.  Its parts are
    made when they are first asked for.  What does not depend on the values of parameters is shared
    by all models of equal physics; what does belongs to this one.
    """

    drawn: Model
    special: str = ""
    by_name: bool = False
    """Whether forces of friction stay names, for who reads the equations."""
    signal_names: Names = Names.NONE
    """The same of signals: which stay names."""

    def __post_init__(self) -> None:
        """Raise LagrError for an unknown special case before anything is made."""
        assert self.model is not None

    # --- what was drawn --------------------------------------------------------------------

    @PreparedPart
    def model(self) -> Model:
        """The model with its special case carried out, with states and expressions for blocks.

        Elements with dry friction have their senses of sliding among its parameters.  Raises
        LagrError for an unknown special case.
        """
        whole = plainly(self.expansion.model)
        if self.by_name:
            from lagr_gui.mechanics.friction import with_forces  # few models have any

            whole = with_forces(whole)
        return specialised(whole, self.special)

    @PreparedPart
    def digest(self) -> str:
        """The SHA-256 of the model, in a special case with the name of that."""
        special = f"special case {self.special}\n" if self.special else ""
        return sha256((special + write_text(self.model)).encode()).hexdigest()

    @PreparedPart
    def as_drawn(self) -> Model:
        """The same with points from the origins of bodies, as they were drawn."""
        return specialised(self.expansion.as_drawn or self.expansion.model, self.special)

    @PreparedPart
    def expansion(self) -> Expansion:
        """What was drawn without instances of subsystems, with joints that events can open."""
        found = expanded(self.drawn)
        if not self.drawn.events:
            return found
        from lagr_gui.subsystems.releases import released  # few models have events

        return released(found)

    @PreparedPart
    def general(self) -> Prepared:
        """The same without its special case, which may still be put into its closed form."""
        return replace(self, special="") if self.special else self

    @PreparedPart
    def named(self) -> Prepared:
        """The same with forces of friction by their names, where it has such."""
        if self.by_name or not self.report.sound or not self.reading.frictions:
            return self
        return replace(self, by_name=True)

    @PreparedPart
    def with_signal_names(self) -> Prepared:
        """The same in which signals stay names; itself where it has none."""
        return self._with_names(Names.ALL)

    @PreparedPart
    def with_switching_names(self) -> Prepared:
        """The same in which signals that switch or sample stay names; itself where none does."""
        acting = any(signal.cases for signal in self.model.signals)
        return self._with_names(Names.SWITCHING) if acting else self

    def _with_names(self, names: Names) -> Prepared:
        if self.signal_names or len(self.model.own_states) == len(self.model.signals):
            return self
        named = replace(self, signal_names=names)
        same = {"model": self.model, "report": self.report, "expansion": self.expansion}
        named.__dict__.update(same)
        return named

    def case(self, special: str) -> Prepared:
        """The same system in another special case (empty: in none)."""
        return self if special == self.special else replace(self, special=special)

    @PreparedPart
    def sampled(self) -> Prepared:
        """The same with samples in the place of functions that are left unspecified."""
        return self.of(with_sample_functions(self.model))

    def of(self, model: Model) -> Prepared:
        """Another model that was made of this one; this one where it is the same."""
        return self if model is self.model else self._like(model)

    def _like(self, model: Model) -> Prepared:
        """Another model, read with the same names."""
        return Prepared(model, by_name=self.by_name, signal_names=self.signal_names)

    def varied(self, model: Model, checked: bool = True) -> Prepared:
        """A model in which values of parameters and start values alone are others than in this one.

        What is read once stays.  Raises LagrError where no system has such values, if that is
        `checked`.
        """
        wrong = [p for p in check_values(model) if p.severity is Severity.ERROR] if checked else []
        if wrong:
            raise LagrError(wrong)
        return self._variant(model, self._like(model).model)

    def _variant(self, drawn: Model, model: Model) -> Prepared:
        """A drawing with other values, and what it is with states and expressions for blocks."""
        variant = object.__new__(Prepared)  # it is plain already
        variant.__dict__.update(
            drawn=drawn,
            special="",
            by_name=self.by_name,
            signal_names=self.signal_names,
            model=model,
            topology=self.topology,
            reading=self.reading,
            physics=self.physics,
            layout=self.layout,
        )
        return variant

    def read_as(self, other: Prepared) -> None:
        """Take what was read of a model that is alike; whether this one is sound is still asked."""
        parts = {"topology": "topology", "physics": "physics", "reading": "_read", "_read": "_read"}
        attributes = other.__dict__
        self.__dict__.update(
            {target: attributes[name] for name, target in parts.items() if name in attributes}
        )

    @PreparedPart
    def report(self) -> Report:
        """Structure and problems; never raises."""
        found = report(self.model, self.as_drawn, self.expansion, lambda: self.topology)
        if not self.drawn.events or self.expansion is expanded(self.drawn):
            return found
        from lagr_gui.prepared.opening import with_openings  # few models have such joints

        drawn = self.drawn.having(events=())
        before = self.own("before events", lambda: replace(self, drawn=drawn))
        return with_openings(found, before.report, self.drawn, self.as_drawn)

    def know(self, found: Report) -> None:
        """Take structure and problems from who has looked at the same model before."""
        self.__dict__.setdefault("report", found)

    def demand_sound(self) -> None:
        """Raise LagrError with the errors of an unsound model."""
        if not self.report.sound:
            raise LagrError(p for p in self.report.problems if p.severity is Severity.ERROR)

    def warn(self) -> None:
        """Give a `ModelWarning` for each warning: who asks hears it with the answer."""
        for problem in self.report.problems:
            if problem.severity is Severity.WARNING:
                warnings.warn(ModelWarning(problem), stacklevel=4)

    @PreparedPart
    def topology(self) -> Topology:
        """The structure of a model whose references are sound."""
        return analyse(self.model, KINDS)

    @property
    def is_bound(self) -> bool:
        """Whether conditions bind the coordinates of a sound model."""
        return self.report.sound and bool(self.reading.constraints)

    @PreparedPart
    def reading(self) -> Reading:
        """The model read for derivation. Raises LagrError with its errors."""
        self.demand_sound()
        read = self.__dict__.get("_read") or read_model(
            self.model, self.topology, self.signal_names
        )
        if has_bristles(self.model):
            from lagr_gui.mechanics.rubbing.bristles import exerting  # few models have any

            read = exerting(read, self.model)
        if not self.by_name:
            return read
        from lagr_gui.mechanics.friction import by_name  # few models have any

        return by_name(read, self.model)

    @property
    def coordinates(self) -> tuple[str, ...]:
        """The coordinates, in their order. Raises LagrError for an unsound model."""
        return self.reading.coordinates

    @PreparedPart
    def layout(self) -> StateLayout:
        """What the values of a state are. Raises LagrError for an unsound model."""
        units = tuple(signal.unit for signal in self.model.own_states)
        return StateLayout(self.coordinates, self.model.states, (*self.report.units, *units))

    # --- values ----------------------------------------------------------------------------

    @PreparedPart
    def values(self) -> Mapping[str, float]:
        """The values of the parameters by name. Raises LagrError where some have none."""
        return parameter_values(self.model)

    @PreparedPart
    def parameters(self) -> Array:
        """The same in their order, (p,)."""
        values = np.array(list(self.values.values()), float)
        values.setflags(write=False)
        return values

    @PreparedPart
    def start_values(self) -> tuple[list[float], list[float]]:
        """q and q̇ at the start as they are given, in the order of the coordinates."""
        return start_values(self.model, self.values, self.coordinates)

    @PreparedPart
    def start_states(self) -> list[float]:
        """The states of the first order at the start as they are given, (s,)."""
        return state_values(self.model, self.values)

    @PreparedPart
    def settings(self) -> simulation.Settings:
        """The settings of simulations that the model holds, with its start values."""
        q, qd = self.start_values
        chosen = self.model.simulation
        return simulation.Settings(
            t_end=chosen.until,
            q0=q,
            qd0=qd,
            t0=chosen.start,
            rtol=chosen.rtol,
            atol=chosen.atol,
            method=chosen.method,
            z0=self.start_states,
        )

    def completed(self, settings: simulation.Settings) -> simulation.Settings:
        """Settings in which states of the first order begin as in the model, if not otherwise."""
        if not self.layout.s or len(settings.z0):
            return settings
        return replace(settings, z0=self.settings.z0)

    def refuse_states(self) -> None:
        """Raise LagrError with states of the first order, or signals that switch: what asks knows
        none yet.
        """
        self.refuse_switching()
        if self.model.states:
            from lagr_gui.prepared.refused import refuse_states  # few models have any

            refuse_states(self.model)

    @PreparedPart
    def acting_signals(self) -> tuple[Acting, ...]:
        """The signals that switch, sample or are delayed, as what was drawn tells them."""
        return acting_blocks(self.as_drawn)

    def refuse_switching(self) -> None:
        """Raise LagrError where signals act at instants: what asks would keep what holds once."""
        if not self.model.signals:
            return
        from lagr_gui.subsystems.switching import refuse_acting  # few models have any

        refuse_acting(self.model)

    def refuse_events(self) -> None:
        """Raise LagrError where events happen: what asks would move as if there were none."""
        if self.model.events:
            from lagr_gui.subsystems.events import refuse_events  # few models have any

            refuse_events(self.model)

    def refuse_feedback(self) -> None:
        """Raise LagrError where forces are made of accelerations: what asks knows no such."""
        if accelerated(self.model) and self.report.sound:
            from lagr_gui.mechanics.checks.accelerations import refuse  # few models have such

            refuse(self.reading)

    def refuse_frictions(self) -> None:
        """Raise LagrError with dry friction: what asks knows one set of equations.

        And with signals that switch, and where forces are made of accelerations.
        """
        self.refuse_switching()
        self.refuse_feedback()
        if self.reading.frictions:
            from lagr_gui.prepared.refused import refuse_frictions  # few models have any

            refuse_frictions(self.reading)

    @PreparedPart
    def assembly(self) -> simulation.Assembly:
        """Start values that meet the conditions, near those that the model gives.

        Raises LagrError where the conditions cannot be met.
        """
        return self.assembled(self.settings)

    @on_one_thread
    def assembled(self, settings: simulation.Settings) -> simulation.Assembly:
        """Start values that meet the conditions, near those of the settings.

        Raises LagrError for settings that do not fit, and as `assembly` does.
        """
        settings = self.completed(settings)
        simulation.check_settings(settings, self.layout)
        wanted = tuple(entry.coordinate for entry in self.model.start)
        q, qd = np.array(settings.q0, float), np.array(settings.qd0, float)
        if self.conditions is None or not self.conditions.sources:
            return simulation.Assembly(q, qd, ())
        notes: tuple[Problem, ...] = ()
        if list(settings.q0) != self.start_values[0]:
            wanted = tuple(dict.fromkeys((*wanted, *self.coordinates)))
        elif self.whole is not self:
            whole = self.whole
            known = zip(self.coordinates, settings.q0, settings.qd0, strict=True)
            laid = whole.assembled(
                simulation.with_start(settings, whole.coordinates, whole.start_values, known)
            )
            at = [whole.coordinates.index(name) for name in self.coordinates]
            q, qd, notes = laid.q[at], laid.qd[at], laid.notes
        return simulation.assemble(self.conditions, settings.t0, q, qd, wanted, notes)

    @PreparedPart
    def whole(self) -> Prepared:
        """The same with all coordinates of joints that are cut, if some of these have start values.

        By these values too it is told how closed paths are laid out.
        """
        if self.topology.following.isdisjoint(s.coordinate for s in self.model.start):
            return self
        whole = replace(self)
        topology = analyse(self.model, KINDS, keeping=self.model.coordinates)
        physics = f"{self.physics} with all coordinates"
        whole.__dict__.update(topology=topology, report=self.report, physics=physics)
        return whole

    @property
    def start(self) -> State:
        """The state with which a simulation begins. Raises LagrError as `assembly` does."""
        from lagr_gui.mechanics.state import State  # with the first motion

        assembly = self.assembly
        t = self.model.simulation.start
        z = tuple(self.start_states)
        return State(t, tuple(assembly.q.tolist()), tuple(assembly.qd.tolist()), z)

    @PreparedPart
    def _own(self) -> dict[str, Any]:
        return {}

    def own(self, what: str, compute: Callable[[], T]) -> T:
        """What follows from this model with its values, computed once for this one alone."""
        if what not in self._own:
            self._own.setdefault(what, compute())
        return self._own[what]

    # --- physics, shared by all models of equal physics -------------------------------------

    @PreparedPart
    def cases(self) -> str:
        """The special cases that were drawn: they are put into what is derived of `general`."""
        return write_text(Model(special_cases=self.drawn.special_cases))

    @PreparedPart
    def physics(self) -> str:
        """The content that derivations depend on."""
        signals = f" and {self.signal_names} signals" if self.signal_names else ""
        return f"{physics(self.model)}{' by name' * self.by_name}{signals}"

    def kept(self, what: Hashable, compute: Callable[[], T], lasting: bool = False) -> T:
        """What follows from the physics alone, computed once for all models that share it.

        `lasting`: what is interrupted leaves it as it should be (`store.kept`).
        """
        return kept(self.physics, what, compute, lasting)

    @property
    def recursion(self) -> Recursion:
        """The recursion, made to be computed."""
        return self.kept("recursion", lambda: self._recursion(separate=False))

    @property
    def separate(self) -> Recursion:
        """The recursion that tells bodies apart which are fixed to each other."""
        return self.kept("separate", lambda: self._recursion(separate=True))

    def _recursion(self, separate: bool) -> Recursion:
        from lagr_gui.mechanics.recursion import Recursion  # closed forms do without

        return Recursion(self.reading, separate)

    @property
    def closed(self) -> Closed:
        """The closed form; its metric is kept when only elements change."""
        from lagr_gui.mechanics.closed import Closed, Metric

        def metric() -> Metric:
            elements = self.model.elements
            moving = tuple(e for e in elements if isinstance(ELEMENTS[e.kind].law, Energies))
            bodies = physics(self.model.having(elements=moving))
            reading = self.reading
            key = ("metric", reading.coordinates, reading.charges, reading.spelling)
            return kept(bodies, f"{key}", lambda: Metric(self.reading), lasting=True)

        return self.kept("closed", lambda: Closed(self.reading, metric()), lasting=True)

    @property
    def evaluator(self) -> RecursiveEvaluator:
        """Evaluates the recursion."""
        from lagr_gui.mechanics.evaluation import RecursiveEvaluator

        evaluator = self.kept("evaluate", lambda: RecursiveEvaluator(self.separate))
        return evaluator.sized(self.extents, 1 / self.unit_of_time)

    @property
    def closed_evaluator(self) -> ClosedEvaluator:
        """Evaluates the closed form; where it is too long, its formulas without expanding them."""
        from lagr_gui.mechanics.evaluation import closed_evaluator

        made = (self.reading, self.recursion, lambda: self.closed)
        evaluator = self.kept("evaluate closed", lambda: closed_evaluator(*made))
        return evaluator.sized(self.extents, 1 / self.unit_of_time)

    @property
    def structured_evaluator(self) -> StructuredEvaluator:
        """Evaluates the structured form."""
        from lagr_gui.mechanics.structured import structured_evaluator

        made = self.reading, self.recursion
        evaluator = self.kept("evaluate structured", lambda: structured_evaluator(*made))
        return evaluator.sized(self.extents, 1 / self.unit_of_time)

    # --- kernels with these values -----------------------------------------------------------

    @PreparedPart
    def conditions(self) -> simulation.BoundConstraints | None:
        """The conditions on the motion in numbers, with its limits; None where there are none."""
        reading = self.reading
        if not (reading.constraints or reading.limits or reading.meshes or reading.frictions):
            return None
        from lagr_gui.prepared import kernels  # with the first motion

        conditions = self.kept(
            "conditions", lambda: kernels.condition_kernel(self.recursion), lasting=True
        )
        start = self.model.simulation.start, *(np.array(v, float) for v in self.start_values)
        size = simulation.ModelSize(self.extents, duration(self.model), *start)
        return conditions.bind(self.parameters, size)

    @PreparedPart
    def loads(self) -> BoundLoads | None:
        """What presses where friction is bounded by reactions; None where there is none such."""
        if not self.reading.loaded:
            return None
        from lagr_gui.prepared import kernels  # with the first motion

        kernel = self.kept("loads", lambda: kernels.load_kernel(self.separate), lasting=True)
        return kernel.bind(self.parameters)

    def sliding(self, senses: tuple[float, ...]) -> Prepared:
        """The same while its frictions slide in these senses (1, −1), or stick (0)."""
        values = dict(zip(self.senses, senses, strict=True))
        return self.own(f"sliding {senses}", lambda: self.with_values(values))

    @property
    def senses(self) -> tuple[str, ...]:
        """The parameters that hold the senses of its frictions."""
        return tuple(part.sense for part in self.reading.frictions)

    def with_values(self, values: Mapping[str, float]) -> Prepared:
        """The same system while parameters have these values, and items are there or not."""
        there = self
        if self.model.events:
            from lagr_gui.subsystems.events import held_in, with_held  # few models have events

            changed, held = with_held(self.model, values), held_in(values)
            there = self.own(f"holding {held}", lambda: self.of(changed))
        model = there.model.each(
            "parameters", lambda p: p.having(value=values[p.name]) if p.name in values else p
        )
        return there._variant(model, model)

    @PreparedPart
    def measures(self) -> Measures:
        """The sizes of what the model gives, at the start."""
        starts = zip(self.coordinates, self.start_values[0], strict=True)
        return Measures(
            self.model, {"t": self.model.simulation.start, **self.values, **dict(starts)}
        )

    @property
    def length(self) -> float:
        """The largest length (m) that the model gives; 1 without any."""
        return self.measures.length

    @property
    def unit_of_time(self) -> float:
        """A tenth of the time (s) that the model moves: velocities count beside it."""
        return duration(self.model) / simulation.FLOORS.velocity_spans

    @PreparedPart
    def extents(self) -> Array:
        """How far each coordinate (f,) moves where the model moves as a whole."""
        return coordinate_extents(self.model, self.coordinates, self.measures)

    @property
    def state_extents(self) -> Array:
        """How far each state of the first order (s,) goes: as the model, or as it is at first.

        Bristles are bent by little before they slide.
        """
        known = {**self.values, "t": self.model.simulation.start}
        return state_extents(self.model.own_states, self.start_states, known, self.length)

    @property
    def state_units(self) -> Array:
        """How far the values of a state (n,) go: velocities in a tenth of the model's time."""
        rates = self.extents / self.unit_of_time
        return np.concatenate([self.extents, rates, self.state_extents])

    @property
    def floors(self) -> Array:
        """What each number of a state (n,) may miss, however small it is, after the start."""
        return simulation.Floors(self.with_extents(self.settings)).see(self.start.y)

    def with_extents(self, settings: simulation.Settings) -> simulation.Settings:
        """Settings that know how far coordinates and states of the first order go."""
        far, z_far = self.extents.tolist(), self.state_extents.tolist()
        return replace(settings, extents=far, z_extents=z_far)

    @property
    def surroundings(self) -> tuple[list[float], float, list[float]]:
        """How far each coordinate is where a state is any, and in what time (s) it goes as far.

        And how far states of the first order are.
        """
        far = coordinate_extents(self.model, self.coordinates, self.measures, AROUND)
        return far.tolist(), self.unit_of_time, self.state_extents.tolist()

    def system(
        self,
        start: tuple[float, Any, Any] | None = None,
        known: simulation.ChosenRows | None = None,
    ) -> simulation.KernelSystem:
        """The compiled equations of motion; parameters are inputs of the machine code.

        Of conditions that depend on each other those that are independent at `start` (t, q, q̇)
        are used, by default at the start of the model; those that are `known` already stay.
        """
        from lagr_gui.prepared import kernels  # with the first motion

        binding, chosen = self.conditions, known or self.chosen(start)
        if binding is None or chosen is None:
            kernel = self.kept("system", lambda: kernels.free_system(self.recursion), lasting=True)
            bound, limits = kernel.bind(self.parameters), self._limits(None)
            slopes = self._bound_later("slopes", lambda: kernels.slope_kernel(self.recursion, None))
            return simulation.KernelSystem(self.layout, bound, limits=limits, slopes=slopes)
        key = ("system", chosen.rows, chosen.weights)
        kernel = self.kept(key, lambda: kernels.bound_system(self.recursion, chosen), lasting=True)
        sizes = 4.0 ** np.round(np.log2(self.extents) / 2)  # roughly: values may slide
        make = partial(kernels.projection_kernel, self.recursion, chosen.rows, binding.reach, sizes)
        project = self._bound_later(("projection", chosen.rows, *sizes), make)
        refine = partial(kernels.refined_kernel, self.recursion, chosen)
        refined = self._bound_later(("refined", chosen.rows, chosen.weights), refine)
        bound, limits = kernel.bind(self.parameters), self._limits(chosen)
        slopes = self._bound_later(
            ("slopes", chosen.rows, chosen.weights),
            lambda: kernels.slope_kernel(self.recursion, chosen),
        )
        return simulation.KernelSystem(
            self.layout, bound, binding, chosen, project, refined, limits, slopes
        )

    def chosen(self, start: tuple[float, Any, Any] | None = None) -> simulation.ChosenRows | None:
        """The conditions that stand for all at a state, as for `system`; None without any."""
        binding = self.conditions
        if binding is None or not binding.sources:
            return None
        t, q, qd = start or (self.model.simulation.start, self.assembly.q, self.assembly.qd)
        return simulation.choose_rows(binding, t, np.asarray(q, float), np.asarray(qd, float))

    def _limits(self, chosen: simulation.ChosenRows | None) -> simulation.LimitPrograms | None:
        """What machine code needs of limits beside these rows, where there are limits."""
        if self.conditions is None or not self.conditions.limits:
            return None
        from lagr_gui.prepared import kernels  # with the first motion

        def recursion() -> Recursion:
            return self.separate if self.reading.loaded else self.recursion

        key = ("contact", chosen and (chosen.rows, chosen.weights))
        values = zip(self.reading.parameters, self.parameters.tolist(), strict=True)
        others = [value for name, value in values if name not in self.senses]
        return simulation.LimitPrograms(
            self._bound_later("gaps", lambda: kernels.gap_kernel(self.recursion)),
            self._bound_later(key, lambda: kernels.contact_kernel(recursion(), chosen), others),
            tuple(self.values[name] for name in self.senses),
            tuple(number for number, _ in self.reading.rough),
            loads.pressed if (loads := self.loads) else None,
            self.conditions.one_way,
        )

    def _bound_later(
        self, key: Hashable, make: Callable[[], Kernel], values: Sequence[float] | None = None
    ) -> Callable[[], Bound]:
        """A kernel, made when it is first asked for, with values of its parameters: all of them."""
        some = self.parameters if values is None else values
        return cache(lambda: self.kept(key, make, lasting=True).bind(some))
