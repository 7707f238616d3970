"""Labels as integer codes, for solvers that know integers only."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any, cast

from ..expressions import Constant, Variable
from ..global_constraints.cardinality import Cardinality
from ..global_constraints.precedence import Precedence
from ..global_constraints.predicate import Predicate
from ..global_constraints.regular import Regular
from ..global_constraints.table import Allowed, Forbidden
from ..groups import Single
from ..model import Model, Rule
from ..nodes import Node, Value, rebuild, topological
from ..own_constraints import without_own


def codes_of(model: Model) -> dict[str, int]:
    """One code a label throughout `model`, from 0 in the order of declaration."""
    nodes = topological([*model.variables, *model.constraints])
    labels = (label for node in nodes for label in _labels(node))
    return {label: code for code, label in enumerate(dict.fromkeys(labels))}


def without_labels(model: Model) -> tuple[Model, Callable[[Mapping[str, Any]], dict[str, Any]]]:
    """An equivalent model over integers alone, and what turns its solutions back.

    A model without labels comes back as it is.
    """
    if not codes_of(model):
        return model, dict
    model = without_own(model)
    codes = codes_of(model)
    names = list(codes)

    def coded(value: Value) -> int:
        return codes[value] if isinstance(value, str) else value

    def change(node: Node, old: Node) -> Node | None:
        match node:
            case Variable(name, domain) if node.labelled:
                return Variable(name, tuple(sorted(coded(label) for label in domain)))
            case Constant(constant):
                return Constant(coded(constant))
            case Allowed(_, rows) | Forbidden(_, rows):
                return replace(node, rows=tuple(tuple(map(coded, row)) for row in rows))
            case Regular():
                moves = tuple((s, coded(symbol), t) for s, symbol, t in node.transitions)
                return replace(node, transitions=moves)
            case Cardinality(_, _, values, _) | Precedence(_, values):
                return replace(node, values=tuple(map(coded, values)))
            case Predicate(_, function) if isinstance(old, Predicate):
                kinds = tuple(term.labelled for term in old.terms)
                return replace(node, function=_Decoded(function, kinds, tuple(names)))
            case _:
                return None

    labelled = {v.name for v in model.variables if v.labelled}

    def restored(values: Mapping[str, Any]) -> dict[str, Any]:
        return {n: names[x] if n in labelled else x for n, x in values.items()}

    roots: list[Node] = [*model.variables, *model.constraints]
    changed = rebuild(roots, change)
    count = len(model.variables)
    new = iter(cast(Any, changed[count:]))
    rules = [
        Rule(r.label, tuple(next(new) for _ in r.constraints), r.names, r.words, r.subject)
        for r in model.rules
    ]
    singles = [Single(cast(Variable, variable)) for variable in changed[:count]]
    # What can never hold has been warned of where it was declared.
    return model.rewritten(singles, rules), restored


class _Decoded:
    """A predicate over labels, called with codes."""

    def __init__(
        self, function: Callable[..., bool], labelled: tuple[bool, ...], names: tuple[str, ...]
    ) -> None:
        self.__name__ = getattr(function, "__name__", repr(function))
        self._function, self._labelled, self._names = function, labelled, names

    def __call__(self, *values: int) -> bool:
        pairs = zip(self._labelled, values, strict=True)
        return self._function(*(self._names[x] if label else x for label, x in pairs))


def _labels(node: Node) -> list[str]:
    match node:
        case Variable(_, domain):
            found: list[Any] = list(domain) if node.labelled else []
        case Constant(constant):
            found = [constant]
        case Allowed(_, rows) | Forbidden(_, rows):
            found = [value for row in rows for value in row]
        case Regular():
            found = list(node.symbols)
        case Cardinality(_, _, values, _) | Precedence(_, values):
            found = list(values)
        case _:
            found = []
    return [value for value in found if isinstance(value, str)]
