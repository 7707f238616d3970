"""The messages where something went wrong, and the exit code that goes with each."""

from __future__ import annotations

import errno
import os
import re
import signal
import sys
import warnings
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from threading import Timer, current_thread, main_thread
from typing import Any, TextIO, TypeVar

import click

from ..models.language.errors import ExitCode
from .standard_streams import ClosedError, complain, styled, wrapped
from .start import end_at_once

T = TypeVar("T")

MOST_CHARACTERS = 4_000
"""The length of a message; a file or argument of a megabyte is not repeated whole."""


def worst(codes: Iterable[int]) -> int:
    """The first that applies, of the codes of several results."""
    found = set(codes)
    order = (ExitCode.USAGE, ExitCode.DIFFERENT, ExitCode.FAILED, ExitCode.UNDECIDED)
    return next((code for code in order if code in found), ExitCode.OK)


class Refused(click.ClickException):
    """A refusal of what makes no sense; the message says what to write instead."""

    exit_code = ExitCode.USAGE


class Failed(click.ClickException):
    """A solver failed, or cannot do what was asked of it by name."""

    exit_code = ExitCode.FAILED


def exit_code_of(error: BaseException, *, debug: bool) -> int:
    """The exit code for `error`, of which a line or two is printed."""
    if isinstance(error, BrokenPipeError):
        _silence(sys.stdout)
        return ExitCode.CLOSED
    if isinstance(error, ClosedError) or (isinstance(error, OSError) and _output_is_closed()):
        _complain_of(str(ClosedError()))
        return ExitCode.CLOSED
    if isinstance(error, KeyboardInterrupt | click.Abort):
        complain(f"\n{error}" if str(error) else "\ninterrupted")
        return ExitCode.INTERRUPTED
    if debug:
        import traceback

        complain("".join(traceback.format_exception(error)).rstrip())
    code: Any = getattr(error, "exit_code", None)
    if code is ExitCode.UNDECIDED:
        complain(wrapped(f"UNDECIDED  {_message(error)}", "", "  "))
        return code
    if isinstance(error, click.ClickException) or isinstance(code, ExitCode):
        _complain_of(_message(error))
        return int(code)
    if isinstance(error, OSError) and error.errno == errno.ENAMETOOLONG:
        where = f": {error.filename!r}" if error.filename else ""
        return exit_code_of(Refused(f"too long a path{where}"), debug=False)
    _complain_of_the_unexpected(error, debug=debug)
    return ExitCode.FAILED


def flushed(code: int, *, debug: bool = False) -> int:
    """`code`, once all that was printed is out; else the exit code for that."""
    try:
        if sys.stdout is not None:
            sys.stdout.flush()
    except (OSError, ClosedError) as error:
        code = exit_code_of(error, debug=debug)
        _silence(sys.stdout)
    return code


def _output_is_closed() -> bool:
    """True if the descriptor under standard output is gone, as after `os.close(1)` in a puzzle."""
    try:
        os.fstat(sys.stdout.fileno())
    except OSError as error:
        return error.errno == errno.EBADF
    except (AttributeError, ValueError):  # a stream without a descriptor
        pass
    return False


def _message(error: BaseException) -> str:
    """The message of an error; for a wrong command line also where help is."""
    if isinstance(error, click.UsageError) and error.ctx:
        return (
            f"{bounded(_usage_message(error, error.ctx))}\nhelp:  {error.ctx.command_path} --help"
        )
    return bounded(
        error.format_message() if isinstance(error, click.ClickException) else str(error)
    )


def _complain_of(text: str) -> None:
    complain(f"{styled('error:', fg='red', bold=True)} {text}")


def bounded(message: str) -> str:
    """`message` without the middle of what is quoted at great length, and of itself if need be.

    >>> bounded(f"no file {'x' * 1000!r}; name another") == f"no file '{'x' * 100}…'; name another"
    True
    """
    quoted = re.compile(r"(['\"])((?:(?!\1).){100})(?:(?!\1).){100,}\1", re.DOTALL)
    text = re.sub(r"(\S{100})\S{200,}", r"\1…", quoted.sub(r"\1\2…\1", message))
    half = MOST_CHARACTERS // 2
    return text if len(text) <= MOST_CHARACTERS else f"{text[:half]}…{text[-half:]}"


_RENAMED = {"no-propagation": "way check"}
"""Options of earlier versions, and what to write for them."""


