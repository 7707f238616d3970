"""Rules as people type them: `family relation number`, in files, commands and messages alike.

    rows == 1          windows(2,2) <= 1      pairs(knight) <= 1      total == 5
    rows + columns == 1      no_attacks(queen)      at r1c1      empty at r1c1 r2c3
    rows all different       rows total == 15       columns increasing       r1c1 == 5

or, of any model, about variables by their names: see variable_rules.py

    Bob == 1      abs(Ann - Bob) == 1 or Ann == 6      r1c1 + r1c2 == 5      queen[r1c1] == 1

Text is parsed, never evaluated. The label of such a rule is the same text again.

>>> from everyway.models import Board, Model
>>> board = Model("an empty board", Board(8).place("queen"))
>>> read_rule("pairs( KNIGHT )<=1", board)
rule 'pairs(knight) <= 1'
"""

from __future__ import annotations

import operator
import re
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from functools import reduce
from typing import Any

from ..boards.grid import SQUARE, Family
from ..boards.pieces import PIECES, Piece, leaper
from ..boards.placements import Filling, OnBoard, Placement
from ..constraints import Comparison
from ..errors import ModelError
from ..expressions import Constant
from ..model import Model, Recipe
from ..phrases import did_you_mean
from ..rules import Rule
from .graph_rules import GRAPH, graph_rule
from .variable_rules import MOST_CHARACTERS, Names, Reader, aimed, given_values, value_of

FAMILIES = (
    "rows", "columns", "falling", "rising", "diagonals", "lines", "main_diagonals", "regions",
    "adjacent", "touching", "squares", "border", "corners", "sightlines",
)  # fmt: skip
"""The families of a board that take no arguments, by the names that rules have for them."""

_RELATION = re.compile(r"([^=!<>]*?)\s*(==|!=|<=|>=|<|>)\s*([+-]?\d{1,18})", re.ASCII)
_CALL = re.compile(r"(\w+)\s*(?:\(([^()]*(?:\([^()]*\)[^()]*)*)\))?")
_SQUARES = re.compile(rf"(?:{SQUARE}[\s,;]*)+", re.ASCII)
_VALUE = re.compile(rf"({SQUARE})\s*={{1,2}}\s*([^\s,;=]+)", re.ASCII)
_FOR_PLACEMENTS = "'rows == 1' or 'windows(2,2) <= 1'"
_FOR_FILLINGS = "'rows all different' or 'rows total == 15'"


def read_rule(text: str, model: Model) -> Rule:
    """The rule that `text` states about a placement or filling of `model`, or about its variables.

    Where there are several groups, the text may begin with the name of one: `white: rows == 1`.
    Raises: ModelError for text that is no rule, or a family that the board lacks.
    """
    stated = " ".join(text[: MOST_CHARACTERS + 1].split())
    subject, colon, rest = stated.partition(":")
    name, rest = (subject.strip(), rest.strip()) if colon else (None, stated)
    if re.fullmatch(GRAPH, rest):
        try:
            return graph_rule(rest, model)
        except ModelError as error:
            raise ModelError(f"cannot read rule {shortened(rest)!r}: {error}") from None
    names = Names(model, name)
    try:
        return _about_a_group(_subject(model, name, stated), rest)
    except ModelError as error:
        placed = rest.startswith(("at ", "empty at "))
        if placed or not (names.are_in(rest) or _has_no_family(model, rest)):
            raise error from None
    if name is not None and name not in names.groups:
        advice = did_you_mean(name, names.groups, "there are")
        raise ModelError(
            f"rule {shortened(stated)!r} is about {name!r}, which is not there; {advice}"
        )
    try:
        return Rule(rest, (Reader(rest, model, name).constraint(),), subject=name or "")
    except ModelError as error:
        raise ModelError(f"cannot read rule {shortened(rest)!r}: {error}") from None


def _has_no_family(model: Model, text: str) -> bool:
    """True where nothing is on a board, and `text` does not speak as if there were."""
    word = re.match(r"\w*", text)
    family = word is not None and word[0] in (*FAMILIES, "boxes", "windows", "pairs", "no_attacks")
    return not family and not any(isinstance(group, OnBoard) for group in model.groups)


def shortened(text: str, most: int = 200) -> str:
    """`text`, the end of it left out where it is long."""
    return text if len(text) <= most else f"{text[:most]}…"


