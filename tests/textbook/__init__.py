"""The measure of readability and the systems that it is taken on.

Benchmarks import one another as scripts do, from their own folder.
"""

import sys
from pathlib import Path

sys.path.append(str(Path(__file__).parents[2] / "benchmarks"))
