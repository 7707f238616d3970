"""The families that are counted up to the symmetries of the square."""

from everyway.models import break_symmetry, load


def fundamental(puzzle, **others):
    """The first of the solutions that turn or mirror into each other."""
    return lambda n: break_symmetry(load(puzzle, n=n, **others)).model


FAMILIES = {
    "queens_fundamental": fundamental("queens"),
    "no_three_in_line_fundamental": fundamental("no_three_in_line"),
}
