"""Lists of texts that are alike but for their numbers, as loops over variables."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Container, Iterator, Mapping, Sequence
from itertools import (
    chain,
    combinations,
    groupby,
    islice,
    pairwise,
    permutations,
    product,
    zip_longest,
)
from math import comb, prod
from operator import itemgetter
from typing import Any, NamedTuple

from .fitted_columns import Row, fitted
from .python_layout import DATA, Data, literal

_VALUE = re.compile(r'"(?:[^"\\]|\\.)*"|\'(?:[^\'\\]|\\.)*\'|\x01[^\x01]*\x01|-?\b\d+\b', re.DOTALL)
_TOKEN = re.compile(rf"{_VALUE.pattern}|[^\W\d]\w*|\s+|.", re.DOTALL)
_INDICES = re.compile(r"(?<=\w\[)\d+(?:, \d+)*(?=\])")
_RANGE, _FROM_0 = re.compile(r"\brange\((\w+)\)"), re.compile(r"\brange\(0, (?=[^(),]+\))")
_QUOTES = re.compile("[\"']")
LETTERS = "ijkmnpqrtuvw"
_CLOSER = re.compile(r"\w+ \* \w+|\d+ \*\* (?:\w+|\([^()]*\))")
"""A square or a power, which is multiplied without brackets."""
_ONE_APART = re.compile(r"\w+ \+ 2 <= \w+")
_FEWEST = 3
"""Fewer texts are no family."""
_FEW_COLUMNS = 4
"""A table of more, all numbers, has more rows than columns."""


class Loop(NamedTuple):
    """Names, and the values that they take together."""

    names: tuple[str, ...]
    over: range | list[Any] | Data
    several: bool = False
    """True for all ascending choices of as many values of `over` as there are names."""
    where: str = ""
    """A condition, in Python."""


Write = Callable[[str, Sequence[Loop]], str | None]
"""The list of a text within loops, the last of which is the innermost; None if there is none."""


def comprehension(text: str, loops: Sequence[Loop]) -> str:
    """The list in Python."""
    (names, over, several, _), *more = loops
    if not more and not several and names == (text,):
        return literal([*over]) if isinstance(over, list) else f"[*{literal(over)}]"
    return f"[{text} {clauses(loops)}]"


def clauses(loops: Sequence[Loop]) -> str:
    """The loops of a comprehension in Python."""
    return " ".join(
        f"for {_target(names, over)} in "
        + (f"combinations({literal(over)}, {len(names)})" if several else literal(over))
        + (where and f" if {where}")
        for names, over, several, where in loops
    )


def _target(names: Sequence[str], over: object) -> str:
    """The names of a loop, but for the first in brackets where that numbers several others."""
    is_pair = isinstance(over, Data) and over.startswith("enumerate(") and len(names) > 2
    first, *others = names
    return f"{first}, ({', '.join(others)})" if is_pair else ", ".join(names)


def conditions(where: str) -> list[str]:
    """The conditions of a loop one by one; a pair that is none of several is none of each."""
    if found := re.fullmatch(r"(\(\w+, \w+\)) not in \[(.*)\]", where):
        return [f"{found[1]} != {pair}" for pair in re.findall(r"\([^()]*\)", found[2])]
    return where.split(" and ") if where else []


def in_families(
    texts: Sequence[str],
    taken: set[str],
    most: int = 4,
    write: Write = comprehension,
    fewest: int = _FEWEST,
) -> list[str]:
    """Texts, those in a row that are one family as `write` has loops, if it is shorter.

    A loop over two, where `fewest` is 2, may be longer.

    `taken` are names that no variable of a loop may have. A loop that goes through a list, where
    no range will do, has at most `most` variables.
    """
    found: list[str] = []
    for _, several in groupby(map(_begun, texts), kinds):
        same = list(several)
        loop = _loops(same, taken, most, write) if len(same) >= fewest else None
        is_short = loop and (len(same) == 2 or len(loop) < len(", ".join(same)))
        runs = [[*some] for _, some in groupby(same, _gaps)]
        if loop and is_short:
            found.append(loop)
        elif 1 < len(runs) <= len(same) // _FEWEST:
            found += (one for run in runs for one in in_families(run, taken, most, write))
        else:
            found += same
    return [one if _QUOTES.search(one) else _FROM_0.sub("range(", one) for one in found]


def _begun(text: str) -> str:
    """The text with the beginning of each range in Python, as those that begin elsewhere have."""
    return text if _QUOTES.search(text) else _RANGE.sub(r"range(0, \1)", text)


def in_any_order(texts: Sequence[str], taken: set[str], write: Write) -> list[str]:
    """The texts in families, whose order may change if that is shorter.

    A loop over a table of several columns must be shorter by a fifth.
    """
    apart: dict[Any, list[str]] = {}
    in_lines: dict[Any, list[str]] = {}
    by_kind: dict[str, list[str]] = {}
    for text in texts:
        gaps, kind = _gaps(text), kinds(text)
        apart.setdefault((_INDICES.sub("[]", text), str(gaps)), []).append(text)
        moves = [*map(any, zip_longest(*gaps))]
        in_lines.setdefault((kind, str(moves)), []).append(text)
        by_kind.setdefault(kind, []).append(text)
    orders = {(*texts,): None, (*chain.from_iterable(by_kind.values()),): None}  # often the same
    tables = min((in_families(order, taken, 6, write) for order in orders), key=size)
    by_place = [sorted(some, key=_places) for some in apart.values()]
    by_line = [sorted(some, key=_lines) for some in in_lines.values()]
    found = [
        [one for some in each for one in in_families(some, taken, 1, write)]
        for each in ([texts], apart.values(), by_place, by_line)
    ]
    shortest = min(found, key=size)
    return tables if size(tables) < 0.8 * size(shortest) else shortest


def _places(text: str) -> list[list[int]]:
    """The indices of a text."""
    return [[*map(int, one.split(", "))] for one in _INDICES.findall(text)]


def _gaps(text: str) -> list[list[int]]:
    """The distance of each index from the first one of as many numbers."""
    indices = _places(text)
    first = {len(one): one for one in reversed(indices)}
    return [[a - b for a, b in zip(one, first[len(one)], strict=True)] for one in indices]


def _lines(text: str) -> list[list[int]]:
    """The same by axes, those along which all are in one place first."""
    axes = [*map(list, zip_longest(*_places(text)))]
    return sorted(axes, key=lambda axis: len({*axis}) > 1)


def one_loop(texts: Sequence[str], taken: set[str], write: Write, fewest: int = _FEWEST) -> str:
    """The texts as one family in their order; empty if they are none."""
    is_alike = len({*map(kinds, texts)}) == 1 and len(texts) >= fewest
    return (is_alike and _loops(texts, taken, 4, write)) or ""


def letters_but(taken: Container[str]) -> list[str]:
    """The names of variables of loops that are not taken."""
    return [letter for letter in LETTERS if letter not in taken]


def kinds(text: str) -> str:
    """The text without its numbers and texts, which those of a family have in common."""
    return _VALUE.sub(lambda one: one[0][0] if one[0][0] in f"\"'{DATA}" else "0", text)


def size(texts: Sequence[str]) -> int:
    """The number of all signs but spaces."""
    return len("".join("".join(texts).split()))


def _loops(texts: Sequence[str], taken: set[str], most: int, write: Write) -> str | None:
    """Loops that make the texts in their order, if there are any."""
    rows = [_TOKEN.findall(text) for text in texts]
    columns = {
        place: tuple(Data(one) if one[0] == DATA else ast.literal_eval(one) for one in column)
        for place, column in enumerate(zip(*rows, strict=True))
        if len(set(column)) > 1
    }
    letters = letters_but(taken)
    for loops, values in _shapes([*dict.fromkeys(columns.values())], letters, most):
        names = letters[: len(values[0])]
        if len(names) < len(values[0]):
            continue
        terms = {place: fitted(column, values, names) for place, column in columns.items()}
        if all(terms.values()):
            gone = _gone_through(loops)
            if gone not in (None, [*values]):
                raise AssertionError(f"{loops} go through {gone}, not {values}")
            later = dict(zip(letters, letters[len(names) :], strict=False))
            tokens = [later.get(token, token) for token in rows[0]]
            if text := write(_substituted(tokens, terms), loops):
                return text
    return None


def _gone_through(loops: Sequence[Loop]) -> list[Row] | None:
    """The values of the variables of loops over ranges; None where a loop is over a list."""
    if any(isinstance(loop.over, list) for loop in loops):
        return None
    names = ", ".join(name for loop in loops for name in loop.names)
    known = {"range": range, "combinations": combinations}
    found: list[Row] = eval(f"[({names},) {clauses(loops)}]", known)  # of letters and numbers
    return found


def _shapes(
    columns: Sequence[Row], letters: Sequence[str], most: int
) -> Iterator[tuple[list[Loop], list[Row]]]:
    """Loops and the values of their variables, the simplest first."""
    for several in (1, 2, 3):
        for chosen in islice(permutations(columns, several), 200):
            values = [*zip(*chosen, strict=True)]
            lines = [_line(column) for column in chosen]
            ranges = [line for line in lines if isinstance(line, range)]
            if prod(map(len, lines)) == len(values) and [*product(*lines)] == values:
                if several > 1 or ranges:
                    pairs = zip(letters, lines, strict=False)
                    yield [Loop((name,), line) for name, line in pairs], values
            elif several > 1 and len(ranges) == several:
                span = range(ranges[0].start, ranges[-1].stop)
                alike = comb(len(span), several) == len(values)
                if alike and [*combinations(span, several)] == values:
                    yield [Loop((*letters[:several],), span, several=True)], values
            if several == 2 and (loops := pairs_but_few(letters, values)):
                yield loops, values
    for chosen in islice(permutations(columns, 2), 200):
        values = [*zip(*chosen, strict=True)]
        if loops := _pairs(letters, values):
            nearer = (
                [(i, j - 1) for i, j in values] if _ONE_APART.fullmatch(loops[-1].where) else []
            )
            apart = _pairs(letters, nearer) if nearer else []
            yield (apart, nearer) if apart and apart[0].several else (loops, values)
    for chosen in islice(permutations(columns, 3), 200):
        values, line = [*zip(*chosen, strict=True)], _line(chosen[0])
        rest = [*dict.fromkeys(row[1:] for row in values)]
        is_whole = isinstance(line, range) and [(a, *row) for a in line for row in rest] == values
        if is_whole and (loops := _pairs(letters[1:], rest)):
            yield [Loop((letters[0],), line), *loops], values
        if loops := _three_apart(letters, values):
            yield loops, values
    for chosen in islice(permutations(columns, 2), 50):
        values = [*zip(*chosen, strict=True)]
        if loops := _in_bounds(letters, values):
            yield loops, values
    if columns and all(type(one) is int for column in columns for one in column):
        span = range(1, len(columns[0]) + 1)
        yield [Loop((letters[0],), span)], [(one,) for one in span]
    free: list[Row] = []
    for column in columns:
        if not any(fitted(column, [(value,) for value in one], ["i"]) for one in free):
            free.append(column)
    are_numbers = all(type(one) is int for column in free for one in column)
    is_wide = len(free) > _FEW_COLUMNS and len(columns[0]) <= len(free) and are_numbers
    if not 0 < len(free) <= most or is_wide:
        return
    for several in range(1, len(free)):
        for chosen in combinations(free, several):
            others = [column for column in free if column not in chosen]
            parts = [[*zip(*some, strict=True)] for some in (chosen, others)]
            outer, inner = ([*dict.fromkeys(part)] for part in parts)
            both = [*zip(*parts, strict=True)]
            if 1 < len(inner) < len(both) and [*product(outer, inner)] == both:
                loops = [_spanned(letters, outer), _spanned(letters[several:], inner)]
                yield loops, [(*a, *b) for a, b in both]
    values = [*zip(*free, strict=True)]
    yield [_listed(letters, values)], values


def _listed(names: Sequence[str], rows: Sequence[Row]) -> Loop:
    """The loop over rows."""
    listed = [one for (one,) in rows] if len(rows[0]) == 1 else [*rows]
    return Loop((*names[: len(rows[0])],), listed)


def _spanned(names: Sequence[str], rows: Sequence[Row]) -> Loop:
    """The loop over rows, which may be numbers in a row, or some of them in every way."""
    found = _listed(names, rows)
    if len(rows[0]) > 1 and all(type(one) is int for row in rows for one in row):
        return _chosen(found.names, rows) or found
    line = _line(tuple(found.over)) if len(rows[0]) == 1 else None
    return found._replace(over=line) if isinstance(line, range) else found


def _chosen(names: Sequence[str], rows: Sequence[Row]) -> Loop | None:
    """The loop over all ascending choices of numbers in a row; None for other rows."""
    every = range(rows[0][0], rows[-1][-1] + 1)
    is_each = [*rows] == [*combinations(every, len(names))]
    return Loop((*names,), every, several=True) if is_each else None


def loops_over(names: Sequence[str], rows: Sequence[Row]) -> list[Loop]:
    """The loops over the squares of a board, or each two there that are neighbours, or over each
    two numbers; none for other rows.
    """
    are_numbers = all(type(one) is int for row in rows for one in row)
    if len(names) not in (2, 4) or {*map(len, rows)} != {len(names)} or not are_numbers:
        return []
    if len(names) == 2:
        each = _chosen(names, rows)
        return [each] if each else pairs_but_few(names, rows)
    i, j, k, m = names
    numbers = [row[:2] for row in rows] + [row[2:] for row in rows]
    outer, inner = (range(min(one), max(one) + 1) for one in zip(*numbers, strict=True))
    beside = ((i, j, *b) for i in outer for j in inner for b in ((i, j + 1), (i + 1, j)))
    if [*rows] != [row for row in beside if row[2] in outer and row[3] in inner]:
        return []
    near = Loop((k, m), Data(f"[({i}, {j} + 1), ({i} + 1, {j})]"))
    where = f"{k} < {outer.stop} and {m} < {inner.stop}"
    return [Loop((i,), outer), Loop((j,), inner), near._replace(where=where)]


def pairs_but_few(names: Sequence[str], values: Sequence[Row]) -> list[Loop]:
    """The loops over two ranges, of whose pairs few are left out; none if there are no such."""
    if not all(type(one) is int for row in values for one in row):
        return []
    a, b, *_ = names
    lines = [sorted({*column}) for column in zip(*values, strict=True)]
    if not all(line[-1] - line[0] + 1 == len(line) for line in lines):
        return []
    found = {*values}
    missing = [pair for pair in product(*lines) if pair not in found]
    where = f"({a}, {b}) not in {missing}"
    if len(missing) == 1:
        where = f"({a}, {b}) != {missing[0]}"
    if missing == [(one, one) for one in lines[0] if one in lines[1]]:
        where = f"{a} != {b}"
    elif _FEWEST * len(missing) > len(values):
        return []
    outer, inner = (range(line[0], line[-1] + 1) for line in lines)
    is_ordered = [pair for pair in product(outer, inner) if pair in found] == [*values]
    return [Loop((a,), outer), Loop((b,), inner, where=where)] if missing and is_ordered else []


def are_over(loops: Sequence[Loop], keys: Sequence[Row]) -> bool:
    """True if two loops go through these keys, which are the pairs of two ranges but for few."""
    names = tuple(name for loop in loops for name in loop.names)
    are_pairs = len(loops) == len(names) == 2 and {*map(len, keys)} == {2}
    return are_pairs and [*loops] == pairs_but_few(names, [*map(tuple, keys)])


def numbered(loop: Loop, name: str, keys: Sequence[Row], codes: Mapping[str, int]) -> Loop | None:
    """The loop over all keys of a dictionary and numbers in a row, or names of such `codes`."""
    if not isinstance(loop.over, list) or len(loop.names) != len(keys[0]) + 1:
        return None
    for place in (0, -1):
        names, rows = [*loop.names], [[*row] for row in loop.over]
        first, numbers = names.pop(place), [row.pop(place) for row in rows]
        found = [codes.get(one.strip(DATA)) if isinstance(one, Data) else one for one in numbers]
        in_row = type(found[0]) is int and found == [*range(found[0], found[0] + len(found))]
        if in_row and rows == [*map(list, keys)]:
            start = f", {found[0]}" if found[0] else ""
            return Loop((first, *names), Data(f"enumerate({name}{start})"))
    return None


def _pairs(names: Sequence[str], pairs: Sequence[Row]) -> list[Loop]:
    """The loops over the pairs of two ranges, but for few, or whose sum and difference have ends.

    There are none for other pairs.
    """
    if loops := pairs_but_few(names, pairs):
        return loops
    if not all(type(one) is int for pair in pairs for one in pair):
        return []
    a, b, *_ = names
    outer, inner = (range(min(one), max(one) + 1) for one in zip(*pairs, strict=True))
    if len(outer) * len(inner) > _FEWEST * len(pairs):
        return []
    left, where = [*product(outer, inner)], list[str]()
    for sign in (1, -1):
        ends, found = [i + sign * j for i, j in pairs], list[tuple[int, int]]()
        for turn, most in ((1, max(ends)), (-1, -min(ends))):
            fewer = [(i, j) for i, j in left if turn * (i + sign * j) <= most]
            found += [(turn, most)] if len(fewer) < len(left) else []
            left = fewer
        if sign < 0 and len(found) == 1:
            where.append(_no_more(a, b, *found[0]))
        else:
            said = f"{a} + {b}" if sign > 0 else f"{b} - {a}"
            where += (f"{said} <= {n}" if t == sign else f"{said} >= {-n}" for t, n in found)
    if left != [*pairs]:
        return []
    if where == [f"{a} < {b}"] and inner == range(outer.start + 1, outer.stop + 1):
        return [Loop((a, b), range(outer.start, inner.stop), several=True)]
    return [Loop((a,), outer), Loop((b,), inner, where=" and ".join(where))]


def _in_bounds(names: Sequence[str], rows: Sequence[Row]) -> list[Loop]:
    """The loops over a range, and for each of its values one that it bounds; none for others."""
    if not all(type(one) is int for row in rows for one in row):
        return []
    blocks = [[*some] for _, some in groupby(rows, key=itemgetter(0))]
    outer = _line(tuple(some[0][0] for some in blocks))
    lines = [[inner for _, inner in some] for some in blocks]
    steps = {b - a for line in lines for a, b in pairwise(line)}
    are_several = isinstance(outer, range) and _FEWEST <= len(outer) == len(blocks) < len(rows)
    if not are_several or min(steps) < 1 or (steps != {1} and outer[0] < 1):
        return []
    name, keys = names[0], [(value,) for value in outer]
    strides = [1] * len(outer) if steps == {1} else [*outer]
    firsts, ends = [line[0] for line in lines], [line[-1] + 1 for line in lines]
    start = fitted(tuple(firsts), keys, names[:1]) if len({*firsts}) > 1 else str(firsts[0])
    stops = {str(max(ends)): [max(ends)] * len(ends), fitted(tuple(ends), keys, names[:1]): ends}
    for more in (1, 2) if outer[0] > 0 and len(outer) > _FEWEST else ():
        most = max((end - more) * value for end, value in zip(ends, outer, strict=True))
        stops[f"{most} // {name} + {more}"] = [most // value + more for value in outer]
    for stop, several in stops.items():
        spans = map(range, firsts, several, strides)
        if start and stop and [*map(list, spans)] == lines:
            by = "" if steps == {1} else f", {name}"
            return [Loop((name,), outer), Loop((names[1],), Data(f"range({start}, {stop}{by})"))]
    return []


def _three_apart(names: Sequence[str], rows: Sequence[Row]) -> list[Loop]:
    """The loops over all of three ranges but for those of which two are equal; none for others."""
    lines = [_line(tuple(sorted(column))) for column in zip(*rows, strict=True)]
    apart = [
        two for two in combinations(range(3), 2) if all(row[two[0]] != row[two[1]] for row in rows)
    ]
    every = (row for row in product(*lines) if all(row[a] != row[b] for a, b in apart))
    if not apart or not all(isinstance(line, range) for line in lines) or [*every] != [*rows]:
        return []
    return [
        Loop(
            (names[n],),
            line,
            where=" and ".join(f"{names[a]} != {names[b]}" for a, b in apart if b == n),
        )
        for n, line in enumerate(lines)
    ]


def _no_more(a: str, b: str, turn: int, most: int) -> str:
    """The condition that the first is at most so much more than the second, or the other way."""
    less, more = (a, b) if turn > 0 else (b, a)
    if most == -1:
        return f"{less} < {more}"
    side = f"{less} + {-most}" if most < 0 else less
    return f"{side} <= {more}{f' + {most}' if most > 0 else ''}"


def _line(column: Row) -> range | list[Any]:
    """The values of a column, each once: as a range that ascends, if they are one."""
    values = [*dict.fromkeys(column)]
    step = values[1] - values[0] if type(values[0]) is int else 0
    step = 0 if step > 1 and len(values) < _FEWEST else step
    line = range(values[0], values[-1] + (1 if step == 1 else step), step) if step > 0 else None
    return line if line and [*line] == values else values


_OPERATOR = re.compile(r"[-+*/%]|(?:div|mod)\b")
_BEFORE = re.compile(r"(?:[-+*/%]|\b(?:div|mod))$")
_TURNED = {" + ": " - ", " - ": " + "}


def _substituted(tokens: Sequence[str], fitted: Mapping[int, str]) -> str:
    """The tokens as a text, with terms at some places; in brackets beside an operator."""
    found = [*tokens]
    for place, term in fitted.items():
        before, after = "".join(tokens[:place]).rstrip(), "".join(tokens[place + 1 :]).lstrip()
        left, right = _BEFORE.search(before), _OPERATOR.match(after)
        beside = {one[0] for one in (left, right) if one}
        if " " in term and re.search(r"\w\[[^][()]*$", before) and not beside - {"+", "-"}:
            turned = before.endswith("-")  # an index, whose numbers are no expressions
            found[place] = re.sub(" [+-] ", lambda sign: _TURNED[sign[0]], term) if turned else term
        else:
            may_join = (left is None or left[0] == "+") and not after.startswith("**")
            is_closer = may_join and _CLOSER.fullmatch(term)
            found[place] = term if " " not in term or not beside or is_closer else f"({term})"
        for side in (-1, 1) if " " in term else ():
            colon = place + side
            while tokens[colon : colon + 1] == [":"]:  # all those of a slice
                found[colon] = " : "
                colon += 2 * side
    return "".join(found).replace("[ : ", "[: ").replace(" : ]", " :]")
