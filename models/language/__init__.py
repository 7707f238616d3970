"""The language that puzzles are written in."""
