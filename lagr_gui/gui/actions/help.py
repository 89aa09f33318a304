"""Help."""

from __future__ import annotations

from lagr_gui.gui.actions.record import Action, in_menu

ACTIONS = in_menu(
    "Help",
    Action("tour", "Tour: my first pendulum", lambda d: d.begin_tour()),
    Action("help_use", "How to use the window", lambda d: d.show_help("use"), "F1"),
    Action("help_theory", "The equations", lambda d: d.show_help("theory")),
    Action("help_keys", "Keyboard shortcuts", lambda d: d.show_help("shortcuts")),
    Action("shortcuts", "Change shortcuts…", lambda d: d.change_shortcuts()),
    Action("about", "About lagr_gui", lambda d: d.show_help("about"), separated=True),
)
