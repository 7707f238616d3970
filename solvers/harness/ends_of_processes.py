"""The ending of a process, in words."""

from __future__ import annotations

import os
import re
import signal

from ...models.language.printable import printable

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
