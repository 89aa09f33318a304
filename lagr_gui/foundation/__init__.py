"""What all floors stand on: messages, problems, files, records by name."""
