"""A system as notebooks show it: the page that runs, in a frame of its own."""

from __future__ import annotations

from html import escape

from lagr_gui import pipeline
from lagr_gui.exchange.shown import HasModel, model_html
from lagr_gui.extensions.page.page import html_page
from lagr_gui.foundation.problem import LagrError
from lagr_gui.model import Model
from lagr_gui.pipeline import Certificate, Disagreement, Prepared

MOST = 1_000_000
"""Bytes of a frame at most: a notebook keeps all that it shows."""
TOO_LARGE = "The page that runs is larger than 1 MB: write it to a file with html_page."
SHORTLY = 3
"""Up to so many coordinates the equations are expanded and certified at once."""
HEIGHT = 720
"""Pixels of a frame: picture and player are seen without scrolling."""


def system_html(system: HasModel) -> str:
    """The page of a system (`extensions.page`) in a frame that may run it, and nothing besides.

    Up to `SHORTLY` coordinates it is the page of ``lagr export --to html``; beyond these the
    equations are in the structured form, which is there at once, and not certified.  Where there
    is no page, the drawing, and below it why.
    """
    model = system.model
    try:
        page = _page(model)
    except LagrError as refused:
        return model_html(model) + _told(*map(str, refused.problems))
    frame = (
        '<iframe sandbox="allow-scripts allow-downloads" title="lagr_gui" '
        f"style=\"width: 100%; height: {HEIGHT}px; border: 0\" srcdoc='{_quoted(page)}'></iframe>"
    )
    if len(frame.encode()) > MOST:
        return model_html(model) + _told(TOO_LARGE)
    return frame


def _page(model: Model) -> str:
    asked = pipeline.prepare(model)
    if len(asked.reading.coordinates) > SHORTLY:
        return html_page(model, pipeline.equations(asked, form="structured"))
    return html_page(model, pipeline.equations_to_read(asked), certificate=_certificate(asked))


def _certificate(asked: Prepared) -> Certificate | None:
    """None where there are no numbers.  Raises Disagreement: nothing wrong is shown."""
    try:
        return pipeline.verify(asked)
    except Disagreement:
        raise
    except LagrError:
        return None


def _quoted(page: str) -> str:
    """A page within single quotes: most quotes of pages are double ones."""
    return page.replace("&", "&amp;").replace("'", "&#39;")


def _told(*reasons: str) -> str:
    return "".join(f"<p>{escape(reason)}</p>" for reason in reasons)
