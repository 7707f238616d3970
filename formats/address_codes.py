"""Codes of addresses: how the clues of many places are written one behind the other, and read.

A `Token` is the code of one clue, a `Kind` that of a field: a mapping from places to clues, in the
order of the places. What is read is text from anywhere, so each error names its character.

>>> code = Code("nurikabe/3/2/2k.", "nurikabe", at=13)
>>> Gapped(NUMBER).read(code, [(1, 1), (1, 2), (1, 3), (2, 1), (2, 2), (2, 3), (3, 1)])
{(1, 1): 2, (3, 1): '?'}
"""

from __future__ import annotations

import re
import string
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from itertools import pairwise, product
from typing import Any, NoReturn, Protocol

from ..models.language.errors import ModelError
from ..models.language.late_dataclasses import dataclass

DIGITS = string.digits + string.ascii_lowercase
ARROWS = ("", "^", "v", "<", ">")

Clue = int | str
Place = Any
"""A square, an edge, a corner, a half square, or a place outside the board, as a tuple."""


class Code:
    """The text of an address, read from left to right."""

    def __init__(self, text: str, genre: str, at: int) -> None:
        self.text, self.genre, self.at = text, genre, at
        self.meant, self.others = "", ""
        """The field and the place that are being read, and what may stand there for a gap."""

    @property
    def next(self) -> str:
        """The next character; none at the end."""
        return self.text[self.at : self.at + 1]

    def take(self, text: str) -> bool:
        """True if `text` comes next; it is then read."""
        found = self.text.startswith(text, self.at)
        self.at += len(text) * found
        return found

    def match(self, pattern: str) -> re.Match[str] | None:
        """The text that comes next, if it is of the pattern; it is then read."""
        found = re.compile(pattern).match(self.text, self.at)
        self.at = found.end() if found else self.at
        return found

    def refuse(self, expected: str) -> NoReturn:
        """Raises: ModelError, which says where the text is wrong and what was expected."""
        where = f"{self.genre} needs {expected}{self.others} for its {self.meant}"
        if not self.next:
            raise ModelError(f"the address ends too early, behind character {self.at}; {where}")
        raise ModelError(f"character {self.at + 1} of the address is {self.next!a}; {where}")


def named(place: Place) -> str:
    """A place as errors name it, such as r1c2, r1c1|r1c2 or top 3."""
    if isinstance(place[0], str):
        return f"{place[0]} {place[1]}"
    if isinstance(place[0], tuple):
        return "|".join(map(named, place))
    return f"r{place[0]}c{place[1]}"


# ------------------------------------------------------------- Clues: how one is read and written.


@dataclass(frozen=True)
class Token:
    """The code of one clue."""

    says: str
    """The clues in words, for errors."""
    read: Callable[[Code], Clue]
    write: Callable[[Clue], str | None]
    """The code of a clue; None where it has none."""


def listed(says: str, listing: Callable[[], Mapping[str, Clue]]) -> Token:
    """Clues that are listed by their codes, none of which begins with another."""

    @cache
    def clues() -> tuple[Mapping[str, Clue], dict[Clue, str]]:
        found = listing()
        return found, {clue: code for code, clue in found.items()}

    def read(code: Code) -> Clue:
        for end in range(code.at + 1, code.at + 5):
            if (clue := clues()[0].get(code.text[code.at : end])) is not None:
                code.at = end
                return clue
        return code.refuse(says)

    return Token(says, read, lambda clue: clues()[1].get(clue))


LENGTHS = {"": (1, 0), "-": (2, 0), "+": (3, 0), "=": (3, 4096), "@": (3, 8192)}
LENGTHS |= {"*": (4, 12240), "$": (5, 77776), "%": (3, 8192)}
"""By a mark before a number: how many hexadecimal digits follow, and what is added to them."""


