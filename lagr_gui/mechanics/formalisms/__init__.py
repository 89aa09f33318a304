"""Other forms of the same equations: each its own way from the model to the accelerations."""

from __future__ import annotations

from dataclasses import dataclass
from importlib import import_module
from typing import TYPE_CHECKING

from lagr_gui.foundation.message import say
from lagr_gui.foundation.problem import refusal
from lagr_gui.foundation.registry import Registry

if TYPE_CHECKING:
    from lagr_gui.mechanics.formalisms.numeric import Evaluator
    from lagr_gui.mechanics.reading import Reading

__all__ = ["COMPUTING", "FORMALISMS", "Formalism"]


@dataclass(frozen=True)
class Formalism:
    """A form of the equations of motion: its name, what it is called, and how it is computed.

    `home` is its class (``module:class`` in this folder), which is loaded when it is asked for:
    an evaluator, or with `residual` what gives a `ResidualEvaluator` its residual.  One without a
    home is Lagrange's second kind of a system with other coordinates: it is shown alone.
    """

    name: str
    title: str
    home: str
    residual: bool = True

    def evaluator(self, reading: Reading) -> Evaluator:
        """What computes in this form. Raises LagrError for one that is only shown."""
        if not self.home:
            raise refusal(
                place=say("Formalism “{name}”", name=self.name),
                cause="Its coordinates are not those of the model.",
                remedy="Compute in another form.",
                code="only-shown",
            )
        from lagr_gui.mechanics.formalisms.numeric import ResidualEvaluator

        module, _, name = self.home.partition(":")
        kind = getattr(import_module(f"{__name__}.{module}"), name)
        return ResidualEvaluator(kind, reading) if self.residual else kind(reading)


FORMALISMS: Registry[Formalism] = Registry("formalism")
"""All formalisms by name, in the order in which they are told."""

for _formalism in (
    Formalism("lagrange", "Lagrange’s second kind", "energies:Lagrange"),
    Formalism("lagrange-1", "Lagrange’s first kind", ""),
    Formalism("hamilton", "Hamilton", "hamilton:HamiltonEvaluator", residual=False),
    Formalism("nielsen", "Nielsen", "energies:Nielsen"),
    Formalism("tzenoff", "Tzénoff", "energies:Tzenoff"),
    Formalism("appell", "Appell", "energies:Appell"),
    Formalism(
        "boltzmann-hamel",
        "Boltzmann–Hamel",
        "boltzmann_hamel:BoltzmannHamelEvaluator",
        residual=False,
    ),
    Formalism("kane", "Kane, Jourdain", "kane:Kane"),
    Formalism("newton-euler", "Newton–Euler", "newton_euler:NewtonEulerEvaluator", residual=False),
    Formalism("gauss", "Gauss", "gauss:Gauss"),
):
    FORMALISMS.add(_formalism.name, _formalism)

COMPUTING = tuple(name for name, form in FORMALISMS.items() if form.home)
"""Those that compute accelerations of the coordinates of a model."""
