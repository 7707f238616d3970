"""Pages of the commands and of rules as text, made from what the command line reads."""

from __future__ import annotations

from collections.abc import Iterator

import click
import pictures
from docstrings import in_markdown

from everyway.models import Board, Model
from everyway.models.language.constraints import RELATIONS
from everyway.models.language.files.rule_text import _ALONG, FAMILIES, read_family, read_rule
from everyway.models.language.files.variable_rules import FUNCTIONS, SYNONYMS
from everyway.views.command_line import COMMANDS, main

SHAPED = ("boxes(2,2)", "windows(2,2)", "pairs(knight)")
BOARDS = {
    "regions": Board.from_map("AABB/ACBB/CCDD/CCDD"),
    "sightlines": Board(4, walls="r2c2 r3c4"),
    "windows(2,2)": Board(3),
    "pairs(knight)": Board(3),
}
RULES = """\
# Rules as text

A rule is text in `--rule`, in [text files](/variants.md#a-puzzle-as-a-text-file), and in the labels
of rules: `family relation number`. `rows + columns` joins families; where a model has several
groups, a rule begins with the name of one: `white: rows == 1`. [Make variants](/variants.md) shows
them at work.
"""


def command_pages() -> Iterator[tuple[str, str]]:
    """The name and the text of a page for each command, and of one for rules as text.

    The index of the commands is written by hand: docs/command_line.md.
    """
    context = main.make_context("everyway", ["list"])
    for name in COMMANDS:
        command = main.get_command(context, name)
        assert command is not None
        yield f"commands/{name}", _command(click.Context(command, context, name))
    yield "text_rules", "\n".join([RULES, *_families(), *_relations()])


def _command(context: click.Context) -> str:
    command = context.command
    usage = " ".join([context.command_path, *command.collect_usage_pieces(context)])
    parts = [f"# everyway {context.info_name}\n", f"```text\n{usage}\n```\n"]
    parts.append(in_markdown((command.help or "").replace("\b\n", "")) + "\n\n## Options\n")
    for parameter in command.get_params(context):
        record = parameter.get_help_record(context)
        if record and isinstance(parameter, click.Option):
            parts.append(f"`{record[0]}`\n: {in_markdown(record[1])}\n")
    examples = (command.epilog or "").partition("Examples:\n")[2]
    lines = [line.removeprefix("  ") for line in examples.splitlines()]
    return "\n".join([*parts, "## Examples\n\n```sh", *lines, "```\n"])


def _families() -> Iterator[str]:
    """Each family of a board, with its meaning, a picture, and a rule in words."""
    yield "## Families of squares\n"
    for name in (*FAMILIES, *SHAPED):
        board = BOARDS.get(name, Board(4))
        piece = board.place("piece")
        rule = read_rule(f"{name} <= 1", Model("board", piece))
        about = getattr(Board, name.partition("(")[0])
        text = in_markdown(getattr(about, "__doc__", "") or "")
        picture = pictures.family(read_family(name, piece), board)
        yield f"### `{name}`\n\n{text}\n\n{pictures.raw(picture)}"
        yield f"`{rule.label}` says: {rule.words}.\n"
    yield "`pairs` takes a piece that leaps: `knight`, `king`, `leaper(1,3)`, `knight|king`.\n"


def _relations() -> Iterator[str]:
    """Each relation, with a rule that the product puts into words."""
    board = Board(4)
    pieces = Model("pieces", board.place("piece"))
    values = Model("values", board.fill(range(1, 5)))
    about_pieces = [
        *(f"rows {relation} 2" for relation in RELATIONS),
        "total == 5",
        "no_attacks(queen)",
        "at r1c1",
        "empty at r1c1 r2c3",
    ]
    about_values = [f"rows {relation}" for relation in _ALONG]
    about_values += [f"rows total {relation} 10" for relation in RELATIONS]
    for title, model, texts in (
        ("Pieces", pieces, about_pieces),
        ("Values on a board", values, about_values),
    ):
        yield f"## {title}\n\n| rule | says |\n|---|---|"
        for text in texts:
            rule = read_rule(text, model)
            yield f"| `{text}` | {rule.words or rule.label} |"
        yield ""
    yield "## Variables by name\n\nComparisons of sums and products, with"
    yield f"`{'`, `'.join(RELATIONS)}`, joined by `and`, `or`, `not`; the functions"
    yield f"`{'`, `'.join(FUNCTIONS)}`, and for short"
    yield ", ".join(f"`{short}` for `{name}`" for short, name in SYNONYMS.items()) + ".\n"
