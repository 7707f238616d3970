"""Erdős's discrepancy problem: signs that keep every walk of equal steps near 0."""

from everyway.models import Model, counted, known, puzzle, rule, total, variables


@puzzle(
    known(
        "counted by two programs; none from n = 12 on",
        n={0: 1, 1: 2, 2: 2, 4: 2, 5: 4, 7: 4, 8: 2, 9: 4, 11: 4, 12: 0, 13: 0},
    ),
    least={"n": 0, "bound": 0},
)
def discrepancy(n: int = 11, bound: int = 1) -> Model:
    """Erdős's discrepancy: n steps to the left or right, safe for who takes every d-th of them.

    You stand in the middle of a tunnel, a precipice some steps to the left and vipers as many
    to the right, and write down n steps of -1 or 1. Somebody else may take only every second of
    them, or every third, every d-th; for no d may he ever be more than `bound` steps from the
    middle. With `bound` 1 at most 11 steps can be written down, and with 2 at most 1160: that
    proof was a famous task for solvers. `step[1]` is taken first.

    Source: P. Erdős, Some unsolved problems (1957); B. Konev and A. Lisitsa, A SAT attack on the
    Erdős discrepancy conjecture (2014).
    """
    step = variables("step", range(1, n + 1), [-1, 1])
    # Of who takes every d-th step: the first few, for every d and every number of them.
    walks = [step[d - 1 : d * taken : d] for d in range(1, n + 1) for taken in range(1, n // d + 1)]
    return Model(
        f"{counted(n, 'step')} of discrepancy {bound}",
        step,
        # No such walk leads far from the middle.
        rule("never far from the middle", (abs(total(walk)) <= bound for walk in walks)),
    )
