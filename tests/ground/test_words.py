"""Every text of the window has a German one, and no German text is left over."""

from __future__ import annotations

import ast
import json
from collections.abc import Iterable, Iterator
from functools import cache
from string import Formatter

import pytest

from lagr_gui.analysis.motions import measurable
from lagr_gui.catalogue import ELEMENTS, JOINTS, SIGNALS
from lagr_gui.exchange.documents.certificate import NAMES
from lagr_gui.exchange.documents.linear_equations import BALANCED, MATRICES, MEETS, PHRASES
from lagr_gui.exchange.imports import IMPORTS
from lagr_gui.exchange.registry import EXPORTS
from lagr_gui.foundation.languages import words_of
from lagr_gui.gui import asking, earlier, help, menus, shortcuts, tour
from lagr_gui.gui.actions import ACTIONS
from lagr_gui.gui.bridge.self_checks import DRAWN, FREE_BODIES, MULTIPLIERS
from lagr_gui.gui.panes import PANES
from lagr_gui.gui.panes.animation.force_arrows import KINDS as FORCE_KINDS
from lagr_gui.gui.panes.curves import branches
from lagr_gui.gui.panes.curves.menu import AXES
from lagr_gui.gui.panes.equations import choices, copying, formalism
from lagr_gui.gui.panes.equations.pane import ADDED
from lagr_gui.gui.panes.inspector import body_forms, solid_forms
from lagr_gui.gui.panes.inspector.event_form import DIRECTIONS, DOES
from lagr_gui.gui.panes.simulation import runs_panel, views
from lagr_gui.gui.sketch.pointer.drawer import UNREAD
from lagr_gui.gui.sketch.pointer.tools import TOOLS, tool_for
from lagr_gui.gui.sketch.workplace import VIEWS
from lagr_gui.mechanics.formalisms import FORMALISMS
from lagr_gui.mechanics.sheets.sheet import FORMS
from lagr_gui.model.solids.bodies import materials
from lagr_gui.simulation.linear.modes import VERDICTS
from lagr_gui.subsystems import library
from tests.ground.sources import (
    EXTENSION_WORDS,
    PACKAGE,
    ROOT,
    of_extensions,
    python_files,
    shown,
    syntax,
)

GUI = PACKAGE / "gui"
FILES = sorted((ROOT / "resources" / "translations").glob("de_*.json"))
FILES += [file for file in EXTENSION_WORDS if file.name == "de_words.json"]

TEXTS: dict[str, tuple[int, ...]] = {
    "tr": (0,),
    "edit": (0,),
    "_edit": (0,),
    "_lay": (0,),
    "Handle": (1,),
    "SketchValueSort": (0,),
    "add_blocks": (1,),
    "FormButton": (0,),
    "Grip": (1,),
    "add_edge": (1,),
    "remove": (1,),
    "_count": (1, 2),
}
"""Functions of the window that show some of their arguments, once translated."""

TITLES = tuple(text for action in ACTIONS for text in (action.title, action.short) if text)
MENUS = (*menus.MENUS, *(part for action in ACTIONS for part in action.menu.split("/") if part))
ALL_KINDS = (*JOINTS.values(), *ELEMENTS.values())
KIND_TITLES = tuple(kind.title for kind in ALL_KINDS)
GIVEN_TITLES = (*KIND_TITLES, *(kind.along.title for kind in ELEMENTS.values() if kind.along))
"""Those by which elements are called that are drawn."""
ROWS = ("body:point", *(f"element:{name}" for name in ELEMENTS))
HELD = (*TOOLS, *(tool for row in ROWS if (tool := tool_for(row)) is not None))
"""Tools of the sketch, with those that come from the palette."""
KIND_HELP = tuple(kind.help for kind in ALL_KINDS)
FIELDS = tuple(spec for kind in ALL_KINDS for spec in kind.fields)
LABELS = tuple(spec.label for spec in FIELDS)
WORDS_OF_FIELDS = tuple(word for spec in FIELDS for word in spec.choices)

CHOICES = [choice for export in EXPORTS.values() for choice in export.choices]
"""What a user chooses for exports."""

