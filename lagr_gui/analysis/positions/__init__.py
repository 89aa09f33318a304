"""What is asked of positions: where bodies stand, and how they follow a hand."""
