"""Recorded searches of one model as one document, `everyway.trace/1`: what a page replays.

Values are places in a domain, variables places in the declaration of what is searched. Of each try
four numbers are kept: its depth, variable, value and outcome; their order, depth first, says which
try was made below which. `taken` and `failed` say by number of the try what the rules did:
`[rule, line, because, lost]`, and of a failure also the variable that was emptied. `because` are
pairs of a variable and a value, `lost` runs of values: variable, first, last. A page that can
search by itself has both for the first `kept` tries, and works the others out where it shows them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from typing import Any

from ...models.language.domains import Domain
from ...models.language.domains import size as size_of
from ...models.language.expressions import Variable
from ...models.language.model import Model
from ...models.language.nodes import topological
from ...models.language.phrases import inside
from ...models.language.viewpoints.labels import without_labels
from ...models.language.viewpoints.viewpoint import View, in_viewpoint
from ...solvers.flatmap.observed import Fact, Loss, Removal
from ...solvers.harness.running.first_phase import settled
from .panels import Panels
from .recorded_search import ALL, LIMIT, WAYS, Node, Recorded, Way, record
from .search_parts import search_parts

SCHEMA = "everyway.trace/1"
WIDEST = 60
"""The most values of a variable that are shown one by one."""
SECONDS = 60.0
"""For which the best value of an objective is looked for."""
MOST_CAUSES = 12
"""The most decided variables that are named as the cause of a removal."""


class TraceDocument:
    """Turns recorded searches of `model` into numbers, and the model into words.

    Under an objective, the search is for what has the best value, which is looked for before.
    """

    def __init__(self, model: Model, viewpoint: str = "auto") -> None:
        if model.objective is not None:
            model, _ = settled(model, SECONDS)
        self.model = model
        self._coded, self._decode = without_labels(model)
        self.view: View = in_viewpoint(self._coded, viewpoint)
        self.variables = self.view.model.variables
        self._index = [_Index(v.domain) for v in self.variables]
        self._ids = {v.name: number for number, v in enumerate(self._coded.variables)}
        self._declared: dict[tuple[str, Any], str] = {m: n for n, m in self.view.marks.items()}
        self.lines: dict[str, int] = {"": 0}
        self._scopes = list(self._read_scopes())
        self._line_of = cache(self._line_of_two)
        self._ids_of = cache(self._ids_of_variable)

    def document(
        self, ways: Sequence[Way] = WAYS, limit: int = LIMIT, most_kept: int = ALL
    ) -> tuple[dict[str, Any], list[str]]:
        """The document, and the ground of each of its panels as SVG.

        `most_kept` removals and failures are kept of each search, where a page can do without more.
        """
        parts, missing = search_parts(self.view.model, self._numbered, WIDEST)
        kept = ALL if parts is None else most_kept
        searches = [self._search(record(self.view.model, way, limit, kept)) for way in ways]
        panels = Panels(self.model, self._places(), len(self.variables)).found()
        known = self.model.known
        found = {
            "schema": SCHEMA,
            "name": self.model.name,
            "known": [known.count, known.source] if known else None,
            "limit": limit,
            "rules": [[r.label, r.words or r.label] for r in self.model.rules],
            "variables": list(self._variables()),
            "panels": [panel for panel, _ in panels],
            "parts": parts,
            "missing": missing,
            "searches": searches,
            "scopes": [[[n, sorted(ids)] for n, ids in scopes] for scopes in self._scopes],
            "lines": list(self.lines),
        }
        return found, [ground for _, ground in panels]

    def _search(self, recorded: Recorded) -> dict[str, Any]:
        way, nodes = recorded.way, recorded.nodes
        flat: list[int] = []
        for node in nodes[1:]:
            flat += [node.depth, node.place, self._index[node.place][node.value], node.outcome]
        taken = {i: found for i, n in enumerate(nodes) if (found := self._taken(n.removals))}
        return {
            "key": way.key,
            "title": way.title,
            "says": way.words,
            "whole": recorded.whole,
            "root": nodes[0].outcome,
            **({"kept": recorded.kept} if recorded.kept < len(nodes) else {}),
            "nodes": flat,
            "taken": taken,
            "failed": {i: self._failure(n, n.reason) for i, n in enumerate(nodes) if n.reason},
        }

    # --------------------------------------------------------------------------- reasons

    def _taken(self, removals: Sequence[Removal]) -> list[list[Any]]:
        """Removals, those as one in which one line of a rule took values from several variables."""
        merged: dict[tuple[int, int, tuple[int, ...]], list[tuple[int, int, int]]] = {}
        for removal in removals:
            because = tuple(self._facts(removal.because))
            for loss in removal.losses:
                for run in self._index[loss.place].lost(loss):
                    line = self._line(removal, loss.place, run[1])
                    merged.setdefault((removal.rule, line, because), []).append(run)
        return [[r, line, list(b), _flat(runs)] for (r, line, b), runs in merged.items()]

    def _failure(self, node: Node, reason: Removal) -> list[Any]:
        runs = [run for loss in reason.losses for run in self._index[loss.place].lost(loss)]
        line = self._line(reason, runs[-1][0], runs[-1][2]) if runs else self._line(reason, -1, 0)
        return [reason.rule, line, self._facts(reason.because), _flat(runs), node.emptied]

    def _facts(self, facts: Sequence[Fact]) -> list[int]:
        return [
            n for place, value in facts[:MOST_CAUSES] for n in (place, self._index[place][value])
        ]

    def _line(self, removal: Removal, place: int, index: int) -> int:
        if removal.line is not None:
            return self._numbered(removal.line)
        return self._line_of(removal.rule, removal.because[0], (place, index))

    def _line_of_two(self, rule: int, cause: Fact, lost: Fact) -> int:
        """The first line of `rule` in which both stand, such as `column 2`."""
        place, value = cause
        ids = {self._id(place, self._index[place][value]), self._id(*lost)}
        return next((number for number, scope in self._scopes[rule] if ids <= scope), 0)

    def _numbered(self, name: str) -> int:
        return self.lines.setdefault(name, len(self.lines))

    def _read_scopes(self) -> Iterator[list[tuple[int, frozenset[int]]]]:
        """Of each rule, its named lines with the declared variables that are in them."""
        for rule in self._coded.rules:
            yield [
                (self._numbered(name), frozenset(self._ids[n] for n in _names(constraint)))
                for constraint, name in rule.places()
                if name
            ]

    def _id(self, place: int, index: int) -> int:
        """The number of the declared variable that a value is about; -1 if there is none."""
        ids = self._ids_of(place)
        return ids if isinstance(ids, int) else ids[index]

    def _ids_of_variable(self, place: int) -> int | list[int]:
        variable = self.variables[place]
        if variable.name in self._ids:
            return self._ids[variable.name]
        marks = (self._declared.get((variable.name, value)) for value in variable.domain)
        return [self._ids[mark] if mark else -1 for mark in marks]

    # -------------------------------------------------------------------- words and pictures

    def _variables(self) -> Iterator[dict[str, Any]]:
        keys = [inside(variable.name) for variable in self.variables]
        clear = len(set(keys)) == len(keys) and not any(key.lstrip("-").isdigit() for key in keys)
        for place, variable in enumerate(self.variables):
            shown = {"name": keys[place] if clear else variable.name, "full": variable.name}
            domain = variable.domain
            if size_of(domain) > WIDEST:
                ends = {"from": str(domain[0]), "to": str(domain[-1]), "size": size_of(domain)}
                yield {**shown, **ends}
            else:
                values = [self._value(variable.name, value) for value in domain]
                numbers = {} if values == list(map(str, domain)) else {"numbers": list(domain)}
                yield {**shown, **numbers, "values": values, "ids": self._ids_of(place)}

    def _value(self, name: str, value: Any) -> str:
        mark = self._declared.get((name, value))
        return inside(mark) if mark else str(self._decode({name: value})[name])

    def _places(self) -> Mapping[str, tuple[int, int]]:
        places = {variable.name: place for place, variable in enumerate(self.variables)}
        found = {name: (place, -1) for name, place in places.items()}
        for name, (choice, value) in self.view.marks.items():
            found[name] = places[choice], self._index[places[choice]].get(value)
        return found


class _Index:
    """The places of the values in a domain."""

    def __init__(self, domain: Domain) -> None:
        self._wide = size_of(domain) > WIDEST
        self._domain = domain
        self._places = {} if self._wide else {value: place for place, value in enumerate(domain)}

    def __getitem__(self, value: int) -> int:
        return self._domain.index(value) if self._wide else self._places[value]

    def get(self, value: int) -> int:
        """The place of `value`; -1 if it is not in the domain."""
        return self[value] if value in self._domain else -1

    def lost(self, loss: Loss) -> list[tuple[int, int, int]]:
        """The variable with runs of places that it loses; of wide domains those at the ends."""
        place, before, left = loss
        first, last = self[before[0]], self[before[-1]]
        if self._wide:
            ends = (self[left[0]], self[left[-1]]) if left else (last + 1, last)
            runs = [(first, ends[0] - 1), (ends[1] + 1, last)]
            return [(place, low, high) for low, high in runs if low <= high]
        kept = set(left)
        return [(place, self[x], self[x]) for x in before if x not in kept]


def _flat(runs: Sequence[tuple[int, int, int]]) -> list[int]:
    """Runs in order, those that meet as one: variable, first, last."""
    found: list[list[int]] = []
    for place, first, last in sorted(runs):
        if found and found[-1][0] == place and found[-1][2] == first - 1:
            found[-1][2] = last
        else:
            found.append([place, first, last])
    return [number for run in found for number in run]


def _names(constraint: Any) -> list[str]:
    return [node.name for node in topological([constraint]) if isinstance(node, Variable)]
