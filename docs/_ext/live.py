"""Pages that everyway writes, shown in a frame where a page has `<!-- live: NAME -->`; and maps.

On a host of repositories that is a comment. A frame is loaded when it is seen, and may do nothing
but run its own script, as in a notebook; without JavaScript a picture stands there. The page of a
trace of every puzzle has the same script, so the site keeps that once.
"""

from __future__ import annotations

import json
import re
import shlex
import tempfile
from contextlib import chdir, redirect_stderr, redirect_stdout, suppress
from io import StringIO
from pathlib import Path
from typing import NamedTuple

from pictures import inline, raw

from everyway.models import Model, load
from everyway.models.language.drawing.svg import draw_svg
from everyway.solvers import first, solution_set
from everyway.views.command_line import main
from everyway.views.pages.gallery import command_for
from everyway.views.pages.trace_document import TraceDocument
from everyway.views.pages.trace_page import MOST_KEPT, trace_page


class Frame(NamedTuple):
    """A page in a frame."""

    caption: str
    command: str
    """The command that writes `page.html`."""
    picture: str = "queens n=6"
    """The puzzle of the picture that is shown without JavaScript."""


TWO_OF_FOUR = (
    "everyway compare queens n=6 -S flatmap -S auto --in-process"
    " --claim two-workers=two_workers.jsonl"
)
FRAMES = {
    "six_queens": Frame(
        "The search for all ways to place 6 queens: press →",
        "everyway trace queens n=6 -o page.html",
    ),
    "levels": Frame(
        "The same level by level, as in SICP: press →",
        "everyway trace queens n=6 --order levels --way check -o page.html",
    ),
    "crowns": Frame(
        "A crown in each row, column and region: press →",
        "everyway trace crowns -o page.html",
        "crowns",
    ),
    "squares": Frame(
        "The search over squares, where every row is a rule: press →",
        "everyway trace queens n=6 --viewpoint squares -o page.html",
    ),
    "superqueens": Frame(
        "Six queens that also move like knights: press → until all have failed",
        "everyway trace queens n=6 --rule 'pairs(knight) <= 1' -o page.html",
    ),
    "differ": Frame(
        "OR-Tools with two workers listed 2 of the 4 ways to place 6 queens: the proof",
        f"{TWO_OF_FOUR} --html page.html",
    ),
    "tree": Frame(
        "The search whose tree proves that 4 queens have 2 solutions: press →",
        "everyway trace queens n=4 -o page.html",
        "queens n=4",
    ),
    "growth": Frame(
        "A report on 6, 7 and 8 queens: choose a size, and press squares of its map",
        "everyway report queens n=6..8 -S flatmap -S auto --rounds 1 -o page.html",
        "queens n=8",
    ),
    "ruler": Frame(
        "All of the shortest Golomb rulers with 5 marks, by two solvers",
        "everyway report golomb_ruler shortest=true -S flatmap -S auto --rounds 1 -o page.html",
        "golomb_ruler shortest=true",
    ),
    "class": Frame(
        "A class of five: press a verdict or a mistake to see who made it",
        "everyway check submissions --against queens n=4..5 -t 100 --html page.html",
        "queens n=4",
    ),
    "steps": Frame(
        "A sudoku solved as a person would: press →",
        "everyway why sudoku --steps -t 100 -o page.html",
        "sudoku",
    ),
}
CLAIM = """\
{"queen": ["r1c2", "r2c4", "r3c6", "r4c1", "r5c3", "r6c5"]}
{"queen": ["r1c3", "r2c6", "r3c2", "r4c5", "r5c1", "r6c4"]}
"""
"""The two solutions that docs/two_workers.py printed."""
SUBMITTED = {
    "anna": "queen.per(b.rows) == 1, queen.per(b.columns) == 1, queen.per(b.diagonals) <= 1",
    "ben": "queen.per(b.rows) == 1, queen.per(b.columns) == 1",
    "cara": "queen.per(b.rows) == 1, queen.per(b.columns) == 1, queen.per(b.falling) <= 1",
    "dora": "queen.total == n, queen.per(b.diagonals) <= 1",
    "emil": "queen.per(b.columns) == 1, queen.per(b.rows) == 1",
}
"""Submissions of five students on the rules of queens."""
SUBMISSION = """\
from everyway.models import Board, Model


def queens(n: int = 8) -> Model:
    b = Board(n)
    queen = b.place("queen")
    return Model("my queens", queen, {})
"""
_HEAT = re.compile(r"^<!-- heat: (\w+) of (.+) -->$", re.MULTILINE)
_MARK = re.compile(r"^<!-- live: (\w+) -->$", re.MULTILINE)
TRIES, SECONDS = 150, 1.0
"""The most tries of each search on a puzzle's own page, and the time to record them."""


