"""What is asked of the equations: derived, restated, compared, checked by dimension."""
