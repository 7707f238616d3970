"""The folder of the playground: whole, or not written at all."""

from __future__ import annotations

import base64
import inspect
import os
import re
import shutil
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from hashlib import sha256
from importlib.metadata import Distribution, PackageNotFoundError, distribution
from importlib.util import find_spec
from pathlib import Path
from typing import Any
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from ...models.language.drawing.svg import draw_svg
from ...models.language.files.catalogue import load, puzzles
from ...models.language.model import Model
from ...solvers.harness.registry import Solver, solvers
from ...solvers.harness.running.enumeration import solutions
from ..checking_models import by_lesson
from ..exit_codes import Refused
from ..pages.class_page import Checked, class_page
from ..pages.page import Page, is_page, made, web_file
from ..pages.report_page import page_of
from ..pages.trace_page import steps_page, trace_page
from . import examples
from .in_browser import MOST_BOARDS
from .packed_solvers import LICENCE, PACKED, download, from_npm

# ------------------ Pyodide, which is Python for browsers: from a folder, or from its npm package.


VERSIONS = "~314.0.0"
"""The versions that the playground was tested with, as npm writes them."""

FILES = (
    "pyodide.mjs",
    "pyodide.asm.mjs",
    "pyodide.asm.wasm",
    "python_stdlib.zip",
    "pyodide-lock.json",
    "package.json",
)
"""The files of Python alone; the other packages of Pyodide are not used."""

INSTEAD = "give a folder that holds Pyodide 314: --pyodide FOLDER"


def copy_pyodide(given: Path | None, into: Path) -> None:
    """Copy the files of Pyodide `into` a folder, from the folder `given` or by npm.

    Raises: Refused where neither has them; OSError.
    """
    if given is None:
        from_npm(f"pyodide@{VERSIONS}", FILES, into, INSTEAD)
        return
    lacking = [name for name in FILES if not (given / name).is_file()]
    if lacking:
        raise Refused(
            f"{given} is not Pyodide 314: it has no {lacking[0]}; name the folder with all of its"
            f" npm package, such as node_modules/pyodide after: npm install pyodide@{VERSIONS}"
        )
    for name in FILES:
        shutil.copyfile(given / name, into / name)


# ------------------------------------------------------------------------------------------ wheels
# Wheels of everyway and the packages that its commands import, from the files installed here.
#
# They are packed anew rather than downloaded, so that the playground runs the very code that wrote
# it, needs no network, and also a working tree can be packed.


PARTS = ("models", "solvers", "proofs", "formats", "comparer", "explainer", "conformance", "views")
PACKAGES = {
    "everyway": tuple(f"everyway.{part}" for part in PARTS),
    "click": ("click",),
    "markdown-it-py": ("markdown_it",),
    "mdurl": ("mdurl",),
    "pygments": ("pygments",),
    "rich": ("rich",),
}
"""The packages to import of each distribution; all are of Python alone."""

COMPILED = (".c", ".so", ".pyd")
"""The endings of files beside those of Python that do the same."""

ABOUT = ("METADATA", "entry_points.txt")
WHEEL = "Wheel-Version: 1.0\nGenerator: everyway\nRoot-Is-Purelib: true\nTag: py3-none-any\n"

Member = tuple[str, bytes]
"""The name of a file in a wheel, and what it holds."""


def write_wheels(folder: Path, packages: Mapping[str, Sequence[str]] = PACKAGES) -> list[str]:
    """Write a wheel for each distribution into `folder`, and return their names.

    Raises: Refused where one is not installed; OSError.
    """
    return [_written(folder, name, inside) for name, inside in packages.items()]


def _written(folder: Path, name: str, packages: Sequence[str]) -> str:
    try:
        found = distribution(name)
    except PackageNotFoundError:
        raise Refused(f"{name} is not installed here; install it: pip install {name}") from None
    stem = f"{name.replace('-', '_')}-{found.version}"
    members = [member for package in packages for member in _files(package)]
    members += _about(found, f"{stem}.dist-info")
    members.append((f"{stem}.dist-info/RECORD", _record(members, stem)))
    file = f"{stem}-py3-none-any.whl"
    with ZipFile(folder / file, "w", ZIP_DEFLATED) as wheel:
        for path, data in members:
            wheel.writestr(ZipInfo(path), data, ZIP_DEFLATED)
    return file


