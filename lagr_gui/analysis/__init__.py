"""What is asked of a system: one home for each question, with its numbers and its words.

Every function takes a system that is prepared for questions, and gives a plain value.
"""
