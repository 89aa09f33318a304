"""Of a model with events: which of these have happened in the equations that are shown."""

from __future__ import annotations

from itertools import accumulate

from lagr_gui.gui.bridge.session import Session
from lagr_gui.gui.widgets.plain import set_note
from lagr_gui.gui.widgets.slim import SlimComboBox
from lagr_gui.gui.words import tr
from lagr_gui.subsystems.events import SEPARATOR


class AfterChooser(SlimComboBox):
    """Before any event, after single ones, and after several in turn.

    A dot marks what holds at the time cursor.
    """

    def __init__(self, session: Session) -> None:
        super().__init__((), lambda names: session.show_equations(after=names), "equations_after")
        self.session = session
        set_note(self, tr("Equations before any event, or after events: without what these open"))
        self.give_way()
        for signal in (session.running.time_changed, session.running.changed):
            signal.connect(self.refresh)
        self.refresh()

    def refresh(self) -> None:
        """Offer what events change, with a dot at what holds at the time cursor."""
        names = [
            str(event.name)
            for event in self.session.model.events
            if any(action.item for action in event.do)
        ]
        self.setVisible(bool(names))
        if not names:
            return
        holding = SEPARATOR.join(self._happened(names)) if self._is_known else None
        turns = accumulate(names, lambda before, name: f"{before}{SEPARATOR}{name}")
        every: list[str] = ["", *names, *turns, *([holding] if holding else [])]
        offered = dict.fromkeys(every)
        self.offer((one, _words(one) + (" •" if one == holding else "")) for one in offered)
        self.choose(self.session.chosen.after)

    @property
    def _is_known(self) -> bool:
        """Whether the motion that is shown is one of the model as it is."""
        return self.session.running.trajectory is not None and not self.session.outdated

    def _happened(self, names: list[str]) -> list[str]:
        """Those of some events that have happened at the time cursor, in their order."""
        trajectory, time = self.session.running.trajectory, self.session.running.time
        happened = trajectory.happened if trajectory is not None else ()
        keys = {f"event:{name}": name for name in names}
        return [*dict.fromkeys(keys[h.item] for h in happened if h.t <= time and h.item in keys)]


def _words(names: str) -> str:
    if not names:
        return tr("before any event")
    return tr("after {names}").format(names=names.replace(SEPARATOR, f"{SEPARATOR} "))
