"""Linear forms over numbered atoms: expressions that differ only in how they are written agree."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from math import gcd

Form = tuple[int, tuple[tuple[int, int], ...]]
"""A constant, and the coefficient of each atom, sorted by atom."""


def combined(terms: Iterable[tuple[int, Form]], shift: int, plain: Callable[[int], bool]) -> Form:
    """`shift` and each form times its coefficient.

    An atom that cancels out stays, with coefficient 0, unless it is `plain`: a term that may be
    undefined is undefined even when nothing of its value is left.
    """
    found: dict[int, int] = {}
    for times, (number, parts) in terms:
        shift += times * number
        for atom, coefficient in parts:
            found[atom] = found.get(atom, 0) + times * coefficient
    kept = ((atom, c) for atom, c in found.items() if c or not plain(atom))
    return shift, tuple(sorted(kept))


def scaled(form: Form, times: int) -> Form:
    """`form` times a number other than 0."""
    return form[0] * times, tuple((atom, c * times) for atom, c in form[1])


def negative(form: Form) -> bool:
    """True if the first coefficient that is not 0 is negative."""
    return next((c < 0 for _, c in form[1] if c), form[0] < 0)


def unsigned(form: Form) -> tuple[int, Form]:
    """`form` as a sign, 1 or -1, times a form that is not negative."""
    return (-1, scaled(form, -1)) if negative(form) else (1, form)


def relation(form: Form, sign: str) -> tuple[str, Form]:
    """`form sign 0` in one way of writing it, with the relations ==, != and <= alone."""
    if sign in (">", ">="):
        form, sign = scaled(form, -1), {">": "<", ">=": "<="}[sign]
    if sign == "<":
        form, sign = (form[0] + 1, form[1]), "<="
    divisor = gcd(*(c for _, c in form[1]))
    if divisor > 1 and (sign == "<=" or form[0] % divisor == 0):
        number = -((-form[0]) // divisor)
        form = number, tuple((atom, c // divisor) for atom, c in form[1])
    return sign, form if sign == "<=" else unsigned(form)[1]


def unordered(tagged: Sequence[tuple[int, Form]]) -> tuple[tuple[int, Form], ...]:
    """Tagged forms sorted, the same for all that differ by one shift or one sign throughout."""
    return min(_shifted(tagged, sign) for sign in (1, -1))


def ordered(forms: Sequence[Form]) -> tuple[Form, ...]:
    """Forms as they stand but for one shift throughout."""
    least = min((number for number, _ in forms), default=0)
    return tuple((number - least, parts) for number, parts in forms)


def _shifted(tagged: Sequence[tuple[int, Form]], sign: int) -> tuple[tuple[int, Form], ...]:
    signed = [(tag, scaled(form, sign)) for tag, form in tagged]
    least = min((form[0] for _, form in signed), default=0)
    return tuple(sorted((tag, (number - least, parts)) for tag, (number, parts) in signed))
