"""From a drawn system to its equations: kinematics, forces and the two derivations."""
