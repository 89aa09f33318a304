"""A complete document of a system: figures, data, kinematics, equations, curves, certificate."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from math import ceil
from unicodedata import normalize

from lagr_gui.catalogue import KINDS
from lagr_gui.editing.edits.language import in_language, words_in
from lagr_gui.exchange.documents import carried, tables
from lagr_gui.exchange.documents.blocks import (
    Block,
    Blocks,
    CurvePlot,
    Drawing,
    FormulaBlock,
    Heading,
    Paragraph,
    Table,
    Together,
)
from lagr_gui.exchange.documents.certificate import certificate_blocks, certified_line
from lagr_gui.exchange.documents.decimals import localised, words_localised
from lagr_gui.exchange.documents.elements import elements
from lagr_gui.exchange.documents.latex_files import LatexDocument
from lagr_gui.exchange.documents.latex_layout import latex_page
from lagr_gui.exchange.documents.length import lines_of
from lagr_gui.exchange.documents.linear_section import LinearEquations, linear_blocks
from lagr_gui.exchange.documents.quantities import formula, scientific, unit
from lagr_gui.exchange.documents.room import BESIDE_FIGURE, TOGETHER
from lagr_gui.exchange.documents.rows import packed_balances, packed_section
from lagr_gui.exchange.documents.sketch import DrawnMechanism, sketch, width_on_paper
from lagr_gui.exchange.documents.typst_layout import fitted_page
from lagr_gui.exchange.documents.typst_paper import pages
from lagr_gui.expression import TIME, symbols
from lagr_gui.foundation.arrays import Array
from lagr_gui.foundation.languages import Words
from lagr_gui.foundation.message import Message
from lagr_gui.foundation.registry import check_known
from lagr_gui.mechanics.certificate import Certificate
from lagr_gui.mechanics.parts import NAMED_PART
from lagr_gui.mechanics.sheets.balance import by_group, equations_of_motion
from lagr_gui.mechanics.sheets.elimination import is_branch
from lagr_gui.mechanics.sheets.sheet import Balance, Sheet
from lagr_gui.mechanics.trajectories.poses import Motion
from lagr_gui.model import Model
from lagr_gui.model.checks.dimension_proof import units_of_all_coordinates
from lagr_gui.prepared import prepare
from lagr_gui.simulation import Trajectory
from lagr_gui.subsystems import flat
from lagr_gui.topology import cut_joints
from lagr_gui.typesetting.formula import Box, Formula, high, indexed, letter, mapped, spelled
from lagr_gui.typesetting.gyrations import gyration_rule
from lagr_gui.typesetting.index_notation import index_notation
from lagr_gui.typesetting.letters import definition_name
from lagr_gui.typesetting.numbers import LAGR, RUNNING, check_numbers, sources
from lagr_gui.typesetting.prose import with_formulas
from lagr_gui.typesetting.symbols import sections
from lagr_gui.typesetting.widths import REPORT
from lagr_gui.typesetting.words import (
    LINE_END,
    Text,
    filled,
    latex_words,
    listed,
    math,
    name_math,
    replaced,
    text_of,
    unbroken,
)

NOTHING: Mapping[str, Array] = {}
NO_FIGURES: Mapping[int, DrawnMechanism] = {}

_AT_REST = "q'' = 0"


def latex_document(
    model: Model,
    sheet: Sheet,
    units: Sequence[str],
    trajectory: Trajectory | None = None,
    certificate: Certificate | None = None,
    drifts: Sequence[tuple[str, float]] = (),
    motion: Motion | None = None,
    transmitted: Mapping[str, Array] = NOTHING,
    language: str = "en",
    *,
    readable: Sheet | None = None,
    name: str = "",
    parts: Collection[str] = (),
    numbers: str = RUNNING,
    linear_equations: LinearEquations | None = None,
    stem: str = "document",
) -> LatexDocument:
    """The document, ready for pdflatex; with a trajectory also its curves.

    The text makes files of its figures and curves, whose names begin with `stem`, when it is
    compiled; its `main` is the document without them, and `files` are these by their names.

    `drifts` name conserved quantities with their relative change along it; `units` are those
    of the coordinates (rad or m; empty: not known).  With a `motion` the mechanism is drawn as
    it is at the first instant.  `transmitted` are forces, moments and other quantities along
    the trajectory (n,), by their names with units.  `language` is ``en`` or ``de``.
    The `linear_equations` are those of small motions.
    A `readable` sheet takes the place of one that is too long to be read (`is_long`), and the
    document says so.  A model without a name is called by `name`, as that of its file.  Where
    `parts` are named (`PARTS`) the document has no others.  Equations of motion and conditions
    have `numbers` (`NUMBERS`).

    Raises LagrError for another language, an unknown part, or other `numbers`.
    """
    w = Words(language, words_in(model, language))
    options = units, trajectory, certificate, drifts, motion, transmitted, readable
    blocks = localised(
        document(w, model, sheet, *options, parts, numbers, linear_equations), language
    )
    mark = _mark(model, sheet)
    return latex_page(title(w, model, name), blocks, language, stem, mark)


def pdf_document(
    model: Model,
    sheet: Sheet,
    units: Sequence[str],
    trajectory: Trajectory | None = None,
    certificate: Certificate | None = None,
    drifts: Sequence[tuple[str, float]] = (),
    motion: Motion | None = None,
    transmitted: Mapping[str, Array] = NOTHING,
    language: str = "en",
    *,
    readable: Sheet | None = None,
    name: str = "",
    parts: Collection[str] = (),
    numbers: str = RUNNING,
    linear_equations: LinearEquations | None = None,
) -> bytes:
    """The same document as a PDF, set by Typst; the same system gives the same bytes.

    It takes what `latex_document` takes, but no `stem`.  Raises LagrError as that does.
    """
    w = Words(language, words_in(model, language))
    options = units, trajectory, certificate, drifts, motion, transmitted, readable
    blocks = localised(
        document(w, model, sheet, *options, parts, numbers, linear_equations), language
    )
    page = fitted_page(title(w, model, name), list(blocks), language)
    (pdf,) = pages(page, ".pdf", _mark(model, sheet))
    return pdf


def _mark(model: Model, sheet: Sheet) -> str:
    """The hash of the model in the special case of a sheet."""
    return prepare(model, sheet.special).digest


def title(w: Words, model: Model, name: str = "") -> str:
    """What a document is called: as its model, else by a `name` such as that of its file."""
    return w.name(model.name) or name or w("Mechanical system")


def document(
    w: Words,
    model: Model,
    sheet: Sheet,
    units: Sequence[str],
    trajectory: Trajectory | None,
    certificate: Certificate | None,
    drifts: Sequence[tuple[str, float]],
    motion: Motion | None,
    transmitted: Mapping[str, Array],
    readable: Sheet | None,
    parts: Collection[str] = (),
    numbers: str = RUNNING,
    linear_equations: LinearEquations | None = None,
) -> Blocks:
    """All parts of a document, or those that are named, as `latex_document` tells them."""
    check_numbers(numbers)
    for part in parts:
        check_known(part, PARTS, f"Part “{part}”", "A report has no part of this name.", "part")
    wanted = parts or PARTS
    model = flat(model)
    shown = in_language(model, w.language)
    sheet = readable or sheet
    units_of = units_of_all_coordinates(model, KINDS)
    moving = sheet.coordinates
    if sheet.begun:  # bodies have coordinates of their own, joints those that move
        moving = prepare(model, sheet.special).coordinates
    units_of_joints = [units_of.get(name, "") for name in moving]
    if units and sheet.chosen is None:
        units = units_of_joints
    if shown.description:
        yield Paragraph(with_formulas(shown.description, tables.names_of(shown)))
    if "figures" in wanted:
        yield from _figures(w, model, motion)
    if "data" in wanted:
        yield from tables.parameters(w, shown)
        yield from tables.functions(w, shown)
        yield from tables.special_case(w, model, sheet)
        yield from tables.coordinates(w, model, sheet, units, trajectory)
    if "equations" in wanted:
        yield from about_form(w, sheet)
    chosen = {"equations", "kinematics"} & {*wanted}
    figures = _cut_bodies(model, sheet, motion) if {"equations", "bodies"} <= {*wanted} else {}
    yield from equation_sections(w, sheet, chosen, numbers, certificate, figures)
    if "equations" in wanted:
        yield from _sources(w, sheet, numbers)
        yield from remarks(w, sheet)
    if linear_equations is not None and "linear" in wanted:
        yield from linear_blocks(w, linear_equations, units_of_joints)
    if certificate is not None and "certificate" in wanted:
        yield from certificate_blocks(certificate, w)
    if "data" in wanted:
        yield from tables.bodies(w, shown)
        yield from tables.joints(w, shown)
        yield from elements(w, shown)
    if trajectory is not None and "motion" in wanted:
        yield from _motion(w, model, trajectory, units, transmitted, drifts)


PARTS: Mapping[str, str] = {
    "figures": "diagram and mechanism",
    "data": "parameters, start, bodies, joints and elements",
    "equations": "equations of motion and what they are made of",
    "bodies": "bodies cut free, beside Newton–Euler equations",
    "kinematics": "orientations and centres of mass",
    "linear": "linear equations of a system at rest; those of another one where they are named",
    "certificate": "what the equations agree with",
    "motion": "curves of a motion, and what is transmitted",
}
"""The parts of a document, and what is in them."""


def parts_of_documents(model: Model | None) -> Mapping[str, str]:
    """The parts that can be chosen for the document of any model."""
    return PARTS


_MARK = "\x01"
"""A control character, which stands in no text."""


def _indices(*texts: str) -> Formula:
    """Formulas in index notation."""
    return listed([math(index_notation(text)) for text in texts])


_LAGRANGE = "g_ρν q̈^ν + Γ_ρμν q̇^μ q̇^ν = Q_ρ"
_OF_SPEED = letter("r")
_BALANCED = (
    *(indexed(letter("F"), _OF_SPEED), " + "),
    *(indexed(high(letter("F"), letter("*")), _OF_SPEED), " = 0"),
)
"""Kane's equations."""
_MEANINGS: Mapping[str, Formula] = {
    "g": _indices("T = ½ g_μν q̇^μ q̇^ν", "μ, ν = 0, …, f", "q^0 = t"),
    "Gamma": _indices("Γ_ρμν = ½ (∂_μ g_ρν + ∂_ν g_ρμ - ∂_ρ g_μν)"),
    "phi": _indices("Φ_s = 0"),
    "G": _indices("G_sρ = ∂ Φ̇_s / ∂ q̇^ρ"),
    "gamma_bar": _indices("G_sρ q̇^ρ + γ̄_s = 0"),
    "gamma_bar2": _indices("G_sρ q̈^ρ + γ̿_s = 0"),
    "free": _indices(_LAGRANGE),
    "motion": _indices(f"{_LAGRANGE} + λ_s G_sρ"),
}
"""What results are, by formulas."""
_CONDITIONS: Mapping[str, Formula] = {
    "phi": _indices("Φ = 0"),
    "gamma_bar": _indices("G q̇ + γ̄ = 0"),
    "gamma_bar2": _indices("G q̈ + γ̿ = 0"),
}
"""What holds for conditions, in matrices."""


