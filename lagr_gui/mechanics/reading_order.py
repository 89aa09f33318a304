"""The order in which parameters of a product are written: J, m, μ, g, c, then lengths."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from lagr_gui.algebra import counted
from lagr_gui.expression import Expression, Product, Symbol, symbols
from lagr_gui.mechanics.reading import Part, Reading
from lagr_gui.mechanics.trees import MINUS
from lagr_gui.model.kinds import FieldType

PLACES = ("", "m", "rad")
"""Units of fields that say where something is, and not how strong."""


def reading_order(reading: Reading) -> tuple[str, ...]:
    """Parameters as one reads them: moments of inertia, masses, gravity, forces, then the others.

    So J + m l², m g l sin φ, P l; inertia that is made of masses and lengths has no place of its
    own.  Names that differ in their number alone stand as they are counted: m1, m2, m3.
    """
    beams = [entry.beam for entry in reading.beams]
    masses = [body.mass for body in reading.bodies]
    masses += [beam.density for beam in beams]
    inertia = (tree for body in reading.bodies for row in body.theta_bar for tree in row)
    moments = [tree for tree in inertia if isinstance(tree, Symbol)]
    drawn = (part for part in reading.parts if not part.conducts)
    strengths = [tree for part in drawn for tree in _strengths(part)]
    strengths += [tree for beam in beams for tree in (beam.stiffness, beam.damping)]
    kinds = map(_names_in, (moments, masses, reading.gravity, strengths))
    rows = [counted(tuple(dict.fromkeys(row)), str) for row in (*kinds, reading.parameters)]
    names = dict.fromkeys(name for row in rows for name in row)
    return tuple(name for name in names if name in reading.parameters)


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
