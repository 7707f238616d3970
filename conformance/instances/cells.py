"""One table of small models: each constraint, over each shape of argument, in each context.

The models are drawn from a seed that is the constraint's name: they are the same in every run.
"""

from __future__ import annotations

import warnings
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from math import prod
from random import Random
from typing import Any

from ...models import (
    Constraint,
    Expression,
    Model,
    ModelError,
    ModelWarning,
    Variable,
    any_of,
    boolean,
    element,
    fingerprint,
    iff,
    implies,
    maximum,
    minimum,
    product,
    total,
    xor,
)
from ...models.language.check import Judge
from ...models.language.constraints import relation_between
from ...models.language.expressions import Constant
from ...models.language.global_constraints import constraint_classes
from ...models.language.late_dataclasses import dataclass, replace
from ...models.language.nodes import Node, fold, rebuild, topological
from ...models.language.sample_arguments import (
    SHAPES,
    TWO_ALIKE,
    Draw,
    Scene,
    is_undefined_somewhere,
)
from .enumerate_naively import Row, assignments, size_of, truths

MOST_ASSIGNMENTS = 100
EACH = 20
"""The number of samples of each shape."""

CONTEXTS: dict[str, Callable[[Constraint, Variable, Constraint], Constraint]] = {
    "top": lambda c, b, other: c,
    "negated": lambda c, b, other: ~c,
    "implied": lambda c, b, other: implies(b, c),
    "implies": lambda c, b, other: implies(c, b),
    "equivalent": lambda c, b, other: iff(b, c),
    "or": lambda c, b, other: any_of([other, c]),
    "xor": lambda c, b, other: xor([c, b, other]),
}
"""A constraint in its context, beside a Boolean and another constraint."""


@dataclass(frozen=True, eq=False)
class Sample:
    """A constraint over arguments of one shape, and its variables."""

    kind: type[Constraint]
    shape: str
    variables: tuple[Variable, ...]
    constraint: Constraint

    def model(self, context: str) -> Model:
        """The constraint in `context`, as a model."""
        b = boolean("b")
        other = self.variables[-1] <= 0 if self.variables else b == 0
        rule = CONTEXTS[context](self.constraint, b, other)
        uses_b = context not in ("top", "negated", "or") or not self.variables
        variables = [*self.variables, b] if uses_b else list(self.variables)
        with warnings.catch_warnings(
            action="ignore", category=ModelWarning
        ):  # some can never hold: on purpose
            return Model(f"{self.kind.__name__}, {self.shape}, {context}", variables, rule)


def can_be(kind: type[Constraint], shape: str) -> bool:
    """True if such constraints exist: a circuit of nothing is refused at declaration."""
    if shape != "empty":
        return True
    draw = Draw(Random(0), shape)
    kind.sample(draw)
    return not draw.needs_terms


def samples(kind: type[Constraint], each: int = EACH) -> dict[str, tuple[Sample, ...]]:
    """`each` samples of every shape that exists, no two of them with the same model."""
    if kind not in _DRAWINGS:
        _DRAWINGS[kind] = Drawing(kind)
    return _DRAWINGS[kind].first(each)


class Drawing:
    """Samples of one constraint, drawn one a shape in turns: fewer are the first of more."""

    def __init__(self, kind: type[Constraint]) -> None:
        self._kind = kind
        self._random = Random(kind.__name__)
        self._seen: set[str] = set()
        self._found: dict[str, list[Sample]] = {shape: [] for shape in SHAPES}

    def first(self, each: int) -> dict[str, tuple[Sample, ...]]:
        """The first `each` samples of every shape."""
        shapes = [shape for shape in SHAPES if can_be(self._kind, shape)]
        for number in range(each):
            for shape in shapes:
                if len(self._found[shape]) <= number:
                    self._found[shape].append(self._another(shape))
        return {shape: tuple(several[:each]) for shape, several in self._found.items()}

    def _another(self, shape: str) -> Sample:
        for _ in range(20_000):
            sample = _drawn(self._kind, shape, self._random)
            if sample is None:
                continue
            structures = {fingerprint(sample.model(context)) for context in CONTEXTS}
            if not structures & self._seen:
                self._seen |= structures
                return sample
        raise AssertionError(f"{self._kind.__name__} has too few samples of the shape {shape}")


