"""The way of the data, from a file to equations and motion: the only composer.

Every function takes a model and gives a plain value; results are kept by the content that
they depend on (`cache`).  What is offered stands in ``__init__.pyi``; it is loaded when it is
first used, so that each question loads only what it needs.
"""

from lagr_gui.lazy import offered

__getattr__, __dir__, __all__ = offered(__name__, __file__)
