"""Solutions to be checked: from a file, from standard input, or written on the command line."""

from __future__ import annotations

import json
import re
import shlex
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ..models.language.errors import ExitCode
from ..models.language.late_dataclasses import dataclass
from ..models.language.model import Model
from ..models.language.phrases import grouped, number_of
from ..solvers.harness.options import Options
from .command_options import Symmetry
from .exit_codes import Refused
from .progress import Progress
from .puzzles import Asked, load
from .searching import only, print_statistics, refuse_missing_viewpoints, summary
from .standard_streams import complain, say, say_bytes, say_document

if TYPE_CHECKING:
    from ..solvers.harness.saving.save import Saved
    from .pages.page import Page


SCHEMA = "everyway.solve/1"
"""The schema of the documents that `everyway solve --json` prints."""


@dataclass(frozen=True)
class Given:
    """One solution that was given."""

    line: int
    """The line where it begins, 1-based."""
    values: dict[str, Any]
    """By variable; some may be missing, or not of their domain."""


def read_solutions(source: str, model: Model) -> list[Given]:
    """The solutions of `source`: a path, `-`, or JSON text itself. Raises: Refused."""
    if source.lstrip()[:1] in ("{", "["):
        place, text = "the solution", source
    else:
        place = "standard input" if source == "-" else source
        saved = _saved(source, model)
        if saved is not None:
            return saved
        text = _decoded(place, _bytes(source))
    return [
        Given(line, values)
        for start, data in _documents(place, text)
        for line, values in _values(place, text, start, data, model)
    ]


def _saved(source: str, model: Model) -> list[Given] | None:
    """The solutions of a file that `save` wrote; None of any other. Raises: Refused."""
    from ..comparer.claims import saved_claim
    from ..solvers.harness.saving.reading_saved import is_saved

    if source == "-" or not is_saved(source):
        return None
    claim = saved_claim(source, model)
    return [Given(n, dict(values)) for n, values in enumerate(claim.open(), start=1)]


def _bytes(source: str) -> bytes:
    if source == "-":
        return sys.stdin.buffer.read()
    with refused_file(source, "read"):
        try:
            return Path(source).read_bytes()
        except FileNotFoundError:
            raise Refused(
                f"there is no file {source}; give a JSON file, - for standard input,"
                ' or the JSON itself, for example \'{"queen": ["r1c5"]}\''
            ) from None
        except IsADirectoryError:
            raise Refused(f"{source} is a folder; name a JSON file in it") from None


def _decoded(place: str, data: bytes) -> str:
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        before = data[: error.start].decode("utf-8-sig")
        where = _where(before, len(before))
        byte = f"byte 0x{data[error.start]:02x}"
        raise Refused(f"{place}, {where}: {byte} is not UTF-8; save the file as UTF-8") from None


def _documents(place: str, text: str) -> Iterator[tuple[int, Any]]:
    """Each JSON document in `text`, with where it begins."""
    from ..comparer.claims import DECODER

    start, found = _next_start(text, 0), 0
    while start < len(text):
        try:
            data, end = DECODER.raw_decode(text, start)
        except json.JSONDecodeError as error:
            where = _where(text, error.pos)
            raise Refused(f"{place}, {where}: not JSON, as --jsonl is: {error.msg}") from None
        except RecursionError:
            raise Refused(f"{place}, {_where(text, start)}: nested too deeply") from None
        except ValueError as error:
            raise Refused(f"{place}, {_where(text, start)}: {error}") from None
        yield start, data
        start, found = _next_start(text, end), found + 1
    if not found:
        raise Refused(f"{place} holds no solution; write one as `everyway solve --jsonl` does")


def _values(
    place: str, text: str, start: int, data: Any, model: Model
) -> Iterator[tuple[int, dict[str, Any]]]:
    """The solutions of a document: one, or those that `everyway solve --json` wrote."""
    from ..comparer.claims import place_of, values_in

    labelled = {variable.name: variable.labelled for variable in model.variables}
    documents = [data]
    if isinstance(data, dict) and str(data.get("schema")).startswith("everyway.solve/"):
        if data["schema"] != SCHEMA:
            where = _where(text, start)
            raise Refused(
                f"{place}, {where}: has the form {data['schema']!r}, and this version of everyway"
                f" reads {SCHEMA!r}; write it again with this version"
            )
        documents = data.get("solutions") or []
    for document in documents:
        try:
            yield text.count("\n", 0, start) + 1, values_in(document, model, labelled)
        except (ValueError, TypeError, LookupError, AttributeError) as error:
            where = _where(text, place_of(str(error), text, start))
            raise Refused(f"{place}, {where}: {error}") from error


def _next_start(text: str, position: int) -> int:
    while position < len(text) and text[position] in " \t\r\n":
        position += 1
    return position


def _where(text: str, position: int) -> str:
    line = text.count("\n", 0, position) + 1
    return f"line {line}, column {position - text.rfind(chr(10), 0, position)}"


# --------------------------------------------------------------------------------------- save runs
# `everyway solve --all --save FILE`: every solution into a file, and on with it another time.


