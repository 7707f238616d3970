"""Squares of boards in texts: terms in a row that are alike, pairs that are near, and blocks."""

from __future__ import annotations

import re
from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence
from functools import partial
from itertools import accumulate, combinations, pairwise, product, starmap
from math import prod
from operator import itemgetter
from typing import Any, NamedTuple

from .brackets import at_top, bare, levels
from .families import Loop, kinds, letters_but
from .python_layout import STRING

SQUARE = re.compile(r"(?<![\w.])(\w+)\[(\d+), (\d+)\]")
"""An item of a board by its row and column."""
LINK = re.compile(r"\w+\[(\d+), (\d+), (\d+), (\d+)\]")
"""An item between two squares by their rows and columns."""
_ITEM = r"\w+\[[^][]*\]"
_BEGUN, _ENDED = r"(?:(?<![^(])|(?<=[,=>] ))", r"(?=[,)]|$| (?:[=!]=|[<>]=?|=) )"
ADDED = re.compile(rf"{_BEGUN}{_ITEM}(?: \+ {_ITEM})+{_ENDED}")
"""A sum of some items, which is compared, or an argument."""
_TRUTH = rf"(?:{_ITEM}|\({_ITEM} == 1\))"
JOINED = re.compile(
    rf"(?:(?<=^)|(?<=\()|(?<=-> )){_TRUTH} (?P<sign>\\/|/\\|or) {_TRUTH}"
    rf"(?: (?P=sign) {_TRUTH})*(?=\)|$)"
)
"""Items that are truths with one operator between, in brackets or beside none that is closer."""
WEIGHED = re.compile(rf"{_BEGUN}(?:\d+ \* )?{_ITEM}(?: \+ (?:\d+ \* )?{_ITEM}){{3,}}{_ENDED}")
"""The same of items of which some are multiplied by numbers."""
_SUM = r"(?<!\S)(?<! [-*/%] )(?<! // )\S++(?: \+ \S++)+(?! [*/%])"
_TERM = r"(?:(?! (?:<?->|/\\|\\/) )[^,|])++"
_CHAINS = {
    ",": re.compile(r".+"),
    "+": re.compile(_SUM),
    "/\\": re.compile(rf"(?:(?<=^)|(?<=> )|(?<=/ )){_TERM}(?: /\\ {_TERM})+"),
    "\\/": re.compile(rf"(?:(?<=^)|(?<=> )){_TERM}(?: \\/ {_TERM})+(?! /)"),
}
"""The terms of a list, or with an operator between them that binds no looser than those around."""
Square = tuple[int, int]
Pair = tuple[Square, Square]
_NEAR: dict[str, Callable[[int, int], bool]] = {
    "abs({}) + abs({}) == 1": lambda a, b: a + b == 1,
    "max(abs({}), abs({})) == 1": lambda a, b: max(a, b) == 1,
    "abs({}) + abs({}) <= 1": lambda a, b: a + b <= 1,
    "max(abs({}), abs({})) <= 1": lambda a, b: max(a, b) <= 1,
    "abs({}) * abs({}) == 1": lambda a, b: a * b == 1,
    "abs({}) * abs({}) == 2": lambda a, b: a * b == 2,
}
"""The squares near one, within two rows and columns, by how far these are off."""
_LINES: dict[str, Callable[[int, int], bool]] = {
    "({2} == {4} or {3} == {5})": lambda a, b: 0 in (a, b),
    "abs({0}) == abs({1})": lambda a, b: a == b,
    "({2} == {4} or {3} == {5} or abs({0}) == abs({1}))": lambda a, b: 0 in (a, b) or a == b,
}
"""The squares in line with one, by rows and columns, diagonals, or both, by the numbers too."""
_PAIRS = _NEAR | _LINES
_LARGEST = 400
"""The most squares of a board of which each two are looked at."""
_ORDERS: dict[str, Callable[[Square, Square], bool]] = {
    "({0}, {1}) < ({2}, {3})": lambda a, b: a < b,
    "({1}, {0}) < ({3}, {2})": lambda a, b: a[::-1] < b[::-1],
}
"""The ways in which one of two squares is the first."""


class Chain(NamedTuple):
    """A text with terms in a row that are alike, each of another square of one array."""

    before: str
    after: str
    array: str
    term: str
    """The text that the terms have in common, with `HERE` for the item."""
    squares: list[Square]


