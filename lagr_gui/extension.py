"""What an extension adds to the program: one record, and the records of all that are here.

The core's own lists are made of the same records.  A function or a class is named by
``module:name``, so that nothing is loaded before somebody asks for it.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules
from typing import Any, Protocol, TypeVar

_log = logging.getLogger(__name__)

FOLDER = "extensions"
EQUATIONS, REPORT, PROGRAMS, DATA = "Equations", "Report and pictures", "Programs", "Data"
OTHERS = "Other programs' formats"
GROUPS = EQUATIONS, REPORT, PROGRAMS, OTHERS, DATA
"""What menus put together; an extension may name another group."""
ENTRY_POINTS = "lagr_gui.extensions"
"""The group of entry points by which packages of others offer theirs."""


def named(place: str) -> Any:
    """What stands at ``module:name``."""
    module, _, name = place.partition(":")
    return getattr(import_module(module), name)


class NamedRow(Protocol):
    """What lists know by its name."""

    @property
    def name(self) -> str: ...


AnyRow = TypeVar("AnyRow", bound=NamedRow)


def merged(
    rows: Iterable[AnyRow], added: Iterable[AnyRow], after: Callable[[AnyRow], str]
) -> tuple[AnyRow, ...]:
    """Rows of the core and those of extensions: each `after` the one that it names, or at the end.

    A list is in this order wherever it is shown.
    """
    found = list(rows)
    for row in added:
        places = (place for place, other in enumerate(found, 1) if other.name == after(row))
        found.insert(next(places, len(found)), row)
    return tuple(found)


@dataclass(frozen=True, slots=True)
class Choice:
    """What a user chooses for an export: on the command line ``--name``, in a dialog of the window.

    Without a `metavar` it is a flag.  A `question` is asked in the window, and `values`
    (``module:function``) gives for a model the values there are with their words, the usual one
    first; where `several` may be chosen the answer is a tuple of them, otherwise one.
    """

    name: str
    help: str
    metavar: str = ""
    question: str = ""
    values: str = ""
    several: bool = False

    def words(self, model: Any) -> Mapping[Any, str]:
        """The values that can be chosen for a model, with their words."""
        return named(self.values)(model) if self.values else {False: "without", True: "with"}


@dataclass(frozen=True, slots=True)
class Export:
    """A file that leaves the program: its English title, the endings of its files, what writes it.

    The function (``module:name``) gets by name what it `takes`, first of all what it is of, and
    `also` what else is known.  What it gives is a text, or bytes; `remark` is the function that
    tells what a user has to know of these.  What only this export needs is in `answers`: functions
    (``module:name``) that get what is known and give it.  Menus put exports of one `group`
    together; one that is not `listed` has an action of its own in the window.
    """

    name: str
    title: str
    endings: tuple[str, ...]
    function: str
    takes: tuple[str, ...]
    also: tuple[str, ...] = ()
    remark: str = ""
    group: str = OTHERS
    answers: Mapping[str, str] = field(default_factory=dict[str, str])
    choices: tuple[Choice, ...] = ()
    listed: bool = True

    def answer(self, name: str, known: Callable[[str], Any]) -> Any:
        """What only this export needs, from what is known; None for what it does not name."""
        return named(self.answers[name])(known) if name in self.answers else None

    def write(self, known: Callable[[str], Any]) -> str | bytes:
        """What stands in the file; `known` gives what there is of a name, None for nothing."""
        chosen = (choice.name for choice in self.choices)
        values = {name: known(name) for name in (*self.takes, *self.also, *chosen)}
        return named(self.function)(
            **{n: value for n, value in values.items() if value is not None}
        )

    def remarks(self, content: str | bytes) -> str:
        """What a user has to know of what was written; often nothing."""
        return named(self.remark)(content) if self.remark else ""


@dataclass(frozen=True, slots=True)
class Import:
    """A file of others that comes in: its English title, its endings, what reads it.

    `begins` is searched in the head of a file whose ending does not tell; `may_end` are those
    that such files often have.  The function (``module:name``) gets the bytes of the file, its
    name, and of what the user chose what it `takes`; it returns an `Imported`.  `most` bytes are
    read, as many as of any file where it is 0.
    """

    name: str
    title: str
    endings: tuple[str, ...]
    function: str
    begins: str
    may_end: tuple[str, ...] = ()
    takes: tuple[str, ...] = ()
    most: int = 0


@dataclass(frozen=True, slots=True)
class Question:
    """What can be asked of a model: the module that answers, the place of `special`.

    `special` counts from 1 among the parameters of the function; 0: it takes none.  One that is
    asked of a motion alone may name a command and a pane: the help of a command that simulates
    and prints the answer, the English title of a pane in `gui/panes`.
    """

    home: str
    special: int = 0
    command: str = ""
    pane: str = ""


@dataclass(frozen=True, slots=True)
class Pane:
    """A pane of the window: its English title, and its widget (``module:class``).

    It stands at the ``left``, ``right`` or ``below``, in the place of the pane `behind` which it
    is a tab, if it names one, and comes after that in lists, or in the ``centre``, as a view of the
    model.  One that is `called` comes, and is made, when it is called.  `section` is the heading in
    the manual about it.

    One that is asked for in the menu *Simulate* has an `entry` there, which is enabled when the
    model has what `ready` names in its report.  `keys` show it.  One that has the `fields` of a
    section of the model shows them by `focus_field`, for their path.
    """

    name: str
    title: str
    widget: str
    area: str = "below"
    behind: str = ""
    called: bool = False
    section: str = ""
    keys: tuple[str, ...] = ()
    entry: str = ""
    ready: str = "freedoms"
    fields: str = ""

    def make(self, session: Any) -> Any:
        """The widget, which takes the session."""
        return named(self.widget)(session)


@dataclass(frozen=True, slots=True)
class EquationsTab:
    """A tab of the equations: its English title, and the symbol of it where there is little room.

    Its page (``module:class``) is an `EquationsPage` of `lagr_gui.gui.panes.equations.page`, which
    takes the session and what sets formulas.  One that shows the equations of motion can be chosen
    beside the sides of forces, by the words `side`.
    """

    name: str
    title: str
    symbol: str
    page: str
    side: str = ""


@dataclass(frozen=True, slots=True)
class VersionUse:
    """What can be done with an earlier version of the drawing beside opening it.

    A `button` stands below the list of versions that are kept, an `entry` in the menu of each step
    of the history.  The function (``module:name``) takes the session, the version, and what it is
    called.
    """

    name: str
    button: str
    entry: str
    function: str

    def use(self, session: Any, version: Any, called: str) -> None:
        """Do it."""
        named(self.function)(session, version, called)


@dataclass(frozen=True, slots=True)
class Command:
    """A command of `lagr`: its help, and its record (``module:name``) of `lagr_gui.cli.command`.

    It is listed behind one of the core, if it names one.
    """

    name: str
    help: str
    record: str
    behind: str = ""


@dataclass(frozen=True, slots=True)
class Extension:
    """What a folder adds to the program, by kind; an empty field adds nothing.

    `bars` are controls above the equations by which terms fade (``module:class``): each is a
    `FadingBar` of `lagr_gui.gui.panes.equations.page`, and takes the session.  `actions`
    (``module:name``) are what the window can do besides: records of `lagr_gui.gui.actions`.
    `marks` are classes (``module:class``) of what the diagram shows besides; they take its scene,
    the session, and what is drawn.  `versions` are uses of earlier versions.  `jobs` are functions
    (``module:name``) that the worker process of the window calls with what reports progress, a
    system that is prepared, and the arguments of the job.  `processes` are run by
    ``lagr-gui --NAME`` without a window: functions (``module:name``) of the words behind that,
    which give the exit status.  `offered` are further names of
    `lagr_gui.pipeline` by the module that has them, `shows` the writers of types as in
    `lagr_gui.foundation.showing`.  `needs` are the names of other extensions without which this one
    is left out.
    """

    name: str
    exports: tuple[Export, ...] = ()
    imports: tuple[Import, ...] = ()
    questions: Mapping[str, Question] = field(default_factory=dict[str, Question])
    offered: Mapping[str, tuple[str, ...]] = field(default_factory=dict[str, tuple[str, ...]])
    shows: Mapping[str, Mapping[str, str]] = field(default_factory=dict[str, Mapping[str, str]])
    panes: tuple[Pane, ...] = ()
    tabs: tuple[EquationsTab, ...] = ()
    bars: tuple[str, ...] = ()
    actions: str = ""
    marks: tuple[str, ...] = ()
    versions: tuple[VersionUse, ...] = ()
    commands: tuple[Command, ...] = ()
    jobs: Mapping[str, str] = field(default_factory=dict[str, str])
    processes: Mapping[str, str] = field(default_factory=dict[str, str])
    needs: tuple[str, ...] = ()


@cache
def extensions() -> tuple[Extension, ...]:
    """All extensions: those in `lagr_gui.extensions`, and those of other packages, by name."""
    known = {extension.name: extension for extension in (*_own(), *_of_others())}
    return tuple(e for e in known.values() if all(name in known for name in e.needs))


def extension_folders() -> list[Path]:
    """The folders of those in `lagr_gui.extensions`: docs, German words and tests lie there."""
    root = Path(__file__).with_name(FOLDER)
    return sorted(path.parent for path in root.glob("*/__init__.py"))


def _own() -> list[Extension]:
    package = import_module(f"{__package__}.{FOLDER}")
    names = sorted(entry.name for entry in iter_modules(package.__path__))
    return [named(f"{package.__name__}.{name}:EXTENSION") for name in names]


def _of_others() -> Iterator[Extension]:
    """Those of other packages; one that cannot be loaded is left out, and told in the log."""
    from importlib.metadata import entry_points  # takes some milliseconds

    for entry in sorted(entry_points(group=ENTRY_POINTS), key=lambda entry: entry.name):
        try:
            extension = entry.load()
        except Exception as error:  # noqa: BLE001 - whatever others do, the program starts
            _log.warning("The extension %s (%s) is left out: %s", entry.name, entry.value, error)
            continue
        if isinstance(extension, Extension):
            yield extension
        else:
            _log.warning("%s of the extension %s is no record", entry.value, entry.name)
