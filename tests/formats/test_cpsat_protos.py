"""Random CP-SAT protos of every kind, their solutions beside a checker's over all assignments."""

from __future__ import annotations

from itertools import product
from random import Random
from typing import Any

import pytest

from everyway.formats import from_cpsat
from everyway.formats.cpsat_models import MEANINGS
from everyway.formats.cpsat_names import names_of
from everyway.solvers import solutions

from ..support.cpsat_checker import Checker

cp_model = pytest.importorskip("ortools.sat.python.cp_model", reason="not installed: ortools")
protos = pytest.importorskip("ortools.sat.cp_model_pb2", reason="not installed: ortools")
text_format = pytest.importorskip("google.protobuf.text_format", reason="not installed: ortools")

LITERALS = ("bool_or", "bool_and", "at_most_one", "exactly_one", "bool_xor")
INTERVALS = ("interval", "no_overlap", "no_overlap_2d", "cumulative")
FAR = 2**63 - 1
MODELS = 400
"""The number of protos of a kind."""


class Draw(Random):
    """Draws a proto with a constraint of a kind, and what that refers to."""

    def proto(self, kind: str) -> Any:
        self.made = protos.CpModelProto()
        self.numbers = self.randint(2, 3)
        for place in range(self.numbers):
            self._number(place)
        for place in range(3):
            one = self.made.variables.add(name=self.choice([f"b[{place}]", ""]))
            one.domain[:] = self.choice([[0, 1], [0, 1], [0, 1], [0, 1], [1, 1], [0, 0]])
        intervals = []
        if kind in INTERVALS:
            times = 2 if kind == "no_overlap_2d" else 1
            intervals = [self._interval() for _ in range(times * self.randint(1, 3))]
        if kind != "interval":
            constraint = self.made.constraints.add()
            if self.random() < 0.3:
                constraint.name = f"r{self.randint(0, 2)}"
            if kind != "reservoir" or self.random() < 0.5:
                self._enforce(constraint, 0.4)
            node = getattr(constraint, kind)
            node.SetInParent()
            if kind in LITERALS:
                node.literals.extend(self._literal() for _ in range(self.randint(0, 4)))
            elif kind in INTERVALS:
                getattr(self, f"_{kind}")(node, intervals)
            else:
                getattr(self, f"_{kind}")(node)
        if self.random() < 0.2:
            self.made.assumptions.append(self._literal())
        return self.made

    def _number(self, place: int) -> None:
        one = self.made.variables.add(name=self.choice([f"x{place}", f"x_{place}", ""]))
        low, way = self.randint(-3, 2), self.random()
        one.domain[:] = (
            [low, low, low + 2, low + 3]
            if way < 0.25
            else [low, low if way < 0.33 else low + self.randint(0, 3)]
        )

    def _any(self) -> int:
        return self.randrange(self.numbers + 3)

    def _literal(self) -> int:
        one = self.numbers + self.randrange(3)
        return one if self.random() < 0.6 else -one - 1

    def _term(self, node: Any, most: int = 1) -> None:
        for _ in range(self.choice([0, 1, 1, 1, 1, most])):
            node.vars.append(self._any())
            node.coeffs.append(self.choice([1, 1, 1, -1, 2, -2]))
        if self.random() < 0.4:
            node.offset = self.randint(-2, 3)

    def _row(self, node: Any, number: int) -> None:
        if self.random() < 0.3:
            node.vars[:] = [self._any() for _ in range(number)]
        else:
            for _ in range(number):
                self._term(node.exprs.add())

    def _enforce(self, constraint: Any, chance: float) -> None:
        if self.random() < chance:
            for _ in range(self.randint(1, 2)):
                constraint.enforcement_literal.append(self._literal())

    def _interval(self) -> int:
        constraint = self.made.constraints.add()
        node = constraint.interval
        self._term(node.start)
        node.size.offset = self.randint(0, 2)
        if self.random() < 0.4:
            node.size.vars.append(self._any())
            node.size.coeffs.append(1)
        if self.random() < 0.7:
            node.end.CopyFrom(node.start)
            node.end.vars.extend(node.size.vars)
            node.end.coeffs.extend(node.size.coeffs)
            node.end.offset += node.size.offset
        else:
            self._term(node.end)
        self._enforce(constraint, 0.5)
        return len(self.made.constraints) - 1

    def _linear(self, node: Any) -> None:
        for _ in range(self.randint(0, 4)):
            node.vars.append(self._any())
            node.coeffs.append(self.randint(-2, 2))
        low = self.randint(-4, 3)
        node.domain[:] = self.choice(
            [
                [low, low],
                [low, low + 2],
                [-FAR - 1, low],
                [low, FAR],
                [-FAR - 1, low - 1, low + 1, FAR],
                [low - 3, low - 3, low, low + 1],
                [-FAR - 1, low, low + 3, low + 4],
            ]
        )

    def _int_div(self, node: Any) -> None:
        self._term(node.target)
        self._term(node.exprs.add())
        divisor = node.exprs.add()
        if self.random() < 0.5:
            divisor.offset = self.choice([1, 2, 3, -2, -1])
        else:
            self._term(divisor)

    _int_mod = _int_div

    def _int_prod(self, node: Any) -> None:
        self._term(node.target)
        self._term(node.exprs.add())
        self._term(node.exprs.add())

    def _lin_max(self, node: Any) -> None:
        self._term(node.target)
        for _ in range(self.randint(1, 3)):
            self._term(node.exprs.add(), 2)

    def _all_diff(self, node: Any) -> None:
        for _ in range(self.randint(0, 4)):
            self._term(node.exprs.add())

    def _element(self, node: Any) -> None:
        number = self.randint(1, 4)
        if self.random() < 0.4:
            node.index, node.target = self.randrange(self.numbers), self._any()
            node.vars[:] = [self._any() for _ in range(number)]
        else:
            self._term(node.linear_index)
            self._term(node.linear_target)
            for _ in range(number):
                self._term(node.exprs.add())

    def _table(self, node: Any) -> None:
        width = self.randint(1, 3)
        self._row(node, width)
        node.values[:] = [self.randint(-2, 3) for _ in range(width * self.randint(0, 6))]
        node.negated = self.random() < 0.5

    def _automaton(self, node: Any) -> None:
        self._row(node, self.randint(1, 4))
        node.starting_state = self.randint(0, 2)
        node.final_states[:] = self.sample(range(4), self.randint(1, 2))
        arcs = {(self.randint(0, 2), self.randint(-2, 3)) for _ in range(self.randint(1, 12))}
        for tail, label in sorted(arcs):
            node.transition_tail.append(tail)
            node.transition_label.append(label)
            node.transition_head.append(self.randint(0, 2))

    def _inverse(self, node: Any) -> None:
        for _ in range(self.randint(1, 3)):
            node.f_direct.append(self._any())
            node.f_inverse.append(self._any())

    def _no_overlap(self, node: Any, intervals: list[int]) -> None:
        node.intervals[:] = intervals if self.random() < 0.9 else [*intervals, intervals[0]]

    def _no_overlap_2d(self, node: Any, intervals: list[int]) -> None:
        node.x_intervals[:], node.y_intervals[:] = intervals[::2], intervals[1::2]

    def _cumulative(self, node: Any, intervals: list[int]) -> None:
        node.intervals[:] = intervals
        self._term(node.capacity)
        for _ in intervals:
            self._term(node.demands.add())

    def _reservoir(self, node: Any) -> None:
        has_literals = self.random() < 0.6
        for _ in range(self.randint(0, 3)):
            self._term(node.time_exprs.add())
            change = node.level_changes.add()
            change.offset = self.randint(-2, 2)
            if self.random() < 0.2:
                self._term(change)
            if has_literals:
                node.active_literals.append(self._literal())
        node.min_level, node.max_level = self.randint(-2, 0), self.randint(0, 2)

    def _routes(self, node: Any, names: list[int] | None = None) -> None:
        names = names or [*range(self.randint(1, 4))]
        for tail, head in product(names, repeat=2):
            if self.random() < 0.6 and len(node.tails) < 9:
                node.tails.append(tail)
                node.heads.append(head)
                literal = self._literal()
                if self.random() < 0.5 and len(self.made.variables) < 11:
                    self.made.variables.add(name=f"a_{tail}_{head}").domain[:] = [0, 1]
                    literal = len(self.made.variables) - 1
                node.literals.append(literal)

    def _circuit(self, node: Any) -> None:
        some = self.sample(range(5), self.randint(1, 4)) if self.random() < 0.3 else None
        self._routes(node, some)


