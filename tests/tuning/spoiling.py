"""A plugin of pytest that spoils the number which the environment names, before tests are read."""

from __future__ import annotations

import os

from tests.tuning.records import spoil

KEY = "LAGR_SPOILT"

if KEY in os.environ:
    spoil(os.environ[KEY])
