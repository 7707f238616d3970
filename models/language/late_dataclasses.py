"""Frozen dataclasses whose methods are generated when the first object is made.

A run uses few of the classes that it imports, and the standard library takes longer to generate
the methods of a class than to load it. It still does so for whoever asks it for the fields of one.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Sequence
from dataclasses import MISSING, Field, FrozenInstanceError, field
from functools import cache
from operator import attrgetter
from threading import RLock
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from dataclasses import dataclass, fields, replace
else:

    def dataclass(kind: Any = None, /, **options: bool) -> Any:
        """The decorator of the standard library; late for a frozen class without further ado."""
        if options.get("frozen") and options.keys() <= {"frozen", "eq", "repr", "kw_only"}:
            return lambda kind: _late(kind, **options)
        return dataclasses.dataclass(kind, **options)

    def fields(kind: Any) -> tuple[Field[Any], ...]:
        """The fields of a class or an object, in order."""
        kind = kind if isinstance(kind, type) else type(kind)
        late = isinstance(vars(kind).get("__dataclass_fields__"), _Late)
        return _fields(kind) if late else dataclasses.fields(kind)

    def replace(given: Any, /, **changes: Any) -> Any:
        """An object of the same class, with `changes` and the other fields of `given`."""
        kind = type(given)
        return kind(**{name: getattr(given, name) for name in _names(kind)} | changes)


__all__ = ["dataclass", "field", "fields", "replace"]

_generating = RLock()


class _Late:
    """Stands for an attribute of a class until it is read, when it is made with others."""

    def __init__(self, kind: Any, name: str, make: Callable[[], None]) -> None:
        self._kind, self._name, self._make = kind, name, make

    def __get__(self, instance: object, owner: type) -> Any:
        with _generating:
            if vars(self._kind).get(self._name) is self:  # no other thread was quicker
                self._make()
        if self._name not in vars(self._kind):  # __setstate__: objects are unpickled as usual
            raise AttributeError(self._name)
        found = vars(self._kind)[self._name]
        return found.__get__(instance, owner) if self._name == "__init__" else found


def _late(
    kind: Any, *, frozen: bool, eq: bool = True, repr: bool = True, kw_only: bool = False
) -> Any:
    def describe() -> None:
        assert kind.__init__, "the methods are made first"
        del kind.__setattr__, kind.__delattr__
        dataclasses.dataclass(init=False, repr=False, frozen=frozen, eq=eq, kw_only=kw_only)(kind)

    for name in ("__init__", "__setstate__"):
        setattr(kind, name, _Late(kind, name, lambda: _add_methods(kind, eq, repr, kw_only)))
    for name in ("__dataclass_fields__", "__dataclass_params__"):
        setattr(kind, name, _Late(kind, name, describe))
    return kind


def _add_methods(kind: Any, eq: bool, repr: bool, kw_only: bool) -> None:
    """The methods that are not there; the constructor last, which other threads wait for."""
    known: dict[str, Any] = {"_set": object.__setattr__, "_missing": MISSING}
    found = _fields(kind)
    if eq:
        known.update(_equality([item.name for item in found if item.compare]))
    if repr:
        known["__repr__"] = _description([item.name for item in found if item.repr])
    given, body = _constructor(found, known)
    given[1:1] = ["*"] if kw_only and found else []
    body += ["self.__post_init__()"] if hasattr(kind, "__post_init__") else []
    exec(f"def __init__({', '.join(given)}): {'; '.join(body)}\n", known)
    names = [item.name for item in found]
    _freeze(kind, names)
    del kind.__setstate__
    known["__match_args__"] = () if kw_only else tuple(names)
    known["__init__"].__qualname__ = f"{kind.__qualname__}.__init__"
    for name in ("__match_args__", "__eq__", "__hash__", "__repr__", "__init__"):
        if name in known and (name == "__init__" or vars(kind).get(name) is None):
            setattr(kind, name, known[name])


def _equality(names: Sequence[str]) -> dict[str, Any]:
    """`__eq__` and `__hash__` by the values of some fields."""
    values = _values_of(names)

    def equal(self: object, other: object) -> Any:
        if other.__class__ is not self.__class__:
            return NotImplemented
        return values(self) == values(other)

    return {"__eq__": equal, "__hash__": lambda self: hash(values(self))}


def _values_of(names: Sequence[str]) -> Callable[[object], tuple[Any, ...]]:
    """The values of some attributes of an object."""
    match names:
        case []:
            return lambda one: ()
        case [name]:
            only = attrgetter(name)
            return lambda one: (only(one),)
        case _:
            return attrgetter(*names)


def _description(names: Sequence[str]) -> Callable[[object], str]:
    """`__repr__` by the values of some fields."""

    def description(self: object) -> str:
        shown = ", ".join(f"{name}={getattr(self, name)!r}" for name in names)
        return f"{self.__class__.__qualname__}({shown})"

    return description


@cache
def _names(kind: Any) -> tuple[str, ...]:
    """The names of the fields of a class, in order."""
    return tuple(item.name for item in fields(kind))


@cache
def _fields(kind: Any) -> tuple[Field[Any], ...]:
    """The fields of `kind`, those of its bases first."""
    found: dict[str, Field[Any]] = {}
    for base in kind.__mro__[-1:0:-1]:
        if "__dataclass_fields__" in vars(base):
            found.update((item.name, item) for item in fields(base))
    for name, type_of in kind.__annotations__.items():
        if not str(type_of).startswith("ClassVar"):
            default = vars(kind).get(name, MISSING)
            item = default if isinstance(default, Field) else field(default=default)
            item.name, item.type = name, type_of
            found[name] = item
    return tuple(found.values())


def _constructor(found: Sequence[Field[Any]], known: dict[str, Any]) -> tuple[list[str], list[str]]:
    """The parameters of `__init__` and the statements that set every field.

    What these read is added to `known`.
    """
    given, body = ["self"], ["pass"]
    for item in found:
        name = value = item.name
        if item.default_factory is not MISSING:
            known[f"_make_{name}"], known[f"_default_{name}"] = item.default_factory, MISSING
            value = f"_make_{name}() if {name} is _missing else {name}"
        elif item.default is not MISSING:
            known[f"_default_{name}"] = item.default
        given.append(f"{name}=_default_{name}" if f"_default_{name}" in known else name)
        body.append(f"_set(self, {name!r}, {value})")
    return given, body


def _freeze(kind: Any, names: Sequence[str]) -> None:
    """Lets no field be assigned or deleted; a subclass may have further attributes."""

    def refuse(self: Any, name: str, *value: object) -> None:
        if type(self) is kind or name in names:
            raise FrozenInstanceError(f"cannot assign to field {name!r}")
        (super(kind, self).__setattr__ if value else super(kind, self).__delattr__)(name, *value)

    kind.__setattr__ = kind.__delattr__ = refuse