def refuse_beside_saving(
    path: str | None,
    options: Options,
    symmetry: Symmetry | None,
    *,
    every: bool,
    forms: Mapping[str, object],
) -> None:
    """Raises: Refused where options make no sense together."""
    if path is None:
        raise Refused("--resume goes on with a file; name it with --save FILE")
    if not every:
        raise Refused("--save keeps every solution; write --all too")
    kept = "whatever becomes of this process, the file can be gone on with"
    refused = {
        "--jsonl: `everyway export` writes what was saved": forms["--jsonl"],
        "--as: `everyway export` writes what was saved": forms["--as"],
        f"{symmetry and symmetry.typed}: every solution is saved": symmetry,
        f"--isolate: {kept}": options.isolate,
        f"--memory: {kept}": options.memory,
        "--cluster: one machine writes the file": options.cluster,
    }
    for words, given in refused.items():
        if given:
            raise Refused(f"--save does without {words}")


def keep(
    asked: Asked,
    path: str,
    solvers: Sequence[str],
    options: Options,
    *,
    resume: bool,
    stats: bool,
    as_json: bool,
) -> int:
    """Save every solution of the puzzle that was asked for; how it went is printed."""
    from ..solvers.harness.saving.save import save

    model = load(asked)
    with Progress(f"saving {model.name}") as progress:
        refuse_missing_viewpoints(model, [], options.viewpoint)

        def hear(number: int, statistics: Any) -> None:
            if not number % 256:
                progress.report("saving", number, statistics)

        saved = save(model, path, only(solvers), resume=resume, hear=hear, options=options)
    if as_json:
        say_document(
            "everyway.save/1",
            model,
            **saved.outcome.to_json(),
            file=str(saved.path),
            solutions=saved.outcome.solutions,
            complete=saved.complete,
            resumed=saved.resumed,
            digest=saved.digest,
            rows_judged=saved.rows.to_json(),
        )
    else:
        _print(saved, asked)
    if stats:
        print_statistics(saved.outcome)
    if not saved.complete:
        return ExitCode.UNDECIDED
    return ExitCode.OK if saved.outcome.solutions else ExitCode.DIFFERENT


def _print(saved: Saved, asked: Asked) -> None:
    if saved.resumed is not None:
        complain(f"resumed after {number_of(saved.resumed, 'solution')}")
    number = saved.outcome.solutions
    if saved.complete:
        digest = (saved.digest or "")[:12]
        say(f"{saved.path}: {number_of(number, 'solution')}, complete  ({digest})")
        complain(str(saved.rows))
    else:
        say(f"{saved.path}: at least {grouped(number)}, not complete")
    complain(summary(saved.outcome))
    if not saved.complete:
        again = f"everyway solve {asked.typed()} --all --save {shlex.quote(str(saved.path))}"
        complain(f"to go on: {again} --resume")


# ----------------------------------------------------------- Files that commands write, and pages.


def write_page(page: Page, output: str | None, show: bool, name: str) -> None:
    """Write a page where it was asked for, else into a file called after `name`, and open it.

    Raises: Refused where it cannot be written.
    """
    if output == "-":
        say_bytes(page.html.encode())
        return
    path = Path(output) if output else _free(name)
    replaced = not output and path.exists()
    write_file(path, page.html.encode())
    complain(f"written to {path}{', in place of the page that was there' * replaced}")
    if show:
        import webbrowser

        if not webbrowser.open(path.absolute().as_uri()):
            complain(f"no browser was found; open {path} in one")


def _free(name: str) -> Path:
    """The file called after `name`. Raises: Refused if something else goes by that name."""
    from .pages.page import is_page

    path = Path(re.sub(r"[^\w-]+", "_", name) + ".html")
    if path.exists() and not is_page(path):
        raise Refused(f"{path} is there already and is no page of ours; give another name with -o")
    return path


def write_drawing(path: str, drawing: str) -> None:
    """Write the text of a drawing; `-` is standard output."""
    if path == "-":
        say(drawing)
    else:
        write_file(path, drawing.encode(), says=True)


def write_file(path: str | Path, data: bytes, *, replace: bool = True, says: bool = False) -> None:
    """Write a file, whole or not at all; what was there stays until then. `says` so if asked.

    Raises: Refused where it cannot be written, or is there already, unless `replace`.
    """
    from ..solvers.harness.atomic_files import write_whole

    with refused_file(path, "written"):
        try:
            write_whole(path, lambda stream: stream.write(data), replace=replace)
        except FileExistsError:
            advice = "write another name, or move it away"
            raise Refused(f"{path} is there already; {advice}") from None
    if says:
        complain(f"written to {path}")


@contextmanager
def refused_file(path: str | Path, done: str) -> Iterator[None]:
    """Refuses a file that cannot be `done`, which is read, made or written."""
    try:
        yield
    except (OSError, ValueError) as error:
        if hasattr(error, "exit_code"):
            raise
        reason = getattr(error, "strerror", None) or error
        raise Refused(f"{path} cannot be {done}: {reason}") from error
