"""A page for each puzzle of the gallery: rules, picture, parameters, known numbers, declaration."""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import Any

import pictures
from docstrings import in_markdown, plain
from live import step_through
from puzzle_groups import GROUPS, OTHERS, group_of, lessons_of

from everyway.models import Model, Solution, grouped
from everyway.models.language.drawing.svg import draw_svg
from everyway.models.language.files.catalogue import Puzzle, puzzles
from everyway.models.language.phrases import number_of
from everyway.views.commands.list import _default, _document, _typed
from everyway.views.pages.gallery import example

INTRODUCTION = """\
Each page has the rules, a solution, the parameters, and the numbers of solutions that are known, by
their sources; a test counts them. `everyway list NAME` shows the same in a terminal.
"""


FILTER = """\
<form class="filter" hidden>
<label>find <input type="search" placeholder="word"></label>
<label>kind <select name="kind"><option value="">all</option></select></label>
<label>size <select name="size"><option value="">all</option>
<option value="0 16">up to 16 variables</option><option value="17 36">17 to 36</option>
<option value="37 1000">more</option></select></label>
<label><input type="checkbox" name="one"> one solution</label>
<label><input type="checkbox" name="lesson"> used in a lesson</label>
<output></output>
</form>
"""
"""The choice among all puzzles; a script shows it."""


def puzzle_pages() -> Iterator[tuple[str, str]]:
    """The name and the text of each page, the index first."""
    groups: dict[str, list[Sequence[str]]] = {}
    pages = {}
    for puzzle in (found for found in puzzles() if found.where == "built in"):
        model = puzzle.model()
        picture = _picture(example(model))
        pages[puzzle.name] = _page(puzzle, model, picture)
        name = puzzle.name.replace("_", " ")
        card = (f"{puzzle.name}.html", picture, name, puzzle.summary.replace("`", ""))
        groups.setdefault(group_of(puzzle.name), []).append((*card, _tags(puzzle, model)))
    parts = ["# Puzzles\n", INTRODUCTION, pictures.raw(FILTER)]
    titles = [title for title in (*GROUPS, OTHERS) if title in groups]
    parts += [f"## {title}\n\n{pictures.gallery(groups[title])}" for title in titles]
    yield "puzzles/index", "\n".join(parts)
    yield from ((f"puzzles/{name}", text) for name, text in pages.items())


def _tags(puzzle: Puzzle, model: Model) -> str:
    """The facts that the choice goes by, as they stand below a picture."""
    lessons, size = lessons_of(puzzle.name), len(model.variables)
    tags = [f'<i data-size="{size}">{number_of(size, "variable")}</i>']
    tags += ["<i data-one>one solution</i>"] * (model.known is not None and model.known.count == 1)
    tags += [f"<i data-lesson>lesson {', '.join(map(str, lessons))}</i>"] * bool(lessons)
    return f"<small>{' · '.join(tags)}</small>"


def _picture(solution: Solution | None) -> str:
    return "" if solution is None else pictures.inline(draw_svg(solution))


def _page(puzzle: Puzzle, model: Model, picture: str) -> str:
    parameters = frozenset(parameter.name for parameter in puzzle.parameters)
    described = in_markdown(inspect.getdoc(puzzle.function) or "", parameters)
    rules = [rule.words or rule.label for rule in model.rules]
    shown = "\n".join(f"- {plain(words)}" for words in dict.fromkeys(rules))
    source = inspect.getsource(inspect.unwrap(puzzle.function))
    declared = source[source.index("def ") :]
    parts = [
        f"# {puzzle.name}\n\n{_with_links(described)}\n",
        pictures.raw(picture + _doors(puzzle, model)),
        f"A solution of {plain(model.name)}, by its rules:\n\n{shown}\n",
        f"```sh\neveryway count {puzzle.name}\neveryway trace {puzzle.name} --open\n```\n",
        *_parameters(puzzle),
        *_known(puzzle),
        f"## Declaration\n\nFrom `models/{puzzle.name}.py`:\n\n```python\n{declared}```\n",
    ]
    return "\n".join(parts)


def _doors(puzzle: Puzzle, model: Model) -> str:
    """Links to where one can do something with the puzzle, and the lessons that use it."""
    play = f'<a href="../../playground/index.html#puzzle={puzzle.name}">Open in the playground</a>'
    lessons = ", ".join(
        f'<a href="../../learn/{page}.html">{number}</a>'
        for number, page in lessons_of(puzzle.name).items()
    )
    used = f"<span>Used in lesson {lessons}</span>" if lessons else ""
    return f'<div class="doors">{step_through(model, "../../")}{play}</div>{used}'


def _parameters(puzzle: Puzzle) -> Iterator[str]:
    """A table of the parameters, with their defaults as they are typed."""
    if puzzle.parameters:
        yield "## Parameters\n\n| by default | may be |\n|---|---|"
        for parameter, about in zip(
            puzzle.parameters, _document(puzzle)["parameters"], strict=True
        ):
            yield f"| `{_cell(_default(parameter))}` | {_cell(about['type'])} |"
        yield ""


def _known(puzzle: Puzzle) -> Iterator[str]:
    """The known numbers of solutions, those of one source together."""
    entries: list[dict[str, Any]] = _document(puzzle)["known"]
    if entries:
        yield "## Known numbers of solutions\n"
    for source, found in groupby(entries, key=lambda entry: entry["source"]):
        shown = [
            (" ".join(f"{name}={_typed(value)}" for name, value in entry["params"].items()), entry)
            for entry in found
        ]
        counts = [
            f"`{given}`: {_count(entry)}" if given else _count(entry) for given, entry in shown
        ]
        yield f"- {_with_links(plain(source))}:\n  {' · '.join(counts)}"
    yield ""


def _count(entry: dict[str, Any]) -> str:
    return f"**{grouped(entry['count'])}**"


def _with_links(text: str) -> str:
    """`text` with links to the sequences of the OEIS that it names."""
    return re.sub(r"\b(A\d{6})\b", r"[\1](https://oeis.org/\1)", text)


def _cell(text: str) -> str:
    return text.replace("|", "\\|")
