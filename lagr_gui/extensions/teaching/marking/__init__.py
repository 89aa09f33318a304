"""Exercises that mark themselves: answers are judged as functions, errors are named."""
