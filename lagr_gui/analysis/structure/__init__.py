"""What sort of system a model is, how it can move, where coordinates fail."""
