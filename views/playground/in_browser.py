"""Answers to the page of the playground: it orders a command as JSON, and is answered in parts.

Commands are those of the command line, run in this process and in one thread, since a browser has
no other; pictures and pages that they write are shown beside their text. Nothing here needs a
browser.
"""

from __future__ import annotations

import ast
import io
import json
import os
import re
import shlex
import shutil
import sys
from collections.abc import Callable, Mapping, Sequence
from contextlib import redirect_stderr, redirect_stdout
from html import unescape
from pathlib import Path
from typing import Any

from ...models.language.files.python_scripts import in_a_line
from .. import command_options as option
from ..command_line import main
from ..exit_codes import Refused, exit_code_of, printed_warnings
from ..puzzles import Asked, load, puzzle_options
from ..searching import listen, start, summary
from ..standard_streams import say

MOST_BOARDS = 100

Show = Callable[[str], object]
"""Takes a part of the answer, as JSON: `{"kind": "output" | "error", "text": …}`,
`{"kind": "board", "svg": …, "label": …}`, `{"kind": "page", "html": …, "title": …}` or, of a check,
`{"kind": "code", "code": …}`, its exit code."""


def perform(order: str, show: Show) -> None:
    """Do what `order` asks, and `show` each part of the answer as soon as it is there.

    An order has an `action`, the text of a `program` and the name of its `file`, the `words` behind
    it on a command line, `solvers`, and the `columns` of text for which there is room.
    """
    asked = json.loads(order)
    os.environ.update(COLUMNS=str(int(asked["columns"])), NO_COLOR="1")
    with redirect_stdout(_Stream(show, "output")), redirect_stderr(_Stream(show, "error")):
        try:
            with printed_warnings():
                _ACTIONS.get(asked["action"], _commanded)(asked, show)
        except BaseException as error:  # also SystemExit, of the program
            exit_code_of(error, debug=False)
        sys.stdout.flush()
        sys.stderr.flush()


# ------------------------------------------------------------------------------ the actions


def _commanded(asked: Mapping[str, Any], show: Show) -> None:
    """A command of the command line on the program, and what it has written."""
    action, words = asked["action"], _words(asked)
    shutil.rmtree(WRITTEN, ignore_errors=True)
    os.mkdir(WRITTEN)
    unless_typed = {action: _options(action, words)}
    code = main([action, *words], standalone_mode=False, default_map=unless_typed)
    for file in sorted(Path(WRITTEN).rglob("*.*")):
        text = file.read_text("utf-8")
        if file.suffix == ".svg":
            _show_board(show, text)
        else:
            _give(show, kind="page", html=text, title=f"{action} {asked['file']}")
    if action == "check":
        _give(show, kind="code", code=str(code))


WRITTEN = "shown"
"""The folder for the pages and pictures of a command, which are shown and not kept."""
_NOTICE = re.compile(rf"^(1 file )?written to {WRITTEN}.*\n", re.MULTILINE)


def _options(action: str, words: Sequence[str]) -> dict[str, object]:
    """Options of a command beside its `words`: to run here, and to write what it can."""
    from ..checking_models import named_like

    match action:
        case "check" if named_like(words[0]) or {"--against", "--exercise"} & {*words}:
            return {"in_process": True, "feedback": WRITTEN}
        case "compare":
            return {"in_process": True}
        case "report":
            return {"in_process": True, "rounds": 1, "output": f"{WRITTEN}/report.html"}
        case "show":
            return {"candidates": True, "svg": f"{WRITTEN}/candidates.svg"}
        case "trace":
            return {"output": f"{WRITTEN}/trace.html"}
        case "why" if "--steps" in words:
            return {"output": f"{WRITTEN}/steps.html"}
        case "why" if not any(word.startswith(("--hint", "--redundant")) for word in words):
            return {"svg": f"{WRITTEN}/why.svg"}
    return {}


