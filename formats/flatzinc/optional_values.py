"""Variables with optional values: each is one over labels, of which `<>` stands for no value.

MiniZinc makes two variables of each: its value, and the truth that it has one.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from ...models.language.late_dataclasses import dataclass
from .statements import Call, Declaration, Ref
from .terms import INTRODUCED, Labels, Printed, last_of, shape_by

ABSENT = "<>"
MOST_LABELS = 1_000
"""A variable with more values is shown as the two of which it is made."""


@dataclass(frozen=True)
class Optional:
    """The truth that a variable has a value, and the value: constants, or names of a text."""

    occurs: str | int
    value: str | int
    absent: int | None = None
    """A value that stands for none, where it is known."""


@dataclass(frozen=True)
class OptionalValues:
    """All that is printed, with variables over labels for those of which optional ones are made."""

    printed: tuple[Printed, ...]
    labels: Mapping[str, Labels]
    """By the name of a variable of the text."""
    declared: Sequence[Declaration]
    """The variables that the text lacks."""
    calls: Sequence[Call]
    """The constraints on these."""


def with_optional(
    every: Sequence[Printed],
    optional: Mapping[str, Mapping[tuple[int, ...], Optional]],
    words: Mapping[str, Labels],
    declared: Mapping[str, Declaration],
    calls: Iterable[Call],
) -> OptionalValues:
    """All that is printed; `words` are the members of enumerated types."""
    values = {name: one.value for name, one in declared.items() if one.value is not None}
    unequal = {
        call.args[2]: call.args[:2]
        for call in (calls if optional else ())
        if call.name == "int_ne_reif" and isinstance(call.args[1], int)
    }

    def ended(one: Optional) -> Optional:
        """The same with the last names, and the value that stands for none, if there is one."""
        occurs, value = (last_of(end, values) for end in (one.occurs, one.value))
        first, absent = unequal.get(occurs, (None, None))
        return Optional(occurs, value, absent if first == value else one.absent)

    ends = {name: {at: ended(one) for at, one in some.items()} for name, some in optional.items()}
    known = {
        name: some
        for name, some in ends.items()
        if all(_is_known(one, declared) for one in some.values())
    }
    inner = {end for name in known for one in optional[name].values() for end in _names(one)}
    left = [e for e in every if e.name not in inner or not e.name.startswith(INTRODUCED)]
    uses = Counter(item for one in left for item in one.items)
    uses.update(one.value for some in known.values() for one in some.values())
    found: list[_Made] = []
    for name, some in known.items():
        made = [
            _made(
                f"{name}[{','.join(map(str, at))}]" if at else name,
                one,
                words.get(name),
                uses,
                declared,
            )
            for at, one in some.items()
        ]
        found += made
        shape = None if () in some else tuple(shape_by([*some]))
        left.append(Printed(name, False, shape, tuple(one.item for one in made)))
    return OptionalValues(
        tuple(left),
        {one.item: one.labels for one in found},
        [
            Declaration(one.item, True, False, [*one.labels], [], None, 0)
            for one in found
            if one.is_new
        ],
        [call for one in found for call in one.calls],
    )


def _names(one: Optional) -> Iterator[str]:
    yield from (end for end in (one.occurs, one.value) if isinstance(end, str))


def _is_known(one: Optional, declared: Mapping[str, Declaration]) -> bool:
    """True unless it is computed of others, or its values are too many for labels."""
    has_being = one.absent is not None or isinstance(one.occurs, int) or one.occurs in declared
    return has_being and (
        isinstance(one.value, int) or 0 < len(_values(one, declared)) <= MOST_LABELS
    )


def _values(one: Optional, declared: Mapping[str, Declaration]) -> Sequence[int]:
    if isinstance(one.value, int):
        return (one.value,)
    domain: Any = declared[one.value].domain if one.value in declared else ()
    return range(2) if domain == "bool" else () if isinstance(domain, str) else domain


@dataclass(frozen=True)
class _Made:
    """A variable over labels: one of the text, or a new one with what ties it to the text."""

    item: Ref
    labels: Labels
    is_new: bool
    calls: Sequence[Call] = ()


def _made(
    name: str,
    one: Optional,
    words: Labels | None,
    uses: Mapping[Any, int],
    declared: Mapping[str, Declaration],
) -> _Made:
    if one.occurs is False:
        return _Made(Ref(name), {0: ABSENT}, is_new=True)
    values = _values(one, declared)
    is_boolean = isinstance(one.value, bool) or (
        isinstance(one.value, str) and declared[one.value].domain == "bool"
    )
    labels = {
        n: str(bool(n)).lower() if is_boolean else (words or {}).get(n, str(n)) for n in values
    }
    ties: list[Call] = []
    if one.absent is not None and one.absent in labels:
        labels[one.absent] = ABSENT
    if one.occurs is True or one.absent is not None:
        if str(one.value).startswith(INTRODUCED) and uses[one.value] == 1 and not is_boolean:
            return _Made(Ref(one.value), labels, is_new=False)
        ties = [_tie("int_eq", name, one.value)]
    else:
        none = max(values) + 1
        labels[none] = ABSENT
        ties = [
            _tie("int_ne_reif", name, none, one.occurs),
            _tie("int_eq_imp", name, one.value, one.occurs),
        ]
    return _Made(Ref(name), labels, is_new=True, calls=ties)


def _tie(predicate: str, name: str, *others: Any) -> Call:
    return Call(predicate, [Ref(name), *others], [], 0)
