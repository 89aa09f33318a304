"""Dry friction as trees: what slides, what holds, and the sense of sliding σ as a parameter.

    −λ ∈ b(γ) Sgn γ                                                       (R1)
      slides:  λ = −σ b(γ),  σ = sgn γ,  b(γ) = R + (H − R) exp(−(|γ|/v)^δ)
      sticks:  γ = 0,  |λ| ≤ H                                            (R2)

σ is a parameter that nobody types (`senses`).  What an element exerts while it sticks is a
multiplier.  In equations that are read λ goes by a name, r_1, r_2 …, which holds
while it slides and while it sticks.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Any

from lagr_gui.catalogue.kinds import Friction, JointLoad, RopeLoad
from lagr_gui.catalogue.surfaces import SurfaceLoad
from lagr_gui.expression import Call, Expression, Number, Power, Product, Sum, Symbol, read
from lagr_gui.expression.rows import product
from lagr_gui.mechanics.reading import Part, Reading
from lagr_gui.mechanics.senses import added, numbers_of, rubbing, sense_of
from lagr_gui.mechanics.trees import NOUGHT, negative
from lagr_gui.model import Model

FORCE = "force"
"""What is made of an element whose force goes by a name."""
JOINT, ACROSS, ALONG, LEAD, SORT = "joint", "across", "along", "lead", "sort"
"""And of one that the reaction of a joint presses: the names of the joint and of its forces.

