"""The search with propagation finds what brute force finds, form by form and together."""

from __future__ import annotations

from collections.abc import Container, Iterator
from itertools import product

import pytest

from everyway.solvers.compiled.common.states import State
from everyway.solvers.compiled.propagation import from_normal_forms
from everyway.solvers.compiled.propagation.fixpoint import root
from everyway.solvers.compiled.propagation.forbidden_values import Conflicts
from everyway.solvers.compiled.propagation.posting import Posting, Propagator
from everyway.solvers.compiled.reading.normal_forms import (
    Absolute,
    Automaton,
    Distinct,
    Form,
    Image,
    Linear,
    Rows,
    Total,
    Tour,
    Values,
)

from .forms_by_hand import (
    ANY,
    Chance,
    Domains,
    by_brute_force,
    counted,
    found,
    names,
    never,
    permutations,
    plain,
)


def agree(domains: Domains, forms: list[Form], context: object = None) -> None:
    """Search, count and root against brute force; missing and extra rows are distinguished."""
    rows, expected = found(domains, forms), by_brute_force(domains, forms)
    missing = sorted(set(expected) - set(rows))
    extra = sorted(set(rows) - set(expected))
    assert (missing, extra) == ([], []), f"{context}: {domains=} {forms=}"
    assert len(rows) == len(expected), f"{context}: a row comes twice"
    assert counted(domains, forms) == len(expected), f"{context}: the count is another"
    left = root(domains, forms, names(len(domains)), never)
    assert left is not None or not expected, f"{context}: the root loses everything"
    for place, domain in enumerate(left or ()):
        lost = {row[place] for row in expected} - set(domain)
        assert not lost, f"{context}: the root takes {lost} from {place}"


def problem(seed: int) -> tuple[Domains, list[Form]]:
    chance = Chance(seed)
    return chance.domains, [chance.form() for _ in range(1 + seed % 3)]


# ---------------------------------------------------------------------- against brute force


@pytest.mark.parametrize("batch", range(20))
def test_random_forms_have_the_solutions_of_brute_force(batch: int) -> None:
    for seed in range(100 * batch, 100 * batch + 100):
        agree(*problem(seed), f"seed {seed}")


@pytest.mark.parametrize("seed", range(10))
def test_permutations_have_the_solutions_of_brute_force(seed: int) -> None:
    for domains, forms in permutations(seed):
        agree(domains, forms, f"seed {seed}")


def test_random_forms_have_both_solutions_and_others() -> None:
    both = 0
    for domains, forms in map(problem, range(200)):
        both += 0 < len(by_brute_force(domains, forms)) < len(list(product(*domains)))
    assert both > 60


FORMS: dict[str, tuple[Domains, list[Form]]] = {
    "nothing": ([range(2), range(3)], []),
    "no variables": ([], []),
    "no rows": ([range(2)], [Rows((0,), (), allowed=True, constraint=ANY)]),
    "no rows of nothing": ([range(2)], [Rows((), (), allowed=True, constraint=ANY)]),
    "the row of nothing": ([range(2)], [Rows((), ((),), allowed=True, constraint=ANY)]),
    "not the row of nothing": ([range(2)], [Rows((), ((),), allowed=False, constraint=ANY)]),
    "rows outside": (
        [range(2)] * 2,
        [Rows((0, 1), ((5, 0), (1, 1)), allowed=True, constraint=ANY)],
    ),
    "a repeated term": ([range(2)] * 2, [Distinct(plain(0, 1, 0))]),
    "a repeated exempt term": ([range(3)] * 2, [Distinct(plain(0, 1, 0), exempt=2)]),
    "a constant term": ([range(3)] * 2, [Distinct((*plain(0, 1), Total(1)))]),
    "a term and its double": ([range(-2, 3)], [Distinct((Total(1, {0: 1}), Total(0, {0: 2})))]),
    "too few values": ([range(2)] * 3, [Distinct(plain(0, 1, 2))]),
    "a sum of nothing": ([range(2)], [Linear(Total(3), 3, 3)]),
    "a wrong sum of nothing": ([range(2)], [Linear(Total(3), 4, None)]),
    "an indivisible sum": ([range(9)] * 2, [Linear(Total(1, {0: 2, 1: -4}), 0, 0)]),
    "an interval": ([range(9)] * 2, [Linear(Total(0, {0: 3, 1: -5}), -2, 7)]),
    "marks": ([range(2)] * 5, [Linear(Total(0, dict.fromkeys(range(5), 1)), 2, 3)]),
    "exactly one": ([range(2)] * 4, [Linear(Total(-1, dict.fromkeys(range(4), 1)), 0, 0)]),
    "at most one": ([range(2)] * 4, [Linear(Total(0, dict.fromkeys(range(4), 1)), None, 1)]),
    "negative marks": ([range(2)] * 4, [Linear(Total(0, {0: 1, 1: -1, 2: -1, 3: 1}), 0, 0)]),
    "images": (
        [range(4)] * 3,
        [Linear(Total(0, {}, tuple(Image(p, {0: 1, 1: 0, 2: 1, 3: 0}) for p in range(3))), 1, 1)],
    ),
    "a tour of one": ([range(-1, 2)], [Tour((0,), partial=False, constraint=ANY)]),
    "a tour": ([range(-1, 6)] * 4, [Tour((0, 1, 2, 3), partial=False, constraint=ANY)]),
    "a partial tour": ([range(5)] * 4, [Tour((2, 1, 0, 3), partial=True, constraint=ANY)]),
    "a tour of wide variables": (
        [(0, 1, 2, 10**6), (-(10**6), 0, 2), (0, 1, 2, 10**5)],
        [Tour((0, 1, 2), partial=True, constraint=ANY)],
    ),
    "one value": ([range(3)] * 3, [Values((0, 1, 2), 1, 1, ANY)]),
    "all values": ([range(3)] * 3, [Values((0, 1, 2), 3, 3, ANY)]),
    "no values of nothing": ([range(3)], [Values((), 0, 0, ANY)]),
    "a word of nothing": ([range(2)], [Automaton((), {}, 1, frozenset({1}), ANY)]),
    "no word of nothing": ([range(2)], [Automaton((), {}, 1, frozenset({2}), ANY)]),
    "a place read twice": (
        [range(3)] * 2,
        [
            Automaton(
                (0, 1, 0), {(0, 1): 1, (1, 2): 2, (2, 1): 3, (1, 1): 1}, 0, frozenset({1, 3}), ANY
            )
        ],
    ),
    "differences": (
        [range(5)] * 4,
        [
            Distinct(plain(0, 1, 2, 3)),
            Distinct(tuple(Absolute(Total(0, {p: 1, p + 1: -1})) for p in range(3))),
        ],
    ),
    "signed and absolute": (
        [range(-3, 4)] * 3,
        [Distinct((Total(0, {0: 1, 1: 1}), Absolute(Total(1, {1: -1, 2: 1})), Total(0, {2: -1})))],
    ),
}


