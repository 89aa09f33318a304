"""Commands about families of motions."""
