"""The order in which parameters of a product are written: J, m, μ, g, c, then lengths."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import pairwise

from lagr_gui.algebra import counted
from lagr_gui.expression import Expression, Power, Product, Sum, Symbol, parts, symbols
from lagr_gui.expression.rows import factors_in, terms_in
from lagr_gui.mechanics.reading import Part, Reading
from lagr_gui.mechanics.steps import Shift
from lagr_gui.mechanics.trees import MINUS
from lagr_gui.model.kinds import FieldType

PLACES = ("", "m", "rad")
"""Units of fields that say where something is, and not how strong."""


def reading_order(reading: Reading) -> tuple[str, ...]:
    """Parameters as one reads them: moments of inertia, masses, gravity, forces, then the others.

    So J + m l², m g l sin φ, P l; inertia that is made of masses and lengths has no place of its
    own, but A of A − m s² has.  Names that differ in their number alone stand as they are counted:
    m1, m2, m3.  Those of forces and the others stand as somebody typed them, in products and one
    sum: ε u₂, l + R θ.
    """
    beams = [entry.beam for entry in reading.beams]
    masses = [body.mass for body in reading.bodies]
    masses += [beam.density for beam in beams]
    inertia = (tree for body in reading.bodies for row in body.theta_bar for tree in row)
    moments = [own for tree in inertia if isinstance(own := terms_in(tree)[0], Symbol)]
    drawn = (part for part in reading.parts if not part.conducts)
    strengths = [tree for part in drawn for tree in _strengths(part)]
    strengths += [tree for beam in beams for tree in (beam.stiffness, beam.damping)]
    inertial = [name for row in (moments, masses, reading.gravity) for name in _counted(row)]
    strong = [name for name in _counted(strengths) if name not in inertial]
    names = dict.fromkeys((*inertial, *strong, *counted(reading.parameters, str)))
    in_order = [name for name in names if name in reading.parameters]
    return tuple(_as_typed(in_order, frozenset(inertial), _typed_rows(reading)))


def _as_typed(
    names: Sequence[str], fixed: Collection[str], products: Iterable[Sequence[str]]
) -> list[str]:
    """Names in the order of products, as far as these agree; some come first as they are."""
    left = [name for name in names if name not in fixed]
    earlier: dict[str, set[str]] = {name: set() for name in left}
    for product in products:
        for first, second in pairwise([name for name in product if name in earlier]):
            earlier[second].add(first)
    ordered = [name for name in names if name in fixed]
    while left:
        ready = (name for name in left if earlier[name].isdisjoint(left))
        ordered.append(next(ready, left[0]))
        left.remove(ordered[-1])
    return ordered


def _typed_rows(reading: Reading) -> Iterator[list[str]]:
    """The symbols of every product that was typed, and those that begin the terms of each sum."""
    for link in reading.links:
        for step in link.steps:
            for tree in step.vector if isinstance(step, Shift) else ():
                yield from _rows(tree)
    for part in reading.parts:
        for spec in part.kind.fields:
            trees = (part.tree(spec.name),) if spec.type is FieldType.SCALAR else ()
            if spec.type is FieldType.VECTOR:
                trees = part.trees(spec.name)
            for tree in trees:
                yield from _rows(tree)


def _rows(tree: Expression) -> Iterator[list[str]]:
    match tree:
        case Product(factors):
            yield _symbols_among(factors)
        case Sum(terms):
            yield [name for term in terms for name in _symbols_among(factors_in(term))[:1]]
        case _:
            pass
    for part in parts(tree):
        yield from _rows(part)


def _symbols_among(factors: Iterable[Expression]) -> list[str]:
    names: list[str] = []
    for factor in factors:
        base = factor.base if isinstance(factor, Power) else factor
        inner = factors_in(base)
        names += (entry.name for entry in inner if isinstance(entry, Symbol))
    return names


def _counted(trees: Iterable[Expression]) -> Sequence[str]:
    return counted(tuple(dict.fromkeys(_names_in(trees))), str)


def _strengths(part: Part) -> Iterator[Expression]:
    """What says how strong an element is, where it is a parameter by itself."""
    for spec in part.kind.fields:
        if spec.unit in PLACES:
            continue
        trees = (part.tree(spec.name),) if spec.type is FieldType.SCALAR else ()
        if spec.type is FieldType.VECTOR:
            trees = part.trees(spec.name)
        yield from (tree for tree in trees if isinstance(_without_sign(tree), Symbol))


def _without_sign(tree: Expression) -> Expression:
    if isinstance(tree, Product) and len(tree.factors) == 2 and tree.factors[0] == MINUS:
        return tree.factors[1]
    return tree


def _names_in(trees: Iterable[Expression]) -> list[str]:
    return [symbol.name for tree in trees for symbol in sorted(symbols(tree), key=repr)]
