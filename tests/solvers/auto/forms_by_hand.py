"""The meaning of normal forms, written for the tests alone, and random ones to hold against it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import product
from random import Random
from typing import cast

from everyway.models.language.constraints import RELATIONS, And, Constraint, any_of
from everyway.models.language.expressions import Expression, Variable, indicator, variable
from everyway.models.language.nodes import Program
from everyway.solvers.auto.kernel.kernel_code import Kernel, compiled, uncompiled
from everyway.solvers.auto.kernel.kernel_search import finds, posted, root
from everyway.solvers.auto.reading.normal_forms import (
    Absolute,
    Automaton,
    Circuit,
    Clause,
    Distinct,
    Form,
    Image,
    Linear,
    Literal,
    Logic,
    NValue,
    Table,
    Total,
)
from everyway.solvers.harness.compiling.machine_code import BEST, QUICK

ANY = And(())
"""In place of the nodes that a form comes from, which the kernel does not read."""

Domains = list[range | tuple[int, ...]]
Code = Callable[[], Kernel]

CODES: dict[str, Code] = {
    "python": uncompiled,
    "quick": lambda: compiled(QUICK),
    "best": lambda: compiled(BEST),
}
"""The kernel in each of the ways in which it runs."""


def names(size: int) -> dict[str, int]:
    """The place of every variable by its name."""
    return {f"v{place}": place for place in range(size)}


def plain(*places: int) -> tuple[Total, ...]:
    """The variables at `places` themselves."""
    return tuple(Total(0, {place: 1}) for place in places)


def never() -> None:
    """A check that lets the search go on."""


def found(domains: Domains, forms: list[Form], code: Code = uncompiled) -> list[tuple[int, ...]]:
    """The solutions that the kernel finds, in ascending order."""
    if not domains:
        return by_brute_force(domains, forms)
    search = posted(domains, forms, names(len(domains)), code=code)
    numbers = [n for batch in finds(search, search.memory, never) for n in batch]
    width = len(domains)
    return sorted(tuple(numbers[i : i + width]) for i in range(0, len(numbers), width))


def counted(domains: Domains, forms: list[Form], code: Code = uncompiled) -> int:
    """The number of solutions that the kernel counts."""
    if not domains:
        return len(by_brute_force(domains, forms))
    search = posted(domains, forms, names(len(domains)), counting=True, code=code)
    return sum(finds(search, search.memory, never, counting=True))


def at_root(domains: Domains, forms: list[Form]) -> list[range | tuple[int, ...]] | None:
    """The domains at the first fixpoint of the kernel."""
    if not domains:
        return []
    search = posted(domains, forms, names(len(domains)), code=uncompiled)
    return root(search, domains, never)


def by_brute_force(domains: Domains, forms: Sequence[Form]) -> list[tuple[int, ...]]:
    """Every row that all forms hold for, in ascending order."""
    return [row for row in product(*domains) if all(holds(form, row) for form in forms)]


def holds(form: Form, row: Sequence[int]) -> bool:
    """True if `form` holds for the values in `row`."""
    match form:
        case Distinct(terms, exempt):
            amounts = [a for a in (amount(term, row) for term in terms) if a != exempt]
            return len(set(amounts)) == len(amounts)
        case Linear(total, low, high):
            found = amount(total, row)
            return (low is None or low <= found) and (high is None or found <= high)
        case Clause(literals):
            return any(RELATIONS[relation](row[p], bound) for p, relation, bound in literals)
        case Table(places, rows, allowed, _):
            return (tuple(row[place] for place in places) in set(rows)) == allowed
        case Automaton():
            return accepts(form, row)
        case Circuit():
            return is_tour([row[place] for place in form.places], partial=form.partial)
        case NValue(places, low, high, _):
            return low <= len({row[place] for place in places}) <= high
        case Logic(constraint):
            return bool(meaning(constraint, row))


def amount(term: Total | Absolute, row: Sequence[int]) -> int:
    if isinstance(term, Absolute):
        return abs(amount(term.total, row))
    found = term.constant
    found += sum(factor * row[place] for place, factor in term.variables.items())
    found += sum(image.amounts[row[image.place]] for image in term.images)
    for factor, other in term.others:
        value = meaning(other, row)
        assert value is not None
        found += factor * value
    return found


def meaning(node: Expression | Constraint, row: Sequence[int]) -> int | bool | None:
    assignment = {f"v{place}": value for place, value in enumerate(row)}
    return cast(int | bool | None, Program([node]).run(assignment)[0])


def accepts(form: Automaton, row: Sequence[int]) -> bool:
    state = form.start
    for place in form.places:
        if (state, row[place]) not in form.step:
            return False
        state = form.step[state, row[place]]
    return state in form.accepting


def is_tour(after: Sequence[int], *, partial: bool) -> bool:
    size = len(after)
    if sorted(after) != list(range(size)):
        return False
    moving = [node for node in range(size) if after[node] != node or not partial]
    node, seen = moving[0] if moving else 0, set[int]()
    while moving and node not in seen:
        seen.add(node)
        node = after[node]
    return len(seen) == len(moving)


# ------------------------------------------------------------------------------- at random


class Chance:
    """Random forms over random domains."""

    def __init__(self, seed: int) -> None:
        self.random = Random(seed)
        self.domains: Domains = [self.domain() for _ in range(self.random.randint(1, 4))]
        self.variables: list[Variable] = [
            variable(f"v{place}", domain) for place, domain in enumerate(self.domains)
        ]

    def domain(self) -> range | tuple[int, ...]:
        """Few values: from zero, negative, gapped, or so far apart that the variable is wide."""
        low, size = self.random.randint(-3, 2), self.random.randint(1, 5)
        match self.random.randrange(6):
            case 0:
                return range(low, low + 2 * size, 2)
            case 1:
                return tuple(sorted({self.random.randint(-6, 6) for _ in range(size)}))
            case 2:
                return tuple(
                    sorted(
                        {
                            self.random.choice([-(10**6), -1, 0, 1, 2, 10**5, 10**9])
                            for _ in range(3)
                        }
                    )
                )
            case _:
                return range(low, low + size)

    def places(self, *, once: bool = True) -> tuple[int, ...]:
        every = range(len(self.domains))
        if once:
            return tuple(self.random.sample(every, self.random.randint(1, len(every))))
        return tuple(self.random.choices(every, k=self.random.randint(1, 4)))

    def total(self) -> Total:
        pick, variables, images = self.random, dict[int, int](), list[Image]()
        for place in self.places():
            if pick.random() < 0.3:
                images.append(Image(place, {v: pick.randint(-4, 4) for v in self.domains[place]}))
            else:
                variables[place] = pick.choice([-3, -2, -1, -1, 1, 1, 1, 2, 5])
        others = [(pick.choice([-1, 1, 2]), self.term())] if pick.random() < 0.15 else []
        return Total(pick.randint(-4, 4), variables, tuple(images), tuple(others))

    def step(self) -> Total | Absolute:
        """A term of a few variables, added and subtracted."""
        variables = {place: self.random.choice([1, -1]) for place in self.places()[:2]}
        total = Total(self.random.randint(-2, 2), variables)
        return Absolute(total) if self.random.random() < 0.4 else total

    def term(self) -> Expression:
        a, b = self.random.choice(self.variables), self.random.choice(self.variables)
        return self.random.choice([a * b, abs(a - b), indicator(a < b), (a + b) * a])

    def constraint(self) -> Constraint:
        a, b, c = (self.random.choice(self.variables) for _ in range(3))
        least = self.random.choice([a * b == c, a // b == c, a % b != c, abs(a - b) > 1, a < c])
        either = any_of([least, a == self.random.randint(-2, 3), b > self.random.randint(-2, 3)])
        several = [any_of([least, a == b, b > c]), either, ~((a <= 1) & (b <= 1) & (c >= 0))]
        return self.random.choice([least, ~least, least & (a != b), *several])

    def row(self, places: Sequence[int]) -> tuple[int, ...]:
        near = self.random.random() < 0.1
        return tuple(self.random.choice(self.domains[p]) + near for p in places)

    def form(self) -> Form:
        pick = self.random
        match pick.randrange(13):
            case 0 | 1:
                terms = tuple(self.single() for _ in range(pick.randint(0, 4)))
                return Distinct(terms, pick.choice([None, None, 0, 1]))
            case 2:
                terms = tuple(self.step() for _ in range(pick.randint(1, 5)))
                return Distinct(terms, pick.choice([None, None, 0, 1]))
            case 3:
                return Distinct((self.total(), Absolute(self.total()), self.total()), None)
            case 4 | 5:
                return self.linear()
            case 6 | 7:
                places = self.places()
                rows = {self.row(places) for _ in range(pick.choice([0, 1, 5, 20]))}
                return Table(places, tuple(rows), allowed=pick.random() < 0.5, constraint=ANY)
            case 8:
                return self.automaton()
            case 9:
                places = self.places()
                if pick.random() < 0.5:
                    return Circuit(places, partial=pick.random() < 0.5, constraint=ANY)
                low = pick.randint(0, len(places))
                return NValue(places, low, pick.randint(low, low + 1), ANY)
            case 10 | 11:
                return Clause(tuple(self.literal() for _ in range(pick.randint(0, 4))))
            case _:
                return Logic(self.constraint())

    def literal(self) -> Literal:
        """Any relation, mostly to a value of the domain."""
        (place,) = self.random.choices(range(len(self.domains)))
        value = self.random.choice([*self.domains[place], self.random.randint(-9, 9)])
        return place, self.random.choice(("==", "!=", "<=", ">=")), value

    def single(self) -> Total | Absolute:
        """A term of one variable, mostly the variable itself, or of none."""
        place, kind = self.random.randrange(len(self.domains)), self.random.random()
        if kind < 0.5:
            return Total(0, {place: 1})
        if kind < 0.7:
            return Total(self.random.randint(-2, 2), {place: self.random.choice([1, -1])})
        if kind < 0.8:
            return Absolute(Total(self.random.randint(-2, 2), {place: self.random.choice([1, -2])}))
        if kind < 0.95:
            amounts = {value: self.random.randint(-2, 2) for value in self.domains[place]}
            return Total(self.random.randint(-1, 1), images=(Image(place, amounts),))
        return Total(self.random.randint(-2, 2))

    def linear(self) -> Linear:
        total = self.total()
        found = amount(total, [self.random.choice(domain) for domain in self.domains])
        low = found - self.random.choice([0, 0, 1, 3])
        high = found + self.random.choice([0, 0, 1, 3])
        return self.random.choice(
            [
                Linear(total, found, found),
                Linear(total, low, high),
                Linear(total, None, high),
                Linear(total, low, None),
            ]
        )

    def automaton(self) -> Automaton:
        places, states = self.places(once=False), range(self.random.randint(1, 3))
        letters = sorted({value for place in places for value in self.domains[place]})
        step = {
            (state, letter): self.random.choice(states)
            for state in states
            for letter in letters
            if self.random.random() < 0.7
        }
        ends = frozenset(self.random.sample(states, self.random.randint(1, len(states))))
        return Automaton(places, step, 0, ends, ANY)


def permutations(seed: int) -> Iterator[tuple[Domains, list[Form]]]:
    """Problems of variables that must all differ over as many values, and a little more."""
    random = Random(seed)
    for _ in range(20):
        size, low = random.randint(2, 5), random.randint(-2, 2)
        domains: Domains = [
            tuple(sorted(random.sample(range(low, low + size), random.randint(1, size))))
            if random.random() < 0.5
            else range(low, low + size)
            for _ in range(size)
        ]
        shift = random.choice([0, 1])
        slope = random.choice([1, -1])
        terms = tuple(Total(place * shift, {place: slope}) for place in range(size))
        yield domains, [Distinct(terms), Linear(Total(0, {0: 1, 1: 2}), None, 3)]