def about_form(w: Words, sheet: Sheet) -> Blocks:
    """Why results stand in vectors, and what the letters of their names mean."""
    if not sheet.structured:
        return
    text = w("The results are written with vectors and composite bodies; index 0 denotes time.")
    if all(definition.rank == "scalar" for definition in sheet.definitions):
        text = w(
            "The results are written with names, each of which is defined; index 0 denotes time."
        )
    yield Heading(w("Structured form"))
    yield Paragraph(text)


_KINEMATICS = ("E", "x")
"""The symbols of results that are kinematics."""


def equation_sections(
    w: Words,
    sheet: Sheet,
    parts: Collection[str] = ("equations", "kinematics"),
    numbers: str = RUNNING,
    certificate: Certificate | None = None,
    figures: Mapping[int, DrawnMechanism] = NO_FIGURES,
) -> Blocks:
    """All results and the equations of motion, each kind under its heading.

    Beside those of bodies that are cut free stand their `figures`, by number.  Under
    the equations of motion stands what the `certificate` of the system says, or their own.
    """
    for symbol, said in sections(sheet):
        if ("kinematics" if symbol in _KINEMATICS else "equations") not in parts:
            continue
        rows = in_words(w, packed_section(sheet, symbol, numbers))
        if not rows:
            continue
        if symbol == "motion" and any(own.group for own in sheet.balances):
            yield from _by_body(w, sheet, said, figures)
            continue
        name, _, behind = w(said).partition(": ")
        meaning = _meaning(w, sheet, symbol) or _CONDITIONS.get(symbol, behind)
        block = FormulaBlock(name, meaning, rows)
        below: list[Block] = []
        if symbol == "definitions":
            below = [_legend(w, sheet)]
        elif symbol == "motion":
            below = list(certified_line(w, sheet, certificate))
        if below and lines_of(rows) <= TOGETHER:
            yield Together([block, *below])
        else:
            yield from (block, *below)


