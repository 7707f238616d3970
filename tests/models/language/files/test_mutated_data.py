"""Models as data with labels where numbers stand, and odd shapes: what is taken has one meaning."""

from __future__ import annotations

import copy
import re
import warnings
from random import Random
from typing import Any

import pytest

from everyway.conformance.instances.random_models import models_with_objectives, random_model
from everyway.models import Model, ModelError, from_data, to_data
from everyway.models.language.expressions import Expression
from everyway.models.language.global_constraints.predicate import Predicate
from everyway.models.language.nodes import topological
from everyway.solvers import Unsupported, count

from ....support.settings import SEED

OF_ONE_KIND = {
    *("Comparison", "AllDifferent", "AllDifferentExcept", "AllEqual", "Cardinality", "Count"),
    *("NumberOfValues", "Precedence", "Regular", "Element", "Allowed", "Forbidden", "Predicate"),
}
"""The nodes over which labels may stand at all."""
SOLVERS = ("flatmap", "auto", "cp-sat")


def label_problem(model: Model) -> str | None:
    """A label that stands where the language takes numbers, found without its constructors."""
    goals = model.objective.expressions if model.objective else []
    for node in topological([*model.constraints, *goals]):
        terms = [part for part in node.parts if isinstance(part, Expression)]
        kinds = [term.labelled for term in terms]
        name = type(node).__name__
        if any(kinds) and name not in OF_ONE_KIND:
            return f"{name} over a label"
        if name == "Comparison" and any(kinds) and node.relation not in ("==", "!="):
            return "labels in order"
        numbers = {"Count": kinds[-1:], "Element": kinds[-1:], "NumberOfValues": kinds[-1:]}
        if name == "Cardinality":
            numbers[name] = kinds[len(node.terms) :]
        rest = kinds[: len(kinds) - len(numbers.get(name, []))]
        mixed = name not in ("Allowed", "Forbidden", "Predicate") and len(set(rest)) > 1
        if mixed or any(numbers.get(name, [])):
            return f"{name} mixes"
    return "an objective" if any(goal.labelled for goal in goals) else None


def drawn(random: Random) -> Model:
    with warnings.catch_warnings(action="ignore"):
        if random.random() < 0.2:
            return random.choice(list(models_with_objectives(random.randrange(100))))
        return random_model(random.randrange(10_000))


def mutated(data: dict[str, Any], random: Random) -> dict[str, Any]:
    """The same data but for one to three changes."""
    data = copy.deepcopy(data)
    for _ in range(random.randint(1, 3)):
        row = random.choice(data["nodes"])
        place = random.randrange(1, len(row))
        change(row, place, len(data["nodes"]), random)
    if "objective" in data and random.random() < 0.3:
        random.choice(data["objective"]["goals"])[1] = random.randrange(len(data["nodes"]))
    return data


def change(row: list[Any], place: int, nodes: int, random: Random) -> None:
    value = row[place]
    if row[0] == "Variable":
        row[2] = random.choice((["red", "green"], ["a"], [0, 1], [-1, 2], ["red", 1], [2, 1], []))
    elif row[0] == "Constant":
        row[1] = random.choice(("red", "", -1, 0, 2, True, 1.0))
    elif isinstance(value, list) and value and random.random() < 0.8:
        inside = random.randrange(len(value))
        if isinstance(value[inside], list) and value[inside]:
            value[inside][random.randrange(len(value[inside]))] = random.choice(("red", 0, 1, -1))
        elif random.random() < 0.2:
            random.choice((value.pop, lambda: value.append(value[0]), value.reverse))()
        else:
            value[inside] = random.choice((random.randrange(nodes), "red", 0, -1))
    elif isinstance(value, str):
        row[place] = random.choice(("==", "<", "!=", ">="))
    elif isinstance(value, bool):
        row[place] = not value
    elif random.random() < 0.2:
        row[0] = random.choice(("Sum", "Product", "Minimum", "AllDifferent", "AllEqual", "Circuit"))
    else:
        row[place] = random.randrange(nodes)


def test_what_is_read_is_of_the_language_and_has_one_number_of_solutions():
    random, taken, refused = Random(SEED), 0, 0
    while taken < 60:
        original = drawn(random)
        nodes = topological(original.constraints)
        if not nodes or any(isinstance(node, Predicate) for node in nodes):
            continue
        data = mutated(to_data(original), random)
        try:
            model = from_data(data)
        except ModelError:
            refused += 1
            continue
        taken += 1
        assert label_problem(model) is None, data
        counts = {}
        for solver in ("brute-force", *SOLVERS):
            try:
                counts[solver] = count(model, solver)
            except Unsupported:
                continue
        assert len(set(counts.values())) < 2, (counts, data, f"EVERYWAY_SEED={SEED}")
    assert refused > taken


LABEL, OTHER = ["Variable", "x", ["a", "b"]], ["Variable", "y", [0, 1]]