def _files(package: str) -> Iterator[Member]:
    """The files of a package, wherever they lie, without compiled ones."""
    spec = find_spec(package)
    for place in (spec.submodule_search_locations if spec else None) or ():
        root = Path(place)
        for file in sorted(root.rglob("*")):
            compiled = "__pycache__" in file.parts or file.suffix in COMPILED
            if file.is_file() and not compiled:
                inside = file.relative_to(root).as_posix()
                yield f"{package.replace('.', '/')}/{inside}", file.read_bytes()


def _about(found: Distribution, folder: str) -> Iterator[Member]:
    """Its metadata, its entry points and its licences."""
    yield f"{folder}/WHEEL", WHEEL.encode()
    for name in ABOUT:
        if text := found.read_text(name):
            yield f"{folder}/{name}", text.encode()
    for file in found.files or ():
        said = file.name.lower().startswith(("licen", "copying", "notice"))
        if said and ".dist-info" in file.parts[0]:
            yield f"{folder}/licenses/{file.name}", Path(str(file.locate())).read_bytes()


def _record(members: list[Member], stem: str) -> bytes:
    """Each file with its hash and length, as installers check them."""
    lines = [f"{path},sha256={_hash(data)},{len(data)}" for path, data in members]
    return "\n".join([*lines, f"{stem}.dist-info/RECORD,,", ""]).encode()


def _hash(data: bytes) -> str:
    return base64.urlsafe_b64encode(sha256(data).digest()).decode().rstrip("=")


# --------------------------------------------------------------------------------- playground page
# The page of the playground: the puzzles, an editor, and what runs Python beside the page.


FOR_PROGRAMS = {
    "connect-src": "'self'",
    "frame-src": "blob:",
    "img-src": "data: blob:",
    "trusted-types": "worker",
    "worker-src": "blob:",
}
"""The sources that the policy allows beside the page's own: files of its folder, a worker and
frames that inherit it. Once all is loaded, the page takes back that anything is fetched."""

EXAMPLES = ("queens", "sudoku", "magic_square", "map_colouring", "send_more_money")
"""Puzzles of which a short program has a tab, beside a solution; the page opens on the first."""

COMPARED = ("flatmap", "auto", "flatmap-levels")
"""The solvers that are compared unless the reader chooses."""


def playground_page(wheels: Sequence[str], packed: Mapping[str, Mapping[str, int]]) -> Page:
    """The page, which runs these `wheels` by the Pyodide in its folder.

    `packed` has the files of each solver that can be loaded, with their lengths in bytes.
    """
    framed = "".join(page.html for page in _framed())
    hashes = {
        k: " ".join(re.findall(f"{k} ('[^']+')", framed)) for k in ("style-src", "script-src")
    }
    scripts = hashes["script-src"]
    hashes["script-src"] += " 'self' 'wasm-unsafe-eval'"
    data = {
        "wheels": list(wheels),
        "worker": web_file("worker.js") + web_file("solvers_in_browser.js"),
        "traced": scripts,
        "programs": [*_examples(), *_gallery(), *_exercises()],
        "solvers": [
            _solver(solver, packed) for solver in solvers() if not solver.traits.historical
        ],
        "compared": COMPARED,
        "most": MOST_BOARDS,
    }
    return made(
        "everyway playground",
        "playground.html",
        ["playground.css", "editor.js", "playground.js"],
        data,
        allowed=FOR_PROGRAMS | hashes,
    )


def _framed() -> Iterator[Page]:
    """Each page that may stand in a frame, of nothing: script and styles are always the same."""
    yield trace_page("", {}, ())
    yield steps_page(Model("nothing"), ())
    yield page_of({"reports": [{"name": "", "comparison": {"verdict": ""}}]}, ())
    yield class_page(Checked("", "", (), (), {}))