def _sources(w: Words, sheet: Sheet, numbers: str) -> Blocks:
    """Where the formulas stand whose numbers equations have."""
    if numbers == LAGR and (found := sources(sheet)):
        yield Heading(w("Numbers of formulas"), lines=3)
        yield Paragraph(listed([f"-- {line}" for line in found], LINE_END))


def _by_body(w: Words, sheet: Sheet, title: str, figures: Mapping[int, DrawnMechanism]) -> Blocks:
    """The equations of motion below the headings of bodies that are cut free."""
    for group, balances in by_group(equations_of_motion(sheet)):
        sort, _, number = balances[0].coordinate.partition(" ")
        figure = figures.get(int(number)) if sort == "body" else None
        heading = f"{w(title)}: {w.spoken(group)}"
        rows = packed_balances(balances)
        if figure is not None:
            narrow = packed_balances(balances, paper=REPORT.beside(width_on_paper(figure)))
            if lines_of(narrow) <= BESIDE_FIGURE:
                rows = narrow
            else:
                yield Together([Heading(heading), figure])
                heading, figure = "", None
        yield FormulaBlock(heading, "", rows, figure)


def _cut_bodies(model: Model, sheet: Sheet, motion: Motion | None) -> Mapping[int, DrawnMechanism]:
    """The pictures of bodies cut free; what makes them is loaded where there are such equations."""
    if motion is None or sheet.formalism != "newton-euler":
        return NO_FIGURES
    from lagr_gui.exchange.documents.cut_bodies import cut_bodies

    return cut_bodies(model, sheet, motion)


