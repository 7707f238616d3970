"""The entry point of the command: Ctrl-C is understood even while the rest is imported."""

from __future__ import annotations

import errno
import gc
import os
import sys

from .supervision import names_a_program, supervised

OURS_ALONE = "ours alone"
"""The object of the context of a command that runs nobody's code but ours."""
OBJECTS = 100_000
"""The new objects after which garbage is looked for: imports make many, of which none is any."""


def main() -> None:
    """Run the command line; interrupted before it can speak for itself, end in 130."""
    _fill_closed_streams()
    gc.set_threshold(OBJECTS)
    try:
        supervised(_run) if names_a_program(sys.argv[1:]) else _run(OURS_ALONE)
    finally:
        gc.freeze()  # where all ends, Python would search it for garbage once more


def _run(code: object = None) -> None:
    try:
        from .command_line import main as run

        run(obj=code)
    except KeyboardInterrupt:
        sys.exit(130)
    except (MemoryError, OSError) as error:  # before the command line could say so
        if isinstance(error, OSError) and error.errno != errno.ENOMEM:
            raise
        os.write(2, b"error: out of memory; give this process more\n")
        sys.exit(4)


def _fill_closed_streams() -> None:
    """Let no file that is opened later be taken for a standard stream that was closed."""
    for number in range(3):
        try:
            os.fstat(number)
        except OSError:
            os.open(os.devnull, os.O_RDWR)  # the lowest number that is free: this one
