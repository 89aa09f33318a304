"""Elements with dry friction: they slide or stick."""