def in_words(w: Words, rows: Formula) -> Formula:
    """Rows whose words stand in the language of the document."""

    def said(box: Box) -> Formula:
        if box.kind != "words":
            return (box,)
        if not isinstance(box.text, Message):  # the name of an element
            return (replace(box, text=w.name(box.text)),)
        return (replace(box, text=words_localised(w.spoken(box.text), w.language)),)

    return mapped(rows, said)


_SAID_BY_TITLE = (
    "friction",
    "contacts",
    "solved",
    "states",
    "signals",
    "slopes",
    "lambda",
    "multipliers",
    "assumed",
)
"""Sections that need no more words."""


def _meaning(w: Words, sheet: Sheet, symbol: str) -> Text:
    """What stands behind a heading."""
    if symbol == "E":
        return w("rows: body axes in components of the space axes")
    if symbol == "solved" and any(_branches(balance) for balance in sheet.solved):
        said = w("σ = ±1 selects one of two configurations").replace("σ = ±1", _MARK)
        return replaced(said, {_MARK: math(index_notation("σ = ± 1"))})
    if symbol == "motion" and sheet.formalism == "kane":
        return listed([math(_BALANCED)])
    if symbol in _SAID_BY_TITLE or sheet.formalism != "lagrange":
        return ""
    if symbol == "motion" and (sheet.structured or sheet.minimal or not sheet.of("g")):
        return ""
    meaning = _MEANINGS.get("free" if symbol == "motion" and not sheet.of("G") else symbol, ())
    if symbol == "Gamma" and sheet.structured and gyration_rule(sheet) is not None:
        rule = w("for every rotation μ on the path out to ν, ν included; all others are zero")
        return (*meaning, f"; {rule}")
    if symbol in ("g", "Gamma"):
        meaning += (f"; {w('entries not listed are zero or follow by symmetry')}",)
    return meaning


