"""A model in words: its variables with their domains, then each rule and what it says.

>>> from everyway.models import Board, Model
>>> rook = Board(2).place("rook")
>>> print(read_model(Model("two rooks", rook, rook.per(rook.board.rows) == 1)))
two rooks
<BLANKLINE>
4 variables
  rook: a placement on 2×2 board
    rook[r1c1] … rook[r2c2] in 0..1
<BLANKLINE>
1 rule
  rows == 1 · each row: exactly 1 rook
    row 1: rook[r1c1] + rook[r1c2] == 1
    row 2: rook[r2c1] + rook[r2c2] == 1
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby, islice
from textwrap import wrap
from typing import Any

from ..domains import Domain, size
from ..expressions import Variable
from ..groups import Group, Single
from ..model import Model
from ..nodes import describe_all
from ..phrases import counted
from ..rules import Rule

WIDTH = 76
"""Lines are broken after this many characters."""

MOST = 10
"""This many constraints of a rule, or domains of a group, are read; of more, one fewer."""

MOST_LINES = 3
"""A constraint is read in this many lines."""

MOST_VALUES = 12
"""A domain is written out up to this many values."""


def read_model(model: Model, *, every: bool = False) -> str:
    """The declaration of `model` as lines of text; with `every`, long rules are not cut."""
    title = _wrapped(model.name, "", 4)
    aim = ["", *_wrapped(model.objective.words, "", 4)] if model.objective else []
    return "\n".join([*title, *_variables(model, every), *_rules(model, every), *aim])


def model_in_json(model: Model) -> dict[str, Any]:
    """The declaration of `model` in JSON's terms, whole."""
    said = iter(describe_all(model.constraints))
    return {
        "model": model.name,
        "groups": [_group_in_json(group) for group in model.groups],
        "rules": [_rule_in_json(rule, said) for rule in model.rules],
        **({"objective": model.objective.words} if model.objective else {}),
    }


def domain_text(domain: Domain) -> str:
    """The values of a domain, briefly.

    >>> domain_text(range(8)), domain_text(range(-1, 2, 2)), domain_text(("red", "green"))
    ('0..7', '-1, 1', 'red, green')
    """
    number = size(domain)
    if isinstance(domain, range) and domain.step == 1 and number > 1:
        return f"{domain[0]}..{domain[-1]}"
    if number <= MOST_VALUES:
        return ", ".join(map(str, domain))
    first = ", ".join(map(str, domain[:3]))
    return f"{first}, … {domain[-1]} ({number} values)"


# ------------------------------------------------------------------------------- variables


def _variables(model: Model, every: bool) -> Iterator[str]:
    yield from ("", counted(len(model.variables), "variable"))
    for group in model.groups:
        runs = _runs(group)
        if not isinstance(group, Single):
            yield from _wrapped(f"{group.name}: {_kind(group)}", "  ", 4)
        indent = "  " if isinstance(group, Single) else "    "
        for text in _cut([_run_text(run) for run in runs], every):
            yield from _wrapped(text, indent, 2)


def _kind(group: Group) -> str:
    if group.kind == "list":
        return f"a list of {len(group.variables)}"
    if group.kind == "grid":
        return f"a grid of {group.describe().partition(' variables ')[0]}"
    return f"a {group.kind} on {group.describe()}"


def _runs(group: Group) -> list[list[Variable]]:
    """The variables of a group, those beside each other with the same domain together."""
    return [list(run) for _, run in groupby(group.variables, lambda variable: variable.domain)]


def _run_text(run: Sequence[Variable]) -> str:
    names = [variable.name for variable in run]
    shown = ", ".join(names) if len(names) < 3 else f"{names[0]} … {names[-1]}"
    return f"{shown} in {domain_text(run[0].domain)}"


def _group_in_json(group: Group) -> dict[str, Any]:
    return {
        "name": group.name,
        "kind": group.kind,
        "variables": [
            {"names": [variable.name for variable in run], "domain": domain_text(run[0].domain)}
            for run in _runs(group)
        ],
    }


# ----------------------------------------------------------------------------------- rules


def _rules(model: Model, every: bool) -> Iterator[str]:
    yield from ("", counted(len(model.rules), "rule"))
    for rule in model.rules:
        alone = len(rule.constraints) == 1 and not rule.names
        places = list(rule.places())
        shown = places if every or len(places) <= MOST else places[: MOST - 1]
        said = describe_all([constraint for constraint, _ in shown])
        if alone and said == [rule.label]:
            yield from _few(said[0], "  ", every)
            continue
        yield from _wrapped(f"{rule.label}{_and_words(rule)}", "  ", 4)
        for (_, name), words in zip(shown, said, strict=True):
            yield from _few(f"{name}: {words}" if name else words, "    ", every)
        if len(shown) < len(places):
            yield f"    … and {len(places) - len(shown)} more"


def _and_words(rule: Rule) -> str:
    subject = f" ({rule.subject})" if rule.subject and rule.subject not in rule.words else ""
    return f"{subject} · {rule.words}" if rule.words else subject


def _rule_in_json(rule: Rule, said: Iterator[str]) -> dict[str, Any]:
    words = list(islice(said, len(rule.constraints)))
    names = rule.names or ("",) * len(words)
    return {
        "label": rule.label,
        "subject": rule.subject or None,
        "words": rule.words or None,
        "constraints": [
            {"name": name or None, "says": text} for name, text in zip(names, words, strict=True)
        ],
    }


# ----------------------------------------------------------------------------------- lines


def _cut(texts: list[str], every: bool) -> list[str]:
    """`texts`, of too many only the first."""
    if every or len(texts) <= MOST:
        return texts
    return [*texts[: MOST - 1], f"… and {len(texts) - MOST + 1} more"]


def _few(text: str, indent: str, every: bool) -> list[str]:
    """`text` in few lines, the last of which says that it was cut."""
    lines = _wrapped(text, indent, 4)
    if every or len(lines) <= MOST_LINES:
        return lines
    last = lines[MOST_LINES - 1][: WIDTH - 2]
    return [*lines[: MOST_LINES - 1], last if last.endswith("…") else f"{last} …"]


def _wrapped(text: str, indent: str, deeper: int) -> list[str]:
    """`text` on lines that fit, those after the first `deeper` to the right."""
    later = indent + " " * deeper
    return wrap(text, WIDTH, initial_indent=indent, subsequent_indent=later, break_on_hyphens=False)
