"""Changing a model step by step: pure edits, rules, history, recovery. Without Qt."""

from lagr_gui.editing import edits, recovery
from lagr_gui.editing.document import Document
from lagr_gui.editing.rules import may_connect

__all__ = ["Document", "edits", "may_connect", "recovery"]
