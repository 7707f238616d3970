"""`everyway unique`: One solution, proven the only one; or two, and where they differ."""

from __future__ import annotations

import shlex
import sys
import time
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ...models.language.late_dataclasses import replace
from ...models.language.model import Model
from ...models.language.phrases import solutions_said
from ...solvers.harness.contract import Incomplete
from ...solvers.harness.running.independent_parts import LEAST_TIME, count
from .. import command_options as option
from ..exit_codes import Failed, Refused, exit_code_of, worst
from ..progress import Progress, picture
from ..puzzles import Asked, load, puzzle_options
from ..searching import blamed, print_solutions, refuse_second
from ..solution_files import refused_file, write_file
from ..standard_streams import complain, say, say_document, say_json, wrapped
from ..verdict import in_colour

if TYPE_CHECKING:
    from ...comparer import Uniqueness
    from ...explainer import Candidates, Explanation

EXAMPLES = """\
  everyway unique sudoku
  everyway unique queens n=6 --candidates --svg queens.svg
  everyway unique --each puzzles.txt --second cp-sat -t 60
"""
SCHEMA = "everyway.unique/1"


@option.as_command(EXAMPLES)
@puzzle_options()
@option.text("--each FILE", "A line of JSON for each line of FILE, or -: PUZZLE [NAME=VALUE]...")
@option.flag("--candidates", "Of several solutions, the values of each variable, and how often.")
@option.new_file("--svg", "With --candidates: draw them to FILE, too.")
@option.text("--second NAME", "The second solver; else several of another lowering take turns.")
@option.time_limit("Stop after so long in all; else 10 s.", default="10")
def command(
    asked: Asked,
    each: str | None,
    candidates: bool,
    svg: str | None,
    second: str | None,
    time_limit: float,
    as_json: bool,
) -> int:
    """Say if a puzzle has one solution alone, which two solvers prove.

    Else two solutions are shown, where they differ, and how many there are; or why there
    is none. Exit codes: 0 one, 1 none or several, 3 not proven in time, or a candidate
    not decided, 4 where a solver is wrong; with --each, the first of 2, 1, 4, 3 and 0
    that a line has.
    """
    if svg and (svg == "-" or not candidates):
        raise Refused("--svg draws the candidates to a file: name one, and add --candidates")
    option.refuse_several({"--each": each, "--json": as_json, "--svg": svg}, option.TWO_FORMS)
    refuse_second(second)
    ask = partial(_answer, second=second, seconds=time_limit, candidates=candidates)
    if each is not None:
        if asked.words or asked.board is not None:
            raise Refused("--each reads every puzzle from its file; name none, and no --board")
        codes = [*_each(ask, asked, each)]
        if not codes:
            raise Refused(f"{each} names no puzzle; write one a line, such as: queens n=6")
        return worst(codes)
    model = load(asked)
    found, more, why, shown = ask(model, drawn=not as_json)
    several = f"{'' if more['exact'] else 'at least '}{solutions_said(more['count'])}"
    if as_json:
        say_document(SCHEMA, model, **found.to_json(), **more)
    elif found.verdict == "differ":
        say(blamed(found.comparison, asked.typed()))
    else:
        words = several if found.verdict == "several" else found.reason
        say(wrapped(f"{in_colour(found.verdict)}  {words}", "", "  "))
        if not more["exact"]:
            complain("stopped before all was known; give a longer --time-limit, or a --second")
    if why and not as_json:
        from .why import Printer

        Printer(model, [], "", lambda: None).end(why, asked.typed(), time_limit)
    if shown and not as_json:
        from ...models.language.drawing.svg import draw_svg_values

        drawn = shown.drawn(found.differing)
        say(f"\nCandidates, of {several}; * where the two above differ:")
        say(picture(shown.model, drawn))
        for line in shown.lines():
            say(wrapped(line, "", "    "))
        if svg:
            write_file(svg, draw_svg_values(shown.model, drawn).encode(), says=True)
    return found.exit_code


def _answer(
    model: Model, *, second: str | None, seconds: float, candidates: bool, drawn: bool = False
) -> tuple[Uniqueness, dict[str, Any], Explanation | None, Candidates | None]:
    """The verdict on a model, which is drawn if so asked; the further fields of its document, of
    which `count` is a least number unless it is `exact`; why there is no solution; its candidates.
    """
    from ... import explainer
    from ...comparer import unique

    ends = time.monotonic() + seconds
    with Progress(f"solving {model.name}"):
        found = unique(model, second=second, time_limit=seconds)
    if drawn and found.verdict != "differ":
        print_solutions(found.solutions)
    more: dict[str, Any] = {"count": len(found.solutions), "marginals": None, "why": None}
    more["exact"] = found.verdict in ("unique", "none")
    left, why, shown = max(ends - time.monotonic(), LEAST_TIME), None, None
    with Progress(f"counting {model.name}"):
        try:
            if found.verdict == "none":
                why = explainer.why(model, time_limit=left)
                more["why"] = why.to_json()
            elif found.verdict == "several" and candidates:
                shown = explainer.candidates(model, time_limit=left)
                more |= {"marginals": shown.counts, "candidates": shown.to_json()}
                if shown.total is not None:
                    more |= {"count": shown.total, "exact": True}
            elif found.verdict == "several":
                more |= {"count": count(model, time_limit=left), "exact": True}
        except Incomplete as error:
            more["count"] = max(error.found or 0, len(found.solutions))
    if why and why.solutions:
        raise Failed(f"{why.oracle} has a solution, against this: {found.reason}")
    return found, more, why, shown


def _each(ask: Callable[[Model], Any], asked: Asked, file: str) -> Iterator[int]:
    """Print the answer, or the error, for each line that names a puzzle; the exit codes."""
    from ...comparer.comparison import puzzle_in_json

    with refused_file(file, "read"):
        text = sys.stdin.read() if file == "-" else Path(file).read_text("utf-8-sig")
    for number, line in enumerate(map(str.strip, text.splitlines()), start=1):
        if not line or line.startswith("#"):
            continue
        try:
            model = load(replace(asked, words=_words(line)))
            found, more, *_ = ask(model)
            code: int = found.exit_code
            body = {"puzzle": puzzle_in_json(model), **found.to_json(), **more}
        except Exception as error:
            code = exit_code_of(error, debug=False)
            body = {"verdict": "error", "error": str(error)}
        say_json({"schema": SCHEMA, "line": number, "asked": line, **body}, lines=True)
        yield code


def _words(line: str) -> tuple[str, ...]:
    """The words of a line, quoted as in a shell. Raises: Refused."""
    try:
        return tuple(shlex.split(line))
    except ValueError as error:
        raise Refused(f"{line!r}: {error}") from None
