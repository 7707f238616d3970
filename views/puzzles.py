"""The puzzle that is typed: `queens n=8`, a file, or `--board`, with rules and givens added."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from itertools import product
from pathlib import Path
from typing import Any

import click
from click.core import ParameterSource

from ..models.language.constraints import RELATIONS, Comparison, Constraint, fixed_values
from ..models.language.expressions import Bounds, Constant, Expression, Variable
from ..models.language.global_constraints.all_different import AllDifferent
from ..models.language.late_dataclasses import dataclass, field, replace
from ..models.language.model import Model, Recipe
from ..models.language.nodes import Node, Value, fold
from ..models.language.rules import Rule
from . import command_options as option
from .command_options import F
from .exit_codes import Refused, within
from .standard_streams import complain, output_aside

# ------------------------------------------ `queens n=8` on a command line: a name and parameters.


MOST_CHOICES = 1_000


LEAST_READING = 1.0
"""Seconds for which a puzzle is read, however short the time limit of a search is."""


def model_of(words: Sequence[str]) -> Model:
    """The model of `PUZZLE [NAME=VALUE]...`. Raises: Refused, ModelError."""
    from ..models.language.files import catalogue

    name, *assignments = words
    given = parameters(assignments)
    if _is_address(name):
        from ..formats.address_puzzles import puzzle_of
        from ..formats.addresses import read_address
        from ..formats.fpuzzles import from_fpuzzles, is_sudoku_page

        if is_sudoku_page(name):
            if given:
                raise Refused(f"a sudoku of a page has no parameters; leave {min(given)}=… out")
            return from_fpuzzles(name)
        name, own = puzzle_of(read_address(name))
        if twice := sorted(own.keys() & given.keys()):
            raise Refused(f"the address gives {twice[0]} already; leave {twice[0]}=… out")
        given |= own
    limit = _seconds_to_read()
    late = f"{name} was not read within {limit:g} s; give a longer --time-limit"
    try:
        with output_aside():
            return within(limit, late, lambda: catalogue.load(name, **given))
    except RecursionError as error:
        raise Refused(f"{name} nests too deeply to be declared") from error


def _seconds_to_read() -> float:
    """The seconds after --time-limit, but no fewer than the least; 0 where that is not typed."""
    context, typed = click.get_current_context(silent=True), ParameterSource.COMMANDLINE
    if context is None or context.get_parameter_source("time_limit") is not typed:
        return 0.0
    return max(float(context.params["time_limit"]), LEAST_READING)


def _is_address(name: str) -> bool:
    """True for an address such as `nurikabe/5/5/…`, unless a file is called so."""
    if "/" not in name:
        return False
    from ..models.language.files.puzzle_files import file_and_name

    if os.path.lexists(file_and_name(name)[0]):
        return False
    from ..formats.addresses import is_address
    from ..formats.fpuzzles import is_sudoku_page

    return is_address(name) or is_sudoku_page(name)


def is_parameter(word: str) -> bool:
    """True if `word` is NAME=VALUE."""
    name, equals, _ = word.partition("=")
    return bool(equals) and name.isidentifier()


def parameters(assignments: Iterable[str]) -> dict[str, Any]:
    """`NAME=VALUE` words as texts by name. Raises: Refused."""
    given: dict[str, Any] = {}
    for word in assignments:
        name, equals, value = word.partition("=")
        if not equals or not name:
            raise Refused(f"{word!r} is not a parameter; write NAME=VALUE without blanks, as n=8")
        if name in given:
            raise Refused(f"the parameter {name!r} is given twice; give it once")
        given[name] = value
    return given


def pair(word: str, problem: str) -> tuple[str, str]:
    """A word `NAME=OTHER`. Raises: Refused, with the `problem` of the word."""
    name, equals, other = word.partition("=")
    if not (name and equals and other):
        raise Refused(f"{word!r} {problem}")
    return name, other


def choices(assignments: Sequence[str]) -> Iterator[dict[str, str]]:
    """Each choice of values: of `n=4..7` every number, of several ranges every combination."""
    given = parameters(assignments)
    values = [list(_values(name, text)) for name, text in given.items()]
    for number, chosen in enumerate(product(*values)):
        if number == MOST_CHOICES:
            raise Refused(f"these are more than {MOST_CHOICES} choices; give smaller ranges")
        yield dict(zip(given, chosen, strict=True))


def _values(name: str, text: str) -> Iterator[str]:
    match = re.fullmatch(r"([+-]?[0-9]{1,9})\.\.([+-]?[0-9]{1,9})", text.strip())
    if match is None:
        yield text
        return
    least, most = int(match[1]), int(match[2])
    if least > most or most - least >= MOST_CHOICES:
        raise Refused(f"{name}={text} is no range; write the smaller number first, as in n=4..7")
    yield from map(str, range(least, most + 1))


# -------------- Rules that the given values of a model already break: cheap to find, not complete.


Seen = tuple[Bounds, bool]
"""The bounds of a node under the given values, and whether it has a variable that is given."""


def contradicted(model: Model) -> Iterator[tuple[Rule, str]]:
    """The rules that cannot hold with the given values, and where, by bounds alone.

    A value is given by a constraint such as `cell[r1c1] == 5`.
    """
    given = fixed_values(model.constraints)
    if not given:
        return

    def combine(node: Node, parts: list[Seen]) -> Seen:
        value = given.get(node.name) if isinstance(node, Variable) else None
        if isinstance(value, int):
            return (value, value), True
        ends = [bounds for bounds, _ in parts]
        touched = value is not None or any(known for _, known in parts)
        return node.bounds(ends) if isinstance(node, Expression) else (0, 1), touched

    seen = fold(model.constraints, combine)
    for rule in model.rules:
        for constraint, place in rule.places():
            if seen[constraint][1] and _is_broken(constraint, seen, given):
                yield rule, place


def _is_broken(
    constraint: Constraint, seen: Mapping[Node, Seen], given: Mapping[str, Value]
) -> bool:
    match constraint:
        case Comparison(left, relation, right):
            if left.labelled:
                values = _label(left, given), _label(right, given)
                return None not in values and not RELATIONS[relation](*values)
            return _excludes(seen[left][0], relation, seen[right][0])
        case AllDifferent(terms):
            decided = [term for part in terms if (term := _decided(part, seen, given))]
            return len(set(decided)) < len(decided)
        case _:
            return False


def _decided(
    term: Expression, seen: Mapping[Node, Seen], given: Mapping[str, Value]
) -> tuple[Value] | None:
    """The only value that `term` can have, if there is one."""
    if term.labelled:
        value = _label(term, given)
        return None if value is None else (value,)
    low, high = seen[term][0]
    return (low,) if low == high else None


def _label(term: Expression, given: Mapping[str, Value]) -> Value | None:
    match term:
        case Constant(value):
            return value
        case Variable(name):
            return given.get(name)
        case _:
            return None


def _excludes(left: Bounds, relation: str, right: Bounds) -> bool:
    """True if no values within these bounds stand in `relation`; unless it is `==`, ends do."""
    if relation == "==":
        return left[1] < right[0] or right[1] < left[0]
    return not any(RELATIONS[relation](*ends) for ends in product(left, right))


# ------------- The puzzle as it was typed, and its model with the rules that were added.


AIMS = ("minimise", "maximise", "pareto", "within")
DATA = "--data"
"""The parameter that holds data files, which no parameter of a puzzle can be called."""


@dataclass(frozen=True)
class Asked:
    """A puzzle as it was typed."""

    words: tuple[str, ...]
    """`PUZZLE [NAME=VALUE]...`; nothing where a board is given."""
    board: str | None = None
    piece: str | None = None
    rules: tuple[str, ...] = ()
    givens: tuple[str, ...] = ()
    objective: Mapping[str, Any] = field(default_factory=dict)
    """`minimise`, `maximise` or `pareto` and what was typed for it; `within` and a number."""

    @property
    def name(self) -> str:
        """The name of the puzzle, or of its file without what follows the dot; else nothing.

        Nothing, too, where an address is typed.
        """
        return Path(self.words[0]).stem if self.words and not _is_address(self.words[0]) else ""

    def without_last(self, missing: str) -> tuple[Asked, str]:
        """The same less its last word, and that word. Raises: Refused, `missing`, without one."""
        *words, last = self.words or ("",)
        if not last or not (words or self.board) or is_parameter(last):
            raise Refused(missing)
        return replace(self, words=tuple(words)), last

    def typed(self) -> str:
        """The words that can be typed again for the same puzzle, after a command."""
        import shlex

        return shlex.join([*self.words, *self._options()])

    def _options(self) -> Iterator[str]:
        given = {"board": self.board, "piece": self.piece, "rule": self.rules, "given": self.givens}
        for name, value in {**given, **self.objective}.items():
            for text in value if isinstance(value, tuple) else (value,):
                if text is not None:
                    yield from (f"--{name}", str(text))


def puzzle_options(metavar: str = "PUZZLE [NAME=VALUE]...") -> Callable[[F], F]:
    """Offers the puzzle, --board, --piece, --rule and --given; the command gets one `asked`."""
    return option.together(
        click.argument("words", nargs=-1, metavar=metavar, shell_complete=option.complete_puzzle),
        option.texts(
            "--rule rules TEXT",
            "A further rule, such as 'pairs(knight) <= 1', 'r1c1 + r1c2 == 5' or"
            " 'abs(Ann - Bob) == 1 or Ann == 6'. Repeatable.",
        ),
        option.texts(
            "--given givens SQUARES|NAME=VALUE",
            "Where pieces stand, r1c1, or values, r1c1=5 or Bob=1. Repeatable.",
            shell_complete=option.complete_given,
        ),
        option.text(
            "--board SIZE|MAP",
            "Instead of PUZZLE an empty board: 8, 8x10, a map file, or a map AAB/ABB.",
        ),
        option.text("--piece NAME", "What stands on --board; else queen."),
        option.texts("--data FILE", "A data file of a MiniZinc model, .dzn or .json. Repeatable."),
        option.texts(
            "--minimise --minimize minimise TEXT",
            "Only the solutions in which this is least, such as 'mark[5]' or 'total(cost)';"
            " repeated, in order of importance, 'max: TEXT' for the opposite.",
        ),
        option.texts(
            "--maximise --maximize maximise TEXT",
            "Only the solutions in which this is greatest, likewise.",
        ),
        option.texts(
            "--pareto TEXT",
            "Goals of equal weight: the solutions that no other beats in all. Repeat it;"
            " least, or 'max: TEXT'.",
        ),
        option.number(
            "--within",
            "a distance",
            "With an objective: also solutions whose value is at most so much worse.",
            least=0,
        ),
        option.gathered(
            "asked", _asked, "words", "board", "piece", "data", "rules", "givens", *AIMS
        ),
    )


def _asked(
    words: tuple[str, ...],
    board: str | None,
    piece: str | None,
    data: tuple[str, ...],
    rules: tuple[str, ...],
    givens: tuple[str, ...],
    **aims: Any,
) -> Asked:
    files = (f"{DATA}={','.join(data)}",) if data else ()
    objective = {name: aim for name, aim in aims.items() if aim not in (None, ())}
    asked = Asked((*words, *files), board, piece, rules, givens, objective)
    context = click.get_current_context()
    if not asked.words and board is None and not context.params.get("each"):
        argument = next(p for p in context.command.params if isinstance(p, click.Argument))
        raise click.MissingParameter(ctx=context, param=argument)
    return asked


def load(asked: Asked) -> Model:
    """The model that was asked for; warns where its givens contradict it. Raises: Refused."""
    if asked.piece is not None and asked.board is None:
        raise Refused("--piece names what stands on --board; give --board too, or leave it out")
    if len(goals := asked.objective.keys() - {"within"}) > 1:
        raise Refused(
            f"{' and '.join(f'--{goal}' for goal in asked.objective if goal in goals)} at once:"
            " repeat one of them in order of importance, with 'max: TEXT' for the opposite; goals"
            " of equal importance are each a --pareto"
        )
    model = model_of(asked.words) if asked.board is None else _empty(asked)
    if asked.rules or asked.givens or asked.objective:
        from ..models.language.files.rule_text import extended

        own, objective = model.recipe or Recipe(model.name), asked.objective
        added = replace(own, rules=asked.rules, givens=asked.givens, objective=objective)
        model = extended(model, added).made_by(added)
    _warn_of_contradictions(model)
    _mind_the_limit(asked, model)
    return model


def _mind_the_limit(asked: Asked, model: Model) -> None:
    """Say on standard error that -n is a limit, where the n of the puzzle may be meant."""
    context = click.get_current_context(silent=True)
    limit = re.search(r" -n ?(\d+)", context.meta.get(option.TYPED, "") if context else "")
    given = any(word.startswith("n=") for word in asked.words)
    if context and limit and not given and model.recipe and "n" in model.recipe.params:
        text = f"-n {limit[1]} is a limit; the n of {asked.words[0]} is written n={limit[1]}"
        context.call_on_close(partial(complain, text))  # behind all that is printed


def _empty(asked: Asked) -> Model:
    """The board that was asked for, with no rule."""
    from ..models.language.boards.board import read_board

    if asked.words:
        raise Refused(f"give a puzzle or --board, not both: {asked.words[0]!r} is a puzzle")
    board = read_board(asked.board or "", files=True)
    piece = "queen" if asked.piece is None else asked.piece.strip()
    if not piece:
        raise Refused("--piece needs a name, such as rook")
    empty = Model(f"{piece}s", board.place(piece))
    return empty.made_by(Recipe(empty.name, {"board": asked.board, "piece": piece}))


def _warn_of_contradictions(model: Model) -> None:
    import warnings

    from ..models.language.errors import ModelWarning

    for rule, place in contradicted(model):
        where = f" ({place})" if place else ""
        text = f"what is given contradicts {rule.label!r}{where}: there is no solution"
        warnings.warn(text, ModelWarning, stacklevel=2)
        return
