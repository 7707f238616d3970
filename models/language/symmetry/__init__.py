"""Symmetries, checked on the declaration; orbits of solutions and their representatives."""
