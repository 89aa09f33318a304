"""Other forms of the same equations: each its own way from the model to the accelerations."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

from lagr_gui.mechanics.formalisms.boltzmann_hamel import BoltzmannHamelEvaluator
from lagr_gui.mechanics.formalisms.energies import Appell, Lagrange, Nielsen, Tzenoff
from lagr_gui.mechanics.formalisms.gauss import Gauss
from lagr_gui.mechanics.formalisms.hamilton import HamiltonEvaluator
from lagr_gui.mechanics.formalisms.kane import Kane
from lagr_gui.mechanics.formalisms.newton_euler import NewtonEulerEvaluator
from lagr_gui.mechanics.formalisms.numeric import Constraint, Evaluator, ResidualEvaluator
from lagr_gui.mechanics.reading import Reading
from lagr_gui.registry import Registry

__all__ = ["FORMALISMS", "Constraint", "Evaluator", "Formalism"]


@dataclass(frozen=True)
class Formalism:
    """A form of the equations of motion: its name, what it is called, and how it is computed."""

    name: str
    title: str
    evaluator: Callable[[Reading], Evaluator]


FORMALISMS: Registry[Formalism] = Registry("formalism")
"""All formalisms by name, in the order in which they are told."""

for _formalism in (
    Formalism("lagrange", "Lagrange’s second kind", partial(ResidualEvaluator, Lagrange)),
    Formalism("hamilton", "Hamilton", HamiltonEvaluator),
    Formalism("nielsen", "Nielsen", partial(ResidualEvaluator, Nielsen)),
    Formalism("tzenoff", "Tzénoff", partial(ResidualEvaluator, Tzenoff)),
    Formalism("appell", "Appell", partial(ResidualEvaluator, Appell)),
    Formalism("boltzmann-hamel", "Boltzmann–Hamel", BoltzmannHamelEvaluator),
    Formalism("kane", "Kane, Jourdain", partial(ResidualEvaluator, Kane)),
    Formalism("newton-euler", "Newton–Euler", NewtonEulerEvaluator),
    Formalism("gauss", "Gauss", partial(ResidualEvaluator, Gauss)),
):
    FORMALISMS.add(_formalism.name, _formalism)
