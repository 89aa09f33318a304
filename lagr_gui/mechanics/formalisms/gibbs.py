"""The Gibbs–Appell equations ∂S/∂u̇_r = Q_r in generalised speeds."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import Any

from lagr_gui.mechanics.formalisms.calculus import Shares
from lagr_gui.mechanics.formalisms.formalism import Balanced, Column
from lagr_gui.mechanics.formalisms.generalised_speeds import GeneralisedSpeeds, MotionInSpeeds
from lagr_gui.mechanics.formalisms.kinetics import HALF, BodyMotion, Kinetics, no_body, scaled
from lagr_gui.mechanics.vectors import apply, cross, dot


class GibbsAppell(Balanced):
    """∂S/∂u̇_r = Q_r with S = Σ ½ M a² + ½ α·θ̄α + α·(ω×θ̄ω) (30).

    That is ½ ∫ r̈² dm without a part of turning in which no accelerations are.
    """

    name = "appell"
    equation = "30"

    def __init__(self, kinetics: Kinetics, speeds: GeneralisedSpeeds) -> None:
        super().__init__(kinetics)
        self.motion = MotionInSpeeds(kinetics, speeds)

    @cached_property
    def S(self) -> Shares:
        """S without all that holds no accelerations, by body.

        Raises LagrError where an element gives a kinetic energy: no body tells its r̈.
        """
        kinetics = self.kinetics
        if kinetics.reading.kinetic:
            raise no_body(kinetics.reading.kinetic[0])
        doubled = {body.key: self._doubled(body) for body in kinetics.bodies}
        for beam in kinetics.beams:
            X_second = [self.motion.rates(self.motion.vector(X)) for X in beam.X_rate]
            doubled[beam.key] = beam.moment(X_second, X_second)
        half = kinetics.algebra.number(HALF)
        still = dict.fromkeys(self.motion.speeds.rates, kinetics.algebra.zero)
        parts = {
            key: half * (value - kinetics.calculus.inserted(value, still))
            for key, value in doubled.items()
        }
        return kinetics.calculus.gathered(parts)

    def _doubled(self, body: BodyMotion) -> Any:
        omega = self.motion.vector(body.omega)
        a, alpha = self.motion.accelerations(body)
        gyroscopic = cross(omega, apply(body.theta_bar, omega))
        turning = dot(alpha, apply(body.theta_bar, alpha)) + dot(alpha, gyroscopic) * 2
        return body.M * dot(a, a) + turning

    @cached_property
    def linear(self) -> Column:
        """What S holds of each u̇_r to the first power: its slope where accelerations are 0."""
        still = dict.fromkeys(self.motion.speeds.rates, self.kinetics.algebra.zero)
        inserted = self.kinetics.calculus.inserted
        return [
            self.kinetics.calculus.gathered({k: inserted(v, still) for k, v in parts.items()})
            for parts in self.slopes
        ]

    @cached_property
    def slopes(self) -> Column:
        """∂S/∂u̇_r by body."""
        columns: Column = [{} for _ in self.motion.speeds.symbols]
        for key, value in self.S.items():
            slopes = self.kinetics.calculus.gradient(value, self.motion.speeds.rates)
            for column, slope in zip(columns, slopes, strict=True):
                if not slope.is_zero:
                    column[key] = slope
        return columns

    def terms(self) -> Mapping[str, Column]:
        """Slopes of S, forces."""
        forces = self.motion.projected(self.kinetics.Q)
        return {"slope": self.slopes, "force": [scaled(Q, -1) for Q in forces]}
