"""What a motion tells: poses, forces, reactions, expressions along it."""
