"""The command line, and its text and JSON."""