def _branches(balance: Balance) -> bool:
    """Whether a coordinate has one of two values."""
    terms = (symbols(term.tree) for term in balance.right)
    return any(is_branch(symbol) for names in terms for symbol in names)


def drawing(w: Words, model: Model) -> Blocks:
    """The block diagram, where there is something to draw."""
    if model.bodies or model.terminals:
        yield Drawing(in_language(model, w.language))


def _figures(w: Words, model: Model, motion: Motion | None) -> Blocks:
    """The diagram and, to scale, the mechanism."""
    said = []
    for block in drawing(w, model):
        yield block
        said.append(
            w(
                "Bodies with their numbers; J and E denote the joints, with their coordinates, and "
                "the elements of the tables below."
            )
            if model.bodies
            else w("E denotes the elements of the table below, n the terminals.")
        )
        if cut_joints(model, KINDS):
            said.append(w("Dashed joints are cut."))
        if model.simulation.controllers:
            said.append(
                w(
                    "Thin dashed lines lead from measured quantities to controllers and on to what "
                    "they drive; outputs change after each step Δt."
                )
            )
    if motion is not None and (drawn := sketch(model, motion)):
        yield drawn
        said.append(w("Below: the initial configuration, with centres of mass and joints."))
    if said:
        yield Paragraph(" ".join(said), small=True)


def _motion(
    w: Words,
    model: Model,
    trajectory: Trajectory,
    units: Sequence[str],
    transmitted: Mapping[str, Array],
    drifts: Sequence[tuple[str, float]],
) -> Blocks:
    """Curves of the coordinates and of the outputs, and of what is transmitted."""
    curves = [
        (text_of(name_math(name), *_in(units[at] if at < len(units) else "")), trajectory.q[:, at])
        for at, name in enumerate(trajectory.coordinates)
    ]
    curves += [
        (text_of(name, *_in(trajectory.output_units.get(name, ""))), values)
        for name, values in trajectory.outputs.items()
    ]
    transmitted = carried.told(model, transmitted, trajectory.special)
    forces = [(carried.carried_name(w.spoken(name)), curve) for name, curve in transmitted.items()]
    first, *others = _plots(trajectory.t, curves)
    run = Paragraph(listed(_run(w, model, trajectory, drifts), " "))
    yield Together([Heading(w("Motion"), lines=20), run, first])
    yield from others
    if forces:
        yield from _plots(trajectory.t, forces)
        yield carried.largest_values(w, trajectory.t, transmitted)


def _run(
    w: Words, model: Model, trajectory: Trajectory, drifts: Sequence[tuple[str, float]]
) -> Iterator[Text]:
    """How a motion was found, and how well it keeps what is conserved."""
    settings, atol = model.simulation, model.simulation.atol
    absolute = "" if atol is None else filled(w, ", absolute {atol}", atol=formula(atol))
    yield filled(
        w,
        "Integrated by {method} in {steps} steps, relative tolerance {rtol}{absolute}.",
        method=w("Taylor series") if trajectory.method == "Taylor" else trajectory.method,
        steps=str(trajectory.steps),
        rtol=formula(settings.rtol),
        absolute=absolute,
    )
    if drifts:
        kept = [
            text_of(_typeset(w, name, trajectory.coordinates), " ", scientific(drift))
            for name, drift in drifts
        ]
        yield text_of(f"{w('Drift of the conserved quantities')}: ", listed(kept), ".")
    else:
        drift = scientific(trajectory.energy_error)
        yield filled(w, "Relative drift of the energy balance: {drift}.", drift=drift)