def numbers(says: str, others: Mapping[str, Clue]) -> Token:
    """Numbers from 0, and `others` by their characters."""
    codes = {clue: mark for mark, clue in others.items()}

    def read(code: Code) -> Clue:
        if (mark := code.next) in others:
            code.at += 1
            return others[mark]
        length, least = LENGTHS.get(mark, (1, 0))
        found = code.match(f"[-+=%@*$]?([0-9a-f]{{{length}}})")
        return least + int(found[1], 16) if found else code.refuse(says)

    def write(clue: Clue) -> str | None:
        if not isinstance(clue, int):
            return codes.get(clue)
        forms = ((mark, length, clue - least) for mark, (length, least) in LENGTHS.items())
        return next((f"{m}{rest:0{n}x}" for m, n, rest in forms if 0 <= rest < 16**n), None)

    return Token(says, read, write)


def arrows(says: str, others: Mapping[str, Clue], colours: str = "") -> Token:
    """Numbers with an arrow, or with none, behind a digit for a colour; and `others`."""
    codes = {clue: mark for mark, clue in others.items()}
    pattern = f"([0-{len(colours) - 1}])" if colours else "()"
    pattern += "(?:([0-4])([0-9a-f.])|([5-9])([0-9a-f]{2})|-([0-4])([0-9a-f]{3}))"

    def read(code: Code) -> Clue:
        if (mark := code.next) in others:
            code.at += 1
            return others[mark]
        found = code.match(pattern)
        if not found:
            return code.refuse(says)
        colour, way, number = (part for part in found.groups() if part is not None)
        value = "?" if number == "." else int(number, 16)
        return f"{colours[int(colour)] if colour else ''}{value}{ARROWS[int(way) % 5]}"

    def write(clue: Clue) -> str | None:
        found = re.fullmatch(r"([a-z]?)(\?|\d+)([\^v<>]?)", str(clue))
        if clue in codes or not found or found[1] not in (list(colours) or [""]):
            return codes.get(clue)
        colour = str(colours.index(found[1])) if colours else ""
        way, code = ARROWS.index(found[3]), found[2].replace("?", ".")
        code = code if code == "." else f"{int(code):x}"
        marks = {1: f"{way}", 2: f"{way + 5}", 3: f"-{way}"}
        return colour + marks[len(code)] + code if len(code) in marks else None

    return Token(says, read, write)


def _read_coloured(code: Code) -> Clue:
    number, black = divmod(int(COUNT.read(code)), 2)
    return "wb"[black] + (str(number) if number else "")


def _write_coloured(clue: Clue) -> str | None:
    found = re.fullmatch(r"([wb])(\d*)", str(clue))
    return COUNT.write(2 * int(found[2] or 0) + "wb".index(found[1])) if found else None


def _read_two_counts(code: Code) -> Clue:
    digit, two = "([0-9a-f.])", "([0-9a-f]{2})"
    found = code.match(f"={two}{two}|-{digit}{two}|[+]{two}{digit}|{digit}{digit}")
    if not found:
        return code.refuse(TWO_COUNTS.says)
    both = filter(None, found.groups())
    return "\\".join("" if number == "." else str(int(number, 16)) for number in both)


def _write_two_counts(clue: Clue) -> str | None:
    both = re.fullmatch(r"(\d*)\\(\d*)", str(clue))
    below, right = (f"{int(one):x}" if one else "." for one in both.groups()) if both else ("", "")
    mark = {(1, 1): "", (1, 2): "-", (2, 1): "+", (2, 2): "="}.get((len(below), len(right)))
    return None if mark is None else mark + below + right


def _label(number: int) -> tuple[str, Clue]:
    high, low = divmod(number, 36)
    return (f"-{DIGITS[high]}" if high else "") + DIGITS[low], number


def _numbers_of_tapa() -> dict[str, Clue]:
    found: dict[str, Clue] = {str(number): str(number) for number in range(9)}
    for length, least, marks in ((2, 360, "?12345"), (3, 396, "?123"), (4, 460, "?1")):
        for number, clue in enumerate(product(marks, repeat=length), least):
            found[_label(number)[0].removeprefix("-")] = "".join(clue)
    return {**found, **UNKNOWN, "9": "1111"}


SUMS: dict[str, Clue] = {
    mark: number for number, mark in enumerate(DIGITS[:20] + string.ascii_uppercase)
}


