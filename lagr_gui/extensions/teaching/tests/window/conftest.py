"""A window, as the tests of the core have it."""

from tests.gui.conftest import *  # noqa: F403
