"""A model as a script for clingo, which needs nothing but that library.

It writes down the rules that this adapter posts, one by one, as a ground program; its choices are
the values of the declared variables alone, as they are here.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple

from ...models.language.phrases import grouped
from ..harness.adapting.script import Row, commented, whole
from ..harness.adapting.sums_of_literals import Literal
from ..harness.contract import Control
from .translation import OPTIONS, Translation

if TYPE_CHECKING:
    from ...models.language.model import Model

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


def script(model: Model, expected: Iterable[Row], about: str) -> str:
    """A script that exits with 1 while clingo does not find exactly the rows of `expected`.

    `model` has integer domains alone. Raises: Unsupported, or NotImplementedError for large values.
    """
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
    return whole(
        "The answer sets that clingo finds of a small ground program.",
        about,
        model,
        expected,
        BODY.format(
            values="\n".join(f"    {list(term)},{commented(name)}" for name, term in terms),
            rules="\n".join(rule.text(atoms) for rule in rules.noted),
            options=[*OPTIONS, "--warn=no-atom-undefined"],  # an atom without a rule is false
        ),
        library="import clingo",
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
