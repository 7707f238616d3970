"""The model of each number, and a count of what was tried of the language.

Of ten models four have harsh numbers, one a large form, and two are of a cell: a constraint, over
one shape of argument, in one context. Of the other three some nest whatever there is, some compare
plain sums and products with numbers, as most people's models do, some have one constraint over as
many variables as people's models have, some values far apart, and some so many assignments that no
oracle tries them all. One in seven has an objective, and one in four small ones is projected,
half of these beside a variable or two that give each solution many values more.
"""

from __future__ import annotations

import warnings
from collections import Counter
from collections.abc import Callable, Collection, Iterator, Sequence
from functools import cache
from math import isqrt
from random import Random
from typing import Any, cast

from ...formats.writing.as_python import goals_of, keywords_of
from ...models import (
    Constraint,
    Model,
    ModelError,
    ModelWarning,
    Variable,
    any_of,
    integer,
    product,
    total,
    variable,
)
from ...models.language.constraints import RELATIONS, relation_between
from ...models.language.expressions import Constant
from ...models.language.files.model_from_data import NODES
from ...models.language.global_constraints import constraint_classes
from ...models.language.groups import Single
from ...models.language.late_dataclasses import dataclass, field, replace
from ...models.language.nodes import Node, rebuild, topological
from ...models.language.phrases import did_you_mean, snake_case
from ...models.language.rules import Rule
from ...models.language.sample_arguments import SHAPES
from ..instances import cells
from ..instances.cells import KINDS, larger
from ..instances.enumerate_naively import FEASIBLE, size_of, solution_rows
from ..instances.harsh_models import harsh_model, large_form
from ..instances.random_models import DOMAINS, Wild, aimed, far_model, random_model
from ..solving import replaced, substituted
from .faults import Row

Cell = tuple[type[Constraint], str, str]
"""A constraint, a context, a shape."""

CONTEXTS = tuple(cells.CONTEXTS)
MOST_SOLUTIONS = 2_000
LARGE, OF_A_CELL, FROM_ELSEWHERE = (0,), (4, 8), (3, 7, 9)
"""The last digits of the numbers of such models; those of all others have harsh numbers."""
WITH_OBJECTIVES = 14, (5, 11)
"""The numbers of models with an objective: the rests of a division."""
PROJECTED = 15, (3, 8, 11, 13)
"""The numbers of models of which some variables alone matter, where all assignments are tried."""
_OTHER = 10**9
_MOST_TRIES = 3_000


class UnknownConstraint(ModelError):
    """No constraint or expression has this name."""


@dataclass(frozen=True)
class Drawn:
    """A random model, and the cell that it is of, if it is."""

    number: int
    model: Model
    cell: Cell | None


@dataclass
class Coverage:
    """The number of models of each cell, and of each constraint anywhere else."""

    cells: Counter[Cell] = field(default_factory=Counter)
    elsewhere: Counter[type[Node]] = field(default_factory=Counter)

    def add(self, drawn: Drawn) -> None:
        """Count a model."""
        if drawn.cell is not None:
            self.cells[drawn.cell] += 1
        else:
            self.elsewhere.update({type(node) for node in topological(drawn.model.constraints)})

    def of(self, kind: type[Constraint], context: str) -> int:
        """The number of models with `kind` in `context`."""
        return sum(self.cells[kind, context, shape] for shape in SHAPES)

    def shapes(self, kind: type[Constraint]) -> tuple[int, int]:
        """The numbers of shapes that `kind` was tried with, and of all shapes."""
        tried = {shape for k, _, shape in self.cells if k is kind}
        return len(tried), sum(cells.can_be(kind, shape) for shape in SHAPES)

    @property
    def missed(self) -> int:
        """The number of cells that were never tried."""
        return len(set(every_cell()) - set(self.cells))


def kinds_named(names: Collection[str]) -> frozenset[type[Node]]:
    """The kinds of constraints and expressions with these names. Raises: UnknownConstraint."""
    known = {snake_case(kind.__name__): kind for kind in NODES.values()}
    for name in names:
        if name.replace("-", "_") not in known:
            advice = did_you_mean(name, sorted(known), "there are")
            raise UnknownConstraint(f"no constraint or expression {name!r}; {advice}")
    return frozenset(known[name.replace("-", "_")] for name in names)


@cache
def every_cell() -> tuple[Cell, ...]:
    """Every cell that exists, in an order in which neighbours have little in common."""
    found = [
        (kind, context, shape)
        for kind in constraint_classes()
        for context in CONTEXTS
        for shape in SHAPES
        if cells.can_be(kind, shape)
    ]
    return tuple(Random("everyway").sample(found, len(found)))


def drawn(number: int, kinds: frozenset[type[Node]] = frozenset()) -> Drawn:
    """The random model of `number`; one with some of `kinds` in it, if any are given."""
    one = _drawn(number, kinds)
    if number % WITH_OBJECTIVES[0] in WITH_OBJECTIVES[1]:
        one = replace(one, model=aimed(one.model, Random(f"everyway aim {number}")))
    if number % PROJECTED[0] in PROJECTED[1] and size_of(one.model.variables) <= FEASIBLE:
        one = replace(one, model=_projected(one.model, Random(f"everyway project {number}")))
    return one


