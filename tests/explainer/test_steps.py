"""Steps: each follows by another solver, with no part too many, and they reach the solution."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import closing
from dataclasses import replace
from itertools import combinations, product
from math import prod
from random import Random
from typing import Any

import pytest

from everyway.conformance.instances.random_models import random_model
from everyway.explainer import Blamed, Fact, NoSteps, Step, deductions, steps
from everyway.explainer.deductions import Deductions, literals_in
from everyway.explainer.explanation import units
from everyway.explainer.oracles import Question
from everyway.models import Model, ModelError, allowed, load, rule, variable, variables
from everyway.models.language.constraints import Constraint
from everyway.solvers import Disagreement, Incomplete, first, solve_all
from everyway.solvers.harness.contract import Control
from everyway.solvers.harness.options import Options
from everyway.solvers.sat.refuted_clauses import GuardedSearch

SEVENTEEN = "000000010400000000020000000000050407008000300001090000300400200050100000000806000"
TWO_QUEENS = {"n": 8, "preplaced": "r1c1 r2c5"}


class Checked:
    """Steps held against the declared constraints by flatmap."""

    def __init__(self, model: Model) -> None:
        self.model = model

    def problem(self, step: Step, before: tuple[Fact, ...] = ()) -> str | None:
        """The first fault of a step, or of its chain."""
        if step.chain:
            return self._of_chain(step)
        if not self._follows(step.found, step.rules, step.known):
            return f"does not follow: {step}"
        for unit in step.rules:
            if self._follows(step.found, [u for u in step.rules if u is not unit], step.known):
                return f"{unit} is too many: {step}"
        for fact in step.known:
            if self._follows(step.found, step.rules, [f for f in step.known if f is not fact]):
                return f"{fact} is too many: {step}"
        return None

    def _of_chain(self, step: Step) -> str | None:
        supposed = step.supposed
        assert supposed is not None
        facts = [*step.known, _said(self.model, supposed)]
        used: set[Fact] = set()
        for link in step.chain:
            if unknown := set(link.known) - set(facts):
                return f"{unknown} is not known yet: {link}"
            if fault := self.problem(link):
                return fault
            used |= set(link.known)
            facts += link.found
        if step.chain[-1].found or set(facts) - used:
            return f"{set(facts) - used} is too many: {step}"
        places = {unit for link in step.chain for unit in link.rules}
        return None if places == set(step.rules) else f"other places than its chain's: {step}"

    def _follows(self, found: Iterable[Fact], units: Iterable, known: Iterable[Fact]) -> bool:
        """True if each fact found does; of none, if there is a contradiction."""
        base = [c for unit in units for c in unit.constraints] + [*map(self._is, known)]
        opposites = [[~self._is(fact)] for fact in found] or [[]]
        return not any(self._can_hold([*base, *one]) for one in opposites)

    def _is(self, fact: Fact) -> Constraint:
        held = self.model.by_name[fact.name] == fact.value
        return held if fact.holds else ~held

    def _can_hold(self, constraints: list[Constraint]) -> bool:
        names = {v.name for c in constraints for v in _variables(c)}
        used = [v for v in self.model.variables if v.name in names]
        return first(Model("part", *used, rule("part", *constraints)), "flatmap") is not None


def _variables(constraint: Constraint) -> Iterator:
    from everyway.models.language.expressions import Variable
    from everyway.models.language.nodes import topological

    return (node for node in topological([constraint]) if isinstance(node, Variable))


def _said(model: Model, fact: Fact) -> Fact:
    """Of 0/1 variables a fact is the value that they have."""
    domain = list(model.by_name[fact.name].domain)
    if fact.holds or domain != [0, 1]:
        return fact
    return Fact(fact.name, 1 - fact.value)


@pytest.mark.parametrize(
    ("name", "params", "chains"),
    [
        ("futoshiki", {}, False),
        ("kakuro", {}, False),
        ("minesweeper", {}, False),
        ("nonogram", {}, False),
        ("zebra", {}, True),
        ("tents", {}, True),
        ("star_battle", {}, True),
        ("sudoku", {"givens": "......42...12...", "box_rows": 2, "box_columns": 2}, False),
        ("queens", TWO_QUEENS, True),
    ],
)
def test_every_step_follows_with_no_part_too_many(
    name: str, params: dict[str, object], chains: bool
) -> None:
    found = faultless(load(name, **params))
    assert any(step.chain for step in found) == chains


def faultless(model: Model) -> list[Step]:
    """The steps of `model`, each of which is held against the rules, to its solution."""
    checked, known = Checked(model), set[Fact]()
    found, every = steps(model), []
    decided = {v.name: v.domain[0] for v in model.variables if len(v.domain) == 1}
    given = {Fact(name, value) for name, value in decided.items()}
    for step in found:
        every.append(step)
        for one in [*step.marks, step]:
            assert not {f for f in one.known if f.holds} - known - given, f"not known yet: {one}"
            if one.rules or one.known:  # and not marks alone, at the end
                assert checked.problem(one) is None
            known |= set(one.found)
            decided |= {fact.name: fact.value for fact in one.found if fact.holds}
    assert decided == found.solution.assignment
    return every


def with_one_solution(seed: int) -> Model | None:
    """A random model with as many values more as leave it one solution, if it has any."""
    draw, model = Random(seed), random_model(seed)
    if not model.variables or prod(len(v.domain) for v in model.variables) > 1_000:
        return None
    left = list(solve_all(model, "flatmap"))
    kept = draw.choice(left) if left else None
    for number, asked in enumerate(draw.sample(model.variables, len(model.variables))):
        others = {one[asked.name] for one in left} - {kept and kept[asked.name]}
        if kept and others:
            (other, *more), value = others, kept[asked.name]
            given = asked == value if more else asked != other
            model = model + rule(f"given {number}", given)
            left = list(solve_all(model, "flatmap"))
    return model if len(left) == 1 else None


def test_steps_of_random_models_are_faultless() -> None:
    models = [model for model in map(with_one_solution, range(110)) if model]
    assert len(models) > 25
    assert sum(len(faultless(model)) for model in models) > 30


@pytest.mark.rest
@pytest.mark.parametrize(
    ("name", "params"), [("nurikabe", {}), ("fillomino", {"grid": ".3./..1/..2"})]
)
def test_steps_of_slow_places_follow_and_lead_to_the_solution(
    monkeypatch: pytest.MonkeyPatch, name: str, params: dict[str, object]
) -> None:
    monkeypatch.setattr(deductions, "_MOST_MODELS", 0)
    model = load(name, **params)
    checked, found = Checked(model), steps(model)
    decided = {v.name: v.domain[0] for v in model.variables if len(v.domain) == 1}
    for step in found:
        for one in step.chain or [*step.marks, step]:
            assert one.found or step.chain or step.marks, "nothing is found"
            if one.rules:
                assert checked._follows(one.found, one.rules, one.known), str(one)
        facts = [fact for one in [*step.marks, step] for fact in one.found if fact.holds]
        decided |= {fact.name: fact.value for fact in facts}
    assert decided == found.solution.assignment


@pytest.mark.rest
def test_fillomino_begins_after_few_models(monkeypatch: pytest.MonkeyPatch) -> None:
    """All models of its one large place would take minutes to look at."""
    searches, begun = list[GuardedSearch](), GuardedSearch.__init__

    def begin(search: GuardedSearch, *arguments: Any) -> None:
        begun(search, *arguments)
        searches.append(search)

    monkeypatch.setattr(GuardedSearch, "__init__", begin)
    assert next(steps(load("fillomino"))).found
    assert 500 < searches[0].models < 5_000


def test_where_no_chain_helps_more_places_are_taken_together() -> None:
    draw, triples = Random(0), list(product(range(4), repeat=3))
    tables = [set(triples) for _ in range(3)]
    for triple in triples:
        if triple != (1, 2, 3):
            draw.choice(tables).discard(triple)
    cell = variables("v", 3, range(4))
    rules = [rule(f"table {n}", allowed(cell, sorted(one))) for n, one in enumerate(tables)]
    (step,) = faultless(Model("three tables", cell, *rules))
    assert (len(step.rules), step.known, step.chain) == (3, (), ())


class Cheaper:
    """Deductions of one place that are cheaper than a step, by trying all sets of facts."""

    def __init__(self, model: Model) -> None:
        self.open = {v.name: set(v.domain) for v in model.variables}
        self.decided: set[str] = set()
        self.places = [list(self._rows(model, unit)) for unit in units(model, "place")]

    def _rows(self, model: Model, unit: Blamed) -> Iterator[dict[str, Any]]:
        used = [model.by_name[name] for name in dict.fromkeys(unit.squares)]
        part = Model("place", *used, rule("place", *unit.constraints))
        return (dict(one.assignment) for one in solve_all(part, "flatmap"))

    def learn(self, facts: Iterable[Fact]) -> None:
        for fact in facts:
            if fact.holds:
                self.open[fact.name] = {fact.value}
                self.decided.add(fact.name)
            self.open[fact.name] -= set() if fact.holds else {fact.value}

    def found(self, below: int) -> bool:
        """True if some place says more with fewer than so many facts."""
        return any(
            self._says_more([row for row in rows if all(f(row) for f in facts)])
            for rows in self.places
            for number in range(below)
            for facts in combinations(list(self._facts(rows[0])), number)
        )

    def _facts(self, names: Iterable[str]) -> Iterator[Callable[[dict[str, Any]], bool]]:
        for name in names:
            if name in self.decided:
                (value,) = self.open[name]
                yield lambda row, name=name, value=value: row[name] == value
            else:
                for value in {1, 2, 3, 4} - self.open[name]:
                    yield lambda row, name=name, value=value: row[name] != value

    def _says_more(self, rows: list[dict[str, Any]]) -> bool:
        return any(not {row[name] for row in rows} >= self.open[name] for name in rows[0])


def test_no_step_is_cheaper_than_the_one_that_comes() -> None:
    cheaper, most = Cheaper(load("futoshiki")), 0
    for step in steps(load("futoshiki")):
        for mark in step.marks:
            cheaper.learn(mark.found)
        alone = [n for n, left in cheaper.open.items() if len(left) == 1]
        assert bool(set(alone) - cheaper.decided) == (not step.rules)
        if step.rules:
            assert not cheaper.found(len(step.known)), str(step)
            assert cheaper.found(len(step.known) + 1), str(step)
            most = max(most, len(step.known))
        cheaper.learn(step.found)
    assert most == 3


def test_the_fewest_facts_are_as_few_as_any_that_do() -> None:
    model, most, draw = load("futoshiki", signs="", givens=""), 0, Random(1)
    question = Question(model, units(model, "place"), ())
    control = Control(Options())
    control.resume()
    with closing(Deductions(question, control)) as ask:
        for _ in range(8):
            places, solution = (draw.randrange(4), draw.randrange(4, 8)), ask.solution()
            outs = [v for v in literals_in(ask.scope(places) & ~solution) if draw.random() < 0.7]
            left = ask.every & ~sum(1 << value for value in outs)
            facts = [-value for value in outs]
            for value in literals_in(ask.refuted(places, left)):
                some = ask.fewest(places, value, facts, len(facts) + 1)
                assert some is not None
                assert not ask.can_hold(places, [value, *some])
                least = len(some)
                fewer = combinations(facts, least - 1) if least else ()
                assert all(ask.can_hold(places, [value, *one]) for one in fewer)
                most = max(most, least)
                for below in range(least - 1, least + 3):
                    ask._fewest.clear()
                    found = ask.fewest(places, value, facts, below)
                    assert found is None if least >= below else len(found) == least
    assert most > 2


def test_a_planted_fault_is_seen() -> None:
    model = load("futoshiki")
    checked = Checked(model)
    right = next(step for step in steps(model) if step.rules and step.known)
    assert checked.problem(right) is None
    assert "does not follow" in str(checked.problem(replace(right, known=right.known[1:])))
    more = next(fact for step in steps(model) for fact in step.found if fact not in right.found)
    longer = replace(right, known=(*right.known, more))
    assert "too many" in str(checked.problem(longer))
    unit = next(u for s in steps(model) for u in s.rules if u.rule != right.rules[0].rule)
    assert "too many" in str(checked.problem(replace(right, rules=(*right.rules, unit))))


def test_a_0_1_variable_is_said_by_the_value_that_it_has() -> None:
    for step in steps(load("nonogram")):
        assert all(fact.holds for fact in (*step.found, *step.known))


def test_labels_are_as_they_were_declared() -> None:
    x = variable("x", ["red", "green"])
    y = variable("y", ["red", "blue"])
    model = Model("two", x, y, rule("same", x == y))
    (*_, last) = found = list(steps(model))
    assert {str(fact) for step in found for fact in step.found} >= {"x = red", "y = red"}
    assert last.to_json()["found"][0]["value"] == "red"


def test_no_or_several_solutions_are_refused() -> None:
    with pytest.raises(NoSteps, match="has no solution, so there are no steps") as none:
        steps(load("queens", n=3))
    with pytest.raises(NoSteps, match="has several solutions") as several:
        steps(load("queens", n=6))
    assert (len(none.value.solutions), len(several.value.solutions)) == (0, 2)
    assert isinstance(several.value, ModelError)


def test_a_model_of_no_variable_has_one_solution_and_no_step() -> None:
    assert list(steps(Model("nothing"))) == []


def test_a_limit_is_no_answer() -> None:
    with pytest.raises(Incomplete, match="give a longer time limit"):
        list(steps(load("sudoku"), time_limit=1e-9))


def test_what_only_marks_are_left_of_ends_with_them() -> None:
    found = list(steps(load("queens", n=4, preplaced="r1c2 r2c4 r3c1 r4c3")))
    assert [(len(step.found), bool(step.marks)) for step in found] == [(0, True)]


def test_a_wrong_solution_of_the_solver_is_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    from everyway.solvers.sat.refuted_clauses import GuardedSearch

    right = GuardedSearch.literals
    monkeypatch.setattr(
        GuardedSearch, "literals", lambda *asked: [abs(one) for one in right(*asked) or ()]
    )
    with pytest.raises(Disagreement, match="sat is wrong"):
        steps(load("queens", n=4, preplaced="r1c2"))
