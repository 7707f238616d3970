"""Hunts faults of solvers by random models, and makes each as small as it gets.

`drawing` draws the models, `bench` has solvers run them in processes of their own, `faults` says
what is proven wrong, `relations` takes the oracle's place where a model is too large for it,
`smallest` shrinks, `cases` writes down, and `hunt` does one after the other.
"""
