"""Labels as integer codes, for solvers that know integers only."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from itertools import chain
from typing import Any, cast

from ..expressions import Constant, Variable
from ..global_constraints.predicate import Predicate
from ..global_constraints.table import Allowed, Forbidden
from ..groups import Single, texts_in
from ..late_dataclasses import replace
from ..model import Model
from ..nodes import Node, rebuild, topological
from ..own_constraints import value_fields, without_own
from ..rules import LEAVES


def codes_of(model: Model) -> dict[str, int]:
    """One code a label throughout `model`, from 0 in the order of declaration."""
    kinds = {str} if any(v.labelled for v in model.variables) else model.kinds
    if kinds is not None and not any(kind is str or value_fields(kind) for kind in kinds - LEAVES):
        return {}
    nodes = topological([*model.variables, *model.constraints])
    labels = chain.from_iterable(map(_labels, nodes))
    return {label: code for code, label in enumerate(dict.fromkeys(labels))}


def without_labels(
    model: Model, first: int = 0
) -> tuple[Model, Callable[[Mapping[str, Any]], dict[str, Any]]]:
    """An equivalent model over integers alone, and what turns its solutions back.

    `first` is the code of the first label. A model without labels comes back as it is.
    """
    codes = codes_of(model)
    if not codes:
        return model, dict
    if (plain := without_own(model)) is not model:
        model, codes = plain, codes_of(plain)
    codes = {label: code + first for label, code in codes.items()}
    names = [*[""] * first, *codes]

    def coded(value: Any) -> Any:
        if isinstance(value, tuple):
            return tuple(map(coded, value))
        return codes[value] if isinstance(value, str) else value

    def change(node: Node, old: Node) -> Node | None:
        match node:
            case Variable(name, domain) if node.labelled:
                return Variable(name, tuple(sorted(coded(label) for label in domain)))
            case Constant(constant):
                return Constant(coded(constant))
            case Predicate(_, function) if isinstance(old, Predicate):
                kinds = tuple(term.labelled for term in old.terms)
                return replace(node, function=_Decoded(function, kinds, tuple(names)))
            case _:
                fields = value_fields(cast(Any, type(node)))
                held = {name: coded(getattr(node, name)) for name in fields}
                return replace(cast(Any, node), **held) if held else None

    labelled = {v.name for v in model.variables if v.labelled}

    def restored(values: Mapping[str, Any]) -> dict[str, Any]:
        return {n: names[x] if n in labelled else x for n, x in values.items()}

    changed: list[Any] = rebuild([*model.variables, *model.constraints], change)
    count = len(model.variables)
    # What can never hold has been warned of where it was declared.
    return model.restated(map(Single, changed[:count]), changed[count:]), restored


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


def _labels(node: Node) -> Iterable[str]:
    if isinstance(node, Variable):
        return texts_in(node.domain) if node.labelled else ()
    if isinstance(node, Allowed | Forbidden) and {t.labelled for t in node.terms} == {False}:
        return ()  # at once: tables hold very many values
    names = value_fields(cast(Any, type(node)))
    return texts_in([getattr(node, name) for name in names]) if names else ()