_BESIDE = 8
"""At most so many curves stand in a picture."""
_TALL_PLOT, _LOW_PLOT = 60.0, 45.0
"""Heights (mm) of a plot by itself and of one of several."""


def _plots(t: Array, curves: Sequence[tuple[Formula, Array]]) -> Blocks:
    """Curves of a unit in one picture, or in several where there are many."""
    units: dict[str, list[tuple[Formula, Array]]] = {}
    for name, values in curves:
        units.setdefault(latex_words(name).rpartition("(")[2], []).append((name, values))
    groups: list[list[tuple[Formula, Array]]] = []
    for alike in units.values():
        each = ceil(len(alike) / ceil(len(alike) / _BESIDE))
        groups += [alike[at : at + each] for at in range(0, len(alike), each)]
    height = _TALL_PLOT if len(groups) == 1 else _LOW_PLOT
    for group in groups:
        yield CurvePlot(t, group, height)


def _in(name: str) -> Formula:
    return text_of(_BLANK, "(", unit(name), ")") if name else ()


_BLANK = spelled(r"\ ", '#text(" ")')


def remarks(w: Words, sheet: Sheet) -> Blocks:
    """What is to be said of given forces."""
    if not sheet.notes:
        return
    yield Heading(w("Remarks"), lines=3)
    yield Paragraph(listed([f"-- {w.problem(note)}" for note in sheet.notes], LINE_END))


def _legend(w: Words, sheet: Sheet) -> Table:
    """What names stand for: each of them, or of the structured form the first of each letter.

    Names that mean the same stand side by side.
    """
    alike = sheet.structured
    firsts = {
        entry.stem if alike or entry.stem == NAMED_PART else entry.name: entry
        for entry in sheet.definitions[::-1]
    }
    meanings: dict[Formula, list[Box]] = {}
    for entry in sheet.definitions:
        if entry in firsts.values():
            meaning = _typeset(w, entry.meaning, sheet.coordinates)
            meanings.setdefault(meaning, []).append(math(definition_name(entry)))
    alike = alike or sum(entry.stem == NAMED_PART for entry in sheet.definitions) > 1
    rows = [(listed(names), words) for words, names in meanings.items()]
    note = w("other indices likewise") if alike else ""
    return Table("", (w("Symbol"), w("Meaning")), rows, note)


_ENERGIES = re.compile(r"[TU][₀-₉]*(?: \+ [TU][₀-₉]*)*")
_INDEX = re.compile("[₀-₉]+")


def _low(index: re.Match[str]) -> str:
    return f"_{normalize('NFKC', index[0])}"


def _typeset(w: Words, meaning: str, coordinates: Sequence[str]) -> Formula:
    """A meaning in words; the coordinates and the energies that it names stand as in formulas."""
    marked: dict[str, Text | Box] = {_MARK: (math(index_notation("q̈ = 0")),)}

    def mark(value: object) -> object:
        if isinstance(value, Message):
            return marks_in(value)
        names = value.split(", ") if isinstance(value, str) else []
        if names and all(name in (*coordinates, TIME) for name in names):
            shown: Text | Box = listed(map(name_math, names))
        elif isinstance(value, str) and _ENERGIES.fullmatch(value):
            shown = unbroken(index_notation(_INDEX.sub(_low, value)))
        else:
            return value
        sign = chr(ord(_MARK) + len(marked))
        marked[sign] = shown
        return sign

    def marks_in(words: Message) -> Message:
        return words.with_values(**{name: mark(value) for name, value in words.values.items()})

    said = marks_in(meaning) if isinstance(meaning, Message) else meaning
    return replaced(w.spoken(said).replace(_AT_REST, _MARK), marked)
