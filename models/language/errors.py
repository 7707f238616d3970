"""The errors, one exception a kind, and the exit codes. Having no solution is not an error.

An error in which a command ends says its `exit_code`; one without is a fault of everyway.
"""

from __future__ import annotations

from enum import IntEnum


class ExitCode(IntEnum):
    """The code that a command ends with; each verdict and error says its own."""

    says: str
    """When, in words."""

    def __new__(cls, number: int, says: str) -> ExitCode:
        found = int.__new__(cls, number)
        found._value_, found.says = number, says
        return found

    OK = 0, "done: all complete and equal; solve: a solution; check: every rule holds; unique: one"
    DIFFERENT = (
        1,
        "compare, bench: they differ; solve, show: none, and proven; check: a rule is broken;"
        " unique: none, or several",
    )
    USAGE = 2, "usage: the command line, the puzzle or a file makes no sense"
    UNDECIDED = 3, "undecided: something was stopped, and nothing contradicts"
    FAILED = 4, "a solver failed, or one asked for by name is not there, or everyway itself failed"
    INTERRUPTED = 130, "interrupted by Ctrl-C, or asked to end"
    CLOSED = 141, ("nobody reads the output any more, as in | head; or standard output is closed")


class ModelError(ValueError):
    """A declaration makes no sense: it says what, where, and what to write instead."""

    exit_code = ExitCode.USAGE


class ModelWarning(UserWarning):
    """A declaration is legal and probably not meant, such as a constraint that can never hold."""


class UnknownName(ModelError, KeyError):
    """A model, or a solution of it, has no group and no variable of this name."""

    __str__ = Exception.__str__  # a KeyError shows its message in quotes


class TooLarge(ModelError):
    """A constraint has too large a decomposition; `kind` is the name of its class."""

    exit_code = ExitCode.FAILED

    def __init__(self, message: str, kind: str = "") -> None:
        super().__init__(message)
        self.kind = kind


class PredicateError(ModelError):
    """A predicate raised, or returned something other than a bool, on the named assignment."""

    exit_code = ExitCode.FAILED
