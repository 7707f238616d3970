"""Numbered atoms of linear forms, and variables whose values a symmetry changes."""

from __future__ import annotations

from typing import Any, cast

from ..domains import Domain
from ..nodes import Value
from . import linear_forms as forms
from .linear_forms import Form
from .symmetries import Symmetry, ValueMap


class Atoms:
    """Numbers for what expressions are made of, and what a symmetry makes of variables."""

    def __init__(self) -> None:
        self.keys: list[Any] = []
        """The key of each number."""
        self.moved = Symmetry("identity")
        self._numbers: dict[Any, int] = {}
        self._plain: set[int] = set()
        """The atoms that are variables: what is always defined."""
        self._mapped: dict[int, tuple[int, int]] = {}
        """The change and the variable, of each atom that is a variable with changed values."""
        self._changes: dict[int, ValueMap] = {}
        self._lines: dict[int, tuple[int, int] | None] = {}

    def number(self, *key: Any) -> int:
        """One number a key, the same for equal ones."""
        number = self._numbers.setdefault(key, len(self.keys))
        if number == len(self.keys):
            self.keys.append(key)
        return number

    def atom(self, *key: Any) -> Form:
        """The form that is one atom."""
        return 0, ((self.number(*key), 1),)

    def variable(self, name: str, domain: Domain) -> Form:
        """The form of a variable in the image: its new place, the change there undone."""
        place = self.number("variable", self.moved.variables.get(name, name))
        self._plain.add(place)
        change = self.moved.values.get(name)
        if not change or all(value == after for value, after in change.items()):
            return 0, ((place, 1),)
        return 0, ((self._mapped_to(place, self._kind_of(change, domain)), 1),)

    def _mapped_to(self, place: int, kind: int) -> int:
        atom = self.number("changed", kind, place)
        self._plain.add(atom)
        self._mapped[atom] = kind, place
        return atom

    def _kind_of(self, change: ValueMap, domain: Domain) -> int:
        """The number of `change` on all of `domain`, which it may name in part."""
        kind = self.number("change", frozenset(change.items()), domain)
        if kind not in self._changes:
            self._changes[kind] = {value: change.get(value, value) for value in domain}
            self._lines[kind] = _line(self._changes[kind])
        return kind

    # -------------------------------------------------------------------------- arithmetic

    def linear(self, *terms: tuple[int, Form], shift: int = 0) -> Form:
        """The sum of forms times coefficients, changed values as sums where they are sums."""
        read = [(times, self.as_sum(form)) for times, form in terms]
        return forms.combined(read, shift, self._plain.__contains__)

    def as_sum(self, form: Form) -> Form:
        """`form`, with `s - x` for a variable x whose values are turned around."""
        if not any(atom in self._mapped for atom, _ in form[1]):
            return form
        read = [(coefficient, self._own(atom)) for atom, coefficient in form[1]]
        return forms.combined(read, form[0], self._plain.__contains__)

    def _own(self, atom: int) -> Form:
        kind, place = self._mapped.get(atom, (-1, -1))
        line = self._lines.get(kind)
        return (0, ((atom, 1),)) if line is None else (line[0], ((place, line[1]),))

    def remainder(self, form: Form, divisor: int) -> Form:
        """`form` with the coefficients that matter to its remainder."""
        parts: list[tuple[int, Form]] = [(1, (0, ((atom, c % divisor),))) for atom, c in form[1]]
        return forms.combined(parts, form[0] % divisor, self._plain.__contains__)

    # ---------------------------------------------------------------------------- equality

    def alike(self, *terms: Form) -> list[Form]:
        """`terms` without a change of values that all share, which keeps what is equal equal."""
        kinds = {self.kind(term) for term in terms} - {None}
        change = self.change(kinds.pop()) if len(kinds) == 1 else None
        if change is not None:
            bare = [self.bare(term, change) for term in terms]
            if None not in bare:
                return cast(list[Form], bare)
        return [self.as_sum(term) for term in terms]

    def change(self, kind: int | None) -> ValueMap | None:
        """The change of this number, on the whole domain."""
        return None if kind is None else self._changes.get(kind)

    def kind(self, term: Form) -> int | None:
        """The number of the change that `term` is under; None for a constant, else -1."""
        if not term[1] or self.label(term):
            return None
        (atom, coefficient), *more = term[1]
        single = not more and term[0] == 0 and coefficient == 1
        return self._mapped.get(atom, (-1, -1))[0] if single else -1

    def label(self, term: Form) -> str:
        """The label that `term` is, if it is one."""
        key: Any = self.keys[term[1][0][0]] if len(term[1]) == 1 else ("", "")
        return str(key[1]) if key[0] == "label" else ""

    def bare(self, term: Form, change: ValueMap) -> Form | None:
        """`term` once `change` is undone; None for a constant that it makes equal to another."""
        if self.kind(term) is not None:
            return 0, ((self._mapped[term[1][0][0]][1], 1),)
        value: Value = self.label(term) or term[0]
        if value in change:
            return self.constant(change[value])
        return None if value in change.values() else term

    def constant(self, value: Value) -> Form:
        """The form of a number, or of a label."""
        return self.atom("label", value) if isinstance(value, str) else (value, ())


def _line(change: ValueMap) -> tuple[int, int] | None:
    """The s and t of a change whose value before is s + t times the one after, t being 1 or -1."""
    for sign in (1, -1):
        starts = {
            before - sign * after
            for before, after in change.items()
            if isinstance(before, int) and isinstance(after, int)
        }
        if len(starts) == 1 and all(isinstance(value, int) for value in change):
            return starts.pop(), sign
    return None
