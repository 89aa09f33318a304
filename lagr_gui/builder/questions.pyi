"""The questions to a system, as type checkers see them.  Written by `python -m tests.ground.stubs`."""

import os
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from lagr_gui.analysis.equations.charts import Coordinates, Moved
from lagr_gui.analysis.equations.conservation import Conservation
from lagr_gui.analysis.equations.coordinates import Reduction
from lagr_gui.analysis.equations.term_dimensions import TermDimensions
from lagr_gui.analysis.motions.stepwise import Stepwise
from lagr_gui.analysis.positions.drag import Dragged, Vector
from lagr_gui.analysis.runs import Struck
from lagr_gui.analysis.small_motions.equilibria import Equilibria
from lagr_gui.analysis.small_motions.small_motions import Place
from lagr_gui.analysis.structure.classification import Classification
from lagr_gui.analysis.structure.freedom import Mobility
from lagr_gui.analysis.structure.signals import SignalRow
from lagr_gui.analysis.trajectories.body_loads import ActingForces
from lagr_gui.analysis.trajectories.energy import EnergyBalance
from lagr_gui.analysis.trajectories.reactions import MotionWithReactions
from lagr_gui.extensions.comparison.comparison import Comparison
from lagr_gui.extensions.control.closing import ClosedMotion
from lagr_gui.extensions.control.design import Design
from lagr_gui.extensions.control.plant import Plant
from lagr_gui.extensions.control.task import Weights
from lagr_gui.extensions.families.basins import Basins
from lagr_gui.extensions.families.family import Sweep
from lagr_gui.extensions.families.fitting import Fit, HearFit
from lagr_gui.extensions.families.locus import RootLocus
from lagr_gui.extensions.families.periodic import PeriodicMotion
from lagr_gui.extensions.families.sections import Bifurcation, PoincareSection
from lagr_gui.extensions.families.sensitivity import Sensitivities
from lagr_gui.extensions.families.spreading import Cancel, Hear
from lagr_gui.extensions.families.stability import StabilityMap
from lagr_gui.extensions.inverse.motion import DrivenMotion
from lagr_gui.extensions.robotics.jacobian import Jacobian
from lagr_gui.extensions.robotics.matrices import Matrices
from lagr_gui.extensions.robotics.regressor import Regressor
from lagr_gui.extensions.signal_flow.records import Network, SignalValues
from lagr_gui.extensions.teaching.lines import Derivation
from lagr_gui.extensions.teaching.marking.verdicts import Marked
from lagr_gui.extensions.weighing.questions import Box, Shortened
from lagr_gui.extensions.weighing.terms import Weighing
from lagr_gui.foundation.selfcheck import SelfCheck
from lagr_gui.mechanics.certificate import Certificate
from lagr_gui.mechanics.evaluation import Evaluation
from lagr_gui.mechanics.formalisms.quasi import Choice
from lagr_gui.mechanics.linear import SymbolicLinearization
from lagr_gui.mechanics.sheets.friction_modes import FrictionMode
from lagr_gui.mechanics.sheets.sheet import Sheet
from lagr_gui.mechanics.state import State
from lagr_gui.mechanics.trajectories.free_body import FreeBody
from lagr_gui.mechanics.trajectories.poses import Motion
from lagr_gui.mechanics.trajectories.reactions import Reaction, Reactions
from lagr_gui.model import Model, Scalar
from lagr_gui.prepared import Advance, Report
from lagr_gui.simulation import Settings, Trajectory
from lagr_gui.simulation.linear.linearization import Linearization
from lagr_gui.simulation.linear.modes import Modes
from lagr_gui.simulation.linear.response import FrequencyResponse
from lagr_gui.simulation.positions.freedom import Freedom
from lagr_gui.simulation.system import Array

# ruff: noqa: E501
Given = State | Mapping[str, Any]