def live_pages() -> dict[str, str]:
    """The file of each frame, below the site's static files, and its text."""
    pages = {}
    with tempfile.TemporaryDirectory() as folder, chdir(folder):
        Path("two_workers.jsonl").write_text(CLAIM, "utf-8")
        Path("submissions").mkdir()
        for name, rules in SUBMITTED.items():
            Path("submissions", f"{name}.py").write_text(SUBMISSION.format(rules), "utf-8")
        for name, frame in FRAMES.items():
            pages[f"live/{name}.html"] = _written(frame.command)
    shared = json.dumps(_parts(_trace(Model("nothing")))[1::2])
    return pages | {"live/traces.js": f"window.traceParts = {shared};\n"}


def _written(command: str) -> str:
    """The page that a command writes. Raises: ValueError where it writes none."""
    page = Path("page.html")
    page.unlink(missing_ok=True)
    with redirect_stdout(StringIO()), redirect_stderr(StringIO()) as said, suppress(SystemExit):
        main(shlex.split(command)[1:], standalone_mode=False)
    if not page.exists():
        raise ValueError(f"{command}: {said.getvalue()}")
    return page.read_text("utf-8")


def framed(text: str, page: str) -> str:
    """`text` of a page of the site, by its name, with its frames."""
    above = "../" * page.count("/")

    def frame(found: re.Match[str]) -> str:
        shown = FRAMES[found[1]]
        address = f"{above}_static/live/{found[1]}.html"
        solution = first(_loaded(shown.picture))
        still = f'<a href="{address}">{inline(draw_svg(solution))}</a>' if solution else ""
        link = f'<figcaption><a href="{address}">{shown.caption}</a></figcaption>'
        figure = f'<figure class="live" data-page="{address}" title="{shown.caption}">'
        return raw(f"{figure}{still}{link}</figure>")

    return _HEAT.sub(_heat, _MARK.sub(frame, text))


def _heat(found: re.Match[str]) -> str:
    """A map of how many solutions use each square."""
    heat = solution_set(_loaded(found[2])).heat(found[1])
    return raw(f'<figure class="map">{inline(heat.to_svg())}</figure>')


def _loaded(words: str) -> Model:
    """The model of a puzzle as it is typed."""
    name, *params = words.split()
    return load(name, **dict(one.split("=") for one in params))


def step_through(model: Model, above: str) -> str:
    """A button that shows the trace of `model` in a frame; `above` leads to the site's root."""
    page = json.dumps(_parts(_trace(model))[::2]).replace("<", "\\u003c")
    data = f'<script type="application/json">{page}</script>'
    shared = f'data-parts="{above}_static/live/traces.js"'
    return f'<button class="step-through" {shared} hidden>Step through it</button>{data}'


def _trace(model: Model) -> str:
    """The page of a trace, of which the style and the script are those of every such page."""
    recorded = TraceDocument(model, "auto")
    document, grounds = recorded.document(limit=TRIES, most_kept=MOST_KEPT, time_limit=SECONDS)
    document["start"] = {"way": "fewest", "walk": "depth"}
    document["command"] = command_for("trace", model)
    return trace_page(model.name, document, grounds).html


def _parts(page: str) -> list[str]:
    """The page taken apart: in turn what is its own, and its style and its script."""
    style, script = "(?<=<style>).*?(?=</style>)", "(?<=<script>).*?(?=</script>)"
    return re.split(f"(?s)({style}|{script})", page)
