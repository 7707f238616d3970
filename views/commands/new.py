"""`everyway new`: A commented puzzle file to begin with, or that of an exercise."""

from __future__ import annotations

import keyword
from pathlib import Path

import click

from ...models.language.errors import ExitCode
from .. import checking_models
from .. import command_options as option
from ..exit_codes import Refused
from ..solution_files import write_file
from ..standard_streams import complain, say

EXAMPLES = """\
  everyway new my_puzzle
  everyway new my_puzzle --toml
  everyway new --exercise
  everyway new --exercise quiet_rooks
"""

PYTHON = '''"""NAME: write here in a line what the puzzle is.

Run it:  everyway compare ./NAME.py
         everyway compare ./NAME.py n=5
"""

from everyway.models import Board, Model, known, puzzle


# The numbers of solutions that the world knows, by parameter; every comparison is held against
# them. Where you know none, write @puzzle alone.
@puzzle(known("OEIS A002464", n={4: 2, 5: 14, 6: 90}))
def NAME(n: int = 6) -> Model:
    """NAME: a piece in each row and each column, no two touching.

    Write the rules here as for a player, and what the parameters mean. Every parameter has a type
    and a default, and is set on the command line: n=5.

    Source: write here where the puzzle is from.
    """
    board = Board(n)  # also Board(8, 10), Board(n, wrap=True), Board.from_map("AAB/ABB")
    piece = board.place("piece")  # or numbers: board.fill(range(1, n + 1))
    return Model(
        f"{n} pieces",
        piece,
        # One piece stands in each row,
        piece.per(board.rows) == 1,
        # one in each column,
        piece.per(board.columns) == 1,
        # and of two squares that touch, also at a corner, at most one is taken.
        piece.per(board.touching) <= 1,
    )
'''

TOML = '''# NAME: write here in a line what the puzzle is.
#
# Run it:  everyway compare ./NAME.toml

name = "NAME"

# A size such as 6 or "8x10"; or a map, """ and a line a row: letters are regions, . is a hole
# and # a wall.
board = 6

# What is placed on the board. For numbers write values = "1-6" instead, and rules such as
# "rows all different" and "boxes(2,3) all different".
piece = "piece"

# What a solution keeps: a family of squares, a relation, a number.
rules = [
    # One piece stands in each row,
    "rows == 1",
    # one in each column,
    "columns == 1",
    # and of two squares that touch, also at a corner, at most one is taken.
    "touching <= 1",
]

# Where pieces stand from the beginning; for numbers a character a square, . for none.
# givens = "r1c2 r2c5"

# The number of solutions, if you know it; every comparison is held against it.
known = { count = 90, source = "OEIS A002464" }
'''


@option.as_command(EXAMPLES, as_json=False)
@click.argument("name", metavar="NAME", required=False)
@option.flag("--toml", "A text file instead of a Python file.")
@option.flag(
    "--exercise", "The file of the exercise NAME of the lessons; without NAME, list the exercises."
)
def command(name: str | None, toml: bool, exercise: bool) -> int:
    """Write a commented puzzle file, NAME.py or with --toml NAME.toml, that runs as it
    is and is there to be changed.

    With --exercise NAME, write the file of an exercise, to be completed and marked by
    everyway check NAME.py.
    """
    if exercise:
        return _exercise(name, toml=toml)
    if name is None:
        raise Refused("the name is missing; write everyway new NAME, such as my_puzzle")
    _refuse_bad(name)
    path = Path(f"{name}.toml" if toml else f"{name}.py")
    text = (TOML if toml else PYTHON).replace("NAME", name)
    _write(path, text, f"run it: everyway compare ./{path}")
    return ExitCode.OK


def _exercise(name: str | None, *, toml: bool) -> int:
    """Write the file of an exercise, or list them. The exit code."""
    if toml:
        raise Refused("an exercise is a Python file; leave out --toml")
    if name is None:
        say(checking_models.listed_exercises())
        complain("begin one: everyway new --exercise NAME")
        return ExitCode.OK
    found = checking_models.find(name)
    path = Path(f"{found.name}.py")
    _write(path, found.start, f"complete it, then mark it: everyway check {path}")
    return ExitCode.OK


def _write(path: Path, text: str, advice: str) -> None:
    """Write a file that is not there yet. Raises: Refused."""
    write_file(path, text.encode(), replace=False)
    say(f"written to {path}")
    complain(advice)


def _refuse_bad(name: str) -> None:
    """Raises: Refused for a name that no puzzle can have."""
    from ... import models

    if name.endswith((".py", ".toml")):
        stem, _, kind = name.rpartition(".")
        option = " --toml" if kind == "toml" else ""
        raise Refused(f"write the name alone, without .{kind}: everyway new {stem}{option}")
    if not (name.isidentifier() and name.isascii()):
        raise Refused(
            f"{name!r} cannot be the name of a puzzle; write letters, digits and _, a letter"
            " first, such as my_puzzle"
        )
    if keyword.iskeyword(name) or name in models.__all__:
        whose = "Python" if keyword.iskeyword(name) else "everyway"
        raise Refused(f"{name!r} is a word of {whose}'s own; write another name: {name}_puzzle")
