"""Candidates of random models, against every assignment; and sessions, after each change."""

from __future__ import annotations

import math
from itertools import product
from random import Random
from typing import Any

import pytest

from everyway.conformance.instances.cells import cell
from everyway.conformance.instances.random_models import random_model
from everyway.explainer import Candidates, candidates, live, possible_values
from everyway.models import Constraint, Model
from everyway.models.language.expressions import size
from everyway.models.language.global_constraints import constraint_classes
from everyway.models.language.nodes import Program
from everyway.models.queens import queens
from everyway.solvers import SolverUnavailable, Unsupported

MOST_ASSIGNMENTS = 2_000
Row = tuple[Any, ...]
Values = set[tuple[str, Any]]


def small(seed: int) -> Model | None:
    model = random_model(seed)
    number = math.prod(size(v.domain) for v in model.variables)
    return model if model.variables and number <= MOST_ASSIGNMENTS else None


def rows_of(model: Model) -> list[Row]:
    """Every solution, by trying every assignment."""
    program, names = Program(model.constraints), [v.name for v in model.variables]
    every = product(*(list(v.domain) for v in model.variables))
    return [row for row in every if all(program.run(dict(zip(names, row, strict=True))))]


def equivalent(names: list[str], rows: list[Row]) -> set[frozenset[tuple[str, Any]]]:
    """The largest sets of two or more values that each row has all or none of, and not all have."""
    having: dict[frozenset[int], set[tuple[str, Any]]] = {}
    for place, name in enumerate(names):
        for value in {row[place] for row in rows}:
            where = frozenset(n for n, row in enumerate(rows) if row[place] == value)
            if len(where) < len(rows):
                having.setdefault(where, set()).add((name, value))
    return {frozenset(one) for one in having.values() if len(one) > 1}


def implied(found: Candidates) -> set[frozenset[tuple[str, Any]]]:
    """The sets that `found` states, and those of the other values where there are two of each."""
    assert found.together is not None
    stated = {frozenset((one.name, one.value) for one in facts) for facts in found.together}
    for facts in list(stated):
        left = {n: [v for v in found.values[n] if v != value] for n, value in facts}
        other = frozenset((name, values[0]) for name, values in left.items() if len(values) == 1)
        if len(other) > 1 and not any(other <= one for one in stated):
            stated.add(other)
    return stated


def agree(found: Candidates, names: list[str], rows: list[Row]) -> None:
    """All that is said is what the rows say."""
    assert not found.undecided
    columns = list(zip(*rows, strict=True)) or [()] * len(names)
    assert {n: set(v) for n, v in found.values.items()} == {
        name: set(column) for name, column in zip(names, columns, strict=True)
    }
    assert found.same == {
        name: column[0]
        for name, column in zip(names, columns, strict=True)
        if len(set(column)) == 1
    }
    if found.together is not None:
        assert implied(found) == equivalent(names, rows)
    for number, name in enumerate(names) if found.counts is not None else ():
        assert found.counts is not None
        assert found.counts[name] == {v: columns[number].count(v) for v in found.values[name]}


@pytest.mark.parametrize("part", range(10))
def test_candidates_are_what_every_assignment_says(part: int) -> None:
    judged = 0
    for seed in range(12 * part, 12 * part + 12):
        model = small(seed)
        if model is None:
            continue
        try:
            rows, names = rows_of(model), [v.name for v in model.variables]
            agree(candidates(model), names, rows)
            with live(model) as session:
                agree(session.candidates(together=True), names, rows)
        except Unsupported:
            continue
        judged += 1
    assert judged > 3


@pytest.mark.parametrize("part", range(10))
def test_a_projection_and_an_objective_say_what_makes_up_a_solution(part: int) -> None:
    for seed in range(7 * part, 7 * part + 7):
        model, draw = small(seed), Random(seed)
        if model is None or any(v.labelled for v in model.variables):
            continue
        shown = [v.name for v in model.variables if draw.random() < 0.6] or [
            model.variables[0].name
        ]
        goal = draw.choice(model.variables)
        places = [model.places[name] for name in shown]
        for aimed in (model, model.minimising(goal)):
            rows = rows_of(model)
            if aimed.objective:
                least = min((row[model.places[goal.name]] for row in rows), default=0)
                rows = [row for row in rows if row[model.places[goal.name]] == least]
            rows = list(dict.fromkeys(tuple(row[p] for p in places) for row in rows))
            found = candidates(aimed.projecting(*shown))
            names = [v.name for v in found.model.variables]
            order = [shown.index(name) for name in names]
            agree(found, names, [tuple(row[p] for p in order) for row in rows])


@pytest.mark.parametrize("error", [Unsupported, SolverUnavailable])
def test_where_clauses_do_not_serve_values_are_counted(
    error: type[Exception], monkeypatch: pytest.MonkeyPatch
) -> None:
    def refused(*_: object) -> None:
        raise error("on purpose")

    monkeypatch.setattr(possible_values, "Live", refused)
    for seed in range(25):
        if (model := small(seed)) is not None:
            found = candidates(model)
            assert found.together is None
            agree(found, [v.name for v in model.variables], rows_of(model))


