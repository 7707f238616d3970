"""The errors, one exception a kind. Having no solution is not an error."""

from __future__ import annotations


class ModelError(ValueError):
    """A declaration makes no sense: it says what, where, and what to write instead."""


class ModelWarning(UserWarning):
    """A declaration is legal and probably not meant, such as a constraint that can never hold."""


class UnknownName(ModelError, KeyError):
    """A model, or a solution of it, has no group and no variable of this name."""

    __str__ = Exception.__str__  # a KeyError shows its message in quotes


class PredicateError(ModelError):
    """A predicate raised, or returned something other than a bool, on the named assignment."""