VARIABLE: dict[tuple[str, str], Iterable[str]] = {
    ("export_choices.py", "choice.question"): (c.question for c in CHOICES if c.question),
    ("export_choices.py", "done"): ("Export", "Import"),
    ("export_choices.py", "text"): (
        text for c in CHOICES for value, text in c.words(None).items() if text != value
    ),
    ("bridge/new_items.py", "title"): GIVEN_TITLES,
    ("asking.py", "words"): (words for words, _ in asking.BUTTONS.values()),
    ("desk.py", "title"): ("Model", *(entry.title for entry in IMPORTS.values())),
    ("window.py", "pane.title"): (pane.title for pane in PANES),
    ("earlier.py", "use.button"): (use.button for use in earlier.USES),
    ("help.py", "keys"): (keys for keys, _ in help.POINTER),
    ("help.py", "what"): (what for _, what in help.POINTER),
    ("menus.py", "action.short or action.title"): TITLES,
    ("menus.py", "action.title"): TITLES,
    ("menus.py", "name"): MENUS,
    ("menus.py", "name.capitalize()"): ("Undo", "Redo"),
    ("menus.py", "part"): MENUS,
    ("menus.py", "title"): (tool.step for tool in HELD if tool.step),  # and TEXTS of edit
    ("panes/animation/force_control.py", "words"): FORCE_KINDS.values(),
    ("panes/animation/force_painter.py", "words"): (),  # those of the menu
    ("panes/animation/force_painter.py", "KINDS[arrow.kind]"): (),
    ("panes/equations/certificate.py", "NAMES.get(n, n)"): NAMES.values(),
    ("panes/equations/certificate.py", "form.title"): (f.title for f in FORMALISMS.values()),
    ("panes/equations/formalism.py", "formalism.title"): (f.title for f in FORMALISMS.values()),
    ("panes/equations/formalism.py", "title"): formalism.CHOICES.values(),
    ("bridge/self_checks.py", "text"): (MULTIPLIERS, DRAWN, FREE_BODIES),
    ("panes/equations/choices.py", "name"): FORMS,
    ("panes/equations/choices.py", "tab.side"): (tab.side for tab in ADDED if tab.side),
    ("panes/equations/choices.py", "words"): (words for _, words in choices.COPIED),
    ("panes/equations/choices.py", "title"): (title for _, title, _ in choices.SYSTEMS),
    ("panes/equations/copying.py", "SORTS[sort]"): copying.SORTS.values(),
    ("panes/equations/copying.py", "title"): (),  # SORTS
    ("panes/equations/linear.py", "phrase"): PHRASES,
    ("panes/equations/linear.py", "title"): (*MATRICES.values(), BALANCED, *MEETS.values()),
    ("panes/equations/pane.py", "tab.title"): (tab.title for tab in ADDED),
    ("panes/equations/rows.py", "one if number == 1 else many"): (),  # TEXTS of _count
    ("panes/modes.py", "item.stability"): VERDICTS,
    ("panes/modes.py", "mode.kind"): ("decay", "growth"),
    ("panes/response/pane.py", "e.stability"): VERDICTS,
    ("panes/history.py", "use.entry"): (use.entry for use in earlier.USES),
    ("panes/history.py", "document.history[step - 1]"): (),  # TEXTS of edit
    ("panes/history.py", "title"): (),  # TEXTS of edit
    ("panes/inspector/body_forms.py", "form"): body_forms.SHAPES,
    ("panes/inspector/body_forms.py", "name"): materials(),
    ("panes/inspector/forms.py", "title"): GIVEN_TITLES,
    ("panes/inspector/forms.py", "kind.help"): KIND_HELP,
    ("panes/inspector/forms.py", "spec.label"): LABELS,
    ("panes/inspector/pane.py", "action.label"): (),  # TEXTS of FormButton
    ("panes/inspector/signal_form.py", "one.title"): [k.title for k in SIGNALS.values()],
    ("panes/inspector/signal_form.py", "kind.title"): [k.title for k in SIGNALS.values()],
    ("panes/inspector/signal_form.py", "kind.help"): [k.help for k in SIGNALS.values()],
    ("panes/inspector/signal_form.py", "spec.label"): [
        spec.label for kind in SIGNALS.values() for spec in kind.fields
    ],
    ("panes/inspector/solid_forms.py", "LABELS[name]"): solid_forms.LABELS.values(),
    ("panes/inspector/solid_forms.py", "form"): solid_forms.FORMS,
    ("panes/inspector/solid_forms.py", "name"): materials(),
    ("panes/inspector/solid_forms.py", "solid.form"): solid_forms.FORMS,
    ("panes/palette.py", "kind.title"): KIND_TITLES,
    ("panes/palette.py", "kind.help"): KIND_HELP,
    ("panes/palette.py", "model.name or path.stem"): [p.name for p in library().values()],
    ("panes/palette.py", "model.description"): [p.description for p in library().values()],
    ("panes/remedies.py", "title"): (
        "Add free joint",
        "State on positions",
        "Replace by dry friction",
        "Take the mark away",
    ),
    ("shortcut_dialog.py", "action.title"): TITLES,
    ("shortcut_dialog.py", "part"): MENUS,
    ("shortcuts.py", "BY_LETTER[keys].title"): (tool.title for tool in TOOLS),
    ("shortcuts.py", "FIXED[keys]"): shortcuts.FIXED.values(),
    ("shortcuts.py", "action.title"): TITLES,
    ("sketch/pointer/hand.py", "tool.body"): (tool.body for tool in HELD if tool.body),
    ("sketch/pointer/hand.py", "meaning"): (meaning for tool in HELD for meaning in tool.meanings),
    ("sketch/pointer/hand.py", "UNREAD.get(self.tool.shape, UNREAD['line'])"): UNREAD.values(),
    ("sketch/pointer/tools.py", "ELEMENTS[name].title"): KIND_TITLES,
    ("sketch/pointer/tools.py", "JOINTS[name].title"): KIND_TITLES,
    ("sketch/pointer/hits.py", "title"): GIVEN_TITLES,
    ("sketch/values.py", "one.title"): (
        *LABELS,
        "Mass",
        "Moment of inertia",
        "Acceleration of gravity",
    ),
    ("sketch/strip.py", "tool.title"): (tool.title for tool in TOOLS),
    ("sketch/strip.py", "tool.hint"): (tool.hint for tool in TOOLS),
    ("sketch/view.py", "tool.hint"): (tool.hint for tool in HELD),
    ("sketch/workplace.py", "title"): VIEWS.values(),
    ("canvas/connecting.py", "kind.title"): KIND_TITLES,
    ("panes/inspector/forms.py", "word"): WORDS_OF_FIELDS,
    ("panes/inspector/event_form.py", "words"): (*DOES.values(), *DIRECTIONS.values()),
    ("status.py", "one if number == 1 else many"): (),  # TEXTS of _count
    ("panes/curves/branches.py", "WORDS[match[2]]"): branches.WORDS.values(),
    ("panes/curves/branches.py", "sort"): measurable.SORTS,
    ("panes/curves/menu.py", "words"): AXES.values(),
    ("panes/simulation/pane.py", "AXES[self.choice.axes]"): AXES.values(),
    ("panes/simulation/runs_panel.py", "TABLES"): (runs_panel.TABLES,),
    ("panes/simulation/signals_panel.py", "words"): AXES.values(),
    ("panes/simulation/views.py", "WORDS[name]"): views.WORDS.values(),
    ("finding.py", "title"): GIVEN_TITLES,
    ("tour.py", "STEPS[self.at].text"): (step.text for step in tour.STEPS),
    ("tour.py", "END"): (tour.END,),
    ("tour.py", "JOINTS['revolute'].title"): (),  # KIND_TITLES
    ("window.py", "title"): (),  # titles of actions
}
for _words in of_extensions("words", "VARIABLE"):
    VARIABLE |= _words
