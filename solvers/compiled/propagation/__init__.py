"""What is left of the domains, and the search that goes by it."""
