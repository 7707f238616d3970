"""A model as data: round trip, fingerprint, equality by structure, size."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, cast

import pytest

from everyway.conformance.instances.cells import CONTEXTS, cell
from everyway.conformance.instances.enumerate_naively import solution_rows
from everyway.conformance.instances.random_models import random_model
from everyway.models import (
    Model,
    ModelError,
    all_different,
    allowed,
    fingerprint,
    forbidden,
    from_data,
    integer,
    predicate,
    rule,
    same,
    to_data,
    total,
    variable,
    variables,
)
from everyway.models.language.global_constraints import constraint_classes
from everyway.models.language.global_constraints.predicate import has_even_sum
from everyway.models.language.global_constraints.table import Rows
from everyway.models.language.nodes import Node, topological

from ....support.clocks import growth

pytestmark = pytest.mark.filterwarnings("ignore::everyway.models.ModelWarning")
x, y = integer("x", 0, 3), integer("y", 0, 3)


@pytest.mark.parametrize("kind", constraint_classes(), ids=lambda kind: kind.__name__)
def test_every_constraint_survives_json(kind: Any) -> None:
    for context in CONTEXTS:
        for _, model in cell(kind, context, 2):
            again = from_data(json.loads(json.dumps(to_data(model))), functions=True)
            assert same(model, again)
            assert fingerprint(model) == fingerprint(again)
            assert to_data(again) == to_data(model)
            assert solution_rows(again) == solution_rows(model)


def test_random_models_survive_json() -> None:
    for seed in range(150):
        model = random_model(seed)
        again = from_data(json.loads(json.dumps(to_data(model))), functions=True)
        assert same(model, again), seed
        assert to_data(again) == to_data(model), seed
        assert [group.name for group in again.groups] == [group.name for group in model.groups]
        assert [r.label for r in again.rules] == [r.label for r in model.rules]


def test_data_is_a_flat_list_of_nodes_each_after_its_parts() -> None:
    data = to_data(Model("m", x, y, rule("sum", x + y == 3)))
    assert data["schema"] == "everyway.model/1"
    assert data["name"] == "m"
    assert [row[0] for row in data["nodes"]] == [
        "Variable", "Variable", "Sum", "Constant", "Comparison",
    ]  # fmt: skip
    assert data["rules"][0] == {
        "label": "sum", "constraints": [4], "names": [], "words": "", "subject": "",
    }  # fmt: skip


DIFFERENT: list[Callable[[], Model]] = [
    lambda: Model("m", x, y),
    lambda: Model("m", y, x),
    lambda: Model("m", x, y, x == y),
    lambda: Model("m", x, y, y == x),
    lambda: Model("m", x, y, x != y),
    lambda: Model("m", x, y, x == y, x == y),
    lambda: Model("m", x, y, x + 1 == y),
    lambda: Model("m", x, y, x + 2 == y),
    lambda: Model("m", x, y, all_different([x, y])),
    lambda: Model("m", x, y, all_different([y, x])),
    lambda: Model("m", integer("x", 0, 4), y),
    lambda: Model("m", variable("x", [0, 1, 3]), y),
    lambda: Model("m", variable("x", ["0", "1"]), y),
    lambda: Model("m", variable("x", range(0, 4, 3)), y),
    lambda: Model("m", x, integer("z", 0, 3)),
    lambda: Model("m", x, y, predicate(has_even_sum, x)),
    lambda: Model("m"),
]


def test_different_models_have_different_fingerprints() -> None:
    models = [make() for make in DIFFERENT]
    assert len({fingerprint(model) for model in models}) == len(models)
    for place, first in enumerate(models):
        assert [same(first, second) for second in models].index(True) == place


def test_names_of_models_and_rules_do_not_matter_to_the_fingerprint() -> None:
    first, second = Model("a", x, rule("r", x == 1, x != 2)), Model("b", x, x == 1, x != 2)
    assert same(first, second)
    assert fingerprint(first) == fingerprint(second)


def test_sharing_does_not_matter_to_the_fingerprint() -> None:
    term = x + y
    shared = Model("m", x, y, term * term == 4, term != 3)
    apart = Model("m", x, y, (x + y) * (x + y) == 4, (x + y) != 3)
    assert len(topological(apart.constraints)) > len(topological(shared.constraints))
    assert same(shared, apart)
    assert fingerprint(shared) == fingerprint(apart)
    assert len(to_data(apart)["nodes"]) == len(
        topological([*shared.variables, *shared.constraints])
    )


PROGRAM = """
from everyway.conformance.instances.random_models import random_model
from everyway.models import fingerprint
import warnings
warnings.simplefilter("ignore")
for seed in range(250):
    print(fingerprint(random_model(seed)))
