"""How a sheet writes what is not in it yet."""

from __future__ import annotations

from lagr_gui.mechanics.sheets.arranged import Show
from lagr_gui.mechanics.sheets.directions import assuming
from lagr_gui.mechanics.sheets.sheet import Sheet
from lagr_gui.mechanics.sheets.special_case import replacing, spelling_of
from lagr_gui.mechanics.typed_numbers import Typed
from lagr_gui.model import Model


def show_of(sheet: Sheet, model: Model, typed: Typed) -> Show:
    """What arranges values as a sheet of a model in general has them, in its special case."""
    replaced, assumed = replacing(model, sheet.special), assuming(sheet.directions)
    spelled = typed.also(spelling_of(model, sheet.special))
    return Show(sheet.form, lambda value: assumed(replaced(value)), spelled)
