"""Levels as Python."""
