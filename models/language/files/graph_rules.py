"""Rules over the graph of a board as people type them: `connected(shaded.empty)`, `loop(line)`.

    path(line, r1c1, r3c3)        regions(wall, sizes=3)        tree(line, spanning=True)
    total(fence.around(r1c1)) == 3        line.turns(r2c2) == 1

>>> from everyway.models import Board, Model
>>> graph_rule("loop(line)", Model("a loop", Board(3).links("line")))
rule 'the line is one loop'
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from ..boards.grid import read_squares
from ..boards.placements import Placement
from ..boards.sides import Between, Fences
from ..boards.words_on_graphs import connected, forest, loop, path, regions, tree
from ..errors import ModelError
from ..expressions import Expression
from ..groups import Group
from ..model import Model
from ..phrases import did_you_mean
from ..rules import Rule

GRAPH = r"(?:connected|loop|path|tree|forest|regions)\s*\((?:[^()]|\([^()]*\))*\)"
"""The call of a constraint over a graph, as a pattern."""
OF_SIDES = r"[^\W\d]\w*\.(?:around|at|corner|passes|straight|turns)\s*\([^()]*\)"
"""The links or fences at a place, and what a line does there, as a pattern."""

_WORDS: Mapping[str, tuple[Callable[..., Rule], Sequence[str]]] = {
    "connected": (connected, ("touching", "links")),
    "loop": (loop, ()),
    "path": (path, ()),
    "tree": (tree, ("spanning",)),
    "forest": (forest, ()),
    "regions": (regions, ("sizes", "roots")),
}


def graph_rule(text: str, model: Model) -> Rule:
    """The rule that a call says, its first argument a group on a board, or `shaded.empty`.

    Raises: ModelError for a group that is not there, or an argument that does not fit.
    """
    word, _, rest = text.strip().removesuffix(")").partition("(")
    word = word.strip()
    first, *others = [part.strip() for part in re.split(r",(?![^()]*\))", rest)]
    function, known = _WORDS[word]
    name, _, method = first.partition(".")
    group: Any = _group(name, model)
    if method and (method != "empty" or not isinstance(group, Placement)):
        raise ModelError(f"{first!r} cannot be read; write {name}, or of a placement {name}.empty")
    ends, named = [], {}
    for part in others:
        key, equals, value = (one.strip() for one in part.partition("="))
        if equals and key not in known:
            raise ModelError(f"{word} has no {key!r}; {did_you_mean(key, known, 'it takes')}")
        if equals:
            named[key] = _value(key, value, group, model)
        else:
            ends.append(_end(part))
    wanted = 2 if function is path else 0
    if len(ends) != wanted:
        example = f"path({name}, r1c1, r3c3)" if wanted else f"{word}({name})"
        raise ModelError(f"{text!r} cannot be read; write {example}")
    return function(group.empty if method else group, *ends, **named)


def of_sides(text: str, model: Model) -> list[Expression]:
    """The variables, or the one term, that `fence.around(r1c1)` or `line.turns(r1c1)` is.

    Raises: ModelError where the group has no such method, or no such place.
    """
    name, method, place = re.split(r"\s*[.(]\s*", text.strip().removesuffix(")"), maxsplit=2)
    group = _group(name, model)
    if not isinstance(group, Between | Fences) or not hasattr(type(group), method):
        raise ModelError(f"{name} has no {method!r}; links have at, and fences have around")
    written = _end(place)
    if method == "corner" and not isinstance(written, tuple):
        raise ModelError(f"{place!r} is no corner; write {name}.corner(0, 0)")
    found = getattr(group, method)(*written if method == "corner" else [written])
    return list(found) if isinstance(found, tuple) else [found]


def _group(name: str, model: Model) -> Group:
    group = model.groups_by_name.get(name)
    if group is None:
        advice = did_you_mean(name, model.groups_by_name, "there are")
        raise ModelError(f"there is no group {name!r}; {advice}")
    return group


def _end(text: str) -> Any:
    """A square as it is written, or a corner, `(0, 0)`."""
    numbers = re.fullmatch(r"\(?\s*(\d{1,9})\s*,\s*(\d{1,9})\s*\)?", text.strip(), re.ASCII)
    return (int(numbers[1]), int(numbers[2])) if numbers else text.strip()


def _value(name: str, text: str, group: Any, model: Model) -> Any:
    """The value of a keyword: a truth, a group, a size for all squares, or squares."""
    if name in ("touching", "spanning"):
        if text not in ("True", "False"):
            raise ModelError(f"{name} is {text!r}; write {name}=True")
        return text == "True"
    if name == "sizes" and re.fullmatch("[0-9]{1,9}", text):
        return [int(text)] * len(group.board.open if hasattr(group, "board") else ())
    if name == "roots" and text not in model.groups_by_name:
        return read_squares(text)
    return _group(text, model)
