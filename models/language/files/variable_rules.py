"""Rules over named variables as people type them, read by a small parser and never evaluated.

    Bob == 1        abs(Ann - Bob) == 1 or Ann == 6        r1c1 + r1c2 == 5
    not (tea == coffee and milk == 2)        queen[r1c1] == 1        colour != red
    all_different(Ann, Bob, Cid)        1 <= total(x) <= 3        minimum(a, b) >= 2
    Ann in (1, 3, 5)        colour not in (red, blue)

A name is a variable's, or its key where only one variable has that key: `Bob` for `seat[Bob]`,
`r1c1` for `cell[r1c1]`. A group's name stands for all of its variables between the brackets of a
function. What is no name is written between quotes.

>>> from everyway.models import Model, variables
>>> seats = Model("seats", variables("seat", ["Ann", "Bob"], range(1, 7)))
>>> Reader("abs(Ann - Bob) == 1 or Ann == 6", seats).constraint()
(abs(seat[Ann] - seat[Bob]) == 1) | (seat[Ann] == 6)
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple, cast

from ..arithmetic_expressions import ARITHMETIC, total
from ..choices import maximum, minimum
from ..constraints import RELATIONS, Constraint, all_of, any_of
from ..errors import ModelError
from ..expressions import Constant, Expression, Variable, indicator
from ..global_constraints.all_different import all_different
from ..global_constraints.all_equal import all_equal
from ..global_constraints.increasing import increasing
from ..groups import Single
from ..model import Model
from ..nodes import Value
from ..objectives import SENSES
from ..phrases import did_you_mean
from .graph_rules import GRAPH, OF_SIDES, graph_rule, of_sides

# ----------------- The vocabulary of rules over named variables: tokens, names, functions, values.


MOST_CHARACTERS = 10_000
"""The most characters of a rule."""

_TOKEN = re.compile(
    rf"""\s*(?:
      (?P<graph>\b{GRAPH})
    | (?P<sides>{OF_SIDES})
    | (?P<number>[0-9]+)
    | (?P<name>[^\W\d]\w*(?:\[[^\[\]]*\])?)
    | (?P<quoted>"[^"]*"|'[^']*')
    | (?P<sign>//|==|!=|<=|>=|[-+*%<>(),&|~])
    )""",
    re.VERBOSE,
)
_GIVEN = re.compile(
    r"""("[^"]*"|'[^']*'|[^\s,;="'\[\]]+(?:\[[^\[\]]*\])?)\s*={1,2}\s*"""
    r"""("[^"]*"|'[^']*'|[^\s,;=]+)"""
)
FUNCTIONS: Mapping[str, Callable[[list[Expression]], Any]] = {
    "abs": lambda terms: abs(terms[0]),
    "minimum": lambda terms: minimum(terms),
    "maximum": lambda terms: maximum(terms),
    "total": lambda terms: total(terms),
    "all_different": lambda terms: all_different(terms),
    "all_equal": lambda terms: all_equal(terms),
    "increasing": lambda terms: increasing(terms),
    "strictly_increasing": lambda terms: increasing(terms, strict=True),
}
SYNONYMS = {"min": "minimum", "max": "maximum", "sum": "total", "alldifferent": "all_different"}


class Token(NamedTuple):
    """A piece of a text: what it is, how it is written, and its column, 1-based."""

    kind: str
    text: str
    column: int


class Label(NamedTuple):
    """A word that names no variable: the label of one, or a mistake."""

    text: str
    column: int


class Names:
    """The variables of a model by all the names that a text may have for them."""

    def __init__(self, model: Model, subject: str | None = None) -> None:
        self.model = model
        self._full = {_plain(variable.name): variable for variable in model.variables}
        self._short: dict[str, list[Variable]] = {}
        self.groups = {g.name: g.variables for g in model.groups if not isinstance(g, Single)}
        for name, variables in self.groups.items():
            for variable in variables if subject in (None, name) else ():
                for key in _keys(variable.name, name):
                    self._short.setdefault(key, []).append(variable)

    def known(self) -> list[str]:
        """Every name, those of variables first."""
        return [*(v.name for v in self.model.variables), *self._short, *self.groups]

    def find(self, text: str) -> Variable | None:
        """The variable that is called `text`. Raises: ModelError where several are."""
        written = _plain(text)
        found = self._full.get(written)
        if found is not None:
            return found
        several = self._short.get(written) or []
        if len(several) > 1:
            ways = " or ".join(variable.name for variable in several[:3])
            raise ModelError(f"{text} may be {ways}; write which")
        return several[0] if several else None

    def are_in(self, text: str) -> bool:
        """True if `text` speaks of a variable, or calls a function of variables."""
        found = [*_TOKEN.finditer(text)]
        words = [match["name"] or match["quoted"] or "" for match in found]
        return (
            any(match["graph"] or match["sides"] for match in found)
            or any(self._is_ours(word.strip("\"'")) for word in words if word)
            or any(re.search(rf"\b{name}\s*\(", text) for name in (*FUNCTIONS, *SYNONYMS))
        )

    def _is_ours(self, word: str) -> bool:
        written = _plain(word)
        short = written in self._short
        group, bracket, _ = written.partition("[")
        return short or written in self._full or bool(bracket and group in self.groups)