class Questions:
    "Questions to `model`; each method does what the function of its name in `lagr_gui` does.\n\n    `special` names a special case of the model.  All raise LagrError for an unsound model.\n"

    model: Model

    def accelerations(
        self,
        formalism: str,
        states: State | Mapping[str, Any] | Sequence[State | Mapping[str, Any]],
        special: str = "",
    ) -> NDArray[np.float64]:
        """q̈ (n, f) at n states (or a single one) by one formalism; nan where it is not determined.

        Slopes and rates of the conditions are those of the recursion.  Raises LagrError for an unsound
        model, an unknown formalism or one that does not apply, Disagreement where an independent
        formalism contradicts.
        """

    def basins(
        self,
        vary: Mapping[str, Sequence[float]],
        outputs: Sequence[str] = (),
        near: float = 0.01,
        settings: Settings | None = None,
        special: str = "",
        jobs: int | None = None,
        scheduler: str = "",
        progress: Hear | None = None,
        cancel: Cancel | None = None,
    ) -> Basins:
        """Which end each run of a sweep comes to, by its `outputs` there; without any, all q and q̇.

        Ends nearer to each other than `near`, of the range of all of them or of 1, belong together.
        For angles that turn through take ``cos(q1)`` and ``sin(q1)``; for periodic attractors an end
        after a whole number of periods.  Runs use all cores, or a cluster, as those of `sweep`.
        """

    def bifurcation(
        self,
        vary: Mapping[str, Sequence[float]],
        every: float | str | None = None,
        crossing: str = "",
        direction: str = "rising",
        after: float = 0.0,
        outputs: Sequence[str] = (),
        settings: Settings | None = None,
        special: str = "",
        jobs: int | None = None,
        scheduler: str = "",
        progress: Hear | None = None,
        cancel: Cancel | None = None,
    ) -> Bifurcation:
        """Sections over one parameter or start value: which motions remain `after` a settling time.

        All but `vary` is as for `section`; runs use all cores, or a cluster, as those of `sweep`.
        """

    def certify(self, special: str = "") -> SelfCheck:
        """Compare the equations that are read with recursion and independent check.

        They are those of the closed form as it is printed; where that is too long, of the structured
        form, and where that leaves lines out, nothing is compared.  That is at random states at which
        what is assumed of lengths holds, with samples in the place of functions that are left
        unspecified.
        Raises Disagreement, and LagrError for an unsound model or parameters without value.
        """

    def check(self) -> Report:
        """Structure and problems of a model; never raises."""

    def classify(self, special: str = "") -> Classification:
        """What sort of system a model is.

        Raises LagrError for an unsound model, and where its conditions cannot be met.
        """

    def closed_motion(
        self, design: Design, until: float | None = None, special: str = ""
    ) -> ClosedMotion:
        """The motion from the start values of a drawing with a controller put into it.

        It goes on `until` (s), or as long as the drawing says.  Raises LagrError as `put_in` does.
        """

    def compare(self, other: Model, special: str = "") -> Comparison:
        """What becomes of a model where another version of it takes its place.

        Items are known by their names, bodies by their numbers; results by the names of their
        coordinates.  Start values and values of parameters change no equations.
        """

    def condition_words(self) -> tuple[str, ...]:
        """What each multiplier of an evaluation belongs to, where an item has several conditions.

        Raises LagrError for an unsound model.
        """

    def conserved(
        self, trajectory: Trajectory | None = None, special: str = ""
    ) -> tuple[Conservation, ...]:
        """The conserved quantities, with their drift along a trajectory.

        Raises LagrError for an unsound model, or where the closed form is too long.
        """

    def derivation(
        self,
        depth: str = "normal",
        special: str = "",
        formalism: str = "lagrange",
        coordinates: Coordinates = "",
    ) -> Derivation:
        """The way from the drawing to the equations of motion, every line proved.

        A `depth` is ``brief``, ``normal`` or ``detailed``; a `formalism` is ``lagrange`` (19), ``lagr``
        by slopes of positions, g (17) and Γ (30), ``newton-euler``, ``kane`` or ``hamilton``.
        `coordinates` are chosen as those of equations; without a choice the angles that the model
        keeps.  Bound systems have multipliers.  Raises LagrError for an unsound model, an unknown
        depth, formalism or choice of coordinates, or one that does not apply, Disagreement for a line
        that is not what its formalism computes.
        """

    def design(
        self,
        inputs: Sequence[str],
        outputs: Sequence[str] = (),
        special: str = "",
        at: Place = "nearest",
        velocities: Mapping[str, float] | None = None,
        lqr: Weights | None = None,
        r: Weights = 1.0,
        poles: Sequence[complex] | None = None,
        kalman: Weights | None = None,
        noise: Weights = 1.0,
        observer: Sequence[complex] | None = None,
        pid: str = "",
        phase: float = np.pi / 3,
        crossover: float | None = None,
        sample: float = 0.0,
    ) -> Design:
        """A controller for a system about a place, by linear equations of small motions there.

        `inputs`, `outputs`, `at` and `velocities` are those of `plant`.  Wanted is a state feedback by
        weights `lqr` of the states and `r` of the inputs, or by `poles` (1/s; with a sample: of one
        step), or a `pid` (P, PI, PD, PID) with a `phase` margin in rad, perhaps at a `crossover` in
        rad/s.  `kalman` (noise in the rates of the states, a spectral density) and `noise` (in the
        outputs) make an observer, or its poles `observer`.  With a `sample` in s all goes from sample
        to sample, inputs are held between them, and noise is that at samples.  Raises LagrError for
        what cannot be.
        """

    def dimensions(self, sheet: Sheet | None = None, special: str = "") -> TermDimensions:
        """The dimension of every term of g, Γ, Q, T, U and D, by the units of parameters.

        Without a `sheet` that of the shortest form.  A term is proved where its dimension is that of
        its line; open where a parameter in it has no unit, or where a measure was typed as a number
        alone, which cannot be seen in a product; wrong otherwise, and where it comes from a field whose
        dimension is wrong.  Of a structured sheet none is told.  Raises LagrError for an unsound model.
        """

    def drag(
        self,
        body: int | str,
        point: Vector,
        target: Vector,
        start: Vector | Mapping[str, float] | None = None,
        normal: Vector | None = None,
        special: str = "",
    ) -> Dragged:
        """The position of a mechanism when a point of a body is drawn to a place of space (m).

        The point is given from the origin of the body, in its axes.

        It begins at `start` (by default where simulations begin) and follows through its joints, with
        loops closed and limits held, without a jump to another branch.  Distances along a `normal`
        do not count.  Raises LagrError for unknown bodies, and where loops cannot be closed.
        """

    def energy(self, trajectory: Trajectory, special: str = "") -> EnergyBalance:
        """The balance of energy by body and element along a simulation of the model.

        Raises LagrError for an unsound model and for a trajectory of other coordinates.
        """

    def equations(
        self,
        form: str = "terms",
        special: str = "",
        formalism: str = "lagrange",
        quasi: Choice = "natural",
        side: str = "right",
        coordinates: Coordinates = "",
        name_parts: bool = False,
        progress: Advance | None = None,
        lines: Sequence[str] = (),
        minimal: Reduction = False,
        multipliers: bool = False,
        mode: FrictionMode = "",
        signals: str = "names",
        after: str = "",
    ) -> Sheet:
        """g, Γ, Q, T, U, D and the kinematics in closed form, only what differs from zero.

        The form ``structured`` has vectors and composite quantities, and `definitions` of them.
        Another `formalism` gives its own functions and equations; `quasi` are the quasi-velocities
        of Boltzmann and Hamel.  Forces stand on the right of equations of motion, or everything on
        one `side` (``one``).  Other `coordinates` than those of the model are ``absolute`` angles,
        the ``shortest`` choice of angles, or formulas; the sheet tells them under `chosen`, and has
        been compared with the recursion.  Without a choice they are those that the model keeps
        (`angles`), as far as what else is chosen has them; ``relative`` ones are those of its joints.
        With `name_parts` sums that occur often in expanded results have names kappa_1, kappa_2 …
        among the `definitions`, where that makes the sheet shorter.
        With `lines` (``g2,1``, ``Gamma3,2,1``) only these are made, in the structured form, however
        many there are.
        The `minimal` equations of a bound system are those of its freedoms, without multipliers: those
        of Lagrange, Hamilton, Kane, Gibbs and Appell, Boltzmann and Hamel.  With None they are taken
        where a system has them.  With ``all`` nothing is put in: those of Lagrange stand in all
        coordinates, and the conditions beside.
        If `multipliers` are wanted they are told below minimal equations of Lagrange, in what these
        stand in: as results ``lambda`` and, of several that only equations of dependent coordinates
        tell together, as ``multipliers`` of `Sheet.minimal`.
        Forces of dry friction stand in all of them by their names, r_1, r_2 …, of which the sheet tells
        under `frictions`.  With a `mode` the equations of motion are those while elements with dry
        friction ``slides`` or ``sticks``, all of them or by name: ``brake=sticks,guide=slides``, and
        limits are in ``contact`` (``floor=contact``); otherwise these are ``open``.  What limits exert
        is told under `contacts`.
        Signals stand as `names`, with what they stand for in `Sheet.signals`, or are put ``in``, but
        for those that switch; in other coordinates all are.
        Equations hold before any event of the model; with `after` they are those after these events,
        with commas between.
        Raises LagrError for an unsound model, an unknown form, formalism, side, special case, mode or
        choice of coordinates, and where a formalism does not apply; Disagreement where the comparison
        fails.
        """

    def equilibria(
        self,
        velocities: Mapping[str, float] | None = None,
        near: Mapping[str, float] | None = None,
        t: float | None = None,
        special: str = "",
        seed: int = 1,
    ) -> Equilibria:
        """Equilibria of a system, relative ones where body 0 turns steadily.

        `velocities` of coordinates that go on steadily (a spinning wheel, a precession) stay as they
        are; all others are zero.  States of the first order rest too: they are looked for with the
        coordinates.  With a position `near` the equilibria come by their distance from
        it; without one, stable ones come first, and the lowest energy first among these.
        Raises LagrError for an unsound model or unknown coordinates.
        """

    def evaluate(
        self, *states: Given | Sequence[Given], special: str = "", derivation: str = "recursion"
    ) -> list[Evaluation]:
        """E, x, g, h, Q, q̈, T, U, D and reactions at states, given one by one or as a list.

        Without states: at the start.  `derivation` is ``recursion`` or ``closed``.
        """

    def fit(
        self,
        table: Mapping[str, Sequence[float] | Array],
        vary: Sequence[str] | Mapping[str, float | None],
        sigma: Mapping[str, float] | None = None,
        settings: Settings | None = None,
        special: str = "",
        progress: HearFit | None = None,
        cancel: Callable[[], bool] | None = None,
    ) -> Fit:
        """Parameters and start values for which the motion is nearest to measured curves.

        `table` has times ``t`` and columns by what they measure: coordinates or other outputs, also
        with names (``tip = position(Bob).x``); nan where nothing was measured.  `vary` are names of
        parameters, coordinates (start positions) and velocities ``phi'``, perhaps with values to begin
        from (None: that of the model).  `sigma` are the uncertainties of columns; without them each has
        that of what is left over.  Positive parameters stay positive.
        Raises LagrError for what cannot be read, for fewer measured values than what varies, and where
        no motion is found.
        """

    def forces(self, trajectory: Trajectory, special: str = "") -> ActingForces:
        """All that acts on each body along a motion.

        The trajectory must be one of this model with this special case.  Raises LagrError for an
        unsound model and a trajectory of other coordinates, Disagreement where mass times acceleration
        is another in an independent formalism.
        """

    def free_body(self, trajectory: Trajectory, body: int | str, special: str = "") -> FreeBody:
        """All that acts on a body, by name or number, along a motion of the model.

        Raises LagrError for a body that is not there, body 0, an unsound model, a trajectory of
        another one; Disagreement where an independent formalism contradicts.
        """

    def freedom_motion(
        self, found: Freedom, number: int, special: str = "", period: float = 2.0
    ) -> Motion:
        """One of the motions that remain, to and fro about the start, for the animation.

        `number` counts the columns of `found.motions` from 0.  Positions meet the conditions all
        the way; where the motion cannot go on it stays at its end.  Raises LagrError for a number
        that does not exist.
        """

    def frequency_response(
        self,
        input: str,
        outputs: Sequence[str] = (),
        omega: Sequence[float] | Array | None = None,
        at: Place = "equilibrium",
        velocities: Mapping[str, float] | None = None,
        special: str = "",
        mode: FrictionMode = "",
        after: str = "",
    ) -> FrequencyResponse:
        """Amplitude and phase of outputs for an input cos ωt, at circular frequencies (rad/s).

        Without `omega` 400 frequencies are taken from a tenth of the slowest mode to ten times the
        fastest.  `mode` and `after` are those of `linearize`.  Signals are delayed exactly, by
        e^{−iωτ}.  Raises LagrError as `linearize` does.
        """

    def in_coordinates(
        self, trajectory: Trajectory, coordinates: Coordinates, special: str = ""
    ) -> Moved:
        """A motion of the model in new coordinates, and where these are not valid any more.

        Raises LagrError as `equations` does for coordinates that are none.
        """

    def inverse(
        self,
        motion: Mapping[str, Scalar] | Mapping[str, Sequence[float]] | None = None,
        times: Sequence[float] | None = None,
        noise: float = 0.0,
        special: str = "",
    ) -> DrivenMotion:
        """The generalised forces that a motion needs beyond those of the model, by coordinate.

        `motion` gives coordinates as expressions in t, or a table: ``t`` and coordinates as lists,
        which splines make smooth (`noise` is the standard deviation of the positions).  Without it
        the motions that the model lists are meant.  `times` (s) are by default 201 from the start to
        the end of the simulation, or those of the table.

        Where as many coordinates are given as the system has freedoms this is inverse dynamics;
        where fewer are given the others move freely from their start values (mixed problem), for
        which expressions are needed.  Raises LagrError for motions that cannot be.
        """

    def jacobian(
        self,
        body: int | str,
        point: Sequence[Scalar] | None = None,
        axes: str = "space",
        form: str = "",
        special: str = "",
    ) -> Jacobian:
        """J_v of a point of a body (None: the centre of mass), and J_w of the body.

        The point is seen from the origin of the body, which `body` names or numbers, in its axes;
        `axes` are ``space`` or ``body``.  Raises LagrError for an unsound model, unknown names, and for
        body axes in the structured form.
        """

    def linearize(
        self,
        at: Place = "equilibrium",
        inputs: Sequence[str] = (),
        outputs: Sequence[str] = (),
        velocities: Mapping[str, float] | None = None,
        special: str = "",
        mode: FrictionMode = "",
        after: str = "",
        pade: int = 0,
    ) -> Linearization:
        """The linear equations of small deviations, exactly, about an equilibrium or a state.

        `inputs` are names of coordinates (a force on them), drives, components of forces (``push.x``),
        functions of time, parameters or signals that are expressions; `outputs` are coordinates,
        velocities (``phi'``), signals or expressions; without any, all coordinates.  An input that is a
        function takes the place of that function: without input it stays as it is at the start.  At a
        state that is not an equilibrium the deviations are those from the motion through it, with its
        rates of change taken as they are at that time.  With dry friction they are those of a `mode`:
        while it ``sticks`` or ``slides``, or limits are in contact (``touches``), all of them or by
        name, ``brake=sticks,floor=touches``.  They hold before any event of the model, or `after` some,
        with commas between.  Signals that are delayed are approximated by Padé, by rational functions
        of the order `pade`; without that they are refused.  With sampled laws it is a
        `SampledLinearization`, which has the map over a period of their samples too.  Raises LagrError
        where there is no such place, and where what sticks or touches cannot hold there.
        """

    def linearize_symbolic(
        self,
        at: Mapping[str, Scalar] | None = None,
        velocities: Mapping[str, Scalar] | None = None,
        inputs: Sequence[str] = (),
        form: str = "shortest",
        special: str = "",
        minimal: bool | None = False,
        mode: FrictionMode = "",
        after: str = "",
    ) -> SymbolicLinearization:
        """The linear equations in closed form about positions and velocities given as expressions.

        Velocities without a value are zero, and so are coordinates; under conditions these stay
        general.  The `minimal` ones of a bound system at rest are those of the coordinates that its
        conditions leave, without multipliers; with None they are taken where there are some.
        Names that the model does not know stay as they are, such as the angle of an
        equilibrium.  Where the place has a value, the matrices are compared with those found
        numerically; coordinates that stay general have the values of the start for that.  `mode` and
        `after` are those of `linearize`, with senses of sliding by velocities that are numbers.  Raises
        LagrError for an unsound model, unknown coordinates, places that do not meet the conditions
        or where forces have no value, and inputs that act by their rates; of minimal ones also where
        there are none, and for places of coordinates that follow from others.
        """

    def listing(self, form: str = "product", special: str = "") -> str:
        """The input, g, Γ and Q the way LAGR listed them, in general and after each replacement list.

        In a special case that case only.  Raises LagrError for an unsound model, and for an unknown
        form.
        """

    def mark(self, answers: str | Mapping[str, str], variant: int = 0) -> Marked:
        """The answers to the exercise of a model, with points and with what is wrong in them.

        `answers` are lines ``4.2: T2 = …``, or texts by what is asked.  A `variant` counts through the
        values of varied parameters.  Raises LagrError for an unsound model, for one without an
        exercise, and for an exercise that asks what the derivation does not have.
        """

    def matrices(
        self,
        coriolis: str = "christoffel",
        form: str = "",
        special: str = "",
        progress: Advance | None = None,
    ) -> Matrices:
        """M q̈ + C q̇ + d + g = Q + Wᵀ λ as matrices of expressions.

        `coriolis` chooses C: ``christoffel`` or ``bodies``; Ṁ − 2 C is skew with both.  Without a
        `form` it is the shortest, or the structured one where that is the only one to read.  Raises
        LagrError for an unsound model, unknown names, and for C by bodies in the structured form.
        """

    def mobility(self, special: str = "") -> Mobility:
        """How a model can move from its start.

        Raises LagrError for an unsound model, and where its conditions cannot be met.
        """

    def mode_motion(
        self,
        found: Modes,
        number: int,
        amplitude: float | None = None,
        special: str = "",
        period: float | None = None,
        periods: int = 1,
    ) -> Motion:
        """Periods of a mode, q₀ + a Re(v e^{iφ}), as a motion that the animation plays.

        `number` counts the modes from 0; a period lasts as long as that of the mode, or 1 s where it
        does not oscillate, or `period` (s) in slow motion.  The largest displacement is `amplitude`
        (rad or m), 0.3 if not given.
        """

    def modes(
        self,
        at: Place = "equilibrium",
        velocities: Mapping[str, float] | None = None,
        special: str = "",
        mode: FrictionMode = "",
        after: str = "",
        pade: int = 0,
    ) -> Modes:
        """Eigenvalues, modes and stability about an equilibrium or a state.

        `mode`, `after` and `pade` are those of `linearize`; without `pade` signals are delayed exactly,
        and modes are the rightmost ones.  With sampled laws they are `SampledModes`, in the unit
        circle.
        """

    def motion(self, trajectory: Trajectory, special: str = "") -> Motion:
        """Where the bodies are along a trajectory."""

    def output_units(self, expressions: Sequence[str], special: str = "") -> dict[str, str]:
        """SI units of expressions, by the same; empty for pure numbers and where none is known.

        Raises LagrError for what cannot be read, as `outputs` does.
        """

    def outputs(
        self, trajectory: Trajectory, expressions: Sequence[str], special: str = ""
    ) -> dict[str, Array]:
        """Expressions (n,) along a motion, by their texts or the names that are given to them.

        They are made of coordinates, velocities ``phi'``, accelerations ``phi''``, t, parameters,
        energies T, U, E = T + U, dissipated, supplied, balance, and what sensors show, such as
        ``position(Bob).x``, ``length(spring)`` or ``force(B).y`` (docs/command-line.md lists all);
        ``tip = position(Bob).x`` gives a name.
        Raises LagrError for what cannot be read, unknown names, and a trajectory of other coordinates.
        """

    def periodic_motion(
        self,
        period: float | str,
        settings: Settings | None = None,
        special: str = "",
        free: bool = False,
    ) -> PeriodicMotion:
        """The periodic motion of a given period near the start, and its multipliers.

        Newton's method makes the ends of a period meet, with the exact slopes of the motion.  `period`
        is a number (s) or an expression in parameters, such as ``2*pi/Omega``.  Where it is `free` it
        is a guess, and is found too: of systems that do not change with time.  Raises LagrError where
        none is found, and where forces do not repeat after such a period.
        """

    def plant(
        self,
        inputs: Sequence[str],
        outputs: Sequence[str] = (),
        special: str = "",
        at: Place = "nearest",
        velocities: Mapping[str, float] | None = None,
    ) -> Plant:
        """What a controller of these inputs has before it, about a place.

        `inputs` are forces, moments and voltages of the drawing, whose laws are taken away, or
        coordinates, for a further force on each.  `outputs` are what is measured: coordinates,
        velocities or expressions; without any, all coordinates.  At the place the inputs are held such
        that the system stays there: the equilibrium of the drawing that is next to its start
        (`"nearest"`), so that what stands upright is held upright, the first one (`"equilibrium"`,
        stable if there is one), its start, or any position ``{"q": {"phi": 3.14}}`` that they can
        hold.  Raises LagrError where they cannot.
        """

    def possible_inputs(self) -> tuple[str, ...]:
        """The names of all that can act on a model from outside: the inputs of `linearize`."""

    def put_in(self, design: Design) -> Model:
        """The drawing whose forces obey a controller, with its gains as parameters.

        It is a signal, or a block: a PID controller, with an observer one in state space, with a sample
        a sampled law.  What an earlier controller of the same forces had is replaced.  Raises LagrError
        where there is no controller, and for inputs that belong to a subsystem.
        """

    def reactions(
        self, trajectory: Trajectory, axes: str = "space", special: str = ""
    ) -> Reactions:
        """Reactions of joints, multipliers, forces of drives, currents and voltages along a motion.

        The trajectory must be one of this model with this special case.  Raises LagrError for
        unknown axes, an unsound model, and a trajectory of other coordinates.
        """

    def reactions_in(
        self, found: Evaluation | MotionWithReactions, axes: str, special: str = ""
    ) -> dict[str, Reaction]:
        """The reactions of a state or of a given motion, with force and moment in other axes.

        Points stay in space axes.  Raises LagrError for unknown axes, Disagreement where an independent
        formalism contradicts.
        """

    def regressor(self, form: str = "", special: str = "") -> Regressor:
        """The base parameters of the rigid bodies, as formulas, and Y_B(q, q̇, q̈).

        Under conditions equations hold with their multipliers, and mass that may be carried across
        joints that are cut is grouped too; `independent` says how many of the base parameters
        numbers tell apart.  Raises LagrError for an unsound model, an unknown form or special case,
        and where no formulas are found.
        """

    def regressor_values(
        self, q: Any, qd: Any, qdd: Any, t: Any = 0.0, base: bool = True, special: str = ""
    ) -> NDArray[np.float64]:
        """Y_B (n, f, b) at n positions, velocities and accelerations (n, f), one or many.

        Columns are those of `regressor(model).base`, or with `base` false of all its `parameters`.
        Raises LagrError for an unsound model and for parameters without a value.
        """

    def root_locus(
        self, vary: Mapping[str, Sequence[float]], at: str = "equilibrium", special: str = ""
    ) -> RootLocus:
        """The eigenvalues of small motions about an equilibrium or the start, over one parameter.

        The first equilibrium is that of `equilibria`; it is followed from value to value, and where it
        ends, as in a fold, that is told (`breaks`).  Raises LagrError for unknown names and for more or
        less than one; values without a place are told, and all of them without one are an error.
        Where laws sample eigenvalues are z ≠ 0 of the map over a period, also where a sample time
        varies.
        """

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write a model file that the window opens.

        What has a place in the drawing stays there; what is new is placed beside it, and all is
        arranged as a tree where nothing has one.
        """

    def section(
        self,
        every: float | str | None = None,
        crossing: str = "",
        direction: str = "rising",
        after: float = 0.0,
        outputs: Sequence[str] = (),
        settings: Settings | None = None,
        special: str = "",
    ) -> PoincareSection:
        """A Poincaré section: the motion `every` period from its start on, or at each `crossing`.

        A period is a number (s) or an expression in parameters, such as ``2*pi/Omega``; a crossing is
        an expression as `outputs` take, that passes zero ``rising``, ``falling`` or in ``both``
        directions.  What happens in the first `after` seconds is left out.  Raises LagrError where
        neither or both are named, and where the motion cannot be simulated.
        """

    def sensitivities(
        self,
        vary: Sequence[str],
        outputs: Sequence[str] = (),
        settings: Settings | None = None,
        special: str = "",
    ) -> Sensitivities:
        """How the motion, and `outputs` along it, change with parameters and start values.

        `vary` are names of parameters, of coordinates (start positions) and of velocities ``phi'``.
        Slopes are exact but for the integration: they are no differences of motions.  Raises
        LagrError for unknown names, for outputs that are no functions of the state (works,
        reactions), where the motion cannot be simulated, and where it meets stops or walls, at which
        slopes jump.
        """

    def shorten(
        self,
        accuracy: float,
        trajectory: Trajectory | None = None,
        box: Box | None = None,
        form: str = "terms",
        special: str = "",
        coordinates: Coordinates = "",
        name_parts: bool = False,
    ) -> Shortened:
        """The equations without the terms that an accuracy ε (0 … 1) can spare, and their errors.

        Along a motion the shorter equations are simulated too.  Raises LagrError as `weigh` does.
        """

    def signal_flow(self, special: str = "") -> Network:
        """The model as a network of blocks and wires, with its algebraic loops.

        Momentum and angular momentum of each body, joints and beams, meshes of circuits, laws of
        elements, conditions, integrators; causality is that near the start of the model.  Raises
        LagrError for an unsound model, one with kinetic energies that elements give, and where a force
        or motion stays open.
        """

    def signal_values(
        self, state: State | Mapping[str, Any] | None = None, special: str = ""
    ) -> SignalValues:
        """The numbers of the network at a state, that of the start if not given.

        Blocks are evaluated one after the other, algebraic loops by solving their equations together;
        coordinates that conditions tell are found near those of the state.  Limits in contact are not
        part of the network.  Raises LagrError as `signal_flow`, and where there is no solution.
        """

    def signals(self, special: str = "") -> tuple[SignalRow, ...]:
        """Expressions in the order in which they are evaluated, then states.

        Raises LagrError for an unsound model.
        """

    def stability(
        self,
        vary: Mapping[str, Sequence[float]],
        period: float | str | None = None,
        settings: Settings | None = None,
        special: str = "",
        jobs: int | None = None,
        scheduler: str = "",
        progress: Hear | None = None,
        cancel: Cancel | None = None,
    ) -> StabilityMap:
        """A map of stability over parameters: where the periodic motion, or an equilibrium, is stable.

        With a `period` (s, or an expression in parameters) a periodic motion is judged by its
        multipliers; runs use all cores, or a cluster, as those of `sweep`.  Without one it is an
        equilibrium, by its eigenvalues.  The first is the one near the start; it is followed from each
        combination to the next, and where it ends, as in a fold, that is told (`breaks`).  Raises
        LagrError for equilibria of equations that change with time, whose eigenvalues decide nothing.
        """

    def stated_on_positions(self, name: str) -> Model:
        """The model in which the integral of a condition on velocities stands for it.

        f(q, t) keeps the value that it has at the start.  Raises LagrError where there is no such
        element, where it has several conditions, and where no integral was found.
        """

    def stepwise(
        self,
        state: State | Mapping[str, Any] | None = None,
        settings: Settings | None = None,
        special: str = "",
    ) -> Stepwise:
        """A motion that goes on bit by bit, from the start values or from another state.

        It has the tolerances and the method of `settings` (default: those of the model).  Raises
        LagrError where it cannot begin.
        """

    def strike(self, state: State | Mapping[str, Any], special: str = "") -> list[Struck]:
        """What an impact of each limit would do at a state, wherever that is (33–39).

        Raises LagrError for an unsound model or a state that does not fit.
        """

    def sweep(
        self,
        vary: Mapping[str, Sequence[float]],
        outputs: Sequence[str] = (),
        out: str | Path | None = None,
        settings: Settings | None = None,
        special: str = "",
        jobs: int | None = None,
        resume: bool = False,
        scheduler: str = "",
        progress: Hear | None = None,
        cancel: Callable[[], bool] | None = None,
        overwrite: bool = False,
    ) -> Sweep:
        """The motions for all combinations of values, with the curves of `outputs`.

        `vary` holds values by the names of parameters, of coordinates (start positions) and of
        velocities ``phi'``; without `outputs`, which may have names (``tip = position(Bob).x``), all
        coordinates are looked at.  With `out` runs go to an
        HDF5 file as they are done, and `resume` goes on with one that was begun; a file that ends in
        ``.csv`` or ``.npz`` is written in the end.  A file that is there is replaced with `overwrite`
        only, and never while another program works at it.  `jobs` are worker
        processes, one for each core if not given; the numbers do not depend on them.  With the address
        of a `scheduler` of dask.distributed its workers take their place.  A run that fails
        is told in the result and ends nothing.  `progress` hears how many runs are done; where `cancel`
        says yes `Cancelled` is raised, and the file keeps what is done.
        Raises LagrError for unknown names and for what is not the file of this sweep.
        """

    def units_from_use(self) -> dict[str, str]:
        """The units, by name, of parameters without one, as far as they follow from their use.

        Each place and each sum is an equation for dimensions; a number other than ±1, ±2, ±1/2 that
        multiplies may have any.
        """

    def verify(
        self, states: int = 5, seed: int = 1, special: str = "", expanded: bool = True
    ) -> Certificate:
        """Compare all derivations and formalisms at random states.

        States are brought to the conditions on the motion where that is possible: where conditions
        depend on each other, only such states have accelerations.  The closed form is compared as its
        formulas stand where it is too long, or nobody reads it `expanded`.  Raises LagrError for an
        unsound model.
        """

    def weigh(
        self,
        trajectory: Trajectory | None = None,
        box: Box | None = None,
        form: str = "terms",
        special: str = "",
        coordinates: Coordinates = "",
        name_parts: bool = False,
    ) -> Weighing:
        """The weight of each term of g, Γ and Q along a motion, or in a box of states.

        With `name_parts` terms are those of equations whose frequent sums have names.
        Raises LagrError where there is neither, for a box that does not fit, for the structured form,
        and where parameters or functions have no value.
        """

    def write_deck(self) -> str:
        """The card deck of a model.

        Raises LagrError for an unsound model, and naming what LAGR could not have treated.
        """