MOST_PROJECTED = FEASIBLE // 5
"""The most assignments with the values added, of one variable at most 500: a solver may have to
list them, each in a ms, and to write each value of a variable in each.
"""


def _projected(model: Model, random: Random) -> Model:
    most = MOST_PROJECTED // max(size_of(model.variables), 1)
    if most > 1 and "more" not in model.by_name and random.random() < 0.5:
        wide = random.choice([(min(most, 500),), (min(most, 12),), (min(isqrt(most), 30),) * 2])
        more = [integer("more" + "_" * place, 0, size - 1) for place, size in enumerate(wide)]
        numbers = [v for v in model.variables if not v.labelled]
        tied = [m + random.choice(numbers) != random.randint(0, 9) for m in more if numbers]
        rules = [*model.rules, Rule("tied", tuple(tied), (), "more is tied to another")]
        model = model.rewritten([*model.groups, *map(Single, more)], rules)
    names = list(model.by_name)
    return model.projecting(*random.sample(names, random.randint(min(1, len(names)), len(names))))


def _drawn(number: int, kinds: frozenset[type[Node]]) -> Drawn:
    for place in range(200 * (number % 10 not in OF_A_CELL)):
        model = _of_no_cell(number, number + place * _OTHER, kinds)
        if not kinds or kinds & {type(node) for node in topological(model.constraints)}:
            return Drawn(number, model, None)
    return _of_a_cell(number, _turn(number, OF_A_CELL), kinds)


def _of_no_cell(number: int, seed: int, kinds: frozenset[type[Node]]) -> Model:
    if number % 10 in LARGE:
        return large_form(seed)
    if number % 10 in FROM_ELSEWHERE:
        return _ELSEWHERE[_turn(number, FROM_ELSEWHERE) % len(_ELSEWHERE)](seed)
    wanted = [kind for kind in constraint_classes() if kind in kinds]
    return harsh_model(seed, wanted[number % len(wanted)] if wanted else None)


def _turn(number: int, digits: Sequence[int]) -> int:
    """The number of numbers below `number` that end in one of `digits`."""
    return number // 10 * len(digits) + sum(digit < number % 10 for digit in digits)


def _of_a_cell(number: int, turn: int, kinds: frozenset[type[Node]]) -> Drawn:
    wanted = [cell for cell in every_cell() if not kinds or cell[0] in kinds] or every_cell()
    random = Random(f"everyway cell {number}")
    for _ in range(_MOST_TRIES):
        cell = wanted[turn % len(wanted)]
        sample = cells._drawn(cell[0], cell[2], random)
        if sample is not None:
            return Drawn(number, sample.model(cell[1]), cell)
    raise AssertionError(f"no model of {cell} in {_MOST_TRIES} tries")


def wide_model(seed: int) -> Model:
    """Two random models beside each other, with rules that tie them together.

    It has more assignments than anybody would try, and not too many solutions.
    """
    random = Random(f"everyway wide {seed}")
    for _ in range(_MOST_TRIES):
        halves = [random_model(random.randrange(_OTHER)) for _ in range(2)]
        many = [len(solution_rows(half)) for half in halves]
        if 0 < many[0] * many[1] <= MOST_SOLUTIONS and all(half.variables for half in halves):
            with warnings.catch_warnings(action="ignore", category=ModelWarning):
                try:
                    return _joined(halves, random, f"wide {seed}")
                except ModelError:
                    continue
    raise AssertionError(f"no two models for {seed}")


def plain_model(seed: int) -> Model:
    """A few comparisons of sums, of products and of single variables."""
    random = Random(f"everyway plain {seed}")
    domains = [random.choice(DOMAINS) for _ in range(random.randint(1, 4))]
    several = [variable(name, domain) for name, domain in zip("abcd", domains, strict=False)]
    with warnings.catch_warnings(action="ignore", category=ModelWarning):
        rules = [_plain_rule(several, random) for _ in range(random.choice((1, 1, 2, 3)))]
        return Model(f"plain {seed}", several, rules)


def _plain_rule(several: Sequence[Variable], random: Random) -> Constraint:
    terms = random.sample(several, random.randint(1, len(several)))
    one, other = random.choice(several), random.choice(several)
    number = random.randint(-4, 6)
    weights = [random.choice((-2, -1, 1, 1, 1, 2, 3)) for _ in terms]
    sides: list[tuple[Any, Any]] = [
        (total(terms), number),
        (total(weight * term for weight, term in zip(weights, terms, strict=True)), number),
        (product(terms), number),
        (product(terms), number),
        (random.choice((1, -1)) * one, random.choice((1, -1)) * other),
        (one * other, total(terms)),
        (one - other, number),
    ]
    relation = random.choice((*RELATIONS, "==", "=="))
    left, right = random.choice(sides)
    return relation_between(left, relation, right)


