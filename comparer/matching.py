"""Variables of two models that mean the same: as they are mapped, by name, or by shape."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from operator import itemgetter

from ..models.language.boards.placements import Placement
from ..models.language.errors import ModelError
from ..models.language.expressions import Domain, Variable, domain_of, size
from ..models.language.groups import Group, Single, VariableList
from ..models.language.late_dataclasses import dataclass, replace
from ..models.language.model import Keyed, Model
from ..models.language.nodes import Value
from ..models.language.phrases import did_you_mean

Values = Mapping[str, Value]
Change = Callable[[Values], "dict[str, Value] | None"]


@dataclass(frozen=True, eq=False)
class Tie:
    """Variables of the second model that say the same as variables of the first."""

    first: tuple[Variable, ...]
    second: tuple[Variable, ...]
    to_first: Change
    """Values of the first model's variables by those of the second's; None where none do."""
    to_second: Change
    """The other way."""
    domains: Sequence[Domain]
    """All values that either model gives to each of the first's variables."""
    notes: Sequence[str] = ()
    """In words, how the two are compared, or where their values differ."""
    shift: int = 0
    """Added to each value of the second's."""


def _one_to_one(first: Sequence[Variable], second: Sequence[Variable], shift: int = 0) -> Tie:
    """Each variable of the one for that at the same place of the other, plus `shift`.

    Raises: ModelError for labels to which a number is to be added.
    """
    pairs = list(zip(first, second, strict=True))

    def plus(value: Value, by: int) -> Value:
        return int(value) + by if by else value

    labels = next((one.name for pair in pairs for one in pair if one.labelled), None)
    if shift and labels:
        raise ModelError(f"{labels} has labels, to which no number can be added; leave it out")
    notes = [
        f"{a.name} is {_range(a)} in the first model, {b.name} {_range(b)}{_hint(a, b)}"
        for a, b in pairs
        if (set(a.domain) != set(b.domain) if a.labelled else _ends(a.domain) != _ends(b.domain))
    ]
    if shift:
        notes = [f"{first[0].name} stands for {second[0].name} {'-+'[shift > 0]} {abs(shift)}"]
    moved = [Variable(b.name, _moved(b.domain, shift)) if shift else b for b in second]
    return Tie(
        tuple(first),
        tuple(second),
        lambda values: {a.name: plus(values[b.name], shift) for a, b in pairs},
        lambda values: {b.name: plus(values[a.name], -shift) for a, b in pairs},
        [_united(a, b) for a, b in zip(first, moved, strict=True)],
        notes[:1],
        shift,
    )


def _placement_and_list(
    squares: Sequence[Variable], lists: Sequence[Variable], width: int, base: int, *, flipped: bool
) -> Tie:
    """A placement, and a list with the column of the piece in each row, from `base` on.

    If `flipped`, the list is the first model's.
    """

    def placed(values: Values) -> dict[str, Value]:
        chosen: dict[str, Value] = {square.name: 0 for square in squares}
        for row, variable in enumerate(lists):
            column = values[variable.name]
            assert isinstance(column, int), "its domain is of numbers"
            chosen[squares[row * width + column - base].name] = 1
        return chosen

    def read(values: Values) -> dict[str, Value] | None:
        columns: dict[str, Value] = {}
        for row, variable in enumerate(lists):
            line = squares[row * width : (row + 1) * width]
            taken = [place for place, square in enumerate(line) if values[square.name] == 1]
            if len(taken) != 1:
                return None
            columns[variable.name] = taken[0] + base
        return columns

    notes = [f"{lists[0].name} … are read as the column of the piece in each row"]
    domains = [variable.domain for variable in (lists if flipped else squares)]
    if flipped:
        return Tie(tuple(lists), tuple(squares), read, placed, domains, notes)
    return Tie(tuple(squares), tuple(lists), placed, read, domains, notes)


