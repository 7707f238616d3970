"""Solvers with libraries that browsers can run, packed where the page finds them when asked."""

from __future__ import annotations

import shutil
import subprocess
import sys
import tarfile
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from ...models.language.phrases import did_you_mean
from ..exit_codes import Refused


class Packed(NamedTuple):
    """The library that a solver needs, where it comes from, and which of its files are loaded."""

    installed: Mapping[str, Sequence[str]] = {}
    """Packages to pack from what is installed here, by distribution; all are of Python alone."""
    wheel: str = ""
    """A wheel for Pyodide on PyPI, as pip takes it, and what it imports."""
    npm: str = ""
    """A package of npm, as that takes it."""
    files: Sequence[str] = ()
    """The files of that package which are loaded."""


PACKED = {
    "clingo": Packed(npm="clingo-wasm@0.6.0", files=("dist/clingo.js", "dist/clingo.wasm")),
    "minizinc": Packed(
        npm="minizinc@4.5.1",
        files=("dist/minizinc-worker.js", "dist/minizinc.wasm", "dist/minizinc.data"),
    ),
    "python-constraint": Packed(installed={"python-constraint2": ("constraint",)}),
    "sat": Packed(wheel="python-sat==1.9.dev24 six==1.17.0"),
    "z3": Packed(wheel="z3-solver==5.3.3.0"),  # later ones have no wheel for Pyodide
}
"""By the name of the solver, in the versions that were tested; sizes are found when packed."""

LICENCE = "LICENSE"
"""The file of a package of npm that is written beside the others, and never loaded."""

OF_PYODIDE = (
    *("--implementation", "cp", "--python-version", "3.14", "--abi", "cp314", "--abi", "none"),
    *("--platform", "pyemscripten_2026_0_wasm32", "--only-binary", ":all:", "--no-deps"),
)
"""The wheels that Pyodide 314 can load, as pip is asked for them."""

QUICKLY = ("--fetch-retries", "1", "--ignore-scripts")
"""Without a network npm would try for more than a minute."""


def chosen(text: str) -> list[str]:
    """The solvers of a list such as `sat,z3`, or `all`, each once. Raises: Refused."""
    names = list(dict.fromkeys(name.strip() for name in text.split(",") if name.strip()))
    for name in names:
        if name not in (*PACKED, "all"):
            advice = did_you_mean(name, [*PACKED, "all"], "there are")
            raise Refused(f"--with cannot pack {name!r}; {advice}")
    return list(PACKED) if "all" in names else names


def download(name: str, into: Path) -> None:
    """Write what a solver needs from PyPI or npm `into` a folder. Raises: Refused; OSError."""
    solver, instead = PACKED[name], f"leave {name} out of --with"
    if solver.wheel:
        pip = [sys.executable, "-m", "pip", "download", "--disable-pip-version-check"]
        words = [*pip, "--retries", "1", "--dest", str(into), *OF_PYODIDE, *solver.wheel.split()]
        _run(words, into, "*.whl", f"pip cannot get {solver.wheel}", instead)
    if solver.npm:
        from_npm(solver.npm, (*solver.files, LICENCE), into, instead)


def from_npm(package: str, files: Sequence[str], into: Path, instead: str) -> None:
    """Write `files` of a package of npm `into` a folder, those that it has, without their folders.

    Raises: Refused, with the advice to do something `instead`; OSError.
    """
    npm = shutil.which("npm")
    if npm is None:
        raise Refused(f"{package} comes by npm, which is not installed; install it, or {instead}")
    with tempfile.TemporaryDirectory() as folder:
        words = [npm, "pack", package, "--pack-destination", folder, *QUICKLY]
        found = _run(words, Path(folder), "*.tgz", f"npm cannot get {package}", instead)
        with tarfile.open(found) as archive:
            for name in files:
                try:
                    stream = archive.extractfile(f"package/{name}")
                except KeyError:
                    raise Refused(f"{package} has no {name}; {instead}") from None
                if stream is not None:
                    (into / Path(name).name).write_bytes(stream.read())


def _run(words: Sequence[str], folder: Path, pattern: str, fails: str, instead: str) -> Path:
    """The file of this `pattern` that a command wrote into `folder`. Raises: Refused."""
    done = subprocess.run(words, capture_output=True, text=True, errors="replace", check=False)
    found = sorted(folder.glob(pattern))
    if done.returncode or not found:
        lines = [line.strip() for line in done.stderr.splitlines() if line.strip()]
        said = [line for line in lines if "error" in line.lower()] or lines[-1:]
        why = said[0] if said else f"it ended with {done.returncode}"
        raise Refused(f"{fails}: {why}; {instead}")
    return found[0]