def _two_sums() -> dict[str, Clue]:
    both = product([("-", ""), *SUMS.items()], repeat=2)
    sums: dict[str, Clue] = {b + r: f"{below}\\{right}" for (b, below), (r, right) in both}
    return {**sums, ".": "\\"}


def _read_compass(code: Code) -> Clue:
    if code.take("_"):
        return "#"
    return ",".join(str(NUMBER.read(code)) for _ in ARROWS[1:]).replace("?", ".")


def _write_compass(clue: Clue) -> str | None:
    ways = str(clue).split(",")
    if clue == "#" or len(ways) != 4 or not all(re.fullmatch(r"\.|[0-9]{1,7}", w) for w in ways):
        return "_" if clue == "#" else None
    codes = [NUMBER.write("?" if way == "." else int(way)) for way in ways]
    return None if None in codes else "".join(filter(None, codes))


UNKNOWN: dict[str, Clue] = {".": "?"}
HITORI: dict[str, Clue] = {"%": "?", "@": "?"}
SASHIGANE: dict[str, Clue] = {**HITORI, ".": "o", "g": "^", "h": "v", "i": "<", "j": ">"}

NUMBER = numbers("a number or .", UNKNOWN)
COUNT = numbers("a number", {})
SIGN = numbers("g, h, a number or .", UNKNOWN | {"g": "<", "h": ">"})
ARROW_OR_CIRCLE = numbers("an arrow or a circle", SASHIGANE)
ARROW = arrows("an arrow with a number", {"+": "#"})
COLOURED_ARROW = arrows("a colour and an arrow with a number", {}, "gwb")
COLOURED = Token("a number", _read_coloured, _write_coloured)
TWO_COUNTS = Token("two numbers", _read_two_counts, _write_two_counts)
COMPASS = Token("four numbers or _", _read_compass, _write_compass)
DIGIT = listed("a digit or .", lambda: {**UNKNOWN, **{m: int(m) for m in "012345689"}, "7": "#"})
LABEL = listed("a number in base 36 or @", lambda: dict(map(_label, range(1296))) | HITORI)
NUMBERS_OF_TAPA = listed("one to four numbers", _numbers_of_tapa)
SUM = listed("a sum", lambda: SUMS)
TWO_SUMS = listed("two sums or .", _two_sums)
SHAPE = listed("1, 2, 3 or .", lambda: {"1": "|", "2": "-", "3": "+", ".": "?"})


# --------------------------------- Kinds of codes: how the clues of many places follow each other.


class Kind(Protocol):
    """The code of one field of an address."""

    def read(self, code: Code, places: Sequence[Place], /) -> Any:
        """The value of the field. Raises: ModelError."""

    def write(self, value: Any, places: Sequence[Place], /) -> str:
        """The code of the value. Raises: ModelError for a clue that has none."""


def unwritable(clue: object, place: Place, says: str) -> ModelError:
    """The error for a clue without a code."""
    return ModelError(f"no address holds {clue!r} at {named(place)}; there may be {says}")


def gaps_from(first: str) -> str:
    """The letters for 1, 2, … places without a clue, from `first` to `z`."""
    return DIGITS[DIGITS.index(first) :]


def _gap(length: int, gaps: str) -> str:
    """The code of so many places without a clue."""
    longest, rest = divmod(length, len(gaps))
    return gaps[-1] * longest + (gaps[rest - 1] if rest else "")


@dataclass(frozen=True)
class Gapped:
    """A clue after another, and letters for how many places between them have none."""

    token: Token
    gaps: str = gaps_from("g")
    before: str = ""
    """A character before the first one."""

    def read(self, code: Code, places: Sequence[Place]) -> dict[Place, Clue]:
        found: dict[Place, Clue] = {}
        meant, at = code.meant, 0
        if not code.take(self.before):
            code.refuse(f"a {self.before}")
        code.others = f", or a gap ({self.gaps[0]} to {self.gaps[-1]}),"
        while at < len(places):
            code.meant = f"{meant} at {named(places[at])}"
            if code.next and code.next in self.gaps:
                at += 1 + self.gaps.index(code.next)
                if at > len(places):
                    code.others = ""
                    code.refuse("a shorter gap")
                code.at += 1
            else:
                found[places[at]] = self.token.read(code)
                at += 1
        return found

    def write(self, value: Mapping[Place, Clue], places: Sequence[Place]) -> str:
        text, gap = self.before, 0
        for place in places:
            if place not in value:
                gap += 1
                continue
            code = self.token.write(value[place])
            if code is None:
                raise unwritable(value[place], place, self.token.says)
            text, gap = text + _gap(gap, self.gaps) + code, 0
        return text + _gap(gap, self.gaps)