_DRAWINGS: dict[type[Constraint], Drawing] = {}
"""The samples drawn of each constraint, kept for the next solver."""


def _drawn(kind: type[Constraint], shape: str, random: Random) -> Sample | None:
    draw = Draw(random, shape)
    if shape == "empty":
        # What varies beside a constraint without terms is what stands idle beside it.
        for _ in range(random.randint(0, 2)):
            draw.variable()
    constraint = kind.sample(draw)
    sample = Sample(kind, shape, tuple(draw.variables), constraint)
    if size_of(draw.variables) > MOST_ASSIGNMENTS or not has_shape(sample):
        return None
    outcomes = set(truths(constraint, sample.variables))
    if shape == "unsatisfiable":
        return None if True in outcomes else sample
    dull = shape != "empty" and len(outcomes) < 2
    return None if dull and random.random() < 0.95 else sample


def has_shape(sample: Sample) -> bool:
    """True if the arguments are of the kind that the name of the shape says."""
    domains: list[Any] = [list(variable.domain) for variable in sample.variables]
    match sample.shape:
        case "constant":
            return any(isinstance(node, Constant) for node in topological([sample.constraint]))
        case "repeated":
            return any(times > 1 for times in _mentions(sample.constraint).values())
        case "single":
            return any(len(values) == 1 for values in domains)
        case "gapped":
            return any(values[-1] - values[0] >= len(values) for values in domains)
        case "negative":
            return any(values[0] < 0 for values in domains)
        case "partial":
            return _can_be_undefined(sample)
        case _:
            return True


def _mentions(constraint: Constraint) -> Counter[Variable]:
    """The number of times that each variable is mentioned."""

    def combine(node: Node, parts: list[Counter[Variable]]) -> Counter[Variable]:
        return Counter([node]) if isinstance(node, Variable) else sum(parts, Counter())

    return fold([constraint], combine)[constraint]


def _can_be_undefined(sample: Sample) -> bool:
    nodes = topological([sample.constraint])
    terms = [node for node in nodes if isinstance(node, Expression)]
    return is_undefined_somewhere(terms, sample.variables)


def cell(kind: type[Constraint], context: str, each: int = EACH) -> list[tuple[Sample, Model]]:
    """One cell of the table: the first `each` samples of every shape, with their models."""
    chosen = (sample for several in samples(kind, each).values() for sample in several)
    return [(sample, sample.model(context)) for sample in chosen]


def of_known_values(kind: type[Constraint]) -> Iterator[Model]:
    """Samples whose variables have one value each, one that holds and one that does not a shape."""
    for several in samples(kind, 1).values():
        for sample in several:
            outcomes = truths(sample.constraint, sample.variables)
            rows = dict(zip(outcomes, assignments(sample.variables), strict=True))
            yield from (_at(sample, row).model("top") for row in rows.values())


def _at(sample: Sample, row: Mapping[str, Any]) -> Sample:
    """`sample`, each of its variables with its value in `row` alone."""

    def change(node: Node, old: Node) -> Node | None:
        return Variable(node.name, (row[node.name],)) if isinstance(node, Variable) else None

    changed: list[Any] = rebuild([*sample.variables, sample.constraint], change)
    *variables, constraint = changed
    return replace(sample, variables=tuple(variables), constraint=constraint)


# ---------------------------------------------------------------------------------- larger samples
# Each constraint at the top of a model, over 3 to 9 variables or 10 to 40, all else constant.
#
# In a third column some of the variables stand twice, as they are or moved by a constant. The
# class of a constraint draws it; comparisons of sums, of products and the like are drawn here.


MOST_SOLUTIONS = 1_024
_TRIES = 400


@dataclass(frozen=True)
class Larger:
    """A model of one constraint, and all its solutions."""

    model: Model
    rows: Counter[Row]


def _sum(scene: Scene) -> Constraint:
    scene.over(far=True)
    weights = scene.random.choice((scene.numbers(1, 1), scene.numbers(1, 5), scene.numbers(-3, 3)))
    relation = scene.random.choice(("==", "<=", "<=", ">=", "!="))
    left = total(w * term for w, term in zip(weights, scene.terms, strict=True))
    number = scene.tight(lambda row: sum(w * v for w, v in zip(weights, row, strict=True)))
    return relation_between(left, relation, number)