@dataclass(frozen=True)
class Matching:
    """The variables by which two models are compared."""

    ties: tuple[Tie, ...]
    first_only: tuple[str, ...]
    """Groups of the first model that nothing of the second stands for, and that do not count."""
    second_only: tuple[str, ...]

    @property
    def first_names(self) -> list[str]:
        """The variables of the first model that count."""
        return [variable.name for tie in self.ties for variable in tie.first]

    @property
    def second_names(self) -> list[str]:
        """The variables of the second model that count."""
        return [variable.name for tie in self.ties for variable in tie.second]

    @property
    def names(self) -> Iterable[tuple[str, str]]:
        """The first variables of each tie, which stand for each other."""
        return [(tie.first[0].name, tie.second[0].name) for tie in self.ties if tie.first]

    @property
    def words(self) -> str:
        """The variables that are compared, where not all of both have one name; else empty."""
        ties = [tie for tie in self.ties if tie.first]
        pairs = [*zip(self.names, ties, strict=True)]
        is_whole = not (self.first_only or self.second_only)
        if is_whole and all(tie.notes or _plain(a) == _plain(b) for (a, b), tie in pairs):
            return ""
        said = [
            f"{a}{' …' * (len(tie.first) > 1)}{f' (theirs: {b})' * (a != b)}"
            for (a, b), tie in pairs
        ]
        return f"compared on {', '.join(said)}"

    def form(self) -> Model:
        """A model of the first's variables, with every value that either model gives to them."""
        pairs = [pair for tie in self.ties for pair in zip(tie.first, tie.domains, strict=True)]
        return Model("both", [Variable(variable.name, domain) for variable, domain in pairs])

    def to_first(self, values: Values) -> dict[str, Value] | None:
        """Values of the first model's variables by those of the second's; None where none do."""
        return _joined([tie.to_first(values) for tie in self.ties])

    def to_second(self, values: Values) -> dict[str, Value] | None:
        """The other way."""
        return _joined([tie.to_second(values) for tie in self.ties])

    @property
    def notes(self) -> tuple[str, ...]:
        """Notes on the comparison, in words."""
        others = (("first", self.first_only), ("second", self.second_only))
        left = (
            f"{', '.join(names)} of the {which} model alone: any value will do"
            for which, names in others
            if names
        )
        return (*(note for tie in self.ties for note in tie.notes), *left)


def matched(first: Model, second: Model, mapping: Mapping[str, str] | None = None) -> Matching:
    """Ties between the variables of two models.

    `mapping` names groups or variables of the first by those of the second's, as `q` or `q+1`; the
    others match by name, then by names alike but for case and marks, in which variables such as
    `x_1`, `x_2` are an array, and then where just one of a shape is left in each. Names in common,
    the rest is projected away where nothing of it may stand for another.

    Raises: ModelError for a name that is not there, groups that do not fit, and where variables
    are left in both.
    """
    ones: dict[str, Part] = dict(first.groups_by_name)
    others: dict[str, Part] = dict(second.groups_by_name)
    ties: list[Tie] = []
    for name, said in (mapping or {}).items():
        other, shift = _plus(said, second)
        pair = _taken(ones, name, first), _taken(others, other, second)
        ties.append(_tied(*pair, f"{name}={said}", shift))
    ties += _by_keys(ones, others, first, second)
    common = [name for name in ones if name in others]
    ties += [_tied(ones.pop(name), others.pop(name), name) for name in common]
    ties += _by_keys(ones, others, first, second, by_name=True)
    if ones and others:
        ones, others = _gathered(ones), _gathered(others)
        ties += _by_shape(
            ones, others, lambda part: (_plain(part.name) or part.name, len(_members(part)))
        )
    is_named = bool(ties)
    for shape in _SHAPES:
        ties += _by_shape(ones, others, shape)
    ties += _by_rows(ones, others)
    if (ones and others and not (is_named and _are_apart(ones, others))) or (
        not ties and (first.variables or second.variables)
    ):
        sizes = [
            f" ({name} has {len(_members(ones[name]))} and {len(_members(others[name]))} variables)"
            for name in ones
            if name in others
        ]
        raise ModelError(
            f"{first.name} has {_listed(ones)} and {second.name} has {_listed(others)}"
            f"{''.join(sizes[:1])}, of which it is not clear what stands for what; say so by --map"
            " NAME=OTHER (in Python"
            " mapping={'name': 'other'}), the first model's name first"
        )
    return Matching(tuple(ties), tuple(ones), tuple(others))


def _joined(several: Sequence[dict[str, Value] | None]) -> dict[str, Value] | None:
    known = [values for values in several if values is not None]
    if len(known) < len(several):
        return None
    return {name: value for values in known for name, value in values.items()}


Part = Group | Variable


def _taken(parts: dict[str, Part], name: str, model: Model) -> Part:
    """The group or variable called `name`, taken out of `parts`; what is left of a group stays."""
    if name not in parts and name not in model.by_name and name in (whole := _gathered(parts)):
        parts.clear()
        parts.update(whole)
    if name in parts:
        return parts.pop(name)
    for group_name, group in list(parts.items()):
        members = _members(group)
        if name in (member.name for member in members):
            del parts[group_name]
            parts.update((m.name, m) for m in members if m.name != name)
            return next(member for member in members if member.name == name)
    advice = did_you_mean(name, [*parts, *model.by_name], "left to be mapped are")
    raise ModelError(f"{model.name} has no {name!r} that is not mapped yet; {advice}")


