"""Propagation to a fixpoint, and the search that decides by what is left of the domains."""