def _plain(name: str) -> str:
    return "".join(name.split())


def is_plain(name: str) -> bool:
    """True if `name` is read whole where it stands without quotes."""
    found = _TOKEN.fullmatch(name)
    return bool(found and found["name"])


def _keys(name: str, group: str) -> list[str]:
    """The key of `group[key]`, if the variable is called so."""
    inner = name.removeprefix(f"{group}[").removesuffix("]")
    return [_plain(inner)] if f"{group}[{inner}]" == name and not inner.isdigit() else []


def tokens_of(text: str) -> list[Token]:
    """The pieces of `text`, and its end. Raises: ModelError for what is none."""
    if len(text) > MOST_CHARACTERS:
        raise ModelError(f"it has {len(text)} characters; write at most {MOST_CHARACTERS}")
    found, place = [], 0
    while text[place:].strip():
        match = _TOKEN.match(text, place)
        if match is None:
            rest = text[place:].lstrip()
            column = len(text) - len(rest) + 1
            advice = "; write == to compare" if rest[0] == "=" else ""
            raise ModelError(f"column {column}: {rest[0]!r} is not expected here{advice}")
        kind = str(match.lastgroup)
        found.append(Token(kind, match[kind], match.start(kind) + 1))
        place = match.end()
    return [*found, Token("end", "", len(text) + 1)]


def given_values(
    text: str, model: Model, subject: str | None = None
) -> list[tuple[Variable, Value]]:
    """The variables of `Bob=1 colour=red`, each with its value.

    Raises: ModelError for a variable that is not there, or a value that is not of its domain.
    """
    names, tokens = Names(model, subject), re.findall(_GIVEN, text)
    if not tokens or re.sub(_GIVEN, "", text).strip(" ,;\t"):
        raise ModelError("write variables with their values, such as Bob=1 or 'Bob=1 Ann=2'")
    found = []
    for name, written in tokens:
        variable = names.find(name.strip("\"'"))
        if variable is None:
            advice = did_you_mean(name, names.known(), "there are")
            raise ModelError(f"there is no variable {name!r}; {advice}")
        found.append((variable, value_of(variable, written.strip("\"'"))))
    return found


def value_of(variable: Variable, word: str, name: str | None = None, place: str = "") -> Value:
    """The value of `variable` that `word` means. Raises: ModelError for another."""
    domain = variable.domain
    value: Value = int(word) if re.fullmatch(r"[+-]?[0-9]{1,18}", word) else word
    for known in (value, word):
        if any(type(known) is type(end) for end in domain[:1]) and known in domain:
            return known
    shown = f"{domain[0]} to {domain[-1]}" if isinstance(domain, range) else list(domain)
    raise ModelError(f"{word!r}{place} is not a value of {name or variable.name}: {shown}")


MOST_DEPTH = 60
"""The most brackets, signs and `not` within each other."""
MOST_DIGITS = 18

_WORDS = {"&": "and", "|": "or", "~": "not"}


