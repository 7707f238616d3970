"""A model as a script in python-constraint's own words, which needs nothing but that library.

As everyway posts it, by Python tests and all-different alone; or `naively`, as its documentation
suggests, with the library's constraints of sums and products and with constraints in strings.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

from ...models.language.constraints import Comparison, Constraint
from ...models.language.expressions import (
    Constant,
    Expression,
    Modulo,
    Power,
    Product,
    Quotient,
    Sum,
    Variable,
)
from ...models.language.global_constraints.all_different import AllDifferent
from ...models.language.nodes import Program, topological
from ...models.language.partial import defined
from ..harness.adapting.core_text import HELPERS, identifiers, in_core, text_of
from ..harness.adapting.script import Row, filled, whole

if TYPE_CHECKING:
    from ...models.language.model import Model

EVERYTHING = frozenset(("sums", "products", "strings"))
"""What may be posted naively."""

BODY = """{helpers}{posted}

found = [tuple(solution[name] for name in NAMES) for solution in problem.getSolutions()]
"""


def script(model: Model, expected: Iterable[Row], about: str, naively: Collection[str] = ()) -> str:
    """A script that exits with 1 while python-constraint does not find exactly `expected`.

    `model` has integer domains alone. Raises: NotImplementedError.
    """
    posted = "\n".join(lines(model, naively))
    needs_helpers = "holds(" in posted or "pick(" in posted
    return whole(
        "The solutions that python-constraint finds of a small problem.",
        about,
        model,
        expected,
        filled(BODY, helpers=f"\n{HELPERS.strip()}\n\n\n" if needs_helpers else "", posted=posted),
        library="from constraint import *",
    )


def lines(model: Model, naively: Collection[str] = ()) -> Iterator[str]:
    """Python that makes `problem`, and `NAMES`, its variables in the order of `model`.

    Raises: NotImplementedError for what cannot be written, such as a model without variables.
    """
    if not model.variables:
        raise NotImplementedError("python-constraint finds no solution where nothing is variable")
    names = identifiers(model.variables)
    yield f"NAMES = {list(names.values())}"
    yield "problem = Problem()"
    for variable in model.variables:
        values = [int(value) for value in variable.domain]
        yield f"problem.addVariable({names[variable.name]!r}, {values})"
    for constraint in model.constraints:
        yield f"problem.addConstraint({_posted(constraint, names, naively)})"


def _posted(constraint: Constraint, names: dict[str, str], naively: Collection[str]) -> str:
    """The arguments that post `constraint`."""
    if isinstance(constraint, AllDifferent) and _are_distinct(constraint.terms):
        return f"AllDifferentConstraint(), {[names[_name(t)] for t in constraint.terms]}"
    scope = [names[n.name] for n in topological([constraint]) if isinstance(n, Variable)]
    if not scope:
        fixed = Program([constraint]).run({}) == [True]
        return f"lambda *values: {fixed}, {list(names.values())}"
    if isinstance(constraint, Comparison):
        naive = _naive(constraint, names, naively)
        if naive is not None:
            return naive
    return f"lambda {', '.join(scope)}: {text_of(in_core(constraint), names)}, {scope}"


def _naive(comparison: Comparison, names: dict[str, str], naively: Collection[str]) -> str | None:
    """The arguments that post `comparison` in the library's own words, if it has some."""
    sides = (comparison.left, comparison.right)
    if "products" in naively:
        product = _product(comparison, names)
        if product is not None:
            return product
    if "sums" in naively:
        total = _total(comparison, names)
        if total is not None:
            return total
    if "strings" in naively and _is_plain_arithmetic(sides):
        left, right = (text_of(side, names) for side in sides)
        return repr(f"{_bare(left)} {comparison.relation} {_bare(right)}")
    return None


def _is_plain_arithmetic(sides: Sequence[Expression]) -> bool:
    """True if `sides` are numbers and variables joined by operators, and always defined."""
    plain = (Variable, Constant, Sum, Product, Quotient, Modulo, Power)
    return all(isinstance(node, plain) for node in topological(sides)) and not defined(sides)


def _bare(text: str) -> str:
    """`text` without brackets around a sum."""
    inside = text[1:-1]
    bracketed = text.startswith("(") and text.endswith(")")
    return inside if bracketed and not {"(", ")"} & set(inside) else text


_WORDS = {"==": ("Exact", 0), "<=": ("Max", 0), "<": ("Max", -1), ">=": ("Min", 0), ">": ("Min", 1)}


def _product(comparison: Comparison, names: dict[str, str]) -> str | None:
    """A product of different variables against a number."""
    match comparison:
        case Comparison(Product(factors), relation, Constant(int(bound))) if (
            relation in _WORDS and len(factors) > 1 and _are_distinct(factors)
        ):
            word, more = _WORDS[relation]
            scope = [names[_name(factor)] for factor in factors]
            return f"{word}ProdConstraint({bound + more}), {scope}"
        case _:
            return None


def _total(comparison: Comparison, names: dict[str, str]) -> str | None:
    """A sum of variables, with coefficients, against a number."""
    if comparison.relation not in _WORDS:
        return None
    weights: dict[str, int] = {}
    constant = 0
    for side, sign in ((comparison.left, 1), (comparison.right, -1)):
        for factor, term in _addends(side):
            if isinstance(term, Variable):
                weights[term.name] = weights.get(term.name, 0) + sign * factor
            elif isinstance(term, Constant):
                constant += sign * factor * int(term.constant)
            else:
                return None
    word, more = _WORDS[comparison.relation]
    factors = list(weights.values())
    multipliers = "" if set(factors) == {1} else f", {factors}"
    return f"{word}SumConstraint({more - constant}{multipliers}), {[names[n] for n in weights]}"


def _addends(side: Expression) -> Iterator[tuple[int, Expression]]:
    match side:
        case Sum(terms, coefficients, constant):
            yield from zip(coefficients, terms, strict=True)
            yield constant, Constant(1)
        case _:
            yield 1, side


def _are_distinct(terms: Sequence[Expression]) -> bool:
    """True if `terms` are variables, no two the same, and there are some."""
    return bool(terms) and len(set(terms)) == len(terms) and all(map(_is_variable, terms))


def _is_variable(term: Expression) -> bool:
    return isinstance(term, Variable)


def _name(term: Expression) -> str:
    assert isinstance(term, Variable), "only variables have names"
    return term.name
