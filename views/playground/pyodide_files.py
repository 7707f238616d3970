"""Pyodide, which is Python for browsers: from a folder, or from its npm package."""

from __future__ import annotations

import shutil
import subprocess
import tarfile
import tempfile
from pathlib import Path

from ..exit_codes import Refused

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

QUICKLY = ("--fetch-retries", "1", "--ignore-scripts")
"""Without a network npm would try for more than a minute."""

INSTEAD = "give a folder that holds Pyodide 314: --pyodide FOLDER"


def copy_pyodide(given: Path | None, into: Path) -> None:
    """Copy the files of Pyodide `into` a folder, from the folder `given` or by npm.

    Raises: Refused where neither has them; OSError.
    """
    if given is not None:
        _copy(given, into)
        return
    with tempfile.TemporaryDirectory() as folder:
        _copy(_unpacked(_downloaded(Path(folder))), into)


def _copy(given: Path, into: Path) -> None:
    lacking = [name for name in FILES if not (given / name).is_file()]
    if lacking:
        raise Refused(
            f"{given} is not Pyodide 314: it has no {lacking[0]}; name the folder with all of its"
            f" npm package, such as node_modules/pyodide after: npm install pyodide@{VERSIONS}"
        )
    for name in FILES:
        shutil.copyfile(given / name, into / name)


def _downloaded(folder: Path) -> Path:
    """The npm package. Raises: Refused."""
    npm = shutil.which("npm")
    if npm is None:
        raise Refused(f"Pyodide comes by npm, which is not installed; install it, or {INSTEAD}")
    words = [npm, "pack", f"pyodide@{VERSIONS}", "--pack-destination", str(folder), *QUICKLY]
    done = subprocess.run(words, capture_output=True, text=True, errors="replace", check=False)
    found = sorted(folder.glob("pyodide-*.tgz"))
    if done.returncode or not found:
        said = [line for line in done.stderr.splitlines() if "error" in line.lower()]
        why = said[0] if said else f"it ended with {done.returncode}"
        raise Refused(f"npm cannot get pyodide@{VERSIONS}: {why}; {INSTEAD}")
    return found[0]


def _unpacked(package: Path) -> Path:
    """The folder beside `package` with its files, of which no other is written."""
    folder = package.with_suffix("")
    folder.mkdir()
    with tarfile.open(package) as archive:
        for name in FILES:
            try:
                stream = archive.extractfile(f"package/{name}")
            except KeyError:
                continue
            if stream is not None:
                (folder / name).write_bytes(stream.read())
    return folder
