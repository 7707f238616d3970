"""A solver run on a model: enumerating, counting, projecting, the story of its rules."""
