"""All solutions of a model as one decision diagram, straight from the declaration."""
