"""The tab *Derivation*: lines that fold and are uncovered step by step."""
