"""What the pointer does in the sketch."""
