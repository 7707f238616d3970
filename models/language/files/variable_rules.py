"""Rules over named variables as people type them, read by a small parser and never evaluated.

    Bob == 1        abs(Ann - Bob) == 1 or Ann == 6        r1c1 + r1c2 == 5
    not (tea == coffee and milk == 2)        queen[r1c1] == 1        colour != red
    all_different(Ann, Bob, Cid)        1 <= total(x) <= 3        minimum(a, b) >= 2

A name is a variable's, or its key where only one variable has that key: `Bob` for `seat[Bob]`,
`r1c1` for `cell[r1c1]`. A group's name stands for all of its variables between the brackets of a
function. What is no name is written between quotes.

>>> from everyway.models import Model, variables
>>> seats = Model("seats", variables("seat", ["Ann", "Bob"], range(1, 7)))
>>> Reader("abs(Ann - Bob) == 1 or Ann == 6", seats).constraint()
(abs(seat[Ann] - seat[Bob]) == 1) | (seat[Ann] == 6)
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, cast

from ..arithmetic_expressions import ARITHMETIC
from ..constraints import RELATIONS, Constraint, all_of, any_of
from ..errors import ModelError
from ..expressions import Constant, Expression, Variable, indicator
from ..model import Model
from ..phrases import did_you_mean
from .rule_vocabulary import FUNCTIONS, SYNONYMS, Label, Names, Token, is_plain, tokens_of

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
        return left if not found else found[0] if len(found) == 1 else all_of(found)

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
