"""A model in the library's terms: lists of values, its own constraints, and Python tests.

A term or truth is a piece of Python, and each test is written from the pieces that it needs: one
local a piece, parts first, so that nothing nests. This is the adapter's own statement of what the
language means. It never asks a node for its value: where this solver and the judge agree, two
definitions agree.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Iterator, Sequence
from typing import Any, NamedTuple, cast

from ...models.language.constraints import Constraint
from ...models.language.expressions import MOST_VALUES, Bounds, Domain, Variable, size
from ...models.language.global_constraints.predicate import Predicate
from ...models.language.late_dataclasses import dataclass
from ...models.language.model import Model
from ...models.language.nodes import Node, Value, topological
from ...models.language.phrases import grouped
from ..harness.adapting import natives as of
from ..harness.adapting.translator import Kind, Translator
from ..harness.contract import Control, Unsupported

# ------------------------------------------------------------------------------------------ pieces


Test = Callable[..., Any]

_OPERANDS_A_LINE = 40
_SHORT = 10**18
_SUM = "+"


@dataclass(frozen=True, eq=False)
class Piece:
    """A Python expression over the values of `parts`, whose names stand where `text` has braces.

    A sum has a weight for each part, and a constant; a variable has no text.
    """

    text: str = ""
    parts: tuple[Piece, ...] = ()
    weights: tuple[int, ...] = ()
    constant: int = 0


def under(roots: Iterable[Piece], reads: Callable[[Piece], Sequence[Piece]]) -> list[Piece]:
    """Every piece under `roots`, each once and after what it `reads`."""
    return cast("list[Piece]", topological(cast(Any, roots), cast(Any, reads)))


def every(roots: Iterable[Piece]) -> list[Piece]:
    """Every piece under `roots`, each once and after its parts."""
    return under(roots, lambda piece: piece.parts)


def written(root: Piece, names: dict[Piece, str]) -> list[str]:
    """The lines that compute `root` from what `names` has; each piece gets a name there."""
    lines: list[str] = []
    for piece in under([root], lambda piece: () if piece in names else piece.parts):
        if piece in names:
            continue
        parts = [names[part] for part in piece.parts]
        if piece.text != _SUM:
            text = piece.text.format(*parts)
        elif not parts:
            names[piece] = literal(piece.constant)
            continue
        else:
            terms = list(map(scaled, piece.weights, parts))
            terms += [literal(piece.constant)] if piece.constant else []
            # a few a line: Python nests what one line joins
            starts = range(0, len(terms), _OPERANDS_A_LINE)
            text, *more = (" + ".join(terms[at : at + _OPERANDS_A_LINE]) for at in starts)
            text = "\n".join([text, *(f"v{len(names)} += {one}" for one in more)])
        lines += f"v{len(names)} = {text}".split("\n")
        names[piece] = f"v{len(names)}"
    return lines


def literal(number: int) -> str:
    """`number` in Python's words; a long one in base 16, to which no limit of digits applies."""
    text = str(number) if abs(number) < _SHORT else hex(number)
    return f"({text})" if number < 0 else text


def scaled(weight: int, name: str) -> str:
    """`weight` times what stands under `name`."""
    return name if weight == 1 else f"{literal(weight)} * {name}"


def indented(lines: Iterable[str]) -> list[str]:
    """`lines`, one level deeper."""
    return [f"    {line}" for line in lines]


# ---------------- Sums that take from the domains of their last two variables what no longer fits.


class ExactSum:
    """A test whether weighted variables sum to `bound`, which reduces domains on the way.

    `possible` is the test by bounds alone, for more than two variables without a value. The
    library restores what is hidden: it saves the domains of all such variables before it asks. Its
    list of the values that a variable still has is a domain; `hideValue` lasts until backtracking.
    """

    def __init__(self, weights: Sequence[int], bound: int, possible: Test, missing: object) -> None:
        self._weights = weights
        self._bound = bound
        self._possible = possible
        self._missing = missing
        self._domains: Sequence[Any] = ()

    def watch(self, domains: Sequence[Any]) -> None:
        """Take the domains of the variables, in order, before the search."""
        self._domains = domains

    def __call__(self, *values: Any) -> bool:
        """True if the sum can still be `bound`."""
        missing = self._missing
        places = [place for place, value in enumerate(values) if value is missing]
        if len(places) > 2:
            return bool(self._possible(*values))
        rest = self._bound
        for weight, value in zip(self._weights, values, strict=True):
            rest -= 0 if value is missing else weight * value
        return _fits(rest, [(self._weights[place], self._domains[place]) for place in places])


