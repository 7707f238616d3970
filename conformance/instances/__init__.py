"""Models that solvers are tried on, sampled and random, and all their solutions."""
