"""What all branches of circuits have in common: two terminals, and whether it is a link."""

from lagr_gui.catalogue.kinds import choice, terminal

CHARGE = ("C",)
"""The unit of the coordinate that a branch brings along."""

ENDS = (
    terminal("terminal_a", "From terminal", "Von Klemme"),
    terminal("terminal_b", "To terminal", "Zu Klemme"),
)
LINK = choice(
    "link",
    "automatic",
    ("automatic", "preferred"),
    "Its charge as coordinate",
    "Ladung als Koordinate",
)
