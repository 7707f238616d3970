"""A model as a ground logic program: an atom for each value that a variable or term may take."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import pairwise
from typing import Any, NamedTuple

from ...models.language.model import Model
from ...models.language.phrases import grouped
from ..harness.adapting.literals import Literal, LiteralTranslator, Term, costs, range_of
from ..harness.adapting.recording import commented, writer
from ..harness.contract import Control
from .native_constraints import NATIVES

OPTIONS = ("--models=0", "--enum-mode=bt")
"""The options of clingo on which its enumeration depends."""

MOST_ADDED = 2**31 - 1
"""All weights of a rule together are at most this, or clingo raises."""
_MOST_RULES = 3_000_000
_FEWEST_COUNTED = 16
"""Fewer literals than these are counted by a weight rule,"""
_MOST_COUNTED = 20_000
"""and so are those that would take more atoms to count."""


class Translation(LiteralTranslator):
    """A model as the rules of a program."""

    name = "clingo"
    natives = NATIVES

    def __init__(
        self,
        program: Any,
        model: Model,
        control: Control,
        register: Callable[[Any], object] | None = None,
    ) -> None:
        """Rules are added to `program`, a backend of clingo's, which has none yet.

        Propagators are given to `register`; without that all is said by rules.
        """
        self._backend, self.register = program, register
        self._rules = 0
        self._reaching: dict[int, tuple[Term, list[int], list[Literal]]] = {}
        self._apart: dict[Literal, Literal] = {}
        """Of each two literals that exclude each other, the other one."""
        self._operands: dict[Literal, list[Literal]] = {}
        """By a literal those that hold where it does."""
        self.true = self.new()
        self._backend.add_rule([self.true], [])
        super().__init__(model, control.check)

    # ------------------------------------------------------------------------------- rules

    def _count_rule(self) -> None:
        self._rules += 1
        if self._rules > _MOST_RULES or self._rules % 1_000 == 0:
            self._refuse_many(0)

    def rule(self, head: Literal, *body: Literal) -> None:
        """`head` holds where all of `body` do."""
        self._count_rule()
        if -self.true not in body:
            self._backend.add_rule([head], [part for part in body if part != self.true])

    def never(self, *body: Literal) -> None:
        """`body` never holds together."""
        self._count_rule()
        self._backend.add_rule([], list(body))

    def new(self) -> Literal:
        atom: Literal = self._backend.add_atom()
        return atom

    def require_one(self, literals: Sequence[Literal]) -> None:
        self._backend.add_rule(literals, [], choice=True)
        self.never(*[-literal for literal in literals])

    def require_at_most_one(self, literals: Sequence[Literal]) -> None:
        self._count_rule()
        if len(literals) == 2:
            self._apart |= zip(literals, reversed(literals), strict=True)
        self._backend.add_weight_rule([], 2, [(literal, 1) for literal in literals])

    def require_at_most(self, terms: Sequence[Term], bound: int) -> None:
        self._count_rule()
        slack = bound - sum(map(min, terms))
        if slack < 0:
            self.never()
        elif slack < range_of(terms):
            pairs = costs(terms)
            atoms = len(pairs) * min(slack + 1, len(pairs) - slack)
            is_count = {weight for _, weight in pairs} == {1}
            if is_count and slack and len(pairs) >= _FEWEST_COUNTED and atoms <= _MOST_COUNTED:
                self.require(-self._counted([literal for literal, _ in pairs], slack + 1))
            else:
                self._backend.add_weight_rule([], slack + 1, pairs)

    def _counted(self, literals: Sequence[Literal], number: int) -> Literal:
        """Holds where as many of `literals` do, or more.

        What has been counted are atoms of their own, of which clingo learns; of a weight rule it
        learns by its literals alone.
        """
        if number > (fewest := len(literals) - number + 1):
            return -self._counted([-literal for literal in literals], fewest)
        row = [self.true, *[-self.true] * number]
        for literal in literals:
            further = ([[more], [less, literal]] for less, more in pairwise(row))
            row = [self.true, *map(self.some, further)]
        return row[number]

    def may_add(self, terms: Sequence[Term]) -> bool:
        """Half of what fits: clingo once found an overflow in a rule with 3/4 of it."""
        return sum(weight for _, weight in costs(terms)) <= MOST_ADDED // 2

    def at_least(self, terms: Sequence[Term], bound: int) -> Literal:
        """Holds exactly where `terms` add up to `bound` or more."""
        wanted = bound - sum(map(min, terms))
        if not 0 < wanted <= range_of(terms):
            return self.true if wanted <= 0 else -self.true
        if not self.may_add(terms):
            total = self.linear(terms, [1] * len(terms), 0)
            return self.compared(total, ">=", self.constant(bound))
        self._count_rule()
        atom = self.new()
        self._backend.add_weight_rule([atom], wanted, costs(terms))
        return atom

    def _derived(self, *bodies: Sequence[Literal]) -> Literal:
        """Holds where one of `bodies` does as a whole."""
        atom = self.new()
        for body in bodies:
            self.rule(atom, *body)
        return atom

    def some(self, bodies: Iterable[Sequence[Literal]]) -> Literal:
        """Holds exactly where one of `bodies` does as a whole."""
        false = -self.true
        kept = [body for body in bodies if false not in body]
        return self._disjoined(kept) if kept else false

    # ------------------------------------------------------------------------------- terms

    def chosen(self, items: Sequence[Term], index: Term) -> Term:
        bodies: dict[int, list[Sequence[Literal]]] = {}
        for place, here in index.items():
            item = items[place] if 0 <= place < len(items) else self.constant(0)
            for value, literal in item.items():
                bodies.setdefault(value, []).append((here, literal))
        return self._from_bodies(bodies)

    def combined(self, function: Callable[[int, int], int], left: Term, right: Term) -> Term:
        bodies: dict[int, list[Sequence[Literal]]] = {}
        for x, here in left.items():
            self._refuse_many(len(left) * len(right))
            for y, there in right.items():
                bodies.setdefault(function(x, y), []).append((here, there))
        return self._from_bodies(bodies)

    def _refuse_many(self, rules: int) -> None:
        self.check()
        if self._rules + rules > _MOST_RULES:
            raise self.refused(f"the model would take more than {grouped(_MOST_RULES)} rules")

    def _from_bodies(self, bodies: dict[int, list[Sequence[Literal]]]) -> Term:
        """The term that takes a value where one of its bodies holds."""
        if len(bodies) == 1:
            return self.constant(*bodies)
        return {value: self._disjoined(bodies[value]) for value in sorted(bodies)}

    def _disjoined(self, bodies: Sequence[Sequence[Literal]]) -> Literal:
        if len(bodies) == 1:
            kept = [literal for literal in bodies[0] if literal != self.true]
            if len(kept) < 2:
                return kept[0] if kept else self.true
        return self._derived(*bodies)

    # ------------------------------------------------------------------------------ truths

    def compared(self, left: Term, relation: str, right: Term) -> Literal:
        if relation in (">", ">="):
            return self.compared(right, {">": "<", ">=": "<="}[relation], left)
        if relation == "!=":
            return -self.compared(left, "==", right)
        if relation == "==":
            both = [value for value in left if value in right]
            return self.any_of([self.all_of([left[value], right[value]]) for value in both])
        return self._below(left, right, strict=relation == "<")

    def _below(self, left: Term, right: Term, *, strict: bool) -> Literal:
        """Holds where `left` is below `right`, or also where it equals it if not `strict`."""
        values, reaching = self._reached(right)
        bodies = []
        for x, here in left.items():
            place = bisect_right(values, x if strict else x - 1)
            if place < len(values):
                bodies.append(self.all_of([here, reaching[place]]))
        return self.any_of(bodies)

    def _reached(self, term: Term) -> tuple[list[int], list[Literal]]:
        """The values of `term` in order, and for each what holds where it is that or more."""
        if id(term) not in self._reaching:
            values = sorted(term)
            reaching = [self.true] * len(values)
            above = -self.true
            for place in range(len(values) - 1, 0, -1):
                above = reaching[place] = self.any_of([term[values[place]], above])
            self._reaching[id(term)] = term, values, reaching
        return self._reaching[id(term)][1:]

    def all_of_several(self, literals: list[Literal]) -> Literal:
        made = self._derived(literals)
        self._operands[made] = literals
        return made

    def excludes(self, one: Literal, other: Literal) -> bool:
        """True if `one` is known to hold only where `other` does not."""
        known = self._operands.get(one, [one])
        return -other in known or self._apart.get(other) in known

    def any_of_several(self, literals: list[Literal]) -> Literal:
        return self._derived(*[[literal] for literal in literals])

    def require(self, truth: Literal) -> None:
        if truth != self.true:
            self.never(-truth)


# --------------------------- A model as a script for clingo, which needs nothing but that library.
#
# It writes down the rules that this adapter posts, one by one, as a ground program; its choices
# are the values of the declared variables alone, as they are here.


LARGEST = 2**31 - 1
"""Numbers in a program have 32 bits."""

BODY = '''VALUES = [
{values}
]

# x(P,V) holds where the variable of place P in VALUES takes the value V
PROGRAM = """
{rules}
"""

control = clingo.Control({options})
control.add("base", [], PROGRAM)
control.ground([("base", [])])


def takes(model, place, value):
    """True if the variable of this place takes this value."""
    return model.contains(clingo.Function("x", [clingo.Number(place), clingo.Number(value)]))


found = []
with control.solve(yield_=True, async_=True) as handle:
    for model in handle:
        places = enumerate(VALUES)
        found.append(tuple(next(v for v in values if takes(model, p, v)) for p, values in places))
    result = handle.get()
if result.interrupted or not (result.exhausted or result.unsatisfiable):
    sys.exit(f"clingo ended with {{result}}")
'''


def _body(model: Model) -> str:
    """Raises: Unsupported, or NotImplementedError for large values."""
    rules = Rules()
    translation = Translation(rules, model, Control())
    translation.post(model.constraints)
    terms = [(variable.name, term) for variable, term in translation.variables.items()]
    if any(abs(value) > LARGEST for _, term in terms for value in term):
        raise NotImplementedError(f"a value passes {grouped(LARGEST)} in size")
    atoms = {
        atom: f"x({place},{value})"
        for place, (_, term) in enumerate(terms)
        for value, atom in term.items()
    }
    return BODY.format(
        values="\n".join(f"    {list(term)},{commented(name)}" for name, term in terms),
        rules="\n".join(rule.text(atoms) for rule in rules.noted),
        options=[*OPTIONS, "--warn=no-atom-undefined"],  # an atom without a rule is false
    )


script = writer(
    "The answer sets that clingo finds of a small ground program.", _body, library="import clingo"
)


class Rule(NamedTuple):
    """A rule: the head holds where the body does; without a head, the body never holds."""

    head: Sequence[Literal]
    body: Sequence[Literal]
    choice: bool = False
    """True if each atom of the head is free."""
    least: int | None = None
    """The sum to which the weights of the body's literals must come; None where all must hold."""
    weights: Sequence[int] = ()

    def text(self, atoms: Mapping[Literal, str]) -> str:
        """The rule in a program where some atoms have names."""
        head = "; ".join(text_of(literal, atoms) for literal in self.head)
        body = ", ".join(text_of(literal, atoms) for literal in self.body)
        if self.least is not None:
            weighted = enumerate(zip(self.weights, self.body, strict=True))
            held = (f"{weight},{n}: {text_of(one, atoms)}" for n, (weight, one) in weighted)
            body = f"#sum {{{'; '.join(held)}}} >= {self.least}"
            if {*self.weights} == {1} and len({*self.body}) == len(self.body):
                counted = "; ".join(text_of(one, atoms) for one in self.body)
                body = f"{self.least} {{{counted}}}"
        left = f"{{{head}}}" if self.choice else head
        return f"{f'{left} :- {body}'.strip() if body or not left else left}."


def text_of(literal: Literal, atoms: Mapping[Literal, str]) -> str:
    """A literal in a program where some atoms have names."""
    name = atoms.get(abs(literal), f"a{abs(literal)}")
    return name if literal > 0 else f"not {name}"


class Rules:
    """Notes the rules that a backend of clingo's would be given."""

    def __init__(self) -> None:
        self.noted: list[Rule] = []
        self._atoms = 0

    def add_atom(self) -> Literal:
        self._atoms += 1
        return self._atoms

    def add_rule(
        self, head: Sequence[Literal], body: Sequence[Literal], choice: bool = False
    ) -> None:
        self.noted.append(Rule(head, body, choice))

    def add_weight_rule(
        self, head: Sequence[Literal], lower: int, body: Sequence[tuple[Literal, int]]
    ) -> None:
        literals, weights = zip(*body, strict=True)
        self.noted.append(Rule(head, literals, least=lower, weights=weights))