def _fits(rest: int, terms: Sequence[tuple[int, Any]]) -> bool:
    """True if the one or two weighted `terms` can be `rest`; other values are hidden."""
    match terms:
        case []:
            return rest == 0
        case [(weight, domain)]:
            value, remainder = divmod(rest, weight)
            return remainder == 0 and _keep(domain, (value,))
        case [(weight, first), (other, second)]:
            reached = {other * value for value in second}
            kept = {value for value in first if rest - weight * value in reached}
            needed = {rest - weight * value for value in kept}
            return _keep(first, kept) and _keep(
                second, {value for value in second if other * value in needed}
            )
        case _:
            return True


def _keep(domain: Any, values: Container[int]) -> bool:
    """True if something is left of `domain` once all but `values` is hidden."""
    for value in [value for value in domain if value not in values]:
        domain.hideValue(value)
    return bool(domain)


# -------------- Comparisons as weighted terms against a number, and tests of them that fail early.


_MOST_PIECES = 4_000
_MOST_REPETITION = 3
_FEW_TERMS = 20


@dataclass(frozen=True, eq=False)
class Linear:
    """The weighted sum of `terms` stands in `relation` to `bound`."""

    terms: dict[Piece, int]
    relation: str
    bound: int

    @property
    def simple(self) -> bool:
        """True if every term is a variable."""
        return not any(term.text for term in self.terms)

    def holds(self, names: dict[Piece, str]) -> tuple[list[str], str]:
        """Lines, and an expression after them that is true where it holds."""
        bound = literal(self.bound)
        if self.simple and len(self.terms) <= _FEW_TERMS:
            by_sign = sorted(self.terms.items(), key=lambda item: item[1] < 0)
            words = [f"{'-+'[w > 0]} {scaled(abs(w), names[term])}" for term, w in by_sign]
            return [], f"{' '.join(words).removeprefix('+ ') or '0'} {self.relation} {bound}"
        total = Piece(_SUM, tuple(self.terms), tuple(self.terms.values()))
        lines = written(total, names)
        return lines, f"{names[total]} {self.relation} {bound}"

    def can_fail_early(self) -> bool:
        """True if bounds on its terms can refute it before all variables have a value."""
        if self.relation == "!=" or self.simple:
            return self.relation != "!="
        apart = every(self.terms)
        if len(apart) > _MOST_PIECES:
            return False
        # Every term is computed by itself, so that what terms share is computed again.
        return sum(len(every([term])) for term in self.terms) <= _MOST_REPETITION * len(apart)

    def early_lines(self, names: dict[Piece, str], ends: dict[Piece, Bounds]) -> list[str]:
        """Lines that return whether it can still hold; a missing argument is `missing`.

        Terms whose variables all have values are summed into `low`; for each of the others its
        least value is added to `low` and what it may have beyond that to `slack`.
        """
        lines = ["low = 0", "slack = 0"]
        for term, weight in self.terms.items():
            low, high = sorted(weight * end for end in ends[term])
            own = dict(names)
            known = [*written(term, own), f"low += {scaled(weight, own[term])}"]
            scope = [names[piece] for piece in every([term]) if not piece.text]
            if not scope:
                lines += known
                continue
            lines += [
                f"if {' or '.join(f'{name} is missing' for name in scope)}:",
                *indented([f"low += {literal(low)}", f"slack += {literal(high - low)}"]),
                "else:",
                *indented(known),
            ]
        return [*lines, f"return {_still_possible(self.relation, literal(self.bound))}"]


def linear(left: Piece, relation: str, right: Piece) -> Linear:
    """A comparison with its sums taken apart; a term that is no sum stays whole."""
    weights, bound = {left: 1}, 0
    weights[right] = weights.get(right, 0) - 1
    sums = under([left, right], lambda piece: piece.parts if piece.text == _SUM else ())
    for piece in reversed(sums):  # a sum that is reached by many paths is taken apart once
        if piece.text == _SUM:
            weight = weights.pop(piece)
            bound -= weight * piece.constant
            for part, factor in zip(piece.parts, piece.weights, strict=True):
                weights[part] = weights.get(part, 0) + weight * factor
    return Linear({term: weight for term, weight in weights.items() if weight}, relation, bound)


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


