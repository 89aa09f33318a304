"""What an answer about a family says in words and numbers."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from lagr_gui.expression.letters import pretty
from lagr_gui.expression.units import raised, with_unit
from lagr_gui.foundation.arrays import Array
from lagr_gui.gui.words import in_words, spoken, tr
from lagr_gui.pipeline import (
    Basins,
    Bifurcation,
    Fit,
    PoincareSection,
    RootLocus,
    Sensitivities,
    StabilityMap,
    Sweep,
)

Found = (
    Sweep | RootLocus | PoincareSection | Bifurcation | StabilityMap | Basins | Sensitivities | Fit
)


SINGLE = 0.05
"""Where more than this part of all runs end alone it is told."""


NOTHING = 1e-9
"""Of the largest value: below this motions have come to rest."""


def _rms(curves: Array) -> Array:
    return np.sqrt(np.mean(curves**2, axis=-1))


MEASURES: dict[str, Callable[[Array], Array]] = {
    "end": lambda curves: curves[..., -1],
    "largest": lambda curves: np.max(curves, axis=-1),
    "smallest": lambda curves: np.min(curves, axis=-1),
    "farthest": lambda curves: np.max(np.abs(curves), axis=-1),
    "rms": _rms,
}
"""What a map tells of a curve (…, n)."""

MEASURE_WORDS = {
    "end": "at the end",
    "largest": "largest value",
    "smallest": "smallest value",
    "farthest": "largest modulus",
    "rms": "root of the mean square",
}


def pretty_name(text: str) -> str:
    """A name as in a book; any other expression as it is typed."""
    stem = text.rstrip("'")
    return pretty(stem, len(text) - len(stem)) if stem.isidentifier() else text


def pretty_with_unit(text: str, unit: str) -> str:
    """A name or expression with its unit, if it has one."""
    return with_unit(pretty_name(text), raised(unit))


def shown(value: float) -> str:
    """A number in a few digits."""
    return f"{value:.4g}".replace("-", "−")


def section_pair(found: PoincareSection) -> tuple[str, str] | None:
    """What a section is drawn over, and what beside; None where it has nothing."""
    names = [*found.outputs]
    if len(names) > 1:
        return names[0], names[1]
    first = found.coordinates[0] if found.coordinates else ""
    return (first, f"{first}'") if first else None


def end_said(found: Basins, number: int) -> str:
    """Where an attractor lies; what is next to nothing beside the others is 0."""
    small = NOTHING * float(np.max(np.abs(found.ends), initial=0.0))
    parts = zip(found.expressions, found.ends[number], strict=True)
    return ", ".join(
        f"{pretty_name(text)} = {shown(value if abs(value) > small else 0.0)}"
        for text, value in parts
    )


def ends_of(values: Array) -> tuple[float, float]:
    """Where the first place of a map begins, and how wide all of them are."""
    if len(values) == 1:
        half = abs(float(values[0])) / 2 or 0.5
        return float(values[0]) - half, 2 * half
    first, last = float(values[0]), float(values[-1])
    half = (last - first) / (len(values) - 1) / 2
    return first - half, last - first + 2 * half


def outputs_of(found: Found | None) -> tuple[str, ...]:
    """The outputs among which one is shown."""
    match found:
        case Sweep():
            return found.expressions
        case Bifurcation():
            return tuple(found.outputs)
        case Sensitivities():
            return tuple(found.slopes) or found.coordinates
        case Fit():
            return tuple(found.measured)
        case _:
            return ()


def table_of(found: Found) -> Mapping[str, Array]:
    """The table of an answer, column by column."""
    if not isinstance(found, Sweep):
        return found.columns()
    grids = np.meshgrid(*found.axes.values(), indexing="ij")
    columns = {name: grid.ravel() for name, grid in zip(found.axes, grids, strict=True)}
    with np.errstate(all="ignore"):
        for text in found.expressions:
            curves = found[text].reshape(-1, len(found.t))
            for name, measure in MEASURES.items():
                columns[f"{text}: {tr(MEASURE_WORDS[name])}"] = measure(curves)
    return columns


def said(found: Found) -> str:
    """What an answer says, in a line or some."""
    match found:
        case Sweep():
            problems = [f"{_at(found, n)}: {text}" for n, text in [*found.problems.items()][:2]]
            return "\n".join([spoken(found.told), *problems])
        case RootLocus():
            lines = _problems(found.problems)
            if found.breaks:
                ends = ", ".join(shown(found.values[n]) for n in found.breaks)
                told = tr("The equilibrium ends before {name} = {values}; another one begins.")
                lines = [told.format(name=pretty_name(found.name), values=ends), *lines]
            if len(found.brackets):
                pairs = ", ".join(f"{shown(low)} … {shown(high)}" for low, high in found.brackets)
                told = tr("Stability changes somewhere within {name} = {values}.")
                lines = [told.format(name=pretty_name(found.name), values=pairs), *lines]
            if len(found.changes):
                values = ", ".join(map(shown, found.changes))
                told = tr("Stability changes at {name} = {values}.")
                lines = [told.format(name=pretty_name(found.name), values=values), *lines]
            if found.obstacle:
                told = tr("No verdict on stability: {obstacle}.")
                lines = [told.format(obstacle=spoken(found.obstacle)), *lines]
            return "\n".join(lines)
        case PoincareSection():
            return tr("{n} points").format(n=len(found.t))
        case Bifurcation():
            points = tr("{n} points").format(n=len(found.t))
            return "\n".join([points, *_problems(found.problems)])
        case StabilityMap():
            known = np.isfinite(found.measure)
            told = tr("{stable} of {n} combinations are stable.")
            told = told.format(stable=int(found.stable[known].sum()), n=int(known.sum()))
            if found.breaks:
                if found.of_motions:
                    ends = tr("The periodic motion ends {n} times; others begin there.")
                else:
                    ends = tr("The equilibrium ends {n} times; others begin there.")
                told += " " + ends.format(n=len(found.breaks))
            return "\n".join([told, *_problems(found.problems)])
        case Basins():
            lines = [tr("{n} attractors").format(n=len(found.ends))]
            if found.alone > SINGLE * found.number.size:
                told = tr("{n} runs end alone: they may not have settled yet.")
                lines.append(told.format(n=found.alone))
            return "\n".join([*lines, *_problems(found.problems)])
        case Sensitivities():
            return tr("Slopes along the motion, exactly")
        case Fit():
            return "\n".join(_fitted(found))


def _fitted(found: Fit) -> list[str]:
    """Values with their standard errors, what is left over, and what the curves do not tell."""
    texts = (pretty_name(name) + found.said(name)[len(name) :] for name in found.names)
    values = ", ".join(texts).replace("-", "−")
    left = ", ".join(f"{pretty_name(text)}: {shown(rms)}" for text, rms in found.rms.items())
    told = tr("Left over (rms): {left}; χ² = {chi2} with {n} degrees of freedom")
    lines = [values, told.format(left=left, chi2=shown(found.chi2), n=found.freedoms)]
    return [*lines, *(str(in_words(note)) for note in found.notes)]


def _problems(problems: Mapping[int, str]) -> list[str]:
    """How many there are, and the first."""
    if not problems:
        return []
    first: Any = next(iter(problems.values()))
    return [tr("Without an answer: {n}. {first}").format(n=len(problems), first=first)]


def _at(found: Sweep, number: int) -> str:
    return ", ".join(f"{pretty_name(n)} = {shown(v)}" for n, v in found.values(number).items())
