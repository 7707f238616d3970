"""Constraints as Python expressions over their variables, for scripts that need no everyway.

What such a text means is what the model means, given these two helpers, which make undefined
terms false where the smallest comparison around them stands.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from keyword import iskeyword
from typing import cast

from ....models.language.arithmetic_expressions import (
    Absolute,
    Modulo,
    Power,
    Product,
    Quotient,
    Sum,
)
from ....models.language.choices import Element, Maximum, Minimum
from ....models.language.constraints import And, Comparison, Constraint, Not, Or
from ....models.language.expressions import Constant, Indicator, Variable
from ....models.language.global_constraints.predicate import Predicate
from ....models.language.global_constraints.table import Allowed
from ....models.language.nodes import Node, fold, rebuild
from ....models.language.undefinedness import defined, in_core
from .translator import tabulated

HELPERS = '''
def holds(test):
    """True if the test holds; one that divides by 0 or looks out of range does not."""
    try:
        return bool(test())
    except (ZeroDivisionError, IndexError):
        return False


def pick(array, index):
    """The item at the index, counted from 0."""
    if index < 0:
        raise IndexError
    return array[index]
'''

LONGEST = 20_000
"""Characters of a text that somebody may want to read."""
MOST_ROWS = 2_000


def core_of(constraint: Constraint) -> Constraint:
    """`constraint` by comparisons, and, or and not alone. Raises: NotImplementedError."""

    def tabulate(node: Node, original: Node) -> Node | None:
        return _tabulated(node) if isinstance(node, Predicate) else None

    (found,) = in_core(rebuild([constraint], tabulate))
    return cast(Constraint, found)


def _tabulated(predicate: Predicate) -> Constraint:
    """The assignments of the variables of `predicate` under which it holds, as a table."""
    scope, rows = tabulated(predicate, "a script", lambda: None)
    if len(rows) > MOST_ROWS:
        raise NotImplementedError("a predicate has too many assignments for a table")
    return Allowed(tuple(scope), tuple(row for row, holds in rows if holds))


def identifiers(variables: Iterable[Variable]) -> dict[str, str]:
    """A name in Python for each variable by its own, which is kept where it can be."""
    taken = {"int", "abs", "min", "max", "holds", "pick", "problem", "lambda"}
    found: dict[str, str] = {}
    for place, variable in enumerate(variables):
        name = variable.name
        plain = name.isascii() and name.isidentifier() and not iskeyword(name)
        found[name] = name if plain and name not in taken else f"v{place}_"
    return found


def text_of(node: Node, names: Mapping[str, str]) -> str:
    """`node`, whose constraints are core, as Python. Raises: NotImplementedError if too long."""

    def combine(part: Node, texts: list[str]) -> str:
        text = _written(part, texts, names)
        if len(text) > LONGEST:
            raise NotImplementedError("its text is too long to be read")
        return text

    return fold([node], combine)[node]


def _written(node: Node, texts: Sequence[str], names: Mapping[str, str]) -> str:
    match node:
        case Variable(name):
            return names[name]
        case Constant(value):
            return repr(value) if isinstance(value, str) or value >= 0 else f"({value})"
        case Sum():
            return _sum(node, texts)
        case Product():
            return f"({' * '.join(texts)})" if texts else "1"
        case Element():
            return f"pick([{', '.join(texts[:-1])}], {texts[-1]})"
        case Indicator():
            return f"int({texts[0]})"
        case Comparison(left, _, right) if defined([left, right]):
            return f"holds(lambda: {operation(node, texts)[1:-1]})"
        case _:
            return operation(node, texts)


def operation(node: Node, texts: Sequence[str]) -> str:
    """An operator or function of Python's over the `texts` of its operands."""
    match node:
        case Quotient():
            return f"({texts[0]} // {texts[1]})"
        case Modulo():
            return f"({texts[0]} % {texts[1]})"
        case Power(_, exponent):
            return f"({texts[0]} ** {exponent})"
        case Absolute():
            return f"abs({texts[0]})"
        case Minimum() | Maximum():
            which = "min" if isinstance(node, Minimum) else "max"
            return f"{which}({', '.join(texts)})" if len(texts) > 1 else texts[0]
        case Comparison(_, relation, _):
            return f"({texts[0]} {relation} {texts[1]})"
        case And():
            return f"({' and '.join(texts)})" if texts else "True"
        case Or():
            return f"({' or '.join(texts)})" if texts else "False"
        case Not():
            return f"(not {texts[0]})"
        case _:
            raise NotImplementedError(f"no text is written for {type(node).__name__}")


def _sum(node: Sum, texts: Sequence[str]) -> str:
    signs = {1: "", -1: "-"}
    pairs = zip(node.coefficients, texts, strict=True)
    terms = [f"{signs.get(factor, f'{factor} * ')}{text}" for factor, text in pairs]
    if node.constant or not terms:
        terms.append(str(node.constant))
    text = " + ".join(terms).replace("+ -", "- ")
    return text if len(terms) == 1 and not text.startswith("-") else f"({text})"
