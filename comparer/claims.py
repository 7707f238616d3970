"""Claims: streams of solutions that somebody says are the whole set, from solvers and others."""

from __future__ import annotations

import json
import re
import time
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping, Sequence
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO, NoReturn, Protocol, Self, Unpack, cast

from ..models.language.check import Judge, Violation
from ..models.language.errors import ModelError
from ..models.language.groups import Single
from ..models.language.late_dataclasses import dataclass, replace
from ..models.language.model import Known, Model
from ..models.language.solution import Solution
from ..proofs import check
from ..proofs.proof_files import checked_of
from ..solvers.harness.contract import ClaimError, Stopped
from ..solvers.harness.options import AllOptions, asked, offers
from ..solvers.harness.outcome import Outcome
from ..solvers.harness.running.run import Run
from ..solvers.harness.saving.reading_saved import SavedSolutions, is_saved
from ..solvers.harness.saving.saved_file_format import SavedError, refuse_other_model

if TYPE_CHECKING:
    from ..solvers.harness.running.isolation import Isolated


STARTED_AHEAD = 8
"""The most processes that wait for their turn."""
SECONDS_TO_IMPORT = 20.0
"""The most time for which a solver waits until others that start beside it are imported."""

INCOMPLETE = "incomplete claim"
"""The reason for which a claim counts as stopped that is not said to be the whole set."""


class Stream(Protocol):
    """Reported assignments one at a time, and the outcome once they have ended."""

    def __iter__(self) -> Iterator[Mapping[str, Any]]: ...

    def close(self) -> None:
        """End early, and free what is held."""

    @property
    def outcome(self) -> Outcome:
        """The outcome so far."""


@dataclass(frozen=True)
class Claim:
    """A claim under a name that is its own in a comparison."""

    name: str
    open: Callable[[], Stream]
    """Starts the stream; nothing is searched or read before."""
    required: bool = True
    """True if asked for by name: without it, nothing is agreed on."""
    first: bool = False
    """Read before any solver is run, so that what is wrong with it shows at once."""
    isolated: Isolated | None = None
    """The stream, where it comes from a process of its own, which may start before it is read."""


@offers(AllOptions)
def solver_claim(
    model: Model,
    solver: str,
    *,
    required: bool = True,
    **keywords: Unpack[AllOptions],
) -> Claim:
    """The claim of `solver`, which may name a viewpoint, as `cp-sat@squares`.

    It hands no search over to another, so that no two claims come from one solver.
    With `isolate` it says so from a process of its own, which gets no more than `memory` bytes.

    Raises: UnknownSolver, and ValueError for a limit that makes no sense; isolated also ModelError
    for a model that cannot travel.
    """
    options = replace(asked(**keywords), hand_over=False)
    if options.memory is not None and not options.isolate:
        raise ValueError("memory is that of a process of its own; write isolate=True too")
    if not options.isolate:
        run = Run(model, solver, options)
        return Claim(solver, lambda: run, required)
    from ..solvers.harness.running.isolation import Isolated

    apart = Isolated(model, solver, options)
    return Claim(solver, lambda: apart, required, isolated=apart)


def turns_of(
    claims: Iterable[Claim], started: Callable[[], object], *, copied: bool = False
) -> Generator[Claim, None, None]:
    """Claims in the order in which they are read; their processes start before their turn comes.

    A solver is timed while no other is imported. `started` is called once processes are; they may
    be `copied` from this one. To close this ends every process.
    """
    ordered = sorted(claims, key=lambda claim: not claim.first)
    isolated = [claim.isolated for claim in ordered]
    begun = 0
    try:
        for place, claim in enumerate(ordered):
            several = isolated[begun : place + STARTED_AHEAD]
            _start([one for one in several if one is not None], started, copied=copied)
            begun = place + STARTED_AHEAD
            yield claim
    finally:
        for one in isolated:
            if one is not None:
                one.close()


def _start(several: Sequence[Isolated], started: Callable[[], object], *, copied: bool) -> None:
    """Start processes side by side, and wait until they are ready.

    All are started before a thread listens to one, since no other can be copied then.
    """
    for one in several:
        one.prepare(copied=copied)
    for one in several:
        one.listen()
    started()
    limit = time.monotonic() + SECONDS_TO_IMPORT
    for one in several:
        one.wait_until_ready(max(limit - time.monotonic(), 0.0))


