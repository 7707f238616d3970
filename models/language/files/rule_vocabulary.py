"""The vocabulary of rules over named variables: tokens, names, functions, values."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from ..arithmetic_expressions import total
from ..choices import maximum, minimum
from ..errors import ModelError
from ..expressions import Expression, Variable
from ..global_constraints.all_different import all_different
from ..global_constraints.all_equal import all_equal
from ..global_constraints.increasing import increasing
from ..groups import Single
from ..model import Model
from ..nodes import Value
from ..phrases import did_you_mean

MOST_CHARACTERS = 10_000
"""The most characters of a rule."""

_TOKEN = re.compile(
    r"""\s*(?:
      (?P<number>[0-9]+)
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
        words = [match["name"] or match["quoted"] or "" for match in _TOKEN.finditer(text)]
        return any(self._is_ours(word.strip("\"'")) for word in words if word) or any(
            re.search(rf"\b{name}\s*\(", text) for name in (*FUNCTIONS, *SYNONYMS)
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
