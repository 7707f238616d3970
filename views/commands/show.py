"""`everyway show`: One solution, drawn."""

from __future__ import annotations

from collections import deque
from typing import TYPE_CHECKING, Any

import click

from ...models.language.errors import ExitCode
from ..command_options import as_command, search_options, solver_option, whole
from ..exit_codes import Refused
from ..progress import Progress, picture, pictures
from ..puzzles import refusals, say_document
from ..searching import listen, print_next, print_statistics, start, summary
from ..solution_files import NewFile, write_file
from ..standard_streams import answers, complain, counted, grouped, say
from ..variants import Asked, load, puzzle_options

if TYPE_CHECKING:
    from ...models.language.model import Model
    from ...models.language.solution import Solution
    from ...solvers.harness.options import Options
    from ...solvers.harness.outcome import Outcome

LANGUAGES = ["minizinc", "cpmpy", "xcsp3", "dimacs", "opb", "clingo", "smt", "python", "json"]
EXAMPLES = """\
  everyway show queens n=8
  everyway show queens n=8 --index 92
  everyway show queens n=8 --count 12 --svg queens.svg
  everyway show sudoku --png sudoku.png
  everyway show sudoku --model
  everyway show sudoku --as minizinc -o sudoku.mzn
"""


@as_command(EXAMPLES)
@puzzle_options()
@click.option(
    "-i",
    "--index",
    type=whole("the number of a solution"),
    default=1,
    help="Which one, from 1, in the order in which the solver finds them.",
)
@click.option(
    "-c",
    "--count",
    type=whole("a number of solutions"),
    default=1,
    help="Draw so many, small and side by side.",
)
@click.option(
    "--svg",
    type=NewFile(),
    is_flag=False,
    flag_value="-",
    metavar="[FILE]",
    help="Write the drawing as SVG; without FILE, or as -, to standard output.",
)
@click.option(
    "--png",
    type=NewFile(),
    metavar="FILE",
    help="Write the drawing as PNG; this needs the extra everyway[png].",
)
@click.option(
    "--model", "as_model", is_flag=True, help="Print the declaration in words; nothing is solved."
)
@click.option("-a", "--all", "every", is_flag=True, help="With --model: cut no rule short.")
@click.option(
    "--as",
    "language",
    type=click.Choice(LANGUAGES),
    help="Write the model as a text of that language; nothing is solved.",
)
@click.option(
    "-o", "--output", type=NewFile(), metavar="FILE", help="With --as: write the text to FILE."
)
@solver_option()
@search_options
def command(
    asked: Asked,
    options: Options,
    index: int,
    count: int,
    svg: str | None,
    png: str | None,
    as_model: bool,
    every: bool,
    language: str | None,
    output: str | None,
    solvers: tuple[str, ...],
    stats: bool,
    as_json: bool,
) -> int:
    """Draw one solution of a puzzle: the first that the solver finds, or the one at
    --index; or several from there on. With --model, print the variables and rules instead;
    with --as, write the model as a text that another language's tools read.
    """
    _refuse_two_forms(
        {"--svg": svg, "--png": png, "--json": as_json and not as_model, "--as": language}
    )
    if language and as_model:
        raise Refused("--model and --as are two forms of output; give one of them")
    if output and not language:
        raise Refused("-o goes with --as, which says in what language")
    if as_model and (svg or png):
        raise Refused("--model is text; leave --svg and --png out")
    if every and not as_model:
        raise Refused("--all goes with --model; `everyway solve --all` prints every solution")
    model = load(asked)
    if language:
        return _write_as(model, language, output)
    if as_model:
        return _read(model, every, as_json)
    found = start(model, solvers, options)
    last: deque[Solution] = deque(maxlen=count)
    with Progress(f"solving {model.name}"):
        outcome, failure = listen(found, last.append, index + count - 1)
    if failure:
        raise failure
    if outcome.solutions < index:
        return _absent(asked, outcome, index)
    chosen = list(last)[index - outcome.solutions - 1 :]
    if as_json:
        more = outcome.to_json() | _in_json(chosen, count)
        say_document("everyway.show/1", model, index=index, **more)
    elif svg or png:
        _write(_drawing(model, chosen, index, count), svg, png)
    else:
        say(picture(model, chosen[0].assignment) if count == 1 else pictures(chosen, index))
    if len(chosen) < count:
        complain(summary(outcome))
    if stats:
        print_statistics(outcome)
    return ExitCode.OK


def _refuse_two_forms(given: dict[str, object]) -> None:
    forms = [name for name, value in given.items() if value]
    if len(forms) > 1:
        raise Refused(f"{' and '.join(forms)} are two forms of output; give one of them")


def _in_json(chosen: list[Solution], count: int) -> dict[str, Any]:
    """The solutions: one under its own name, where one was asked for."""
    found = [solution.to_json() for solution in chosen]
    return {"solution": found[0]} if count == 1 else {"solutions": found}


def _read(model: Model, every: bool, as_json: bool) -> int:
    """Print the declaration of `model`. The exit code."""
    from ...models.language.drawing.notebook import model_in_json, read_model

    if as_json:
        say_document("everyway.declaration/1", model, **model_in_json(model))
        return ExitCode.OK
    text = read_model(model, every=every)
    say(text)
    if "    … and " in text:
        complain("add --all to read every one")
    return ExitCode.OK


def _write_as(model: Model, language: str, output: str | None) -> int:
    """Write the text of `model` in a language. The exit code. Raises: Refused."""
    from ...formats import written

    with refusals():
        text = written(model, language)
    if output in (None, "-"):
        say(text.removesuffix("\n"))
        return ExitCode.OK
    write_file(output, text.encode())
    complain(f"written to {output}")
    return ExitCode.OK


def _drawing(model: Model, chosen: list[Solution], index: int, count: int) -> str:
    """The text of an SVG file: of one solution, or of several from number `index` on."""
    from ...models.language.drawing.svg import draw_svg, draw_svg_several

    return draw_svg(chosen[0]) if count == 1 else draw_svg_several(model, chosen, start=index)


def _write(drawing: str, svg: str | None, png: str | None) -> None:
    """Raises: Refused where the file cannot be written, or PNG cannot be drawn."""
    from ...models.language.drawing.notebook import png_of

    with refusals():
        data = png_of(drawing) if png else drawing.encode()
    path = png or svg or "-"
    if path == "-":
        click.echo(data, file=answers(), nl=False) if png else say(drawing)
        return
    write_file(path, data)
    complain(f"written to {path}")


def _absent(asked: Asked, outcome: Outcome, index: int) -> int:
    """There are not `index` solutions, or not yet. The exit code. Raises: Refused."""
    if not outcome.complete:
        complain(summary(outcome))
        return ExitCode.UNDECIDED
    if outcome.solutions:
        one = outcome.solutions == 1
        there = f"{'is' if one else 'are'} {counted(outcome.solutions, 'solution')}"
        advice = f"write --index from 1 to {outcome.solutions}"
        raise Refused(f"there {there}, and no number {grouped(index)}; {advice}")
    complain("there is no solution")
    print_next(asked, 0, complete=True)
    return ExitCode.DIFFERENT
