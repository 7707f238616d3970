"""Files of earlier versions, and the puzzles that they are about."""
