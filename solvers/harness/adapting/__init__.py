"""Tools for the author of an adapter: the walk, the two bases over it, scripts of faults."""
