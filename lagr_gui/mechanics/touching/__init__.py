"""What is measured, and what presses, where bodies touch: few models have it."""
