"""Boards and families of squares, pieces and placements, fillings, named graphs, and sketches."""
