"""Automata as facts for clingo, and the rules by which they read lines of variables."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from contextlib import suppress
from itertools import chain, groupby
from typing import Any

from .clingo_predicates import NotSaid, Predicates, names_of, pooled
from .clingo_rules import Rule
from .families import Loop, comprehension, kinds, one_loop


class Automata:
    """The lines that automata read: each has its automaton as facts, and rules read them all."""

    def __init__(self, predicates: Predicates, *, alone: bool) -> None:
        """A line that is `alone` in the model has no number."""
        self._predicates, self._alone = predicates, alone
        self._state, self._arc, self._final = map(predicates.fresh, ("state", "arc", "final"))
        self._lines: list[tuple[str, str, str]] = []
        """The start, the variables and the end of each line, as tuples in Python."""
        self._facts: list[tuple[tuple[str, str], int]] = []
        """The transitions and last states of lines whose facts were not asked for yet."""

    def add(self, call: ast.Call) -> None:
        """Require what a call says in Python: an automaton accepts a line. Raises: NotSaid."""
        items, *given = call.args
        if isinstance(items, ast.List):  # a few variables, which are shorter so
            several = one_loop(
                [*map(ast.unparse, items.elts)], self._predicates.taken, comprehension
            )
            items = ast.parse(several or "[]", mode="eval").body
        match items:
            case ast.ListComp(_, [ast.comprehension(_, ast.Call(_, ends), [])]) if len(ends) < 3:
                places = range(*map(ast.literal_eval, ends))
            case _:
                raise NotSaid
        steps, start, accepting = map(ast.literal_eval, given)
        number = len(self._lines) + 1
        line = f"({number}, {places[0] - 1}, {start})", f"({number}, {ast.unparse(items)})"
        self._rule(line[1], ())
        if not steps or not accepting or (self._alone and self._lines):
            raise NotSaid
        arcs = "; ".join(f"{a},{symbol},{b}" for (a, symbol), b in sorted(steps.items()))
        self._lines.append((*line, f"({number}, {places[-1]})"))
        self._facts.append(((arcs, pooled(sorted(accepting))), number))

    def facts(self) -> Iterator[str]:
        """The automata of the lines that were added since this was asked for."""
        added, self._facts = self._facts, []
        for (arcs, states), several in groupby(added, lambda pair: pair[0]):
            lines = pooled([number for _, number in several])
            if self._alone:
                yield f"{self._arc}({arcs}). {self._final}({states})."
            else:
                yield f"{self._arc}({lines},({arcs})). {self._final}({lines},{states})."

    def rules(self) -> Iterator[str]:
        """The rules by which all lines are read, those alike in loops."""
        if self._lines:
            yield "% automata read the lines, and end in a final state"
        alike: dict[str, list[str]] = {}
        for part in chain(*zip(*self._lines, strict=True)):
            alike.setdefault(kinds(part), []).append(part)
        for parts in alike.values():
            loop = one_loop(parts, self._predicates.taken, self._looped)
            yield from [loop] if loop else (self._rule(part, ()) for part in parts)

    def _looped(self, part: str, loops: Sequence[Loop]) -> str | None:
        with suppress(NotSaid):
            return self._rule(part, loops)
        return None

    def _rule(self, part: str, loops: Sequence[Loop]) -> str:
        """The rule for a part of a line, within loops. Raises: NotSaid."""
        tree: Any = ast.parse(comprehension(part, loops) if loops else part, mode="eval").body
        (number, *parts), outer = (tree.elt.elts, tree.generators) if loops else (tree.elts, [])
        inner = parts[0].generators if isinstance(parts[0], ast.ListComp) else []
        rule = Rule(self._predicates, [*outer, *inner])
        names = [name for loop in [*outer, *inner] for name in names_of(loop)]
        if not {*names}.isdisjoint("STX"):
            raise NotSaid
        key = "" if self._alone else f"{rule.expression(number, [])},"
        match parts:
            case [ast.ListComp(item)]:
                arc = f"{self._arc}(S,X,T)" if self._alone else f"{self._arc}({key}(S,X,T))"
                body = [f"{self._state}({key}{names[-1]}-1,S)", arc, rule.read(item, "X")]
                return rule.text(body, f"{self._state}({key}{names[-1]},T)")
            case [place, start]:
                ends = (rule.expression(one, []) for one in (place, start))
                return rule.text([], f"{self._state}({key}{','.join(ends)})")
        last = rule.expression(parts[0], [])
        ended = f"not {self._state}({key}{last},S) : {self._final}({key}S)"
        return f":- {', '.join([*rule.conditions(outer, []), ended])}."
