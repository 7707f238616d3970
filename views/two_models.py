"""Two models on one command line, and the result of comparing them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from ..models.language.errors import ExitCode
from ..models.language.files.catalogue import find, puzzles
from ..models.language.files.puzzle_files import file_and_name, is_path
from ..models.language.groups import Single
from ..models.language.late_dataclasses import replace
from ..models.language.model import Model
from ..models.language.phrases import grouped, listed, number_of
from ..solvers.harness.options import Options
from ..solvers.harness.running.enumeration import DEFAULT_SOLVER
from .exit_codes import Refused
from .progress import Progress, picture
from .puzzles import Asked, is_parameter, load, pair
from .standard_streams import (
    beside,
    complain,
    joined,
    say,
    say_document,
    say_json,
    styled,
    table,
    wrapped,
)
from .verdict import broken_rules, in_colour

if TYPE_CHECKING:
    from ..comparer.claims import Claim, ProvenClaim
    from ..comparer.model_comparison import ModelComparison, ModelDifference


# ---------------------------- The heading of every comparison: the puzzle, and its rules in words.


MOST_RULES = 20


def heading(model: Model) -> str:
    """`8 queens · 8×8 board`, and below it each rule in words."""
    said = [rule.words or rule.label for rule in model.rules[:MOST_RULES]]
    more = len(model.rules) - len(said)
    rules = [*said, *([f"and {grouped(more)} more rules"] if more else [])]
    aims = [model.objective.words] if model.objective else []
    return f"{title(model)}\n{joined([*rules, *aims], '  ')}".rstrip()


def title(model: Model) -> str:
    """`8 queens · 8×8 board`; of boards alike, one."""
    return joined([model.name, *dict.fromkeys(_groups(model))], indent="  ")


def _groups(model: Model) -> Iterator[str]:
    """Each group in a few words, single variables together."""
    singles = [group.name for group in model.groups if isinstance(group, Single)]
    for group in model.groups:
        if not isinstance(group, Single):
            yield group.describe()
    if singles:
        yield f"{'variable' if len(singles) == 1 else 'variables'} {listed(singles, 12)}"


def second_of(asked: Asked) -> tuple[Asked, Asked] | None:
    """The two puzzles that were typed, if there are two; parameters come after their puzzle.

    One without parameters of its own takes those of the first.
    """
    places = [p for p, word in enumerate(asked.words) if p and _is_puzzle(word)]
    if not places:
        return None
    if len(places) > 1 or asked.board is not None:
        typed = ", ".join(asked.words[place] for place in places[-2:])
        raise Refused(f"at most two puzzles are compared, and no --board: {typed} is too much")
    ones, others = asked.words[: places[0]], asked.words[places[0] :]
    others = others if len(others) > 1 else (*others, *ones[1:])
    return replace(asked, words=ones), replace(asked, words=others)


def _is_puzzle(word: str) -> bool:
    """True if `word` is a file or the name of a puzzle, rather than NAME=VALUE."""
    if is_parameter(word):
        return False
    return is_path(word) or word.replace("-", "_") in {p.name.replace("-", "_") for p in puzzles()}


def read_mapping(words: Sequence[str]) -> dict[str, str]:
    """`NAME=OTHER` words. Raises: Refused."""
    mapping: dict[str, str] = {}
    for word in words:
        name, other = pair(word, "is no mapping; write NAME=OTHER, for example queen=dame")
        if name in mapping or other in mapping.values():
            raise Refused(f"{word!r}: each variable can be mapped once")
        mapping[name] = other
    return mapping


def _loaded(asked: Asked) -> Model:
    """The model that was asked for; of a script, with the keys of what it prints."""
    model, word = load(asked), asked.words[0]
    is_script = file_and_name(word)[0].endswith(".py")
    return model.printed_as(find(word).printed) if is_script else model


def compare_two(
    pair: tuple[Asked, Asked],
    mapping: Mapping[str, str],
    solvers: Sequence[str],
    options: Options,
    *,
    as_json: bool,
    as_sets: bool = False,
) -> int:
    """The exit code, once two models are compared and the result is printed."""
    from ..comparer.comparing_models import compare_models, compare_sets

    if len(solvers) > 1 or "all" in solvers:
        raise Refused("two puzzles are enumerated by one solver; give -S once, or leave it out")
    first, second = map(_loaded, pair)
    with Progress(f"comparing {first.name} and {second.name}") as progress:
        if as_sets:
            limit, memory = options.time_limit, options.memory
            found = compare_sets(first, second, mapping, time_limit=limit, memory=memory)
        else:
            found = compare_models(
                first,
                second,
                mapping,
                solver=solvers[0] if solvers else DEFAULT_SOLVER,
                progress=progress.report,
                options=options,
            )
    names = (pair[0].typed(), pair[1].typed())
    if as_json:
        say_json(found.to_json())
    else:
        say("\n\n".join([heading(first), _counts(found, names), verdict(found, names)]))
        for note in found.matching.notes:
            complain(wrapped(note, "note: "))
        if found.problem:
            words = pair[0 if found.backings[0].fault else 1].typed()
            complain(f"The model to report: everyway show {words} --as json")
    return found.exit_code()


def _counts(found: ModelComparison, names: Sequence[str]) -> str:
    """A line for each model: the number of solutions that were found."""
    rows = []
    for name, outcome, count in zip(names, found.outcomes, found.counts, strict=True):
        how = "" if outcome.complete else f"{outcome.status}: {outcome.reason}"
        if outcome.objective is not None and not outcome.objective.proven:
            how = f"{outcome.objective.words}, {how}"
        rows.append((name, number_of(count, "solution"), how))
    return "\n".join(table(rows))


def verdict(found: ModelComparison, names: Sequence[str]) -> str:
    """SAME, TOO MANY, TOO FEW, DIFFERENT or UNDECIDED with the reasons."""
    word = in_colour(found.verdict)
    if found.differences:
        parts = [_difference(one, found, names) for one in found.differences]
        said = wrapped(found.problem or found.evidence, "       ")
        return "\n\n".join([f"{word}  {parts[0]}", *parts[1:], said])
    if found.verdict == "same":
        both = f"{number_of(found.counts[0], 'solution')} of both"
        return f"{word}  {both}\n{wrapped(found.evidence, '      ')}"
    return "\n".join(wrapped(f"{word}  {reason}", "", "  ") for reason in found.reasons)


def _difference(difference: ModelDifference, found: ModelComparison, names: Sequence[str]) -> str:
    """The solutions that one model allows and the other forbids, with the first of them."""
    many = difference.kind == "too many"
    having, lacking = names[::-1] if many else names
    least = "" if difference.exact else "at least "
    number = f"{least}{number_of(difference.count, 'solution')} of {having}"
    verb = "is" if difference.count == 1 else "are"
    which = f", first of {grouped(difference.count)}" if difference.count > 1 else ""
    head = wrapped(f"{number} {verb} none of {lacking}{which}:", "", "  ")
    broken = broken_rules(difference.violated, found.first if many else found.second)
    words = [f"{lacking} forbids it:", *(f"  {line}" for line in broken)]
    own = all(name in found.first.by_name for name in difference.witness)
    return f"{head}\n{shown(found.first if own else found.second, difference.witness, words)}"


def shown(model: Model, values: Mapping[str, Any], words: Sequence[str]) -> str:
    """A witness as the model draws it, with what forbids it."""
    if all(name in model.by_name for name in values):
        return beside(picture(model, values, 5), words, "     ")
    text = ", ".join(f"{name} = {value}" for name, value in values.items() if value != 0)
    return "\n".join([wrapped(text[:400], "     "), *(f"     {word}" for word in words)])


# ----------------------- Claims that bring a proof, decided by it and the judge, without a solver.


def decide_claims(
    model: Model, claims: Sequence[Claim], proofs: Sequence[str], options: Options, *, as_json: bool
) -> int:
    """Print the verdict on each claim by its proof, `NAME=FILE`; the exit code. Raises: Refused."""
    from ..comparer.claims import decide
    from ..proofs import check

    problem = "is no proof of a claim; write NAME=FILE, for example mine=all.proof"
    paths = dict(pair(word, problem) for word in proofs)
    names = [claim.name for claim in claims]
    if len(paths) < len(proofs) or sorted(names) != sorted(paths):
        raise Refused(
            "each --proof NAME=FILE is for one --claim NAME=FILE, and the other way round"
        )
    with Progress(f"checking proofs of {model.name}"):
        megabytes = options.memory / 1_000_000 if options.memory else check.MEGABYTES
        look = check.deadline(options.time_limit)
        found = [
            decide(model, claim, paths[claim.name], check.Limits(look, megabytes))
            for claim in claims
        ]
    if as_json:
        say_document("everyway.proven/1", model, claims=[_in_json(one) for one in found])
    else:
        say("\n".join(map(_in_words, found)))
    if all(one.proven for one in found):
        return ExitCode.OK
    wrong = any(not (one.proven or one.undecided) for one in found)
    return ExitCode.DIFFERENT if wrong else ExitCode.UNDECIDED


def _in_words(one: ProvenClaim) -> str:
    if one.proven:
        number = number_of(one.number or 0, "solution")
        once = ", each once" if (one.number or 0) > 1 else ""
        return (
            f"{styled('PROVEN', fg='green', bold=True)}  {one.name}: {number}, and no others{once}"
        )
    rules = "".join(f"\n     {violation}" for violation in one.violated[:4])
    word = "UNDECIDED" if one.undecided else styled("DIFFER", fg="red", bold=True)
    what = f"{word}  {one.name}: {one.problem}{rules}"
    known = f"\n     proven: {grouped(one.number)} in all" if one.number is not None else ""
    return what + known


def _in_json(one: ProvenClaim) -> dict[str, object]:
    return {
        "name": one.name,
        "verdict": "proven" if one.proven else "undecided" if one.undecided else "differ",
        "count": one.number,
        "reason": one.problem or None,
        "violated": list(map(str, one.violated)),
    }