"""Words that reach tr through a variable, by file and argument; `tests/words.py` of extensions."""


@cache
def calls() -> tuple[tuple[str, str, ast.expr], ...]:
    """File, function and argument, wherever a text is shown."""
    found: list[tuple[str, str, ast.expr]] = []
    for path in python_files("lagr_gui/gui", "lagr_gui/extensions"):
        name_of_file = path.relative_to(GUI if GUI in path.parents else PACKAGE).as_posix()
        for node in ast.walk(syntax(path)):
            if isinstance(node, ast.Call):
                name = ast.unparse(node.func).rpartition(".")[2]
                places = [at for at in TEXTS.get(name, ()) if at < len(node.args)]
                found += [(name_of_file, name, node.args[at]) for at in places]
    return tuple(found)


def literals(node: ast.expr) -> Iterator[str]:
    """The texts that an expression may be, as far as they stand there."""
    match node:
        case ast.Constant(value=str(text)):
            yield text
        case ast.IfExp(body=body, orelse=other):
            yield from literals(body)
            yield from literals(other)
        case ast.BoolOp(values=values):
            for value in values:
                yield from literals(value)
        case _:
            pass


@cache
def wanted() -> dict[str, str]:
    """Every English text, with the file that shows it first."""
    found: dict[str, str] = dict.fromkeys((*TITLES, *MENUS), "actions")
    for file, _, argument in calls():
        for text in literals(argument):
            found.setdefault(text, file)
    for (file, _), words in VARIABLE.items():
        for text in words:
            found.setdefault(text, file)
    return found


