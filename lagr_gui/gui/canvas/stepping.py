"""Going through the drawing by keys: Tab to the next item, Ctrl+Down holds on to the last."""

from __future__ import annotations

from lagr_gui.gui.canvas.paper import Paper

_ORDER = ("body", "instance", "terminal", "joint", "element", "controller", "note")


class ItemSteps:
    """Which item comes next; `held` are those to which the next ones are added."""

    def __init__(self, canvas: Paper) -> None:
        self._canvas, self._session = canvas, canvas.session
        self._held: frozenset[str] = frozenset()
        self._at = ""

    def step(self, forward: bool, holding: bool = False) -> bool:
        """Select the next item, or the one before; False past the last one: the keyboard goes on.

        `holding` keeps what is selected, and so do the steps after it until Escape.
        """
        keys = sorted(self._canvas.content.items, key=_rank)
        selected = self._session.selection
        if self._at not in selected or not (self._held < selected):
            self._held = frozenset()
            self._at = next((key for key in keys if key in selected), "")
        if holding:
            self._held = selected
        free = [key for key in keys if key not in self._held or key == self._at]
        at = free.index(self._at) if self._at in free else -1 if forward else len(free)
        at += 1 if forward else -1
        if not 0 <= at < len(free):
            self._held, self._at = frozenset(), ""
            return False
        self._at = free[at]
        self._session.select(self._held | {self._at})
        self._canvas.centre_on(self._at)
        return True


def _rank(key: str) -> tuple[int, int, str]:
    sort, _, name = key.partition(":")
    place = _ORDER.index(sort) if sort in _ORDER else len(_ORDER)
    return place, int(name) if sort in ("body", "note") else 0, name
