"""The libraries that are installed, and the lines that install what is missing."""

from __future__ import annotations

import importlib
import json
import os
import re
import signal
import sys
import threading
from functools import cache
from types import FrameType, ModuleType

from ...models.language.phrases import printable

# --------------------------------------------------- Libraries are imported with Ctrl-C held back.
#
# Modules that pybind11 makes, such as OR-Tools', import others while they begin, and drop whatever
# is raised in these: an interrupt would be lost.


def imported(name: str) -> ModuleType:
    """The module; Ctrl-C in the main thread meanwhile takes effect afterwards.

    Raises: ImportError, and what the module raises.
    """
    heard = signal.getsignal(signal.SIGINT)
    is_main = threading.current_thread() is threading.main_thread()
    if name in sys.modules or not is_main or not callable(heard):
        return importlib.import_module(name)
    pressed: list[FrameType | None] = []
    signal.signal(signal.SIGINT, lambda _, frame: pressed.append(frame))
    try:
        return importlib.import_module(name)
    finally:
        signal.signal(signal.SIGINT, heard)
        if pressed:
            heard(signal.SIGINT, pressed[-1])


PACKAGE = "everyway"


def pip_install(extra: str) -> str:
    """The line that installs an extra of this package.

    Where it was installed from a folder, an archive or a repository, that is named again; where
    that is not known or gone, the libraries are named which the extra stands for.
    """
    source = _source(extra)
    if source is not None:
        return f'pip install "{source}"'
    return f"pip install {' '.join(_libraries(extra)) or PACKAGE}"


def _source(extra: str) -> str | None:
    """This package with an extra, as pip takes it, from where it came."""
    from importlib import metadata  # rarely needed, and slow to import: as those below
    from pathlib import Path
    from urllib.parse import urlsplit
    from urllib.request import url2pathname

    try:
        source = json.loads(metadata.distribution(PACKAGE).read_text("direct_url.json") or "{}")
        url = str(source["url"])
    except (metadata.PackageNotFoundError, OSError, ValueError, KeyError, TypeError):
        return None
    version = source.get("vcs_info")
    if isinstance(version, dict):
        commit = f"@{version['commit_id']}" if version.get("commit_id") else ""
        return f"{PACKAGE}[{extra}] @ {version.get('vcs', 'git')}+{url}{commit}"
    if urlsplit(url).scheme != "file":
        return f"{PACKAGE}[{extra}] @ {url}"
    path = Path(url2pathname(urlsplit(url).path))
    if not path.exists():
        return None
    return f"{'.' if path == Path(os.path.realpath('.')) else path}[{extra}]"


def _libraries(extra: str) -> list[str]:
    """The requirements of an extra, as pip takes them."""
    from importlib import metadata

    try:
        required = metadata.requires(PACKAGE) or []
    except metadata.PackageNotFoundError:
        return []
    marked = re.compile(rf"(.*?)\s*;.*\bextra\s*==\s*['\"]{re.escape(extra)}['\"]")
    found = [match[1] for one in required if (match := marked.fullmatch(one))]
    return [f'"{one}"' if re.search(r"[<>\[ ]", one) else one for one in found]


@cache
def installed_version(distribution: str) -> str | None:
    """The version of a distribution, if it is installed."""
    from importlib.metadata import PackageNotFoundError, version

    try:
        return version(distribution)
    except PackageNotFoundError:
        return None


# -------------------------------------------------------------- The ending of a process, in words.


FOR_WANT_OF_MEMORY = re.compile(
    r"bad_alloc|memory allocation|out of ?memory(?!\?)|cannot allocate memory|MemoryError"
    r"|can't start new thread|^Resource temporarily unavailable",  # no memory for a thread's stack
    re.IGNORECASE,
)
MOST_LAST_WORDS = 200
_PACKAGE = os.path.abspath(os.path.join(os.path.dirname(__file__), "..", ".."))
"""The folder where everyway is installed; its files have no mistake of syntax."""
_NAMES_AN_EXCEPTION = re.compile(r"\w(Error|Exception|bad_alloc)\b|panicked at")
_SEQUENCES = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]|\r(?=\n)")


def ending(status: int | None) -> str:
    """The ending of a process with this status, as text; None for a status that no process has.

    >>> ending(-11)
    'killed by SIGSEGV (segmentation fault)'
    >>> ending(99)
    'ended itself with status 99'
    """
    if status is None:
        return "cannot be ended: the system holds it"
    if status >= 0:
        return f"ended itself with status {status}"
    if status == -getattr(signal, "SIGKILL", 9):
        return "was killed (SIGKILL); out of memory?"
    try:
        name = signal.Signals(-status).name
    except ValueError:
        return f"killed by signal {-status}"
    words = re.sub(r"[^a-z ]", "", (signal.strsignal(-status) or "").lower())
    return f"killed by {name}{f' ({words.strip()})' if words else ''}"


def is_for_want_of_memory(error: BaseException) -> bool:
    """True if Python, the system or a library says that there is no memory left.

    >>> is_for_want_of_memory(RuntimeError("can't start new thread"))
    True
    """
    if isinstance(error, SyntaxError):  # Python's parser says so when memory fails it
        return (error.filename or "").startswith(_PACKAGE + os.sep)
    says_so = isinstance(error, RuntimeError | ImportError | OSError)
    return isinstance(error, MemoryError) or (
        says_so and FOR_WANT_OF_MEMORY.search(str(error)) is not None
    )


def text_of(noise: bytes) -> str:
    """The output of a process without colours and other control characters."""
    return printable(_SEQUENCES.sub("", noise.decode(errors="replace"))).strip()


def last_words(noise: str) -> str:
    r"""The last output of a process, in a line.

    Where it names an exception before that, it is the line that does: behind it a virtual machine
    prints its memory, page after page.

    >>> last_words("java.lang.OutOfMemoryError: no heap\n0x00 0x2e\nF|A|\nFatal error")
    'java.lang.OutOfMemoryError: no heap'
    """
    lines = [line.strip() for line in noise.splitlines() if line.strip()]
    named = [line for line in lines if _NAMES_AN_EXCEPTION.search(line)]
    if named and not set(named) & set(lines[-2:]):
        return named[0][:MOST_LAST_WORDS]
    text = " / ".join(lines[-2:])
    return text if len(text) <= MOST_LAST_WORDS else f"… {text[-MOST_LAST_WORDS:]}"