@cache
def table() -> dict[str, str]:
    return {key: text for file in FILES for key, text in entries(file.read_text("utf-8"))}


def entries(text: str) -> list[tuple[str, str]]:
    """The entries as they stand there, a key that is there twice twice."""
    return json.loads(text, object_pairs_hook=list)


def fields(text: str) -> list[tuple[str, str]]:
    """What `format` fills in: name and format of each."""
    return sorted((name, spec or "") for _, name, spec, _ in Formatter().parse(text) if name)


def test_every_text_of_the_window_has_a_german_one() -> None:
    missing = {text: file for text, file in wanted().items() if text not in words_of("de")}
    assert not missing


def test_steps_of_history_have_english_titles_which_are_translated_where_they_are_shown() -> None:
    translated = {
        f"{file}: {ast.unparse(argument)}"
        for file, name, argument in calls()
        if name == "edit" and isinstance(argument, ast.Call) and ast.unparse(argument.func) == "tr"
    }
    assert not translated


def test_no_german_text_is_left_over() -> None:
    present = set(wanted())
    for path in python_files("lagr_gui"):
        present |= {n.value for n in ast.walk(syntax(path)) if isinstance(n, ast.Constant)}
    present |= {text for part in library().values() for text in (part.name, part.description)}
    assert not set(table()) - present


def test_words_that_come_through_a_variable_are_known_here() -> None:
    through = {
        (file, ast.unparse(argument))
        for file, name, argument in calls()
        if name == "tr" and not list(literals(argument))
    }
    assert through == set(VARIABLE)


def test_both_languages_are_filled_in_alike() -> None:
    unlike = {key: text for key, text in table().items() if fields(key) != fields(text)}
    assert not unlike


def test_both_languages_end_alike() -> None:
    ends = ("…", ":", ".", "?", " ▾")
    unlike = {
        key: text
        for key, text in table().items()
        if not text.strip() or any(key.endswith(end) != text.endswith(end) for end in ends)
    }
    assert not unlike


@pytest.mark.parametrize("file", FILES, ids=shown)
def test_a_table_is_sorted_and_written_like_the_others(file: object) -> None:
    path = next(known for known in FILES if known == file)
    text = path.read_text("utf-8")
    keys = [key for key, _ in entries(text)]
    assert keys == sorted(set(keys))
    assert text == json.dumps(json.loads(text), ensure_ascii=False, indent=2) + "\n"


def test_no_text_is_in_two_tables() -> None:
    assert len(FILES) >= 4
    keys = [key for file in FILES for key, _ in entries(file.read_text("utf-8"))]
    assert len(keys) == len(set(keys))
