"""Scripts of PyCSP3 as models: each is run as `python FILE` runs it, and what it compiles is read.

PyCSP3 keeps its model, its data and its command line in its modules, once a process, and writes a
file when the process ends. So a script has a process of its own, which ends at the solve that is
asked for; the XCSP3 that it has written then is read as any other.
"""

from __future__ import annotations

import os
import runpy
import subprocess
import sys
import tempfile
from collections.abc import Callable, Mapping
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any, NoReturn

from ..models.language.errors import ModelError
from ..models.language.files.python_scripts import in_a_line
from ..models.language.model import Model
from ..solvers.harness.installing import pip_install
from .minizinc_files import text_of
from .xcsp3_files import read_xcsp3

_ALONE, _FAILURE = "-alone", "failure.txt"


def function_of(given: str, number: int, *, alone: bool = False) -> Callable[..., Model]:
    """A function that makes the model that a script solves as its `number`-th, or compiles.

    Its parameters are the options of PyCSP3's command line. `alone`, the script has no neighbours.
    Raises, when it is called: ModelError where PyCSP3 is not installed, where the script fails,
    and for what is no XCSP3-core.
    """

    def made(
        data: int | tuple[int, ...] | str | None = None,
        variant: str | None = None,
        parser: str | None = None,
        format: str | None = None,
    ) -> Model:
        options = {"data": data, "variant": variant, "dataparser": parser, "dataformat": format}
        return _compiled(given, number, options, alone)

    made.__name__, made.__doc__ = "model", f"The model of PyCSP3 in {given}."
    return made


def _compiled(given: str, number: int, options: Mapping[str, object], alone: bool) -> Model:
    if find_spec("pycsp3") is None:
        raise ModelError(f"{given} needs pycsp3: {pip_install('xcsp3')}")
    place = Path(given).resolve()
    words = [f"-{k}={_in_pycsp3(v)}" for k, v in options.items() if v is not None]
    with tempfile.TemporaryDirectory() as folder:
        written = Path(folder, "model.xml")
        command = [sys.executable, "-P", "-m", __name__, str(number), str(place), folder]
        subprocess.run(
            [*command, *[_ALONE] * alone, *words], stdin=subprocess.DEVNULL, stdout=2, check=False
        )
        failure = Path(folder, _FAILURE)
        if failure.exists() or not written.exists():
            why = text_of(failure) if failure.exists() else "it compiles no model"
            raise ModelError(f"{given} fails when it is run: {why}")
        return read_xcsp3(text_of(written), given)


def _in_pycsp3(value: object) -> str:
    """An option as PyCSP3's command line has it."""
    return f"[{','.join(map(str, value))}]" if isinstance(value, tuple) else str(value)


def main() -> None:
    """Run a script of PyCSP3, and compile its model at the solve that is asked for, or its end."""
    number, place, folder, *words = sys.argv[1:]
    alone, written = words[:1] == [_ALONE], os.path.join(folder, "model.xml")
    sys.argv = [place, *words[alone:], f"-output={written}"]
    sys.path[:0] = [] if alone else [os.path.dirname(place)]
    try:
        pycsp3: Any = import_module("pycsp3")
        solve, left = pycsp3.solve, int(number)

        def at_a_solve(*given: Any, **more: Any) -> Any:
            nonlocal left
            left -= 1
            if left:
                return solve(*given, **more)
            pycsp3.compile(written, verbose=-1)
            return _end()

        pycsp3.solve = at_a_solve
        runpy.run_path(place, run_name="__main__")
        if int(number) > 1:
            raise ModelError(f"it solves fewer models than {number}")
        pycsp3.Compilation.compile(written, disabling_opoverrider=True, verbose=-1)
    except BaseException as error:  # also what ends a process: PyCSP3 writes a file behind it
        why = in_a_line(error, place)
        if "NoneType" in why and not any(word.startswith("-data=") for word in words):
            why += "; its data are given as data=…, as PyCSP3's -data"
        Path(folder, _FAILURE).write_text(why, encoding="utf-8")
    _end()


def _end() -> NoReturn:
    """End the process at once, and run nothing that waits for its end."""
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(0)


if __name__ == "__main__":
    main()