class Reader:
    """A text, read token by token as the constraint that it states about a model."""

    def __init__(self, text: str, model: Model, subject: str | None = None) -> None:
        self._names = Names(model, subject)
        self._tokens = tokens_of(text)
        self._place = self._depth = 0

    def constraint(self) -> Constraint:
        """The constraint that the whole text states. Raises: ModelError, with the column."""
        found = self._any()
        if self._next.kind != "end":
            raise self._error(f"{self._next.text!r} is not expected here")
        return self._condition(found)

    def expression(self) -> Expression | int:
        """The number that the whole text states; a condition is 0 or 1. Raises: ModelError."""
        found = self._any()
        if self._next.kind != "end":
            raise self._error(f"{self._next.text!r} is not expected here")
        return self._number(found)

    # ------------------------------------------------------------------------- the grammar

    def _any(self) -> Any:
        return self._joined("or", self._all, any_of)

    def _all(self) -> Any:
        return self._joined("and", self._not, all_of)

    def _joined(self, word: str, read: Callable[[], Any], join: Callable[[Any], Any]) -> Any:
        found = [read()]
        while self._take(word):
            found.append(read())
        return found[0] if len(found) == 1 else join([self._condition(one) for one in found])

    def _not(self) -> Any:
        if not self._take("not"):
            return self._compared()
        return ~self._condition(self._deeper(self._not))

    def _compared(self) -> Any:
        left, found = self._sum(), []
        while self._next.text in RELATIONS and self._next.kind == "sign":
            relation, right = self._advance().text, self._sum()
            found.append(self._comparison(left, relation, right))
            left = right
        if not found and self._next.text in ("in", "not"):
            return self._among(left)
        return left if not found else found[0] if len(found) == 1 else all_of(found)

    def _among(self, left: Any) -> Constraint:
        """`left` is equal to one of the terms between brackets, or to none after `not in`."""
        relation, join = ("!=", all_of) if self._take("not") else ("==", any_of)
        self._expect("in")
        self._expect("(")
        found = [self._comparison(left, relation, self._sum())]
        while self._take(",") and self._next.text != ")":
            found.append(self._comparison(left, relation, self._sum()))
        self._expect(")")
        return join(found)

    def _comparison(self, left: Any, relation: str, right: Any) -> Constraint:
        for label, other in ((left, right), (right, left)):
            if isinstance(label, Label):
                self._refuse_no_label(label, other)
        one, other = (x.text if isinstance(x, Label) else self._number(x) for x in (left, right))
        return cast(Constraint, RELATIONS[relation](_first(one, other), other))

    def _sum(self) -> Any:
        return self._chain(("+", "-"), self._product)

    def _product(self) -> Any:
        return self._chain(("*", "//", "%"), self._signed)

    def _chain(self, signs: tuple[str, ...], read: Callable[[], Any]) -> Any:
        found = read()
        while self._next.kind == "sign" and self._next.text in signs:
            sign = self._advance().text
            found = ARITHMETIC[sign](self._number(found), self._number(read()))
        return found

    def _signed(self) -> Any:
        for sign in ("-", "+"):
            if self._take(sign):
                found = self._number(self._deeper(self._signed))
                return -found if sign == "-" else found
        return self._atom()

    def _atom(self) -> Any:
        token = self._advance()
        if token.kind == "number":
            if len(token.text) > MOST_DIGITS:
                raise self._error(f"a number has at most {MOST_DIGITS} digits", token)
            return int(token.text)
        if token.kind in ("graph", "sides"):
            return self._on_a_board(token)
        if token.text == "(":
            found = self._deeper(self._any)
            self._expect(")")
            return found
        if token.kind == "quoted":
            return self._named(token._replace(text=token.text[1:-1]))
        if token.kind == "name" and self._next.text == "(":
            return self._called(token)
        if token.kind == "name":
            return self._named(token)
        if token.kind == "end":
            raise self._error("something is missing", token)
        raise self._error(f"{token.text!r} is not expected here", token)

    def _named(self, token: Token) -> Any:
        try:
            found = self._names.find(token.text)
        except ModelError as error:
            raise self._error(str(error), token) from None
        return Label(token.text, token.column) if found is None else found

    def _on_a_board(self, token: Token) -> Any:
        """The constraint over a graph, or the term, that is called. Raises: ModelError."""
        try:
            if token.kind == "graph":
                return graph_rule(token.text, self._names.model).together
            found = of_sides(token.text, self._names.model)
        except ModelError as error:
            raise self._error(str(error), token) from None
        if len(found) != 1:
            raise self._error(f"these are several; write total({token.text})", token)
        return found[0]

    def _called(self, token: Token) -> Any:
        name = SYNONYMS.get(token.text, token.text)
        if name not in FUNCTIONS:
            advice = did_you_mean(name, FUNCTIONS, "there are")
            raise self._error(f"there is no function {token.text!r}; {advice}", token)
        self._expect("(")
        terms: list[Expression] = []
        while not (self._next.text == ")" and not terms):
            terms += self._argument()
            if not self._take(","):
                break
        self._expect(")")
        if name == "abs" and len(terms) != 1:
            raise self._error(f"abs takes one term, not {len(terms)}", token)
        return FUNCTIONS[name](terms)

    def _argument(self) -> list[Expression]:
        """A term, or all those of the group that is named."""
        group = self._names.groups.get(self._next.text.strip("\"'"))
        after = self._tokens[min(self._place + 1, len(self._tokens) - 1)].text
        if group is not None and after in (",", ")"):
            self._advance()
            return list(group)
        if self._next.kind == "sides" and after in (",", ")"):
            return of_sides(self._advance().text, self._names.model)
        return [_first(self._number(self._deeper(self._any)), 0)]

    # ------------------------------------------------------------------------------ its kinds

    def _number(self, found: Any) -> Expression | int:
        """`found` as a number. A condition is 1 where it holds, else 0."""
        if isinstance(found, Label):
            raise self._unknown(found)
        number: Expression | int = indicator(found) if isinstance(found, Constraint) else found
        return number

    def _condition(self, found: Any) -> Constraint:
        if isinstance(found, Label):
            raise self._unknown(found)
        if isinstance(found, Constraint):
            return found
        if isinstance(found, Variable) and set(found.domain) <= {0, 1}:
            return found == 1
        raise self._error(f"{found} is no condition; compare it, as in {found} == 1")

    def _refuse_no_label(self, label: Label, other: Any) -> None:
        """Raises: ModelError where `label` is no value of the variable `other`."""
        if not (isinstance(other, Variable) and other.labelled):
            raise self._unknown(label)
        if label.text not in other.domain:
            advice = did_you_mean(label.text, map(str, other.domain), "its values are")
            raise self._error(f"{other.name} has no value {label.text!r}; {advice}", label)

    def _unknown(self, label: Label) -> ModelError:
        group = self._names.groups.get(label.text)
        if group:
            one = f"one of its variables, such as {group[0].name}, or total({label.text})"
            return self._error(f"{label.text!r} has several variables; write {one}", label)
        known = self._names.known()
        advice = did_you_mean(label.text, known, "there are")
        begun = [name for name in known if name.startswith(label.text) and not is_plain(name)]
        if begun:
            advice = f'write a name with other signs between quotes, as "{begun[0]}"'
        return self._error(f"there is no variable {label.text!r}; {advice}", label)

    # ------------------------------------------------------------------------------ the tokens

    @property
    def _next(self) -> Token:
        return self._tokens[self._place]

    def _advance(self) -> Token:
        token = self._next
        self._place = min(self._place + 1, len(self._tokens) - 1)
        return token

    def _take(self, text: str) -> bool:
        """True if the next token is `text`, which is then behind us."""
        if _WORDS.get(self._next.text, self._next.text) != text or self._next.kind == "quoted":
            return False
        self._advance()
        return True

    def _expect(self, text: str) -> None:
        if not self._take(text):
            raise self._error(f"{text!r} is missing")

    def _deeper(self, read: Callable[[], Any]) -> Any:
        if self._depth == MOST_DEPTH:
            raise self._error(f"more than {MOST_DEPTH} brackets or signs stand within each other")
        self._depth += 1
        found = read()
        self._depth -= 1
        return found

    def _error(self, message: str, at: Token | Label | None = None) -> ModelError:
        return ModelError(f"column {(at or self._next).column}: {message}")