def _about_a_group(group: OnBoard, stated: str) -> Rule:
    """The rule that `stated` states about a family of squares, or about squares, of `group`."""
    try:
        rule = _on_placement(group, stated) if isinstance(group, Placement) else None
        rule = _on_filling(group, stated) if isinstance(group, Filling) else rule
    except ModelError as error:
        raise ModelError(f"cannot read rule {shortened(stated)!r}: {error}") from None
    if rule is None:
        kind = _FOR_PLACEMENTS if isinstance(group, Placement) else _FOR_FILLINGS
        raise ModelError(f"cannot read rule {shortened(stated)!r}; expected e.g. {kind}")
    return rule


def extended(model: Model, recipe: Recipe) -> Model:
    """`model` with the rules, givens and objective that a recipe adds. Raises: ModelError."""
    for text in recipe.rules:
        model = model + read_rule(text, model)
    for given in read_givens(recipe.givens, model):
        model = model + given
    return aimed(model, recipe.objective)


def read_givens(texts: Iterable[str], model: Model) -> list[Rule]:
    """A rule for each of `texts`: `r1c1 r2c3` where pieces stand, `r1c1=5` which values do.

    Where a model has several groups on a board: `white: r1c1`.
    Raises: ModelError for what is neither, and for a square off the board, on a hole or twice.
    """
    rules = [_given(text, model) for text in texts]
    seen = Counter((rule.subject, square) for rule in rules for square in rule.names)
    for (_, square), times in seen.items():
        if times > 1:
            raise ModelError(f"{square} is given twice; give it once")
    return rules


def _given(text: str, model: Model) -> Rule:
    subject, colon, rest = text.partition(":")
    name, written = (subject.strip(), rest.strip()) if colon else (None, text.strip())
    try:
        return _given_on_a_board(_subject(model, name, text, "given"), written, text)
    except ModelError:
        names = Names(model, name)
        board = any(isinstance(group, OnBoard) for group in model.groups)
        if "=" not in written or (board and not _names_others(names, written)):
            raise
    try:
        found = given_values(written, model, name)
    except ModelError as error:
        raise ModelError(f"cannot read given {shortened(text)!r}: {error}") from None
    label = " ".join(f"{variable.name}={value}" for variable, value in found)
    held = tuple(variable == value for variable, value in found)
    return Rule(label, held, tuple(v.name for v, _ in found), f"given: {label}", name or "")


def _names_others(names: Names, text: str) -> bool:
    """True if `text` names a variable otherwise than by its square alone."""
    beside = re.search(rf"{SQUARE}-", text) is not None
    return names.are_in(_SQUARES.sub(" ", text)) or "[" in text or beside


def _given_on_a_board(group: OnBoard, written: str, text: str) -> Rule:
    try:
        if isinstance(group, Filling):
            return _given_values(group, written)
        if _SQUARES.fullmatch(written) and isinstance(group, Placement):
            return group.at(written)
    except ModelError as error:
        raise ModelError(f"cannot read given {shortened(text)!r}: {error}") from None
    raise ModelError(
        f"cannot read given {shortened(text)!r}; write squares such as r1c1 or 'r1c1 r2c3'"
    )


def _given_values(filling: Filling, text: str) -> Rule:
    """`r1c1=5 r2c3=7` as a rule."""
    found = _VALUE.findall(text)
    if not found or _VALUE.sub("", text).strip(" ,;\t"):
        raise ModelError("write squares with their values, such as r1c1=5 or 'r1c1=5 r2c3=7'")
    squares = filling.board.squares_at([square for square, _ in found])
    values = [
        value_of(filling[square], word, filling.name, f" on {square}")
        for square, (_, word) in zip(squares, found, strict=True)
    ]
    label = " ".join(f"{square}={value}" for square, value in zip(squares, values, strict=True))
    return Rule(
        label,
        tuple(filling[s] == value for s, value in zip(squares, values, strict=True)),
        tuple(map(str, squares)),
        f"given: {label}",
        filling.name,
    )


def read_family(text: str, group: OnBoard) -> Family:
    """The family of squares that `text` names, such as `rows + columns` or `boxes(2,3)`.

    Raises: ModelError for a name that no family has, or arguments that do not fit.
    """
    parts = re.split(r"\+(?![^()]*\))", text)  # at every plus outside brackets
    return reduce(operator.add, (_one_family(part.strip(), group) for part in parts))