def reported_claim(
    name: str, reported: Iterable[object], *, complete: bool = True, model: Model | None = None
) -> Claim:
    """The claim of `reported` solutions, or assignments by the names of variables.

    They come in any order. With `complete=False` it does not say that these are all. Given a
    `model`, they are in the forms of a file of JSON Lines, too: by groups, `{"q": [2, 4, 1, 3]}`.
    An iterator is compared once, since nothing is left of it; a list as often as you like.

    Raises: ClaimError for one solution in the place of several; when it is compared, for an
    iterator that has been read, and for a name that the `model` does not have.
    """
    if isinstance(reported, Mapping | str | bytes) or not isinstance(reported, Iterable):
        raise ClaimError(name, f"expected a list of solutions, found {reported!r:.60}")
    left = [reported] if isinstance(reported, Iterator) else None

    def start() -> Reported:
        if left == []:
            raise ClaimError(name, "its iterator has been read; give a list, to compare it again")
        rows = left.pop() if left else reported
        if model is not None:
            rows = (_by_variable(name, number, row, model) for number, row in enumerate(rows, 1))
        return Reported(name, rows, complete=complete)

    return Claim(name, start)


def _by_variable(name: str, number: int, row: object, model: Model) -> object:
    """A solution by its variables. Raises: ClaimError, with its number from 1."""
    if isinstance(row, Solution):
        return row
    try:
        return model.assignment(cast(Any, row))
    except (ValueError, TypeError, LookupError, AttributeError) as error:
        raise ClaimError(name, str(error), number) from error


def given_counts(counts: Mapping[str, int]) -> tuple[Known, ...]:
    """Numbers of solutions by their source. Raises: ValueError for what is no number from 0."""
    for source, number in counts.items():
        if type(number) is not int or number < 0:
            raise ValueError(f"the count of {source} is {number!r}; write an int from 0")
    return tuple(Known(number, source) for source, number in counts.items())


class Reported:
    """A stream of reports; where it raises, the claim has failed."""

    def __init__(self, name: str, reported: Iterable[object], *, complete: bool = True) -> None:
        self._reported = iter(reported)
        self._complete = complete
        self.outcome = Outcome(name, "")

    def __iter__(self) -> Self:
        return self

    def __next__(self) -> Any:
        try:
            found = next(self._reported)
        except StopIteration:
            self._end("complete" if self._complete else "stopped", INCOMPLETE)
            raise
        except ClaimError:
            raise
        except Stopped:
            self._end("stopped", "closed")
        except Exception as error:
            self._end("failed", f"{type(error).__name__}: {error}")
            self.outcome.error = error
        else:
            self.outcome.solutions += 1
            return found.assignment if isinstance(found, Solution) else found
        raise StopIteration

    def close(self) -> None:
        """End the claim; unless it had ended, it counts as stopped."""
        self._end("stopped", "closed")
        close = getattr(self._reported, "close", None)
        if close is not None:
            close()

    def _end(self, status: str, reason: str) -> None:
        if self.outcome.status == "running":
            self.outcome.status = status
            self.outcome.reason = None if status == "complete" else reason


# ---------------------- Claims from files: one solution a line, as JSON; or as `save` writes them.


_LONGEST_LINE = 64 << 20
_BYTE_ORDER_MARK = b"\xef\xbb\xbf"


def read_claim(
    path: str | Path, model: Model, *, name: str | None = None, complete: bool = True
) -> Claim:
    """The solutions in a file of JSON Lines, or that `save` wrote, read as they are needed.

    A line is an object, by the model's groups as `Solution.to_json` writes it, or flat by
    variables. Blank lines are skipped. A variable without a value, and a value outside its domain,
    are for the comparison to judge. With `complete=False` the file does not
    say that these are all.

    Raises: ClaimError where the file cannot be opened; while it is read, for a line that is not
    UTF-8, not JSON, not an object, gives a name twice or a value of another type, or names what the
    model does not have.
    """
    file = Path(path)
    _open(file).close()
    if not file.is_file():  # which would give its lines once, and an empty claim after that
        raise ClaimError(path, "is a pipe or device; write the solutions to a file, and name that")
    if is_saved(file):
        return saved_claim(file, model, name=name, complete=complete)
    title = name or file.stem
    return Claim(
        title, lambda: Reported(title, _solutions(file, model), complete=complete), first=True
    )


