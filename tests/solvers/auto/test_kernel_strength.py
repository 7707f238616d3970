"""The kernel removes at its root what each propagator promises to remove, and not only what it may.

The promises are written down here a second time, slowly: what they leave of random domains is never
less than what the kernel leaves. That nothing too much is removed, test_kernel_forms.py shows.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import pairwise, product
from random import Random

import pytest

from everyway.models.language.choices import element, maximum
from everyway.models.language.expressions import Variable, variable
from everyway.models.language.global_constraints.connected import components, connected
from everyway.models.language.global_constraints.loops_and_paths import loop
from everyway.models.language.global_constraints.regions import regions
from everyway.models.language.global_constraints.trees import forest, tree
from everyway.solvers.auto.reading.normal_forms import (
    Automaton,
    Circuit,
    Clause,
    Cumulative,
    Distinct,
    Form,
    Linear,
    Logic,
    NValue,
    Table,
    Total,
)

from .forms_by_hand import ANY, Domains, at_root, holds, plain

Sets = list[set[int]]
"""The values that are left, by variable."""
Promise = Callable[[Sets], Sets]
"""The values that one look at those that are left leaves; empty where nothing is left."""
Drawn = tuple[Domains, list[Form], Promise]


def left_by(promise: Promise, domains: Domains) -> Sets | None:
    """The fixpoint of a promise; None where it leaves a variable without a value."""
    left, before = [set(domain) for domain in domains], None
    while left != before and all(left):
        before, left = left, promise([set(some) for some in left])
    return left if all(left) else None


def drawn_domains(pick: Random, number: int, low: int = -4, high: int = 6) -> Domains:
    """Some values each, with gaps or without."""
    found: Domains = []
    for _ in range(number):
        ends = sorted((pick.randint(low, high), pick.randint(low, high)))
        every = range(ends[0], ends[1] + 1)
        some = sorted(pick.sample(every, max(1, len(every) - pick.randint(0, 2))))
        found.append(every if pick.random() < 0.5 else tuple(some))
    return found


# ----------------------------------------------------------------- each value is in a solution


def supported(form: Form) -> Promise:
    """Only values with a support are left: domain consistency."""

    def look(left: Sets) -> Sets:
        rows = [row for row in product(*left) if holds(form, row)]
        return [{row[place] for row in rows} for place in range(len(left))]

    return look


def table(pick: Random) -> Drawn:
    domains = drawn_domains(pick, pick.randint(1, 4))
    rows = {tuple(pick.choice(domain) for domain in domains) for _ in range(pick.randint(1, 7))}
    form = Table(tuple(range(len(domains))), tuple(rows), allowed=True, constraint=ANY)
    return domains, [form], supported(form)


def automaton(pick: Random) -> Drawn:
    domains = drawn_domains(pick, pick.randint(2, 4), -1, 2)
    step = {
        (state, letter): pick.randrange(3)
        for state in range(3)
        for letter in range(-1, 3)
        if pick.random() < 0.6
    }
    form = Automaton(tuple(range(len(domains))), step, 0, frozenset({pick.randrange(3)}), ANY)
    return domains, [form], supported(form)


def clause(pick: Random) -> Drawn:
    domains = drawn_domains(pick, pick.randint(1, 4))
    relations = ("==", "!=", "<=", ">=")
    form = Clause(
        tuple((p, pick.choice(relations), pick.randint(-5, 7)) for p in range(len(domains)))
    )
    return domains, [form], supported(form)


def all_different(pick: Random) -> Drawn:
    domains = drawn_domains(pick, pick.randint(2, 5), 0, 5)
    form = Distinct(plain(*range(len(domains))))
    return domains, [form], supported(form)


# ------------------------------------------------------------------- the least and the greatest


def between(left: set[int], low: float, high: float) -> set[int]:
    return {value for value in left if low <= value <= high}


def linear(pick: Random) -> Drawn:
    """Of each term what the least and the greatest values of the others leave."""
    domains = drawn_domains(pick, pick.randint(1, 4))
    factors = [pick.choice([-3, -2, -1, 1, 1, 2, 4]) for _ in domains]
    reached = sum(f * pick.choice(domain) for f, domain in zip(factors, domains, strict=True))
    low = pick.choice([None, reached, reached - 1])
    high = reached + pick.choice([0, 0, 2]) if low is None or pick.random() < 0.6 else None
    form = Linear(Total(0, dict(enumerate(factors))), low, high)

    def look(left: Sets) -> Sets:
        terms = [sorted(f * v for v in some) for f, some in zip(factors, left, strict=True)]
        least, most = sum(t[0] for t in terms), sum(t[-1] for t in terms)
        found = []
        for f, some, term in zip(factors, left, terms, strict=True):
            floor = float("-inf") if low is None else low - (most - term[-1])
            roof = float("inf") if high is None else high - (least - term[0])
            kept = {v for v in some if floor <= f * v <= roof}
            found.append(between(some, min(kept), max(kept)) if kept else kept)
        return found

    return domains, [form], look


def multiplied(pick: Random) -> Drawn:
    """A product of numbers above 0, by the ends of all three; few values would be a table."""
    factors = [range(low := pick.randint(1, 9), low + pick.randint(50, 80)) for _ in range(2)]
    low = pick.randint(1, 4000)
    domains: Domains = [*factors, range(low, low + pick.randint(1, 2000))]
    a, b, c = (variable(f"v{place}", domain) for place, domain in enumerate(domains))

    def look(left: Sets) -> Sets:
        (a, b, c), found = left, list[set[int]]()
        for one, other in ((a, b), (b, a)):
            found.append(between(one, -(-min(c) // max(other)), max(c) // min(other)))
        return [*found, between(c, min(a) * min(b), max(a) * max(b))]

    return domains, [Logic(a * b == c)], look


def extreme(pick: Random) -> Drawn:
    """The greatest of some terms, by the ends of all."""
    domains = drawn_domains(pick, pick.randint(3, 5))
    top, *others = (variable(f"v{place}", domain) for place, domain in enumerate(domains))

    def look(left: Sets) -> Sets:
        first, *rest = left
        most = between(first, max(map(min, rest)), max(map(max, rest)))
        found = [between(some, float("-inf"), max(first)) for some in rest]
        reaching = [place for place, some in enumerate(rest) if max(some) >= min(first)]
        if len(reaching) == 1:
            found[reaching[0]] = between(found[reaching[0]], min(first), max(first))
        return [most, *found] if reaching else [set() for _ in left]

    return domains, [Logic(maximum(*others) == top)], look


def item(pick: Random) -> Drawn:
    """Places whose item may be what is found are left, and it lies between their items."""
    number, wide = pick.randint(2, 4), pick.choice([1, 30])
    items_of = [range(low := wide * pick.randint(-9, 9), low + wide) for _ in range(number)]
    domains = [*items_of, range(number), *drawn_domains(pick, 1, -9 * wide, 12 * wide)]
    *items, place, found = (variable(f"v{p}", domain) for p, domain in enumerate(domains))

    def look(left: Sets) -> Sets:
        *some, places, values = left
        kept = {p for p in places if p < number and max(some[p]) >= min(values)}
        kept = {p for p in kept if min(some[p]) <= max(values)}
        if not kept:
            return [set() for _ in left]
        ends = min(min(some[p]) for p in kept), max(max(some[p]) for p in kept)
        return [*some, kept, between(values, *ends)]

    return domains, [Logic(element(items, place) == found)], look


# ------------------------------------------------------------------------ tasks, values, tours


def loads(pick: Random) -> Drawn:
    """A start at which the tasks that surely run leave too little is no end of its values."""
    domains = drawn_domains(pick, pick.randint(3, 5), 0, 6)
    tasks = [(pick.randint(2, 5), pick.randint(2, 3)) for _ in domains]
    capacity = pick.randint(5, 6)
    form = Cumulative(
        [
            (Total(0, {place: 1}), Total(duration), Total(demand))
            for place, (duration, demand) in enumerate(tasks)
        ],
        Total(capacity),
        list,
    )

    def fits(place: int, start: int, left: Sets) -> bool:
        duration, demand = tasks[place]
        for time in range(start, start + duration):
            sure = demand
            for other, (length, load) in enumerate(tasks):
                if other != place and max(left[other]) <= time < min(left[other]) + length:
                    sure += load
            if sure > capacity:
                return False
        return True

    def look(left: Sets) -> Sets:
        found = []
        for place, some in enumerate(left):
            kept = [start for start in some if fits(place, start, left)]
            found.append(between(some, min(kept), max(kept)) if kept else set[int]())
        return found

    return domains, [form], look


def number_of_values(pick: Random) -> Drawn:
    """All have a value of the decided variables, where these have the most that there may be."""
    domains = drawn_domains(pick, pick.randint(2, 5), 0, 3)
    most = pick.randint(1, 2)
    form = NValue(tuple(range(len(domains))), 1, most, ANY)

    def look(left: Sets) -> Sets:
        taken = {value for some in left if len(some) == 1 for value in some}
        if len(taken) > most:
            return [set() for _ in left]
        return [some & taken if len(taken) == most else some for some in left]

    return domains, [form], look


def tour(pick: Random) -> Drawn:
    """The end of a chain of decided nodes does not lead back to its beginning."""
    size = pick.randint(3, 5)
    after = pick.sample(range(size), size)
    domains: Domains = [
        (after[node],) if pick.random() < 0.4 else tuple(range(size)) for node in range(size)
    ]
    places = tuple(range(size))
    forms: list[Form] = [Distinct(plain(*places)), Circuit(places, partial=False, constraint=ANY)]

    def look(left: Sets) -> Sets:
        decided = {node: next(iter(some)) for node, some in enumerate(left) if len(some) == 1}
        found = [set(some) for some in left]
        for start in set(range(size)) - set(decided.values()):
            end, length = start, 1
            while end in decided and length <= size:
                end, length = decided[end], length + 1
            if length < size:
                found[end].discard(start)
        return found

    return domains, forms, look


# --------------------------------------------------------------------------------- graphs


def some_edges(pick: Random, size: int) -> list[tuple[int, int]]:
    """More edges than a tree has, some of them parallel."""
    pairs = [pick.sample(range(size), 2) for _ in range(size + 1)]
    return [(a, b) for a, b in pairs]


def bits(pick: Random, number: int) -> tuple[Domains, list[Variable]]:
    """0/1 variables, of which some are decided."""
    domains: Domains = [pick.choice([(0, 1), (0, 1), (0,), (1,)]) for _ in range(number)]
    return domains, [variable(f"v{place}", domain) for place, domain in enumerate(domains)]


def connected_vertices(pick: Random) -> Drawn:
    """Where a vertex is decided to be used, each value of each vertex is in a solution."""
    domains, chosen = bits(pick, 6)
    domains[0] = (1,)
    form = Logic(connected(chosen, some_edges(pick, 6)))
    return domains, [form], supported(form)


def spanning_tree(pick: Random) -> Drawn:
    """Each value of each edge is in a solution."""
    edges = some_edges(pick, 5)
    domains, chosen = bits(pick, len(edges))
    form = Logic(tree(chosen, edges, vertices=5, spanning=True))
    return domains, [form], supported(form)


def acyclic(pick: Random) -> Drawn:
    """Each value of each edge is in a solution."""
    edges = some_edges(pick, 5)
    domains, chosen = bits(pick, len(edges))
    form = Logic(forest(chosen, edges))
    return domains, [form], supported(form)


def one_loop(pick: Random) -> Drawn:
    """Where an edge is decided to be used, others in a cut of one edge or vertex are not.

    So is an edge that closes a loop which leaves a used edge out.
    """
    edges = some_edges(pick, 6)
    domains, chosen = bits(pick, len(edges))
    forms: list[Form] = [Logic(loop(chosen, edges))]

    def look(left: Sets) -> Sets:
        used = [e for e, some in zip(edges, left, strict=True) if some == {1}]
        found = [set(some) for some in left]
        for place, (a, b) in enumerate(edges):
            others = [e for n, e in enumerate(edges) if n != place and 1 in left[n]]
            lowest = components(6, others)
            if lowest[a] != lowest[b] and any(lowest[c] == lowest[a] for c, _ in used):
                found[place].discard(1)
            lowest = components(6, used)
            closes = lowest[a] == lowest[b] and left[place] == {0, 1}
            if closes and any(lowest[c] != lowest[a] for c, _ in used):
                found[place].discard(1)
        return found

    return domains, forms, look


def parts_of_regions(pick: Random) -> Drawn:
    """Each value of each edge is in a solution, without sizes or roots."""
    edges = some_edges(pick, 5)
    domains, same = bits(pick, len(edges))
    form = Logic(regions(same, edges, vertices=5))

    def look(left: Sets) -> Sets:
        lowest = components(5, [e for e, some in zip(edges, left, strict=True) if some == {1}])
        joined = [(lowest[a], lowest[b]) for a, b in edges]
        apart = {frozenset(pair) for pair, s in zip(joined, left, strict=True) if s == {0}}
        found = []
        for pair, some in zip(joined, left, strict=True):
            kept = some - {0} if pair[0] == pair[1] else set(some)
            found.append(kept - {1} if frozenset(pair) in apart else kept)
        return found

    return domains, [form], look


def sized_regions(pick: Random) -> Drawn:
    """Of one region along a line, each end of the sizes is one that enough vertices may have."""
    number = pick.randint(3, 6)
    domains = drawn_domains(pick, number, 1, number)
    sizes = [variable(f"v{place}", domain) for place, domain in enumerate(domains)]
    line = list(pairwise(range(number)))
    same = [a == b for a, b in pairwise(sizes)]

    def look(left: Sets) -> Sets:
        found = [set(some) for some in left]
        for place, some in enumerate(left):
            for size in some:
                run = [place]
                while run[0] > 0 and size in left[run[0] - 1]:
                    run.insert(0, run[0] - 1)
                while run[-1] + 1 < number and size in left[run[-1] + 1]:
                    run.append(run[-1] + 1)
                if len(run) < size:
                    found[place].discard(size)
        return found

    return domains, [Logic(regions(same, line, sizes=sizes))], look


DRAWN: Sequence[Callable[[Random], Drawn]] = (
    table,
    automaton,
    clause,
    all_different,
    linear,
    multiplied,
    extreme,
    item,
    loads,
    number_of_values,
    tour,
    connected_vertices,
    spanning_tree,
    acyclic,
    one_loop,
    parts_of_regions,
    sized_regions,
)


@pytest.mark.parametrize("draw", DRAWN, ids=lambda draw: draw.__name__)
def test_the_root_removes_what_is_promised(draw: Callable[[Random], Drawn]) -> None:
    removed = 0
    for seed in range(150):
        domains, forms, promise = draw(Random(seed))
        promised, left = left_by(promise, domains), at_root(domains, forms)
        drawn = f"seed {seed}: {domains=} {forms=}"
        removed += promised is None or promised != [set(domain) for domain in domains]
        if left is None:
            continue
        assert promised is not None, f"{drawn}: the root does not see that nothing is left"
        for place, (values, most) in enumerate(zip(left, promised, strict=True)):
            assert set(values) <= most, f"{drawn}: {set(values) - most} of v{place} is left"
    assert removed > 20, "few of these problems lose a value at the root"
