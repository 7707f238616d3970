"""`everyway export`: Saved solutions as JSON Lines, CSV, MiniZinc's data or Parquet."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import click

from ...models.language.errors import ExitCode
from ...models.language.phrases import number_of
from ...solvers.harness.saving.reading_saved import FORMATS, SavedSolutions, export
from .. import command_options as option
from ..exit_codes import Failed, Refused
from ..progress import Progress
from ..standard_streams import answers, complain

EXAMPLES = """\
  everyway export queens.db --format jsonl
  everyway export queens.db -o queens.csv
  everyway export queens.db -o queens.parquet
"""


@option.as_command(EXAMPLES, as_json=False)
@click.argument("file")
@option.choice(
    "-f --format form", "By default as the name of the output says; jsonl without one.", of=FORMATS
)
@option.text("-o --output FILE", "Else standard output.")
def command(file: str, form: str | None, output: str | None) -> int:
    """Write what `everyway solve --all --save FILE` has saved in another form.

    A line of JSON is as `everyway solve --jsonl` prints it; dzn is as MiniZinc prints
    solutions; CSV and Parquet have a column a variable. Parquet needs the extra `parquet`.

    Where the file holds the whole model, its rows are judged, all up to 100,000, of
    more a sample.

    CSV holds labels as they are: one that begins with = is a formula to a
    spreadsheet, so import such columns as text.
    """
    if output is None and form == "parquet":
        raise Refused("parquet is not for a stream; name a file with -o FILE")
    with _exported(), SavedSolutions(file) as saved:
        rows = saved.judged()
        if rows.fault:
            wrong = f"{file} is wrong: {saved.solver} reported {rows.fault}"
            raise Failed(f"{wrong}; save anew by another solver: -S")
        _export(saved, form, output)
        number = f"{number_of(len(saved), 'solution')}, {rows}"
        if saved.complete:
            complain(f"{number}, complete, {saved.solver}")
            return ExitCode.OK
        complain(f"{number}, and the search was not finished: `everyway solve --resume` goes on")
        return ExitCode.UNDECIDED


def _export(saved: SavedSolutions, form: str | None, output: str | None) -> None:
    if output is None:
        export(saved, answers().buffer, form or FORMATS[0])
        answers().buffer.flush()
        return
    with Progress(f"writing {output}"):
        export(saved, output, form)


@contextmanager
def _exported() -> Iterator[None]:
    """Refuses what cannot be written in the form that was asked for."""
    try:
        yield
    except ImportError as error:
        raise Failed(str(error)) from error
    except ValueError as error:
        raise Refused(str(error)) from error
