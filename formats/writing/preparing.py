"""A model as most languages take it: integers alone, one goal that is a variable, plain names."""

from __future__ import annotations

import re
from abc import abstractmethod
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from itertools import groupby, product
from math import prod
from typing import Any, TypeVar, cast

from ...models.language.arithmetic_expressions import Sum
from ...models.language.boards.placements import OnBoard
from ...models.language.boards.sides import Between, Fences
from ...models.language.constraints import NEGATED, RELATIONS, Comparison, Constraint
from ...models.language.errors import ModelError
from ...models.language.expressions import Constant, Expression, Indicator, Variable, bounds
from ...models.language.files.catalogue import find
from ...models.language.files.puzzle_files import is_path
from ...models.language.global_constraints.count import Count
from ...models.language.global_constraints.cumulative import Cumulative
from ...models.language.global_constraints.no_overlap import NoOverlap, NoOverlap2D
from ...models.language.groups import Group, VariableGrid, VariableList
from ...models.language.model import Model
from ...models.language.nodes import Value, describe, rebuild, topological
from ...models.language.objectives import SENSES, Goal
from ...models.language.viewpoints.labels import codes_of, without_labels
from ...solvers.harness.adapting.bounded import BoundedTranslator, Term
from ...solvers.harness.contract import Unsupported
from ...solvers.harness.running.optimising import under, with_value
from .brackets import atomic, bare, weighted
from .restated import added_once, in_numbers, in_one_sum, in_windows, numbers_among

K = TypeVar("K")
_NUMBER = r"(0|[1-9]\d*)"
SQUARE = re.compile(rf"r{_NUMBER}c{_NUMBER}")
"""The name of a square."""
_BETWEEN = re.compile(f"{SQUARE.pattern}-{SQUARE.pattern}")
"""The name of what is between two squares."""


class Prepared:
    """A model over integers without objective, and the goal that it had."""

    def __init__(
        self,
        model: Model,
        language: str,
        first: int = 0,
        *,
        windows: bool = False,
        numbers: bool = False,
        added: bool = False,
    ) -> None:
        """`first` is the code of the first label.

        With `windows`, automata that forbid short words alone are said without automata. With
        `numbers`, of two lists in the order of a dictionary the numbers of their digits are. With
        `added`, sums that are less than others have no truth taken off another.

        Raises: Unsupported for an objective of several goals.
        """
        self.language = language
        self.title = _title(model)
        """The name of the model, and the summary of its puzzle."""
        self._fences = [group.name for group in model.groups if isinstance(group, Fences)]
        self.projection = model.projection
        objective, goal, aim = model.objective, None, ""
        if objective is not None:
            if len(objective.goals) > 1 or objective.pareto or objective.within:
                raise Unsupported(
                    f"{language} is written for one goal, and no other solutions than the best;"
                    f" {model.name} is to {objective.words}"
                )
            (goal,) = objective.goals
            plain = under(model.without_objective(), objective.definedness())
            model, variable = with_value(plain, goal)
            aim = variable.name
        self.model, _ = without_labels(model, first)
        self.labels = {code + first: label for label, code in codes_of(model).items()}
        """The label that each code stands for."""
        self.labelled = {variable.name for variable in model.variables if variable.labelled}
        """The names of the variables whose values are codes."""
        self.goal = Goal(goal.sense, self.model.by_name[aim]) if goal else None
        """The goal: a variable of the model, which is shown nowhere."""
        wanted = {*(model.projection or self.model.by_name)} - {aim}
        self.shown = [one for one in self.model.variables if one.name in wanted]
        """The variables of whose values solutions consist."""
        flat = [cast(Constraint, one) for one in rebuild(self.model.constraints, added_once)]
        self.model = self.model.restated(self.model.groups, flat)
        self.as_numbers = numbers_among(self.model.constraints) if added else set[str]()
        """The variables of 0 and 1 that are to be numbers, not truths, where truths are `added`."""
        for is_wanted, said in ((windows, in_windows), (numbers, in_numbers), (added, in_one_sum)):
            if is_wanted:
                constraints = map(said, self.model.constraints)
                self.model = self.model.restated(self.model.groups, constraints)

    def inlined(self) -> tuple[Model, Expression | None]:
        """The model without the variable of the goal, and its expression if there is one."""
        if self.goal is None:
            return self.model, None
        (equal,) = cast("tuple[Comparison]", self.model.rules[-1].constraints)
        return self.model.rewritten(self.model.groups[:-1], self.model.rules[:-1]), equal.right

    @property
    def sense(self) -> str:
        """`minimize` or `maximize`; an empty text without a goal."""
        return SENSES[self.goal.sense].replace("ise", "ize") if self.goal else ""

    def value(self, variable: Variable, code: int) -> int | str:
        """The value that a code stands for."""
        return self.labels[code] if variable.name in self.labelled else code

    def head(self, text: str) -> Iterator[str]:
        """The name of the model, its puzzle, and what a text does not say.

        The puzzle is left to the name where a text is as short as a few such remarks.
        """
        is_short = len(text) < _TIMES_A_REMARK * len(self.title[-1]) if self.title else False
        yield from self.title[:1] if is_short else self.title
        for name in self._fences if self.language != "MiniZinc" else ():
            yield f"{name} is keyed by the corners at both ends of a side, each by row and column"
        if self.projection:
            yield f"a solution is the values of {in_one_line(', '.join(self.projection))}"
        if self.goal is not None:
            yield f"{self.language} gives one best solution, though there may be others"

    def remarks(self, names: Mapping[str, str]) -> Iterator[str]:
        """The name of the model, its puzzle, names that are written otherwise, and codes."""
        yield from self.title
        for name, written in names.items():
            if not is_read_as(name, written):
                yield f"{written} is {in_one_line(name)}"
        codes, labels = [*self.labels], [*map(in_one_line, self.labels.values())]
        if len(codes) > _FEW_CODES and not any(" " in label or not label for label in labels):
            yield f"{codes[0]} to {codes[-1]} stand for {' '.join(labels)}"
            return
        yield from (f"{code} stands for {said}" for code, said in zip(codes, labels, strict=True))


