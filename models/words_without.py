"""Words without a forbidden part, read by an automaton."""

from typing import Literal

from everyway.models import (
    Model,
    ModelError,
    counted,
    forbidden,
    known,
    puzzle,
    regular,
    rule,
    variables,
)


@puzzle(
    known("tribonacci numbers, OEIS A000073", n={0: 1, 1: 2, 2: 4, 3: 7, 5: 24, 8: 149, 10: 504}),
    known("Fibonacci numbers, OEIS A000045", without="11", n={1: 2, 2: 3, 3: 5, 8: 55}),
    known("OEIS A005251", without="101", n={1: 2, 2: 4, 3: 7, 4: 12, 5: 21, 6: 37}),
    known("as the automaton reads them", form="windows", n={0: 1, 1: 2, 2: 4, 5: 24, 8: 149}),
    known("only 1, then only 0", without="01", n={1: 2, 4: 5, 9: 10}),
)
def words_without(
    n: int = 8,
    without: str = "111",
    letters: int = 2,
    form: Literal["automaton", "windows"] = "automaton",
) -> Model:
    """Words without a part: n letters in a row, of which no stretch reads as the forbidden one.

    The letters are the digits 0, 1, …; of the eight words of three bits only 111 holds 111, and
    so seven are left.

    Two ways to say it: `automaton` reads the word once, and remembers how much of the forbidden
    part it has just seen; `windows` looks at every stretch of that length by itself.

    Source: D. E. Knuth, J. H. Morris and V. R. Pratt (1977), for the automaton; OEIS A000073.
    """
    if n < 0 or not 1 <= letters <= 10:
        raise ModelError(
            f"words_without has n = {n}, letters = {letters}; write n from 0 and 1 to 10 letters"
        )
    alphabet = "0123456789"[:letters]
    if not without or set(without) - set(alphabet):
        raise ModelError(
            f"words_without has without = {without!r}; write some of the letters {alphabet}"
        )
    letter = variables("letter", n, range(letters))
    part = [int(digit) for digit in without]
    windows = (letter[i : i + len(part)] for i in range(n + 1 - len(part)))
    return Model(
        f"{counted(n, 'letter')} without {without}",
        letter,
        # An automaton that stops at the forbidden part reads to the end,
        rule(f"no {without}", regular(letter, _automaton(without, alphabet), 0, range(len(part))))
        if form == "automaton"
        # or no window shows it.
        else rule(f"no {without}", (forbidden(window, [part]) for window in windows)),
    )


def _automaton(without: str, alphabet: str) -> dict[tuple[int, int], int]:
    """State k: the last k letters are the first k of `without`, and no more of them are."""
    seen = {
        (k, int(letter)): _overlap(without[:k] + letter, without)
        for k in range(len(without))
        for letter in alphabet
    }
    return {step: after for step, after in seen.items() if after < len(without)}


def _overlap(text: str, without: str) -> int:
    """The length of the longest beginning of `without` with which `text` ends."""
    return max(k for k in range(len(without) + 1) if text.endswith(without[:k]))
