"""Minimal equations of balls: ω in the place of the velocities of three angles."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from lagr_gui.expression import Expression, Symbol, symbols
from lagr_gui.mechanics.closed import Closed
from lagr_gui.mechanics.formalisms.calculus import Exact
from lagr_gui.mechanics.formalisms.generalised_speeds import freely_turned, natural_speeds
from lagr_gui.mechanics.formalisms.kinetics import Kinetics
from lagr_gui.mechanics.minimal.speeds import Speeds
from lagr_gui.mechanics.sheets.sheet import Sheet


def turning_speeds(closed: Closed, independent: Speeds) -> Speeds | None:
    """Independent speeds with ω of bodies that three angles turn freely; None without such bodies.

    All other ones stay as they are.  Raises LagrError where results are too long.
    """
    kinetics = Kinetics(closed.reading, Exact(closed.reading))
    if not any(True for _ in freely_turned(kinetics)):
        return None
    found = natural_speeds(kinetics, independent)
    values = dict(zip(found.symbols, found.values, strict=True))
    own: dict[Symbol, Expression] = {u: value.tree() for u, value in values.items()}
    plain = {u: tree for u, tree in own.items() if isinstance(tree, Symbol)}
    if len(found.symbols) - len(plain) == len(independent.chosen):
        return None
    kept = [plain.get(u, u) for u in found.symbols]
    every = tuple(u for u in kept if isinstance(u, Symbol))
    velocities = (value.substitute(plain, {}).tree() for value in found.velocities)
    expression = closed.algebra.expression
    return replace(
        independent,
        symbols=every,
        rates=tuple(Symbol(u.name, u.order + 1) for u in every),
        velocities=tuple(map(expression, velocities)),
        chosen={u: expression(tree) for u, tree in own.items() if u not in plain},
    )


def turns_along(closed: Closed, sheet: Sheet) -> bool:
    """Whether angles that turn a body freely stand in equations of motion."""
    names = closed.kinematics.symbols
    kinetics = Kinetics(closed.reading, Exact(closed.reading))
    angles = {names[mu] for _, _, used in freely_turned(kinetics) for mu in used}
    return any(angles & symbols(tree) for tree in _motion(sheet))


def _motion(sheet: Sheet) -> Iterator[Expression]:
    for balance in sheet.balances:
        if balance.coordinate not in sheet.coordinates:
            yield from (term.tree for term in (*balance.left, *balance.right))