@pytest.mark.parametrize("name", FORMS)
def test_a_corner_case_has_the_solutions_of_brute_force(name: str) -> None:
    agree(*FORMS[name], name)


# --------------------------------------------------------------------------- planted faults

KINDS = [
    "Alternatives",
    "AllowedRows",
    "DifferentValues",
    "DistinctSteps",
    "DistinctTotals",
    "ForbiddenRows",
    "Intervals",
    "MarkedBits",
    "MarkedWords",
    "MixedLinear",
    "Pair",
    "Permutation",
    "PlainLinear",
    "PlainPermutation",
    "PlainSum",
    "Reading",
    "Subtours",
    "Test",
]


class Greedy:
    """A propagator that takes one value too many, the greatest of the first open variable."""

    def __init__(self, propagator: Propagator, wide: Container[int]) -> None:
        self.watched, self.event = tuple(propagator.watched), propagator.event
        self.cost, self._propagate = propagator.cost, propagator.propagate
        self._places = [place for place in self.watched if place not in wide]

    def propagate(self, state: State, changed: list[int]) -> bool:
        alive = self._propagate(state, changed)
        for place in self._places if alive else ():
            word = state[place]
            if word & (word - 1):
                state[place] = word ^ 1 << (word.bit_length() - 1)
                changed.append(place)
                break
        return alive


def problems() -> Iterator[tuple[str, Domains, list[Form]]]:
    """The random problems and the corner cases, with what they are called."""
    for seed in range(600):
        yield f"seed {seed}", *problem(seed)
    for seed in range(10):
        for domains, forms in permutations(seed):
            yield f"permutation of seed {seed}", domains, forms
    for name, case in FORMS.items():
        yield name, *case


def all_agree() -> None:
    for name, domains, forms in problems():
        agree(domains, forms, name)


def kinds() -> set[str]:
    """The kinds of propagators that the problems come to."""
    found = set[str]()
    for _, domains, forms in problems():
        posting = Posting(domains, names(len(domains)))
        for form in forms:
            from_normal_forms.post(posting, form)
        found.update(type(propagator).__name__ for propagator in posting.propagators)
    return found


@pytest.mark.parametrize("kind", KINDS)
def test_a_propagator_that_takes_too_much_is_found_out(
    kind: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    add = Posting.add

    def broken(posting: Posting, propagator: Propagator) -> None:
        fault = type(propagator).__name__ == kind
        add(posting, Greedy(propagator, posting.layout.wide) if fault else propagator)

    monkeypatch.setattr(Posting, "add", broken)
    with pytest.raises(AssertionError):
        all_agree()


def test_conflicts_that_take_too_much_are_found_out(monkeypatch: pytest.MonkeyPatch) -> None:
    kept = Conflicts.kept

    def broken(conflicts: Conflicts, place: int, bit: int) -> list[tuple[int, int]]:
        return [(other, bits & ~1) for other, bits in kept(conflicts, place, bit)]

    monkeypatch.setattr(Conflicts, "kept", broken)
    with pytest.raises(AssertionError):
        all_agree()


def test_the_problems_reach_every_kind_of_propagator() -> None:
    assert kinds() == set(KINDS)
