"""The matrices of robotics."""