def _title(model: Model) -> list[str]:
    """The name of a model and the summary of its puzzle, without how both begin alike."""
    name, summary = map(in_one_line, (model.name, summary_of(model)))
    puzzle, colon, said = re.sub("^(An?|The) ", "", summary).partition(": ")
    if colon and name.casefold().startswith(puzzle.casefold()):
        whole, summary = f"{name}: {said}", said[:1].upper() + said[1:]
        if len(whole) < _WIDEST:
            return [whole]
    return [one for one in (name, summary) if one]


_FEW_CODES = 3
"""The most labels that have a remark each."""
_TIMES_A_REMARK = 5
"""The length of a text, in remarks, from which on its head says more than its name."""
_WIDEST = 80
"""Longer remarks are apart."""


def summary_of(model: Model) -> str:
    """The summary of the puzzle of the gallery that a model is of; empty for another model."""
    name = model.recipe.puzzle if model.recipe else ""
    with suppress(ModelError):
        return find(name).summary if name and not is_path(name) else ""
    return ""


def renamed(names: Mapping[str, str], before: str) -> list[str]:
    """A remark on each name that is written otherwise than in the model."""
    return [f"{before}{new} is {in_one_line(old)}" for new, old in names.items() if new != old]


def is_read_as(name: str, written: str) -> bool:
    """True if a name is written as it is, but for signs between words, and before a number."""
    plain = "_".join(re.findall(r"[A-Za-z0-9]+", name))
    return written in (name, plain, f"v{plain}" if plain[:1].isdigit() else plain)


def in_one_line(text: str) -> str:
    """`text` without what would end a line or change what is printed; a backslash stands twice."""
    return "".join(
        sign if sign.isprintable() and sign != "\\" else sign.encode("unicode_escape").decode()
        for sign in text
    )


_SIGNS = {"+": "plus", "-": "minus", "*": "star", "#": "sharp", ".": "dot", "?": "any"}
"""The names of labels that are one sign."""


def identifiers(
    names: Mapping[K, str], reserved: Iterable[str], given: Iterable[str] = ()
) -> dict[K, str]:
    """For each name one like it of letters, digits and underscores; no two are equal.

    None is `reserved`, in capitals or not, and none is `given`.
    """
    words, found = {word.lower() for word in reserved}, {}
    taken = {*given}
    for key, name in names.items():
        plain = re.sub(r"[^A-Za-z0-9]+", "_", _SIGNS.get(name, name)).strip("_")
        plain = plain if plain[:1].isalpha() else f"v{plain}"
        chosen, number = plain, 2
        while chosen.lower() in words or chosen in taken:
            chosen, number = f"{plain}_{number}", number + 1
        taken.add(chosen)
        found[key] = chosen
    return found


