"""What pictures of a mechanism show along a motion, for sketch, animation and documents."""
