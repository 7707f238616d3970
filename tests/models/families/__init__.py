"""For each family of tests/truth/counts.csv, the model that counts it: a file a kind.

Each file has `FAMILIES`: from the name of a family to a function of its parameters that returns
a model, a puzzle of the gallery where there is one.
"""
