"""Dry friction beside its exact law."""
