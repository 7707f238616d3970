"""Lesson 10: ways up long stairs, counted by adding.

In how many ways can you climb stairs, where each step takes one stair or two? Three stairs: 1+1+1,
1+2 and 2+1, so 3 ways. Write `ways`. It is asked for up to 72 stairs: nobody can list those ways,
but they can be counted.
"""

from everyway.models import Model, integer


def ways(stairs: int) -> int:
    """The number of ways up."""
    shorter, number = 0, 1  #: return 0  # write this function
    for _ in range(stairs):  #:
        shorter, number = number, shorter + number  # the last step took two stairs, or one  #:
    return number  #:


def stairs(n: int = 1) -> Model:  # marked with n=1..9
    number = integer("ways", 0, 10**18)
    return Model(f"ways up {8 * n} stairs", number, number == ways(8 * n))
