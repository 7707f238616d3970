"""The statements of a FlatZinc text, each with its line. Nothing in the text is evaluated.

Source: the grammar in the handbook of MiniZinc, section "FlatZinc builtins and grammar".
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple, NoReturn, TypeVar

from ...models.language.errors import ModelError

# --------------------------- The statements that a FlatZinc text is made of, and where it is from.


T = TypeVar("T")


class Ref(str):
    """The name of a variable or a parameter."""

    __slots__ = ()


class Call(NamedTuple):
    """A constraint, or an annotation with arguments."""

    name: str
    args: list[Any]
    notes: list[Any]
    line: int


class Declaration(NamedTuple):
    """A variable, an array or a parameter."""

    name: str
    is_variable: bool
    is_array: bool
    domain: Any
    """`"int"`, `"bool"`, a range, or the values of a set in order."""
    notes: list[Any]
    value: Any
    line: int


class Solve(NamedTuple):
    """The last statement: `satisfy`, or an objective."""

    goal: str
    objective: Any
    line: int
    notes: list[Any]
    """Annotations, such as the order in which to search."""


Statement = Call | Declaration | Solve


class Source:
    """A text and where it is from, for messages."""

    def __init__(self, text: str, place: str) -> None:
        self.text, self.place = text, place

    def refuse(self, line: int, why: str) -> NoReturn:
        """Raises: ModelError that names the line."""
        raise ModelError(f"{self.place}:{line}: {why}")

    def naming(self, make: Callable[[], T]) -> T:
        """The result of `make`. Raises: ModelError that names the text, whatever it lacks."""
        try:
            return make()
        except ModelError as error:
            said = str(error)
            named = said if said.startswith(self.place) else f"{self.place}: {said}"
            raise ModelError(named) from None


_TOKEN = re.compile(
    r"""\s+|%[^\n]*|(?P<token>"(?:[^"\\\n]|\\.)*"|[A-Za-z_]\w*|-?[0-9]+\.[0-9]+(?:[eE][-+]?[0-9]+)?
    |-?[0-9]+[eE][-+]?[0-9]+|-?0x[0-9a-fA-F]+|-?[0-9]+|\.\.|::|[][(){},;:=])""",
    re.VERBOSE,
)
_PLAIN = re.compile(
    r"(\s*)var (?:(bool|int)|(-?[0-9]{1,18})\.\.(-?[0-9]{1,18})): ([A-Za-z_]\w*)"
    r"((?: ?:: ?[A-Za-z_]\w*(?=[ ;]))*);"
)
"""A variable without a value, as most lines are of a text with very many."""
_MOST_NESTED = 50
_GREATEST = 2**62
"""Numbers are between this and its opposite, so that an interval of them has a length in Python."""
MOST_STATEMENTS = 1_000_000
"""A text of more statements is refused."""


def statements(source: Source) -> Iterator[Statement]:
    """Every statement of the text in order. Raises: ModelError, with the line."""
    return _Parser(source).statements()


class _Parser:
    def __init__(self, source: Source) -> None:
        self._source = source
        self._tokens: list[str] = []
        """Those of one statement, and an empty one behind it."""
        self._lines: list[int] = []
        self._at = self._nested = 0

    def _statement_by_statement(self) -> Iterator[Declaration | None]:
        """Each plain declaration; else None once the tokens of a statement are there.

        All tokens of a large text would take its memory.
        """
        place, line, text = 0, 1, self._source.text
        ranges: dict[Any, range] = {}  # most variables share a few domains
        while place < len(text):
            if plain := _PLAIN.match(text, place):
                line += plain[1].count("\n")
                domain: Any = plain[2] or ranges.get(plain.group(3, 4))
                if domain is None:
                    domain = range(int(plain[3]), int(plain[4]) + 1)
                    ranges[plain.group(3, 4)] = domain
                notes: list[Any] = [Ref(note.strip()) for note in plain[6].split("::")[1:]]
                yield Declaration(plain[5], True, False, domain, notes, None, line)
                place = plain.end()
            else:
                place, line = self._read_tokens(place, line)
                if self._tokens:
                    yield None

    def _read_tokens(self, place: int, line: int) -> tuple[int, int]:
        """Have the tokens of the statement at a place of the text; the place and line behind it."""
        text, self._at = self._source.text, 0
        tokens, lines = self._tokens, self._lines
        tokens.clear()
        lines.clear()
        for found in _TOKEN.finditer(text, place):
            start, end = found.span()
            if start != place:
                break
            place, token = end, found[1]
            if token is None:
                line += text.count("\n", start, end)
                continue
            tokens.append(token)
            lines.append(line)
            if token == ";":
                break
        if place != len(text) and tokens[-1:] != [";"]:
            said = f"cannot read {text[place : place + 20]!r}; this is no FlatZinc"
            self._source.refuse(line, said)
        if tokens:
            tokens.append("")
            lines.append(line)
        return place, line

    def _refuse(self, why: str) -> NoReturn:
        self._source.refuse(self._lines[self._at], why)

    def _peek(self) -> str:
        return self._tokens[self._at]

    def _take(self) -> str:
        token = self._tokens[self._at]
        if not token:
            self._refuse("this ends in the middle of a statement; is the file whole?")
        self._at += 1
        return token

    def _takes(self, wanted: str) -> bool:
        """True if this token is next; it is then read."""
        found = self._peek() == wanted
        self._at += found
        return found

    def _next(self) -> str:
        return repr(self._peek()) if self._peek() else "the end of the text"

    def _need(self, wanted: str) -> None:
        if not self._takes(wanted):
            self._refuse(f"{wanted!r} is expected, and there is {self._next()}")

    def _name(self) -> str:
        token = self._take()
        if not (token[0].isalpha() or token[0] == "_"):
            self._at -= 1
            self._refuse(f"a name is expected, and there is {token!r}")
        return token

    # ------------------------------------------------------------------------ statements

    def statements(self) -> Iterator[Statement]:
        kinds: dict[str, Callable[[], Statement]] = {
            "constraint": self._constraint,
            "solve": self._solve,
        }
        for number, plain in enumerate(self._statement_by_statement()):
            if number >= MOST_STATEMENTS:
                line = plain.line if plain else self._lines[0]
                self._source.refuse(line, f"there are more than {MOST_STATEMENTS} statements")
            if plain is not None:
                yield plain
                continue
            first = self._peek()
            if first == "predicate":
                if self._tokens[-2] != ";":
                    self._at = len(self._tokens) - 1
                    self._take()
                continue
            yield kinds.get(first, self._declaration)()
            self._need(";")

    def _constraint(self) -> Call:
        self._need("constraint")
        line, call = self._lines[self._at], self._expression()
        if not isinstance(call, Call):
            self._source.refuse(line, "a constraint is a call such as int_le(x, y)")
        return call._replace(notes=self._notes())

    def _solve(self) -> Solve:
        line = self._lines[self._at]
        self._need("solve")
        notes, goal = self._notes(), self._take()
        if goal not in ("satisfy", "minimize", "maximize"):
            self._source.refuse(line, f"solve {goal}: it is satisfy, minimize or maximize")
        return Solve(goal, None if goal == "satisfy" else self._expression(), line, notes)

    def _declaration(self) -> Declaration:
        line, is_array = self._lines[self._at], self._takes("array")
        index = [*iter(self._take, "of")] if is_array else []
        is_variable = self._takes("var")
        domain = self._type(is_variable and index[1:-1] != ["1", "..", "0"])
        self._need(":")
        name, notes, value = self._name(), self._notes(), None
        if self._takes("="):
            value = self._expression()
        size = len(value) if is_array and isinstance(value, list) else None
        if size is not None and index[1:-1] not in (["int"], ["1", "..", str(size)]):
            self._refuse(f"{name} has {size} items, and is an array of {''.join(index)}")
        return Declaration(name, is_variable, is_array, domain, notes, value, line)

    def _type(self, is_variable: bool) -> Any:
        if self._peek() == "set":
            if is_variable:
                self._refuse("a variable is a set; write the model without variable sets")
            self._take()
            self._need("of")
            self._type(False)  # of which numbers a set may be, its value keeps by itself
            return "int"
        if self._peek() == "float":
            self._refuse("everyway has whole numbers alone, and this is a float; scale it")
        if self._peek() in ("bool", "int"):
            return self._take()
        domain = self._expression()
        if not isinstance(domain, range | tuple):
            self._refuse("a type is expected: bool, int, a range or a set of numbers")
        return domain

    def _notes(self) -> list[Any]:
        found = []
        while self._takes("::"):
            found.append(self._expression())
        return found

    # ----------------------------------------------------------------------- expressions

    def _expression(self) -> Any:
        self._nested += 1
        if self._nested > _MOST_NESTED:
            self._refuse("brackets are nested too deeply")
        try:
            return self._read()
        finally:
            self._nested -= 1

    def _read(self) -> Any:
        line, token = self._lines[self._at], self._take()
        if token == "[":
            return self._listed("]")
        if token == "{":
            return self._set()
        if token[0] == '"':
            return token[1:-1]
        if token in ("true", "false"):
            return token == "true"
        if token[0].isalpha() or token[0] == "_":
            return Call(token, self._listed(")"), [], line) if self._takes("(") else Ref(token)
        number = self._number(token)
        return range(number, self._number(self._take()) + 1) if self._takes("..") else number

    def _number(self, token: str) -> int:
        self._at -= 1
        if "." in token or ("e" in token.lower() and "x" not in token):
            self._refuse(f"everyway has whole numbers alone, and {token} is a float; scale it")
        if not token[-1].isalnum():
            self._refuse(f"a value is expected, and there is {token!r}")
        try:
            number = int(token, 0) if len(token) <= 20 else _GREATEST + 1
        except ValueError:
            self._refuse(f"a number is expected, and there is {token!r}")
        if abs(number) > _GREATEST:
            self._refuse(f"the number {token:.30} is too large, for its digits")
        self._at += 1
        return number

    def _set(self) -> tuple[int, ...]:
        items = self._listed("}")
        if not all(type(item) is int for item in items):
            self._refuse("a set is of numbers")
        return tuple(sorted(set(items)))

    def _listed(self, end: str) -> list[Any]:
        items = []
        while not self._takes(end):
            items.append(self._expression())
            if not self._takes(",") and self._peek() != end:
                self._refuse(f"',' or {end!r} is expected, and there is {self._next()}")
        return items