HERE = "\2"
_INTEGER = re.compile(r"-?\b\d+\b")
INDEX = re.compile(r"(?<=[\[ ])-?\d+(?=[\],])")
"""The numbers of an item."""


class Line(NamedTuple):
    """Items one of whose indices goes up in equal steps: the text around it, and its values."""

    before: str
    after: str
    first: int
    step: int
    size: int

    @property
    def last(self) -> int:
        return self.first + self.step * (self.size - 1)


def line_of(items: Sequence[str]) -> Line | None:
    """The line that items are; None if they are none."""
    if any(sign in item for item in items for sign in "\"'"):
        return None  # a key may be spelled as any text
    rows = [[*map(int, INDEX.findall(item))] for item in items]
    alike = {INDEX.sub(HERE, item) for item in items}
    changing = [n for n, column in enumerate(zip(*rows, strict=True)) if len({*column}) > 1]
    if len(alike) > 1 or len(changing) != 1:
        return None
    (at,) = changing
    values = [row[at] for row in rows]
    step = values[1] - values[0]
    if step < 1 or values != [*range(values[0], values[-1] + 1, step)]:
        return None
    found = [*INDEX.finditer(items[0])][at]
    before, after = items[0][: found.start()], items[0][found.end() :]
    return Line(before, after, values[0], step, len(values))


def chains_of(text: str, sign: str, cleared: Callable[[str], str] = bare) -> Iterator[Chain]:
    """The chains of a text that have this operator, or are lists by a comma, each as a whole.

    A term is cleared of brackets, and of what a chain makes of a truth.
    """
    gap = ", " if sign == "," else f" {sign} "
    for start, inner in levels(text):
        is_list = text[start - 1 : start] == "["
        if gap not in inner or inner.count("[") < 2 or (sign == "," and not is_list):
            continue
        top = {*at_top(inner)}
        outside = "".join(one if n in top else "_" for n, one in enumerate(inner))
        for found in _CHAINS[sign].finditer(outside):
            sizes = (len(one) + len(gap) for one in found[0].split(gap))
            ends = accumulate(sizes, initial=found.start())
            terms = [cleared(inner[a : b - len(gap)]) for a, b in pairwise(ends)]
            squares = [SQUARE.findall(term) for term in terms]
            alike = {SQUARE.sub(HERE, term) for term in terms}
            arrays = {one[0] for several in squares for one in several}
            if len(terms) > 1 and len(alike) == len(arrays) == 1 and {*map(len, squares)} == {1}:
                before, after = text[: start + found.start()], text[start + found.end() :]
                if sign == ",":
                    before, after = before[:-1], after[1:]
                places = [(int(row), int(column)) for ((_, row, column),) in squares]
                yield Chain(before, after, arrays.pop(), alike.pop(), places)


_EXTREME = re.compile(
    r"(?:cp\.)?(?:max|min)\((?P<cut>\w+\[[^][]*\])\)"
    r"|(?:maximum|minimum)_of\(-?\d+, -?\d+, "
    r"\[(?P<item>\w+\[[^][]*\]) for (?P<name>\w) in range\((?P<low>-?\d+), (?P<end>-?\d+)\)\]\)"
)
_CUT = re.compile(r"(-?\d+)(:|\.\.)(-?\d+)")


def so_far(items: Sequence[str]) -> list[str]:
    """Items that have an extreme of more and more, the first, which is of one item, as well.

    They are as they were where that is not so.
    """
    if len(items) < 3 or any(sign in item for item in items for sign in "\"'"):
        return [*items]
    steps = ([*map(int, _INTEGER.findall(item))] for item in items[1:3])
    before = iter([2 * a - b for a, b in zip(*steps, strict=False)])
    first = _INTEGER.sub(lambda one: str(next(before, "")), items[1])
    is_one = kinds(items[1]) == kinds(items[2]) and _EXTREME.sub(_alone, first) == items[0]
    return [first if is_one else items[0], *items[1:]]


def _alone(extreme: re.Match[str]) -> str:
    """The one item that an extreme is of; the extreme itself where it is of several."""
    if extreme["item"]:
        is_one = int(extreme["end"]) - int(extreme["low"]) == 1
        item = re.sub(rf"\b{extreme['name']}\b", extreme["low"], extreme["item"])
    else:
        found = _CUT.findall(extreme["cut"])
        is_one = len(found) == 1 and int(found[0][2]) - int(found[0][0]) == (found[0][1] == ":")
        item = _CUT.sub(r"\1", extreme["cut"])
    return item if is_one else extreme[0]