def accepted(proto: Any) -> set[tuple[int, ...]]:
    """Every assignment that the checker accepts."""
    domains = [
        [
            value
            for low, high in zip(one.domain[::2], one.domain[1::2], strict=True)
            for value in range(low, high + 1)
        ]
        for one in proto.variables
    ]
    return {row for row in product(*domains) if Checker(proto, row).accepts()}


def in_cp_sat(proto: Any) -> Any | None:
    """The proto as a `CpModel`; None where CP-SAT calls it invalid."""
    model = cp_model.CpModel()
    model.proto.parse_text_format(text_format.MessageToString(proto))
    return None if model.validate() else model


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore::everyway.models.ModelWarning")
@pytest.mark.parametrize("kind", MEANINGS)
def test_protos_have_the_solutions_that_a_checker_accepts(kind: str) -> None:
    some = compared = 0
    for seed in range(MODELS):
        proto = Draw(f"{kind} {seed}").proto(kind)
        model = in_cp_sat(proto)
        if model is None:
            continue
        expected = accepted(proto)
        kept = [
            place
            for place, one in enumerate(proto.variables)
            if one.name or len({*one.domain}) > 1  # an unnamed constant is no variable
        ]
        names = names_of([one.name for one in proto.variables])
        found = solutions(from_cpsat(proto if seed % 2 else model), "flatmap")
        rows = [tuple(one.assignment[names[place]] for place in kept) for one in found]
        assert len(rows) == len({*rows}), (seed, proto)
        assert {*rows} == {tuple(row[place] for place in kept) for row in expected}, (seed, proto)
        compared += 1
        some += bool(expected)
    assert compared > MODELS // 8
    assert some > compared // 3