"""


def test_fingerprints_are_the_same_in_every_process() -> None:
    def printed(seed: str) -> str:
        environment = {**os.environ, "PYTHONHASHSEED": seed}
        folder = Path(__file__).parents[4]
        return subprocess.run(
            [sys.executable, "-c", PROGRAM],
            env=environment, cwd=folder, check=True, capture_output=True, text=True, timeout=120,
        ).stdout  # fmt: skip

    first = printed("1")
    assert len(set(first.split())) > 200
    assert first == printed("2")


def test_a_known_fingerprint_stays_what_it_is() -> None:
    """Fingerprints are kept in files, so a change of the format needs a new schema."""
    model = Model("known", x, y, all_different([x, y + 1]), x // y == 1)
    assert fingerprint(model)[:16] == "02cf56dd0cef99c2"


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"schema": "everyway.model/9"}, "expected the schema 'everyway.model/1'"),
        ({"nodes": [["Unheard", 1]]}, "not a model that this version can read: KeyError"),
        ({"nodes": [["Absolute", 5]]}, "not a model that this version can read"),
        ({"groups": [{"kind": "pile", "name": "x", "variables": []}]}, "not a model"),
    ],
)
def test_data_of_another_kind_is_refused(change: dict[str, Any], message: str) -> None:
    with pytest.raises(ModelError, match=message):
        from_data({**to_data(Model("m", x)), **change})


@pytest.mark.parametrize("function", [lambda a: True, lambda a: a > 1])
def test_a_predicate_without_an_address_cannot_travel(function: Callable[..., bool]) -> None:
    model = Model("m", x, predicate(function, x))
    for write in (to_data, fingerprint):
        with pytest.raises(ModelError, match=r"predicate .*<lambda>.* cannot travel: define it"):
            write(model)


def chain(size: int) -> Model:
    """Running sums: each constraint stands on a term that holds all before it."""
    q = variables("q", size, range(2))
    running: Any = q[0]
    rules = []
    for member in list(q)[1:]:
        running = running + member
        rules.append(running <= 3)
    return Model("chain", q, rules)


def wide(size: int) -> Model:
    q = variables("q", size, range(size))
    return Model("wide", q, (a != b for a, b in zip(q, list(q)[1:], strict=False)), total(q) == 9)


def apart(size: int) -> Model:
    return Model("apart", [integer(f"v{k}", 0, k) for k in range(size)])


@pytest.mark.parametrize("made", [wide, chain, apart])
def test_thousands_of_variables_are_declared_and_written_in_linear_time(
    made: Callable[[int], Model],
) -> None:
    def travel(size: int) -> None:
        model = made(size)
        assert len(model.variables) == size
        nodes: list[Node] = [*model.variables, *model.constraints]
        assert len(to_data(model)["nodes"]) <= len(topological(nodes))
        assert len(fingerprint(model)) == 64
        assert same(from_data(to_data(model)), model)

    assert growth(travel, 1_000, 4_000) < 10


def test_rows_that_tables_share_are_one_list_and_one_table_again() -> None:
    scope = variables("x", 4, range(3))
    rows = Rows.of([(0, 1), (1, 2), (2, 2)], 2)
    assert rows is not None
    tables = [allowed(scope[place : place + 2], rows) for place in range(3)]
    model = Model("shared", scope, tables, forbidden(scope[::2], rows))
    data = to_data(model)
    assert len({id(row[-1]) for row in data["nodes"] if row[0] in ("Allowed", "Forbidden")}) == 1
    for again in (from_data(data), from_data(json.loads(json.dumps(data)))):
        assert same(model, again)
        assert len({id(table.rows) for table in cast(Any, again.constraints)}) == 1


@pytest.mark.parametrize("rows", [[[0, 1], [0, 1]], [[True, 1]], [[0]], [{}], [["0", 1]]])
def test_rows_that_no_table_has_are_refused(rows: Any) -> None:
    data = to_data(Model("one", x, y, allowed([x, y], [(0, 1)])))
    data["nodes"][-1][-1] = rows
    with pytest.raises(ModelError):
        from_data(data)