def _solved(asked: Mapping[str, Any], show: Show) -> None:
    """The first solutions, each as a board."""

    @option.as_command("", as_json=False)
    @puzzle_options()
    @option.solver()
    def solve(asked: Asked, solvers: tuple[str, ...]) -> None:
        from ...models.language.drawing.svg import draw_svg
        from ...solvers.harness.options import Options

        found = start(load(asked), solvers, Options(limit=MOST_BOARDS))
        outcome, failure = listen(found, lambda solution: _show_board(show, draw_svg(solution)))
        if failure:
            raise failure
        say(summary(outcome))

    solve.main(_words(asked), "solve", standalone_mode=False)


def _ran(asked: Mapping[str, Any], show: Show) -> None:
    """The program as a script, and the value of its last line as a notebook shows it."""
    file = _file(asked)
    try:
        tree = ast.parse(asked["program"], file)
        last = tree.body.pop() if tree.body and isinstance(tree.body[-1], ast.Expr) else None
        names: dict[str, Any] = {"__name__": "__main__"}
        exec(compile(tree, file, "exec"), names)
        if isinstance(last, ast.Expr):
            _show_value(show, eval(compile(ast.Expression(last.value), file, "eval"), names))
    except (Exception, SystemExit) as error:
        raise Refused(in_a_line(error, file)) from error


_ACTIONS: dict[str, Callable[[Mapping[str, Any], Show], None]] = {
    "solve": _solved,
    "script": _ran,
}
"""Actions that are no command of the command line, or are answered by more than text."""


# ------------------------------------------------------------------------------- the words


def _words(asked: Mapping[str, Any]) -> list[str]:
    """The words of a command line behind the command; the program is written to its file.

    Raises: Refused.
    """
    file = _file(asked)
    Path(file).write_text(asked["program"], encoding="utf-8")
    try:
        typed = shlex.split(asked["words"])
    except ValueError as error:
        raise Refused(f"the parameters cannot be read: {error}") from error
    return [file, *typed, *(word for solver in asked["solvers"] for word in ("-S", solver))]


def _file(asked: Mapping[str, Any]) -> str:
    """The file for the program, in this folder whatever name it is given."""
    named = re.fullmatch(r"\w+\.(py|toml)", str(asked["file"]))
    return f"./{named[0] if named else 'puzzle.py'}"


# ------------------------------------------------------------------------------- the parts


def _show_board(show: Show, svg: str) -> None:
    """A picture, with what it says to those who do not see it."""
    label = re.search('aria-label="([^"]*)"', svg)
    _give(show, kind="board", svg=svg, label=unescape(label[1]) if label else "board")


def _give(show: Show, **part: str) -> None:
    """A part, after all that was printed before it."""
    sys.stdout.flush()
    show(json.dumps(part))


def _show_value(show: Show, value: object) -> None:
    """A value as a notebook would show it: a picture, or text."""
    if value is not None:
        bundle: dict[str, str] = getattr(value, "_repr_mimebundle_", dict)()
        if svg := bundle.get("image/svg+xml"):
            _show_board(show, svg)
        else:
            say(bundle.get("text/plain") or repr(value))


class _Stream(io.TextIOBase):
    """A stream that is shown line by line."""

    encoding = "utf-8"

    def __init__(self, show: Show, kind: str) -> None:
        self._show, self._kind, self._held = show, kind, ""

    def isatty(self) -> bool:
        """True for standard output, whose columns are known."""
        return self._kind == "output"

    def writable(self) -> bool:
        return True

    def write(self, text: str) -> int:
        if not isinstance(text, str):  # click asks by this for what a stream takes
            raise TypeError(f"text is written here, no {type(text).__name__}")
        self._held += text
        if "\n" in text:
            self.flush()
        return len(text)

    def flush(self) -> None:
        text, self._held = _NOTICE.sub("", self._held), ""
        if text:
            self._show(json.dumps({"kind": self._kind, "text": text}))
