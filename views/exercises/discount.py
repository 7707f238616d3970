"""Lesson 8: a price with a discount, and two of three wishes."""

from everyway.models import Model, integer, rule

CHECKED = ()
START = '''\
"""Exercise discount, of lesson 8.

A pen costs 2 coins and a book 7. Who buys at least 5 things in all pays 3 coins less.
- `paid` is what is paid for all.
- At least two of these three are true: there are 3 pens or more; there are 2 books or more; what
  is paid is an even number.

A rule in brackets counts as 1 where it holds and as 0 where it does not.

Mark it:  everyway check discount.py
"""

from everyway.models import Model, integer


def discount() -> Model:
    pens = integer("pens", 0, 5)
    books = integer("books", 0, 3)
    paid = integer("paid", 0, 40)
    return Model(
        "pens and books",
        pens,
        books,
        paid,
        paid == 2 * pens + 7 * books,  # without the discount
        # A rule is missing. Even numbers: paid % 2 == 0.
    )
'''


def discount() -> Model:
    """The reference."""
    pens, books, paid = integer("pens", 0, 5), integer("books", 0, 3), integer("paid", 0, 40)
    many = pens + books >= 5
    full = 2 * pens + 7 * books
    wishes = (pens >= 3, books >= 2, paid % 2 == 0)
    a, b, c = wishes
    return Model(
        "pens and books",
        pens,
        books,
        paid,
        rule("what is paid", (many & (paid == full - 3)) | (~many & (paid == full))),
        rule("at least two of the three are true", (a & b) | (a & c) | (b & c)),
    )
