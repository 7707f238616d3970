"""Sets of solutions in files: read back as they were, and refused where they are not whole."""

from __future__ import annotations

import hashlib
import json
import random
from pathlib import Path

import pytest

from everyway.conformance.instances.random_models import random_model
from everyway.models import (
    Model,
    all_different,
    boolean,
    integer,
    load,
    predicate,
    total,
    variable,
    variables,
)
from everyway.solvers import SolutionDiagram, load_set, solution_set, solve_all
from everyway.solvers.harness.contract import ClaimError


def read_back(found: SolutionDiagram, file: Path) -> SolutionDiagram:
    found.save(file)
    return load_set(file)


@pytest.mark.filterwarnings("ignore::everyway.models.ModelWarning")
def test_random_models_come_back(tmp_path: Path):
    for seed in range(60):
        model = random_model(seed)
        found = solution_set(model)
        back = read_back(found, tmp_path / "some.set")
        assert back == found
        assert list(back) == list(found)
        assert back.marginals() == found.marginals()
        assert (back.is_whole, back.order) == (True, found.order)
        assert load_set(tmp_path / "some.set", model).model is model


@pytest.mark.parametrize("name", ["queens", "zebra", "langford", "independent_sets"])
def test_puzzles_come_back_in_their_viewpoint(name: str, tmp_path: Path):
    found = solution_set(load(name))
    back = read_back(found, tmp_path / "some.set")
    assert list(back) == list(found)
    assert (back & found, back - found) == (found, found - found)
    assert back.place(found[-1]) == found.count() - 1


def test_what_is_no_whole_set_says_so(tmp_path: Path):
    x, y = integer("x", 0, 3), integer("y", 0, 3)
    model = Model("less", x, y, x < y)
    found = solution_set(model)
    part = found.least(x)[1]
    assert (found.is_whole, part.is_whole, (found - part).is_whole) == (True, False, False)
    assert not read_back(part, tmp_path / "part.set").is_whole
    assert read_back(solve_all(model), tmp_path / "listed.set").is_whole
    assert not read_back(solve_all(model) - solve_all(model), tmp_path / "none.set").is_whole


def test_projections_objectives_labels_and_nothing_at_all(tmp_path: Path):
    x, y, z = integer("x", -2, 2), integer("y", 0, 3), variable("z", ["red", "blue"])
    rules = [x + y == 2, (z == "red") | (x > 0)]
    for model in (
        Model("all", x, y, z, rules),
        Model("best", x, y, z, rules, minimise=y),
        Model("none", x, y, x > 2 + y),
        Model("nothing"),
        Model("half", x, y, z, rules).projecting("z", "x"),
    ):
        found = solution_set(model)
        back = read_back(found, tmp_path / "some.set")
        assert list(back) == list(found) == list(solve_all(model))
        assert load_set(tmp_path / "some.set", model) == found
        assert back.is_whole


def test_a_predicate_is_a_name_that_is_not_followed(tmp_path: Path):
    x = variables("x", 2, range(3))
    model = Model("odd", x, predicate(lambda a, b: (a + b) % 2 == 1, *x))
    back = read_back(solution_set(model), tmp_path / "odd.set")
    assert back.count() == 4
    assert list(load_set(tmp_path / "odd.set", model)) == list(solve_all(model))
    other = Model("even", x, predicate(lambda a, b: (a + b) % 2 == 0, *x))
    with pytest.raises(ClaimError, match="another model"):
        load_set(tmp_path / "odd.set", other)


def test_a_set_of_another_model_is_refused(tmp_path: Path):
    solution_set(load("queens", n=5)).save(tmp_path / "queens.set")
    with pytest.raises(ClaimError, match=r"another model, 5 queens, not of this 6 queens"):
        load_set(tmp_path / "queens.set", load("queens", n=6))


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "is no set of solutions"),
        ("SQLite format 3\0", "is no set of solutions"),
        ('{"schema": "everyway.claim/1"}\n{}\n', "has the schema 'everyway.claim/1'"),
        ("[1]\n[2]\n", "has the schema None"),
        ("[" * 100_000 + "\n1\n", "is no set of solutions"),
    ],
)
def test_foreign_files_are_refused(text: str, said: str, tmp_path: Path):
    file = tmp_path / "foreign"
    file.write_text(text)
    with pytest.raises(ClaimError, match=said):
        load_set(file)


def test_a_damaged_file_is_refused_wherever_it_is_damaged(tmp_path: Path):
    file, draw = tmp_path / "some.set", random.Random(3)
    solution_set(load("queens", n=5)).save(file)
    whole = file.read_bytes()
    for _ in range(300):
        place = draw.randrange(len(whole))
        damaged = [
            whole[:place],
            whole[:place] + whole[place + 1 :],
            whole[:place] + bytes([whole[place] ^ 1 << draw.randrange(8)]) + whole[place + 1 :],
        ]
        file.write_bytes(draw.choice(damaged))
        with pytest.raises(ClaimError):
            load_set(file)


def sealed(lines: list[object]) -> bytes:
    text = "".join(json.dumps(line) + "\n" for line in lines).encode()
    return text + json.dumps({"sha256": hashlib.sha256(text).hexdigest()}).encode() + b"\n"


def test_a_forged_file_is_refused_though_it_is_sealed(tmp_path: Path):
    """Whatever one number is changed to, it is refused or is a set of as many solutions."""
    x = variables("x", 3, range(3))
    file = tmp_path / "some.set"
    found = solution_set(Model("three", x, all_different(x)))
    found.save(file)
    lines = [json.loads(line) for line in file.read_text().splitlines()[:-1]]
    draw, refused = random.Random(5), 0
    for _ in range(400):
        forged = json.loads(json.dumps(lines))
        changed_somewhere(forged, draw)
        file.write_bytes(sealed(forged))
        try:
            back = load_set(file)
        except ClaimError:
            refused += 1
        else:
            assert len(set(back)) == back.count() == 6
    assert refused > 200


def changed_somewhere(document: object, draw: random.Random) -> None:
    """Change one value, drop it or repeat it, at random."""
    while True:
        inside = list(document) if isinstance(document, dict) else list(range(len(document)))
        key = draw.choice(inside)
        if isinstance(document[key], dict | list) and document[key] and draw.random() < 0.9:
            document = document[key]
            continue
        if isinstance(document, list) and draw.random() < 0.3:
            document.insert(key, document[key])
        elif draw.random() < 0.3:
            del document[key]
        else:
            document[key] = draw.choice([-1, 0, 1, 2, 3, 10**30, "x[0]", None, True, [], {}, 0.5])
        return


def test_a_set_is_written_whole_or_not_at_all(tmp_path: Path):
    found, file = solution_set(Model("two", boolean("a"), boolean("b"))), tmp_path / "two.set"
    found.save(file)
    before = file.read_bytes()
    with pytest.raises(OSError, match="folder"):
        found.save(tmp_path)
    with pytest.raises(FileNotFoundError):
        found.save(tmp_path / "none" / "two.set")
    assert [one.name for one in tmp_path.iterdir()] == ["two.set"]
    assert file.read_bytes() == before


@pytest.mark.slow
def test_more_solutions_than_python_writes_in_decimals(tmp_path: Path):
    x = variables("x", 16_000, range(2))
    found = solution_set(Model("many", x, total(x[:2]) == 1))
    assert read_back(found, tmp_path / "many.set") == found
