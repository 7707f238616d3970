"""The puzzle that was asked for: `queens n=8`, or a file and its parameters."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from itertools import product
from typing import TYPE_CHECKING, Any

from .exit_codes import Refused
from .standard_streams import say_json

if TYPE_CHECKING:
    from ..models.language.model import Model

MOST_CHOICES = 1_000


@contextmanager
def refusals() -> Iterator[None]:
    """Refuses as wrong usage what cannot be declared, and names that nobody has."""
    from ..models.language.errors import ModelError
    from ..solvers.harness.contract import ClaimError
    from ..solvers.harness.registry import UnknownSolver

    try:
        yield
    except (ModelError, ClaimError, UnknownSolver) as error:
        raise Refused(str(error)) from error


def load(words: Sequence[str]) -> Model:
    """The model of `PUZZLE [NAME=VALUE]...`. Raises: Refused."""
    from ..models.language.files import catalogue

    name, *assignments = words
    with refusals():
        try:
            return catalogue.load(name, **parameters(assignments))
        except RecursionError as error:
            raise Refused(f"{name} nests too deeply to be declared") from error


def is_parameter(word: str) -> bool:
    """True if `word` is NAME=VALUE."""
    name, equals, _ = word.partition("=")
    return bool(equals) and name.isidentifier()


def parameters(assignments: Iterable[str]) -> dict[str, Any]:
    """`NAME=VALUE` words as texts by name. Raises: Refused."""
    given: dict[str, Any] = {}
    for word in assignments:
        name, equals, value = word.partition("=")
        if not equals or not name:
            raise Refused(f"{word!r} is not a parameter; write NAME=VALUE, for example n=8")
        if name in given:
            raise Refused(f"the parameter {name!r} is given twice; give it once")
        given[name] = value
    return given


def choices(assignments: Sequence[str]) -> Iterator[dict[str, str]]:
    """Each choice of values: of `n=4..7` every number, of several ranges every combination."""
    given = parameters(assignments)
    values = [list(_values(name, text)) for name, text in given.items()]
    for number, chosen in enumerate(product(*values)):
        if number == MOST_CHOICES:
            raise Refused(f"these are more than {MOST_CHOICES} choices; give smaller ranges")
        yield dict(zip(given, chosen, strict=True))


def _values(name: str, text: str) -> Iterator[str]:
    match = re.fullmatch(r"([+-]?[0-9]{1,9})\.\.([+-]?[0-9]{1,9})", text.strip())
    if match is None:
        yield text
        return
    least, most = int(match[1]), int(match[2])
    if least > most or most - least >= MOST_CHOICES:
        raise Refused(f"{name}={text} is no range; write the smaller number first, as in n=4..7")
    yield from map(str, range(least, most + 1))


def say_document(schema: str, model: Model, /, **more: Any) -> None:
    """Print a JSON document on a puzzle."""
    from ..comparer.comparison import puzzle_in_json

    say_json({"schema": schema, "puzzle": puzzle_in_json(model), **more})
