"""Plans that make no pencil puzzle are refused; those of all are judged in `tests/formats/`."""

from __future__ import annotations

from typing import Any

import pytest

from everyway.models import ModelError, load
from everyway.solvers import count


@pytest.mark.parametrize(
    ("name", "params", "message"),
    [
        ("slitherlink", {"plan": "5"}, "line 1, column 1 of the map is '5'; write one of .?01234"),
        ("yajilin", {"plan": "2 ."}, "of the plan is '2'; write a clue such as 2<, ? or ."),
        ("castle_wall", {"plan": "x2< ."}, "of the plan is 'x2<'; write a clue such as w"),
        ("balance_loop", {"plan": ". w2x"}, "line 1, column 2 of the plan is 'w2x'"),
        ("tapa", {"plan": "10 ."}, "of the plan is '10'; write a clue of up to four digits"),
        ("numberlink", {"plan": "12./.13"}, "2 stands on 1 square; write it on two"),
        ("country_road", {"regions": "AB"}, "clues is 5×5 and the board 1×2; write a clue, or ."),
        ("moon_or_sun", {"regions": "AB"}, "the plan of clues is 4×4 and the board 1×2"),
        ("heyawake", {"numbers": "1."}, "the plan of clues is 1×2 and the board 4×4"),
        ("slant", {"clues": "12/3"}, "make all lines equally long"),
        ("nurikabe", {"plan": "0"}, "is '0'; write a number from 1, ? or ."),
    ],
)
def test_what_makes_no_pencil_puzzle_is_refused(
    name: str, params: dict[str, Any], message: str
) -> None:
    with pytest.raises(ModelError) as error:
        load(name, **params)
    assert message in str(error.value)


@pytest.mark.parametrize(
    ("name", "params", "number"),
    [
        ("slitherlink", {"plan": "4"}, 1),
        ("slant", {"clues": "."}, 1),
        ("cave", {"plan": "12 . . . . . / . . . . . . / ? ? ? ? ? ? / . . . . . ."}, 0),
        ("nurikabe", {"plan": "12 . . / . . . / . . . / . . ."}, 1),
        ("yin_yang", {"plan": "w"}, 1),
        ("lits", {"regions": "AAA"}, 0),
        ("hashiwokakero", {"plan": "?"}, 1),
    ],
)
@pytest.mark.filterwarnings("ignore::everyway.models.ModelWarning")
def test_pencil_puzzles_at_the_edge(name: str, params: dict[str, Any], number: int) -> None:
    assert count(load(name, **params)) == number