class Named(BoundedTranslator):
    """An adapter's translation in which declared variables are called nearly as in the model."""

    _next = ""

    def __init__(self, identifiers: Mapping[str, str], *given: Any) -> None:
        """`identifiers` are what variables are called in the text; the rest is the adapter's."""
        self.identifiers = identifiers
        self.taken = {*identifiers.values()}
        """The names that nothing else may have."""
        super().__init__(*given)

    def declared(self, variable: Variable) -> Term:
        self._next = self.identifiers[variable.name]
        return super().declared(variable)

    def require_compared(self, left: Term, relation: str, right: Term) -> None:
        """Require a comparison, but for one that holds by the bounds alone."""
        if not _holds(left, relation, right):
            super().require_compared(left, relation, right)

    def _posted(self, constraint: Constraint) -> Sequence[Constraint]:
        """The constraints left to require; none of a count that any values of its terms have."""
        if isinstance(constraint, Count):
            self._reach([constraint.number])
            found, number = Term(None, 0, len(constraint.terms)), self._terms[constraint.number]
            if _holds(found, constraint.relation, number):
                self.require_defined(constraint.parts)
                return ()
        return super()._posted(constraint)

    def compared(self, left: Term, relation: str, right: Term) -> Any:
        """The truth of a comparison; known where it is by the bounds."""
        if _holds(left, relation, right) or _holds(left, NEGATED[relation], right):
            return _holds(left, relation, right)
        return super().compared(left, relation, right)

    def fresh(self, letter: str) -> str:
        """A name of its own."""
        if self._next:
            name, self._next = self._next, ""
            return name
        while (name := super().fresh(letter)) in self.taken:
            pass
        return name


def _holds(left: Term, relation: str, right: Term) -> bool:
    """True if a comparison holds whatever the values are."""
    match relation:
        case "<" | "<=":
            return bool(RELATIONS[relation](left.high, right.low))
        case ">" | ">=":
            return bool(RELATIONS[relation](left.low, right.high))
        case "!=":
            return left.high < right.low or right.high < left.low
        case _:
            return False


def are_tasks(one: Cumulative | NoOverlap | NoOverlap2D, ends: object = ()) -> bool:
    """True for tasks, or boxes, some at least, at variables, all else known and above 0."""
    starts = (*one.x, *one.y) if isinstance(one, NoOverlap2D) else one.starts
    known = one.parts[len(starts) :]
    are_variables = all(isinstance(start, Variable) for start in starts)
    above_0 = all(isinstance(number, Constant) and bounds(number)[0] > 0 for number in known)
    return bool(starts) and are_variables and above_0


class Nested(Named):
    """A translation into text in which short terms and truths are written where they are used."""

    def __init__(self, identifiers: Mapping[str, str], model: Model, *given: Any) -> None:
        self._lines: list[str] = []
        self.labels: Mapping[int, str] = {}
        """The names of codes."""
        self.labelled: set[str] = set()
        """The texts of variables that take codes."""
        self._uses = Counter(part for node in topological(model.constraints) for part in node.parts)
        super().__init__(identifiers, model, *given)

    @property
    def longest(self) -> int:
        """A term of more characters has a name of its own; it is less for what is used often."""
        is_used_once = self._at is not None and self._uses[self._at] < 2
        return 2_000 if is_used_once else 120

    def lines(self) -> list[str]:
        """The lines that were added since this was asked for, if ever."""
        lines, self._lines = self._lines, []
        return lines

    def declared(self, variable: Variable) -> Term:
        """A variable; one of neighbouring values is over an interval."""
        domain = variable.domain
        low, high = int(domain[0]), int(domain[-1])
        if not isinstance(domain, range) and len(domain) == high - low + 1:  # they ascend
            variable = Variable(variable.name, range(low, high + 1))
        return super().declared(variable)

    def side(self, term: Term, other: Term) -> str:
        """A side of a comparison as a text; a code by its name beside a variable over such."""
        if other.native in self.labelled and term.is_fixed:
            return self.labels.get(term.low, str(term.native))
        return bare(term.native)

    def nested(self, text: Any) -> Any:
        """A text within another."""
        return text

    def kept(self, expression: Any, low: int, high: int) -> Term:
        """The value of `expression`."""
        if low == high or len(str(expression)) > self.longest:
            return super().kept(expression, low, high)
        return Term(self.nested(expression), low, high)

    def reified(self, constraint: Any) -> Any:
        """The truth that holds exactly where `constraint` does."""
        if len(str(constraint)) > self.longest:
            return self.named_truth(constraint)
        return self.nested(constraint)

    def truth_counted(self, part: Expression) -> Any:
        """The truth that a part of 0 and 1 counts, without the name that its number may need."""
        if isinstance(part, Indicator):
            return self._truth(part.constraint)
        (term,) = self.required([part])
        return self.compared(term, "==", self.constant(1))

    def required(self, parts: Sequence[Expression]) -> list[Term]:
        """The terms of parts, which are required to be defined."""
        self.require_defined(parts)
        return [*map(self.term_of, parts)]

    @abstractmethod
    def named_truth(self, constraint: Any) -> Any:
        """The same under a name of its own."""


