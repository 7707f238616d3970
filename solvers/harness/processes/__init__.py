"""Processes that solve, and how they are started, heard and ended."""