# --------------------------------------------------------------------------------- the translation


_MOST_STEPS = 30_000_000
"""A call that takes more steps would take too long: nothing interrupts it."""
_MOST_REDUCED = 100
_VALUES_BETWEEN_CHECKS = 1_000

Scope = tuple[Piece, ...]


class Native(NamedTuple):
    """A constraint of the library's by the name of its class, of the variables named in `scope`."""

    name: str
    arguments: tuple[object, ...]
    scope: list[str]

    def made(self, library: Any) -> Any:
        """The constraint, made by `library`."""
        return getattr(library, self.name)(*self.arguments)


class Posted(NamedTuple):
    """A Python test of the variables named in `scope`, in order."""

    scope: list[str]
    test: Test
    early: bool
    """True if it may be asked before all of them have a value."""


class Translation(Translator[Piece, Piece]):
    """The variables and constraints that the library gets for `model`.

    `missing` is what the library passes to a test for a variable that has no value yet.
    """

    name = "python-constraint"
    fails_early = True
    """True if long comparisons are tested before all of their variables have a value."""

    def __init__(self, model: Model, control: Control, missing: object) -> None:
        self.domains: dict[str, list[int]] = {}
        """The values of each variable; equal domains share their numbers."""
        self.native: list[Native] = []
        self.posted: list[Posted] = []
        self.impossible = False
        self._missing = missing
        self._lists: dict[Domain, list[int]] = {}
        self._names: dict[Piece, str] = {}
        self._places: dict[Piece, int] = {}
        self._within: dict[Piece, Bounds] = {}
        self._together: dict[Scope, list[Linear | Piece]] = {}
        self._compiled: dict[str, Test] = {}
        self._space: dict[str, Any] = {"missing": missing}
        super().__init__(model, control.check)
        self.post(model.constraints)
        for scope, several in self._together.items():
            self.check()
            self._post_exact(scope, several)

    # ------------------------------------------------------------------------------- terms

    def declared(self, variable: Variable) -> Piece:
        domain = variable.domain
        if size(domain) > MOST_VALUES:
            raise Unsupported(
                f"python-constraint holds every value of a domain in a list, and {variable.name}"
                f" has {grouped(size(domain))} of them; give it at most {grouped(MOST_VALUES)}"
            )
        if domain not in self._lists:
            self._lists[domain] = [int(value) for value in domain]
        self.domains[variable.name] = self._lists[domain]
        piece = Piece()
        self._places[piece], self._names[piece] = len(self._places), variable.name
        return piece

    def _as_term(self, node: Kind) -> Piece:
        piece = super()._as_term(node)
        self._within[piece] = self._ends[node]
        return piece

    def constant(self, value: int) -> Piece:
        return Piece(_SUM, constant=value)

    def linear(self, terms: Sequence[Piece], coefficients: Sequence[int], constant: int) -> Piece:
        return Piece(_SUM, tuple(terms), tuple(coefficients), constant)

    def product(self, left: Piece, right: Piece) -> Piece:
        return Piece("{} * {}", (left, right))

    def power(self, base: Piece, exponent: int) -> Piece:
        return Piece(f"{{}} ** {literal(exponent)}", (base,))

    def quotient(self, dividend: Piece, divisor: Piece) -> Piece:
        return self._divided("{0} // {1}", dividend, divisor)

    def remainder(self, dividend: Piece, divisor: Piece) -> Piece:
        return self._divided("{0} % {1}", dividend, divisor)

    def _divided(self, text: str, dividend: Piece, divisor: Piece) -> Piece:
        low, high = self._within[divisor]
        return Piece(f"{text} if {{1}} else 0" if low <= 0 <= high else text, (dividend, divisor))

    def absolute(self, term: Piece) -> Piece:
        return Piece("abs({})", (term,))

    def least(self, terms: Sequence[Piece]) -> Piece:
        return self._called("min", terms)

    def greatest(self, terms: Sequence[Piece]) -> Piece:
        return self._called("max", terms)

    def _called(self, name: str, terms: Sequence[Piece]) -> Piece:
        several = f"{name}({', '.join(['{}'] * len(terms))})"
        return Piece(several, tuple(terms)) if len(terms) > 1 else terms[0]

    def chosen(self, items: Sequence[Piece], index: Piece) -> Piece:
        (low, high), size = self._within[index], len(items)
        text = f"({''.join(f'{{{place}}}, ' for place in range(size))})[{{{size}}}]"
        if low < 0 or high >= size:
            text += f" if 0 <= {{{size}}} < {size} else 0"
        return Piece(text, (*items, index))

    def number(self, truth: Piece) -> Piece:
        return Piece("+{}", (truth,))  # + turns False and True into the plain numbers 0 and 1

    # ------------------------------------------------------------------------------ truths

    def compared(self, left: Piece, relation: str, right: Piece) -> Piece:
        return Piece(f"{{}} {relation} {{}}", (left, right))

    def all_of(self, truths: Sequence[Piece]) -> Piece:
        return self._joined(" and ", truths, "True")

    def any_of(self, truths: Sequence[Piece]) -> Piece:
        return self._joined(" or ", truths, "False")

    def _joined(self, word: str, truths: Sequence[Piece], of_none: str) -> Piece:
        return Piece(word.join(["{}"] * len(truths)) or of_none, tuple(truths))

    def negated(self, truth: Piece) -> Piece:
        return Piece("not {}", (truth,))

    def _reads(self, node: Node) -> Sequence[Node]:
        return node.parts if isinstance(node, Predicate) else super()._reads(node)

    def _as_truth(self, constraint: Constraint) -> Piece:
        if not isinstance(constraint, Predicate):
            return super()._as_truth(constraint)
        defined, parts = self._all_defined(constraint.parts), self._of(constraint.parts)
        called = self._called_on(constraint, parts)
        if defined is None:
            return called
        return Piece(f"{{}} and {called.text}", (defined, *called.parts))

    def _called_on(self, predicate: Predicate, parts: Sequence[Piece]) -> Piece:
        """The call of a function that is known by a name of its own."""
        name = f"p{len(self._space)}"
        self._space[name] = lambda *values: predicate.holds(values)
        return Piece(f"{name}({', '.join(['{}'] * len(parts))})", tuple(parts))

    # ------------------------------------------------------------------------------- tests

    def require(self, truth: Piece) -> None:
        self._require(truth, [truth])

    def require_compared(self, left: Piece, relation: str, right: Piece) -> None:
        form = linear(left, relation, right)
        self._require(form, form.terms)

    def _require(self, one: Linear | Piece, roots: Iterable[Piece]) -> None:
        """Post a test; those of the same one or two variables become a single one later."""
        variables = (piece for piece in every(roots) if not piece.text)
        scope = tuple(sorted(variables, key=self._places.__getitem__))
        if len(scope) <= 2:
            self._together.setdefault(scope, []).append(one)
        elif self.fails_early and isinstance(one, Linear) and one.can_fail_early():
            self._post_early(scope, one)
        else:
            self._post_exact(scope, [one])

    def _post_early(self, scope: Scope, form: Linear) -> None:
        test = self._test(form.early_lines(_arguments(scope), self._within), scope)
        longest = max(len(self.domains[self._names[variable]]) for variable in scope)
        if form.simple and form.relation == "==" and 2 < longest <= _MOST_REDUCED:
            weights = [form.terms[variable] for variable in scope]
            test = ExactSum(weights, form.bound, test, self._missing)
        self._post(scope, test, early=True)

    def _post_exact(self, scope: Scope, several: Sequence[Linear | Piece]) -> None:
        lines, names = list[str](), _arguments(scope)
        for one in several:
            if isinstance(one, Linear):
                before, text = one.holds(names)
            else:
                before, text = written(one, names), names[one]
            lines += [*before, f"if not ({text}): return False"]
        self._post(scope, self._test([*lines, "return True"], scope), early=False)

    def _post(self, scope: Scope, test: Test, *, early: bool) -> None:
        """Post `test`; one of fewer than two variables is settled here."""
        names = [self._names[variable] for variable in scope]
        if not names:
            self.impossible |= not test()
        elif len(names) == 1:
            self.domains[names[0]] = list(self._kept(self.domains[names[0]], test))
            self.impossible |= not self.domains[names[0]]
        else:
            self.posted.append(Posted(names, test, early))

    def _kept(self, values: Iterable[int], test: Test) -> Iterator[int]:
        for place, value in enumerate(values):
            if place % _VALUES_BETWEEN_CHECKS == 0:
                self.check()
            if test(value):
                yield value

    def _test(self, lines: Sequence[str], scope: Scope) -> Test:
        """A function of `scope` with `lines` as its body; one text is compiled once."""
        head = f"({', '.join(_arguments(scope).values())}):"
        text = "\n".join([head, *indented(lines)])
        if text not in self._compiled:
            name = f"test{len(self._compiled) + 1}"
            exec(compile(f"def {name}{text}", "<python-constraint>", "exec"), self._space)
            self._compiled[text] = cast(Test, self._space[name])
        return self._compiled[text]

    def text_of(self, test: Test) -> str:
        """The definition of a posted function."""
        (text,) = (text for text, made in self._compiled.items() if made is test)
        return f"def {test.__name__}{text}"

    # ------------------------------------------------------------------ whole constraints

    def post_native(self, name: str, arguments: tuple[object, ...], scope: Iterable[Piece]) -> None:
        """Post the library's constraint of this name."""
        self.native.append(Native(name, arguments, [self._names[one] for one in scope]))

    def all_different(self, scope: Scope) -> None:
        """Post an all-different; a test where a call of the library's would take too long.

        Nothing interrupts that.
        """
        longest = max(len(self.domains[self._names[variable]]) for variable in scope)
        if longest * len(scope) ** 2 > _MOST_STEPS and self.fails_early:
            self._post(scope, _all_different_but(self._missing), early=True)
        else:
            self.post_native("AllDifferentConstraint", (), scope)


