"""Keys and labels of any signs leave as they are; lists of items that are alike, as their keys."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest

from everyway.formats import written
from everyway.formats.writing.python_layout import coded, uncoded
from everyway.models import (
    Model,
    all_different,
    all_of,
    any_of,
    count,
    maximum,
    minimum,
    rule,
    total,
    variables,
)
from tests.formats.reading_back import enumerated, rows_of

LANGUAGES = ["cpmpy", "ortools", "clingo", "minizinc", "python-constraint", "xcsp3"]
HARD = ["c)", "(d", "e, f", "g+h", "it's", 'q"u', "x[1]", "a and b", "r1c1-r1c3"]
LABELS = [*HARD, "a", "not z", "10", "x\\y", "1 != 2", "{z}", "50%", "a + b", "ǃ22ǃ", "if"]


def labelled(seed: int) -> Model:
    """Constraints over several items of a group with odd keys, and over odd labels."""
    pick = random.Random(seed)
    keys: Any = [
        *[lambda: pick.sample(HARD, pick.randint(5, 8))] * 3,
        lambda: [(a, b) for a in pick.sample(LABELS, 2) for b in range(pick.randint(2, 3))],
        lambda: pick.sample([(a, b) for a in range(-2, 2) for b in range(3)], 6),
        lambda: (pick.randint(2, 3), 3),
    ]
    cell = variables("cell", pick.choice(keys)(), range(2))
    labels = pick.sample(LABELS, pick.randint(2, 4))
    kind: Any = variables("kind", pick.sample(LABELS, 3), labels)

    def some() -> list[Any]:
        return pick.sample([*cell], min(len(cell), pick.randint(2, 5)))

    alike: Any = [
        lambda: total(some()) <= pick.randint(1, 3),
        lambda: total(some()) <= total(some()),
        lambda: any_of(one == 1 for one in some()),
        lambda: ~all_of(one == 1 for one in some()),
        lambda: maximum(one := some()) - minimum(one) <= pick.randint(0, 1),
        lambda: ~all_different(some()),
        lambda: total(n * one for n, one in enumerate(some(), 1)) != pick.randint(0, 4),
    ]
    said: Any = [
        lambda: pick.choice([*kind]) == pick.choice(labels),
        lambda: pick.choice([*kind]) != pick.choice([*kind]),
        lambda: any_of(pick.choice([*kind]) == one for one in labels[:2]),
        lambda: count(kind, labels[0]) <= 1,
    ]
    one = pick.choice(alike)
    either = any_of([pick.choice(said)(), pick.choice([*cell]) == 1])
    return Model(
        "labelled",
        cell,
        kind,
        rule('r "q" c)', [one() for _ in range(pick.randint(3, 5))]),
        rule("kinds", pick.choice(said)(), either),
    )


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("seed", [*range(8)])
def test_odd_labels_leave(seed: int, language: str, tmp_path: Path) -> None:
    assert enumerated(labelled(seed), language, tmp_path) == rows_of(labelled(seed))


@pytest.mark.slow
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("seed", [*range(8, 108)])
def test_many_odd_labels_leave(seed: int, language: str, tmp_path: Path) -> None:
    assert enumerated(labelled(seed), language, tmp_path) == rows_of(labelled(seed))


@pytest.mark.parametrize("label", LABELS)
def test_a_coded_label_has_no_signs_and_returns(label: str) -> None:
    assert not {*coded(label)} & {*"\"'()[]{},;=!%\\"}
    assert eval(uncoded(f'"{coded(label)}"')) == label


def test_different_labels_have_different_codes() -> None:
    every = [*LABELS, "ǃ", "ǃǃ", 'ǃ"', '"ǃ', "22", '"22"', "", " ", "ǃ1c3ǃ"]
    assert len({*map(coded, every)}) == len(every)


def test_lists_of_keys_are_a_table() -> None:
    line: Any = variables("line", ["ab", "ac", "bc", "bd", "cd"], range(2))
    lists = [["ab", "ac"], ["ab", "bc", "cd"], ["ac", "bc", "bd"], ["ab", "bd"]]
    model = Model("lines", line, rule("two", [total(map(line.get, one)) == 2 for one in lists]))
    table = """[
    cp.sum([line[key] for key in lines]) == 2
    for lines in [["ab", "ac"], ["ab", "bc", "cd"], ["ac", "bc", "bd"], ["ab", "bd"]]
]"""
    assert table in written(model, "cpmpy")


def test_a_list_of_keys_in_no_loop_is_written_as_elsewhere() -> None:
    cell: Any = variables("cell", (3, 3), range(2))
    odd = [[0, 4, 7], [1, 5], [2, 3, 8], [3, 6], [0, 5, 7, 8], [1, 3]]
    several = [total([*cell][n] for n in one) == 1 for one in odd]
    model = Model("cells", cell, rule("some", several, total(cell[0, :]) <= 2 * total(cell[:, 1])))
    text = written(model, "cpmpy")
    assert "for cells in [" in text
    assert "cp.sum(cell[0, :]) <= 2 * cp.sum(cell[:, 1])" in text
