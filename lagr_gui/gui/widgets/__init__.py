"""Widgets that know nothing of mechanics."""
