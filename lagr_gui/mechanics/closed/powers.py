"""The power that elements take in closed form, by what is written for each law."""

from __future__ import annotations

from fractions import Fraction

from lagr_gui.algebra import Canonical
from lagr_gui.catalogue.kinds import Energies, Friction
from lagr_gui.catalogue.shaped import Cushion
from lagr_gui.expression import Product, Symbol, read, write
from lagr_gui.mechanics.closed.derivation import Closed
from lagr_gui.mechanics.closed.measures import ClosedSpace, inserted
from lagr_gui.mechanics.reading import Part
from lagr_gui.mechanics.trees import negative


def dissipated(closed: Closed) -> Canonical:
    """What all elements and beams of a system take (W).

    That is 2 D of the Rayleigh functions of dampers, and q̇ ∂D/∂q̇ of a D that is given: it may be
    any.
    """
    given = {part.key for part in closed.reading.parts if isinstance(part.kind.law, Energies)}
    twice = closed.algebra.number(Fraction(2))
    powers = [twice * D for key, D in closed.D_parts.items() if key not in given]
    powers += [_taken(closed, part) for part in closed.reading.parts]
    return sum(powers, closed.algebra.zero)


def _taken(closed: Closed, part: Part) -> Canonical:
    kinematics, zero = closed.kinematics, closed.algebra.zero
    match part.kind.law:
        case Energies():
            D = closed.D_parts.get(part.key, zero)
            rates = (Symbol(q.name, 1) for q in kinematics.symbols[1:])
            return sum((kinematics.value(v) * D.derivative(v) for v in rates), zero)
        case Friction(slip=slip):
            from lagr_gui.mechanics.friction import force  # few models have any

            power = Product((negative(force(part)), read(slip)))
            return inserted(kinematics, part, write(power)).value
        case Cushion():
            from lagr_gui.mechanics.touching.cushions import cushioned  # few models have one

            pressed, along = cushioned(ClosedSpace(kinematics), part, lambda m: m.value)
            return pressed * kinematics.rate(along.value)
        case _:
            return zero
