"""The animation: the mechanism as it moves, with a player."""