def with_calls(text: str, call: str) -> str:
    """The text, where a sum in brackets of a few terms that are alike is a call for their list."""
    for start, inner in [*levels(text)]:
        top = [*at_top(inner)]
        gaps = [place for place in top if inner.startswith(" + ", place)]
        spaces = [place for place in top if inner[place] == " "]
        if text[start - 1 : start] != "(" or not gaps or len(spaces) > 2 * len(gaps):
            continue
        ends = zip([-3, *gaps], [*gaps, len(inner)], strict=True)
        terms = [bare(inner[a + 3 : b]) for a, b in ends]
        if len({*map(kinds, terms)}) == 1:
            said = call.format(f"[{', '.join(terms)}]")
            is_call = re.search(r"\w\($", text[:start])
            before = text[:start] if is_call else text[: start - 1]
            after = text[start + len(inner) + (not is_call) :]
            return before + said + with_calls(after, call)
    return text


def with_whole(text: str, name: str, whole: Sequence[tuple[str, str]]) -> str:
    """The text, in which whole axes of an array, that are said by both ends, are said as such."""
    short = [sign for _, sign in whole]

    def said(found: re.Match[str]) -> str:
        parts = found[1].split(", ")
        if len(parts) == len(whole):  # each by its own axis
            pairs = zip(parts, whole, strict=True)
            parts = [sign if part == ends else part for part, (ends, sign) in pairs]
        return name if parts == short else f"{name}[{', '.join(parts)}]"

    return re.sub(rf"\b{name}\[([^][]*)\]", said, text) if any(short) else text


def near_pairs(
    texts: Sequence[str],
    taken: Container[str],
    loops_of: Callable[[str, Sequence[Pair], Sequence[str]], Sequence[Loop]],
) -> list[tuple[str, Sequence[Loop], list[int]]]:
    """Texts over two squares each: those that are alike, the loops that make them, their places.

    `loops_of` has the loops for an array, all pairs of squares, and the names of these.
    """
    alike: dict[Any, dict[int, Pair]] = {}
    for place, text in enumerate(texts):
        items = SQUARE.findall(text)
        if len(SQUARE.findall(re.sub(STRING, "", text))) < len(items):
            continue  # a label is spelled as an item
        squares = [(int(row), int(column)) for _, row, column in items]
        first, *others = dict.fromkeys(squares) or [(0, 0)]
        if len(others) == len({name for name, *_ in items}) == 1:
            key = (items[0][0], SQUARE.sub(HERE, text), *(one == first for one in squares))
            alike.setdefault(key, {})[place] = first, others[0]
    found = list[tuple[str, Sequence[Loop], list[int]]]()
    for (name, text, *are_first), pairs in alike.items():
        words = {*re.findall(r"\w+", text)}
        names = [one for one in letters_but(taken) if one not in words][:4]
        if min(len(pairs), len(names)) < 4:
            continue
        if loops := loops_of(name, [*pairs.values()], names):
            parts, (i, j, k, m) = text.split(HERE), names
            items = [f"{name}[{i}, {j}]" if one else f"{name}[{k}, {m}]" for one in are_first]
            said = "".join(a + b for a, b in zip(parts, [*items, ""], strict=True))
            found.append((said, loops, [*pairs]))
    return found


def around_each(
    board: Mapping[Square, None],
    names: Sequence[str],
    in_sight: Callable[[Square, Sequence[str]], str],
) -> Iterator[tuple[Callable[[Any], str], dict[Any, list[Square]]]]:
    """For each way in which squares are around one: their condition, in Python, and the squares.

    The condition is of a square by `names`, and is asked for the centre. What is around a number
    are the pairs that have it. On a board with gaps `in_sight` says that none is between.
    """
    i, j = names
    high = max(one for square in board for one in square)

    def said(form: str, centre: Square) -> str:
        r, c = centre
        return form.format(f"{i} - {r}", f"{j} - {c}", i, j, r, c)

    for form, is_near in _PAIRS.items() if len(board) <= _LARGEST else _NEAR.items():
        reach = high if form in _LINES else 2
        steps = [s for s in product(range(-reach, reach + 1), repeat=2) if is_near(*map(abs, s))]
        yield (
            partial(said, form),
            {(r, c): [s for a, b in steps if (s := (r + a, c + b)) in board] for r, c in board},
        )
    rows, columns = ({*axis} for axis in zip(*board, strict=True))
    has_gaps = len(board) < min(len(rows) * len(columns), _LARGEST)

    def clear(form: str, centre: Square) -> str:
        return f"{said(form, centre)} and {in_sight(centre, names)}"

    for form, is_near in _LINES.items() if has_gaps else ():
        near = {(a, b) for a in (-1, 0, 1) for b in (-1, 0, 1) if is_near(abs(a), abs(b))}
        ways = near - {(0, 0)}
        yield (
            partial(clear, form),
            {one: sorted([one, *_seen_from(one, ways, board)]) for one in board},
        )
    if all(a < b for a, b in board):
        ends = range(high + 1)
        yield (
            lambda end: f"{end} in ({i}, {j})",
            {end: [pair for pair in board if end in pair] for end in ends},
        )


