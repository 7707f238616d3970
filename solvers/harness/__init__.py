"""The ground that solvers run on: the contract, the registry, how a run went, and the rooms."""
