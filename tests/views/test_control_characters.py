"""No control character of a name, label, message or claim is printed, drawn or exported."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from everyway.comparer import compare
from everyway.comparer.claims import reported_claim
from everyway.models import (
    Board,
    Model,
    ModelError,
    allowed,
    exactly,
    integer,
    rule,
    variable,
    variables,
)
from everyway.models.language.boards.pieces import Piece
from everyway.models.language.drawing.svg import draw_svg_values
from everyway.models.language.model import Known
from everyway.models.language.phrases import printable, printable_json
from everyway.models.pictures import around, at_places, columns, notes
from everyway.models.queens import queens
from everyway.solvers import save
from everyway.views import progress, standard_streams
from everyway.views.command_line import COMMANDS

from ..support.command_lines import everyway
from .terminals import Opened, on_a_terminal, on_pipes

HOSTILE = {
    "a title": "\x1b]0;owned\x07",
    "a clearing": "\x1b[2J\x1b[H",
    "a colour": "\x1b[35m",
    "a bell": "\x07",
    "a return": "\r",
    "a backspace": "\b",
    "a zero": "\0",
    "a form feed": "\f",
    "delete": "\x7f",
    "a sequence of C1": "\x9b2J",
    "a line of C1": "\x85",
    "half a pair": "\udc80",
    "a line separator": "\u2028",
    "a turn of direction": "\u202e",
    "an isolate": "\u2067",
    "no character": "\uffff",
}
UNPRINTABLE = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\ud800-\udfff\u2028\u2029\u202a-\u202e\u2066-\u2069\ufffe\uffff]"
)
OUR_COLOURS = re.compile(r"\x1b\[(0|1|2|31|32|33)m")

x = integer("x", 0, 3)
cell = Board(2).fill(range(2))
each = pytest.mark.parametrize("text", HOSTILE.values(), ids=HOSTILE.keys())


# ------------------------------------------------------------------- refused when declared

DECLARED: dict[str, Callable[[str], object]] = {
    "a variable": lambda text: variable(text, range(2)),
    "a list": lambda text: variables(text, 2, range(2)),
    "a key": lambda text: variables("q", [text, "b"], range(2)),
    "a label of a domain": lambda text: variable("v", ["a", text]),
    "a label of a rule": lambda text: variable("v", ["a", "b"]) == text,
    "a value that is counted": lambda text: exactly([variable("v", ["a", "b"])], text, 1),
    "a row of a table": lambda text: allowed([variable("v", ["a", "b"])], [[text]]),
    "a rule": lambda text: rule(text, x == 1),
    "another label": lambda text: rule("r", x == 1).named(text),
    "a model": lambda text: Model(text, x),
    "a new name": lambda text: Model("m", x).renamed(text),
    "a placement": lambda text: Board(2).place(text),
    "a filling": lambda text: Board(2).fill(range(2), text),
    "a piece": lambda text: Piece(text),
    "a map": lambda text: Board.from_map(f"A{text}/BB"),
    "a label beside a board": lambda text: around(cell, top=[text, 1]),
    "a note on a board": lambda text: notes(cell, {Board(2).square("r1c1"): text}),
    "a vertex": lambda text: at_places([cell], names=[text] * 4),
    "a title": lambda text: columns(text, range(2), cell),
    "a source": lambda text: Known(1, text),
}


@pytest.mark.parametrize("declare", DECLARED.values(), ids=DECLARED.keys())
@each
def test_a_name_or_label_with_a_control_character_is_refused(declare: Any, text: str) -> None:
    with pytest.raises(ModelError) as refused:
        declare(f"a{text}b")
    assert not UNPRINTABLE.search(str(refused.value))


@pytest.mark.parametrize("text", ["a\nb", "a\tb"])
def test_a_name_is_one_line(text: str) -> None:
    with pytest.raises(ModelError, match="holds the control character"):
        integer(text, 0, 1)


@pytest.mark.parametrize("text", ["é", "日本", "שלום", "a b", "👩‍🔬", "a\u00a0b", "a\u200eb"])
def test_letters_of_every_script_are_names(text: str) -> None:
    assert Model(text, integer(text, 0, 1)).name == text
    assert printable(text) == text


# ------------------------------------------------------------- escaped wherever else it stands


@each
def test_other_text_is_escaped_and_json_means_the_same(text: str) -> None:
    assert not UNPRINTABLE.search(printable(f"a{text}b"))
    document = printable_json(json.dumps({"a": f"a{text}b"}, ensure_ascii=False, indent=1))
    assert not UNPRINTABLE.search(document)
    assert json.loads(document) == {"a": f"a{text}b"}


@each
def test_a_picture_is_xml_whatever_the_values_are(text: str) -> None:
    drawing = draw_svg_values(Model("m", x, cell), {"x": text, "cell[r1c1]": text})
    ElementTree.fromstring(drawing)
    assert not UNPRINTABLE.search(drawing)


def test_a_comparison_shows_itself_without_what_a_claim_says() -> None:
    given = [{"x": value} for value in HOSTILE.values()]
    comparison = compare(Model("m", x), ["flatmap"], claims=[reported_claim("\x1b[2J", given)])
    for shown in comparison._repr_mimebundle_().values():
        assert not UNPRINTABLE.search(shown)


def test_our_colours_are_printed_and_nobody_elses(capsys: Any) -> None:
    words = standard_streams.styled("a\x1b[35mb", fg="red", bold=True)
    assert standard_streams.visible(words) == "\x1b[31m\x1b[1ma\\x1b[35mb\x1b[0m"
    standard_streams.say("\x1b[31mred")
    assert capsys.readouterr().out == "\\x1b[31mred\n"


def test_the_line_of_progress_has_none(monkeypatch: pytest.MonkeyPatch) -> None:
    shown: list[str] = []
    monkeypatch.setattr("rich.progress.Progress.start", lambda bar: None)
    monkeypatch.setattr("rich.progress.Progress.stop", lambda bar: None)
    monkeypatch.setattr(
        "rich.progress.Progress.add_task", lambda bar, words, **_: shown.append(words)
    )
    line = progress.Progress("[bold]solving \x1b]0;owned\x07")
    line._over = False
    line._show()
    assert shown == ["[bold]solving \\x1b]0;owned\\x07"]


# ------------------------------------------------------------------- every command that prints

FILES = {
    "raises.py": "def raises():\n    raise ValueError({text!r})\n",
    "says.py": """