Of a thread also how far it goes in a turn of 1, of surfaces the kind of their joint.
"""
FIRST, SECOND, WRAP = "first", "second", "wrapped"
"""And of a rope on a drum: its tensions S₁ and S₂, and the angle there where none is given."""
TENSIONS, ANGLES = ("S", "F_S", "S_rope"), ("beta", "theta", "beta_rope")
"""Letters of these."""
ACROSS_HINGE, ACROSS_SLIDE, ALONG_HINGE = ("F", "P", "F_pin"), ("N", "P", "N_fr"), ("A", "F_ax")
"""Letters of such forces: across the axis of a hinge or slide, and along it."""
OURS = "force of dry friction"
"""What is said of parameters that are such names."""
STEMS = ("r", "f", "F", "R", "r_fr")
"""Letters of such names: the first one that no other name of the model looks like."""


def with_forces(model: Model) -> Model:
    """The model with the names of the forces of friction as parameters; their value is any."""
    return added(model, [*_forces(model).values()], 1, OURS)


def by_name(reading: Reading, model: Model) -> Reading:
    """The reading of a model in which each force of friction goes by its name."""
    names = _forces(model)
    parts = tuple(_named(part, names, model) if part.rubs else part for part in reading.parts)
    return replace(reading, parts=parts)


def _named(part: Part, names: Mapping[Piece, str], model: Model) -> Part:
    """An element whose force goes by its name."""
    made = {**part.made, FORCE: Symbol(names[part.record.name, part.number])}
    number = int(names[part.record.name, min(part.number, 1)].rpartition("_")[2])
    if isinstance(law_of(part).load, RopeLoad):
        made |= _named_rope(number, model)
    elif part.is_loaded:
        joint: Any = next(j for j in model.joints if part.value("coordinate") in j.coordinates)
        made |= {JOINT: Symbol(joint.name), SORT: Symbol(joint.kind)}
        if joint.kind == "screw":
            made[LEAD] = product((read(joint.pitch), read("1/(2*pi)")))
        across = ACROSS_SLIDE if part.slopes or not load_of(part).radius else ACROSS_HINGE
        along = ACROSS_SLIDE if LEAD in made else ALONG_HINGE
        for key, stems in ((ACROSS, across), (ALONG, along)):
            (free,) = _free(model, stems, [number]) or [f"{stems[-1]}_{number}"]
            made[key] = Symbol(free)
    return replace(part, made=made)


def _named_rope(number: int, model: Model) -> dict[str, Expression]:
    """The tensions of a rope on a drum, and the angle there, by the number of its friction."""
    pair = [2 * number - 1, 2 * number]
    first, second = _free(model, TENSIONS, pair) or [f"{TENSIONS[-1]}_{n}" for n in pair]
    (angle,) = _free(model, ANGLES, [number]) or [f"{ANGLES[-1]}_{number}"]
    return {FIRST: Symbol(first), SECOND: Symbol(second), WRAP: Symbol(angle)}


Piece = tuple[str, int]
"""An element, and the number of its component of slip; 0 where it has one alone."""


def _forces(model: Model) -> dict[Piece, str]:
    """The elements with dry friction, each with the name of its force along a slip."""
    pieces = [(e.name, number) for e in rubbing(model) for number in numbers_of(model, e)]
    if not pieces:
        return {}
    names = _free(model, STEMS, range(1, len(pieces) + 1))
    return dict(zip(pieces, names, strict=bool(names)))


def _free(model: Model, stems: Sequence[str], numbers: Iterable[int]) -> list[str]:
    """Names with these numbers that look like no other name; none where all stems are taken."""
    from lagr_gui.expression.letters import pretty  # few models have dry friction

    typed = [entry.name for entry in model.parameters if entry.description != OURS]
    others = (entry.name for entry in model.functions)
    taken = set(map(pretty, (*model.coordinates, *model.states, *typed, *others)))
    numbers = list(numbers)
    ways = ([f"{stem}_{number}" for number in numbers] for stem in stems)
    return next((way for way in ways if taken.isdisjoint(map(pretty, way))), [])


def law_of(part: Part) -> Friction:
    """The law of an element with friction."""
    law = part.kind.law
    assert isinstance(law, Friction)
    return law


def sticking(part: Part) -> str:
    """The field of H, the largest force that holds."""
    law = law_of(part)
    given = bool(law.static) and part.tree(law.static) != NOUGHT
    return law.static if given else law.kinetic


def load_of(part: Part) -> JointLoad:
    """What presses in an element whose friction is bounded by the reaction of its joint."""
    load = law_of(part).load
    assert isinstance(load, JointLoad)
    return load


def surface_of(part: Part) -> SurfaceLoad:
    """What presses in an element whose friction acts along several coordinates of its joint."""
    load = law_of(part).load
    assert isinstance(load, SurfaceLoad)
    return load


def by_reaction(part: Part) -> bool:
    """Whether the reaction of its joint presses such an element, beside a preload."""
    load = surface_of(part)
    return part.value(load.pressed) == load.BY_REACTION


def has_face(part: Part) -> bool:
    """Whether a face, or a thread, takes the force along the axis of its joint."""
    thrust = load_of(part).thrust
    return bool(thrust) and part.tree(thrust) != NOUGHT


def has_sides(part: Part) -> bool:
    """Whether a pin or guide takes the force across: one of radius 0 does not, beside a face."""
    radius = load_of(part).radius
    return not (radius and part.tree(radius) == NOUGHT and has_face(part))


def falls(part: Part) -> bool:
    """Whether b falls from H to R as it slides faster."""
    law = law_of(part)
    curved = bool(law.stribeck) and part.tree(law.stribeck) != NOUGHT
    return curved and sticking(part) != law.kinetic


def bend(part: Part, slip: Expression) -> Expression | None:
    """exp(−(|γ|/v)^δ) in fields and γ, by which b falls from H to R; None where b is R."""
    law = law_of(part)
    if not falls(part):
        return None
    part_of = product((slip, Power(Symbol(law.stribeck), Number(Fraction(-1)))))
    shape = part.tree(law.shape)
    even = isinstance(shape, Number) and shape.value % 2 == 0
    size = part_of if even else Call("abs", (part_of,))
    return Call("exp", (negative(Power(size, Symbol(law.shape))),))


def sliding(part: Part) -> Expression:
    """b(γ), in fields and in the rate of a measure."""
    law = law_of(part)
    kinetic, static = Symbol(law.kinetic), Symbol(sticking(part))
    falling = bend(part, read(law.slip))
    if falling is None:
        return kinetic
    return Sum((kinetic, Product((Sum((static, negative(kinetic))), falling))))


def force(part: Part) -> Expression:
    """What pushes along the rate of the measure: by its name, or as it slides, −σ b(γ).

    In the smooth law that is −b(γ) tanh(γ/v).  One way, where σ is 1, nothing pushes.  What follows
    from the reaction of a joint is no given force: it is a multiplier at all times.
    """
    if (named := part.made.get(FORCE)) is not None:
        return named
    if part.is_loaded or part.holds_any:
        return NOUGHT
    against = negative(Symbol(sense_of(part.record.name)) if part.rubs else eased(part))
    if law_of(part).one_way:
        against = back(against)
    return Product((against, sliding(part)))


def eased(part: Part) -> Expression:
    """tanh(γ/v), which stands for sgn γ in the smooth law (R1a)."""
    slow = Power(Symbol("v_smooth"), Number(Fraction(-1)))
    return Call("tanh", (product((read(law_of(part).slip), slow)),))


def back(against: Expression) -> Expression:
    """(|x| + x)/2: what of it is positive."""
    return product((Number(Fraction(1, 2)), Sum((Call("abs", (against,)), against))))