def saved_claim(
    path: str | Path, model: Model, *, name: str | None = None, complete: bool = True
) -> Claim:
    """The claim of a file that `save` wrote. One whose search was not finished counts as stopped.

    Raises: SavedError, also for a file of another model, or of a projection.
    """
    file = Path(path)
    with SavedSolutions(file) as found:
        refuse_other_model(file, found.header, model)
        if found.header["project"] is not None:
            names = " ".join(found.header["project"])
            raise SavedError(file, f"has values of {names} alone; save without --project")
    title = name or file.stem

    def start() -> Reported:
        found = SavedSolutions(file)
        stream = Reported(title, _closing(found), complete=complete and found.complete)
        stream.outcome.version = found.header["version"]
        stream.outcome.objective = found.best
        return stream

    return Claim(title, start, first=True)


def _closing(found: SavedSolutions) -> Iterator[Mapping[str, Any]]:
    with found:
        yield from found.assignments()


def _solutions(path: Path, model: Model) -> Iterator[Mapping[str, Any]]:
    lists = frozenset(group.name for group in model.groups if not isinstance(group, Single))
    labelled = {variable.name: variable.labelled for variable in model.variables}
    with closing(_open(path)) as file:
        for number, text in enumerate(_lines(file, path), start=1):
            if not text.strip():
                continue
            data = _parsed(text, path, number)
            try:
                values = values_in(data, model, labelled)
                if 0 < sum(key in lists for key in data) < len(data):
                    _refuse_repeats(model, data)
            except (ValueError, TypeError, LookupError, AttributeError) as error:
                raise ClaimError(
                    path, str(error), number, place_of(str(error), text) + 1
                ) from error
            yield values


def values_in(data: dict[str, Any], model: Model, labelled: Mapping[str, bool]) -> dict[str, Any]:
    """The values by variable that an object of a file gives; `labelled` says whose are labels.

    A value may be missing or outside its domain: that is for the judge. Raises: ModelError for an
    unknown name, a group in another form, and a value of another type, as `true` or `1.0` for 1.
    """
    values = model.assignment(data)
    for name, value in values.items():
        if type(value) is not (str if labelled[name] else int):
            raise ModelError(_of_another_type(data, model, name, value, labelled[name]))
    return values


def _of_another_type(
    data: Mapping[str, Any], model: Model, name: str, value: object, labelled: bool
) -> str:
    """The words for a value of another type, and under which key it stands."""
    keys = (key for key in data if name in model.assignment({key: data[key]}))
    key = next((key for key in keys if key != name), name)
    where = f"{name!r} is" if key == name else f"{key!r} gives {name} the value"
    text = json.dumps(value, ensure_ascii=False)
    text = text if len(text) < 60 else f"{text[:60]} …"
    return f"{where} {text}, which is no {'label' if labelled else 'whole number'}"


def _open(path: Path) -> BinaryIO:
    try:
        return path.open("rb")
    except FileNotFoundError:
        raise ClaimError(path, "there is no such file") from None
    except IsADirectoryError:
        raise ClaimError(path, "is a folder; name a file of JSON Lines in it") from None
    except (OSError, ValueError) as error:
        raise _unreadable(path, error) from error


def _unreadable(path: Path, error: Exception) -> ClaimError:
    return ClaimError(path, f"cannot be read: {getattr(error, 'strerror', None) or error}")


def _lines(file: BinaryIO, path: Path) -> Iterator[str]:
    number = 0
    try:
        while line := file.readline(_LONGEST_LINE + 1):
            number += 1
            if len(line) > _LONGEST_LINE:
                raise ClaimError(path, "longer than 64 MiB; write one solution a line", number)
            text = line.removeprefix(_BYTE_ORDER_MARK) if number == 1 else line
            yield text.decode()
    except UnicodeDecodeError as error:
        column = len(text[: error.start].decode()) + 1
        message = f"byte 0x{text[error.start]:02x} is not UTF-8; save the file as UTF-8"
        raise ClaimError(path, message, number, column) from None
    except OSError as error:
        raise _unreadable(path, error) from error


def _parsed(text: str, path: Path, number: int) -> dict[str, Any]:
    text = text.rstrip("\r\n")  # or what is missing at the end would be missed on a next line
    try:
        data = DECODER.decode(text)
    except json.JSONDecodeError as error:
        raise ClaimError(path, f"not JSON: {error.msg}", number, error.colno) from None
    except RecursionError:
        raise ClaimError(path, "nested too deeply for a solution", number) from None
    except ValueError as error:
        raise ClaimError(path, str(error), number, place_of(str(error), text) + 1) from None
    if isinstance(data, dict):
        return data
    shown = text.strip() if len(text) < 60 else f"{text.strip()[:60]} …"
    raise ClaimError(path, f"expected an object of names and values, found {shown}", number)


