"""The same puzzle in other variables."""
