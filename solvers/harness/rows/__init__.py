"""Solutions as rows of bytes, their digests, and what fits no row."""
