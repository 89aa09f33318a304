"""What can be asked of a system: the functions of `lagr_gui` with its model filled in."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from typing import Any

from numpy.typing import NDArray

from lagr_gui import pipeline
from lagr_gui.editing import edits
from lagr_gui.model import Model, Scalar
from lagr_gui.pipeline import (
    Box,
    Certificate,
    Choice,
    Conservation,
    Coordinates,
    DrivenMotion,
    Equilibria,
    Evaluation,
    Freedom,
    FrequencyResponse,
    Jacobian,
    Linearization,
    Matrices,
    Mobility,
    Modes,
    Motion,
    Moved,
    Place,
    Reaction,
    Reactions,
    Regressor,
    Report,
    SelfCheck,
    Sheet,
    Shortened,
    State,
    Struck,
    SymbolicLinearization,
    Trajectory,
    Weighing,
)

Given = State | Mapping[str, Any]
"""A state: ``{"t": 0.0, "q": […], "qd": […]}``, q and q̇ as lists or by coordinate."""


class Questions:
    """Questions to `model`; each method does what the function of its name in `lagr_gui` does.

    `special` names a special case of the model.  All raise LagrError for an unsound model.
    """

    model: Model

    # --- structure and equations -----------------------------------------------------------

    def check(self) -> Report:
        """Structure and problems; never raises."""
        return pipeline.check(self.model)

    def mobility(self, special: str = "") -> Mobility:
        """Degrees of freedom at the start, redundant conditions, dependent coordinates."""
        return pipeline.mobility(self.model, special)

    def equations(
        self,
        form: str = "shortest",
        special: str = "",
        formalism: str = "lagrange",
        quasi: Choice = "diagonal",
        side: str = "right",
        coordinates: Coordinates = "",
    ) -> Sheet:
        """The equations in closed form, or those of another formalism.

        `quasi` are the quasi-velocities of Boltzmann and Hamel; with the `side` ``one`` equations
        of motion have 0 on their right.  `coordinates` are those of the model, ``absolute`` or
        ``shortest`` angles, or formulas.  Raises LagrError for unknown names, and where a
        formalism does not apply.
        """
        model = self.model
        return pipeline.equations(model, form, special, None, formalism, quasi, side, coordinates)

    def in_coordinates(
        self, trajectory: Trajectory, coordinates: Coordinates, special: str = ""
    ) -> Moved:
        """A motion in other coordinates, and where these are not valid any more."""
        return pipeline.in_coordinates(self.model, trajectory, coordinates, special)

    def matrices(
        self, coriolis: str = "christoffel", form: str = "", special: str = ""
    ) -> Matrices:
        """M q̈ + C q̇ + d + g = Q + Wᵀ λ as matrices; C ``christoffel`` or by ``bodies``."""
        return pipeline.matrices(self.model, coriolis, form, special)

    def jacobian(
        self,
        body: int | str,
        point: Sequence[Scalar] | None = None,
        axes: str = "space",
        form: str = "",
        special: str = "",
    ) -> Jacobian:
        """The Jacobians of a point, given in axes of its body, and of the angular velocity."""
        return pipeline.jacobian(self.model, body, point, axes, form, special)

    def regressor(self, form: str = "", special: str = "") -> Regressor:
        """The base parameters of the bodies as formulas, and the matrix that belongs to them."""
        return pipeline.regressor(self.model, form, special)

    def regressor_values(
        self, q: Any, qd: Any, qdd: Any, t: Any = 0.0, base: bool = True, special: str = ""
    ) -> NDArray[Any]:
        """That matrix (n, f, b) at n positions, velocities and accelerations (n, f)."""
        return pipeline.regressor_values(self.model, q, qd, qdd, t, base, special)

    def weigh(
        self,
        trajectory: Trajectory | None = None,
        box: Box | None = None,
        form: str = "shortest",
        special: str = "",
        coordinates: Coordinates = "",
    ) -> Weighing:
        """Which terms of the equations matter along a motion, or in a box of states."""
        return pipeline.weigh(self.model, trajectory, box, form, special, coordinates)

    def shorten(
        self,
        accuracy: float,
        trajectory: Trajectory | None = None,
        box: Box | None = None,
        form: str = "shortest",
        special: str = "",
        coordinates: Coordinates = "",
    ) -> Shortened:
        """The equations without the terms that an accuracy can spare, and their errors."""
        return pipeline.shorten(self.model, accuracy, trajectory, box, form, special, coordinates)

    def evaluate(
        self,
        *states: Given | Sequence[Given],
        special: str = "",
        derivation: str = "recursion",
    ) -> list[Evaluation]:
        """E, x, g, h, Q, q̈, T, U, D and reactions at states, given one by one or as a list.

        Without states: at the start.  `derivation` is ``recursion`` or ``closed``.
        """
        given: list[Given] = []
        for entry in states:
            given += entry if isinstance(entry, (list, tuple)) else [entry]  # type: ignore[list-item]
        if not states:
            given = [pipeline.consistent_start(self.model, special)]
        return pipeline.evaluate(self.model, given, special, derivation)

    def accelerations(
        self, formalism: str, states: Given | Sequence[Given], special: str = ""
    ) -> NDArray[Any]:
        """q̈ (n, f) at n states by one formalism."""
        return pipeline.accelerations(self.model, formalism, states, special)

    def reactions_in(
        self, found: Evaluation | DrivenMotion, axes: str, special: str = ""
    ) -> dict[str, Reaction]:
        """The reactions of a state or a given motion in other axes; see `pipeline.AXES`."""
        return pipeline.reactions_in(self.model, found, axes, special)

    def condition_words(self) -> tuple[str, ...]:
        """What each multiplier of an evaluation belongs to, where an item has several."""
        return pipeline.condition_words(self.model)

    def stated_on_positions(self, name: str) -> Model:
        """The model in which the integral of a holonomic condition on velocities stands for it."""
        return pipeline.stated_on_positions(self.model, name)

    def strike(self, state: Given, special: str = "") -> list[Struck]:
        """What an impact of each limit would do at a state."""
        return pipeline.strike(self.model, state, special)

    def verify(self, states: int = 5, seed: int = 1, special: str = "") -> Certificate:
        """Both derivations and all formalisms compared at random states."""
        return pipeline.verify(self.model, states, seed, special)

    def certify(self, special: str = "") -> SelfCheck:
        """The closed form compared with the recursion and with an independent formalism."""
        return pipeline.certify(self.model, special)

    def listing(self, form: str = "product", special: str = "") -> str:
        """g, Γ and Q the way LAGR listed them."""
        return pipeline.listing(self.model, form, special)

    def write_deck(self) -> str:
        """The card deck of LAGR for this system. Raises LagrError for what LAGR cannot treat."""
        return pipeline.write_deck(self.model)

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write a model file that the window opens, arranged as a tree."""
        pipeline.save(edits.arrange(self.model), path)

    # --- motions ---------------------------------------------------------------------------

    def reactions(
        self, trajectory: Trajectory, axes: str = "space", special: str = ""
    ) -> Reactions:
        """Forces of joints, drives, rods and conditions, currents and voltages along a motion."""
        return pipeline.reactions(self.model, trajectory, axes, special)

    def conserved(
        self, trajectory: Trajectory | None = None, special: str = ""
    ) -> tuple[Conservation, ...]:
        """Conserved quantities, and their drift along a motion."""
        return pipeline.conserved(self.model, trajectory, special)

    def motion(self, trajectory: Trajectory, special: str = "") -> Motion:
        """Where the bodies are along a motion: x (n, 3) and R (n, 3, 3) by number (m)."""
        return pipeline.motion(self.model, trajectory, special)

    def inverse(
        self,
        motion: Mapping[str, Scalar] | Mapping[str, Sequence[float]] | None = None,
        times: Sequence[float] | None = None,
        noise: float = 0.0,
        special: str = "",
    ) -> DrivenMotion:
        """The forces that a motion needs: expressions in t by coordinate, or a table with t.

        Without a motion those that `prescribe` listed are meant.
        """
        return pipeline.inverse(self.model, motion, times, noise, special)

    # --- small motions ---------------------------------------------------------------------

    def equilibria(
        self,
        velocities: Mapping[str, float] | None = None,
        near: Mapping[str, float] | None = None,
        t: float | None = None,
        special: str = "",
        seed: int = 1,
    ) -> Equilibria:
        """Positions in which the system stays, with coordinates that go on at `velocities`."""
        return pipeline.equilibria(self.model, velocities, near, t, special, seed)

    def possible_inputs(self) -> tuple[str, ...]:
        """The names of all that can act on the system from outside: inputs of `linearize`."""
        return pipeline.possible_inputs(self.model)

    def linearize(
        self,
        at: Place = "equilibrium",
        inputs: Sequence[str] = (),
        outputs: Sequence[str] = (),
        velocities: Mapping[str, float] | None = None,
        special: str = "",
    ) -> Linearization:
        """The linear equations of small motions about ``equilibrium``, ``start`` or a state."""
        return pipeline.linearize(self.model, at, inputs, outputs, velocities, special)

    def linearize_symbolic(
        self,
        at: Mapping[str, Scalar] | None = None,
        velocities: Mapping[str, Scalar] | None = None,
        inputs: Sequence[str] = (),
        form: str = "shortest",
        special: str = "",
    ) -> SymbolicLinearization:
        """The same in closed form about positions given as expressions (others are zero)."""
        return pipeline.linearize_symbolic(self.model, at, velocities, inputs, form, special)

    def modes(
        self,
        at: Place = "equilibrium",
        velocities: Mapping[str, float] | None = None,
        special: str = "",
    ) -> Modes:
        """Eigenvalues (1/s), frequencies (Hz), damping, shapes and stability."""
        return pipeline.modes(self.model, at, velocities, special)

    def mode_motion(
        self,
        found: Modes,
        number: int,
        amplitude: float | None = None,
        special: str = "",
        period: float | None = None,
        periods: int = 1,
    ) -> Motion:
        """Periods of one of the modes, counted from 0, as a motion of the bodies."""
        return pipeline.mode_motion(self.model, found, number, amplitude, special, period, periods)

    def freedom_motion(
        self, found: Freedom, number: int, special: str = "", period: float = 2.0
    ) -> Motion:
        """One of the motions that conditions leave, counted from 0, to and fro."""
        return pipeline.freedom_motion(self.model, found, number, special, period)

    def frequency_response(
        self,
        input: str,
        outputs: Sequence[str] = (),
        omega: Sequence[float] | NDArray[Any] | None = None,
        at: Place = "equilibrium",
        velocities: Mapping[str, float] | None = None,
        special: str = "",
    ) -> FrequencyResponse:
        """Amplitudes and phases of outputs for an input cos ωt, at ω in rad/s."""
        return pipeline.frequency_response(
            self.model, input, outputs, omega, at, velocities, special
        )