def _arguments(scope: Scope) -> dict[Piece, str]:
    return {variable: f"x{place}" for place, variable in enumerate(scope)}


def _all_different_but(missing: object) -> Test:
    def test(*values: object) -> bool:
        given = [value for value in values if value is not missing]
        return len(set(given)) == len(given)

    return test


def are_variables(constraint: Constraint, ends: of.Ends) -> bool:
    """True if the terms are two or more variables, none of them twice."""
    terms = of.leaves(constraint, "terms")
    plain = all(isinstance(term, Variable) for term in terms)
    return plain and len(set(terms)) == len(terms) > 1


def _are_short(constraint: Constraint, ends: of.Ends) -> bool:
    """True if they are, of domains from which a call may hide one by one."""
    terms = of.leaves(constraint, "terms")
    steps = sum(size(term.domain) ** 2 for term in terms if isinstance(term, Variable))
    return are_variables(constraint, ends) and steps <= _MOST_STEPS


def _count(
    on: Translation, terms: Sequence[Piece], values: Sequence[Piece], relation: str, number: Piece
) -> None:
    """Bound from below how many of the variables are in a set, or how many are not."""
    wanted, bound = {value.constant for value in values}, number.constant
    if relation in ("<=", "<"):
        least = len(terms) - bound + (relation == "<")
        on.post_native("SomeNotInSetConstraint", (wanted, least, False), terms)
    else:
        least = bound + (relation == ">")
        on.post_native("SomeInSetConstraint", (wanted, least, relation == "=="), terms)


def _cardinality(
    on: Translation,
    terms: Sequence[Piece],
    counts: Sequence[Piece],
    values: Sequence[Value],
    closed: bool,
) -> None:
    allowed = [on.constant(int(value)) for value in values]
    for value, number in zip(allowed, counts, strict=True):
        _count(on, terms, [value], "==", number)
    for term in terms if closed else ():
        on.require(on.any_of([on.compared(term, "==", value) for value in allowed]))


_VARIABLES = "its terms are variables, each another"
Translation.natives = of.Natives(
    of.required(of.AllDifferent, Translation.all_different, are_variables, _VARIABLES),
    of.required(
        of.AllEqual,
        lambda on, terms: on.post_native("AllEqualConstraint", (), terms),
        _are_short,
        _VARIABLES,
    ),
    of.required(
        of.Cardinality,
        _cardinality,
        lambda one, ends: of.constants("counts")(one, ends) and _are_short(one, ends),
        f"{_VARIABLES}, and its counts constants",
    ),
    of.required(
        of.Count,
        _count,
        lambda one, ends: (
            one.relation != "!="
            and of.constants("values", "number")(one, ends)
            and _are_short(one, ends)
        ),
        f"{_VARIABLES}, and all else is constant, but not `!=`",
    ),
)
