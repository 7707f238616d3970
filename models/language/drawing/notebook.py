"""Models, groups, boards and solutions as notebooks show them, without any library."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from importlib import import_module
from itertools import groupby, islice
from textwrap import wrap
from typing import Any

from ..boards.board import Board
from ..boards.placements import OnBoard
from ..boards.sides import Sides
from ..constraints import fixed_values
from ..errors import ModelError
from ..expressions import Domain, Variable, size
from ..groups import Group, Single
from ..model import Model
from ..nodes import describe_all
from ..phrases import counted, escaped
from ..rules import Rule
from ..solution import Solution
from .as_text import draw, draw_group, draw_several
from .clues import blocks
from .svg import draw_svg, draw_svg_several, draw_svg_values

# ------------ A model in words: its variables with their domains, then each rule and what it says.
#
# >>> from everyway.models import Board, Model
# >>> rook = Board(2).place("rook")
# >>> print(read_model(Model("two rooks", rook, rook.per(rook.board.rows) == 1)))
# two rooks
# <BLANKLINE>
# 4 variables
#   rook: a placement on 2×2 board
#     rook[r1c1] … rook[r2c2] in 0..1
# <BLANKLINE>
# 1 rule
#   rows == 1 · each row: exactly 1 rook
#     row 1: rook[r1c1] + rook[r1c2] == 1
#     row 2: rook[r2c1] + rook[r2c2] == 1


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
    if group.kind == "set":
        return group.describe()
    if isinstance(group, Sides):
        return f"{group.kind} on a {group.describe()}"
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
    """`text` in few lines; the last one says that it was cut."""
    lines = _wrapped(text, indent, 4)
    if every or len(lines) <= MOST_LINES:
        return lines
    last = lines[MOST_LINES - 1][: WIDTH - 2]
    return [*lines[: MOST_LINES - 1], last if last.endswith("…") else f"{last} …"]


def _wrapped(text: str, indent: str, deeper: int) -> list[str]:
    """`text` on lines that fit, those after the first `deeper` to the right."""
    later = indent + " " * deeper
    return wrap(text, WIDTH, initial_indent=indent, subsequent_indent=later, break_on_hyphens=False)


Bundle = dict[str, str]
"""One text for each MIME type; a notebook shows the richest that it knows."""

PLAIN, SVG, HTML = "text/plain", "image/svg+xml", "text/html"

MOST_VARIABLES = 2500
"""A model with more variables is shown in words alone."""

MOST_OPEN = 16
"""The declaration of a model without a board is open in a notebook up to so many lines."""

SEVERAL = 12
"""The most solutions of a set that are drawn."""


def model_bundle(model: Model) -> Bundle:
    """The declaration in words, and, where it has a picture, that with what is given."""
    words = read_model(model)
    drawing = _given_drawn(model) if len(model.variables) <= MOST_VARIABLES else ""
    is_open = " open" if not drawing and words.count("\n") < MOST_OPEN else ""
    much = f"{counted(len(model.variables), 'variable')}, {counted(len(model.rules), 'rule')}"
    rules = (
        f"<details{is_open}><summary>{escaped(model.name)}: {much}</summary>"
        f"<pre>{escaped(words)}</pre></details>"
    )
    if not drawing:
        return {PLAIN: words, HTML: rules}
    return {PLAIN: words, SVG: drawing, HTML: f"{drawing}{rules}"}


def _given_drawn(model: Model) -> str:
    """A picture of the given values; empty for a model without one, or whose sketch needs all."""
    boards = (isinstance(group, OnBoard | Sides) and group.variables for group in model.groups)
    if not any(boards) and not any(sketch for sketch, _ in blocks(model)):
        return ""
    try:
        return draw_svg_values(model, fixed_values(model.constraints))
    except Exception:  # a sketch of one's own may need all values
        return ""


def group_bundle(group: Group) -> Bundle:
    """A group of variables with what each may be, and its board if it has one."""
    words = "\n".join(list(_variables(Model(group.name, group), every=False))[1:])
    if not isinstance(group, OnBoard | Sides) or not group.variables or _is_large(group.variables):
        return {PLAIN: words, HTML: f"<pre>{escaped(words)}</pre>"}
    drawing = draw_svg_values(Model(group.name, group), {})
    return {PLAIN: words, SVG: drawing, HTML: f"{drawing}<pre>{escaped(words)}</pre>"}


def board_bundle(board: Board) -> Bundle:
    """A board and nothing on it."""
    group = board.place("piece")
    empty = {variable.name: 0 for variable in group.variables}
    words = f"{board.describe()}\n{draw_group(group, empty)}"
    if _is_large(group.variables):
        return {PLAIN: board.describe()}
    return {PLAIN: words, SVG: draw_svg_values(Model(board.describe(), group), empty)}


def _is_large(variables: Sequence[Variable]) -> bool:
    return len(variables) > MOST_VARIABLES


def solution_bundle(solution: Solution) -> Bundle:
    """One solution as text and as a picture."""
    text = draw(solution) or "(no variables)"
    if len(solution.row) > MOST_VARIABLES:
        return {PLAIN: text}
    return {PLAIN: text, SVG: draw_svg(solution)}


def several_bundle(model: Model, solutions: Sequence[Solution], title: str) -> Bundle:
    """The first of several solutions, small, under `title`."""
    shown = solutions[:SEVERAL]
    heading = f"{title}, the first {len(shown)}:" if len(shown) < len(solutions) else title
    text = "\n\n".join([heading, draw_several(shown)]) if shown else heading
    if not shown or len(model.variables) > MOST_VARIABLES:
        return {PLAIN: text}
    drawing = draw_svg_several(model, shown)
    return {PLAIN: text, SVG: drawing, HTML: f"<p>{escaped(heading)}</p>{drawing}"}


# ------------------- Pictures as PNG, drawn from the SVG by resvg, which the extra `png` installs.


ZOOM = 2
"""Pixels for each unit of the SVG."""

FAMILIES = (
    *("Arial", "DejaVu Sans", "Liberation Sans", "Noto Sans", "Helvetica", "Helvetica Neue"),
    *("Segoe UI", "Roboto", "Ubuntu", "Open Sans", "Cantarell", "FreeSans", "Verdana", "Tahoma"),
)
"""Fonts without serifs; every system has one or another."""

_PROBE = (
    '<svg xmlns="http://www.w3.org/2000/svg" width="20" height="20">'
    '<text y="15" font-family="sans-serif" font-size="15">{}</text></svg>'
)


def png_of(svg: str) -> bytes:
    """The bytes of a PNG file that shows `svg`.

    Raises: ModelError without resvg, and without a font where there is a text to draw.
    """
    try:
        resvg = import_module("resvg_py")
    except ImportError as error:
        raise ModelError(
            "a PNG is drawn by resvg, which is not installed; run: pip install resvg-py"
            " (the extra everyway[png]), or write SVG"
        ) from error
    family = sans_serif_family() if "<text" in svg else None
    return bytes(resvg.svg_to_bytes(svg_string=svg, zoom=ZOOM, sans_serif_family=family))


@cache
def sans_serif_family() -> str:
    """The first of a list of families that is installed: resvg leaves out a text without one.

    Raises: ModelError where none is.
    """
    resvg = import_module("resvg_py")
    blank = resvg.svg_to_bytes(svg_string=_PROBE.format(" "))
    for family in FAMILIES:
        if resvg.svg_to_bytes(svg_string=_PROBE.format("8"), sans_serif_family=family) != blank:
            return family
    raise ModelError(
        "a PNG needs a font for its numbers and names, and none that everyway knows is installed;"
        " install one, such as DejaVu Sans (on Debian: apt install fonts-dejavu-core), or write SVG"
    )
