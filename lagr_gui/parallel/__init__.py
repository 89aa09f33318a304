"""Many calls of one function, spread over threads, processes or machines.

What is computed does not depend on how many there are: each call has its own part of the work.
"""

from lagr_gui.parallel.cluster import on_cluster
from lagr_gui.parallel.crew import crew
from lagr_gui.parallel.duty import Duty, cores

__all__ = ["Duty", "cores", "crew", "on_cluster"]
