"""What is to be said about a text in a field: its value, or what is wrong with it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from math import degrees, isfinite

from lagr_gui import pipeline
from lagr_gui.catalogue import KINDS
from lagr_gui.expression import BUILTINS, TIME, called, read, symbols
from lagr_gui.expression.arithmetic import value
from lagr_gui.expression.reader import measured
from lagr_gui.foundation.message import Message
from lagr_gui.foundation.problem import LagrError, Path, Problem
from lagr_gui.gui.panes.inspector.rows import FormRow, ValueSort
from lagr_gui.gui.panes.inspector.texts import typed, vector_parts
from lagr_gui.gui.words import in_words
from lagr_gui.mechanics.numbers import parameter_values
from lagr_gui.model import Model, Scalar
from lagr_gui.model.sites import Site, sites
from lagr_gui.prepared import of_recent


@dataclass(frozen=True)
class Verdict:
    """The value of an expression, or its fault with a remedy.

    `missing` is a name that could become a parameter or, with `arguments` > 0, a function.
    `held` tells that the model can keep the text as it is.
    """

    value: str = ""
    fault: str = ""
    remedy: str = ""
    missing: str = ""
    arguments: int = 0
    held: bool = True


def judge(
    model: Model, row: FormRow, text: str, problems: Iterable[Problem] | None = None
) -> Verdict:
    """What to say about a text in a field.

    `problems` are those of the model where the text is what it holds already.
    """
    try:
        content = typed(row, text)
        candidate = model if problems is not None else row.changed(model, content)
        if isinstance(content, str) and "=" in content:
            content = row.value(candidate)  # names with their values
    except LagrError as error:
        problem = in_words(error.problems[0])
        return Verdict(fault=problem.cause, remedy=problem.remedy, held=False)
    every = pipeline.check(candidate).problems if problems is None else problems
    places = row.places(candidate)
    for problem in every:
        if any(problem.path[: len(path)] == path for path in places):
            return _faulty(candidate, row, text, problem)
    values = (_value_text(candidate, row, content), row.note(candidate))
    return Verdict(value=" · ".join(filter(None, values)))


def _faulty(model: Model, row: FormRow, text: str, problem: Problem) -> Verdict:
    cause = problem.cause
    if row.sort is ValueSort.VECTOR and isinstance(cause, Message) and "column" in cause.values:
        entry = problem.path[-1]
        before = vector_parts(text.strip())[entry][0] if isinstance(entry, int) else 0
        cause = cause.with_values(column=int(cause.values["column"]) + before)
    missing, arguments = "", 0
    if problem.sense.undefined:
        missing, arguments = _missing(model, problem)
    problem = in_words(replace(problem, cause=cause))
    return Verdict(fault=problem.cause, remedy=problem.remedy, missing=missing, arguments=arguments)


@of_recent
def _sites(model: Model) -> dict[Path, Site]:
    """All places with expressions, by their paths."""
    return {site.path: site for site in sites(model, KINDS)}


def expression_at(model: Model, path: Path) -> str:
    """The text of the expression at a place; empty where a number stands, or nothing."""
    site = _sites(model).get(path)
    return site.value if site is not None and isinstance(site.value, str) else ""


def _missing(model: Model, problem: Problem) -> tuple[str, int]:
    """The first name in the expression at a place that nothing in the model has."""
    site = _sites(model).get(problem.path)
    if site is None or not isinstance(site.value, str):
        return "", 0
    tree = read(site.value)
    functions = {function.name for function in model.functions}
    for name, count in sorted(called(tree)):
        if name not in functions and name not in BUILTINS and name != "pi":
            return name, count
    names = {parameter.name for parameter in model.parameters}
    names |= {TIME, *model.coordinates, *model.signal_names} | site.locals | functions
    return next((s.name for s in sorted(symbols(tree), key=repr) if s.name not in names), ""), 0


def _value_text(model: Model, row: FormRow, content: object) -> str:
    """The number that an expression has now, e.g. ``= 0.036``."""
    if row.sort is ValueSort.SCALAR and isinstance(content, int | float | str):
        return _scalar_text(model, row, content)
    if row.sort is ValueSort.VECTOR and isinstance(content, tuple):
        numbers = [number_of(model, entry) for entry in content]
        if all(isinstance(entry, int | float) for entry in content) or None in numbers:
            return ""
        return f"= ({', '.join(short(number) for number in numbers if number is not None)})"
    return ""


def _scalar_text(model: Model, row: FormRow, content: Scalar) -> str:
    number = number_of(model, content)
    if number is None:
        return ""
    turned = f"{short(degrees(number))}°" if row.unit == "rad" and number else ""
    if isinstance(content, str):
        unit = f" {row.unit}" if row.unit and "," not in row.unit and has_units(content) else ""
        return f"= {short(number)}{unit}" + (f"  ({turned})" if turned else "")
    return f"= {turned}" if turned else ""


def has_units(text: str) -> bool:
    """Whether numbers of an expression have units."""
    try:
        return bool(measured(text).units)
    except LagrError:
        return False


def number_of(model: Model, content: Scalar) -> float | None:
    """The value of a scalar; None where it is not a constant that is known."""
    try:
        number = value(content, known_values(model))
    except (LagrError, KeyError, ArithmeticError, ValueError):
        return None
    return number if isfinite(number) else None


@of_recent
def known_values(model: Model) -> Mapping[str, float]:
    """The values of the parameters; of those that have none, nothing."""
    try:
        return parameter_values(model)
    except (LagrError, KeyError, ArithmeticError, ValueError, RecursionError):
        plain = (entry for entry in model.parameters if isinstance(entry.value, int | float))
        return {entry.name: float(entry.value or 0) for entry in plain}


def short(number: float) -> str:
    """A number with four significant digits."""
    return f"{number:.4g}".replace("e-0", "e-").replace("e+0", "e")
