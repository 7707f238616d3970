"""`everyway show`: One solution, drawn."""

from __future__ import annotations

from collections import deque
from typing import Any

from ...models.language.errors import ExitCode
from ...models.language.model import Model
from ...models.language.phrases import grouped, number_of, solutions_said
from ...models.language.solution import Solution
from ...solvers.harness.installing import pip_install
from ...solvers.harness.options import Options
from ...solvers.harness.outcome import Outcome
from .. import command_options as option
from ..exit_codes import Failed, Refused
from ..progress import Progress, picture, pictures
from ..puzzles import Asked, load, puzzle_options
from ..searching import listen, print_next, print_statistics, start, summary
from ..solution_files import write_drawing, write_file
from ..standard_streams import complain, say, say_bytes, say_document, wrapped

LANGUAGES = [
    *("minizinc", "cpmpy", "ortools", "python-constraint", "xcsp3"),
    *("dimacs", "opb", "clingo", "smt", "python", "json"),
]
ADDRESS = "puzz.link"
EXAMPLES = """\
  everyway show queens n=8
  everyway show queens n=8 --index 92
  everyway show queens n=8 --count 12 --svg queens.svg
  everyway show sudoku --png sudoku.png
  everyway show sudoku --candidates
  everyway show sudoku --model
  everyway show sudoku --as minizinc -o sudoku.mzn
  everyway show sudoku --as puzz.link
"""


@option.as_command(EXAMPLES)
@puzzle_options()
@option.number(
    "-i --index",
    "the number of a solution",
    "Which one, from 1, in the order in which the solver finds them.",
    default=1,
)
@option.number(
    "-c --count", "a number of solutions", "Draw so many, small and side by side.", default=1
)
@option.drawing_file("Write the drawing as SVG; without FILE, or as -, to standard output.")
@option.new_file("--png", "Write the drawing as PNG; this needs the extra everyway[png].")
@option.flag("--candidates", "Draw the values that each variable has in some solution.")
@option.flag("--model as_model", "Print the declaration in words; nothing is solved.")
@option.flag("-a --all every", "With --model: cut no rule short.")
@option.choice(
    "--as language",
    f"Write the model as a text and solve nothing: {', '.join(LANGUAGES)}; or {ADDRESS},"
    " the address of the puzzle there.",
    of=[*LANGUAGES, ADDRESS],
    metavar="LANGUAGE",
)
@option.new_file("-o --output", "With --as: write the text to FILE.")
@option.solver()
@option.search
def command(
    asked: Asked,
    options: Options,
    index: int,
    count: int,
    svg: str | None,
    png: str | None,
    candidates: bool,
    as_model: bool,
    every: bool,
    language: str | None,
    output: str | None,
    solvers: tuple[str, ...],
    stats: bool,
    as_json: bool,
) -> int:
    """Draw one solution of a puzzle: the first that the solver finds, or the one at
    --index; or several from there on. With --candidates, draw what each variable may be,
    and say what is the same in all solutions; with --model, print the variables and rules;
    with --as, write the model as a text that another language's tools read.
    """
    forms = {"--svg": svg, "--png": png, "--json": as_json and not as_model, "--as": language}
    option.refuse_several(forms, option.TWO_FORMS)
    whole = {"--candidates": candidates, "--model": as_model, "--as": language}
    option.refuse_several(whole, option.TWO_FORMS)
    if output and not language:
        raise Refused("-o goes with --as, which says in what language")
    if as_model and (svg or png):
        raise Refused("--model is text; leave --svg and --png out")
    if every and not as_model:
        raise Refused("--all goes with --model; `everyway solve --all` prints every solution")
    other = solvers or stats or (index, count) != (1, 1)
    if candidates and (other or options != Options(time_limit=options.time_limit)):
        raise Refused("--candidates are of all solutions; beside it go -t, --svg, --png and --json")
    model = load(asked)
    if candidates:
        return _candidates(model, options, svg, png, as_json)
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


def _candidates(
    model: Model, options: Options, svg: str | None, png: str | None, as_json: bool
) -> int:
    """Draw the candidates of all solutions. The exit code."""
    from ...explainer import candidates
    from ...models.language.drawing.svg import draw_svg_values

    with Progress(f"solving {model.name}"):
        found = candidates(model, time_limit=options.time_limit)
    if as_json:
        more = {"count": found.total, "marginals": found.counts, "candidates": found.to_json()}
        say_document("everyway.candidates/1", model, **more)
    elif found.has_none:
        complain("there is no solution")
    else:
        number = "" if found.total is None else f", of {solutions_said(found.total)}"
        if svg or png:
            _write(draw_svg_values(found.model, found.drawn()), svg, png)
        else:
            say(f"Candidates{number}:\n{picture(found.model, found.drawn())}")
        for line in [] if "-" in (svg, png) else found.lines():
            say(wrapped(line, "", "    "))
    if found.undecided:
        return ExitCode.UNDECIDED
    return ExitCode.DIFFERENT if found.has_none else ExitCode.OK


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
    """Write the text of `model` in a language. The exit code. Raises: Refused, Failed."""
    from ...formats import to_address, written

    try:
        text = to_address(model) + "\n" if language == ADDRESS else written(model, language)
    except ImportError as error:
        if error.name not in ("cpmpy", "z3"):
            raise
        raise Failed(
            f"{language} is written by {error.name}, which is not installed;"
            f" install it: {pip_install(error.name)}"
        ) from error
    write_drawing(output or "-", text if output not in (None, "-") else text.removesuffix("\n"))
    return ExitCode.OK


def _drawing(model: Model, chosen: list[Solution], index: int, count: int) -> str:
    """The text of an SVG file: of one solution, or of several from number `index` on."""
    from ...models.language.drawing.svg import draw_svg, draw_svg_several

    return draw_svg(chosen[0]) if count == 1 else draw_svg_several(model, chosen, start=index)


def _write(drawing: str, svg: str | None, png: str | None) -> None:
    """Raises: Refused where the file cannot be written, ModelError where PNG cannot be drawn."""
    from ...models.language.drawing.notebook import png_of

    if png is None:
        write_drawing(svg or "-", drawing)
    elif png == "-":
        say_bytes(png_of(drawing))
    else:
        write_file(png, png_of(drawing), says=True)


def _absent(asked: Asked, outcome: Outcome, index: int) -> int:
    """There are not `index` solutions, or not yet. The exit code. Raises: Refused."""
    if not outcome.complete:
        complain(summary(outcome))
        return ExitCode.UNDECIDED
    if outcome.solutions:
        one = outcome.solutions == 1
        there = f"{'is' if one else 'are'} {number_of(outcome.solutions, 'solution')}"
        advice = "leave --index out" if one else f"write --index from 1 to {outcome.solutions}"
        raise Refused(f"there {there}, and no number {grouped(index)}; {advice}")
    complain("there is no solution")
    print_next(asked, 0, complete=True)
    return ExitCode.DIFFERENT