def _usage_message(error: click.ClickException, context: click.Context) -> str:
    match error:
        case click.NoSuchOption(option_name=name):
            return f"there is no option {name}{_instead(name, context)}"
        case (
            click.BadOptionUsage(option_name=name)
            | click.MissingParameter(param=click.Option(opts=[name, *_]))
        ) if "not take" not in error.message:
            option = next(one for one in context.command.params if name in one.opts)
            value = option.make_metavar(context)
            return f"{value} is missing; write {name} {value}"
        case click.MissingParameter(param=click.Argument()):
            usage = " ".join(context.command.collect_usage_pieces(context))
            return f"something is missing; write {context.command_path} {usage}"
    message = error.format_message().rstrip(".")
    return f"{message[:1].lower()}{message[1:]}"


def _instead(name: str, context: click.Context) -> str:
    """Advice for the option `name`, which is none: one that is begun or spelled so, or dashes."""
    from ..models.language.habits import nearest

    word, params = name.strip("-"), context.command.get_params(context)
    known = [one[2:] for param in params for one in param.opts if one.startswith("--")]
    begun = (one for one in known if len(word) > 1 and one.startswith(word))
    if near := _RENAMED.get(word) or next(begun, None) or nearest(word, known):
        return f"; did you mean --{near}?"
    dashes = f"; a word takes two dashes, a parameter of the puzzle none: {word}=VALUE"
    return dashes if any(param.name == "words" for param in params) else ""


def _complain_of_the_unexpected(error: BaseException, *, debug: bool) -> None:
    # Here, since `--help` imports no solver.
    from ..solvers.harness.installing import is_for_want_of_memory

    if is_for_want_of_memory(error):
        _complain_of("out of memory; give this process more")
        return
    if isinstance(error, OSError) and error.strerror:
        text = error.strerror + (f": {error.filename}" if error.filename else "")
    else:
        text = f"{type(error).__name__}: {error}" if str(error) else type(error).__name__
    blame = "" if isinstance(error, OSError) else "this is a fault of everyway; "
    advice = "" if debug else f"\n{blame}run with --debug to see where"
    _complain_of(f"{bounded(text)}{advice}")


def _silence(stream: TextIO) -> None:
    """Let what is left in `stream` go nowhere, so that Python can end silently."""
    try:
        descriptor = stream.fileno()
    except (OSError, ValueError):
        return
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, descriptor)
    os.close(nowhere)


@contextmanager
def ended_as_interrupted() -> Iterator[None]:
    """Takes SIGTERM, and SIGHUP of a terminal that is gone, for Ctrl-C: all that runs is ended."""

    def interrupt(number: int, frame: object) -> None:
        raise KeyboardInterrupt

    names = ("SIGTERM", "SIGHUP")
    numbers = [getattr(signal, name) for name in names if hasattr(signal, name)]
    ours = current_thread() is main_thread()
    kept = [n for n in numbers if ours and signal.getsignal(n) is signal.SIG_DFL]
    for number in kept:
        signal.signal(number, interrupt)
    try:
        yield
    finally:
        for number in kept:
            signal.signal(number, signal.SIG_DFL)


def within(seconds: float, message: str, work: Callable[[], T]) -> T:
    """The result of `work`, which is ended where it takes longer; 0 for no limit.

    A system without alarms does not end it. Where code catches the alarm, or does not come back
    to Python for 3 s, the process ends. Raises: Incomplete with the `message`.
    """
    from ..solvers.harness.contract import Incomplete

    error, late, over = Incomplete(message, None), list[int](), False
    failure: BaseException | None = None

    def end(number: int, frame: object) -> None:
        late.append(number)
        if not over:
            raise KeyboardInterrupt

    if not seconds or not hasattr(signal, "setitimer") or current_thread() is not main_thread():
        return work()
    before = signal.signal(signal.SIGALRM, end)
    last = Timer(seconds + 3.0, lambda: end_at_once(exit_code_of(error, debug=False)))
    last.start()
    try:  # no context manager: an alarm between its entry and the body would pass it by
        try:
            signal.setitimer(signal.ITIMER_REAL, seconds, 1.0)
            result = work()
        finally:  # Python looks for alarms before this assignment, or after it
            over = True
    except BaseException as caught:  # also one that was made of the alarm
        failure = caught
    signal.setitimer(signal.ITIMER_REAL, 0)
    signal.signal(signal.SIGALRM, before)
    last.cancel()
    last.join()
    if late:
        raise error
    if failure:
        raise failure
    return result


@contextmanager
def printed_warnings() -> Iterator[None]:
    """Prints warnings as one line each, and each once."""
    seen: set[str] = set()

    def show(message: Warning | str, *place: object, **more: object) -> None:
        text = str(message)
        if text not in seen:
            seen.add(text)
            complain(f"{styled('warning:', fg='yellow', bold=True)} {text}")

    with warnings.catch_warnings():
        warnings.simplefilter("always", UserWarning)
        warnings.showwarning = show
        yield
