"""Branches of circuits, and what couples them to a mechanism."""
