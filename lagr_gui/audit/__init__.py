"""The independent check that every result carries.

A third statement of the mechanics, made to be compared and to share nothing with what computes:
numbers only, bodies cut free in space (Newton and Euler), laws as forces instead of energies,
derivatives by jets.  It reads the model itself; kinds of joints and elements are stated again.
"""

from lagr_gui.audit.audit import Audit, Claim
from lagr_gui.audit.values import States, Yardsticks
from lagr_gui.foundation.selfcheck import Disagreement, SelfCheck, together

__all__ = ["Audit", "Claim", "Disagreement", "SelfCheck", "States", "Yardsticks", "together"]
