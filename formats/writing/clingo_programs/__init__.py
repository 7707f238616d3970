"""Models as programs for clingo, by rules that refute what breaks a test."""
