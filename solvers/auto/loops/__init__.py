"""Levels: what is computed for each variable, in the order in which they are chosen."""
