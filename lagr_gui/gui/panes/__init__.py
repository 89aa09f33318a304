"""The panes around the canvas; they know the session, not one another."""