def _unrepeated(pairs: Sequence[tuple[str, Any]]) -> dict[str, Any]:
    data = dict(pairs)
    if len(data) < len(pairs):
        names = [name for name, _ in pairs]
        twice = next(name for name in names if names.count(name) > 1)
        raise ValueError(f"the name {twice!r} comes twice; give each variable one value")
    return data


def _refuse_constant(constant: str) -> NoReturn:
    raise ValueError(f"not JSON: '{constant}' is no value")


DECODER = json.JSONDecoder(object_pairs_hook=_unrepeated, parse_constant=_refuse_constant)
"""Reads JSON alone, and no name twice. Raises: ValueError."""


def _refuse_repeats(model: Model, data: Mapping[str, Any]) -> None:
    """Raise a ValueError where a variable has a value both by its group and by its own name."""
    seen: set[str] = set()
    for key, value in data.items():
        names = model.assignment({key: value}).keys()
        for name in names & seen:
            raise ValueError(f"{name} has two values, and one is under {key!r}; give each one")
        seen |= names


def place_of(message: str, text: str, start: int = 0) -> int:
    """The place, from `start` on, of the first thing in `text` that `message` is about."""
    begins = re.findall(r"^(\S+) is ", message)
    for quoted in [*begins, *re.findall(r"'([^']*)'", message)]:
        for spelled in (json.dumps(quoted), json.dumps(quoted, ensure_ascii=False), quoted):
            if quoted and spelled in text[start:]:
                return text.index(spelled, start)
    return start


# ----------------------------------------------------------------------------------- proven claims
# Claims with proofs: decided without a solver, whatever the source of the claim and the proof.


@dataclass(frozen=True)
class ProvenClaim:
    """A claim held against a proof of the number of solutions."""

    name: str
    number: int | None
    """The number of solutions that the proof proves; None where it is refuted."""
    problem: str
    """The first fault of the claim or of its proof in words; nothing where it is proven."""
    violated: tuple[Violation, ...] = ()
    """The rules that the row at fault breaks."""
    undecided: bool = False
    """True if the proof could not be checked within the limits."""

    @property
    def proven(self) -> bool:
        """True if the claim holds every solution, each once, and nothing else."""
        return not self.problem


def decide(
    model: Model, claim: Claim, proof: str | Path, limits: check.Limits | None = None
) -> ProvenClaim:
    """The verdict on `claim` by the proof in a file.

    It is proven where its rows are solutions, by the judge, no two are equal, and their number is
    the one that the proof proves.

    Raises: ClaimError for a claim or a proof that cannot be read, or a proof of another model.
    """
    try:
        number = checked_of(proof, model, limits).number
    except check.Refuted as error:
        return ProvenClaim(claim.name, None, f"its proof is refuted at {error}")
    except (check.TooLargeProof, MemoryError) as error:
        reason = str(error) or "it takes more memory than there is"
        return ProvenClaim(claim.name, None, f"its proof was not checked: {reason}", undecided=True)
    if model.objective is not None or model.projection:
        raise ClaimError(proof, "it proves all solutions; leave out the objective or projection")
    judge, names, seen = Judge(model), [v.name for v in model.variables], set[tuple[object, ...]]()
    stream = claim.open()
    rows = 0
    try:
        for rows, values in enumerate(stream, start=1):
            wrong = [Violation("domain", f"{values!r} is no assignment")]
            if isinstance(values, Mapping):
                wrong = judge.violations(values)
            if wrong:
                return ProvenClaim(claim.name, number, f"row {rows} is no solution", tuple(wrong))
            key = tuple([values[name] for name in names])
            if key in seen:
                return ProvenClaim(claim.name, number, f"row {rows} repeats an earlier one")
            seen.add(key)
    finally:
        stream.close()
    status = stream.outcome.status
    if status == "failed":
        raise ClaimError(claim.name, stream.outcome.reason or "the claim failed")
    if rows != number:
        few = f"it has {rows} of {number} solutions, so {number - rows} are missing"
        many = f"it has {rows} solutions, by the judge, where the proof allows {number}"
        return ProvenClaim(claim.name, number, few if rows < number else many)
    return ProvenClaim(claim.name, number, "")