def _first(one: Any, other: Any) -> Any:
    """`one`, as an expression where neither is: two numbers are compared by us, not by Python."""
    return Constant(one) if isinstance(one, int) and isinstance(other, int) else one


# ---------------------------------------------------------------------------------- objective text
# Objectives as people type them: `mark[5]`, `max: total(gain)`, in files and commands alike.


WORDS = (*SENSES.values(), "pareto")
"""The kinds of objective, as they are typed."""

_SENSE = re.compile(r"\s*(min|max)\s*:(.*)", re.DOTALL)


def aimed(model: Model, given: Mapping[str, Any]) -> Model:
    """`model` with the objective of `given`: texts under one of `WORDS`, and a number `within`.

    It takes the place of the objective that `model` has; `within` alone leaves that as it is.
    Raises: ModelError for a text that is no expression, and for what makes no objective.
    """
    named = {name: _texts(name, given[name]) for name in WORDS if name in given}
    within = {"within": given["within"]} if given.get("within") is not None else {}
    if not named and not within:
        return model
    if not named:
        if model.objective is None:
            raise ModelError("within is beside an objective; give one, as in --minimise TEXT")
        return model.without_objective().declaring({**model.objective.keywords(), **within})
    read = {name: tuple(_goal(one, name, model) for one in texts) for name, texts in named.items()}
    return model.without_objective().declaring({**read, **within})


def _texts(name: str, given: object) -> Sequence[str]:
    texts = given if isinstance(given, list | tuple) else (given,)
    if not all(isinstance(text, str) for text in texts):
        raise ModelError(f"{name} is {given!r}; it must be a text or a list of texts")
    return texts


def _goal(text: str, name: str, model: Model) -> tuple[str, object]:
    """A goal: `max: a` has a sense of its own, others that of the keyword."""
    own = _SENSE.fullmatch(text)
    sense = own[1] if own else "max" if name == "maximise" else "min"
    try:
        return sense, Reader(own[2] if own else text, model).expression()
    except ModelError as error:
        raise ModelError(f"cannot read the objective {text[:200]!r}: {error}") from None
