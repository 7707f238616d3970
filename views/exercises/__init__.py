"""The exercises, one a file. Whoever opens these files sees how the answers are marked."""
