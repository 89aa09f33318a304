"""Drawing a mechanism as it is: edits from strokes in a plane, without a window."""
