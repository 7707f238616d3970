"""One table of small models: each constraint, over each shape of argument, in each context.

The models are drawn from a seed that is the constraint's name: they are the same in every run.
"""

from __future__ import annotations

import warnings
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from random import Random
from typing import Any

from ...models import (
    Constraint,
    Expression,
    Model,
    ModelWarning,
    Variable,
    any_of,
    boolean,
    fingerprint,
    iff,
    implies,
    xor,
)
from ...models.language.expressions import Constant
from ...models.language.late_dataclasses import dataclass, replace
from ...models.language.nodes import Node, fold, rebuild, topological
from ...models.language.sample_arguments import SHAPES, Draw, is_undefined_somewhere
from .enumerate_naively import assignments, size_of, truths

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