def _joined(halves: list[Model], random: Random, name: str) -> Model:
    variables: list[Variable] = []
    constraints: list[Constraint] = []
    for letter, half in zip("ab", halves, strict=True):
        for part in _renamed(half, letter):
            (variables if isinstance(part, Variable) else constraints).append(cast(Any, part))
    numbers = [variable for variable in variables if not variable.labelled]
    if len(numbers) > 1 and random.random() < 0.7:
        one, other = random.sample(numbers, 2)
        constraints.append(relation_between(one, random.choice(("<=", "!=", ">=")), other))
    return Model(name, variables, constraints)


def sized_model(seed: int) -> Model:
    """One constraint over more variables than those of the cells have."""
    random = Random(f"everyway sized {seed}")
    return larger(random.choice(list(KINDS)), "3 to 9", seed).model


def wild_model(seed: int) -> Model:
    """Whatever there is, nested; or over values far apart; or at the size that people use."""
    return (random_model, sized_model, far_model, sized_model)[seed // 8 % 4](seed)


_ELSEWHERE = (random_model, plain_model, wild_model, wide_model)
"""The makers of models that are of no cell, in turn."""


def _renamed(model: Model, letter: str) -> Iterator[Node]:
    """The variables and constraints of `model`, every name after `letter`."""

    def change(node: Node, original: Node) -> Node | None:
        return (
            Variable(f"{letter}_{node.name}", node.domain) if isinstance(node, Variable) else None
        )

    yield from rebuild([*model.variables, *model.constraints], change)


# ------------------------------------------------------------------------------------- metamorphic
# Other models with the same solutions: they prove a solver wrong where no oracle is at hand.
#
# Each variant holds rows of its own; a row of the model becomes one of a variant and back.


Change = Callable[[Row], "Row | None"]


@dataclass(frozen=True)
class Variant:
    """A model whose rows stand for rows of another."""

    relation: str
    model: Model
    forth: Change
    """A row of the other as a row of this; None where this has none for it."""
    back: Change


def variants(model: Model, random: Random) -> list[Variant]:
    """`model` with its variables and values in other orders, and said in other ways."""
    found: list[Variant] = []
    with warnings.catch_warnings(action="ignore", category=ModelWarning):
        for relation in (_permuted, _mirrored, _implied, _split, _doubly_negated):
            try:
                found.extend(relation(model, random))
            except ModelError:  # numbers became too large, for one
                continue
    return found


def _same(row: Row) -> Row:
    return row


def _permuted(model: Model, random: Random) -> Iterator[Variant]:
    order = random.sample(range(len(model.variables)), len(model.variables))
    inverse = sorted(range(len(order)), key=order.__getitem__)
    rules = random.sample(model.constraints, len(model.constraints))
    yield Variant(
        "variables and constraints in another order",
        Model("permuted", [model.variables[k] for k in order], rules, **keywords_of(model)),
        lambda row: tuple(row[k] for k in order),
        lambda row: tuple(row[k] for k in inverse),
    )


def _mirrored(model: Model, random: Random) -> Iterator[Variant]:
    """The values of one variable in the opposite order: another stands for it, upside down."""
    numbers = [k for k, v in enumerate(model.variables) if not v.labelled]
    if not numbers:
        return
    place = random.choice(numbers)
    old = model.variables[place]
    ends = int(old.domain[0]) + int(old.domain[-1])
    new = Variable(old.name, tuple(sorted(ends - int(value) for value in old.domain)))
    term = ends - new
    changed = substituted([*model.constraints, *goals_of(model)], old, term)
    rules, goals = changed[: len(model.constraints)], changed[len(model.constraints) :]
    variables = [new if v is old else v for v in model.variables]

    def turned(row: Row) -> Row:
        return (*row[:place], ends - row[place], *row[place + 1 :])

    made = Model("mirrored", variables, rules, **keywords_of(model, goals))
    yield Variant("values in another order", made, turned, turned)


def _implied(model: Model, random: Random) -> Iterator[Variant]:
    first: Constraint = model.constraints[0] if model.constraints else Constant(1) == 1
    weaker = any_of([first, Wild(random, list(model.variables), 1).constraint(1)])
    yield Variant("an implied constraint", model + weaker, _same, _same)


def _split(model: Model, random: Random) -> Iterator[Variant]:
    """Two models that share out the values of a variable; the best of a half may be no best."""
    if model.objective is not None:
        return
    wide = [k for k, v in enumerate(model.variables) if len(v.domain) > 1]
    if not wide:
        return
    place = random.choice(wide)
    old = model.variables[place]
    values = list(old.domain)
    half = random.randint(1, len(values) - 1)
    for part in (values[:half], values[half:]):
        for made in replaced(model, old, Variable(old.name, cast(Any, tuple(part)))):
            yield Variant("a domain in two", made, _where(place, part), _same)


def _where(place: int, part: list[Any]) -> Change:
    return lambda row: row if row[place] in part else None


def _doubly_negated(model: Model, random: Random) -> Iterator[Variant]:
    doubled = [~~constraint for constraint in model.constraints]
    negated = Model("negated", list(model.variables), doubled, **keywords_of(model))
    yield Variant("double negation", negated, _same, _same)
