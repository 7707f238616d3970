"""The file of solutions that survives, and its other forms."""