def _examples() -> Iterator[dict[str, str]]:
    """Each example: its name, its file, and a solution of it as a picture."""
    for name in EXAMPLES:
        file = Path(examples.__path__[0], f"my_{name}.py")
        board = draw_svg(next(solutions(load(str(file)))))
        yield _program("example", name, file.read_text("utf-8"), "") | {"board": board}


def _gallery() -> Iterator[dict[str, str]]:
    """Each puzzle that comes with the package: its name, what it is, and its file."""
    for puzzle in puzzles():
        if puzzle.where == "built in":
            file = Path(inspect.getfile(inspect.unwrap(puzzle.function)))
            yield _program("puzzle", puzzle.name, file.read_text("utf-8"), puzzle.summary)


def _exercises() -> Iterator[dict[str, str]]:
    """Each exercise of the lessons, with the file to begin with."""
    for one in by_lesson():
        yield _program("exercise", one.name, one.start, one.summary)


def _program(kind: str, name: str, program: str, summary: str) -> dict[str, str]:
    return {"kind": kind, "name": name, "program": program, "summary": summary}


def _solver(solver: Solver, packed: Mapping[str, Mapping[str, int]]) -> dict[str, Any]:
    """A solver, how to install what it needs that no browser has, and its files if it is packed."""
    needs = bool(solver.traits.module or solver.traits.program)
    return {
        "name": solver.name,
        "summary": solver.summary,
        "install": solver.how_to_install if needs else None,
        "packed": packed.get(solver.name),
    }


NAMES = {"index.html", "pyodide", "solvers", "wheels"}
"""All that the folder holds."""


def write_playground(folder: Path, pyodide: Path | None, packed: Sequence[str] = ()) -> None:
    """Write the playground into `folder`, with Pyodide from a folder, else by npm.

    The solvers `packed` can be loaded in it. A playground that is there is replaced when the new
    one is whole. Raises: Refused where something else is there, or where a part is not to be had.
    """
    folder = folder.resolve()
    _refuse_others(folder)
    try:
        with tempfile.TemporaryDirectory(prefix=".everyway-", dir=folder.parent) as beside:
            made = Path(beside, "new")
            _fill(made, pyodide, packed)
            _put(made, folder, Path(beside, "old"))
    except OSError as error:
        raise Refused(f"{folder} cannot be written: {error.strerror or error}") from error


def _refuse_others(folder: Path) -> None:
    """Raises: Refused unless `folder` is a playground, is empty or is not there."""
    if folder.is_dir():
        names = set(os.listdir(folder))
        if not names or (names <= NAMES and is_page(folder / "index.html")):
            return
    elif not folder.exists():
        return
    raise Refused(f"{folder} is there already and is no playground; name another, or an empty one")


def _fill(folder: Path, pyodide: Path | None, packed: Sequence[str]) -> None:
    for name in ("", "pyodide", "wheels", *(f"solvers/{name}" for name in packed)):
        (folder / name).mkdir(parents=True)
    copy_pyodide(pyodide, folder / "pyodide")
    files = {name: _packed(name, folder / "solvers" / name) for name in packed}
    playground_page(write_wheels(folder / "wheels"), files).save(folder / "index.html")


def _packed(name: str, into: Path) -> dict[str, int]:
    """The files of a solver, written `into` a folder, that are loaded, and their lengths."""
    download(name, into)
    write_wheels(into, PACKED[name].installed)
    files = sorted(file for file in into.iterdir() if file.name != LICENCE)
    return {file.name: file.stat().st_size for file in files}


def _put(made: Path, folder: Path, old: Path) -> None:
    """Put `made` in the place of `folder`, which goes back to its own if that fails."""
    if not folder.exists():
        made.rename(folder)
        return
    folder.rename(old)
    try:
        made.rename(folder)
    except BaseException:
        old.rename(folder)
        raise
