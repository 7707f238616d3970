"""The statements that a FlatZinc text is made of, and where it is from."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple, NoReturn, TypeVar

from ...models.language.errors import ModelError

T = TypeVar("T")


class Ref(str):
    """The name of a variable or a parameter."""

    __slots__ = ()


class Call(NamedTuple):
    """A constraint, or an annotation with arguments."""

    name: str
    args: list[Any]
    notes: list[Any]
    line: int


class Declaration(NamedTuple):
    """A variable, an array or a parameter."""

    name: str
    is_variable: bool
    is_array: bool
    domain: Any
    """`"int"`, `"bool"`, a range, or the values of a set in order."""
    notes: list[Any]
    value: Any
    line: int


class Solve(NamedTuple):
    """The last statement: `satisfy`, or an objective."""

    goal: str
    objective: Any
    line: int


Statement = Call | Declaration | Solve


class Source:
    """A text and where it is from, for messages."""

    def __init__(self, text: str, place: str) -> None:
        self.text, self.place = text, place

    def refuse(self, line: int, why: str) -> NoReturn:
        """Raises: ModelError that names the line."""
        raise ModelError(f"{self.place}:{line}: {why}")

    def naming(self, make: Callable[[], T]) -> T:
        """The result of `make`. Raises: ModelError that names the text, whatever it lacks."""
        try:
            return make()
        except ModelError as error:
            said = str(error)
            named = said if said.startswith(self.place) else f"{self.place}: {said}"
            raise ModelError(named) from None
