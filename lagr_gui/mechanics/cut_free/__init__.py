"""What elements exert on bodies that are cut free: pushes over any space, and as trees."""