def centred(
    near: Mapping[Any, list[Square]], chains: Sequence[Chain], *, in_order: bool
) -> list[tuple[Any, Chain]]:
    """Each chain with each centre that its squares are around; none if some are around none.

    If they are around all centres these are in order.
    """
    centres_of: dict[tuple[Square, ...], list[Any]] = {}
    for centre, squares in near.items():
        centres_of.setdefault((*squares,), []).append(centre)
    found: list[tuple[Any, Chain]] = []
    for chain in chains:
        squares = chain.squares if in_order else sorted(chain.squares)
        centres = centres_of.get((*squares,), [])
        beside = SQUARE.search(chain.before + chain.after)
        if beside and near.get(here := (int(beside[2]), int(beside[3]))) == squares:
            centres = [here]
        if not centres:
            return []
        found += [(centre, chain) for centre in centres]
    is_of_all = {*near} == {centre for centre, _ in found}
    return sorted(found, key=itemgetter(0)) if is_of_all else found


def _seen_from(
    square: Square, ways: Iterable[Square], board: Mapping[Square, None]
) -> Iterator[Square]:
    """The squares up to the next gap each way."""
    for down, right in ways:
        row, column = square
        while (row := row + down, column := column + right) in board:
            yield row, column


def near_each_other(
    board: Mapping[Square, None], pairs: Sequence[Pair], names: Sequence[str]
) -> str:
    """The condition, in Python, of which these are all pairs of squares; empty if there is none."""
    order = next((said for said, of in _ORDERS.items() if all(starmap(of, pairs))), "")
    if not order or len({*pairs}) < len(pairs) or len(board) > _LARGEST:
        return ""
    apart, every = (
        [(abs(a - c), abs(b - d)) for (a, b), (c, d) in several]
        for several in (pairs, combinations(board, 2))
    )
    i, j, k, m = names
    for said, is_near in _PAIRS.items():
        if all(starmap(is_near, apart)) and sum(starmap(is_near, every)) == len(pairs):
            rest = said.format(f"{i} - {k}", f"{j} - {m}", *names)
            return f"{order.format(*names)} and {rest}"
    return ""


def across(
    squares: Sequence[list[int]], rows: range, columns: range
) -> tuple[str, int, bool] | None:
    """The sign and the number by which squares are a whole diagonal, and if they go down it."""
    for sign, shown in ((1, "+"), (-1, "-")):
        number = squares[0][1] + sign * squares[0][0]
        line = [[r, c] for r in rows if (c := number - sign * r) in columns]
        if squares in (line, line[::-1]):
            return shown, number, squares == line
    return None


def steps(shape: Sequence[int]) -> list[tuple[int, int]]:
    """For each dimension, how far apart its neighbours are in the order of rows, and its size."""
    return [(prod(shape[axis + 1 :]), size) for axis, size in enumerate(shape)]


def block(places: Sequence[int], shape: Sequence[int]) -> list[range] | None:
    """For each axis the range that is taken, if these places are such a part of an array.

    `places` are from 0, in the order of rows.
    """
    apart = steps(shape)
    taken = [{place // step % size for place in places} for step, size in apart]
    axes = [range(min(values), max(values) + 1) for values in taken]
    if prod(map(len, axes)) != len(places):
        return None
    spots = [sum(p * s for p, (s, _) in zip(at, apart, strict=True)) for at in product(*axes)]
    return axes if spots == [*places] else None


def cut_of(axis: range, size: int) -> str:
    """The places of an axis of this size, as an index of Python."""
    if len(axis) == size > 1:
        return ":"
    return str(axis.start) if len(axis) == 1 else f"{axis.start}:{axis.stop}"
