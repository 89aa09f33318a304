"""Writing the forces that a given motion needs, as a table or as pictures of their curves."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from lagr_gui.exchange.registry import EXPORTS
from lagr_gui.extensions.inverse.answer import answer
from lagr_gui.gui.actions.files import Chosen, export_action
from lagr_gui.gui.actions.record import Desk


def _there(desk: Desk) -> bool:
    asked = answer(desk.session)
    return asked.found is not None and asked.about(desk.session.model)


def _known(desk: Desk) -> Chosen:
    answered = answer(desk.session).found
    return {"driven": answered[0]} if answered else {}


def _curves(desk: Desk) -> Callable[[Path], bool]:
    from lagr_gui.extensions.inverse.pane import InversePane  # late: it is made when it is seen

    pane = desk.docks["inverse"].findChild(InversePane)
    assert pane is not None  # there is an answer
    return pane.curves.save


ACTIONS = (export_action(EXPORTS["inverse"], _there, _curves, _known, after="export_response"),)
