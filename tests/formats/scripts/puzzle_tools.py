"""Beside the scripts, as people keep what they write again and again."""

import cpmpy as cp
import digits

print("the tools are imported")


def number(word):
    """The number that the variables of a word spell."""
    return sum(digit * 10**place for place, digit in enumerate(reversed(word)))


def show(values):
    print("found:", *values)


all_different, Model, first_letters = cp.AllDifferent, cp.Model, digits.first_letters
