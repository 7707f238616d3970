"""Objectives in the language: what declares one, and what keeps or drops it."""

from __future__ import annotations

import json

import pytest

from everyway.models import (
    Model,
    ModelError,
    from_data,
    integer,
    is_solution,
    rule,
    same,
    to_data,
    violations,
)
from everyway.models.language.check import Judge
from everyway.models.language.drawing.notebook import model_in_json, read_model
from everyway.models.language.files.model_as_data import fingerprint
from everyway.models.language.files.text_puzzles import function_of
from everyway.models.language.files.variable_rules import aimed

x, y = integer("x", 0, 5), integer("y", 0, 5)
PLAIN = Model("two", x, y, rule("enough", x + y >= 4))

WORDS = {
    "minimise 2*x + y": PLAIN.minimising(2 * x + y),
    "maximise x": PLAIN.maximising(x),
    "minimise x, then maximise y": PLAIN.minimising(x, ("max", y)),
    "maximise x, then minimise y": Model("two", x, y, maximize=(x, ("minimize", y))),
    "minimise x against maximise y": Model("two", x, y, pareto=(x, ("max", y))),
    "minimise x, within 2 of the best": Model("two", x, y, minimise=x, within=2),
    "maximise [x == y]": PLAIN.maximising(x == y),
}


@pytest.mark.parametrize("words", WORDS)
def test_an_objective_is_said_in_words_and_travels_as_data(words: str) -> None:
    model = WORDS[words]
    assert model.objective is not None
    assert model.objective.words == words
    assert read_model(model).endswith(words)
    assert model_in_json(model)["objective"] == words
    back = from_data(json.loads(json.dumps(to_data(model))))
    assert same(model, back)
    assert fingerprint(model) == fingerprint(back)
    assert back.objective is not None
    assert back.objective.words == words


def test_models_differ_by_their_objective_and_only_those_with_one_say_so() -> None:
    prints = {fingerprint(model) for model in WORDS.values()}
    assert len(prints) == len(WORDS)
    plain = PLAIN.minimising(x).without_objective()
    assert same(plain, PLAIN)
    assert fingerprint(plain) == fingerprint(PLAIN)
    assert "objective" not in to_data(PLAIN)
    assert not same(PLAIN, PLAIN.minimising(x))


def test_a_model_keeps_its_objective_where_rules_change() -> None:
    model = PLAIN.minimising(x)
    for other in (model + (y <= 4), model.without("enough"), model.renamed("other")):
        assert other.objective is model.objective
    assert model.rewritten(model.groups, []).objective is None


@pytest.mark.parametrize(
    "goals",
    [[["min", 0], ["top", 0]], [["min", 99]], [["min", -1]], [], [["min", 4]], "min", [["min"]]],
    ids=str,
)
def test_data_with_another_objective_is_refused(goals: object) -> None:
    data = to_data(PLAIN.minimising(x))
    data["objective"]["goals"] = goals
    with pytest.raises(ModelError):
        from_data(data)


def test_the_judge_wants_an_objective_that_is_defined_and_no_solver() -> None:
    model = Model("divided", x, y, minimise=x // y)
    assert [str(one) for one in violations(model, {"x": 1, "y": 0})] == [
        "the objective is defined: x // y: x = 1, y = 0"
    ]
    assert violations(model, {"x": 5, "y": 1}) == []
    assert not Judge(model).solves({"x": 1, "y": 0})
    assert is_solution(model.without_objective(), {"x": 1, "y": 0})


def test_typed_objectives_take_the_place_of_the_declared() -> None:
    model = PLAIN.minimising(x)
    typed = aimed(model, {"maximise": ("y", "min: abs(x - y)"), "within": None})
    assert typed.objective is not None
    assert typed.objective.words == "maximise y, then minimise abs(x - y)"
    wider = aimed(model, {"within": 1})
    assert wider.objective is not None
    assert wider.objective.words == "minimise x, within 1 of the best"
    for given, words in {
        "z": "z",
        "x +": "missing",
        "x; y": "';'",
    }.items():
        with pytest.raises(ModelError, match=words):
            aimed(model, {"minimise": (given,)})


TOML = """
board = "1x2"
values = "1-3"
rules = ["r1c1 != 2"]
{line}
"""


def test_a_text_puzzle_has_an_objective_by_its_keys() -> None:
    made = function_of("a.toml", TOML.format(line="maximise = ['r1c1', 'min: r1c2']"))()
    assert made.objective is not None
    assert made.objective.words == "maximise cell[r1c1], then minimise cell[r1c2]"
    for line, words in {
        "minimise = 'r9c9'": "a.toml:5:1: .*r9c9",
        "minimise = 3": "minimise is 3",
        "within = 3": "within",
        "minimise = 'r1c1'\nmaximise = 'r1c2'": "at once",
    }.items():
        with pytest.raises(ModelError, match=words):
            function_of("a.toml", TOML.format(line=line))()


def test_a_model_without_objective_stays_what_it_is() -> None:
    assert PLAIN.without_objective() is PLAIN
