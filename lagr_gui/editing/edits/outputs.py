"""The expressions that are curves of a drawing, or measure something in it; they are renamed."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from lagr_gui.catalogue import KINDS
from lagr_gui.editing.edits.values import set_value
from lagr_gui.expression.sensors import SORTS, retold
from lagr_gui.model import Depends, Model, Output
from lagr_gui.model.events import EventAction, MotionEvent
from lagr_gui.model.sites import put, written_sites

Items = Mapping[str, str]
"""New names by the keys of items, as ``joint:hip``."""


def add_output(model: Model, expression: str, name: str = "") -> Model:
    """An expression as the last curve; another one of its name, or the same, gives way.

    Raises LagrError for what is longer than files hold.
    """
    others = _outputs(model, name or expression)
    made = {"name": name, "expression": expression}
    return set_value(model, ("simulation", "outputs"), (*others, made))


def remove_output(model: Model, title: str) -> Model:
    """The model without the curve of a title."""
    return _having(model, _outputs(model, title))


def _outputs(model: Model, without: str | None = None) -> tuple[Output, ...]:
    """The expressions that are curves, but for the one of a title."""
    return tuple(entry for entry in model.simulation.outputs if entry.title != without)


def with_words(model: Model, words: Mapping[str, str], items: Items | None = None) -> Model:
    """The model whose curves and controllers speak of other symbols and items than they did."""
    elements = {k.removeprefix("element:"): n for k, n in (items or {}).items()}
    control = model.control.renamed(words, elements)
    model = model if control == model.control else model.having(control=control)
    exercise = model.exercise.renamed(words)
    model = model if exercise == model.exercise else model.having(exercise=exercise)
    return _retold(model, model, words, lambda word, name: _item(model, items or {}, word, name))


def with_same_bodies(
    model: Model, before: Model, numbers: Mapping[int, int] | None = None
) -> Model:
    """The model whose curves speak of the bodies of which they spoke `before`.

    `numbers` are the new ones of bodies by their old ones, where these differ.
    """
    new = numbers or {}

    def called(word: str, name: str) -> str:
        number = _meant(before, name) if "body" in SORTS[word] else None
        if number is None or (number == 0 and SORTS[word] != ("body",)):
            return name
        there = new.get(number, number)
        if name == str(number):
            return str(there)
        named = not name.isdigit() and _meant(model, name) == there
        return name if named else _body_name(model, there)

    return _retold(model, before, {}, called)


def _body_name(model: Model, number: int) -> str:
    """What a body is called in sensors: by name where it is that one's alone, else by number.

    A name that is a number would become that of another body when one is drawn.
    """
    name = model.base.name if number == 0 else model.body(number).name
    plain = bool(name) and name == name.strip() and not name.isdigit() and '"' not in name
    alone = [model.base.name, *(body.name for body in model.bodies)].count(name) == 1
    return name if plain and alone and _meant(model, name) == number else str(number)


def _meant(model: Model, name: str) -> int | None:
    """The body that a sensor means by a name or number."""
    if name in ("0", model.base.name):
        return 0
    numbers = (body.number for body in model.bodies if name in (body.name, str(body.number)))
    return next(numbers, None)


def _item(model: Model, items: Items, word: str, name: str) -> str:
    """What an item is called from now on: of two that a word can mean, the first one."""
    for sort in SORTS[word]:
        if (new := items.get(f"{sort}:{name}")) is not None:
            return new
        if name in _called(model, sort):
            return name
    return name


def _called(model: Model, sort: str) -> set[str]:
    """What the items of a sort are called in sensors."""
    if sort == "body":
        return {name for body in model.bodies for name in (body.name, str(body.number))}
    return {entry.name for entry in getattr(model, f"{sort}s")}


def _retold(
    model: Model, before: Model, words: Mapping[str, str], called: Callable[[str, str], str]
) -> Model:
    functions = {function.name for function in before.functions}

    def said(expression: str) -> str:
        return retold(expression, functions, words, called)

    outputs = tuple(entry.having(expression=said(entry.expression)) for entry in _outputs(model))
    controllers = tuple(
        entry.each("inputs", lambda one: one.having(expression=said(one.expression))).each(
            "outputs", lambda one: one.having(parameter=words.get(one.parameter, one.parameter))
        )
        for entry in model.simulation.controllers
    )
    fresh = _having(_measuring(model, functions, called), outputs)
    if model.events:
        fresh = fresh.each("events", lambda event: _event_retold(event, said, words, called))
    if controllers == model.simulation.controllers:
        return fresh
    return fresh.having(simulation=fresh.simulation.having(controllers=controllers))


def _event_retold(
    event: MotionEvent,
    said: Callable[[str], str],
    words: Mapping[str, str],
    called: Callable[[str, str], str],
) -> MotionEvent:
    """An event that speaks of other symbols and items."""

    def item(name: str) -> str:
        sort, colon, rest = name.partition(":")
        if colon and sort in ("joint", "element"):
            return f"{sort}:{called(_WORD_OF[sort], rest)}"
        return called("force", name) if name else name

    def acting(action: EventAction) -> EventAction:
        value = said(action.value) if isinstance(action.value, str) else action.value
        items = {field: item(getattr(action, field)) for field in ("open", "on", "off")}
        name, stroke = action.set.removesuffix("'"), "'" * action.set.endswith("'")
        return action.having(set=words.get(name, name) + stroke, value=value, **items)

    return event.having(when=said(event.when)).each("do", acting)


_WORD_OF = {"joint": "point", "element": "length"}
"""Words of sensors that look at items of one sort alone."""


def _measuring(model: Model, functions: set[str], called: Callable[[str, str], str]) -> Model:
    """The model whose signals and forces measure items by what they are called."""
    for site in written_sites(model, KINDS):
        if site.depends is Depends.SIGNAL and "(" in str(site.value):
            text = retold(str(site.value), functions, {}, called)
            if text != site.value:
                model = put(model, site.path, text)
    return model


def _having(model: Model, outputs: tuple[Output, ...]) -> Model:
    if outputs == model.simulation.outputs:
        return model
    return model.having(simulation=model.simulation.having(outputs=outputs))