@pytest.mark.parametrize(
    ("nodes", "problem"),
    [
        ([["Sum", [0], [1], 0], ["Constant", 1], ["Comparison", 2, "==", 3]], "x is a label"),
        ([["Constant", "b"], ["Comparison", 0, "<", 2]], "labels have no order"),
        ([["Product", [0, 0]], ["Constant", 1], ["Comparison", 2, "==", 3]], "x is a label"),
        (
            [["Constant", "a"], ["Sum", [2], [1], 0], ["Constant", 1], ["Comparison", 3, "==", 4]],
            "'a' is a label",
        ),
        ([["Comparison", 0, "==", 1]], "mixes the label x and the number y"),
        ([["Constant", 0], ["Comparison", 0, "!=", 2]], "mixes the label x and the number 0"),
        ([["AllDifferent", [0, 1]]], "mixes the label x and the number y"),
        ([["Count", [0], [1], "==", 1]], "mixes the label x and the number y"),
        ([["Count", [1], [1], "==", 0]], "x is a label"),
        ([["Cardinality", [1], [0], [1], False]], "x is a label"),
        ([["Cardinality", [1], [1], ["a"], False]], "mixes the label 'a' and the number y"),
        ([["Cardinality", [1], [1, 1], [0, 0], False]], "not a model that this version"),
        ([["Element", [0, 1], 1], ["Comparison", 2, "==", 1]], "mixes labels and numbers"),
        ([["Element", [1, 1], 0], ["Comparison", 2, "==", 1]], "x is a label"),
        ([["Maximum", [0]], ["Comparison", 2, "==", 1]], "x is a label"),
        ([["Quotient", 1, 0], ["Comparison", 2, "==", 1]], "x is a label"),
        ([["Constant", 0], ["Modulo", 1, 2], ["Comparison", 3, "==", 1]], "the constant 0"),
        ([["Power", 0, 2], ["Comparison", 2, "==", 1]], "x is a label"),
        ([["Absolute", 0], ["Comparison", 2, "==", 1]], "x is a label"),
        ([["Allowed", [0], [[1]]]], "takes labels"),
        ([["Forbidden", [1], [["a"]]]], "takes integers"),
        ([["Allowed", [1], [[1], [1]]]], "not written as the language writes it"),
        ([["Allowed", [1], [[1, 1]]]], "has 2 values for 1 term"),
        ([["Regular", [0], [[0, 1, 0]], 0, [0]]], "mixes the label x and the number 1"),
        ([["Regular", [1], [[0, 1, 0], [0, 1, 1]], 0, [0]]], "not written as"),
        ([["Regular", [1], [[7, 1, 7]], 7, [7]]], "not written as"),
        ([["Precedence", [0], [1]]], "mixes the label x and the number 1"),
        ([["Precedence", [1], [1, 1]]], "names a value twice"),
        ([["Increasing", [0, 0], False]], "x is a label"),
        ([["Lexicographic", [1], [0], False]], "x is a label"),
        ([["Inverse", [1], [1, 1]]], "differ in length"),
        ([["Circuit", []]], "of no nodes is not a tour"),
        ([["NoOverlap", [0], [1]]], "x is a label"),
        ([["Constant", -1], ["NoOverlap", [1], [2]]], "must be at least 0"),
        ([["Cumulative", [1], [1], [1], 0]], "x is a label"),
        ([["BinPacking", [1], [0], [1]]], "x is a label"),
        ([["NumberOfValues", [1], 0]], "x is a label"),
        ([["Constant", 1 << 9000], ["Comparison", 1, "==", 2]], "9 001 bits"),
        ([["Variable", " ", [0, 1]], ["Comparison", 2, "==", 2]], "must not be empty"),
        ([["Variable", "z", [""]], ["Comparison", 2, "==", 2]], "an empty label"),
    ],
)
def test_what_the_language_refuses_is_refused_as_data(nodes, problem):
    data = data_of([LABEL, OTHER, *nodes])
    with pytest.raises(ModelError, match=re.escape(problem)):
        from_data(data)


def test_a_label_as_an_objective_is_refused():
    data = data_of([LABEL, OTHER, ["Comparison", 1, "==", 1]])
    data["objective"] = {"goals": [["min", 0]], "pareto": False, "within": 0}
    with pytest.raises(ModelError, match="labels have no order"):
        from_data(data)


def data_of(nodes: list[list[Any]]) -> dict[str, Any]:
    """A model whose only constraint is the last node."""
    rule = {"label": "r", "constraints": [len(nodes) - 1], "names": [], "words": "", "subject": ""}
    names = [row[1] for row in nodes if row[0] == "Variable"]
    groups = [{"kind": "single", "name": name, "variables": [name]} for name in names]
    whole = {"schema": "everyway.model/1", "name": "m", "nodes": nodes, "groups": groups}
    return {**whole, "rules": [rule]}
