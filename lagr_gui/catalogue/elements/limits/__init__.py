"""Elements that bind on one side: what is struck, or holds only taut."""
