"""A solver run on a model: enumerating, counting, projecting, telling its story."""