def _members(part: Part) -> tuple[Variable, ...]:
    return (part,) if isinstance(part, Variable) else part.variables


def _plus(said: str, model: Model) -> tuple[str, int]:
    """The name, and the number to be added, of `q+1`."""
    found = re.fullmatch(r"(.+?) *([+-]) *(\d{1,9})", said)
    if found is None or said in model.by_name or said in model.groups_by_name:
        return said, 0
    return found[1], int(found[2] + found[3])


_INDEX = re.compile(r"\d+")


def _places(names: Iterable[str]) -> list[tuple[int, ...]]:
    """The numbers in each name."""
    return [tuple(map(int, _INDEX.findall(name))) for name in names]


def _gathered(parts: Mapping[str, Part]) -> dict[str, Part]:
    """The same, in which variables alone that differ by their numbers are a list under one name."""
    alone: dict[str, list[Variable]] = {}
    for name, part in parts.items():
        if isinstance(part, Variable | Single) and _INDEX.search(name):
            stem = _plain(_INDEX.sub("", name)) or "variables"
            alone.setdefault(stem, []).extend(_members(part))
    found = dict(parts)
    for stem, members in alone.items():
        places = _places(one.name for one in members)
        if len(members) == len({*places}) > 1 == len({*map(len, places)}) and stem not in found:
            for one in members:
                del found[one.name]
            ordered = tuple(
                one for _, one in sorted(zip(places, members, strict=True), key=itemgetter(0))
            )
            found[stem] = VariableList(stem, ordered, tuple(range(len(ordered))))
    return found


def _plain(name: str) -> str:
    """A name without case and marks; empty where nothing else is in it."""
    return re.sub(r"[\W_]+", "", name).casefold()


def _plain_name(part: Part) -> object:
    """The name of a part and its size, by which it matches one that is written otherwise."""
    return _plain(part.name) or part.name, len(_members(part))


def _are_apart(ones: Mapping[str, Part], others: Mapping[str, Part]) -> bool:
    """True if nothing of the one may stand for anything of the other, nor all for all."""
    sizes = [sum(len(_members(part)) for part in parts.values()) for parts in (ones, others)]
    return sizes[0] != sizes[1] and not any(
        len(_members(a)) == len(_members(b)) or _rows(a, b)
        for a in ones.values()
        for b in others.values()
    )


def _tied(first: Part, second: Part, where: str, shift: int = 0) -> Tie:
    rows = None if shift else _rows(first, second)
    if rows is not None:
        return rows
    ones, others = _members(first), _members(second)
    if len(ones) != len(others):
        raise ModelError(
            f"{where}: {len(ones)} variables of the first model cannot stand for"
            f" {len(others)} of the second; are the parameters the same? On a command line each"
            " model takes those that follow it"
        )
    ends = dict(zip(_ends_of(second), others, strict=True))
    if set(ends) == set(_ends_of(first)):
        others = tuple(ends[end] for end in _ends_of(first))
    elif len({*map(_axes, (first, second))} - {()}) > 1:
        raise ModelError(
            f"{where}: an array of {_axes(first)} cannot stand for one of {_axes(second)};"
            " give both the same shape, or map variables one by one"
        )
    return _one_to_one(ones, others, shift)


def _axes(part: Part) -> tuple[int, ...]:
    """The numbers of rows, columns, …; none for what has one axis alone."""
    places = _places(_ends_of(part))
    axes = tuple(len({*axis}) for axis in zip(*places, strict=False))
    return axes if len(axes) > 1 else ()


def _rows(first: Part, second: Part) -> Tie | None:
    """A placement and a list with a column a row, either way round."""
    for placement, other, flipped in ((first, second, False), (second, first, True)):
        if isinstance(placement, Placement) and isinstance(other, VariableList):
            width = _width(placement, len(other))
            values = {value for variable in other for value in _ends(variable.domain)[:2]}
            base = int(width in values)
            if values and values <= set(range(base, base + width)):
                squares, lists = _members(placement), _members(other)
                return _placement_and_list(squares, lists, width, base, flipped=flipped)
    return None


def _width(placement: Placement, height: int) -> int:
    """The width of the board if it has `height` rows and no square is closed; else 0."""
    board = placement.board
    whole = board.height == height and len(placement) == board.height * board.width
    return board.width if whole else 0


def _by_rows(ones: dict[str, Part], others: dict[str, Part]) -> list[Tie]:
    found = [
        (a, b, tie)
        for a, one in ones.items()
        for b, other in others.items()
        if (tie := _rows(one, other))
    ]
    if len(found) != 1:
        return []
    ((name, other_name, tie),) = found
    del ones[name], others[other_name]
    return [tie]


