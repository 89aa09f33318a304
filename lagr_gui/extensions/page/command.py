"""``lagr gallery``: models as pages that run, and one page that leads to them."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Sequence
from dataclasses import dataclass, replace
from html import escape
from pathlib import Path

from lagr_gui import pipeline
from lagr_gui.cli.command import Argument, command
from lagr_gui.cli.commands.export import LANGUAGE
from lagr_gui.cli.output import FOLDER, folder, inputs, written
from lagr_gui.exchange.documents.svg_diagram import diagram_svg
from lagr_gui.extensions.page.page import filled, html_page
from lagr_gui.foundation.languages import Words
from lagr_gui.foundation.message import phrase, say
from lagr_gui.foundation.problem import LagrError, Problem, refusal
from lagr_gui.foundation.writing import write
from lagr_gui.model import Model

INDEX = "index.html"


@command(
    Argument("-o --out FOLDER", "where to write", default="lagr_gallery"),
    LANGUAGE,
    endings=FOLDER,
)
def run(options: Namespace) -> int:
    """Write a page for each model, as far as they are sound, and the page that leads to them."""
    source, shown = Path(options.model), list[GalleryEntry]()
    problems: list[Problem] = []
    models = _models(source)
    place = folder(Path(options.out))
    for path in models:
        try:
            model, text = _page(path, options.language)
        except LagrError as error:
            if not source.is_dir():
                raise
            problems += [_of_file(problem, path) for problem in error.problems]
            continue
        file = f"{path.stem}.html"
        write(place / file, text, inputs(options))
        shown.append(GalleryEntry(model, file))
    write(place / INDEX, gallery_page(shown, options.language), inputs(options))
    files = [INDEX, *(system.file for system in shown)]
    return written(options, place, files, problems)


def _models(path: Path) -> list[Path]:
    """The model that is named, or all of a folder."""
    if not path.is_dir():
        return [path]
    if files := sorted(path.glob("*.lagr")):
        return files
    raise refusal(f"Folder “{path}”", "There is no model in it.", "Name another one.", "no-file")


def _of_file(problem: Problem, path: Path) -> Problem:
    """A problem with the file that has it."""
    place = say("{file}: {place}", file=path.name, place=phrase(problem.place))
    return replace(problem, place=place)


def _page(path: Path, language: str) -> tuple[Model, str]:
    model = pipeline.load(path)
    asked = pipeline.prepare(model)
    sheet = pipeline.equations_to_read(asked)
    certificate = pipeline.verify(asked, expanded=not sheet.structured)
    page = html_page(model, sheet, certificate=certificate, language=language, folder=path.parent)
    return model, page


# --- Several systems as pages that run, with one page that leads to all of them ----------------


@dataclass(frozen=True, slots=True)
class GalleryEntry:
    """A system in a gallery, and the file of its page."""

    model: Model
    file: str


def gallery_page(systems: Sequence[GalleryEntry], language: str = "en") -> str:
    """The page that leads to the pages of all systems, each with its drawing."""
    w = Words(language)
    title = w("Mechanical systems")
    cards = (
        f'<a class="card" href="{escape(s.file)}"><h2>{escape(s.model.name or s.file)}</h2>'
        f"{diagram_svg(s.model)}<p>{escape(_first(s.model.description))}</p></a>"
        for s in systems
    )
    parts = {"LANGUAGE": language, "TITLE": escape(title), "CARDS": "\n".join(cards)}
    return filled("gallery.html", parts)


def _first(text: str) -> str:
    """The first sentence of a description."""
    sentence, point, _ = text.partition("\n\n")[0].partition(". ")
    return sentence + point.rstrip()
