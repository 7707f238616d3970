"""Any Python test as a constraint."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable, Sequence
from math import prod
from typing import Any

from ..constraints import Constraint
from ..errors import ModelError, PredicateError
from ..expressions import Expression
from ..late_dataclasses import dataclass
from ..phrases import counted
from ..sample_arguments import Draw, Scene
from . import Global, terms_of


@dataclass(frozen=True, eq=False, repr=False)
class Predicate(Global):
    """`function` of the values of `terms` is True: any Python test."""

    terms: tuple[Expression, ...]
    function: Callable[..., bool]

    @property
    def name(self) -> str:
        """The name under which the function was defined."""
        return getattr(self.function, "__name__", repr(self.function))

    def holds(self, values: Sequence[Any]) -> bool:
        try:
            result: object = self.function(*values)
        except (KeyboardInterrupt, PredicateError):
            raise
        except BaseException as error:  # also SystemExit, GeneratorExit, and classes of its own
            raise PredicateError(
                f"predicate {self.name} raised {type(error).__name__}: {error}"
                f" on {self._called(values)}"
            ) from error
        if not isinstance(result, bool):
            raise PredicateError(
                f"predicate {self.name} returned {result!r} on {self._called(values)};"
                " return True or False, for example with bool(...)"
            )
        return result

    def _called(self, values: Sequence[Any]) -> str:
        pairs = zip(self.terms, values, strict=True)
        return ", ".join(f"{term} = {value!r}" for term, value in pairs) or "no variables"

    def decompose(self) -> Iterable[Constraint]:
        return (self,)

    def describe(self, parts: Sequence[str]) -> str:
        return f"{self.name}({', '.join(parts)})"

    @staticmethod
    def sample(draw: Draw) -> Constraint:
        test = draw.random.choice([has_even_sum, is_small, never])
        return predicate(test, draw.terms(0, 3))

    @classmethod
    def larger_sample(cls, scene: Scene) -> Constraint:
        function = scene.random.choice((has_even_sum, has_greatest_last))
        return predicate(function, scene.over(far=True))


@dataclass(frozen=True)
class FunctionName:
    """In the place of a predicate's function that was read from data: a name, never imported."""

    address: str
    """`module:function`."""

    @property
    def __name__(self) -> str:
        return self.address.rpartition(":")[2]

    @property
    def advice(self) -> str:
        """Advice for a user where the function is needed."""
        return (
            f"the predicate {self.address} is a name only: this model was read from data, from"
            " which nothing is imported; name its puzzle again, or, for data of your own, read it"
            " by from_data(data, functions=True)"
        )

    def __call__(self, *values: object) -> bool:
        raise PredicateError(self.advice)


def predicate(function: Callable[..., bool], *terms: object) -> Constraint:
    """`function` of the values of `terms` is True. `terms` may be one list.

    The function must return a bool and depend on its arguments alone.

    Formula: function(terms[0], terms[1], …)

    >>> from everyway.models import predicate, variables
    >>> from math import gcd
    >>> x = variables("x", 2, range(1, 7))
    >>> predicate(lambda a, b: gcd(a, b) == 1, x)
    <lambda>(x[0], x[1])
    """
    if not callable(function):
        raise ModelError(f"predicate takes a Python function first, not {function!r}")
    several = len(terms) == 1 and isinstance(terms[0], Iterable) and not isinstance(terms[0], str)
    single = several and isinstance(terms[0], Expression)
    given: Any = terms[0] if several and not single else terms
    read = terms_of(given, "predicate", mixed=True)
    try:
        inspect.signature(function).bind(*read)
    except TypeError as error:
        name = getattr(function, "__name__", repr(function))
        raise ModelError(
            f"predicate {name} is given {counted(len(read), 'term')}, which"
            f" {'does' if len(read) == 1 else 'do'} not fit its parameters: {error}"
        ) from None
    except ValueError:
        pass  # a built-in without a signature is checked when it is called
    return Predicate(read, function)


def has_greatest_last(*values: int) -> bool:
    """True if none of one integer or more is greater than the last."""
    return max(values) == values[-1]


def has_even_sum(*values: int) -> bool:
    """True if the sum of any number of integers is even."""
    return sum(values) % 2 == 0


def is_small(*values: int) -> bool:
    """True if the product of any number of integers is below 3."""
    return prod(values) < 3


def never(*values: int) -> bool:
    """False: a predicate that nothing satisfies."""
    return False
