"""Rules as people type them: `family relation number`, in files, commands and messages alike.

    rows == 1          windows(2,2) <= 1      pairs(knight) <= 1      total == 5
    rows + columns == 1      no_attacks(queen)      at r1c1      empty at r1c1 r2c3
    rows all different       rows total == 15       columns increasing       r1c1 == 5

Text is parsed, never evaluated.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Any

from . import pieces
from .errors import ModelError
from .families import Family
from .fillings import Filling
from .model import Model, Rule, did_you_mean
from .pieces import Piece, leaper
from .placements import OnBoard, Placement

FAMILIES = (
    "rows", "columns", "falling", "rising", "diagonals", "lines", "main_diagonals", "regions",
    "adjacent", "touching", "squares", "border", "corners", "sightlines",
)  # fmt: skip
"""The families of a board that take no arguments, by the names that rules have for them."""

PIECES = {
    piece.name: piece
    for piece in (pieces.QUEEN, pieces.ROOK, pieces.BISHOP, pieces.KNIGHT, pieces.KING)
}

_RELATION = re.compile(r"(.*?)\s*(==|!=|<=|>=|<|>)\s*([+-]?\d+)")
_CALL = re.compile(r"(\w+)\s*(?:\(([^()]*(?:\([^()]*\)[^()]*)*)\))?")
_SQUARES = re.compile(r"(?:r\d+c\d+[\s,]*)+", re.IGNORECASE)
_EXAMPLES = "'rows == 1' or 'windows(2,2) <= 1'"


def read_rule(text: str, model: Model) -> Rule:
    """The rule that `text` states about a placement or filling of `model`.

    Where there are several, the text begins with the name of one: `white: rows == 1`.
    Raises: ModelError for text that is no rule, or a family that the board lacks.
    """
    subject, colon, rest = text.partition(":")
    group = _subject(model, subject.strip() if colon else None, text)
    return rule_about(group, rest if colon else text)


def rule_about(group: OnBoard, text: str) -> Rule:
    """The rule that `text` states about `group`, as `read_rule`."""
    stated = text.strip()
    rule = _on_placement(group, stated) if isinstance(group, Placement) else None
    rule = _on_filling(group, stated) if isinstance(group, Filling) else rule
    if rule is None:
        kind = _EXAMPLES if isinstance(group, Placement) else "'rows all different'"
        raise ModelError(f"cannot read rule {text!r}; expected e.g. {kind}")
    return rule


def read_family(text: str, group: OnBoard) -> Family:
    """The family of squares that `text` names, such as `rows + columns` or `boxes(2,3)`.

    Raises: ModelError for a name that no family has, or arguments that do not fit.
    """
    found = [_one_family(part.strip(), group) for part in _split(text, "+")]
    whole = found[0]
    for family in found[1:]:
        whole = whole + family
    return whole


def _subject(model: Model, name: str | None, text: str) -> OnBoard:
    groups = {g.name: g for g in model.groups if isinstance(g, OnBoard)}
    if name is not None:
        if name not in groups:
            advice = did_you_mean(name, groups, "on a board are")
            raise ModelError(f"rule {text!r} is about {name!r}, which is not there; {advice}")
        return groups[name]
    if len(groups) == 1:
        return next(iter(groups.values()))
    if not groups:
        raise ModelError(f"{model.name} has no board, and so no rule such as {text!r}")
    names = " or ".join(f"'{other}: {text}'" for other in groups)
    raise ModelError(f"rule {text!r} may be about {' or '.join(groups)}; write {names}")


def _on_placement(placement: Placement, text: str) -> Rule | None:
    for word, state in (("empty at", placement.empty_at), ("at", placement.at)):
        rest = text.removeprefix(word)
        if rest != text and _SQUARES.fullmatch(rest.strip()):
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
        return Rule(
            f"{square} {relation} {number}",
            (_compared(filling[square], relation, int(number)),),
            (str(square),),
            subject=filling.name,
        )
    return None


_ALONG: dict[str, Callable[[Any], Rule]] = {
    "all different": lambda along: along.all_different(),
    "strictly increasing": lambda along: along.increasing(strict=True),
    "increasing": lambda along: along.increasing(),
}


def _compared(left: Any, relation: str, number: int) -> Any:
    from .constraints import relation_between

    return relation_between(left, relation, number)


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
    if name in known:
        raise ModelError(f"the family {name} takes no arguments: write {name!r}, not {text!r}")
    advice = did_you_mean(name, known, "there are")
    raise ModelError(f"a board has no family {name!r}; {advice}")


def _piece(text: str, where: str) -> Piece:
    moves = [_one_piece(part.strip(), where) for part in _split(text, "|")]
    whole = moves[0]
    for move in moves[1:]:
        whole = whole | move
    return whole


def _one_piece(text: str, where: str) -> Piece:
    call = _CALL.fullmatch(text)
    if call and call[1] == "leaper":
        return leaper(*_numbers(call[2], 2, where))
    if text in PIECES:
        return PIECES[text]
    advice = did_you_mean(text, [*PIECES, "leaper(1,3)"], "there are")
    raise ModelError(f"{where!r} names no piece that moves; {advice}")


def _numbers(text: str | None, count: int, where: str) -> Sequence[int]:
    parts = [part.strip() for part in (text or "").split(",")]
    if len(parts) != count or not all(part.isdecimal() for part in parts):
        raise ModelError(f"{where!r} needs {count} numbers in brackets, such as (2,2)")
    return [int(part) for part in parts]


def _split(text: str, sign: str) -> list[str]:
    """`text` at every `sign` outside brackets."""
    parts, depth = [""], 0
    for character in text:
        depth += (character == "(") - (character == ")")
        if character == sign and not depth:
            parts.append("")
        else:
            parts[-1] += character
    return parts
