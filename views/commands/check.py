"""`everyway check`: Whether a solution keeps every rule, without any solver."""

from __future__ import annotations

from collections.abc import Sequence

from ...models.language.check import Judge, Violation
from ...models.language.errors import ExitCode
from ...models.language.late_dataclasses import replace
from ...models.language.model import Model
from ...models.language.phrases import grouped, number_of
from ...models.language.symmetry.symmetry_group import ALL_KINDS
from ...solvers.harness.contract import Incomplete, plain
from ...solvers.harness.options import Options
from ...solvers.harness.running.enumeration import DEFAULT_SOLVER
from ...solvers.harness.running.judging import ProjectedJudge
from ...solvers.harness.running.optimising import FirstPhase
from .. import checking_models
from .. import command_options as option
from ..checking_models import examine
from ..class_files import Pages, class_options
from ..exit_codes import Failed, Refused
from ..progress import Progress, picture
from ..puzzles import Asked, load, puzzle_options
from ..searching import print_next
from ..solution_files import Given, read_solutions
from ..standard_streams import complain, say, say_document, styled, wrapped
from ..two_models import read_mapping
from ..verdict import broken_rules

SECONDS = 60.0
"""For which the best value is looked for."""
EXAMPLES = """\
  everyway check queens n=4 '{"queen": ["r1c2", "r2c4", "r3c1", "r4c3"]}'
  everyway check sudoku solution.json
  everyway solve queens --all --jsonl | everyway check queens -
  everyway check submission.py --against queens n=4..7
  everyway check submissions/ --against queens n=4..6 --csv
  everyway check class/ --against queens n=4..6 --html class.html
  everyway check class/ --against queens --points "same 10, else 0" --jobs 2
  everyway check theirs.py --against queens n=8 --up-to-symmetry
  everyway check quiet_rooks.py
"""


@option.as_command(EXAMPLES)
@puzzle_options("PUZZLE [NAME=VALUE]... SOLUTION")
@option.text(
    "--against PUZZLE",
    "Hold a model, or each file of a folder, against this puzzle. NAME=4..7 is every value.",
)
@option.text(
    "--exercise NAME",
    "Mark a file, or each of a folder, as an answer to this exercise of the lessons.",
)
@option.texts(
    "--map mapping NAME=OTHER",
    "With --against: variables of the puzzle, and those that stand for them, as q or q+1."
    " Repeatable.",
)
@option.flag(
    "--up-to-symmetry",
    "With --against: solutions that are images of others may be missing; with =KIND, images"
    " by this kind.",
)
@option.texts(
    "--symmetry kinds KIND",
    "The same up to this kind of symmetry alone, as for solve. Repeatable.",
)
@class_options
@option.flag("--csv as_csv", "With --against: a line for each file.")
@option.time_limit("For how long a model is searched; else 60 s, and 10 s with --against.")
@option.memory
@option.in_process
@option.as_options
def command(
    asked: Asked,
    options: Options,
    against: str | None,
    exercise: str | None,
    mapping: tuple[str, ...],
    up_to_symmetry: bool,
    kinds: tuple[str, ...],
    pages: Pages,
    in_process: bool,
    as_csv: bool,
    as_json: bool,
) -> int:
    """Say whether SOLUTION keeps every rule of a puzzle, or which rules it breaks.

    SOLUTION is a JSON file, `-` for standard input, or the JSON itself: by the
    puzzle's groups as `everyway solve --json` writes it, or {variable: value}. A file
    may hold several, one a line. No solver is asked, unless there is an objective, or
    the puzzle projects variables away and SOLUTION gives them no values: then one says
    if it is the best, and if values of the others complete it.

    With --against: everyway check FILE|FOLDER --against PUZZLE [NAME=VALUE]... says
    of each file whether its model has the same solutions, too many or too few, with a
    witness and the rule that forbids it. A file is a puzzle, or a model of MiniZinc,
    CPMpy, OR-Tools CP-SAT or python-constraint, read at its solve; what has no
    parameters is judged at the values that the puzzle is given. Each has a process of
    its own, of 2G at most unless --memory says otherwise.

    An exercise of `everyway new --exercise` is marked likewise: everyway check FILE, or
    --exercise NAME where the file has another name.
    """
    if exercise is None and against is None and len(asked.words) == 1:
        exercise = checking_models.named_like(asked.words[0])  # a lone file
    if exercise is not None:
        asked, against = _marked(asked, exercise, against)
    option.refuse_several(
        {"--memory": options.memory, "--in-process": in_process}, option.ONE_PROCESS
    )
    if against is not None:
        if asked.board is not None or asked.rules or asked.givens:
            raise Refused("--against takes no --board, --rule or --given; declare them in a file")
        if as_json and as_csv:
            raise Refused("--json and --csv are two forms of one answer; give one of them")
        form = "json" if as_json else "csv" if as_csv else "text"
        symmetry = kinds or (ALL_KINDS if up_to_symmetry else None)
        request = asked.words, against, read_mapping(mapping), options, pages
        code = examine(
            *request, form=form, exercise=exercise, kinds=symmetry, in_process=in_process
        )
        if exercise is not None and code == ExitCode.OK:
            complain(f"exercise {exercise}: solved")
        return code
    if any((mapping, up_to_symmetry, kinds, as_csv, options.memory, pages.any, in_process)):
        raise Refused(
            "--map, --up-to-symmetry, --symmetry, --csv, --html, --feedback, --points, --names,"
            " --jobs, --memory and --in-process are for --against and --exercise; add one of these,"
            " or leave those out"
        )
    puzzle, source = asked.without_last(
        "the solution is missing; write everyway check PUZZLE [NAME=VALUE]... SOLUTION,"
        " the SOLUTION being a file, - or JSON; or everyway check FILE --against PUZZLE, or"
        " --exercise NAME"
    )
    model = load(puzzle)
    given = read_solutions(source, model)
    judged = _judged(model, puzzle, given, options.time_limit or SECONDS)
    if as_json:
        _say_document(model, given, judged)
    elif len(given) == 1:
        say(_one(model, given[0], judged[0]))
    else:
        say(_several(model, given, judged))
    return ExitCode.DIFFERENT if any(judged) else ExitCode.OK


