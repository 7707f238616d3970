"""Short programs, one a file, on which the playground opens."""
