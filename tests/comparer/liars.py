"""A written list of lies: mutations of right claims, and what each must be found guilty of."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from random import Random
from typing import Any

from everyway.comparer.comparison import Comparison
from everyway.conformance.instances.enumerate_naively import assignments, solution_rows
from everyway.conformance.instances.random_models import random_model
from everyway.models import Model, is_solution
from everyway.solvers.harness.rows.packing import Foreign

from ..support.settings import SEED

Row = dict[str, Any]
Reported = list[Any]


@dataclass(frozen=True)
class Scene:
    """The material of a liar."""

    model: Model
    solutions: list[Row]
    random: Random

    @property
    def some(self) -> Row:
        """A solution."""
        return self.random.choice(self.solutions)

    def changed(self, value: Callable[[Any], Any]) -> Row:
        """A solution with one value replaced."""
        row = dict(self.some)
        name = self.random.choice(list(row))
        return {**row, name: value(row[name])}

    def false(self) -> Row:
        """An assignment within the domains that is no solution."""
        return self.random.choice(
            [row for row in assignments(self.model.variables) if row not in self.solutions]
        )


def drop_any(scene: Scene) -> Reported:
    place = scene.random.randrange(len(scene.solutions))
    return scene.solutions[:place] + scene.solutions[place + 1 :]


def repeat_any(scene: Scene) -> Reported:
    return [*scene.solutions, scene.some]


def stop_early(scene: Scene) -> Reported:
    return scene.solutions[: scene.random.randrange(len(scene.solutions))]


def stay_at_one(scene: Scene) -> Reported:
    return [scene.some] * len(scene.solutions)


def shift(scene: Scene) -> Reported:
    return [
        {n: v + 1 if isinstance(v, int) else v + "!" for n, v in row.items()}
        for row in scene.solutions
    ]


def swap_two_values(scene: Scene) -> Reported:
    """Report each solution with the values of two variables swapped."""
    names = [variable.name for variable in scene.model.variables]
    one, other = names[0], names[-1]
    return [{**row, one: row[other], other: row[one]} for row in scene.solutions]


def forget_the_last_rule(scene: Scene) -> Reported:
    rules = scene.model.rules[:-1]
    other = Model("less", scene.model.groups, rules)
    return rows_of(other)


def keep_the_first_value(scene: Scene) -> Reported:
    """Search as if the first variable were fixed."""
    name = scene.model.variables[0].name
    return [row for row in scene.solutions if row[name] == scene.solutions[0][name]]


def lose_a_variable(scene: Scene) -> Reported:
    name = scene.model.variables[-1].name
    return [{n: v for n, v in row.items() if n != name} for row in scene.solutions]


class Odd(int):
    """Looks and counts like an int."""


MUTATIONS: dict[str, Callable[[Scene], Reported]] = {
    "drop the first": lambda scene: scene.solutions[1:],
    "drop the last": lambda scene: scene.solutions[:-1],
    "drop any": drop_any,
    "drop every second": lambda scene: scene.solutions[::2],
    "drop everything": lambda scene: [],
    "stop early and claim completeness": stop_early,
    "invent within the domains": lambda scene: [*scene.solutions, scene.false()],
    "invent first": lambda scene: [scene.false(), *scene.solutions],
    "invent the empty assignment": lambda scene: [*scene.solutions, {}],
    "replace one by an invented": lambda scene: [*scene.solutions[1:], scene.false()],
    "repeat one": repeat_any,
    "repeat everything": lambda scene: scene.solutions * 2,
    "repeat an invented": lambda scene: [*scene.solutions, *[scene.false()] * 3],
    "drop one, repeat another": lambda scene: [*scene.solutions[1:], scene.solutions[-1]],
    "stay at one": stay_at_one,
    "corrupt to None": lambda scene: [*scene.solutions, scene.changed(lambda value: None)],
    "corrupt to a float": lambda scene: [*scene.solutions[1:], scene.changed(lambda value: 1.0)],
    "corrupt to a bool": lambda scene: [scene.changed(lambda value: True), *scene.solutions],
    "corrupt to an odd int": lambda scene: [*scene.solutions, scene.changed(lambda value: Odd(1))],
    "corrupt to text": lambda scene: [*scene.solutions, scene.changed(lambda value: f"{value} ")],
    "corrupt to a list": lambda scene: [*scene.solutions, scene.changed(lambda value: [value])],
    "leave the domain": lambda scene: [*scene.solutions, scene.changed(lambda value: 10**30)],
    "leave the domain twice": lambda scene: [*scene.solutions, *[scene.changed(lambda v: -99)] * 2],
    "shift every value": shift,
    "lose a variable": lose_a_variable,
    "show an auxiliary": lambda scene: [{**row, "aux": 0} for row in scene.solutions],
    "no assignment": lambda scene: [*scene.solutions, 7],
    "swap two values": swap_two_values,
    "forget the last rule": forget_the_last_rule,
    "keep the first value": keep_the_first_value,
}
"""Every operator turns the right solutions into a false report, or, by chance, into a right one."""


def rows_of(model: Model) -> list[Row]:
    names = [variable.name for variable in model.variables]
    return [dict(zip(names, row, strict=True)) for row in solution_rows(model)]


def key(row: Any) -> Any:
    """A key that equal reported rows share: types count, order does not."""
    if not isinstance(row, dict):
        return ("no row", repr(row))
    return frozenset((name, *_typed(value)) for name, value in row.items())


def _typed(value: Any) -> tuple[str, str]:
    if isinstance(value, Foreign):
        return value.kind.rpartition(".")[2], value.text
    return type(value).__name__, repr(value)


def expected(reported: Reported, solutions: list[Row]) -> dict[str, int]:
    """The numbers missing, invented and repeated, by plain sets, of each kind that occurs."""
    right, counted = {key(row) for row in solutions}, Counter(map(key, reported))
    counts = {
        "missing": len(right - counted.keys()),
        "invented": len(counted.keys() - right),
        "repeated": counted.total() - len(counted),
    }
    return {kind: count for kind, count in counts.items() if count}


def scenes(count: int, start: int = SEED) -> Iterator[Scene]:
    """Random models that have solutions and non-solutions, with their solutions shuffled."""
    seed = start
    while count:
        model, seed = random_model(seed), seed + 1
        solutions, random = rows_of(model), Random(seed)
        size = sum(1 for _ in assignments(model.variables))
        if model.variables and model.rules and 2 <= len(solutions) < size:
            random.shuffle(solutions)
            count -= 1
            yield Scene(model, solutions, random)


SCENES = list(scenes(12))


def found(result: Comparison, solver: str) -> dict[str, int]:
    return {d.kind: d.count for d in result.differences if d.solver == solver}


def check_witnesses(result: Comparison, scene: Scene, reported: dict[str, Reported]) -> None:
    """Every witness proves what it stands for, and the smallest one is shown."""
    right = sorted(scene.model.solution(row) for row in scene.solutions)
    for difference in result.differences:
        keys = {key(row) for row in reported[difference.solver]}
        witness = dict(difference.witness)
        match difference.kind:
            case "missing":
                absent = [s for s in right if key(s.assignment) not in keys]
                assert difference.solution == absent[0]
                assert is_solution(scene.model, witness)
                assert not difference.violated
                assert difference.solver not in difference.found_by
            case "invented":
                assert difference.violated
                assert key(witness) in keys or not witness
                assert not is_solution(scene.model, witness)
                assert difference.solver in difference.found_by
            case "repeated":
                assert sum(key(row) == key(witness) for row in reported[difference.solver]) > 1
