"""The names of steps, against the patterns that they are for, by trying every one of them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache, reduce
from itertools import combinations, permutations, product
from operator import or_
from random import Random
from typing import Any

import pytest

from everyway.explainer import Blamed, Fact, Step, steps
from everyway.explainer.explanation import units
from everyway.explainer.step_words import StepWords
from everyway.explainer.techniques import TECHNIQUES, Techniques
from everyway.models import Model, all_different, load, rule, variables
from everyway.models.language.global_constraints.all_different import AllDifferent
from everyway.solvers import solve_all

Values = dict[str, set[Any]]
SIZES = {1: "single", 2: "pair", 3: "triple", 4: "quadruple"}


@cache
def whole(regions: str) -> tuple[Model, list[Any]]:
    """A sudoku of 4×4 without givens, in boxes or in regions, with its solutions."""
    model = load("sudoku", givens="", box_rows=2, box_columns=2, regions=regions)
    return model, list(solve_all(model, "auto"))


def puzzle(seed: int, regions: str) -> Model:
    """Values are forbidden at random, none too many, so that one solution is left."""
    pick, (model, every) = Random(seed), whole(regions)
    kept = pick.randrange(len(every))
    rows = [solution.assignment for solution in every]
    out = {
        (name, value): sum(1 << at for at, row in enumerate(rows) if row[name] == value)
        for name, held in rows[kept].items()
        for value in {row[name] for row in rows} - {held}
    }
    for one in pick.sample(sorted(out), len(out)):
        others = reduce(or_, (gone for other, gone in out.items() if other != one), 0)
        if others == (1 << len(rows)) - 1 - (1 << kept):
            del out[one]
    said = {f"{name} is not {value}": model.by_name[name] != value for name, value in out}
    return model + rule("forbidden", said)


class Brute:
    """The candidates of a model as its steps are made, and the patterns among them."""

    def __init__(self, model: Model) -> None:
        self.domains: Values = {v.name: set(v.domain) for v in model.variables}
        self.left = {name: set(values) for name, values in self.domains.items()}
        self.decided = {name for name, values in self.left.items() if len(values) == 1}
        self.places = [set(unit.squares) for unit in units(model, "place") if differ(unit)]

    def learn(self, facts: tuple[Fact, ...]) -> None:
        for fact in facts:
            self.left[fact.name] -= {
                x for x in self.left[fact.name] if (x == fact.value) != fact.holds
            }
            self.decided |= {fact.name} if fact.holds else set()

    def names(self, step: Step) -> Iterator[str]:
        """Every name whose pattern gives all that `step` finds, from its facts and places."""
        if not step.rules:
            (fact,) = step.found
            around = [place for place in self.places if fact.name in place]
            if any(self.full(p) and p - {fact.name} <= self.decided for p in around):
                yield "full house"
            elif around and len(self.left[fact.name]) == 1:
                yield "naked single"
        elif step.known and all(map(differ, step.rules)):
            said = {name: set(values) for name, values in self.domains.items()}
            for fact in step.known:
                said[fact.name] = {x for x in said[fact.name] if (x == fact.value) == fact.holds}
            gone = {
                (fact.name, x)
                for fact in step.found
                for x in said[fact.name]
                if (x == fact.value) != fact.holds
            }
            if len(step.rules) == 1:
                yield from self.sharing(set(step.rules[0].squares), step, said, gone)
            elif len(step.rules) == 2:
                one, other = (set(unit.squares) for unit in step.rules)
                yield from self.locked(one, other, said, gone)
                yield from self.locked(other, one, said, gone)

    def full(self, place: set[str]) -> bool:
        return len(set.union(*(self.domains[name] for name in place))) == len(place)

    def sharing(self, place: set[str], step: Step, said: Values, gone: set) -> Iterator[str]:
        """The naked and hidden sets of the open variables alone, the smallest first."""
        taken = {fact.value for fact in step.known if fact.holds}
        solved = {fact.name for fact in step.known if fact.holds}
        free = place - solved
        candidates = {name: said[name] - taken for name in free}
        fresh = {(name, x) for name, x in gone if x not in taken}
        for size in range(1, 5):
            for some in combinations(sorted(free), size):
                values = set.union(*(candidates[name] for name in some))
                if len(values) == size > 1 and fresh <= {
                    (name, x) for name in free - set(some) for x in values
                }:
                    yield f"naked {SIZES[size]}"
            if not self.full(place):
                continue
            for values in map(set, combinations(sorted(set.union(*candidates.values())), size)):
                some = {name for name in free if candidates[name] & values}
                if len(some) == size and fresh <= {
                    (name, x) for name in some for x in candidates[name] - values
                }:
                    yield f"hidden {SIZES[size]}"

    def locked(self, whole: set[str], rest: set[str], said: Values, gone: set) -> Iterator[str]:
        values = {x for _, x in gone}
        places = {name for name in whole if said[name] & values}
        if self.full(whole) and places <= rest and {name for name, _ in gone} <= rest - whole:
            at = [pair for name in whole for pair in re.findall(r"r(\d)c(\d)", name)]
            line = any(len({pair[axis] for pair in at}) == 1 for axis in (0, 1))
            yield "claiming" if line else "pointing"


def differ(unit: Blamed) -> bool:
    return len(unit.constraints) == 1 and isinstance(unit.constraints[0], AllDifferent)


def judged(model: Model) -> list[str]:
    """The names of the steps of `model`, each the first whose pattern holds, if one does."""
    brute, words, found = Brute(model), StepWords(model), []
    for step in steps(model):
        for mark in step.marks:
            brute.learn(mark.found)
        wanted = "" if step.chain or not step.found else next(brute.names(step), "")
        assert step.technique == wanted, str(step)
        said, name = words.explained(step).sentences[0], f"({step.technique})"
        assert (name in said) == bool(step.technique), said
        assert (step.technique in ("pointing", "claiming")) == (" has room for " in said), said
        brute.learn(step.found)
        found.append(step.technique)
    return found


SINGLES = {"full house", "naked single", "hidden single"}
LOCKED = {"naked pair", "pointing", "claiming"}


@pytest.mark.parametrize(
    ("regions", "wanted"), [("", SINGLES), ("AAAB/ACBB/CCBD/CDDD", SINGLES | LOCKED)]
)
def test_a_step_has_a_name_exactly_if_its_pattern_holds(regions: str, wanted: set[str]) -> None:
    seen = {name for seed in range(5) for name in judged(puzzle(seed, regions))}
    assert wanted <= seen <= {"", *TECHNIQUES}


@pytest.mark.parametrize("number", [4, 5])
def test_what_so_many_share_is_named_after_the_fewer(number: int) -> None:
    """Of variables of five values, five or four: all that follows from random facts."""
    x = variables("x", number, range(5))
    model = Model("x", x, rule("differ", all_different(x)))
    (unit,), names = units(model, "place"), [v.name for v in x]
    every = [dict(zip(names, row, strict=True)) for row in permutations(range(5), number)]
    brute, techniques, seen = Brute(model), Techniques(model), set()
    for seed in range(200):
        step = random_step(Random(seed), [unit], [every])
        if step:
            name = techniques.name(step, set())
            assert name == next(brute.names(step), ""), str(step)
            seen.add(name)
    full, part = {"hidden single", "hidden pair"}, {"naked triple"}
    assert seen - {""} == {"naked pair"} | (full if number == 5 else part)


@pytest.mark.parametrize("values", [4, 5])
def test_what_two_places_share_is_named_where_the_one_has_all_its_places_there(values: int) -> None:
    x = variables("x", 6, range(values))
    lists = x[:4], x[2:]
    rules = [rule(f"list {n}", all_different(some)) for n, some in enumerate(lists)]
    model, names = Model("two lists", x, *rules), [v.name for v in x]
    rows = [dict(zip(names, row, strict=True)) for row in product(range(values), repeat=6)]
    apart = [[row for row in rows if len({row[v.name] for v in some}) == 4] for some in lists]
    both = [row for row in apart[0] if len({row[v.name] for v in lists[1]}) == 4]
    brute, techniques, seen = Brute(model), Techniques(model), set()
    for seed in range(100 if values == 4 else 15):
        step = random_step(Random(seed), units(model, "place"), [both, *apart])
        if step:
            name = techniques.name(step, set())
            assert name == next(brute.names(step), ""), str(step)
            seen.add(name)
    assert seen == ({"pointing", ""} if values == 4 else {""})
    known, found = ([Fact(names[n], 0, holds=False) for n in some] for some in ((0, 1), (4, 5)))
    step = Step(tuple(found), tuple(units(model, "place")), tuple(known))
    assert techniques.name(step, set()) == ("pointing" if values == 4 else "")


def random_step(pick: Random, rules: list[Blamed], held: list[list[dict[str, int]]]) -> Step | None:
    """All that follows from places and facts, none of which can be left out, but what one known
    value forbids; None where nothing does, or one place is enough, or a variable has one value.
    """
    every, *apart = held
    kept, names = pick.choice(every), list(every[0])
    values = sorted({x for row in every for x in row.values()})
    known, denied = [], pick.sample(values, pick.randint(2, len(values) - 2))
    for name in pick.sample(names, pick.randint(1, 4)):
        if pick.random() < 0.2:
            known.append(Fact(name, kept[name]))
        else:
            known += [Fact(name, x, holds=False) for x in denied if x != kept[name]]

    def news(facts: list[Fact], every: list[dict[str, int]] = every) -> set[tuple[str, int]]:
        """The values that are out, and not by a fact alone."""
        rows = [row for row in every if all((row[f.name] == f.value) == f.holds for f in facts)]
        own = {(f.name, x) for f in facts for x in values if (x == f.value) != f.holds}
        own |= {(name, f.value) for name in names for f in facts if f.holds}
        return {*product(names, values)} - {one for row in rows for one in row.items()} - own

    lost = [] if any(news(known, one) for one in apart) else sorted(news(known))
    one = pick.choice(lost) if lost else None
    for fact in list(known):
        fewer = [other for other in known if other is not fact]
        if one in news(fewer):
            known = fewer
    found = tuple(Fact(name, x, holds=False) for name, x in sorted(news(known)))
    taken = {fact.value for fact in known if fact.holds}
    out = [{f.value for f in known if f.name == name and not f.holds} | taken for name in names]
    single = any(len(values) - len(one) == 1 for one in out)
    return Step(found, tuple(rules), tuple(known)) if found and not single else None
