"""What a force is made of: numbers that multiply, and dry friction, plain or eased about rest."""

from __future__ import annotations

from lagr_gui.catalogue.kinds import Friction
from lagr_gui.expression import Call, Expression, Product, Symbol, read, symbols
from lagr_gui.extensions.robots.polynomials import linear_in, polynomial
from lagr_gui.extensions.robots.taking import Taken
from lagr_gui.foundation.problem import LagrError
from lagr_gui.mechanics.reading import Part


def constant(robot: Taken, tree: Expression) -> float | None:
    """The number that an expression in parameters is; None for one in something else."""
    if any(s.order or s.name not in robot.prepared.values for s in symbols(tree)):
        return None
    try:
        return robot.number(tree)
    except LagrError:
        return None


def peeled(robot: Taken, tree: Expression) -> tuple[float, Expression]:
    """A number and what it multiplies."""
    if not isinstance(tree, Product):
        return 1.0, tree
    numbers = [constant(robot, factor) for factor in tree.factors]
    rest = [f for f, n in zip(tree.factors, numbers, strict=True) if n is None]
    if len(rest) != 1:
        return 1.0, tree
    factor, core = peeled(robot, rest[0])
    for number in numbers:
        factor *= 1.0 if number is None else number
    return factor, core


def plain_friction(robot: Taken, part: Part) -> float | None:
    """F of an element whose dry friction is F, whether it slides or sticks; None where it is not.

    Raises LagrError where F is no number.
    """
    law = part.kind.law
    assert isinstance(law, Friction)
    if not law.may_stick(part.record):
        return None
    F = robot.number(part.tree(law.kinetic))
    H = robot.number(part.tree(law.static)) if law.static else 0.0
    sides = (s.name for s in symbols(read(law.slip)) if s.name != "rate")
    still = all(robot.number(part.tree(name)) == 0 for name in sides)
    return F if H in (0.0, F) and still else None


def eased_friction(robot: Taken, part: Part) -> float | None:
    """F of a force −F tanh(q̇/v) on a coordinate; None where the force is another one.

    Raises LagrError where what stands in the tanh is no polynomial.
    """
    factor, core = peeled(robot, part.tree("force"))
    if factor >= 0 or not isinstance(core, Call) or core.function != "tanh":
        return None
    rate = Symbol(part.value("coordinate"), 1)
    inner = linear_in(polynomial(core.arguments[0], robot.prepared.values))
    if inner is None or inner[0] or inner[1].keys() != {rate} or inner[1][rate] <= 0:
        return None
    return -factor
