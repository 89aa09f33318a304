"""What elements do, in vectors: Q_ρ = ∂_ρ x · F at points, ∂_ρ ω · M on bodies; U and D.

A force F along a line from x_b to x_a has the partial velocities of both ends: Q_ρ =
(∂_ρ x_a − ∂_ρ x_b)·F with F = −(dU/dλ) d/λ of a spring, −(∂D/∂λ̇) d/λ of a dashpot,
−2 (∂D/∂(ḋ²)) ḋ of LAGR's damper.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from lagr_gui.catalogue.kinds import Dissipation, Energies, Friction, Load, Potential
from lagr_gui.expression import Expression, Symbol, read, symbols, write
from lagr_gui.mechanics import friction
from lagr_gui.mechanics.elastic.beams import Beam
from lagr_gui.mechanics.laws import slope_over
from lagr_gui.mechanics.reading import Part
from lagr_gui.mechanics.structured.laws import Enter, law_of
from lagr_gui.mechanics.structured.laws import slope as slope_of
from lagr_gui.mechanics.structured.measures import StructuredMeasures, not_covered
from lagr_gui.mechanics.structured.points import Points
from lagr_gui.mechanics.structured.quantity import Quantity, Rank, apply, minus, nothing, plus
from lagr_gui.mechanics.trees import NOUGHT, negative
from lagr_gui.mechanics.trees import scaled as product_of


@dataclass
class StructuredEffect:
    """Q by index (1 … f), U and D of one element; γ of one with dry friction."""

    Q: dict[int, Quantity] = field(default_factory=dict[int, Quantity])
    U: Quantity = field(default_factory=lambda: nothing(Rank.SCALAR))
    D: Quantity = field(default_factory=lambda: nothing(Rank.SCALAR))
    slip: Expression = NOUGHT


class StructuredForces:
    """The effects of all elements that bind nothing."""

    def __init__(self, points: Points) -> None:
        self.points, self.book = points, points.book
        self.names = points.segments.names
        self.enter = points.segments.enter
        self.measures = StructuredMeasures(points)

    def effect(self, part: Part) -> StructuredEffect:
        """What one element does. Raises LagrError for one that this form does not cover."""
        self.measures.count += 1
        match part.kind.law:
            case Energies() as law:
                return self._given(part, law)
            case Potential(energy, power):
                effect, effect.U = self._over(part, energy)
                if power:
                    damping, effect.D = self._over(part, power)
                    effect.Q = _sum(effect.Q, damping.Q)
            case Dissipation(power):
                effect, D = self._over(part, power)
                effect.D = D
            case Load() as law:
                return self._load(part, law)
            case Friction() if not part.slopes:
                return self._friction(part)
            case _:
                raise not_covered(part)
        return effect

    def bending(self, beam: Beam) -> StructuredEffect:
        """Bending energy and internal damping of a beam (E3)."""
        rates = product_of(beam.damping, beam.energy(rates=True))
        tidy = self.points.segments.tidy
        return self._of_energies(tidy(self.enter(beam.energy())), tidy(self.enter(rates)), tidy)

    def _given(self, part: Part, law: Energies) -> StructuredEffect:
        """Those of given energies; T is part of the metric."""
        U, D = (self.enter(part.law(text)) for text in (law.potential, law.dissipation))
        return self._of_energies(U, D)

    def _of_energies(
        self, U: Expression, D: Expression, tidy: Enter = lambda tree: tree
    ) -> StructuredEffect:
        """−∂U/∂q − ∂D/∂q̇"""
        effect = StructuredEffect(U=self.book.scalar(U), D=self.book.scalar(D))
        for index, name in enumerate(self.names[1:], start=1):
            force = self.book.scalar(tidy(slope_of(U, Symbol(name))))
            brake = self.book.scalar(tidy(slope_of(D, Symbol(name, 1))))
            effect.Q[index] = minus(-force, brake)
        return effect

    def _over(self, part: Part, text: str) -> tuple[StructuredEffect, Quantity]:
        """An energy or a power over measures, which pushes against its slopes."""
        names = {symbol.name for symbol in symbols(read(text))}
        known = self.measures.of_force(part, names)
        measures = {name: measure for name, measure in known.items() if name in names}
        places = {name: measure.place for name, measure in measures.items()}
        tree = law_of(part, text, places, self.enter)
        effect, value = StructuredEffect(), self.book.scalar(tree)
        for measure in measures.values():
            if isinstance(place := measure.place, Symbol):
                slope = slope_over(tree, place, place) if measure.over else slope_of(tree, place)
                effect.Q = _sum(effect.Q, measure.act(self.book.scalar(negative(slope))))
        return effect, value

    def _friction(self, part: Part) -> StructuredEffect:
        """Dry friction by its name, or as it slides."""
        measure = self.measures.of_force(part, {"rate"})["rate"]
        place = {"rate": measure.place}
        tree = law_of(part, write(friction.force(part)), place, self.enter)
        slip = law_of(part, friction.law_of(part).slip, place, self.enter)
        return StructuredEffect(measure.act(self.book.scalar(tree)), slip=slip)

    def _load(self, part: Part, law: Load) -> StructuredEffect:
        if law.axes:
            return self._vector(part, law)
        force = self.book.scalar(self.enter(part.tree(law.vector)))
        return StructuredEffect(self.measures.of_force(part, {law.along})[law.along].act(force))

    def _vector(self, part: Part, law: Load) -> StructuredEffect:
        """A force or moment by its name, in space."""
        acted = self.measures.of_vector(part)
        vector = self.book.components(self.points.entered(part.trees(law.vector)))
        if part.value(law.axes) == "body":
            vector = apply(self.points.segments.seats[acted.body].A, vector)
        return StructuredEffect(
            acted.act(self.measures.named(acted.stem, vector, part.key, acted.words))
        )


def _sum(a: Mapping[int, Quantity], b: Mapping[int, Quantity]) -> dict[int, Quantity]:
    """The sum of generalised forces."""
    return {**a, **{index: plus(a[index], F) if index in a else F for index, F in b.items()}}
