"""Several systems as pages that run, with one page that leads to all of them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape

from lagr_gui.exchange.svg_diagram import diagram_svg
from lagr_gui.exchange.words import Words
from lagr_gui.extensions.page.page import filled
from lagr_gui.model import Model


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
        f'<a class="card" href="{escape(own.file)}"><h2>{escape(own.model.name or own.file)}</h2>'
        f"{diagram_svg(own.model)}<p>{escape(_first(own.model.description))}</p></a>"
        for own in systems
    )
    parts = {"LANGUAGE": language, "TITLE": escape(title), "CARDS": "\n".join(cards)}
    return filled("gallery.html", parts)


def _first(text: str) -> str:
    """The first sentence of a description."""
    sentence, point, _ = text.partition("\n\n")[0].partition(". ")
    return sentence + point.rstrip()
