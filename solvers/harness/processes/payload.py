"""A model as data for another process, and the messages between processes."""

from __future__ import annotations

import hashlib
import os
import warnings
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from importlib.util import find_spec
from struct import Struct
from typing import Any, NamedTuple
from weakref import WeakKeyDictionary, WeakValueDictionary

from ....models.language.errors import ModelError, ModelWarning
from ....models.language.files.model_as_data import own_data, structure
from ....models.language.files.model_from_data import from_data
from ....models.language.late_dataclasses import dataclass, replace
from ....models.language.model import Model, Recipe
from ....models.language.own_constraints import own_among

# --------- The messages of a child process: a kind, a length, the seconds searched so far, a body.


BEGIN = b"\0everyway 1\n"
"""Comes first; what is written before it is no message."""
HEADER = Struct(">cQd")

READY, ROW, MALFORMED, NEWS, ENDED, ANSWER = b"r", b"s", b"m", b"n", b"e", b"a"
"""The solver is imported; a packed row; a row that is no solution; how it goes; how it ended; what
was asked for, as JSON."""
KINDS = frozenset((READY, ROW, MALFORMED, NEWS, ENDED, ANSWER))
MOST_BYTES = 64 << 20
"""The most bytes of a message; a longer one is garbled."""


class Message(NamedTuple):
    """One message."""

    kind: bytes
    elapsed: float
    """Seconds for which the solver has built and searched."""
    body: bytes


class GarbledError(Exception):
    """Something else was written where messages are expected."""


def framed(kind: bytes, elapsed: float, body: bytes) -> bytes:
    """A message as it is sent."""
    return HEADER.pack(kind, len(body), elapsed) + body


class Frames:
    """Messages out of the bytes that arrive."""

    def __init__(self) -> None:
        self._data = bytearray()
        self._begun = False

    def feed(self, data: bytes) -> None:
        """Take what has arrived."""
        self._data += data

    @property
    def is_broken_off(self) -> bool:
        """True if a message has begun to arrive and is not there as a whole."""
        return self._begun and bool(self._data)

    def messages(self) -> Iterator[Message]:
        """The messages that are there as a whole, each once. Raises: GarbledError."""
        if not self._begun:
            place = self._data.find(BEGIN)
            if place < 0:
                del self._data[: 1 - len(BEGIN)]
                return
            del self._data[: place + len(BEGIN)]
            self._begun = True
        start = 0
        try:
            while len(self._data) - start >= HEADER.size:
                kind, length, elapsed = HEADER.unpack_from(self._data, start)
                if kind not in KINDS or length > MOST_BYTES:
                    raise GarbledError
                end = start + HEADER.size + length
                if end > len(self._data):
                    break
                body = bytes(self._data[start + HEADER.size : end])
                start = end
                yield Message(kind, elapsed, body)
        finally:
            del self._data[:start]


ADVICE = (
    "define it with def at the top level of a module that can be imported, or let the puzzle"
    " be found by its name or file and its parameters"
)


@dataclass(frozen=True)
class Payload:
    """A model for another process: as data, perhaps with its recipe, or else by that."""

    data: Mapping[str, Any] | None
    recipe: Recipe | None
    structure_hash: str
    """The hash that a model made by the recipe must have."""
    token: bytes
    """Random bytes, by which a copy of the process that sends the model finds it."""

    def found(self) -> Model:
        """The model itself in a copy of the process that sent it; elsewhere as `opened`."""
        model = _MODELS.get(self.token)
        return self.opened() if model is None else model

    def opened(self) -> Model:
        """The model. Raises: ModelError where its recipe makes another here."""
        with warnings.catch_warnings():  # of what was declared elsewhere, and warned of there
            warnings.simplefilter("ignore", ModelWarning)
            if self.data is not None:
                model = from_data(self.data, functions=True)
                return model if self.recipe is None else model.made_by(self.recipe)
            assert self.recipe is not None, "one of them is there"
            model = _made(self.recipe)
        if structure_hash(model) != self.structure_hash:
            raise ModelError(f"{self.recipe.puzzle} became another model when it was made again")
        return model


_PAYLOADS: WeakKeyDictionary[Model, Payload] = WeakKeyDictionary()
_MODELS: WeakValueDictionary[bytes, Model] = WeakValueDictionary()


def payload_of(model: Model) -> Payload:
    """`model` for another process, made once.

    Raises: ModelError for a predicate that can be sent neither by its name nor with its puzzle.
    """
    payload = _PAYLOADS.get(model)
    if payload is None:
        payload = _PAYLOADS[model] = _packed(model)
        _MODELS[payload.token] = model
    return payload


def _packed(model: Model) -> Payload:
    if model.recipe is not None and own_among(model.constraints):
        with suppress(ModelError):  # the classes are there as well then, and not decomposed
            return _by_recipe(model, ModelError("it has a constraint of a user's own"))
    try:
        data = own_data(model)
        _refuse_private_functions(model)
    except ModelError as error:
        return _by_recipe(model, error)
    return Payload(data, _in_text(model.recipe), "", os.urandom(16))


def _in_text(recipe: Recipe | None) -> Recipe | None:
    """A recipe that is text alone, as that of a file in another language."""
    if recipe is None or not all(type(value) is str for value in recipe.params.values()):
        return None
    return replace(recipe, params=dict(recipe.params))


def _by_recipe(model: Model, reason: ModelError) -> Payload:
    like = structure_hash(model)
    try:
        if model.recipe is None:
            raise ModelError("it does not know how it was made")
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", ModelWarning)
            made = _made(model.recipe)
        if structure_hash(made) != like:
            raise ModelError("its recipe makes another model")
    except Exception as error:
        raise ModelError(
            f"{model.name} cannot travel to a process of its own: {reason}."
            f" Nor can it be made again there ({error}); {ADVICE}"
        ) from error
    return Payload(None, model.recipe, like, os.urandom(16))


def _made(recipe: Recipe) -> Model:
    """The model of a recipe, with the rules and givens that were added."""
    from ....models.language.files import catalogue  # which most models do without
    from ....models.language.files.rule_text import extended

    return extended(catalogue.load(recipe.puzzle, **recipe.params), recipe)


def structure_hash(model: Model) -> str:
    """A hash of the structure in which a function counts by its name alone."""
    rows, names, constraints = structure(model)
    plain = [[_plain(value) for value in row] for row in rows]
    return hashlib.sha256(repr((plain, names, constraints)).encode()).hexdigest()


def _plain(value: Any) -> Any:
    return f"function {getattr(value, '__qualname__', '')}" if callable(value) else value


def _refuse_private_functions(model: Model) -> None:
    """Raises: ModelError for a function of a module that was not imported by its name."""
    for row in structure(model)[0]:
        for value in row:
            if callable(value) and not _is_found(value):
                raise ModelError(
                    f"predicate {value.__name__} is in no module that is found by name"
                )


def _is_found(function: Callable[..., Any]) -> bool:
    try:
        return find_spec(function.__module__) is not None
    except (ImportError, ValueError, AttributeError):
        return False
