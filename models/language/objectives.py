"""Objectives: what the solutions of a model are to be best in."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, cast

from .choices import defined
from .constraints import Comparison, Constraint, all_of, any_of
from .errors import ModelError
from .expressions import Bounds, Constant, Expression, as_expression, bounds
from .keeping import cached_property
from .late_dataclasses import dataclass
from .nodes import Program, Value, describe
from .rules import Rule

if TYPE_CHECKING:
    from .model import Model

Point = tuple[int, ...]
"""The value of each goal, in order."""

SENSES = {"min": "minimise", "max": "maximise"}
_SPELLINGS = {
    spelling: sense
    for sense, word in SENSES.items()
    for spelling in (sense, word, word.replace("ise", "ize"))
}
RULE = "objective"
"""The label of the rules by which solvers are asked for better solutions."""
KEYWORDS = (*_SPELLINGS.keys() - SENSES.keys(), "pareto", "within")
"""The keywords of a model that declare its objective."""


@dataclass(frozen=True, eq=False)
class Goal:
    """An expression that is to be as small, or as large, as can be."""

    sense: str
    """min or max."""
    expression: Expression

    @property
    def sign(self) -> int:
        """1 or -1: the value times this is to be small."""
        return 1 if self.sense == "min" else -1

    @cached_property
    def ends(self) -> Bounds:
        """The least and greatest value that the expression can take by the bounds of its parts."""
        return bounds(self.expression)

    @property
    def bound(self) -> int:
        """The best value that the expression can take by the bounds of its parts."""
        return self.ends[0 if self.sense == "min" else 1]

    def at_least_as_good_as(self, value: int) -> Constraint:
        """Holds where the expression is defined, and no worse than `value`."""
        relation = "<=" if self.sense == "min" else ">="
        return Comparison(self.expression, relation, Constant(value))

    def equal_to(self, value: int) -> Constraint:
        """Holds where the expression is `value`."""
        return Comparison(self.expression, "==", Constant(value))

    @cached_property
    def words(self) -> str:
        """`minimise mark[5]`."""
        return f"{SENSES[self.sense]} {describe(self.expression)}"


@dataclass(frozen=True, eq=False)
class Objective:
    """Goals in the order of their importance; or, if `pareto`, all of equal importance.

    Where a goal is undefined there is no solution.
    """

    goals: tuple[Goal, ...]
    pareto: bool = False
    within: int = 0
    """The most by which the value of a solution may be worse than the best."""

    @property
    def expressions(self) -> list[Expression]:
        """The expression of each goal."""
        return [goal.expression for goal in self.goals]

    @property
    def words(self) -> str:
        """`minimise mark[5]`, `minimise a, then maximise b`, `minimise a against maximise b`."""
        joint = " against " if self.pareto else ", then "
        goals = joint.join(goal.words for goal in self.goals)
        return f"{goals}, within {self.within} of the best" if self.within else goals

    def keywords(self, expressions: Sequence[Expression] = ()) -> dict[str, Any]:
        """Keywords of `Model` that declare it; over other `expressions`, if they are given."""
        found = zip(self.goals, expressions or self.expressions, strict=True)
        goals = tuple((goal.sense, expression) for goal, expression in found)
        return {"pareto" if self.pareto else "minimise": goals, "within": self.within}

    @property
    def single(self) -> bool:
        """True if there is one value that is the best."""
        return len(self.goals) == 1

    @cached_property
    def valuation(self) -> Valuation:
        """The values of the goals under assignments."""
        return Valuation(self)

    def definedness(self) -> list[Constraint]:
        """Constraints that hold together where every goal is defined."""
        return defined(self.expressions)

    def judged(self) -> Rule:
        """The same as a rule for the judge, made apart from what solvers are given."""
        held = tuple(Comparison(e, "==", e) for e in self.expressions)
        names = tuple(map(describe, self.expressions))
        return Rule("the objective is defined", held, names)

    def beats(self, one: Point, other: Point) -> bool:
        """True if a solution of the values `one` shows that one of `other` is not wanted."""
        signs = [goal.sign for goal in self.goals]
        first = tuple(sign * value for sign, value in zip(signs, one, strict=True))
        second = tuple(sign * value for sign, value in zip(signs, other, strict=True))
        if self.pareto:
            return first != second and all(a <= b for a, b in zip(first, second, strict=True))
        return (first[0] + self.within,) < second if self.within else first < second

    def dominating(self, point: Point) -> list[Constraint]:
        """Constraints that hold together of the solutions that dominate `point`."""
        pairs = zip(self.goals, point, strict=True)
        as_good = [goal.at_least_as_good_as(value) for goal, value in pairs]
        return [*as_good, self.undominated_by(point)]

    def undominated_by(self, point: Point) -> Constraint:
        """Holds where a goal is better than in `point`."""
        pairs = zip(self.goals, point, strict=True)
        return any_of([goal.at_least_as_good_as(v - goal.sign) for goal, v in pairs])

    def wanted(self, point: Point) -> Constraint:
        """Holds of the solutions, where `point` has the best values."""
        pairs = list(zip(self.goals, point, strict=True))
        if self.within:
            return all_of([g.at_least_as_good_as(v + g.sign * self.within) for g, v in pairs])
        return all_of([goal.equal_to(value) for goal, value in pairs])


class Valuation:
    """The values of the goals of an objective under assignments."""

    def __init__(self, objective: Objective) -> None:
        self._program = Program(objective.expressions)

    def of(self, values: Mapping[str, Value]) -> Point | None:
        """The value of each goal; None where one is undefined."""
        found = self._program.run(values)
        return None if None in found else cast(Point, tuple(found))


def goals_of(model: Model) -> list[Expression]:
    """The expression of each goal of the objective, if there is one."""
    return model.objective.expressions if model.objective else []


def states(stated: object, point: Point) -> bool:
    """True if `stated`, as JSON has it, is the number or the list of numbers `point`."""
    numbers = stated if isinstance(stated, list) or len(point) > 1 else [stated]
    kinds = set(map(type, numbers)) if isinstance(numbers, list) else {object}
    return kinds <= {int} and numbers == list(point)


def refuse_objective(model: Model, what: str) -> None:
    """Raises: ModelError where `model` has an objective, which `what` does not know."""
    if model.objective is not None:
        raise ModelError(
            f"{what} knows rules alone, and {model.name} has an objective, to"
            f" {model.objective.words}; take model.without_objective(), or leave out --minimise,"
            " --maximise and --pareto"
        )


def read_objective(keywords: Mapping[str, Any]) -> Objective:
    """The objective of `minimise`, `maximise`, `pareto` and `within`, in either spelling.

    Raises: ModelError for two of them, none, labels, and what is no expression.
    """
    given = {name: value for name, value in keywords.items() if name != "within"}
    within = keywords.get("within", 0)
    if not given:
        raise ModelError("within is beside minimise or maximise; give one of them")
    if len(given) > 1:
        raise ModelError(
            f"{' and '.join(given)} at once: give one objective; an order of importance is a tuple,"
            ' minimise=(a, ("max", b)), and goals of equal importance are pareto=(a, ("max", b))'
        )
    ((name, value),) = given.items()
    pareto = name == "pareto"
    goals = tuple(_goal(item, _SPELLINGS.get(name, "min"), name) for item in _items(value, name))
    if pareto and len(goals) < 2:
        raise ModelError("pareto takes two goals or more; for one write minimise or maximise")
    if type(within) is not int or within < 0:
        raise ModelError(f"within is {within!r}; it must be a whole number from 0")
    if within and (pareto or len(goals) > 1):
        raise ModelError("within is a distance from one best value; leave it out beside several")
    return Objective(goals, pareto, within)


def _items(value: object, name: str) -> Iterable[object]:
    if not isinstance(value, tuple | list):
        return [value]
    if len(value) == 1 and isinstance(value[0], tuple | list) and not _is_pair(value[0]):
        value = value[0]
    if not value:
        raise ModelError(f"{name} is empty; name an expression, or leave it out")
    if _is_pair(value):
        raise ModelError(f"{name} takes goals; write {name}=({value!r},), or the expression alone")
    return value


def _is_pair(value: object) -> bool:
    return isinstance(value, tuple | list) and bool(value) and isinstance(value[0], str)


def _goal(item: object, sense: str, name: str) -> Goal:
    if _is_pair(item):
        pair = cast(Sequence[Any], item)
        if len(pair) != 2 or pair[0] not in _SPELLINGS:
            raise ModelError(f'a goal of {name} is an expression, or ("min", e), ("max", e)')
        sense, item = _SPELLINGS[pair[0]], pair[1]
    if isinstance(item, tuple | list):
        raise ModelError(f"a goal of {name} is an expression, not the list {item!r}")
    if item is None or isinstance(item, str):
        raise ModelError(f"{name} is {item!r}; give an expression, such as total(cost)")
    found = as_expression(item, f"the objective {name}")
    if found.labelled:
        raise ModelError(
            f"{describe(found)} is a label, and labels have no order; {name} a number, such as"
            " the number of times that a label comes"
        )
    return Goal(sense, found)
