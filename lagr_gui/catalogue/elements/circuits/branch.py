"""What all branches of circuits have in common: two terminals, and whether it is a link."""

from lagr_gui.catalogue.kinds import choice, terminal

CHARGE = ("C",)
"""The unit of the coordinate that a branch brings along."""

ENDS = (terminal("terminal_a", "From terminal"), terminal("terminal_b", "To terminal"))
LINK = choice("link", "automatic", ("automatic", "preferred"), "Its charge as coordinate")
