"""Laws that a user writes as expressions must have the form that the theory asks for."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import combinations_with_replacement

from lagr_gui.catalogue import ELEMENTS
from lagr_gui.catalogue.geometry import OnCoordinate, Slot, Unplaced
from lagr_gui.catalogue.kinds import Condition, Energies, Friction, Limit, Load
from lagr_gui.expression import Call, Expression, Symbol, called, parts, read, substitute, symbols
from lagr_gui.foundation.message import say
from lagr_gui.foundation.problem import LagrError, Path, Problem, Severity
from lagr_gui.mechanics.laws import new_algebra
from lagr_gui.model import Element, Model
from lagr_gui.subsystems.signals import whole

CHETAEV = "nonlinear-condition"
"""The code of what is told of conditions that are not linear in the velocities."""


EASED = "eased-friction"
"""The code of what is told of friction that creeps where it should stick."""


def check_laws(model: Model) -> list[Problem]:
    """Conditions that are not linear in velocities, energies that are not quadratic in them."""
    enabled = [
        (index, element)
        for index, element in enumerate(model.elements)
        if element.enabled and element.kind in ELEMENTS
    ]
    problems = [p for index, element in enabled for p in _of(model, element, ("elements", index))]
    limited = any(
        isinstance(ELEMENTS[element.kind].of(element).law, Limit) for _, element in enabled
    )
    bent = [problem for problem in problems if problem.code == CHETAEV] if limited else []
    return [*problems, *(_with_limits(problem) for problem in bent)]


def assumed_laws(model: Model) -> tuple[Problem, ...]:
    """What equations of motion assume, of conditions that are not linear in the velocities.

    And of friction by an approximation.
    """
    return tuple(problem for problem in check_laws(model) if problem.code in (CHETAEV, EASED))


def eased_frictions(model: Model) -> tuple[Problem, ...]:
    """What is told beside motions of friction by an approximation."""
    every = enumerate(model.elements)
    eased = [(n, e) for n, e in every if e.enabled and getattr(e, "law", "exact") != "exact"]
    return tuple(problem for n, e in eased for problem in _eased(e, ("elements", n)))


def _with_limits(problem: Problem) -> Problem:
    """Impacts follow from conditions that are linear in the velocities before and after."""
    cause = (
        "The condition is not linear in the velocities, and the model has limits: what an impact "
        "does beside such a condition does not follow."
    )
    remedy = "Take the limits away, or state the condition linear in the velocities."
    return replace(problem, cause=cause, remedy=remedy, severity=Severity.ERROR, code="not-linear")


def _of(model: Model, element: Element, path: Path) -> Iterator[Problem]:
    kind = ELEMENTS[element.kind]
    place = say("Element “{name}”", name=element.name)
    if isinstance(kind.law, Condition) and isinstance(kind.geometry, Unplaced):
        for name in kind.law.velocity:
            tree = read(getattr(element, name))
            speeds = speeds_in(model, tree)
            if not speeds:
                cause = "The condition holds no velocity, so it binds none."
                remedy = "Write velocities as q', or use a condition on positions."
                yield Problem(place, cause, remedy, code="no-velocity", path=(*path, name))
            elif bent := bends(tree, speeds, 2):
                cause = say(
                    "The condition is not linear in the velocities ({bent}): that it exerts "
                    "λ ∂ψ/∂q̇ is an assumption (Chetaev’s rule, Gauss’ principle of least "
                    "constraint), which does not follow from d’Alembert’s principle.",
                    bent=", ".join(bent),
                )
                remedy = "Ask whether what brings the condition about acts in this way."
                where = (*path, name)
                yield Problem(place, cause, remedy, Severity.WARNING, CHETAEV, where)
        for name in kind.law.position:
            yield from _without_coordinate(model, element, name, BINDS, (*path, name))
    if isinstance(kind.law, Limit) and isinstance(kind.geometry, Unplaced):
        for name in kind.law.reached:
            yield from _without_coordinate(model, element, name, LIMITS, (*path, name))
    if isinstance(kind.law, Condition) and isinstance(kind.geometry, OnCoordinate):
        yield from _jumps(element, place, path)
    if isinstance(kind.geometry, Slot):
        yield from _corners(element, kind.geometry.curve, path)
    if isinstance(kind.law, Friction) and not kind.law.may_stick(element):
        yield from _eased(element, path)
    if isinstance(kind.law, Load):
        yield from _chatters(model, element, kind.law, place, path)
    if isinstance(kind.law, Energies) and isinstance(kind.geometry, Unplaced):
        name = kind.law.kinetic
        tree = read(getattr(element, name))
        if bent := bends(tree, speeds_in(model, tree), 3):
            cause = say(
                "T is more than quadratic in the velocities ({names}).", names=", ".join(bent)
            )
            remedy = "Kinetic energy is at most quadratic in the velocities."
            yield Problem(place, cause, remedy, code="not-quadratic", path=(*path, name))


BINDS = (
    "The condition holds no coordinate, so it binds nothing.",
    "Write it with the coordinates that it binds.",
)
LIMITS = (
    "The condition holds no coordinate, so it limits nothing.",
    "Write it with the coordinates that it limits.",
)


def _without_coordinate(
    model: Model, element: Element, name: str, words: tuple[str, str], path: Path
) -> Iterator[Problem]:
    tree = read(getattr(element, name))
    if not {symbol.name for symbol in symbols(tree)} & set(model.coordinates):
        cause, remedy = words
        place = say("Element “{name}”", name=element.name)
        yield Problem(place, cause, remedy, code="no-coordinate", path=path)


def _eased(element: Element, path: Path) -> Iterator[Problem]:
    """Friction that cannot stick is an approximation."""
    place = say("Element “{name}”", name=element.name)
    cause = "Its friction is eased, b tanh(γ/v): where it should stick it creeps."
    if getattr(element, "law", "") == "bristle":
        cause = (
            "Its friction is by bristles (LuGre): where it should stick it bends them, and creeps."
        )
    remedy = "Choose the exact law, which sticks, unless this is what is wanted."
    yield Problem(place, cause, remedy, Severity.HINT, EASED, (*path, "law"))


def _chatters(
    model: Model, element: Element, law: Load, place: str, path: Path
) -> Iterator[Problem]:
    """A force that jumps with the sign of a velocity holds the motion where that vanishes."""
    force = getattr(element, law.vector)
    signals = whole(model)
    for text in force if isinstance(force, tuple) else (force,):
        tree = substitute(read(text), signals)
        jumping = [*_jumping(tree)]
        if any(speeds_in(model, jump) for jump in jumping) or any(
            symbol.name in model.measures for jump in jumping for symbol in symbols(jump)
        ):
            cause = (
                "The force jumps with a velocity: where that becomes zero it changes for "
                "ever, and a simulation hardly goes on."
            )
            remedy = "Let an element with dry friction exert it: that slides, stops and sticks."
            where = (*path, law.vector)
            yield Problem(place, cause, remedy, Severity.WARNING, "jump", where)


def _jumping(tree: Expression) -> Iterator[Expression]:
    """The parts of an expression that jump where what they are made of passes through a value."""
    if isinstance(tree, Call) and tree.function in ("sign", "step"):
        yield tree
    for part in parts(tree):
        yield from _jumping(part)


ROUGH = {
    "step": say("positions jump"),
    "sign": say("positions jump"),
    "abs": say("velocities jump"),
    "min": say("velocities jump"),
    "max": say("velocities jump"),
}
"""What a prescribed motion may do with such a function in it."""


def _jumps(element: Element, place: str, path: Path) -> Iterator[Problem]:
    """A drive that jumps would need an infinite force, which no equation of motion holds."""
    motion = getattr(element, "motion", 0)
    rough = sorted(name for name, _ in called(read(motion)) if name in ROUGH)
    if rough:
        cause = say(
            "The motion holds {function}, with which {what}; the impact that goes with "
            "a jump is left out.",
            function=rough[0],
            what=ROUGH[rough[0]],
        )
        remedy = "Use a smooth function of t, or look at times without a jump only."
        where = (*path, "motion")
        yield Problem(
            say("{place}, motion", place=place), cause, remedy, Severity.WARNING, "jump", where
        )


def _corners(element: Element, curve: str, path: Path) -> Iterator[Problem]:
    """Where a slot has a corner it has no direction across which it could push."""
    rough = sorted(name for name, _ in called(read(getattr(element, curve))) if name in ROUGH)
    if rough:
        cause = say(
            "The curve holds {function}: where it jumps or has a corner, it has no direction and "
            "does not push the pin.",
            function=rough[0],
        )
        place = say("Element “{name}”, {field}", name=element.name, field=curve)
        remedy = "Use a smooth function of x."
        yield Problem(place, cause, remedy, Severity.WARNING, "jump", (*path, curve))


def speeds_in(model: Model, tree: Expression) -> list[Symbol]:
    """The velocities that a tree holds."""
    coordinates = set(model.coordinates)
    speeds = {
        symbol for symbol in symbols(tree) if symbol.order == 1 and symbol.name in coordinates
    }
    return sorted(speeds, key=lambda symbol: symbol.name)


def bends(tree: Expression, speeds: Sequence[Symbol], order: int) -> tuple[str, ...]:
    """Velocities by which some derivative of an order does not vanish; empty where all do."""
    bent: dict[str, None] = {}
    try:
        value = new_algebra().expression(tree)
        for chosen in combinations_with_replacement(speeds, order):
            slope = value
            for symbol in chosen:
                slope = slope.derivative(symbol)
            if not slope.is_zero:
                bent |= dict.fromkeys(f"{symbol.name}'" for symbol in chosen)
    except LagrError:
        return ()  # what cannot be written in closed form is told where it is derived
    return tuple(bent)
