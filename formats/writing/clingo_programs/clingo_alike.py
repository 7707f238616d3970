"""Terms of a list: two of them take one value, or one of them holds."""

from __future__ import annotations

import ast
from collections.abc import Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from .clingo_predicates import Bodies, NotSaid, conditional, pooled
from .clingo_reading import Item, names_of, separates

if TYPE_CHECKING:
    from .clingo_rules import Rule


def alike(rule: Rule, elements: Sequence[Item], values: Sequence[Any]) -> Bodies:
    """The body that two of a list take one of `values`. Raises: NotSaid."""
    letter = rule.fresh()
    with suppress(NotSaid):
        return [[f"{letter} = {pooled(values)}", f"{_counted(rule, elements, letter)} > 1"]]
    return [[f"{letter} = {pooled(values)}", f"{_defined(rule, elements, letter)} > 1"]]


def _counted(rule: Rule, elements: Sequence[Item], letter: str) -> str:
    """The number of elements whose value is that of a letter."""
    parts, plain = list[tuple[str, list[str]]](), True
    for place, (item, loops) in enumerate(elements):
        inner, variable = rule.within(loops), rule.variable(item)
        names = [name for loop in loops for name in names_of(loop)]
        if variable is None:
            used: list[Any] = []
            text = inner.expression(item, used)
            body = [*inner.given(used), f"{text} = {letter}"]
        else:
            body = [inner.noted(rule.plain(item), variable.atom(letter))]
        body += inner.conditions(loops, body)
        plain &= variable is not None and separates(item, names)
        parts.append((",".join([*[str(place)] * (len(elements) > 1), *names]), body))
    if plain and (len(elements) == 1 or not any(loops for _, loops in elements)):
        return f"{{{'; '.join(conditional(body) for _, body in parts)}}}"
    return f"#count {{{'; '.join(f'{key} : ' + ', '.join(b) for key, b in parts)}}}"


def _defined(rule: Rule, elements: Sequence[Item], letter: str) -> str:
    """The same by a predicate that has the value of each element. Raises: NotSaid within loops."""
    if rule.loops:
        raise NotSaid
    rows: list[tuple[Rule, list[str], list[str]]] = []
    for place, (item, loops) in enumerate(elements):
        own, used = type(rule)(rule.predicates, loops), list[Any]()
        value = own.expression(item, used)
        names = [name for loop in loops for name in names_of(loop)]
        row = [*[str(place)] * (len(elements) > 1), *names, value]
        rows.append((own, row, own.given(used)))
    first, *others = (row[:-1] for _, row, _ in rows)
    if any(len(other) != len(first) for other in others):
        raise NotSaid
    key = [f"K{n}" for n, _ in enumerate(first)] if others else first
    name = rule.predicates.defined(
        ast.unparse(ast.List([item for item, _ in elements])),
        "term",
        lambda name: [own.text(body, f"{name}({','.join(row)})") for own, row, body in rows],
    )
    return f"#count {{{','.join(key)} : {name}({','.join([*key, letter])})}}"


def holding(rule: Rule, item: ast.expr, loops: Sequence[ast.comprehension]) -> list[str]:
    """The body that a truth holds in one round of loops. Raises: NotSaid for another item."""
    inner, variable = rule.within(loops), rule.variable(item)
    if variable is None or not variable.kind.is_truth:
        raise NotSaid
    atom = inner.noted(variable, variable.atom())
    return [atom, *inner.conditions(loops, [atom])]
