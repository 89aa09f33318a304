"""What is wrong with what was drawn, before mechanics looks at it."""
