"""Results of many runs as text: a table for a comparison, and one for a benchmark."""
