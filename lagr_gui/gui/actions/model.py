"""Bodies, numbering, arrangement."""

from __future__ import annotations

from collections.abc import Callable

from lagr_gui import pipeline
from lagr_gui.drawing.note_places import notes_apart
from lagr_gui.editing import edits
from lagr_gui.gui.actions.record import Action, Desk, in_menu
from lagr_gui.gui.bridge.new_items import in_own_words, with_new_body
from lagr_gui.gui.words import tr
from lagr_gui.model import Element, Model


def _several(desk: Desk) -> bool:
    return sum(key.startswith("body:") for key in desk.session.selection) > 1


def renumber(desk: Desk) -> None:
    """Number the bodies so that the numbers rise along every path from body 0 (4.11)."""
    report = desk.session.report
    mapping = dict(report.renumbering) if report else {}
    desk.session.edit("Renumber", lambda model: edits.renumber(model, mapping))


def accept_free_joints(desk: Desk) -> None:
    """Take over the free joints that are offered."""
    report = desk.session.report
    offered = report.offered if report else ()

    def accepted(model: Model) -> Model:
        return in_own_words(model, edits.accept_free_joints(model, offered))

    desk.session.edit("Add free joints", accepted)


def _joint_of_loop(desk: Desk) -> str:
    """The one selected joint that lies on a closed path, or nothing."""
    keys, report = desk.session.selection, desk.session.report
    names = [key.partition(":")[2] for key in keys if key.startswith("joint:")]
    if report is None or len(keys) != 1 or not names:
        return ""
    return names[0] if any(names[0] in loop for loop in report.loops) else ""


def cut_here(desk: Desk) -> None:
    """Cut the selected joint of a closed path instead of the one that is cut now."""
    name, report = _joint_of_loop(desk), desk.session.report
    loops = [loop for loop in report.loops if name in loop] if report else []
    desk.session.edit("Choose cut", lambda model: edits.choose_cut(model, name, loops[0]))


def arrange(desk: Desk) -> None:
    """Arrange the tree and show all of it."""
    desk.session.edit("Arrange", _arranged)
    desk.canvas.fit()


def _arranged(model: Model) -> Model:
    """All in its natural place, and notes where nothing lies under them."""
    model = edits.arrange(model)
    notes = notes_apart(model.layout.notes, edits.places(model))
    return model.having(layout=model.layout.having(notes=notes))


def _by_hand(desk: Desk) -> set[str]:
    """What is selected and was put somewhere by hand."""
    return edits.by_hand(desk.session.model) & desk.session.selection


def draw_by_itself(desk: Desk) -> None:
    """Let selected lines, symbols and labels find their places by themselves again."""
    keys = _by_hand(desk)
    desk.session.edit("Draw by itself", lambda model: edits.draw_by_itself(model, keys))


def _lay(title: str, edit: Callable[..., Model], direction: str) -> Callable[[Desk], None]:
    def run(desk: Desk) -> None:
        keys = desk.session.selection
        desk.session.edit(title, lambda model: edit(model, keys, direction))

    return run


def _add_body(form: str) -> Callable[[Desk], None]:
    def run(desk: Desk) -> None:
        at = desk.canvas.middle()
        if desk.session.edit("Add body", lambda model: with_new_body(model, at, form)):
            desk.session.select({f"body:{desk.session.model.numbers[-1]}"})

    return run


def _carrier(desk: Desk) -> str:
    """The one body that is selected, or nothing."""
    keys = desk.session.selection
    return next(iter(keys)) if len(keys) == 1 and next(iter(keys)).startswith("body:") else ""


def add_frame(desk: Desk) -> None:
    """Give the selected body a frame of its own, and show where that lies."""
    session, number = desk.session, int(_carrier(desk).partition(":")[2])
    name = tr("Frame {n}")

    def added(model: Model) -> Model:
        return in_own_words(model, edits.add_frame(model, number, name=name))

    if session.edit("Add frame", added):
        session.reveal(f"joint:{session.model.joints[-1].name}")


def _add_note(desk: Desk) -> None:
    if not desk.canvas.isVisible():
        desk.show_view("diagram")
    desk.canvas.noting.begin_here()


