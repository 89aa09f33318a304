"""All faulty models by name; each file enters its own."""

from __future__ import annotations

from tests.models import faulty_conditions, faulty_values
from tests.models.collection import COLLECTION, Faulty, cart

__all__ = ["COLLECTION", "Faulty", "cart", "faulty_conditions", "faulty_values"]
