"""Dry friction in a motion: what slides, what sticks, what reactions press."""
