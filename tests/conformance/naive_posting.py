"""Posting as python-constraint's documentation suggests: native sums and products, and strings."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

from everyway.models.language.arithmetic_expressions import Modulo, Power, Product, Quotient, Sum
from everyway.models.language.choices import defined
from everyway.models.language.constraints import Comparison, Constraint
from everyway.models.language.expressions import Constant, Expression, Variable
from everyway.models.language.nodes import topological
from everyway.solvers.harness.adapting.recording import text_of
from everyway.solvers.python_constraint.by_hand import Post, posted_here
from everyway.solvers.python_constraint.native_constraints import are_variables


def post(naively: Collection[str]) -> Post:
    """Posts by what `naively` names of "sums", "products" and "strings", else as everyway does."""

    def posted(constraint: Constraint, names: dict[str, str]) -> str:
        found = None
        if isinstance(constraint, Comparison) and _has_variables(constraint):
            found = natively(constraint, names, naively)
        return found or posted_here(constraint, names)

    return posted


def _has_variables(constraint: Constraint) -> bool:
    return any(isinstance(node, Variable) for node in topological([constraint]))


def natively(comparison: Comparison, names: dict[str, str], naively: Collection[str]) -> str | None:
    """The arguments that post `comparison` by a native constraint or a string, if there is one."""
    sides = (comparison.left, comparison.right)
    if "products" in naively:
        product = _product(comparison, names)
        if product is not None:
            return product
    if "sums" in naively:
        total = _sum(comparison, names)
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


NATIVE = {"==": ("Exact", 0), "<=": ("Max", 0), "<": ("Max", -1), ">=": ("Min", 0), ">": ("Min", 1)}


def _product(comparison: Comparison, names: dict[str, str]) -> str | None:
    """A product of different variables against a number."""
    match comparison:
        case Comparison(Product(factors), relation, Constant(int(bound))) if (
            relation in NATIVE and are_variables(factors)
        ):
            name, more = NATIVE[relation]
            scope = [names[f.name] for f in factors if isinstance(f, Variable)]
            return f"{name}ProdConstraint({bound + more}), {scope}"
        case _:
            return None


def _sum(comparison: Comparison, names: dict[str, str]) -> str | None:
    """A sum of variables, with coefficients, against a number."""
    if comparison.relation not in NATIVE:
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
    name, more = NATIVE[comparison.relation]
    factors = list(weights.values())
    multipliers = "" if set(factors) == {1} else f", {factors}"
    return f"{name}SumConstraint({more - constant}{multipliers}), {[names[n] for n in weights]}"


def _addends(side: Expression) -> Iterator[tuple[int, Expression]]:
    match side:
        case Sum(terms, coefficients, constant):
            yield from zip(coefficients, terms, strict=True)
            yield constant, Constant(1)
        case _:
            yield 1, side
