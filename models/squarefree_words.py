"""Squarefree words: nothing is said twice in a row."""

from collections.abc import Sequence

from everyway.models import (
    Constraint,
    Expression,
    Model,
    any_of,
    counted,
    known,
    puzzle,
    rule,
    variables,
)


@puzzle(
    known(
        "OEIS A006156",
        n={0: 1, 1: 3, 2: 6, 3: 12, 4: 18, 5: 30, 6: 42, 7: 60, 8: 78, 9: 108, 10: 144, 12: 264},
    ),
    known("none is longer than three", letters=2, n={1: 2, 2: 2, 3: 2, 4: 0, 6: 0}),
    known("OEIS A028445", letters=2, times=3, n={1: 2, 2: 4, 3: 6, 4: 10, 5: 16, 6: 24, 8: 56}),
    least={"n": 0, "letters": 1, "times": 2},
)
def squarefree_words(n: int = 8, letters: int = 3, times: int = 2) -> Model:
    """A squarefree word: n letters in a row in which no part is at once repeated.

    In 0 1 2 0 2 1 no letter, no two letters, and no three stand twice side by side, as 02 does
    in 1 0 2 0 2. With two letters one gets stuck after three; with three letters one never does.
    Where a part has to stand three `times` side by side to be forbidden, two letters are enough.

    Source: A. Thue, Über unendliche Zeichenreihen (1906); OEIS A006156, A028445.
    """
    letter = variables("letter", n, range(letters))
    # Each part of the row that is `times` times as long as some word.
    parts = (
        (letter[start : start + times * size], size)
        for size in range(1, n // times + 1)
        for start in range(n - times * size + 1)
    )
    return Model(
        f"{counted(n, 'letter')} without repetition",
        letter,
        # No word stands there that often, once behind the other.
        rule("no repetition", (_is_no_repetition(part, size) for part, size in parts)),
    )


def _is_no_repetition(part: Sequence[Expression], size: int) -> Constraint:
    """Some letter differs from the one `size` further on."""
    return any_of(a != b for a, b in zip(part, part[size:], strict=False))
