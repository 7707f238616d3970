"""Comparisons as weighted terms against a number, and tests of them that fail early."""

from __future__ import annotations

from ...models.language.arithmetic_expressions import Sum
from ...models.language.constraints import Comparison
from ...models.language.expressions import Constant, Expression, Variable, bounds_under
from ...models.language.late_dataclasses import dataclass
from ...models.language.nodes import Node, topological
from .source import Source, Test, indented, literal, scaled

_MOST_NODES = 4_000
_MOST_REPETITION = 3


@dataclass(frozen=True, eq=False)
class Linear:
    """The weighted sum of `terms` stands in `relation` to `bound`; all of them are defined."""

    terms: dict[Expression, int]
    relation: str
    bound: int

    @property
    def simple(self) -> bool:
        """True if every term is a variable."""
        return all(isinstance(term, Variable) for term in self.terms)

    @property
    def comparison(self) -> Comparison:
        """The same as a constraint."""
        left = Sum(tuple(self.terms), tuple(self.terms.values()), 0)
        return Comparison(left, self.relation, Constant(self.bound))


def linear(comparison: Comparison) -> Linear:
    """`comparison` with its sums taken apart; a term that is no sum stays whole.

    A term of weight 0 is kept unless it is a variable: it may be undefined.
    """
    weights: dict[Node, int] = {comparison.left: 1}
    weights[comparison.right] = weights.get(comparison.right, 0) - 1
    offset = 0
    for node in reversed(topological([comparison.left, comparison.right])):
        match node:
            case Constant(constant) if node in weights:
                offset += weights.pop(node) * int(constant)
            case Sum(terms, coefficients, constant) if node in weights:
                weight = weights.pop(node)
                offset += weight * constant
                for term, coefficient in zip(terms, coefficients, strict=True):
                    weights[term] = weights.get(term, 0) + weight * coefficient
            case _:
                pass
    kept = {
        term: weight
        for term, weight in weights.items()
        if isinstance(term, Expression) and (weight or not isinstance(term, Variable))
    }
    return Linear(kept, comparison.relation, -offset)


def plain_text(form: Linear, arguments: dict[Node, str]) -> str:
    """The comparison of a few variables as one Python expression."""
    words = [
        f"{'-' if weight < 0 else '+'} {scaled(abs(weight), arguments[term])}"
        for term, weight in sorted(form.terms.items(), key=lambda item: item[1] < 0)
    ]
    text = " ".join(words).removeprefix("+ ") or "0"
    return f"{text} {form.relation} {literal(form.bound)}"


def can_fail_early(form: Linear) -> bool:
    """True if bounds on its terms can refute `form` before all variables have a value."""
    if form.relation == "!=":
        return False
    if form.simple:
        return True
    apart = topological(form.terms)
    if len(apart) > _MOST_NODES:
        return False
    # Every term is computed by itself, so that what terms share is computed again.
    return sum(len(topological([term])) for term in form.terms) <= _MOST_REPETITION * len(apart)


def early_lines(form: Linear, arguments: dict[Node, str], functions: dict[str, Test]) -> list[str]:
    """Lines that return whether `form` can still hold; a missing argument is `missing`.

    Terms whose variables all have values are summed into `low`; for each of the others its least
    value is added to `low` and what it may have beyond that to `slack`.
    """
    ends = bounds_under(form.terms)
    lines = ["low = 0", "slack = 0"]
    for term, weight in form.terms.items():
        low, high = sorted(weight * end for end in ends[term])
        scope = [arguments[node] for node in topological([term]) if isinstance(node, Variable)]
        known = _known_lines(term, weight, arguments, functions)
        if not scope:
            lines += known
            continue
        lines += [
            f"if {' or '.join(f'{name} is missing' for name in scope)}:",
            *indented([f"low += {literal(low)}", f"slack += {literal(high - low)}"]),
            "else:",
            *indented(known),
        ]
    return [*lines, f"return {_still_possible(form.relation, literal(form.bound))}"]


def _known_lines(
    term: Expression, weight: int, arguments: dict[Node, str], functions: dict[str, Test]
) -> list[str]:
    """Lines that add `term` to `low`, or return False where it is undefined."""
    source = Source(arguments, functions)
    name = source.name(term)
    undefined = [f"if {name} is None: return False"] if source.partial(term) else []
    return [*source.lines, *undefined, f"low += {scaled(weight, name)}"]


def _still_possible(relation: str, bound: str) -> str:
    match relation:
        case "==":
            return f"low <= {bound} <= low + slack"
        case ">=" | ">":
            return f"low + slack {relation} {bound}"
        case "<=" | "<":
            return f"low {relation} {bound}"
        case _:
            raise AssertionError(f"bounds refute no {relation!r}")