_DASHPOTS = {"dashpot": "lagr_damper", "lagr_damper": "dashpot"}
"""What a damper between two points becomes: one along its line, or in all directions."""


def _damper(desk: Desk) -> Element | None:
    """The one damper between two points that is selected."""
    keys = desk.session.selection
    elements = [e for e in desk.session.model.elements if keys == frozenset((f"element:{e.name}",))]
    return elements[0] if elements and elements[0].kind in _DASHPOTS else None


def brake_all_ways(desk: Desk) -> None:
    """Make the selected damper one in all directions, as LAGR's, or one along its line again."""
    if (damper := _damper(desk)) is not None:
        key, kind = f"element:{damper.name}", _DASHPOTS[damper.kind]
        desk.session.edit("Change kind", lambda model: edits.change_kind(model, key, kind))


def _brakes_all_ways(desk: Desk) -> bool:
    damper = _damper(desk)
    return damper is not None and damper.kind == "lagr_damper"


def _select_model(desk: Desk) -> None:
    desk.session.select(())
    desk.show_pane("inspector")


def _take_units(desk: Desk) -> None:
    session = desk.session
    units = pipeline.units_from_use(session.model)
    if units:
        session.edit("Take units from use", lambda model: edits.take_units(model, units))
    else:
        session.message.emit(tr("No unit follows from the use of parameters."))


def _lack_units(desk: Desk) -> bool:
    return any(not entry.unit for entry in desk.session.model.parameters)


def _add_table(desk: Desk) -> None:
    if desk.session.edit("Add table", edits.add_table):
        _select_model(desk)
        desk.show_points(desk.session.model.functions[-1].name)


ACTIONS = in_menu(
    "Model",
    Action("insert", "Insert…", lambda d: d.canvas.quick.ask_here(), "~Ins"),
    Action("add_rigid_body", "Add rigid body", _add_body("rigid"), "Ctrl+B"),
    Action("add_point_mass", "Add point mass", _add_body("point"), "Ctrl+Shift+B"),
    Action("add_frame", "Add frame to body", add_frame, enabled=lambda d: bool(_carrier(d))),
    Action(
        "brake_all_ways",
        "Damper in all directions (LAGR)",
        brake_all_ways,
        enabled=lambda d: _damper(d) is not None,
        checked=_brakes_all_ways,
    ),
    Action("add_note", "Add note", _add_note, "Ctrl+Shift+N"),
    *(
        Action(f"add_{name}", title, lambda d, t=title, add=add: d.session.edit(t, add))
        for name, title, add in (
            ("parameter", "Add parameter", edits.add_parameter),
            ("function", "Add function", edits.add_function),
            ("signal", "Add signal", edits.add_signal),
            ("event", "Add event", edits.add_event),
            ("case", "Add special case", edits.add_special_case),
        )
    ),
    Action("add_table", "Add table", _add_table),
    Action("add_controller", "Add controller…", lambda d: d.choose_unit()),
    Action(
        "cut_here",
        "Cut the loop here",
        cut_here,
        enabled=lambda desk: bool(_joint_of_loop(desk)),
        separated=True,
    ),
    Action("arrange", "Arrange", arrange, "Ctrl+L", separated=True),
    Action(
        "draw_by_itself",
        "Draw by itself",
        draw_by_itself,
        enabled=lambda desk: bool(_by_hand(desk)),
    ),
    *(
        Action(
            f"{title.lower()}_{direction}",
            f"{title} in a {direction}",
            _lay(title, edit, direction),
            enabled=_several,
        )
        for title, edit in (("Align", edits.align), ("Distribute", edits.distribute))
        for direction in ("row", "column")
    ),
    Action(
        "renumber",
        "Renumber",
        renumber,
        enabled=lambda d: bool(d.session.report and d.session.report.renumbering),
        separated=True,
    ),
    Action(
        "free_joints",
        "Accept free joints",
        accept_free_joints,
        enabled=lambda d: bool(d.session.report and d.session.report.offered),
    ),
    Action("properties", "Model properties", _select_model, separated=True),
    Action("take_units", "Take units from use", _take_units, enabled=_lack_units),
    Action("script", "Show as Python…", lambda d: d.show_script()),
)
