"""Solutions: the values of a model's variables, read by the names of its groups."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import total_ordering
from typing import TYPE_CHECKING, Any

from .errors import UnknownName
from .expressions import Variable
from .groups import Group
from .habits import Shown
from .nodes import Value
from .phrases import did_you_mean

if TYPE_CHECKING:
    from .model import Model


@total_ordering
class Solution(Shown, Mapping[str, Any]):
    """A value for every variable of a model, under which every constraint holds.

    By the names of the model's groups, in order, it is a mapping: `solution["queen"]`. It is also
    asked for a single variable, `solution[x]` or `solution["q[3]"]`; `assignment` has all of these.
    Solutions are hashable, equal by their values, and ordered by declaration and domain.
    """

    __slots__ = ("_model", "_read", "_unread", "row")

    _bundle = "solution_bundle"
    row: tuple[Value, ...]
    _unread: tuple[int, ...]
    _read: Callable[[tuple[int, ...]], Any]

    def __init__(self, model: Model, row: tuple[Value, ...]) -> None:
        self._model = model
        self.row = row

    @classmethod
    def unread(
        cls, model: Model, values: tuple[int, ...], read: Callable[[tuple[int, ...]], Any]
    ) -> Solution:
        """The solution whose row is `read(values)`, read when it is first asked for."""
        solution = cls.__new__(cls)
        solution._model, solution._unread, solution._read = model, values, read
        return solution

    if not TYPE_CHECKING:  # for which a class with this method has every attribute

        def __getattr__(self, name: str) -> Any:
            if name != "row":
                raise AttributeError(f"'Solution' object has no attribute {name!r}")
            self.row = self._read(self._unread)
            return self.row

    def __reduce__(self) -> tuple[Any, ...]:
        return Solution, (self._model, self.row)

    @property
    def model(self) -> Model:
        """The declared model that this solves."""
        return self._model

    @property
    def assignment(self) -> dict[str, Value]:
        """The value of each variable by its name, in the order of declaration."""
        return {v.name: value for v, value in zip(self._model.variables, self.row, strict=True)}

    @property
    def value(self) -> int | tuple[int, ...] | None:
        """The value of the model's objective, one for each goal of several; None without one."""
        objective = self._model.objective
        point = objective.valuation.of(self.assignment) if objective else None
        return point[0] if point and len(point) == 1 else point

    def __getitem__(self, key: Any) -> Any:
        """The value of the group, or else of the variable, that is `key` or is called so.

        Of a model that was read from another package, that package's variables are taken, too.

        Raises: UnknownName, a KeyError, where the model has none of that name.
        """
        if type(key) is not str:
            return self._of_thing(key)
        span = self._model.spans.get(key)
        if span is None:
            return self._value(key)
        return self._model.groups_by_name[key].of_row(self.row[span])

    def _of_thing(self, key: Any) -> Any:
        """The value of a group or variable, of everyway or the package that the model is from."""
        name = key.name if isinstance(key, Variable | Group) else key
        if not isinstance(name, str):
            name = self._model.native_names.get(getattr(key, "name", None), key)
        return self[str(name)] if isinstance(name, str) else self._value(name)

    def _value(self, name: str) -> Value:
        place = self._model.places.get(name) if isinstance(name, str) else None
        if place is None:
            known = dict.fromkeys([*self, *self._model.places])
            raise UnknownName(
                f"this solution of {self._model.name} has no variable {name!r};"
                f" {did_you_mean(name, known, 'it has')}"
            )
        return self.row[place]

    def __iter__(self) -> Iterator[str]:
        """The names of the groups, in the order of declaration."""
        return iter(self._model.groups_by_name)

    def __len__(self) -> int:
        """The number of groups."""
        return len(self._model.groups)

    def __bool__(self) -> bool:
        """True, also of no variables: `if first(model)` asks if there is a solution."""
        return True

    def to_json(self) -> dict[str, Any]:
        """The solution by the model's groups, in JSON's terms."""
        model, row = self._model, self.row
        return {g.name: g.in_json(g.of_row(row[model.spans[g.name]])) for g in model.groups}

    def to_line(self) -> dict[str, Any]:
        """The same, and the value of the model's objective under `model.value_name`."""
        if self._model.objective is None:
            return self.to_json()
        value = list(self.value) if isinstance(self.value, tuple) else self.value
        return {**self.to_json(), self._model.value_name: value}

    def _has_the_variables_of(self, other: Solution) -> bool:
        one, two = self._model, other._model
        return one is two or [v.name for v in one.variables] == [v.name for v in two.variables]

    @property
    def key(self) -> tuple[Value, ...]:
        """The solutions of a model sort by this: its row, labels as their places in the domain."""
        labels = self._model.places_of_labels
        if not labels:
            return self.row
        row = list(self.row)
        for place, places in labels:
            row[place] = places[row[place]]
        return tuple(row)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Solution):
            return super().__eq__(other)
        return self.row == other.row and self._has_the_variables_of(other)

    def __lt__(self, other: Solution) -> bool:
        if not isinstance(other, Solution) or not self._has_the_variables_of(other):
            return NotImplemented
        return self.key < other.key

    def __hash__(self) -> int:
        return hash(self.row)

    def __repr__(self) -> str:
        return f"Solution({self.to_json()})"
