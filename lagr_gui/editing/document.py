"""A model being edited, with its whole history."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from secrets import token_hex

from lagr_gui.editing.kept import Origin
from lagr_gui.model import Model


@dataclass(frozen=True, slots=True)
class HistoryStep:
    """One change of the history: its name and the model after it."""

    title: str
    model: Model


@dataclass(frozen=True, slots=True)
class Snapshot:
    """A document at one moment: the model, what of it is saved, where it belongs."""

    model: Model
    saved: Model | None
    origin: Origin

    @property
    def dirty(self) -> bool:
        """Whether there are changes that are not in the file."""
        return self.model != self.saved


class Document:
    """The model that is open, its file, and every step since it was opened.

    Models are immutable and share what did not change, so that the history keeps them whole.
    """

    def __init__(self, model: Model | None = None, path: Path | None = None) -> None:
        self._steps: list[HistoryStep] = []
        self._at = 0
        self._saved: Model | None = None
        self._origin = Origin("")
        self.changed: Callable[[], None] = lambda: None
        """Called after every change, before anything is derived from it."""
        self.replace(model or Model(), path)

    @property
    def model(self) -> Model:
        """The model as it is now."""
        return self._steps[self._at].model

    @property
    def path(self) -> Path | None:
        """The file of the document; None for a drawing that has none."""
        return self._origin.path

    @property
    def seen(self) -> str:
        """The mark of the content that its file had when it was read or written last."""
        return self._origin.seen

    @property
    def snapshot(self) -> Snapshot:
        """The document as it is now."""
        origin = replace(self._origin, name=self.model.name)
        return Snapshot(self.model, self._saved, origin)

    @property
    def title(self) -> str:
        """What the document is called: the name of the model, or of its file."""
        if self.model.name:
            return self.model.name
        return self.path.stem if self.path else "Untitled"

    @property
    def dirty(self) -> bool:
        """Whether there are changes that are not in the file."""
        return self.model != self._saved

    @property
    def steps(self) -> tuple[str, ...]:
        """The names of the steps that can be undone, oldest first."""
        return tuple(step.title for step in self._steps[1 : self._at + 1])

    @property
    def history(self) -> tuple[str, ...]:
        """The names of all steps, oldest first, with those that were undone."""
        return tuple(step.title for step in self._steps[1:])

    def model_after(self, step: int) -> Model:
        """The model after so many steps of the history."""
        return self._steps[step].model

    @property
    def saved(self) -> Model | None:
        """The model as it is in its file; None where there is none."""
        return self._saved if self.path is not None else None

    @property
    def at(self) -> int:
        """After how many steps of the history the document is as it is now."""
        return self._at

    @property
    def undo_title(self) -> str | None:
        """The name of the step that `undo` takes back; None when there is none."""
        return self._steps[self._at].title if self._at else None

    @property
    def redo_title(self) -> str | None:
        """The name of the step that `redo` brings back; None when there is none."""
        following = self._at + 1
        return self._steps[following].title if following < len(self._steps) else None

    def apply(self, title: str, edit: Callable[[Model], Model], merge: bool = False) -> bool:
        """Change the model by one named step; whether anything changed.

        With `merge` a step of the same name directly before is continued (a slider drawn).
        """
        model = edit(self.model)
        if model == self.model:
            return False
        del self._steps[self._at + 1 :]
        if merge and self._at and self._steps[self._at].title == title:
            self._steps[self._at] = HistoryStep(title, model)
        else:
            self._steps.append(HistoryStep(title, model))
            self._at += 1
        self.changed()
        return True

    def undo(self) -> None:
        """Take the last step back, if there is one."""
        self.go_to(self._at - 1)

    def redo(self) -> None:
        """Bring the next step back, if there is one."""
        self.go_to(self._at + 1)

    def go_to(self, step: int) -> None:
        """Be as after so many steps of the history, or after the nearest number there is."""
        self._at = min(max(step, 0), len(self._steps) - 1)
        self.changed()

    def replace(
        self, model: Model, path: Path | None, saved: bool = True, seen: str = "", drawing: str = ""
    ) -> None:
        """Start anew with another model; `saved` tells that it is the content of its file.

        `seen` marks the content of that file, `drawing` is the sign of a drawing that goes on.
        """
        self._steps = [HistoryStep("", model)]
        self._at = 0
        self._saved = model if saved else None
        self._origin = Origin(drawing or token_hex(8), path, seen)
        self.changed()

    def mark_saved(self, path: Path, seen: str = "") -> None:
        """The model as it is now is in the file `path`, whose content is marked by `seen`."""
        self._saved = self.model
        self._origin = replace(self._origin, path=path, seen=seen)
        self.changed()
