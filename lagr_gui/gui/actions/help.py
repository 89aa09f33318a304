"""Help."""

from __future__ import annotations

from lagr_gui.gui.actions.record import Action

ACTIONS = (
    Action("tour", "Tour: my first pendulum", "Help", lambda d: d.begin_tour()),
    Action("help_use", "How to use the window", "Help", lambda d: d.show_help("use"), "F1"),
    Action("help_theory", "The equations", "Help", lambda d: d.show_help("theory")),
    Action("help_keys", "Keyboard shortcuts", "Help", lambda d: d.show_help("shortcuts")),
    Action("shortcuts", "Change shortcuts…", "Help", lambda d: d.change_shortcuts()),
    Action("about", "About lagr_gui", "Help", lambda d: d.show_help("about"), separated=True),
)