@dataclass(frozen=True)
class Packed:
    """A character says a clue and how many places behind it have none."""

    clues: tuple[Clue, ...]
    most: int
    """The most places behind a clue that its own character says."""
    gaps: str = gaps_from("g")
    beyond: bool = True
    """The character of the last clue says `most`, even where fewer places are left."""

    def read(self, code: Code, places: Sequence[Place]) -> dict[Place, Clue]:
        found: dict[Place, Clue] = {}
        meant, codes = code.meant, DIGITS[: len(self.clues) * (self.most + 1)]
        at, end = 0, len(places)
        while at < end:
            code.meant = f"{meant} at {named(places[at])}"
            if code.next and code.next in codes:
                gap, clue = divmod(codes.index(code.next), len(self.clues))
                found[places[at]] = self.clues[clue]
                at = min(at + 1 + gap, end) if self.beyond else at + 1 + gap
            elif code.next and code.next in self.gaps:
                at += 1 + self.gaps.index(code.next)
            elif code.next == ".":
                found[places[at]] = "?"
                at += 1
            else:
                code.refuse(f"0 to {codes[-1]} or ., or a gap ({self.gaps[0]} to z),")
            if at > end:
                code.refuse("a shorter gap")
            code.at += 1
        return found

    def write(self, value: Mapping[Place, Clue], places: Sequence[Place]) -> str:
        text, at, end = "", 0, len(places)
        filled = [number for number, place in enumerate(places) if place in value]
        for number, following in pairwise([*filled, end]):
            clue, gap = value[places[number]], min(self.most, following - number - 1)
            if following == end and self.beyond:
                gap = self.most
            text += _gap(number - at, self.gaps)
            at = number + 1
            if clue == "?":
                text += "."
            elif clue in self.clues:
                text += DIGITS[self.clues.index(clue) + len(self.clues) * gap]
                at += gap
            else:
                raise unwritable(clue, places[number], f"one of {self.clues}")
        return text + _gap(max(0, end - at), self.gaps)


@dataclass(frozen=True)
class Grouped:
    """Values from 0 to `base` - 1, so many in each character; 0 is no clue."""

    base: int
    each: int

    def read(self, code: Code, places: Sequence[Place]) -> dict[Place, Clue]:
        found: dict[Place, Clue] = {}
        meant, digits = code.meant, DIGITS[: self.base**self.each]
        for start in range(0, len(places), self.each):
            group = places[start : start + self.each]
            code.meant = f"{meant} from {named(group[0])} on"
            number = digits.find(code.next or " ")
            if number < 0:
                code.refuse(f"0 to {digits[-1]}")
            if number % self.base ** (self.each - len(group)):
                code.refuse("a smaller digit")
            code.at += 1
            for power, place in zip(reversed(range(self.each)), group, strict=False):
                if clue := number // self.base**power % self.base:
                    found[place] = clue
        return found

    def write(self, value: Mapping[Place, Clue], places: Sequence[Place]) -> str:
        text = ""
        for start in range(0, len(places), self.each):
            number = 0
            for place in [*places[start : start + self.each], *[None] * self.each][: self.each]:
                clue = value.get(place, 0)
                if not isinstance(clue, int) or not 0 <= clue < self.base:
                    raise unwritable(clue, place, f"0 to {self.base - 1}")
                number = number * self.base + clue
            text += DIGITS[number]
        return text


