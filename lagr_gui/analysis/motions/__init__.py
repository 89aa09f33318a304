"""Motions of a model: by themselves, pushed, driven by controllers, step by step."""
