"""A neighbour that only another neighbour imports."""


def first_letters(*words):
    return [word[0] for word in words]
