"""Reading and writing: the catalogue of puzzles, text puzzles, text rules, models as data."""
