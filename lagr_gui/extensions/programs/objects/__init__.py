"""Systems as objects for a linker, by LLVM alone: no compiler takes part."""
