"""A model as most languages take it: integers alone, one goal that is a variable, plain names."""

from __future__ import annotations

import re
from abc import abstractmethod
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from ...models.language.expressions import Variable
from ...models.language.model import Model
from ...models.language.objectives import SENSES, Goal
from ...models.language.viewpoints.labels import codes_of, without_labels
from ...solvers.harness.adapting.bounded import BoundedTranslator, Term
from ...solvers.harness.contract import Unsupported
from ...solvers.harness.running.optimising import under, with_value


class Prepared:
    """A model over integers without objective, and the goal that it had."""

    def __init__(self, model: Model, language: str) -> None:
        """Raises: Unsupported for an objective of several goals."""
        self.name = model.name
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
        self.model, _ = without_labels(model)
        self.labels = {code: label for label, code in codes_of(model).items()}
        """The label that each code stands for."""
        self.labelled = {variable.name for variable in model.variables if variable.labelled}
        """The names of the variables whose values are codes."""
        self.goal = Goal(goal.sense, self.model.by_name[aim]) if goal else None
        """The goal: a variable of the model, which is shown nowhere."""
        projection = model.projection
        self.shown = [
            variable
            for variable in self.model.variables
            if variable.name != aim and (not projection or variable.name in projection)
        ]
        """The variables of whose values solutions consist."""

    @property
    def sense(self) -> str:
        """`minimize` or `maximize`; an empty text without a goal."""
        return SENSES[self.goal.sense].replace("ise", "ize") if self.goal else ""

    def value(self, variable: Variable, code: int) -> int | str:
        """The value that a code stands for."""
        return self.labels[code] if variable.name in self.labelled else code

    def remarks(self, names: Mapping[str, str]) -> Iterator[str]:
        """The name of the model, names that are written otherwise, and codes."""
        yield in_one_line(self.name)
        for name, written in names.items():
            if name != written:
                yield f"{written} is {in_one_line(name)}"
        for code, label in self.labels.items():
            yield f"{code} stands for {in_one_line(label)}"


def in_one_line(text: str) -> str:
    """`text` without what would end a line or change what is printed."""
    return text.encode("unicode_escape").decode()


def identifiers(names: Iterable[str], reserved: Iterable[str]) -> dict[str, str]:
    """For each name one like it of letters, digits and underscores; no two are equal."""
    taken, found = {word.lower() for word in reserved}, {}
    for name in names:
        plain = re.sub(r"[^A-Za-z0-9]+", "_", name).strip("_")
        plain = plain if plain[:1].isalpha() else f"v{plain}"
        chosen, number = plain, 2
        while chosen.lower() in taken:
            chosen, number = f"{plain}_{number}", number + 1
        taken.add(chosen.lower())
        found[name] = chosen
    return found


class Named(BoundedTranslator):
    """An adapter's translation in which declared variables are called nearly as in the model."""

    _next = ""

    def __init__(self, identifiers: Mapping[str, str], *given: Any) -> None:
        """`identifiers` are what variables are called in the text; the rest is the adapter's."""
        self.identifiers = identifiers
        super().__init__(*given)

    def declared(self, variable: Variable) -> Term:
        self._next = self.identifiers[variable.name]
        return super().declared(variable)

    def fresh(self, letter: str) -> str:
        """A name of its own."""
        if self._next:
            name, self._next = self._next, ""
            return name
        taken = self.identifiers.values()
        while (name := super().fresh(letter)) in taken:
            pass
        return name


class Nested(Named):
    """A translation into text in which short terms and truths are written where they are used."""

    longest = 120
    """A term of more characters has a name of its own; what is used often is written once."""
    brackets = "{}"
    """The brackets of a term within another."""

    def kept(self, expression: str, low: int, high: int) -> Term:
        """The value of `expression`."""
        if low == high or len(expression) > self.longest:
            return super().kept(expression, low, high)
        return Term(self.brackets.format(expression), low, high)

    def reified(self, constraint: str) -> str:
        """The truth that holds exactly where `constraint` does."""
        if len(constraint) > self.longest:
            return self.named_truth(constraint)
        return self.brackets.format(constraint)

    @abstractmethod
    def named_truth(self, constraint: str) -> str:
        """The same under a name of its own."""