def _by_shape(
    ones: dict[str, Part], others: dict[str, Part], shape: Callable[[Part], object]
) -> list[Tie]:
    """Ties of the groups whose shape each model has just once."""
    ties = []
    for name, part in list(ones.items()):
        alike = [key for key in others if shape(others[key]) == shape(part)]
        if len(alike) == 1 and sum(shape(one) == shape(part) for one in ones.values()) == 1:
            ties.append(_tied(ones.pop(name), others.pop(alike[0]), name))
    return ties


def _by_keys(
    ones: dict[str, Part],
    others: dict[str, Part],
    first: Model,
    second: Model,
    *,
    by_name: bool = False,
) -> list[Tie]:
    """Ties of what the programs of both models print at the same places under the same key.

    `by_name`, also of what one prints under the name that a group of the other's has.
    """
    ties = []
    for key in dict.fromkeys([*first.printed, *second.printed]):
        mine, theirs = first.printed.get(key, {}), second.printed.get(key, {})
        if by_name:
            mine = mine or _at_places(theirs, ones.get(key))
            theirs = theirs or _at_places(mine, others.get(key))
        added = {theirs[place][1] - by for place, (_, by) in mine.items() if place in theirs}
        a, b = [[name for name, _ in side.values()] for side in (mine, theirs)]
        if mine.keys() != theirs.keys() or len(added) != 1 or not len(a) == len({*a}) == len({*b}):
            continue
        if _names_in(ones).issuperset(a) and _names_in(others).issuperset(b):
            pairs = [(name, theirs[place][0]) for place, (name, _) in mine.items()]
            tie = _one_to_one(
                [_members(_taken(ones, name, first))[0] for name, _ in pairs],
                [_members(_taken(others, name, second))[0] for _, name in pairs],
                *added,
            )
            ties.append(replace(tie, notes=(f"{key} by what is printed as JSON", *tie.notes)))
    return ties


def _at_places(places: Keyed, part: Part | None) -> Keyed:
    """The variables of a group at the places of as many that are printed as lists."""
    members = () if part is None else _members(part)
    if len(members) != len(places) or any('"' in place for place in places):
        return {}
    return {place: (one.name, 0) for place, one in zip(places, members, strict=True)}


def _names_in(parts: Mapping[str, Part]) -> set[str]:
    return {one.name for part in parts.values() for one in _members(part)}


def _kind(part: Part) -> str:
    return Single.kind if isinstance(part, Variable) else part.kind


_SHAPES: Sequence[Callable[[Part], object]] = (
    lambda part: (_kind(part), tuple(_ends_of(part))),
    lambda part: (_kind(part), len(_members(part))),
    lambda part: len(_members(part)),
)
"""By which the parts of two models match, the closest first."""


def _ends_of(part: Part) -> Sequence[str]:
    """The names of variables less the name of their group: `[r1c5]`."""
    if isinstance(part, Variable | Single):
        return [""]
    return [variable.name.removeprefix(part.name) for variable in part.variables]


def _united(one: Variable, other: Variable) -> Domain:
    if one.labelled != other.labelled:
        raise ModelError(f"{one.name} and {other.name}: one has labels, the other numbers")
    a, b = one.domain, other.domain
    if a == b:
        return a
    if isinstance(a, range) and isinstance(b, range) and a.step == b.step == 1:
        return range(min(a[0], b[0]), max(a[-1], b[-1]) + 1)
    return domain_of(dict.fromkeys([*a, *b]), one.name)


def _ends(domain: Domain) -> list[Value]:
    return [domain[0], domain[-1], size(domain)]


def _range(variable: Variable) -> str:
    domain = variable.domain
    if variable.labelled:
        return ", ".join(map(str, domain[:6]))
    return f"from {domain[0]} to {domain[-1]}"


def _moved(domain: Domain, by: int) -> Domain:
    """The numbers of a domain, each with `by` added."""
    if isinstance(domain, range):
        return range(domain.start + by, domain.stop + by, domain.step)
    return domain_of([int(value) + by for value in domain], "a domain")


def _hint(a: Variable, b: Variable) -> str:
    """The end of a note, where the values differ by a number alone."""
    if a.labelled or b.labelled or size(a.domain) != size(b.domain):
        return ""
    by = int(a.domain[0]) - int(b.domain[0])
    if a.domain != _moved(b.domain, by):
        return ""
    return f"; where these mean the same, write --map NAME=OTHER{by:+d}"


def _listed(parts: Iterable[str]) -> str:
    names = list(parts)
    return ", ".join([*names[:6], *["…"] * (len(names) > 6)]) or "nothing left"
