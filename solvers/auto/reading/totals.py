"""Expressions as totals: multiples of variables, images of variables, and what is neither."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from typing import TypeGuard, cast

from ....models.language.arithmetic_expressions import Absolute as AbsoluteNode
from ....models.language.arithmetic_expressions import Sum
from ....models.language.choices import Element
from ....models.language.constraints import Comparison, Constraint, Or
from ....models.language.expressions import Constant, Expression, Indicator, Variable, bounds
from ....models.language.keeping import keeping
from ....models.language.nodes import Node, topological
from .evaluation import compiled_value, some_variables, variables_of
from .normal_forms import Absolute, Distinct, Domain, Image, Total

WIDEST_IMAGE = 1024
"""The image of a variable of more values is not tabulated."""

WIDEST_DISTINCT = 256
"""Amounts further apart than this are required to differ pair by pair."""
WIDEST_PAIR = 64
"""The same of a pair, unless a variable of it has values further apart."""


class Totals:
    """Reads expressions that are always defined as totals."""

    _alone = staticmethod(lru_cache(4096)(lambda place: Total(0, {place: 1})))
    """The variable at a place, one total for all its uses while it is used often."""

    def __init__(self, place_of: Mapping[str, int], domains: Sequence[Domain]) -> None:
        self._place_of, self._domains = place_of, domains
        self.hull = max(d[-1] for d in domains) - min(d[0] for d in domains) if domains else 0
        """The distance from the least to the greatest of all values."""
        self.is_wide = self.hull >= WIDEST_PAIR
        self._images: dict[Expression, Image | None] = {}
        self.term = keeping(self._term)
        """A term as a total, or as the distance of one from 0."""

    def _term(self, term: Expression) -> Total | Absolute:
        if type(term) is Variable:
            return self._alone(self._place_of[term.name])  # at once, as most are
        if isinstance(term, AbsoluteNode) and len(some_variables([term], 2)) > 1:
            return Absolute(self(term.term))
        return self(term)

    def __call__(self, root: Expression) -> Total:
        """`root` as a total."""
        if isinstance(root, Variable):
            return self._alone(self._place_of[root.name])
        constant, factors = flattened(root)
        variables: dict[int, int] = {}
        amounts: dict[int, dict[int, int]] = {}
        others: list[tuple[int, Expression]] = []
        for atom, factor in factors.items():
            if isinstance(atom, Variable):
                variables[self._place_of[atom.name]] = factor
            elif (image := self._image(atom)) is not None:
                sums = amounts.setdefault(image.place, dict.fromkeys(image.amounts, 0))
                for value, amount in image.amounts.items():
                    sums[value] += factor * amount
            else:
                others.append((factor, atom))
        for place in variables.keys() & amounts.keys():
            for value in amounts[place]:
                amounts[place][value] += variables[place] * value
            del variables[place]
        images = tuple(Image(place, found) for place, found in amounts.items())
        return Total(constant, variables, images, tuple(others))

    def difference(self, left: Expression, right: Expression) -> Total:
        """`left - right` as a total."""
        if isinstance(right, Constant):
            found = self(left)
            constant = found.constant - int(right.constant)
            return Total(constant, found.variables, found.images, found.others)
        return self(Sum((left, right), (1, -1), 0))

    def pair(self, left: Expression, right: Expression) -> Distinct | None:
        """That two variables differ, all values being close together; None for other terms."""
        if not type(left) is type(right) is Variable or left is right or self.is_wide:
            return None
        return Distinct((self.term(left), self.term(right)))

    def apart(self, total: Total) -> Distinct | None:
        """`total != 0` as two terms that differ; None where they need a word of their own width."""
        if total.images or total.others or sorted(total.variables.values()) != [-1, 1]:
            return None
        back, place = sorted(total.variables, key=total.variables.__getitem__)
        low, high = (self._domains[place][end] + total.constant for end in (0, -1))
        other = self._domains[back]
        widest = max(WIDEST_PAIR, 1 + high - low, 1 + other[-1] - other[0])
        if max(high, other[-1]) - min(low, other[0]) >= min(widest, WIDEST_DISTINCT):
            return None
        moved = Total(total.constant, {place: 1}) if total.constant else self._alone(place)
        return Distinct((moved, self._alone(back)))

    def mentions_few(self, total: Total, most: int) -> bool:
        """True if `total` mentions at most that many variables."""
        places = {*total.variables, *(image.place for image in total.images)}
        others = some_variables((node for _, node in total.others), most + 1)
        return len(places.union(self._place_of[v.name] for v in others)) <= most

    def _image(self, term: Expression) -> Image | None:
        if term not in self._images:
            self._images[term] = self._tabulated(term)
        return self._images[term]

    def _tabulated(self, term: Expression) -> Image | None:
        plain = _plain(term)
        scope = [plain[0]] if plain else some_variables([term], 2)
        if len(scope) != 1:
            return None
        place = self._place_of[scope[0].name]
        domain = self._domains[place]
        if len(domain) > WIDEST_IMAGE:
            return None
        value_of = plain[1] if plain else compiled_value(term, self._place_of)[1]
        return Image(place, {value: cast(int, value_of(value)) for value in domain})


def _plain(term: Expression) -> tuple[Variable, Callable[[int], int | None]] | None:
    """The one variable of a term, and the value of the term by it, where that needs no code."""
    match term:
        case Indicator(constraint) if taken := _taken(constraint):
            return taken[0], lambda value: int(value in taken[1])
        case Element(array, Variable() as index) if is_inside(term):
            numbers = [int(item.constant) for item in array if isinstance(item, Constant)]
            return (index, numbers.__getitem__) if len(numbers) == len(array) else None
        case _:
            return None


def is_inside(node: Node) -> bool:
    """True for an element whose index is never out of range, if it is defined."""
    if not isinstance(node, Element):
        return False
    low, high = bounds(node.index)
    return 0 <= low and high < len(node.array)


def _taken(constraint: Constraint) -> tuple[Variable, set[int]] | None:
    """The variable that takes one of some values just where `constraint` holds, and these.

    Most that is counted is of this kind.
    """
    match constraint:
        case Comparison(Variable() as variable, "==", Constant(int(number))):
            return variable, {number}
        case Or(operands):
            several = [found for operand in operands if (found := _taken(operand))]
            names = {variable.name for variable, _ in several}
            if len(several) < len(operands) or len(names) != 1:
                return None
            return several[0][0], set().union(*(values for _, values in several))
        case _:
            return None


def scope_of(total: Total, place_of: Mapping[str, int]) -> set[int]:
    """The places that `total` mentions."""
    within = (place_of[v.name] for _, node in total.others for v in variables_of(node))
    return {*total.variables, *(image.place for image in total.images), *within}


def _is_flat(root: Expression) -> TypeGuard[Sum]:
    """True for a sum of different terms that are neither sums nor constants."""
    if not isinstance(root, Sum) or len({*root.terms}) < len(root.terms):
        return False
    return {Sum, Constant}.isdisjoint(map(type, root.terms))


def flattened(root: Expression, *, zeros: bool = False) -> tuple[int, dict[Expression, int]]:
    """The constant of a nest of sums, and how often each term that is no sum comes in it.

    With `zeros` also those that come 0 times: what is undefined remains so when multiplied by 0.
    """
    if _is_flat(root):
        each = zip(root.terms[::-1], root.coefficients[::-1], strict=True)
        return root.constant, {term: factor for term, factor in each if factor or zeros}
    factors: dict[Node, int] = {root: 1}
    found: dict[Expression, int] = {}
    constant = 0
    inner = topological([root], lambda node: node.terms if isinstance(node, Sum) else ())
    for node in reversed(inner):
        factor = factors.get(node, 0)
        left_out = node not in factors if zeros else not factor
        if left_out or not isinstance(node, Expression):
            continue
        if isinstance(node, Sum):
            constant += factor * node.constant
            for term, coefficient in zip(node.terms, node.coefficients, strict=True):
                factors[term] = factors.get(term, 0) + factor * coefficient
        elif isinstance(node, Constant):
            constant += factor * int(node.constant)
        else:
            found[node] = factor
    return constant, found