def _marked(asked: Asked, exercise: str, against: str | None) -> tuple[Asked, str]:
    """The file with the parameters of an exercise, and its reference. Raises: Refused."""
    if against is not None:
        raise Refused("--exercise brings its own reference; leave out --against")
    if len(asked.words) != 1:
        raise Refused("write everyway check FILE --exercise NAME, without parameters")
    found = checking_models.find(exercise)
    return replace(asked, words=(*asked.words, *found.checked)), found.reference


def _judged(
    model: Model, asked: Asked, given: Sequence[Given], limit: float
) -> list[list[Violation]]:
    """The violations of each solution. Raises: PredicateError; Failed if not known in time."""
    judges = _judges(model, given, limit)
    try:
        judged = [j.violations(one.values) for j, one in zip(judges, given, strict=True)]
        if model.objective is None:
            return judged
        return _beaten(model, asked, given, judges, judged, limit)
    except Incomplete as error:
        raise Failed(str(error)) from None


def _judges(model: Model, given: Sequence[Given], limit: float) -> list[Judge]:
    """The judge of each solution, which searches for what is projected away and has no value."""
    plain, whole = model.without_objective(), Judge(model)
    printed = model.projected(model.projection) if model.projection else model
    shown = {v.name for v in printed.variables}
    found: dict[tuple[str, ...], Judge] = {}
    kept = []
    for one in given:
        asked = [v.name for v in model.variables if v.name in shown or v.name in one.values]
        own = whole if len(asked) == len(model.variables) else found.get(tuple(asked))
        kept.append(own or ProjectedJudge(plain, asked, seconds=limit))
        found[tuple(asked)] = kept[-1]
    return kept


def _beaten(
    model: Model,
    asked: Asked,
    given: Sequence[Given],
    judges: Sequence[Judge],
    judged: list[list[Violation]],
    limit: float,
) -> list[list[Violation]]:
    """The same, with what keeps every rule and is not the best. Raises: Failed if nobody knows."""
    from ...comparer.optimality import not_the_best

    assert model.objective is not None, "there is something to be best in"
    options = Options(time_limit=limit, hand_over=False)
    with Progress(f"looking for the best of {model.name}"):
        best = FirstPhase(model, DEFAULT_SOLVER, options).settled()[1].objective
    assert best is not None, "it is looked for"
    complain(best.words)
    print_next(asked, len(best.points), complete=best.proven)
    found = []
    for judge, one, violated in zip(judges, given, judged, strict=True):
        beaten: list[Violation] = []
        if isinstance(judge, ProjectedJudge) and not violated and best.proven:
            reached = (judge.reaching(model, tuple(point)) for point in best.points)
            beaten = min((last.violations(one.values) for last in reached), key=len)
        elif not isinstance(judge, ProjectedJudge) and not violated:
            beaten = [*filter(None, [not_the_best(model, best, one.values)])]
        if not (violated or beaten or best.proven):
            point = model.objective.valuation.of(one.values) if judge.model is model else None
            which = "this" if point is None else plain(point)
            raise Failed(f"every rule holds; if {which} is the best is not known in time")
        found.append(beaten or violated)
    return found


def _one(model: Model, given: Given, violated: list[Violation]) -> str:
    if not violated:
        holds = styled("every rule holds", fg="green", bold=True)
        return f"{holds}\n\n{picture(model, given.values)}"
    rules = len({violation.rule for violation in violated})
    broken = styled(f"{number_of(rules, 'rule')} broken", fg="red", bold=True)
    lines = (wrapped(line, "  ", "      ") for line in broken_rules(violated, model))
    return "\n".join([broken, *lines, "", picture(model, given.values)])


def _several(model: Model, given: Sequence[Given], judged: list[list[Violation]]) -> str:
    wrong = sum(map(bool, judged))
    lines = [
        f"line {one.line}: {wrapped(line, '  ', '      ').lstrip()}"
        for one, violated in zip(given, judged, strict=True)
        for line in broken_rules(violated, model)
    ]
    of = f"{grouped(len(given))} solutions"
    total = f"{of}: every rule holds in each" if not wrong else f"{grouped(wrong)} of {of} broken"
    return "\n".join([*lines, styled(total, fg="red" if wrong else "green", bold=True)])


def _say_document(model: Model, given: Sequence[Given], judged: list[list[Violation]]) -> None:
    solutions = [
        {"line": one.line, "holds": not violated, "violated": list(map(str, violated))}
        for one, violated in zip(given, judged, strict=True)
    ]
    say_document("everyway.check/1", model, holds=not any(judged), solutions=solutions)
