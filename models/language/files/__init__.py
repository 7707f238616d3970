"""What is read and written: the catalogue of puzzles, text puzzles, text rules, models as data."""
