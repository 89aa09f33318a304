"""Long work in a process of its own, so that the window never waits and work can be stopped."""

from lagr_gui.work.said import HandHold, LiveRun, PushedBit
from lagr_gui.work.worker import Message, Worker

__all__ = ["HandHold", "LiveRun", "Message", "PushedBit", "Worker"]
