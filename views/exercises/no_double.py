"""Lesson 10: words without aa, counted letter by letter.

Words of n letters are made of a, b and c, and nowhere stand two letters a side by side: "abcab" is
one, "baac" is none. How many are there? Count them as the lesson does: how many words end in a, and
how many do not? The file is asked for 5, 10, … 40 letters.
"""

from everyway.models import Model, integer


def words(letters: int) -> int:
    """The number of words with that number of letters."""
    ending_in_a, others = 0, 1  # the empty word ends in no a
    for _ in range(letters):
        #: ending_in_a, others = 0, 3 * others  # mend this line
        ending_in_a, others = others, 2 * (ending_in_a + others)  #:
    return ending_in_a + others


def no_double(n: int = 1) -> Model:  # marked with n=1..8
    number = integer("words", 0, 10**18)
    return Model(f"words of {5 * n} letters", number, number == words(5 * n))