def test_what_is_not_known_in_time_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(possible_values, "LEAST_TIME", 1e-9)
    found = candidates(queens(n=4), time_limit=1e-9)
    assert found.undecided == dict.fromkeys(queens(n=4).by_name, (0, 1))
    assert found.lines()[-1].startswith("Not known: queen[r1c1]=0, queen[r1c1]=1, ")
    assert found.lines()[-1].endswith(", and 20 more")
    assert found.together is None


# -------------------------------------------------------------------------------- sessions


class Hand:
    """A session on a part of a model, and every assignment beside it."""

    def __init__(self, seed: int, model: Model) -> None:
        self.draw = Random(seed)
        kept = [one for one in model.rules if self.draw.random() < 0.4]
        self.base = model.rewritten(model.groups, kept)
        self.pool = [one for one in model.rules if not any(one is k for k in kept)]
        self.names = [v.name for v in model.variables]
        self.rows = rows_of(self.base)
        few = [name for name in self.names if seed % 3 == 0 and self.draw.random() < 0.6]
        self.session = live(self.base.projecting(*few))
        self.names_shown = [v.name for v in self.session.candidates().model.variables]
        self.held: dict[Any, set[int]] = {}
        """All that is added, each with the rows that keep it."""

    def keeping(self, constraints: Any) -> set[int]:
        program = Program(constraints)
        named = (dict(zip(self.names, row, strict=True)) for row in self.rows)
        return {number for number, values in enumerate(named) if all(program.run(values))}

    def change(self) -> None:
        """Add or take away something at random."""
        draw, roll = self.draw, self.draw.random()
        if self.held and roll < 0.35:
            gone = draw.choice(list(self.held))
            self.session.remove(gone)
            del self.held[gone]
        elif self.pool and roll < 0.6:
            rule = draw.choice(self.pool)
            self.held[self.session.add(rule)] = self.keeping(rule.constraints)
        else:
            variable = draw.choice(self.base.variables)
            value = draw.choice(list(variable.domain))
            given = self.session.given(draw.choice([variable, variable.name]), value)
            self.held[given] = self.keeping([variable == value])

    def left(self, held: Any) -> set[int]:
        return set(range(len(self.rows))).intersection(*(self.held[one] for one in held))

    def judge(self) -> None:
        """Every answer, in any order, against the rows."""
        places = [self.names.index(name) for name in self.names_shown]
        left = [self.rows[number] for number in sorted(self.left(self.held))]
        rows = list(dict.fromkeys(tuple(row[place] for place in places) for row in left))
        asked = [self.candidates, self.unique, self.solution, self.conflict]
        for ask in self.draw.sample(asked, self.draw.randint(1, 4)):
            ask(rows)

    def candidates(self, rows: list[Row]) -> None:
        agree(self.session.candidates(together=self.draw.random() < 0.3), self.names_shown, rows)

    def unique(self, rows: list[Row]) -> None:
        assert self.session.is_unique() is (len(rows) == 1)

    def solution(self, rows: list[Row]) -> None:
        found = self.session.solution()
        assert found.row in rows if found else not rows

    def conflict(self, rows: list[Row]) -> None:
        found = self.session.conflict()
        if rows:
            assert found is None
            return
        assert found is not None
        assert not self.left(found)
        assert all(self.left([one for one in found if one is not gone]) for gone in found)


def judged_sessions(seeds: range) -> int:
    """The number of sessions that were right after each of 25 changes."""
    number = 0
    for seed in seeds:
        model = small(seed)
        if model is None or len(model.rules) < 2:
            continue
        try:
            hand = Hand(seed, model)
            with hand.session:
                for turn in range(25):
                    if turn % 8 == 7:
                        before = dict(hand.held)
                        with hand.session.trying():
                            hand.change()
                            hand.judge()
                        hand.held = before
                        hand.judge()
                    hand.change()
                    hand.judge()
        except Unsupported:
            continue
        number += 1
    return number


@pytest.mark.filterwarnings("ignore:.*can never hold")
@pytest.mark.parametrize("part", range(4))
def test_a_session_is_right_after_each_change(part: int) -> None:
    assert judged_sessions(range(15 * part, 15 * part + 15)) > 3


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore:.*can never hold")
def test_six_thousand_sessions_are_right_after_each_change() -> None:
    assert judged_sessions(range(1_000, 14_000)) > 6_000


@pytest.mark.filterwarnings("ignore:.*can never hold")
@pytest.mark.parametrize("kind", constraint_classes(), ids=lambda kind: kind.__name__)
def test_each_kind_of_constraint_comes_and_goes(kind: type[Constraint]) -> None:
    several = [model for _, model in cell(kind, "top", 3)]
    judged = 0
    for seed, model in enumerate(several):
        if math.prod(size(v.domain) for v in model.variables) > MOST_ASSIGNMENTS:
            continue
        try:
            hand = Hand(seed, model)
            with hand.session:
                for _ in range(8):
                    hand.change()
                    hand.judge()
        except Unsupported:
            continue
        judged += bool(model.variables)
    assert judged
