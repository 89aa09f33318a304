"""Positions that meet constraints, are in balance, or are led by coordinates."""
