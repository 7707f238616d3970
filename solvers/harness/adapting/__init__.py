"""Tools for the author of an adapter: the walk, a library's own words, scripts of faults."""
