"""Files and exports."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from lagr_gui import pipeline
from lagr_gui.gui.actions.record import Action, Desk
from lagr_gui.gui.words import language, tr
from lagr_gui.problem import LagrError, Problem
from lagr_gui.writing import replacing, write

PICTURES = (".svg", ".pdf", ".png")
"""Endings of pictures."""


def _has_sheet(desk: Desk) -> bool:
    return desk.session.sheet is not None


def _has_motion(desk: Desk) -> bool:
    return desk.session.trajectory is not None


def export_latex(desk: Desk) -> None:
    """Write the equations that are shown as LaTeX."""
    from lagr_gui.exchange.latex import latex_equations

    if path := desk.ask_export_path("Export equations", (".tex",)):
        write_text(desk, path, latex_equations(desk.session.sheet))


def export_document(desk: Desk) -> None:
    """Write a whole document that LaTeX compiles, with the certificate of its equations.

    What it holds is of one model: a motion from before the last edit is left out.
    """
    from lagr_gui.exchange.document import latex_document

    session = desk.session
    if not session.derived:
        cause = "They are of the model before the last edit."
        remedy = "Export when they are derived anew."
        session.refused.emit([Problem("Equations", cause, remedy, code="not-derived")])
        return
    if not (path := desk.ask_export_path("Export document", (".tex",))):
        return
    model, shown, units = session.model, session.sheet, session.report.units
    sheet = pipeline.readable(model, shown) if shown.form == "shortest" else shown
    trajectory = None if session.outdated else session.trajectory
    start = session.start.shown
    known = start if start and start.origin.suits(model, session.special) else None

    def put() -> None:
        text = latex_document(
            model,
            sheet,
            units,
            trajectory,
            session.certificate,
            motion=known.motion if known else None,
            transmitted=desk.simulation.transmitted() if trajectory is not None else {},
            language=language(),
            shortened=sheet is not shown,
        )
        write_text(desk, path, text)

    def certify() -> None:
        if session.certificate is None and not session.simulating:
            session.verify(put)
        else:
            put()

    if trajectory is not None and desk.simulation.choice.transmitted:
        session.forces.ask(desk.simulation.choice.axes, certify)
    else:
        certify()


def export_deck(desk: Desk) -> None:
    """Write the system as a card deck of LAGR."""
    session = desk.session
    try:
        text = pipeline.write_deck(session.model)
    except LagrError as error:
        session.refused.emit(list(error.problems))
        return
    if path := desk.ask_export_path("Export card deck", (".deck",)):
        write_text(desk, path, text)


def export_drawing(desk: Desk) -> None:
    """Write the drawing as a picture."""
    if path := desk.ask_export_path("Export drawing", PICTURES):
        write_picture(desk, path, desk.canvas.save_picture)


def export_curves(desk: Desk) -> None:
    """Write the curves as a picture."""
    if path := desk.ask_export_path("Export curves", PICTURES):
        write_picture(desk, path, desk.simulation.curves.save)


def export_trajectory(desk: Desk) -> None:
    """Write the motion as a table; with all forces if one of them is chosen among the curves."""
    from lagr_gui.exchange.csv_trajectory import trajectory_csv

    session, choice = desk.session, desk.simulation.choice
    trajectory = session.trajectory
    if not (path := desk.ask_export_path("Export motion", (".csv",))):
        return

    def put() -> None:
        forces = session.forces.found.get(choice.axes) if choice.transmitted else None
        origin = session.running.origin
        write_text(desk, path, trajectory_csv(trajectory, origin.units, forces))

    if choice.transmitted:
        session.forces.ask(choice.axes, put)
    else:
        put()


def export_response(desk: Desk) -> None:
    """Write the frequency response as a table or a picture."""
    from lagr_gui.exchange.csv_response import response_csv

    if path := desk.ask_export_path("Export frequency response", (".csv", *PICTURES)):
        if path.lower().endswith(PICTURES):
            write_picture(desk, path, desk.response.plots.save)
        else:
            write_text(desk, path, response_csv(desk.session.small.response.found))


def export_inverse(desk: Desk) -> None:
    """Write a given motion and what it needs as a table, or its curves as a picture."""
    from lagr_gui.exchange.csv_inverse import inverse_csv

    if path := desk.ask_export_path("Export forces for a given motion", (".csv", *PICTURES)):
        if path.lower().endswith(PICTURES):
            write_picture(desk, path, desk.inverse.curves.save)
        else:
            write_text(desk, path, inverse_csv(desk.session.small.driven.found[0]))


def export_animation(desk: Desk) -> None:
    """Write the animation as a film."""
    if path := desk.ask_export_path("Export animation", (".mp4", ".gif")):
        desk.animation.save_film(path)


def _has_driven(desk: Desk) -> bool:
    driven = desk.session.small.driven
    return driven.found is not None and driven.about(desk.session.model)


def _has_response(desk: Desk) -> bool:
    response = desk.session.small.response
    return response.found is not None and response.about(desk.session.model)


def write_picture(desk: Desk, path: str | Path, save: Callable[[Path], bool]) -> None:
    """Write a picture; where it cannot be written is told."""

    def put() -> None:
        with replacing(path, _own(desk)) as temporary:
            if not save(temporary):
                raise OSError("the picture cannot be painted there")

    _write(desk, path, put)


def write_text(desk: Desk, path: str | Path, text: str) -> None:
    """Write an export; where it cannot be written is told."""
    _write(desk, path, lambda: write(path, text, _own(desk)))


def _write(desk: Desk, path: str | Path, put: Callable[[], None]) -> None:
    try:
        put()
    except LagrError as error:
        desk.session.refused.emit(list(error.problems))
        return
    desk.session.message.emit(tr("Written: {path}").format(path=path))


def _own(desk: Desk) -> list[Path]:
    """The file of the drawing: no export takes its place."""
    path = desk.session.document.path
    return [path] if path else []


ACTIONS = (
    Action("new", "New", "File", lambda d: d.new_document(), "Ctrl+N"),
    Action("open", "Open…", "File", lambda d: d.open_document(), "Ctrl+O", short="Open"),
    Action("save", "Save", "File", lambda d: d.save_document(), "Ctrl+S", separated=True),
    Action("save_as", "Save as…", "File", lambda d: d.save_document_as(), "Ctrl+Shift+S"),
    Action("earlier", "Earlier versions…", "File", lambda d: d.show_earlier_versions()),
    Action("export", "Export…", "", lambda d: d.show_export_menu(), "Ctrl+E"),
    Action("export_latex", "Equations as LaTeX…", "File/Export", export_latex, enabled=_has_sheet),
    Action(
        "export_document",
        "Document as LaTeX…",
        "File/Export",
        export_document,
        enabled=_has_sheet,
    ),
    Action("export_deck", "Card deck of LAGR…", "File/Export", export_deck),
    Action("export_drawing", "Drawing as SVG, PDF, PNG…", "File/Export", export_drawing),
    Action(
        "export_curves",
        "Curves as SVG, PDF, PNG…",
        "File/Export",
        export_curves,
        enabled=_has_motion,
    ),
    Action(
        "export_trajectory", "Motion as CSV…", "File/Export", export_trajectory, enabled=_has_motion
    ),
    Action(
        "export_response",
        "Frequency response as CSV, SVG, PDF, PNG…",
        "File/Export",
        export_response,
        enabled=_has_response,
    ),
    Action(
        "export_inverse",
        "Forces for a given motion as CSV, SVG, PDF, PNG…",
        "File/Export",
        export_inverse,
        enabled=_has_driven,
    ),
    Action(
        "export_animation",
        "Animation as MP4, GIF…",
        "File/Export",
        export_animation,
        enabled=_has_motion,
    ),
    Action("welcome", "Welcome page", "File", lambda d: d.show_welcome(), separated=True),
    Action("quit", "Quit", "File", lambda d: d.close(), "Ctrl+Q", separated=True),
)