class Infix(Nested):
    """The same where a text within another may need brackets, and a sum is written by `+`."""

    def nested(self, text: str) -> str:
        return text if atomic(text) else f"({text})"

    def linear(self, terms: Sequence[Term], coefficients: Sequence[int], constant: int) -> Term:
        same = {one.native: one for one in terms}  # a text that comes twice is added once
        return super().linear([same[one.native] for one in terms], coefficients, constant)

    def weighted(self, natives: list[str], coefficients: list[int], constant: int) -> str:
        return weighted(natives, coefficients, constant)


def places_of_ones(items: Sequence[Expression]) -> list[int]:
    """The places of 1 in a list of 0 and 1; none if it is another, or of one of them alone."""
    values = [item.constant if isinstance(item, Constant) else None for item in items]
    return [n for n, value in enumerate(values) if value] if {*values} == {0, 1} else []


def values_counted(
    added: Sum,
) -> tuple[tuple[Variable, ...], tuple[Constant, ...], int] | None:
    """The variables and the values, if the terms are the truths that each of them has each value.

    And what is added to these. None for another sum.
    """
    found, further, stack = dict[Variable, dict[Value, Constant]](), 0, list[Expression]([added])
    while stack:
        match stack.pop():
            case Sum(terms, factors, first) if {*factors} == {1}:
                stack += reversed(terms)
                further += first
            case Indicator(Comparison(Variable() as variable, "==", Constant() as value)):
                values = found.setdefault(variable, {})
                if value.constant in values:
                    return None
                values[value.constant] = value
            case _:
                return None
    values = next(iter(found.values()), {})
    are_alike = all(one.keys() == values.keys() for one in found.values())
    return ((*found,), (*values.values(),), further) if are_alike else None


def keys_of(group: Group) -> Sequence[tuple[Any, ...]]:
    """The keys of a group, one for each variable, two squares or corners by rows and columns.

    There are none where the group is no array.
    """
    if len({variable.labelled for variable in group.variables}) != 1:
        return ()
    if isinstance(group, OnBoard):
        return group.squares
    if isinstance(group, Between | Fences):
        return [(*a, *b) for a, b in group.pairs]
    if isinstance(group, VariableGrid):
        return [*product(*map(range, group.shape))]
    if isinstance(group, VariableList):
        for name in (SQUARE, _BETWEEN):
            found = [name.fullmatch(key) if isinstance(key, str) else None for key in group.keys]
            if all(found):
                return [tuple(map(int, one.groups())) for one in found if one]
        return [key if isinstance(key, tuple) else (key,) for key in group.keys]
    return ()


def index_sets(keys: Sequence[tuple[Any, ...]]) -> tuple[range, ...]:
    """The ranges of which `keys` are the product; none if they are of no such."""
    if len({*map(len, keys)}) != 1 or not all(type(one) is int for key in keys for one in key):
        return ()
    axes = tuple(range(min(axis), max(axis) + 1) for axis in zip(*keys, strict=True))
    whole = prod(map(len, axes)) == len(keys) and [*product(*axes)] == [*map(tuple, keys)]
    return axes if whole else ()


def labelled_rules(model: Model, posted: Model) -> Iterator[tuple[str, list[Constraint]]]:
    """The label of each rule of `posted`, and its constraints; empty for those without one.

    `posted` is `model` in other terms, with further rules.
    """

    def label(place: int) -> str:
        rule = (model.rules if place < len(model.rules) else posted.rules)[place]
        alone = len(rule.constraints) == 1 and rule.label == describe(rule.constraints[0])
        return "" if alone else rule.label

    for said, places in groupby(range(len(posted.rules)), label):
        yield said, [one for place in places for one in posted.rules[place].constraints]


def by_rule(
    model: Model, posted: Model, post: Callable[[Iterable[Constraint]], object]
) -> Iterator[str]:
    """The label of each rule of `posted`, once it is posted; empty for constraints without one."""
    for said, constraints in labelled_rules(model, posted):
        post(constraints)
        yield said
