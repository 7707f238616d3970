"""What people type and see: the command line, and its text and JSON."""
