"""Command lines whose output is read from pipes, or from a terminal that is none."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

Opened = Callable[[Sequence[Sequence[str]], Path], str]
"""The output of command lines in a folder, both streams together, with `NEXT` after each."""

END = "NEXT"


def on_pipes(lines: Sequence[Sequence[str]], folder: Path) -> str:
    """The output of command lines into pipes."""
    done = _started(lines, folder, subprocess.PIPE)
    printed, _ = done.communicate(timeout=300)
    return _text(printed)


def on_a_terminal(lines: Sequence[Sequence[str]], folder: Path) -> str:
    """The output of command lines on a pseudo-terminal, whose own line ends are taken back."""
    ours, theirs = os.openpty()
    process = _started(lines, folder, theirs)
    os.close(theirs)
    printed = b""
    try:
        while found := os.read(ours, 1 << 16):
            printed += found
    except OSError:  # the other end was closed
        pass
    os.close(ours)
    process.wait(60)
    return _text(printed.replace(b"\r\n", b"\n"))


def _started(lines: Sequence[Sequence[str]], folder: Path, stream: int) -> subprocess.Popen[bytes]:
    environment = {**os.environ, "PYTHONPATH": str(Path(__file__).parents[2])}
    return subprocess.Popen(
        [sys.executable, "-X", "utf8", "-m", "tests.views.terminals", json.dumps(lines)],
        stdin=subprocess.DEVNULL,
        stdout=stream,
        stderr=subprocess.STDOUT if stream == subprocess.PIPE else stream,
        cwd=folder,
        env=environment,
    )


def _text(printed: bytes) -> str:
    return printed.decode("utf-8", "surrogateescape")


def main(lines: Sequence[Sequence[str]]) -> None:
    """Run command lines one after the other in this process."""
    from everyway.views import progress
    from everyway.views.command_line import main as everyway

    progress.DELAY = 1e6  # what it draws moves the cursor by its own codes
    for words in lines:
        everyway(list(words), standalone_mode=False)
        sys.stdout.flush()
        print(f"\n{END}", flush=True)


if __name__ == "__main__":
    main(json.loads(sys.argv[1]))
