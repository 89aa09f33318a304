"""The table of the elements of a document: where they are, what they hold, their laws."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Any

from lagr_gui.catalogue import ELEMENTS, KINDS
from lagr_gui.catalogue.kinds import Condition, Dissipation, ElementKind, Energies, Limit, Potential
from lagr_gui.drawing.looks import short_names
from lagr_gui.exchange.documents.blocks import Block, Table
from lagr_gui.exchange.documents.quantities import field_words, says_something
from lagr_gui.exchange.documents.tables import called, kind_title, names, places
from lagr_gui.expression import (
    Expression,
    Number,
    Power,
    Product,
    Sum,
    Symbol,
    read,
    rebuilt,
    substitute,
    symbols,
)
from lagr_gui.expression.rows import as_product, factors_in, negative
from lagr_gui.foundation.languages import Words
from lagr_gui.foundation.problem import LagrError
from lagr_gui.model import Model
from lagr_gui.model.kinds import FieldSpec, FieldType
from lagr_gui.model.quantities import Places, units_of_coordinates
from lagr_gui.typesetting.dialects import formula
from lagr_gui.typesetting.formula import (
    Box,
    Formula,
    accent,
    indexed,
    letter,
    mapped,
    raised,
)
from lagr_gui.typesetting.index_notation import index_notation
from lagr_gui.typesetting.words import Text, listed, math

MEASURES: Mapping[str, Box] = {
    "length": letter("ell"),
    "square_length": raised((letter("ell"),), ("2",)),
    "rate": accent("dot", letter("ell")),
    "square_speed": raised((letter("v"),), ("2",)),
    "current": letter("i"),
    "current_a": indexed(letter("i"), letter("a")),
    "current_b": indexed(letter("i"), letter("b")),
    "charge": letter("q"),
}
"""The letters of what laws measure."""


def elements(w: Words, model: Model) -> Iterator[Block]:
    """Ends, numbers and laws of all elements, and what the letters of the laws mean."""
    short, known = short_names(model), Places(model, KINDS)
    moved = units_of_coordinates(model, KINDS)
    rows: list[Sequence[Text]] = []
    used: set[str] = set()
    for index, element in enumerate(model.elements):
        kind = ELEMENTS.get(element.kind)
        place, specs = _place(element, kind) if kind else ("", ())
        if getattr(element, "coordinate", ""):  # along a slide other units than about a hinge
            units = [known.unit(("elements", index, spec.name)) for spec in specs]
            specs = [replace(spec, unit=unit) for spec, unit in zip(specs, units, strict=True)]
        parts: list[Text] = [
            field_words(w, spec, element) for spec in specs if says_something(spec, element)
        ]
        parts += [names(element.own)] if element.own else []
        laws = tuple(_laws(element, kind)) if kind else ()
        used |= {measure for _, measures in laws for measure in measures}
        title = called(element.name, kind_title(w, element, moved))
        off = "" if element.enabled else f" ({w('switched off')})"
        law_text = listed([*parts, *(law for law, _ in laws)], "; ")
        rows.append((short[f"element:{element.name}"], title + off, place, law_text))
    heads = ("", w("Element, kind"), w("Acts at (m)"), w("Parameters, force law"))
    if not rows:
        return
    meant = [
        (math((sign,)), f": {meaning}") for names, sign, meaning in _meanings(w) if used & names
    ]
    note = (*listed(meant, "; "), ".") if meant else ""
    yield Table(w("Elements"), heads, rows, note)


def _meanings(w: Words) -> Iterator[tuple[set[str], Box, str]]:
    yield (
        {"length", "square_length", "rate"},
        letter("ell"),
        w("length of the line between the points"),
    )
    relative = w("velocity of one point relative to the other")
    yield {"square_speed"}, letter("v"), relative
    yield {"current", "current_a", "current_b"}, letter("i"), w("current through the element")
    yield {"charge"}, letter("q"), w("charge of the element")


def _place(element: Any, kind: ElementKind) -> tuple[Text, Sequence[FieldSpec]]:
    """Where an element is, and the fields that do not say so."""
    fields = kind.fields
    by_name = {spec.name: spec for spec in fields}
    if course := kind.geometry.course(element):
        said = set(vars(kind.geometry).values())
        return places(*course), [spec for spec in fields if spec.name not in said]
    if {"terminal_a", "terminal_b"} <= by_name.keys():
        return f"{element.terminal_a} → {element.terminal_b}", fields[2:]
    sorts = [spec.type for spec in fields[:2]]
    if FieldType.COORDINATE in sorts[:1]:
        count = sum(sort == FieldType.COORDINATE for sort in sorts)
        return names([getattr(element, spec.name) for spec in fields[:count]]), fields[count:]
    if sorts == [FieldType.BODY, FieldType.VECTOR] and fields[1].unit == "m":
        body, point = (getattr(element, spec.name) for spec in fields[:2])
        return places((body, point)), fields[2:]
    return "", fields


def _laws(element: Any, kind: ElementKind) -> Iterator[tuple[Box, set[str]]]:
    """The law of an element in its own numbers, with the measures that it names.

    What a field says by itself is left out, and so is a law that measures what has no letter.
    """
    law = kind.of(element).law
    match law:
        case Potential(energy):
            terms = [("U", energy, "")]
        case Dissipation(power):
            terms = [("D", power, "")]
        case Condition(position, velocity):
            terms = [("", text, " = 0") for text in (*position, *velocity)]
        case Limit(reached):
            terms = [("", text, " ≤ 0") for text in reached]
        case Energies(kinetic, potential, dissipation):
            energies = (("T", kinetic), ("U", potential), ("D", dissipation))
            terms = [(name, text, "") for name, text in energies if text != "0"]
        case _:
            terms = []
    values = _values(element, kind)
    for name, text, behind in terms:
        tree = read(text)
        measures = {symbol.name for symbol in symbols(tree)} - {key.name for key in values}
        if isinstance(tree, Symbol) or not measures <= MEASURES.keys():
            continue
        law = mapped(formula(_tidied(substitute(tree, values))), _measure)
        before = (letter(name), " = ") if name else ()
        yield math((*before, *law, *index_notation(behind))), measures


def _measure(box: Box) -> Formula:
    """The letter of what a law measures."""
    return (MEASURES.get(box.text, box) if box.kind == "name" else box,)


def _tidied(tree: Expression) -> Expression:
    """A law in which nothing is added that is 0, such as the rest of a spring relaxed at 0, no
    sign stands within a product, and no fraction below a fraction."""
    tree = rebuilt(tree, _tidied)
    if isinstance(tree, Product):
        return _one_sign(_one_fraction(tree))
    if not isinstance(tree, Sum):
        return tree
    terms = tuple(term for term in tree.terms if not _is_zero(term))
    return Sum(terms) if len(terms) > 1 else (*terms, Number(Fraction(0)))[0]


_INVERSE = Number(Fraction(-1))


def _one_fraction(tree: Product) -> Product:
    """A product whose denominators have no fraction in them."""
    above: list[Expression] = []
    below: list[Expression] = []
    for factor in (part for whole in tree.factors for part in factors_in(whole)):
        if not (isinstance(factor, Power) and factor.exponent == _INVERSE):
            above.append(factor)
            continue
        for part in factors_in(factor.base):
            if isinstance(part, Power) and part.exponent == _INVERSE:
                above.append(part.base)
            else:
                below.append(part)
    under = [Power(as_product(below), _INVERSE)] if below else []
    return Product((*above, *under))


def _one_sign(tree: Product) -> Expression:
    """A product with its sign in front."""
    turned = sum(isinstance(part, Number) and part.value < 0 for part in tree.factors)
    if not turned:
        return tree
    sizes = [p.alike(abs(p.value)) if isinstance(p, Number) else p for p in tree.factors]
    whole = as_product(part for part in sizes if part != Number(Fraction(1)))
    return negative(whole) if turned % 2 else whole


def _is_zero(tree: Expression) -> bool:
    if isinstance(tree, Product):
        return any(map(_is_zero, tree.factors))
    return isinstance(tree, Number) and tree.value == 0


def _values(element: Any, kind: ElementKind) -> dict[Symbol, Expression]:
    """What stands in the law for the names of fields and of the coordinates they name."""
    entries: dict[Symbol, Expression] = {}
    for spec in kind.fields:
        value = getattr(element, spec.name)
        if spec.type == FieldType.SCALAR:
            entries[Symbol(spec.name)] = _read(value)
        elif spec.type == FieldType.COORDINATE:
            ending = spec.name.removeprefix("coordinate")
            entries[Symbol(spec.name)] = Symbol(value)
            entries[Symbol(f"value{ending}")] = Symbol(value)
            entries[Symbol(f"rate{ending}")] = Symbol(value, 1)
    return entries


def _read(value: Any) -> Expression:
    try:
        return read(str(value))
    except LagrError:
        return Symbol("?")
