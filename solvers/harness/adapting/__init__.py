"""What the author of an adapter opens: the walk, a library's own words, scripts of faults."""
