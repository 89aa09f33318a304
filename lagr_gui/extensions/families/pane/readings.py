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


def section_pair(section: PoincareSection) -> tuple[str, str] | None:
    """What a section is drawn over, and what beside; None where it has nothing."""
    names = [*section.outputs]
    if len(names) > 1:
        return names[0], names[1]
    first = section.coordinates[0] if section.coordinates else ""
    return (first, f"{first}'") if first else None


def end_said(basins: Basins, number: int) -> str:
    """Where an attractor lies; what is next to nothing beside the others is 0."""
    small = NOTHING * float(np.max(np.abs(basins.ends), initial=0.0))
    parts = zip(basins.expressions, basins.ends[number], strict=True)
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


def outputs_of(result: Found | None) -> tuple[str, ...]:
    """The outputs among which one is shown."""
    match result:
        case Sweep():
            return result.expressions
        case Bifurcation():
            return tuple(result.outputs)
        case Sensitivities():
            return tuple(result.slopes) or result.coordinates
        case Fit():
            return tuple(result.measured)
        case _:
            return ()


def table_of(result: Found) -> Mapping[str, Array]:
    """The table of an answer, column by column."""
    if not isinstance(result, Sweep):
        return result.columns()
    grids = np.meshgrid(*result.axes.values(), indexing="ij")
    columns = {name: grid.ravel() for name, grid in zip(result.axes, grids, strict=True)}
    with np.errstate(all="ignore"):
        for text in result.expressions:
            curves = result[text].reshape(-1, len(result.t))
            for name, measure in MEASURES.items():
                columns[f"{text}: {tr(MEASURE_WORDS[name])}"] = measure(curves)
    return columns


def said(result: Found) -> str:
    """What an answer says, in a line or some."""
    match result:
        case Sweep():
            problems = [f"{_at(result, n)}: {text}" for n, text in [*result.problems.items()][:2]]
            return "\n".join([spoken(result.told), *problems])
        case RootLocus():
            lines = _problems(result.problems)
            if result.breaks:
                ends = ", ".join(shown(result.values[n]) for n in result.breaks)
                template = tr("The equilibrium ends before {name} = {values}; another one begins.")
                lines = [template.format(name=pretty_name(result.name), values=ends), *lines]
            if len(result.brackets):
                pairs = ", ".join(f"{shown(low)} … {shown(high)}" for low, high in result.brackets)
                template = tr("Stability changes somewhere within {name} = {values}.")
                lines = [template.format(name=pretty_name(result.name), values=pairs), *lines]
            if len(result.changes):
                values = ", ".join(map(shown, result.changes))
                template = tr("Stability changes at {name} = {values}.")
                lines = [template.format(name=pretty_name(result.name), values=values), *lines]
            if result.obstacle:
                template = tr("No verdict on stability: {obstacle}.")
                lines = [template.format(obstacle=spoken(result.obstacle)), *lines]
            return "\n".join(lines)
        case PoincareSection():
            return tr("{n} points").format(n=len(result.t))
        case Bifurcation():
            points = tr("{n} points").format(n=len(result.t))
            return "\n".join([points, *_problems(result.problems)])
        case StabilityMap():
            finite = np.isfinite(result.measure)
            template = tr("{stable} of {n} combinations are stable.")
            template = template.format(stable=int(result.stable[finite].sum()), n=int(finite.sum()))
            if result.breaks:
                if result.of_motions:
                    ends = tr("The periodic motion ends {n} times; others begin there.")
                else:
                    ends = tr("The equilibrium ends {n} times; others begin there.")
                template += " " + ends.format(n=len(result.breaks))
            return "\n".join([template, *_problems(result.problems)])
        case Basins():
            lines = [tr("{n} attractors").format(n=len(result.ends))]
            if result.alone > SINGLE * result.number.size:
                template = tr("{n} runs end alone: they may not have settled yet.")
                lines.append(template.format(n=result.alone))
            return "\n".join([*lines, *_problems(result.problems)])
        case Sensitivities():
            return tr("Slopes along the motion, exactly")
        case Fit():
            return "\n".join(_fitted(result))


def _fitted(fit: Fit) -> list[str]:
    """Values with their standard errors, what is left over, and what the curves do not tell."""
    texts = (pretty_name(name) + fit.said(name)[len(name) :] for name in fit.names)
    values = ", ".join(texts).replace("-", "−")
    left = ", ".join(f"{pretty_name(text)}: {shown(rms)}" for text, rms in fit.rms.items())
    template = tr("Left over (rms): {left}; χ² = {chi2} with {n} degrees of freedom")
    lines = [values, template.format(left=left, chi2=shown(fit.chi2), n=fit.freedoms)]
    return [*lines, *(str(in_words(note)) for note in fit.notes)]


def _problems(problems: Mapping[int, str]) -> list[str]:
    """How many there are, and the first."""
    if not problems:
        return []
    first: Any = next(iter(problems.values()))
    return [tr("Without an answer: {n}. {first}").format(n=len(problems), first=first)]


def _at(sweep: Sweep, number: int) -> str:
    return ", ".join(f"{pretty_name(n)} = {shown(v)}" for n, v in sweep.values(number).items())
