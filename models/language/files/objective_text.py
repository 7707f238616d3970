"""Objectives as people type them: `mark[5]`, `max: total(gain)`, in files and commands alike."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from ..errors import ModelError
from ..model import Model
from ..objectives import SENSES
from .variable_rules import Reader

WORDS = (*SENSES.values(), "pareto")
"""The kinds of objective, as they are typed."""

_SENSE = re.compile(r"\s*(min|max)\s*:(.*)", re.DOTALL)


def aimed(model: Model, given: Mapping[str, Any]) -> Model:
    """`model` with the objective of `given`: texts under one of `WORDS`, and a number `within`.

    It takes the place of the objective that `model` has; `within` alone leaves that as it is.
    Raises: ModelError for a text that is no expression, and for what makes no objective.
    """
    named = {name: _texts(name, given[name]) for name in WORDS if name in given}
    within = {"within": given["within"]} if given.get("within") is not None else {}
    if not named and not within:
        return model
    if not named:
        if model.objective is None:
            raise ModelError("within is beside an objective; give one, as in --minimise TEXT")
        return model.without_objective().declaring({**model.objective.keywords(), **within})
    read = {name: tuple(_goal(one, name, model) for one in texts) for name, texts in named.items()}
    return model.without_objective().declaring({**read, **within})


def _texts(name: str, given: object) -> Sequence[str]:
    texts = given if isinstance(given, list | tuple) else (given,)
    if not all(isinstance(text, str) for text in texts):
        raise ModelError(f"{name} is {given!r}; it must be a text or a list of texts")
    return texts


def _goal(text: str, name: str, model: Model) -> tuple[str, object]:
    """A goal: `max: a` has a sense of its own, others that of the keyword."""
    own = _SENSE.fullmatch(text)
    sense = own[1] if own else "max" if name == "maximise" else "min"
    try:
        return sense, Reader(own[2] if own else text, model).expression()
    except ModelError as error:
        raise ModelError(f"cannot read the objective {text[:200]!r}: {error}") from None
