"""Posting as python-constraint's documentation suggests: native sums and products, and strings."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from typing import Any, cast

from everyway.models.language.arithmetic_expressions import Modulo, Power, Product, Quotient, Sum
from everyway.models.language.choices import defined
from everyway.models.language.constraints import Comparison, Constraint
from everyway.models.language.expressions import Constant, Expression, Variable
from everyway.models.language.nodes import Node, fold, topological
from everyway.solvers.python_constraint import Readable
from everyway.solvers.python_constraint.translation import Native


class Text(Native):
    """A string, in which the library names the variables by itself."""

    def made(self, library: Any) -> Any:
        """The string."""
        return self.name


class Naive(Readable):
    """Comparisons by "sums", "products" and "strings", if `naively` has these; else as everyway."""

    naively: Collection[str] = ()

    def _posted(self, constraint: Constraint) -> Sequence[Constraint]:
        if isinstance(constraint, Comparison) and _has_variables(constraint):
            found = natively(constraint, self.naively)
            if found is not None:
                self.native.append(found)
                return ()
        return super()._posted(constraint)


def kind(words: Collection[str]) -> type[Naive]:
    """The translation that posts `words` so."""
    return type("Naive", (Naive,), {"naively": words})


def _has_variables(constraint: Constraint) -> bool:
    return any(isinstance(node, Variable) for node in topological([constraint]))


def natively(comparison: Comparison, naively: Collection[str]) -> Native | None:
    """The native constraint or string that means `comparison` in the library's words, if any."""
    sides = (comparison.left, comparison.right)
    product = _product(comparison) if "products" in naively else None
    total = _sum(comparison) if product is None and "sums" in naively else None
    if product or total or "strings" not in naively or not _is_plain_arithmetic(sides):
        return product or total
    left, right = (_bare(_text(side)) for side in sides)
    scope = [node.name for node in topological(sides) if isinstance(node, Variable)]
    return Text(f"{left} {comparison.relation} {right}", (), scope)


def _text(root: Expression) -> str:
    """Plain arithmetic in Python."""

    def combine(node: Node, texts: list[str]) -> str:
        match node:
            case Sum(_, coefficients, constant):
                signs = {1: "", -1: "-"}
                pairs = zip(coefficients, texts, strict=True)
                terms = [f"{signs.get(factor, f'{factor} * ')}{text}" for factor, text in pairs]
                terms += [str(constant)] if constant or not terms else []
                text = " + ".join(terms).replace("+ -", "- ")
                return text if len(terms) == 1 and not text.startswith("-") else f"({text})"
            case Product():
                return f"({' * '.join(texts)})" if texts else "1"
            case Power(_, exponent):
                return f"({texts[0]} ** {exponent})"
            case Quotient() | Modulo():
                return f"({texts[0]} {'//' if isinstance(node, Quotient) else '%'} {texts[1]})"
            case Constant(int(value)):
                return str(value) if value >= 0 else f"({value})"
            case _:
                return cast(Variable, node).name

    return fold([root], combine)[root]


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


def _product(comparison: Comparison) -> Native | None:
    """A product of different variables against a number."""
    match comparison:
        case Comparison(Product(factors), relation, Constant(int(bound))) if (
            relation in NATIVE and _are_variables(factors)
        ):
            name, more = NATIVE[relation]
            scope = [factor.name for factor in factors if isinstance(factor, Variable)]
            return Native(f"{name}ProdConstraint", (bound + more,), scope)
        case _:
            return None


def _are_variables(terms: Sequence[Expression]) -> bool:
    """True if `terms` are two or more variables, none of them twice."""
    plain = all(isinstance(term, Variable) for term in terms)
    return plain and len(set(terms)) == len(terms) > 1


def _sum(comparison: Comparison) -> Native | None:
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
    multipliers = () if set(factors) == {1} else (factors,)
    return Native(f"{name}SumConstraint", (more - constant, *multipliers), [*weights])


def _addends(side: Expression) -> Iterator[tuple[int, Expression]]:
    match side:
        case Sum(terms, coefficients, constant):
            yield from zip(coefficients, terms, strict=True)
            yield constant, Constant(1)
        case _:
            yield 1, side
