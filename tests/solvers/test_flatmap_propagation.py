"""Flatmap's readings and propagators against the definitions: never wrong, exact on points."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product
from math import prod
from random import Random
from typing import Any

import pytest

from everyway.conformance.instances.random_models import random_model
from everyway.models import (
    Board,
    Constraint,
    Expression,
    Model,
    Variable,
    all_different,
    connected,
    element,
    indicator,
    integer,
    loop,
    maximum,
    minimum,
    regular,
    variable,
    variables,
)
from everyway.models.language.nodes import Program, topological
from everyway.models.language.viewpoints.labels import without_labels
from everyway.solvers import count, flatmap
from everyway.solvers.flatmap.intervals import FALSE, TRUE, Reading, Term, image
from everyway.solvers.flatmap.translation import Propagator, State, translate
from everyway.solvers.harness.contract import Control

from ..support.settings import SEED

X = integer("x", -4, 4)
SEEDS = range(SEED + 80_000, SEED + 80_150)
MOST_ROWS = 300
STATES = 6
"""The number of random states on which each constraint is tried."""


pytestmark = pytest.mark.filterwarnings("ignore::everyway.models.ModelWarning")


def rules_of(seed: int) -> Iterator[tuple[Model, Constraint]]:
    """Each rule of a random model, with the model over integers that it is of."""
    model, _ = without_labels(random_model(seed))
    for rule in model.rules:
        yield model, rule.together


def states(model: Model, random: Random) -> Iterator[State]:
    """The declared domains and random parts of them, small enough to go through."""
    for _ in range(STATES):
        state: State = [_part(variable.domain, random) for variable in model.variables]
        while prod(map(len, state)) > MOST_ROWS:
            place = max(range(len(state)), key=lambda place: len(state[place]))
            state[place] = _part(state[place], random)
        yield state


def _part(domain: Any, random: Random) -> Sequence[int]:
    values = list(domain)
    kept = random.sample(values, random.randint(1, len(values)))
    return tuple(sorted(kept))


def evaluated(model: Model, nodes: Sequence[Any], state: State) -> Iterator[tuple[Any, list[Any]]]:
    """Every row within `state`, with the value of each node by its definition."""
    program, names = Program(nodes), [variable.name for variable in model.variables]
    for row in product(*state):
        yield row, list(program.run(dict(zip(names, row, strict=True))))


def places(model: Model) -> dict[str, int]:
    return {variable.name: place for place, variable in enumerate(model.variables)}


@pytest.mark.parametrize("seed", SEEDS)
def test_a_reading_of_a_constraint_is_never_wrong_and_exact_on_points(seed):
    random = Random(seed)
    for model, constraint in rules_of(seed):
        reading = Reading(constraint, places(model))
        for state in states(model, random):
            truths = set()
            for row, (truth,) in evaluated(model, [constraint], state):
                truths.add(truth)
                assert reading([(value,) for value in row]) == (TRUE if truth else FALSE)
            outcome = reading(state)
            assert outcome is not None
            assert not (outcome == FALSE and True in truths), (state, constraint)
            assert not (outcome == TRUE and False in truths), (state, constraint)


@pytest.mark.parametrize("seed", SEEDS)
def test_a_reading_of_an_expression_holds_all_its_values(seed):
    random = Random(seed)
    for model, constraint in rules_of(seed):
        terms = [node for node in topological([constraint]) if isinstance(node, Expression)]
        readings = [Reading(term, places(model)) for term in terms]
        for state in states(model, random):
            found = [reading(state) for reading in readings]
            for row, values in evaluated(model, terms, state):
                for reading, interval, value in zip(readings, found, values, strict=True):
                    within(interval, value)
                    point = None if value is None else (int(value), int(value), True)
                    assert reading([(v,) for v in row]) == point


def within(interval: Any, value: int | None) -> None:
    if value is None:
        assert interval is None or not interval[2], "called certain, and it is undefined"
    else:
        assert interval is not None, "called undefined, and it has a value"
        assert interval[0] <= value <= interval[1]


@pytest.mark.parametrize("seed", SEEDS)
def test_propagation_never_loses_a_solution_and_is_exact_on_points(seed):
    random = Random(seed)
    for whole, constraint in rules_of(seed):
        model = Model("one rule", whole.variables, constraint)
        parts = list(translate(model, [v.domain for v in model.variables], Control()))
        for state in states(model, random):
            rows = list(evaluated(model, [constraint], state))
            solutions = [row for row, (truth,) in rows if truth]
            for part in parts:
                if isinstance(part, Propagator):
                    keeps(part, state, solutions)
            for row, (truth,) in rows:
                assert accepted(parts, row) == truth, (row, constraint)


def keeps(propagator: Propagator, state: State, solutions: Sequence[Sequence[int]]) -> None:
    """It takes no value of a solution, and says truly which variables lost values."""
    after = list(state)
    changed = propagator.propagate(after)
    assert changed is not None or not solutions, propagator
    if changed is None:
        return
    assert all(value in after[place] for row in solutions for place, value in enumerate(row))
    assert sorted(changed) == [p for p, old in enumerate(state) if len(after[p]) < len(old)]
    for old, new in zip(state, after, strict=True):
        assert list(new) == sorted(set(new) & set(old))
        assert len(new) > 0


def accepted(parts: Sequence[Any], row: Sequence[int]) -> bool:
    """True if no propagator and no conflict rules out a complete row."""
    for part in parts:
        if isinstance(part, Propagator):
            if part.propagate([(value,) for value in row]) is None:
                return False
        else:
            ruled_out = {
                (place, other)
                for place in part.scope
                for other, lost in part.ruled_out(place, row[place])
                if row[other] in lost
            }
            assert ruled_out == {(other, place) for place, other in ruled_out}
            if ruled_out:
                return False
    return True


X, Y = integer("x", -3, 3), variable("y", (-3, -1, 0, 2))
SQUARE = integer("u", -1, 2) ** 2
TERMS = [
    X**2, X**3, (X + Y) ** 4, X * Y, X * X * Y, X // Y, X % Y, Y // -2, Y % -3, X % 4, abs(X + Y),
    abs(X - 5), minimum([X, Y]), maximum([X, Y, 1]), element([X, 5, Y], X + Y), X**0, 2 * X - 3 * Y,
    indicator(X // Y == 1) + indicator(X < Y), element([X // Y, 7], Y),
]  # fmt: skip


@pytest.mark.parametrize("term", TERMS, ids=str)
def test_every_kind_of_expression_is_read_over_every_part_of_its_domains(term):
    model = Model("one term", X, Y)
    reading, random = Reading(term, places(model)), Random(SEED)
    for _ in range(200):
        state = [_part(X.domain, random), _part(Y.domain, random)]
        interval = reading(state)
        for row, (value,) in evaluated(model, [term], state):
            within(interval, value)
            point = None if value is None else (value, value, True)
            assert reading([(v,) for v in row]) == point


@pytest.mark.parametrize("scale", [-3, -1, 1, 2])
@pytest.mark.parametrize("domain", [range(-4, 9), range(-5, 7, 3), (-7, -2, 0, 1, 6)], ids=str)
def test_a_bound_on_a_term_keeps_the_values_within_it_and_no_other(scale, domain):
    plain = Term(0, scale)
    tabulated = Term(0, table={value: scale * value for value in domain})
    for term in (plain, tabulated, plain.negated().negated()):
        assert term.least(domain) == min(map(term.amount, domain))
        for most in range(-40, 40):
            kept = list(term.at_most(domain, most))
            assert kept == [value for value in domain if scale * value <= most]
            again = term.negated().at_most(domain, -most)
            assert list(again) == [value for value in domain if scale * value >= most]


@pytest.mark.parametrize("term", [X, X + 3, 2 * X - 1, -3 * X, X * X, abs(X - 1)], ids=str)
def test_an_image_leads_from_values_to_amounts_and_back(term):
    found = image(term, {"x": 0}, [range(-4, 5)])
    amount = Program([term]).run
    for value in range(-4, 5):
        assert [found.amount(value)] == amount({"x": value})
    for wanted in range(-20, 21):
        sources = [value for value in range(-4, 5) if found.amount(value) == wanted]
        assert [value for value in found.sources(wanted) if value in range(-4, 5)] == sources


def test_a_conflict_is_exactly_what_two_values_break_seen_from_either_side():
    """Among them all-different over images, and a table read pair by pair."""
    z = integer("z", -2, 4)
    rules = [all_different([X, Y + 1, 2 * z]), all_different([X % 3, z**2]), X * Y == z - z, X < z]
    for rule in rules:
        model = Model("pairs", X, Y, z, rule)
        domains = [list(v.domain) for v in model.variables]
        parts = list(translate(model, domains, Control()))
        for row, (truth,) in evaluated(model, [rule], domains):
            assert accepted(parts, row) == truth, (rule, row)


@pytest.mark.parametrize("seed", range(40))
def test_an_automaton_keeps_exactly_the_values_that_are_in_a_word(seed):
    pick = Random(seed)
    terms = [X, Y + 1, 2 * integer("z", -2, 4), SQUARE][: pick.randint(1, 4)]
    symbols = range(-4, 5)
    moves = {(s, x): pick.randrange(3) for s in range(3) for x in symbols if pick.random() < 0.6}
    moves.setdefault((0, 0), 0)
    known = {0, *(s for s, _ in moves), *moves.values()}
    word = regular(terms, moves, 0, pick.sample(sorted(known), 1))
    variables = [node for node in topological([word]) if isinstance(node, Variable)]
    model = Model("a word", variables, word)
    (part,) = translate(model, [v.domain for v in model.variables], Control())
    for state in states(model, pick):
        words = [row for row, (truth,) in evaluated(model, [word], state) if truth]
        after = list(state)
        keeps(part, state, words)
        assert (part.propagate(after) is None) == (not words)
        if words:
            assert [list(left) for left in after] == [
                sorted(set(v)) for v in zip(*words, strict=True)
            ]


def test_an_automaton_over_a_wide_domain_reads_its_symbols_alone():
    wide = integer("w", 0, 10**12)
    model = Model("wide", wide, X, regular([wide, X], {(0, 7): 1, (1, 2): 1}, 0, [1]))
    (part,) = translate(model, [v.domain for v in model.variables], Control())
    state = [v.domain for v in model.variables]
    assert (part.propagate(state), state) == ([1, 0], [(7,), (2,)])


def test_floods_leave_open_what_open_links_may_join():
    chosen, links = variables("x", 3, range(2)), variables("link", 2, range(2))
    model = Model("bridges", chosen, links, connected([*chosen], [(0, 1), (1, 2)], [*links]))
    assert count(model, "flatmap") == count(model, "brute-force")


def test_floods_refute_most_of_what_closes_no_loop_before_it_is_tried():
    model = Model("loops", fence := Board(3).fences("fence"), loop(fence))
    control = Control()
    assert len(list(flatmap.solutions(model, control))) == 213
    assert control.statistics["tries"] <= 2 * 213
