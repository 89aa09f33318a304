"""Edits: pure functions from a model to a model, one for each thing a user does."""

from lagr_gui.editing.edits.add import (
    accept_free_joints,
    add_body,
    add_element,
    add_frame,
    add_terminal,
    connect,
    join,
    stem_of,
)
from lagr_gui.editing.edits.clipboard import copy, duplicate, paste
from lagr_gui.editing.edits.controller_places import OVER, reached
from lagr_gui.editing.edits.controllers import set_controller
from lagr_gui.editing.edits.drawing import bend, by_hand, draw_by_itself, ends, put_label
from lagr_gui.editing.edits.folding import fold
from lagr_gui.editing.edits.inertia import give_inertia
from lagr_gui.editing.edits.instances import (
    add_instance,
    attach_port,
    own_parameter,
    repeat_instance,
    replace_subsystems,
    set_instance_value,
    set_port,
)
from lagr_gui.editing.edits.layout import align, arrange, distribute, move, place_new, places
from lagr_gui.editing.edits.moments import start_at
from lagr_gui.editing.edits.names import free_own, free_symbols
from lagr_gui.editing.edits.notes import add_note, set_note_text, set_note_width
from lagr_gui.editing.edits.numbering import renumber
from lagr_gui.editing.edits.outputs import add_output, remove_output
from lagr_gui.editing.edits.remove import remove
from lagr_gui.editing.edits.rename import rename, rename_coordinate
from lagr_gui.editing.edits.shapes import WITH_AXIS, set_axis, set_form, set_material
from lagr_gui.editing.edits.solids import (
    add_corner,
    add_solid,
    remove_corner,
    remove_solid,
    set_solid_form,
    take_from_solids,
)
from lagr_gui.editing.edits.tables import (
    add_function,
    add_parameter,
    add_special_case,
    add_table,
    remove_function,
    remove_parameter,
    remove_special_case,
    set_motion,
    set_start,
    take_units,
)
from lagr_gui.editing.edits.values import (
    change_kind,
    choose_cut,
    get_value,
    set_parameter,
    set_value,
    state_on_positions,
    turn_joint,
)

__all__ = [
    "OVER",
    "WITH_AXIS",
    "accept_free_joints",
    "add_body",
    "add_corner",
    "add_element",
    "add_frame",
    "add_function",
    "add_instance",
    "add_note",
    "add_output",
    "add_parameter",
    "add_solid",
    "add_special_case",
    "add_table",
    "add_terminal",
    "align",
    "arrange",
    "attach_port",
    "bend",
    "by_hand",
    "change_kind",
    "choose_cut",
    "connect",
    "copy",
    "distribute",
    "draw_by_itself",
    "duplicate",
    "ends",
    "fold",
    "free_own",
    "free_symbols",
    "get_value",
    "give_inertia",
    "join",
    "move",
    "own_parameter",
    "paste",
    "place_new",
    "places",
    "put_label",
    "reached",
    "remove",
    "remove_corner",
    "remove_function",
    "remove_output",
    "remove_parameter",
    "remove_solid",
    "remove_special_case",
    "rename",
    "rename_coordinate",
    "renumber",
    "repeat_instance",
    "replace_subsystems",
    "set_axis",
    "set_controller",
    "set_form",
    "set_instance_value",
    "set_material",
    "set_motion",
    "set_note_text",
    "set_note_width",
    "set_parameter",
    "set_port",
    "set_solid_form",
    "set_start",
    "set_value",
    "start_at",
    "state_on_positions",
    "stem_of",
    "take_from_solids",
    "take_units",
    "turn_joint",
]