def _subject(model: Model, name: str | None, text: str, kind: str = "rule") -> OnBoard:
    groups = {g.name: g for g in model.groups if isinstance(g, OnBoard)}
    if name is not None:
        if name not in groups:
            advice = did_you_mean(name, groups, "on a board are")
            raise ModelError(f"{kind} {text!r} is about {name!r}, which is not there; {advice}")
        return groups[name]
    if len(groups) == 1:
        return next(iter(groups.values()))
    if not groups:
        raise ModelError(f"{model.name} has no board, and so no {kind} such as {text!r}")
    names = " or ".join(f"'{other}: {text}'" for other in groups)
    raise ModelError(f"{kind} {text!r} may be about {' or '.join(groups)}; write {names}")


def _on_placement(placement: Placement, text: str) -> Rule | None:
    for word, state in (("empty at ", placement.empty_at), ("at ", placement.at)):
        rest = text.removeprefix(word)
        if rest != text and _SQUARES.fullmatch(rest):
            return state(rest)
    call = _CALL.fullmatch(text)
    if call and call[1] == "no_attacks":
        return placement.no_attacks(_piece(call[2] or "", text))
    stated = _RELATION.fullmatch(text)
    if not stated:
        return None
    left, relation, number = stated.groups()
    tally = placement.total if left == "total" else placement.per(read_family(left, placement))
    return tally.rule(relation, int(number))


def _on_filling(filling: Filling, text: str) -> Rule | None:
    for ending, state in _ALONG.items():
        if text.endswith(f" {ending}"):
            return state(filling.along(read_family(text.removesuffix(ending), filling)))
    stated = _RELATION.fullmatch(text)
    if not stated:
        return None
    left, relation, number = stated.groups()
    if left.endswith(" total"):
        along = filling.along(read_family(left.removesuffix("total"), filling))
        return along.total().rule(relation, int(number))
    if _SQUARES.fullmatch(left):
        square = filling.board.square(left)
        holds = Comparison(filling[square], relation, Constant(int(number)))
        label = f"{square} {relation} {number}"
        return Rule(label, (holds,), (str(square),), subject=filling.name)
    return None


_ALONG: dict[str, Callable[[Any], Rule]] = {
    "all different": lambda along: along.all_different(),
    "strictly increasing": lambda along: along.increasing(strict=True),
    "increasing": lambda along: along.increasing(),
}


def _one_family(text: str, group: OnBoard) -> Family:
    call = _CALL.fullmatch(text)
    if not call:
        raise ModelError(f"cannot read the family {text!r}; expected e.g. 'rows' or 'boxes(3,3)'")
    name, arguments = call.groups()
    if name in FAMILIES and arguments is None:
        found: Family = getattr(group.board, name)
        return found
    if name in ("boxes", "windows"):
        height, width = _numbers(arguments, 2, text)
        shaped: Family = getattr(group.board, name)(height, width)
        return shaped
    if name == "pairs":
        return group.board.pairs(_piece(arguments or "", text))
    known = [*FAMILIES, "boxes", "windows", "pairs"]
    if isinstance(group, Placement):
        known.append("total")
    if name in known:
        raise ModelError(f"the family {name} takes no arguments: write {name!r}, not {text!r}")
    if _SQUARES.fullmatch(name):
        group.board.square(name)  # raises, since the board does not have it
    advice = did_you_mean(name, known, "there are")
    raise ModelError(f"a board has no family {name!r}; {advice}")


def _piece(text: str, where: str) -> Piece:
    return reduce(operator.or_, (_one_piece(part.strip(), where) for part in text.split("|")))


def _one_piece(text: str, where: str) -> Piece:
    call = _CALL.fullmatch(text)
    if call and call[1] == "leaper":
        return leaper(*_numbers(call[2], 2, where))
    if text.lower() in PIECES:
        return PIECES[text.lower()]
    advice = did_you_mean(text, [*PIECES, "leaper(1,3)"], "there are")
    raise ModelError(f"{where!r} names no piece that moves; {advice}")


def _numbers(text: str | None, count: int, where: str) -> Sequence[int]:
    parts = [part.strip() for part in (text or "").split(",")]
    if len(parts) != count or not all(re.fullmatch("[0-9]{1,9}", part) for part in parts):
        raise ModelError(f"{where!r} needs {count} numbers in brackets, such as (2,2)")
    return [int(part) for part in parts]
