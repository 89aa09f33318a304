"""What is asked of the equations: derived, restated, weighed, compared, checked by dimension."""
