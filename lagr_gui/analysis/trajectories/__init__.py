"""What is asked along a motion: energy, reactions, loads, expressions as curves."""
