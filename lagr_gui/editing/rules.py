"""What may be connected with what: asked while the user draws, enforced by the edits."""

from __future__ import annotations

from lagr_gui.catalogue import ELEMENTS, JOINTS
from lagr_gui.catalogue.geometry import Side
from lagr_gui.foundation.message import say
from lagr_gui.foundation.problem import Problem
from lagr_gui.model import Model
from lagr_gui.subsystems import own_numbers


def may_connect(model: Model, kind: str, a: int, b: int) -> Problem | None:
    """Why a joint or element of a kind cannot lead from body a to body b; None when it can."""
    numbers = {0, *model.numbers}
    numbers |= {number for one in model.instances for number in own_numbers(model, one)}
    for number in (a, b):
        if number not in numbers:
            return _no(say("There is no body {number}.", number=number), "Draw to a body.")
    if kind in JOINTS and a == b:
        return _no("A joint connects two different bodies.", "Draw to another body.")
    if kind in JOINTS and b == 0 and a == 0:
        return _no("Body 0 cannot move against itself.", "Draw to another body.")
    match ELEMENTS[kind].geometry.ends.side if kind in ELEMENTS else None:
        case Side.TERMINALS | Side.COILS:
            return _no("The element belongs to a circuit.", "Draw it from terminal to terminal.")
        case Side.BODIES if a == b:
            return _no("The element would join two points of one body.", "Draw to another body.")
        case Side.GROUND if a == b:
            return _no("The element would lie between a body and itself.", "Draw to another body.")
        case Side.NOWHERE:
            return _no("The element belongs to no body.", "Click on the paper to put it down.")
        case Side.BODY if a == 0 and b == 0:
            return _no("A load on body 0 moves nothing.", "Draw it to a moving body.")
        case _:
            return None


def may_join(model: Model, kind: str, a: str, b: str) -> Problem | None:
    """Why a branch of a kind cannot lead from terminal a to terminal b; None when it can."""
    names = {terminal.name for terminal in model.terminals}
    if kind not in ELEMENTS or ELEMENTS[kind].role is None:
        return _no("It is no branch of a circuit.", "Draw it from one body to another.")
    for name in (a, b):
        if name not in names:
            return _no(say("There is no terminal “{name}”.", name=name), "Draw to a terminal.")
    if a == b:
        return _no("A branch joins two different terminals.", "Draw to another terminal.")
    return None


def _no(cause: str, remedy: str) -> Problem:
    return Problem(place="Connection", cause=cause, remedy=remedy, code="connect")