import warnings
from everyway.models import Model, integer
def says():
    warnings.warn({text!r})
    return Model("m", integer("x", 0, 1))
says.__doc__ = {text!r}
""",
    "fails.py": """
from everyway.models import Model, integer, predicate
def bad(value):
    raise ValueError({text!r})
def fails():
    x = integer("x", 0, 1)
    return Model("m", x, predicate(bad, x))
""",
    "named.toml": 'name = {quoted}\nboard = "2"\nrules = ["rows == 1"]\n',
    "ruled.toml": 'name = "a"\nboard = "2"\nrules = [{quoted}]\n',
    "solution.jsonl": '{{"queen": [{quoted}], "x": {quoted}, {quoted}: 1}}\n',
    "value.jsonl": '{{"x": {quoted}}}\n',
    "each.txt": "queens n=4 {text}\n{text}\n./fails.py\n./raises.py\n",
}
"""Files that hold a text, by their names."""

LINES: list[tuple[str, ...]] = [
    ("{text}",),
    ("count", "{text}"),
    ("count", "queens", "n={text}"),
    ("count", "queens", "{text}=4"),
    ("count", "queens", "n=4", "-S", "{text}"),
    ("count", "queens", "n=4", "--rule", "{text}"),
    ("count", "queens", "n=4", "--given", "{text}"),
    ("count", "--board", "{text}", "--rule", "rows == 1"),
    ("count", "queens", "n=4", "-t", "{text}"),
    ("count", "queens", "--{text}"),
    ("count", "named.toml"),
    ("solve", "queens", "n=4", "--project", "{text}"),
    ("solve", "queens", "n=4", "--all", "--save", "nowhere/{text}.db"),
    ("solve", "queens", "n=4", "--viewpoint", "{text}"),
    ("solve", "./raises.py"),
    ("solve", "./fails.py", "-S", "flatmap"),
    ("solve", "./fails.py", "-S", "flatmap", "--json"),
    ("solve", "ruled.toml"),
    ("show", "queens", "n=4", "--svg", "nowhere/{text}.svg"),
    ("show", "./says.py", "--model"),
    ("story", "./raises.py"),
    ("why", "./says.py", "--not", "{text}"),
    ("why", "queens", "n=3", "--hard", "{text}"),
    ("why", "./raises.py", "--needed", "{text}"),
    ("set", "{text}"),
    ("set", "queens", "n=4", "--at", "{text}"),
    ("set", "./says.py", "--heat", "{text}"),
    ("set", "./says.py", "--svg"),
    ("set", "queens", "n=4", "--svg", "nowhere/{text}.svg"),
    ("set", "queens", "n=4", "--read", "{text}"),
    ("prove", "{text}"),
    ("prove", "queens", "n=4", "-o", "nowhere/{text}.json"),
    ("verify", "queens", "n=4", "{text}"),
    ("unique", "./says.py", "--candidates", "--second", "{text}"),
    ("unique", "./says.py", "--candidates", "--svg", "nowhere/{text}.svg"),
    ("unique", "./fails.py"),
    ("unique", "--each", "each.txt"),
    ("make", "{text}"),
    ("make", "akari", "--steps", "{text}"),
    ("verify", "queens", "n=4", "value.jsonl"),
    ("trace", "queens", "n=4", "-o", "nowhere/{text}.html"),
    ("trace", "queens", "n=4", "--order", "{text}"),
    ("trace", "./fails.py"),
    ("bench", "{text}", "n=4"),
    ("playground", "--{text}"),
    ("minizinc", "--install", "--folder", "value.jsonl/{text}"),
    ("report", "queens", "n=4", "-S", "{text}"),
    ("report", "queens", "{text}=1..2"),
    ("list", "{text}"),
    ("solvers", "{text}"),
    ("new", "{text}"),
    ("export", "{text}"),
    ("export", "saved.db", "-o", "nowhere/{text}.csv"),
    ("fuzz", "-S", "{text}", "--models", "1"),
    ("check", "queens", "n=4", "solution.jsonl"),
    ("check", "queens", "n=4", '{{"{text}": 1}}'),
    ("check", "./says.py", "value.jsonl"),
    ("check", "./says.py", "--against", "queens", "--points", "{text}"),
    ("compare", "./says.py", "-S", "flatmap", "--claim", "{text}=value.jsonl", "--in-process"),
    ("compare", "queens", "n=4", "-S", "flatmap", "--claim", "a={text}", "--in-process"),
    ("compare", "./says.py", "-S", "flatmap", "--claim", "a=value.jsonl", "--in-process", "--json"),
]
"""Command lines that hold a text, or use a file that does, and stay in one process."""

IN_PROCESSES: list[tuple[str, ...]] = [
    ("check", "./raises.py", "--against", "queens", "n=4"),
    ("check", ".", "--against", "queens", "n=4", "--csv", "--html", "class.html"),
    ("check", ".", "--against", "queens", "n=4", "--json"),
    ("compare", "./fails.py", "-S", "flatmap"),
]
"""Those that start processes: for all texts in one."""


def test_two_hundred_and_more_are_tried() -> None:
    assert len(LINES) * len(HOSTILE) > 200
    assert {words[0] for words in LINES} >= set(COMMANDS) - {"mcp"}  # it takes messages alone


def test_a_name_or_message_of_several_lines_is_one_line_of_the_table(tmp_path: Path) -> None:
    given = "def cheat():\n    raise ValueError('no\\n  cheat.py  same')\n"
    (tmp_path / "a\n  cheat.py  same\n.py").write_text(given)
    done = everyway("check", str(tmp_path), "--against", "queens", "n=4")
    assert "\n  cheat.py  same" not in done.stdout


ON_PIPES = [(name, on_pipes) for name in (*HOSTILE, "all")]
ON_A_TERMINAL = [pytest.param(name, on_a_terminal, marks=pytest.mark.slow) for name in HOSTILE]


@pytest.mark.parametrize(("name", "opened"), [*ON_PIPES, *ON_A_TERMINAL, ("all", on_a_terminal)])
def test_no_control_character_is_printed(name: str, opened: Opened, tmp_path: Path) -> None:
    text = HOSTILE.get(name) or "".join(HOSTILE.values())
    lines = LINES if name in HOSTILE else IN_PROCESSES
    quoted = json.dumps(text)
    for file, source in FILES.items():
        (tmp_path / file).write_text(
            source.format(text=text, quoted=quoted), "utf-8", "surrogatepass"
        )
    save(queens(4), tmp_path / "saved.db")
    typed = [[word.format(text=text) for word in words] for words in lines]
    printed = opened(typed, tmp_path)
    assert not UNPRINTABLE.search(OUR_COLOURS.sub("", printed))
    if "\0" not in text:  # which no shell can type
        assert "this is a fault of everyway" not in printed
    assert printed.count("\nNEXT\n") == len(lines)