class OuterSides(Grouped):
    """Sides of squares, those of the board last, which are left out where none has a clue."""

    def read(self, code: Code, places: Sequence[Place]) -> dict[Place, Clue]:
        inner = self._inner(places)
        short = len(code.text) - code.at <= -(-len(inner) // self.each)
        return super().read(code, inner if short else places)

    def write(self, value: Mapping[Place, Clue], places: Sequence[Place]) -> str:
        inner = self._inner(places)
        return super().write(value, places if value.keys() - set(inner) else inner)

    def _inner(self, places: Sequence[Place]) -> Sequence[Place]:
        """The places without the sides of the board, half of which are above or on the left."""
        return places[: len(places) - 2 * sum(0 in edge[0] for edge in places)]


class Each:
    """A character a place, as in old addresses, which are read alone."""

    def __init__(self, meaning: Callable[[Mapping[Place, str]], dict[Place, Clue]]) -> None:
        self.meaning = meaning

    def read(self, code: Code, places: Sequence[Place]) -> dict[Place, Clue]:
        marks = code.match(f"[0-9a-z.]{{{len(places)}}}")
        if not marks:
            code.at = min(code.at + len(places), len(code.text))
            code.refuse(f"{len(places)} characters")
        return self.meaning(dict(zip(places, marks[0], strict=True)))

    def write(self, value: Mapping[Place, Clue], places: Sequence[Place]) -> str:
        raise ModelError("old addresses are not written")


class Number:
    """A decimal number, and a `/` behind it."""

    def read(self, code: Code, places: Sequence[Place]) -> int:
        found = code.match("([0-9]{1,3})/")
        return int(found[1]) if found else code.refuse("a number of at most three digits and a /")

    def write(self, value: int | None, places: Sequence[Place]) -> str:
        return f"{value or 0}/"


PRESETS = {
    "p": "337k/15v/24as/24bo/23fg/337i/23rg/334u/335s/33bk/24bk/337o",
    "t": "14u/23bg/22u/23f/23eg",
    "d": "14u/14u/23bg/23bg/22u/22u/23f/23f/23eg/23eg",
    "z": "",
}
"""Banks that have a letter: pentominoes, tetrominoes once and twice, and no piece at all."""


class Bank:
    """The pieces of a bank behind a `/`: a letter for all, or their number and each one's code."""

    def read(self, code: Code, places: Sequence[Place]) -> tuple[str, ...]:
        if not code.take("/"):
            code.refuse("a / before the pieces")
        if code.take("/"):
            for letter, preset in PRESETS.items():
                if code.take(letter):
                    return tuple(map(_drawn_piece, filter(None, preset.split("/"))))
            code.refuse(f"the letter of a bank, one of {' '.join(PRESETS)}")
        pieces: list[str] = []
        for _ in range(Number().read(code, places)):
            found = re.compile(r"[1-9a-z]{2}[0-9a-v]{1,245}").match(code.text, code.at)
            drawn = _drawn_piece(found[0]) if found else ""
            if not found or not drawn or not (code.take(found[0] + "/") or code.take(found[0])):
                code.refuse("a piece: its width, its height, and its squares in base 32")
            pieces.append(drawn)
        return tuple(pieces)

    def write(self, value: Sequence[str], places: Sequence[Place]) -> str:
        codes = "/".join(map(_piece, value))
        letter = next((letter for letter, preset in PRESETS.items() if preset == codes), None)
        return f"//{letter}" if letter else f"/{len(value)}/{codes}"


def _drawn_piece(code: str) -> str:
    """A piece as a map such as `X./XX`; nothing where its code has no squares or too many."""
    width, height = (int(digit, 36) for digit in code[:2])
    end, bits = width * height, "".join(f"{int(digit, 32):05b}" for digit in code[2:])
    squares = bits.ljust(end, "0").translate({ord("0"): ".", ord("1"): "X"})
    if "X" not in squares[:end] or "X" in squares[end:] or len(squares) >= end + 5:
        return ""
    return "/".join(squares[at : at + width] for at in range(0, end, width))


def _piece(drawn: str) -> str:
    rows = drawn.split("/")
    squares = "".join(rows).translate({ord("."): "0", ord("X"): "1"})
    groups = (squares[at : at + 5].ljust(5, "0") for at in range(0, len(squares), 5))
    text = "".join(DIGITS[int(group, 2)] for group in groups).rstrip("0")
    return DIGITS[len(rows[0])] + DIGITS[len(rows)] + text
