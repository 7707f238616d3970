"""Parameters are read from values and from the command line, and wrong ones are refused."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, get_origin

import pytest

from everyway.models import ModelError
from everyway.models.language.files.catalogue import puzzles
from everyway.models.language.files.parameters import arguments


def every_kind(
    n: int,
    wrap: bool = False,
    ratio: float = 1.0,
    title: str = "",
    size: tuple[int, int] = (2, 3),
    cells: tuple[int, ...] = (),
    squares: Sequence[tuple[int, int]] = (),
    words: list[str] | None = None,
    most: int | None = None,
    mode: Literal["thin", "wide", 3] = "thin",
    grid: str | Sequence[Sequence[int]] = "",
    bare=4,
    loose=None,
) -> None: ...


@pytest.mark.parametrize(
    ("name", "text", "value"),
    [
        ("n", "-12", -12),
        *(("wrap", text, True) for text in ("true", "yes", "1", "True")),
        *(("wrap", text, False) for text in ("false", "no", "0", "NO")),
        ("wrap", True, True),
        ("ratio", "2.5", 2.5),
        ("ratio", 2, 2.0),
        ("title", "12", "12"),
        ("size", "4,5", (4, 5)),
        ("cells", "1, 2,3", (1, 2, 3)),
        ("cells", "", ()),
        ("cells", [1, 2], (1, 2)),
        ("squares", "1,2;3,4", ((1, 2), (3, 4))),
        ("squares", "1,2", ((1, 2),)),
        ("squares", [(1, 2)], ((1, 2),)),
        ("words", "a,b", ["a", "b"]),
        ("words", "none", None),
        ("most", "3", 3),
        ("most", "none", None),
        ("most", None, None),
        ("mode", "wide", "wide"),
        ("mode", "3", 3),
        ("grid", "1,2", "1,2"),
        ("grid", [[1, 2]], ((1, 2),)),
        ("bare", "5", 5),
        ("loose", "5", 5),
        ("loose", "five", "five"),
    ],
)
def test_text_becomes_the_type_that_the_parameter_says(name, text, value):
    read = arguments("it", every_kind, {"n": 1, name: text}).arguments[name]
    assert (type(read), read) == (type(value), value)


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("n", ""),
        ("n", "1e3"),
        ("n", "9" * 5000),
        ("wrap", "maybe"),
        ("wrap", 1),
        ("ratio", "half"),
        ("title", 3),
        ("size", "4"),
        ("size", "4,5,6"),
        ("cells", "1,x"),
        ("cells", 3),
        ("squares", "1;2"),
        ("most", "few"),
        ("mode", "tall"),
        ("bare", "x"),
    ],
)
def test_a_value_of_the_wrong_type_names_the_parameter_and_the_value(name, text):
    with pytest.raises(ModelError, match=rf"it: {name} is .* it must be "):
        arguments("it", every_kind, {"n": 1, name: text})


def test_a_missing_parameter_is_named():
    with pytest.raises(ModelError, match=r"it needs the parameter n \(a whole number\); write n="):
        arguments("it", every_kind, {})


def test_parameters_without_names_of_their_own_are_passed_on():
    def loose(n: int = 1, /, *rest: int, **others: str) -> None: ...

    bound = arguments("it", loose, {"n": "2", "colour": "red"})
    assert (bound.args, bound.kwargs) == ((2,), {"colour": "red"})


CHOICES = [
    (found, parameter.name)
    for found in puzzles()
    if found.where == "built in"
    for parameter in found.parameters
    if get_origin(parameter.annotation) is Literal
]


@pytest.mark.parametrize(("found", "name"), CHOICES, ids=lambda part: getattr(part, "name", part))
def test_a_puzzle_called_from_python_refuses_what_is_none_of_its_choices(found, name):
    with pytest.raises(ModelError, match=rf"{found.name}: {name} is 'nonsense'; it must be one of"):
        found.function(**{name: "nonsense"})