def _product(scene: Scene) -> Constraint:
    scene.over(others=lambda random, size: range(-2, 4))
    relation = scene.random.choice(("==", "<=", ">="))
    return relation_between(product(scene.terms), relation, prod(scene.row))


def _power(scene: Scene) -> Constraint:
    """A power of the sum of some, which may be negative, with the sum of the others."""
    terms = scene.over(_of_both_signs, lambda *_: range(-3, 4), sizes=range(3, 6))
    pick = scene.random
    some, exponent = pick.choice((1, 2, 2, 3)), pick.choice((2, 3, 4, 4, 5))
    left = total(terms[:some]) ** exponent + total(terms[some:])
    number = scene.tight(lambda row: sum(row[:some]) ** exponent + sum(row[some:]))
    return relation_between(left, pick.choice(("==", "<=", ">=", "!=")), number)


def _of_both_signs(random: Random, size: int) -> list[int]:
    return random.choices(range(-3, 4), k=size)


def _extreme(scene: Scene) -> Constraint:
    """The least or the greatest of all but the last is the last, or a number."""
    most, *terms = reversed(scene.over(far=True))
    function = scene.random.choice((minimum, maximum))
    relation = scene.random.choice(("==", "<=", "<", ">="))
    return relation_between(function(terms), relation, scene.random.choice((most, scene.row[0])))


def _element(scene: Scene) -> Constraint:
    """A list of variables or of numbers at a place is the last."""
    # Also indices that are out of range.
    last, index, *items = reversed(scene.over(others=lambda random, size: range(-1, size // 2 + 1)))
    array: Sequence[Any] = scene.random.choice((items, [*scene.row, scene.row[0]]))
    return relation_between(element(array, index), "==", last)


def _divided(scene: Scene) -> Constraint:
    """The sum of all but two, divided by one of them, leaves the other or less."""
    rest, divisor, *terms = reversed(scene.over(others=lambda random, size: range(-3, 4)))
    dividend = total(terms) - scene.random.randint(0, 9)
    made: Constraint = scene.random.choice(
        (dividend % divisor == rest, dividend // divisor <= rest, dividend % 3 == rest)
    )
    return made


KINDS: dict[str, Callable[[Scene], Constraint]] = {
    **{kind.__name__: kind.larger_sample for kind in constraint_classes()},
    "sum": _sum,
    "product": _product,
    "power": _power,
    "extreme": _extreme,
    "element": _element,
    "division": _divided,
}
"""The maker of each constraint, by its class; and of kinds of comparison, by what is compared."""


def larger(kind: str, column: str, number: int) -> Larger:
    """The model of this number, of the constraint `kind`, with as many variables as `column`."""
    random = Random(f"everyway {kind} {column} {number}")
    for _ in range(_TRIES):
        with warnings.catch_warnings(action="ignore", category=ModelWarning):
            try:
                found = _drawn_of_samples(kind, Scene(random, column))
            except ModelError:
                continue  # such as a constant index out of range
        if found is not None:
            return found
    raise AssertionError(f"no {kind} of {column} variables in {_TRIES} tries")


@cache
def first_of(kind: str, column: str, number: int) -> tuple[Larger, ...]:
    """The first models of a cell, kept for the next solver."""
    return tuple(larger(kind, column, k) for k in range(number))


def _drawn_of_samples(kind: str, scene: Scene) -> Larger | None:
    """A constraint and its solutions, where it has some, but neither all nor too many."""
    rules = [KINDS[kind](scene) for _ in range(1 + (scene.column == TWO_ALIKE))]
    rules += scene.ties
    if scene.fixed:
        several = [v for v in scene.variables if v.name in scene.fixed and len(v.domain) > 1]
        rules += [one == scene.fixed[one.name] for one in several]
        rules = scene.random.sample(rules, len(rules))
    model = Model(kind, scene.variables, rules)
    open_ = [variable for variable in model.variables if variable.name not in scene.fixed]
    names = [variable.name for variable in model.variables]
    solves = Judge(model).solves
    full = ({**scene.fixed, **values} for values in assignments(open_))
    rows = Counter(tuple(row[name] for name in names) for row in full if solves(row))
    several_but_not_all = 0 < rows.total() <= min(MOST_SOLUTIONS, size_of(open_) - 1)
    return Larger(model, rows) if several_but_not_all else None
