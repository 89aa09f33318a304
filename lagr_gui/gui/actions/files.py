"""Files; what the window writes: the exports of all faces, and pictures of its panes."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from lagr_gui import pipeline
from lagr_gui.exchange.documents.latex_files import files_of
from lagr_gui.exchange.registry import DATA, EXPORTS, GROUPS, REPORT
from lagr_gui.exchange.tables.csv_reactions import reaction_curves
from lagr_gui.exchange.tables.csv_runs import runs_csv
from lagr_gui.extension import Export
from lagr_gui.foundation.problem import LagrError, Problem
from lagr_gui.foundation.writing import replacing, write
from lagr_gui.gui.actions.record import Action, Desk, always, in_menu
from lagr_gui.gui.sketch.saving import save_sketch
from lagr_gui.gui.words import language, spoken, tr
from lagr_gui.mechanics.sheets.sheet import DEFAULT_FORM

if TYPE_CHECKING:
    from lagr_gui.pipeline import Motion

PICTURES = (".svg", ".pdf", ".png")
"""Endings of pictures."""

Chosen = Mapping[str, Any]
"""What the user chose for an export, by name."""
Save = Callable[[Desk], Callable[[Path], bool]]
CURVES: dict[str, Save] = {"response": lambda d: d.response.plots.save}
"""Exports that may be pictures, too."""


def _knowing(desk: Desk, what: Export, chosen: Chosen, path: str = "") -> Callable[[str], Any]:
    """What the window knows for an export into a file, by name.

    What is of the model as it is now has no motion from before the last edit.
    """
    session, choice = desk.session, desk.simulation.choice
    now = "model" in what.takes
    moved = not (now and session.outdated)
    units = session.report if now else session.running.origin

    def readable() -> Any:
        sheet = session.derivation.sheet
        short = sheet if sheet and sheet.form == DEFAULT_FORM else None
        return short and pipeline.readable(session.model, short)

    def motion() -> Motion | None:
        start = session.start.shown
        suits = start and start.origin.suits(session.model, session.special)
        return start.motion if start and suits else None

    def mark() -> str | None:
        """The hash of the model that it is of, as long as that is known."""
        model, special = session.flat, session.special
        if "trajectory" in what.takes and (origin := session.running.origin) is not None:
            model, special = origin.model, origin.special
        ready = "sheet" not in what.takes or session.derivation.finished
        return pipeline.prepare(model, special).digest if ready else None

    forces = session.forces.found.get(choice.axes)

    needs: dict[str, Callable[[], Any]] = {
        "model": lambda: session.flat,
        "reading": lambda: pipeline.prepare(session.model).reading,
        "special": lambda: session.special,
        "folder": lambda: session.folder,
        "sheet": lambda: session.derivation.sheet,
        "readable": readable,
        "units": lambda: units and units.units,
        "trajectory": lambda: desk.simulation.measured() if moved else None,
        "certificate": lambda: session.derivation.certificate,
        "motion": motion,
        "transmitted": lambda: reaction_curves(forces) if moved and forces else {},
        "reactions": lambda: forces if choice.transmitted else None,
        "response": lambda: session.small.response.found,
        "language": language,
        "digest": mark,
        "name": lambda: Path(session.document.path).stem if session.document.path else None,
        "ending": lambda: Path(path).suffix.lower() or None,
        "stem": lambda: Path(path).stem or None,
    }

    def value(name: str) -> Any:
        if name in chosen:
            return chosen[name]
        if name in needs:
            return needs[name]()
        return what.answer(name, value)

    return value


def _with_forces(desk: Desk, then: Callable[[], None]) -> None:
    """Ask for the forces along a motion first, if one of them is chosen among the curves."""
    choice = desk.simulation.choice
    if choice.transmitted:
        desk.session.forces.ask(choice.axes, then)
    else:
        then()


def _with_all_forces(desk: Desk, then: Callable[[], None]) -> None:
    """Ask for all forces first, unless the motion is from before the last edit."""
    if desk.session.outdated:
        then()
    else:
        desk.session.forces.ask(desk.simulation.choice.axes, then)


def _certified(desk: Desk, then: Callable[[], None]) -> None:
    if desk.session.derivation.certificate is None and not desk.session.running.simulating:
        desk.session.derivation.verify(then)
    else:
        then()


Step = Callable[[Desk, Callable[[], None]], None]
FIRST: dict[str, Step] = {
    "certificate": _certified,
    "transmitted": _with_all_forces,
    "reactions": _with_forces,
}
"""What may have to be computed before it is known."""


def export(what: Export, curves: Save | None, known: Callable[[Desk], Chosen], desk: Desk) -> None:
    """Write an export, as a picture of `curves` too; what has to be computed is waited for."""
    from lagr_gui.gui.export_choices import choices_of  # late: it knows programs and their targets

    session = desk.session
    if {"model", "sheet"} <= {*what.takes} and not session.derivation.finished:
        cause = "They are of the model before the last edit."
        remedy = "Export when they are derived anew."
        session.refused.emit([Problem("Equations", cause, remedy, code="not-derived")])
        return
    first = [FIRST[name] for name in what.also if name in FIRST]
    choices = choices_of(what, session.flat)
    chosen = desk.ask_choices(what.title, choices) if choices else {}
    if chosen is None:
        return
    write_it = partial(_into_file, what, curves, desk, first)
    if "linear" in what.takes:
        _linearised(desk, chosen, write_it)
    else:
        write_it({**known(desk), **chosen})


def _linearised(desk: Desk, chosen: Chosen, then: Callable[[Chosen], None]) -> None:
    """Ask for the linear equations about what was chosen first."""
    session = desk.session
    asked = {"model": session.flat, "special": session.special, **chosen}

    def take(linear: Any) -> None:
        then({"linear": linear, "model": asked["model"], "special": asked["special"]})

    def lose(problems: tuple[Problem, ...]) -> None:
        session.refused.emit(list(problems))

    session.motions.aside("state_space", asked, take, lose)


def _small_motions(chosen: dict[str, Any], desk: Desk, then: Callable[[], None]) -> None:
    """Ask for the linear equations of a report first; those of a system in motion it has not."""
    session = desk.session

    def take(found: Any) -> None:
        chosen["linear_equations"] = found
        then()

    def lose(problems: tuple[Problem, ...]) -> None:
        session.refused.emit(list(problems))
        then()

    asked = {"model": session.flat, "special": session.special}
    session.motions.aside("reported_linear", asked, take, lose)


_OF_FILES = frozenset({"ending", "stem"})
"""What tells an export how its file is called."""


def _into_file(
    what: Export, curves: Save | None, desk: Desk, first: list[Step], chosen: Chosen
) -> None:
    """Ask for a file, find what has to be known first, and write."""
    session, told = desk.session, {**chosen}
    if "linear_equations" in what.also:
        first = [*first, partial(_small_motions, told)]
    try:
        # No file is chosen in vain.
        text = "" if first else what.write(_knowing(desk, what, told))
    except LagrError as error:
        session.refused.emit(list(error.problems))
        return
    path = desk.ask_export_path(_title(what, curves), what.endings + (PICTURES if curves else ()))
    if curves and path.lower().endswith(PICTURES):
        write_picture(desk, path, curves(desk))
    elif path:

        def write_now() -> None:
            fixed = "" if _OF_FILES.intersection(what.also) else text
            content = fixed or what.write(_knowing(desk, what, told, path))
            write_export(desk, path, content, what.remarks(content))

        put = write_now
        for ask in first:
            put = partial(ask, desk, put)
        put()


def _title(what: Export, curves: Save | None) -> str:
    """What stands in menus: ``Frequency response as CSV, SVG, PDF, PNG…``."""
    return what.title.replace("…", ", SVG, PDF, PNG…") if curves else what.title


def _save_runs(desk: Desk) -> None:
    """Write the chosen curves of all runs that are shown."""
    if path := desk.ask_export_path("Curves of all runs as CSV…", (".csv",)):
        write_export(desk, path, runs_csv(desk.simulation.tables()))


def write_picture(desk: Desk, path: str | Path, save: Callable[[Path], bool]) -> None:
    """Write a picture; where it cannot be written is told."""

    def put() -> None:
        with replacing(path, _own(desk)) as temporary:
            if not save(temporary):
                raise OSError("the picture cannot be painted there")

    _write(desk, path, put)


def write_export(desk: Desk, path: str | Path, content: str | bytes, remark: str = "") -> None:
    """Write an export; where it cannot be written is told."""

    def put() -> None:
        for target, part in files_of(Path(path), content).items():
            write(target, part, _own(desk))

    _write(desk, path, put, remark)


def _write(desk: Desk, path: str | Path, put: Callable[[], None], remark: str = "") -> None:
    try:
        put()
    except LagrError as error:
        desk.session.refused.emit(list(error.problems))
        return
    words = tr("Written: {path}").format(path=path)
    desk.session.message.emit(f"{words}. {spoken(remark)}" if remark else words)


def _own(desk: Desk) -> list[Path]:
    """The file of the drawing: no export takes its place."""
    path = desk.session.document.path
    return [path] if path else []


def _responds(desk: Desk) -> bool:
    answer = desk.session.small.response
    return answer.found is not None and answer.about(desk.session.model)


READY: dict[str, Callable[[Desk], bool]] = {
    "sheet": lambda d: d.session.derivation.sheet is not None,
    "trajectory": lambda d: d.session.running.trajectory is not None,
    "moved": lambda d: d.session.running.trajectory is not None and not d.session.outdated,
    "response": _responds,
    "linear": lambda d: bool((now := d.session.report) and now.sound and now.freedoms),
}
"""Whether what an export takes is there; what is not named always is."""


def _ready(what: Export, desk: Desk) -> bool:
    return all(READY.get(name, always)(desk) for name in what.takes)


def export_action(
    what: Export,
    enabled: Callable[[Desk], bool],
    curves: Save | None = None,
    known: Callable[[Desk], Chosen] = lambda _: {},
    after: str = "",
) -> Action:
    """The action of an export; `known` is what it needs that the session does not know.

    Where it is of `curves`, it may be written as a picture of these, too.
    """
    return Action(
        f"export_{what.name.rpartition('-')[2]}",
        _title(what, curves),
        partial(export, what, curves, known),
        enabled=enabled,
        menu=f"{MENU}/{what.group}",
        after=after,
    )


def _picture(name: str, title: str, save: Save, enabled: Callable[[Desk], bool]) -> Action:
    def run(desk: Desk) -> None:
        if path := desk.ask_export_path(title, PICTURES):
            write_picture(desk, path, save(desk))

    return Action(name, title, run, enabled=enabled, menu=PICTURED)


SKETCHED = "Sketch as SVG, PDF, PNG…"


def _save_sketch(desk: Desk) -> None:
    desk.show_view("sketch")
    if desk.workplace.sketch.stand is None:
        remedy = "Take away what is wrong with the model first."
        desk.session.refused.emit([Problem("Sketch", "It shows no mechanism yet.", remedy)])
    elif path := desk.ask_export_path(SKETCHED, PICTURES):
        write_picture(desk, path, partial(save_sketch, desk.workplace.sketch))


MENU = "File/Export"
PICTURED, NUMBERS = f"{MENU}/{REPORT}", f"{MENU}/{DATA}"
MOVED = READY["trajectory"]
_EXPORTS = (
    *(
        export_action(EXPORTS[name], partial(_ready, EXPORTS[name]), CURVES.get(name))
        for names in GROUPS.values()
        for name in names
        if EXPORTS[name].listed
    ),
    Action(
        "export_free_body",
        EXPORTS["free-body"].title,
        lambda d: d.free_body.export() if d.free_body.found else d.show_pane("free_body"),
        enabled=MOVED,
        menu=PICTURED,
    ),
    _picture(
        "export_drawing", "Drawing as SVG, PDF, PNG…", lambda d: d.canvas.save_picture, always
    ),
    Action("export_sketch", SKETCHED, _save_sketch, menu=PICTURED),
    _picture(
        "export_moment",
        "Moment of the animation as SVG, PDF, PNG…",
        lambda d: d.animation.view.save_picture,
        MOVED,
    ),
    _picture("export_curves", "Curves as SVG, PDF, PNG…", lambda d: d.simulation.views.save, MOVED),
    Action("export_runs", "Curves of all runs as CSV…", _save_runs, enabled=MOVED, menu=NUMBERS),
)


def _several(desk: Desk) -> bool:
    return len(desk.models.documents) > 1


def _step(by: int) -> Callable[[Desk], None]:
    return lambda desk: desk.models.step(by)


OPENING = in_menu(
    "File",
    Action("new", "New", lambda d: d.new_document(), "Ctrl+N"),
    Action("open", "Open…", lambda d: d.open_document(), "Ctrl+O", short="Open"),
    Action("close", "Close", lambda d: d.close_document(), "Ctrl+W"),
    Action("close_others", "Close others", lambda d: d.close_others(), enabled=_several),
    Action("save", "Save", lambda d: d.save_document(), "Ctrl+S", separated=True),
    Action("save_as", "Save as…", lambda d: d.save_document_as(), "Ctrl+Shift+S"),
    Action("earlier", "Earlier versions…", lambda d: d.show_earlier_versions()),
)
ACTIONS = (
    Action("export", "Export…", lambda d: d.show_export_menu(), "Ctrl+E"),
    *_EXPORTS,
    *in_menu(
        "Window",
        Action("next_model", "Next model", _step(1), "Ctrl+Tab", _several, also=("Ctrl+PgDown",)),
        Action(
            "previous_model",
            "Previous model",
            _step(-1),
            "Ctrl+Shift+Tab",
            _several,
            also=("Ctrl+PgUp",),
        ),
    ),
    *in_menu(
        "File",
        Action("welcome", "Welcome page", lambda d: d.show_welcome(), separated=True),
        Action("quit", "Quit", lambda d: d.close(), "Ctrl+Q", separated=True),
    ),
)
