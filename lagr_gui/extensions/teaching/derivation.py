"""The derivation of the equations of motion with its steps."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING

from lagr_gui.analysis.equations.coordinates import equations, kept_angles
from lagr_gui.analysis.equations.derivation import sheet_of
from lagr_gui.extensions.teaching.chains.chain import Chain
from lagr_gui.extensions.teaching.chains.checks import checks
from lagr_gui.extensions.teaching.chains.hamilton import HamiltonChain
from lagr_gui.extensions.teaching.chains.kane import KaneChain
from lagr_gui.extensions.teaching.chains.lagr import LagrChain
from lagr_gui.extensions.teaching.chains.lagrange import LagrangeChain
from lagr_gui.extensions.teaching.chains.newton_euler import NewtonEulerChain
from lagr_gui.extensions.teaching.lines import Derivation, DerivedLine, Section
from lagr_gui.foundation.message import say
from lagr_gui.foundation.registry import check_known
from lagr_gui.mechanics.sheets.sheet import Sheet
from lagr_gui.prepared import Prepared, derived

if TYPE_CHECKING:
    from lagr_gui.analysis.equations.charts import Coordinates

CHAINS: Mapping[str, Callable[..., Chain]] = {
    "lagrange": LagrangeChain,
    "lagr": LagrChain,
    "newton-euler": NewtonEulerChain,
    "kane": KaneChain,
    "hamilton": HamiltonChain,
}
"""What writes derivations, by method."""
DEPTHS = ("brief", "normal", "detailed")
"""How much is written: energies, momenta and equations, or all steps to them."""


@derived
def derivation(
    prepared: Prepared,
    depth: str = "normal",
    formalism: str = "lagrange",
    coordinates: Coordinates = "",
) -> Derivation:
    """The way from the drawing to the equations of motion, every line proved.

    A `depth` is ``brief``, ``normal`` or ``detailed``; a `formalism` is ``lagrange`` (19), ``lagr``
    by slopes of positions, g (17) and Γ (30), ``newton-euler``, ``kane`` or ``hamilton``.
    `coordinates` are chosen as those of equations; without a choice the angles that the model
    keeps.  Bound systems have multipliers.  Raises LagrError for an unsound model, an unknown
    depth, formalism or choice of coordinates, or one that does not apply, Disagreement for a line
    that is not what its formalism computes.
    """
    check_known(depth, DEPTHS, say("Depth “{name}”", name=depth), "There is no such choice.")
    place = say("Derivation by “{name}”", name=formalism)
    check_known(formalism, CHAINS, place, "There is no such choice.")
    chain = CHAINS[formalism](prepared, _sheet(prepared, coordinates), detailed=depth == "detailed")
    sections = chain.sections()
    last = checks(chain).section if chain.ends else None
    if last is not None and (last.lines or last.behind):
        sections += (last,)
    sections = _brief(sections) if depth == "brief" else sections
    return Derivation(chain.sheet.title, formalism, depth, sections, chain.end)


def _sheet(prepared: Prepared, coordinates: Coordinates) -> Sheet:
    """The sheet in which a derivation ends, in coordinates of joints or others."""
    chosen = coordinates or kept_angles(prepared.drawn)
    plain = chosen in ("", "relative")
    return sheet_of(prepared) if plain else equations(prepared, coordinates=chosen)


def _brief(sections: tuple[Section, ...]) -> tuple[Section, ...]:
    """The lines that matter most, numbered anew."""
    kept = [(section, [*_main(section)]) for section in sections]
    kept = [(section, lines) for section, lines in kept if lines]
    numbers = {
        line.number: f"{place}.{at}"
        for place, (_, lines) in enumerate(kept, start=1)
        for at, line in enumerate(lines, start=1)
    }
    return tuple(
        replace(section, number=place, lines=tuple(_renumbered(line, numbers) for line in lines))
        for place, (section, lines) in enumerate(kept, start=1)
    )


def _main(section: Section) -> Iterator[DerivedLine]:
    """Its main lines, each with what it is about."""
    left = None
    for line in section.lines:
        left = line.left or left
        if line.is_main:
            yield replace(line, left=left)


def _renumbered(line: DerivedLine, numbers: dict[str, str]) -> DerivedLine:
    uses = tuple(numbers[use] for use in line.uses if use in numbers)
    return replace(line, number=numbers[line.number], uses=uses)
