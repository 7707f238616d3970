"""Lesson 8: a price with a discount, and two of three wishes.

A pen costs 2 coins and a book 7. Who buys at least 5 things in all pays 3 coins less.
- `paid` is what is paid for all.
- At least two of these three are true: there are 3 pens or more; there are 2 books or more; what
  is paid is an even number.

A rule in brackets counts as 1 where it holds and as 0 where it does not.
"""

from everyway.models import Model, integer, rule


def discount() -> Model:
    pens = integer("pens", 0, 5)
    books = integer("books", 0, 3)
    paid = integer("paid", 0, 40)
    return Model(
        "pens and books",
        pens,
        books,
        paid,
        #: paid == 2 * pens + 7 * books,  # without the discount
        #: # A rule is missing. Even numbers: paid % 2 == 0.
        rule("what is paid", paid == 2 * pens + 7 * books - 3 * (pens + books >= 5)),  #:
        rule("two of the three are true", (pens >= 3) + (books >= 2) + (paid % 2 == 0) >= 2),  #:
    )
