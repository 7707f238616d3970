"""Puzzles as addresses, such as `nurikabe/5/5/g5k2o1k3g`, read and written as plain values.

The form is that of puzz.link, pzv.jp and pzprxs: a genre, letters for a variant of its rules, the
numbers of columns and of rows, and a code. `GENRES` says of what fields the code of each genre
consists; a field is a mapping from places to clues, written by one of a few kinds of codes. What is
read is text alone, and nothing is fetched.

>>> address = read_address("https://puzz.link/p?nurikabe/3/2/2j.")
>>> address.width, address.height, address.clues
(3, 2, {(1, 1): 2, (2, 3): '?'})
"""

from __future__ import annotations

import re
import string
from collections.abc import Callable, Iterator, Mapping
from functools import cached_property
from itertools import chain
from typing import Any
from urllib.parse import unquote

from ..models.language.errors import ModelError
from ..models.language.late_dataclasses import dataclass, field, replace
from ..models.language.phrases import did_you_mean
from . import address_codes as codes
from .address_codes import Clue, Code, Gapped, Grouped, Kind, Packed, Place, named

HOST = "https://puzz.link/p?"
MAPPINGS = ("clues", "borders", "holes", "signs", "corners", "dots", "outside")
MOST_SQUARES, MOST_CHARACTERS = 2_500, 50_000
Square = tuple[int, int]
"""Row from the top and column from the left, from 1."""
Edge = tuple[Square, Square]
"""Two squares that share a side, one of them outside for a side of the board."""


@dataclass(frozen=True)
class Address:
    """A puzzle as its address gives it; a clue is a number, or a text, `?` an unknown number."""

    genre: str
    width: int
    height: int
    flags: str = ""
    """Letters for a variant of the rules."""
    number: int | None = None
    """The stars of a region (`starbattle`), or how many letters there are (`easyasabc`)."""
    clues: Mapping[Square, Clue] = field(default_factory=dict)
    """Clues on squares. Circles are 1 (white) and 2 (black), trees of tents 1. Texts: `2<` a number
    and an arrow, `w2<` with a colour (`w`hite, `b`lack, `g`rey), `w2` or `b` a colour and a number,
    `1311` the numbers of tapa, `4\\12` the sums below and to the right, `1,.,2,.` what lies above,
    below, left and right, `+`, `-` and `|` the shapes of tatamibari, `o` a circle without a number,
    `#` no square of the board."""
    borders: Mapping[Edge, Clue] = field(default_factory=dict)
    """1 for each two squares, the upper or left one first, with a thick line between them."""
    holes: Mapping[Square, Clue] = field(default_factory=dict)
    """1 for each square that is out of the game."""
    signs: Mapping[Edge, Clue] = field(default_factory=dict)
    """Between two squares: `<` or `>`, a difference, or a dot, 1 white and 2 black."""
    corners: Mapping[Square, Clue] = field(default_factory=dict)
    """Numbers on corners of squares, `(0, 0)` being that of the board at the top left."""
    dots: Mapping[Square, Clue] = field(default_factory=dict)
    """Stars, 1 white and 2 black, by half squares: `(1, 1)` the middle of the first square, `(1,
    2)` that of its right side, `(2, 2)` its lower right corner."""
    outside: Mapping[tuple[str, int, int], Clue] = field(default_factory=dict)
    """Clues outside: side (`top`, `left`, `right`, `bottom`), line, place away from the board."""
    pieces: tuple[str, ...] = ()
    """The pieces of a bank as maps such as `X./XX`."""

    @property
    def squares(self) -> list[Square]:
        """Every square, row by row."""
        return [(r, c) for r in range(1, self.height + 1) for c in range(1, self.width + 1)]

    @cached_property
    def rooms(self) -> list[list[Square]]:
        """The regions between the borders, by their first squares, which are row by row."""
        found: dict[Square, list[Square]] = {}
        rooms = []
        for square in self.squares:
            if square not in found:
                rooms.append(found.setdefault(square, [square]))
                for one in rooms[-1]:
                    near = [two for two in self._beside(one) if two not in found]
                    found.update(dict.fromkeys(near, rooms[-1]))
                    rooms[-1] += near
        return [sorted(room) for room in rooms]

    @property
    def regions(self) -> str:
        """A map of the regions, a letter each, rows apart by `/`.

        A border inside a region parts nothing, so the map has it not.
        """
        marks: dict[Square, str] = {}
        for room, letter in zip(self.rooms, letters(), strict=False):
            marks |= dict.fromkeys(room, letter)
        return self.drawn(marks)

    def drawn(self, marks: Mapping[Square, str], empty: str = ".") -> str:
        """A map of one character a square, rows apart by `/`."""
        rows = [[(r, c) for c in range(1, self.width + 1)] for r in range(1, self.height + 1)]
        return "/".join("".join(marks.get(square, empty) for square in row) for row in rows)

    def lines(self, side: str) -> list[list[Clue]]:
        """The clues outside each line of a side, the nearest to the board first."""
        found: list[list[Clue]] = [
            [] for _ in range(self.width if side in ("top", "bottom") else self.height)
        ]
        for (at, line, _), clue in sorted(self.outside.items(), key=lambda one: one[0]):
            if at == side:
                found[line - 1].append(clue)
        return found

    def _beside(self, square: Square) -> Iterator[Square]:
        r, c = square
        for other in ((r - 1, c), (r, c - 1), (r, c + 1), (r + 1, c)):
            edge = (min(square, other), max(square, other))
            inside = 1 <= other[0] <= self.height and 1 <= other[1] <= self.width
            if inside and edge not in self.borders:
                yield other


def borders_between(marks: Mapping[Square, object]) -> dict[Edge, Clue]:
    """1 for every two squares side by side whose marks differ."""
    near = (((r, c), two) for r, c in marks for two in ((r, c + 1), (r + 1, c)))
    return {(one, two): 1 for one, two in near if marks.get(two, marks[one]) != marks[one]}


def letters() -> Iterator[str]:
    """Letters for the regions of a map: those of English, then those of other alphabets."""
    yield from string.ascii_uppercase + string.ascii_lowercase
    others = chain(range(0xC0, 0x530), range(0x4E00, 0x9FA6))
    yield from (chr(number) for number in others if chr(number).isalpha())


# ------------------------------------------------- The places of a field, in the order of its code.

Places = Callable[[Address], list[Place]]


def _squares(page: Address) -> list[Place]:
    return page.squares


def _upright(page: Address) -> list[Place]:
    """The sides between two squares of a row, row by row."""
    return [((r, c), (r, c + 1)) for r, c in page.squares if c < page.width]


def _level(page: Address) -> list[Place]:
    """The sides between two squares of a column, row by row."""
    return [((r, c), (r + 1, c)) for r, c in page.squares if r < page.height]


def _sides(page: Address) -> list[Place]:
    return _upright(page) + _level(page)


def _all_sides(page: Address) -> list[Place]:
    """The sides between two squares, then those of the board: top, bottom, left, right."""
    rows, columns = range(1, page.height + 1), range(1, page.width + 1)
    outer = [[((r, c), (r + 1, c)) for c in columns] for r in (0, page.height)]
    outer += [[((r, c), (r, c + 1)) for r in rows] for c in (0, page.width)]
    return _sides(page) + list(chain(*outer))


def _corners(page: Address) -> list[Place]:
    return [(r, c) for r in range(page.height + 1) for c in range(page.width + 1)]


def _halves(page: Address) -> list[Place]:
    return [(r, c) for r in range(1, 2 * page.height) for c in range(1, 2 * page.width)]


def _rooms(page: Address) -> list[Place]:
    """The square of each region that has its number: the upper one of its first column."""
    return [min(room, key=lambda square: square[::-1]) for room in page.rooms]


def _in_rooms(page: Address) -> dict[Square, Clue]:
    """The clues of regions on the squares that have them in a code. Raises: ModelError."""
    homes = zip(_rooms(page), page.rooms, strict=True)
    home = {square: place for place, room in homes for square in room}
    found: dict[Square, Clue] = {}
    for square, clue in page.clues.items():
        place = home.get(square, square)
        if place in found:
            raise ModelError(f"no address has two numbers in one region, as at {named(square)}")
        found[place] = clue
    return found


def _outside(*sides: str, deep: int = 1) -> Places:
    """The places outside the board, side by side; `deep` of a line, or half its length for 0."""

    def places(page: Address) -> list[Place]:
        sizes = {"top": (page.width, page.height), "left": (page.height, page.width)}
        sizes |= {"bottom": sizes["top"], "right": sizes["left"]}
        return [
            (side, line, away)
            for side in sides
            for line in range(1, sizes[side][0] + 1)
            for away in range(1, (deep or (sizes[side][1] + 1) // 2) + 1)
        ]

    return places


def _ends(page: Address) -> list[Place]:
    """Above each column and left of each row that begins with a square without a clue."""
    return [
        (side, line, away)
        for side, line, away in _outside("top", "left")(page)
        if ((1, line) if side == "top" else (line, 1)) not in page.clues
    ]


# --------------------------------------------------------- The table: the fields of every genre.


@dataclass(frozen=True)
class Field:
    """A part of the code: the attribute of an address that it fills, its places, and its kind."""

    name: str
    places: Places
    kind: Kind
    optional: bool = False
    """Left out at the end of the code, or before a `/`, where it is empty."""


@dataclass(frozen=True)
class Genre:
    """The fields of a code, in order, and the letters of variants."""

    fields: tuple[Field, ...]
    flags: str = ""
    forms: str = ""
    """Letters that do not change the puzzle: `b` how it is drawn, `d` that its code is `old`."""
    old: tuple[Field, ...] = ()


def _clues(kind: Kind, optional: bool = False) -> tuple[Field, ...]:
    return (Field("clues", _squares, kind, optional),)


def _around(
    *sides: str, deep: int = 1, gaps: str = codes.gaps_from("g"), before: str = ""
) -> tuple[Field, ...]:
    token = codes.COUNT if gaps == "." else codes.NUMBER
    return (Field("outside", _outside(*sides, deep=deep), Gapped(token, gaps, before)),)


def _alike(names: str, *fields: Field) -> dict[str, Genre]:
    return dict.fromkeys(names.split(), Genre(fields))


def _numbers_up_to_four(marks: Mapping[Place, str]) -> dict[Place, Clue]:
    return {place: int(mark) for place, mark in marks.items() if mark in "01234"}


BITS, TRIPLES = Grouped(2, 5), Grouped(3, 3)
NUMBERS = _clues(Gapped(codes.NUMBER))
NUMBERS_IF_ANY = _clues(Gapped(codes.NUMBER), optional=True)
FOUR = Packed((0, 1, 2, 3, 4), 2)
CIRCLES = _clues(TRIPLES)
HOLES = (Field("holes", _squares, BITS, optional=True),)
BORDERS = (Field("borders", _upright, BITS), Field("borders", _level, BITS))
BORDERS_IF_ANY = tuple(Field(one.name, one.places, BITS, optional=True) for one in BORDERS)
ROOM_NUMBERS = (Field("clues", _rooms, Gapped(codes.NUMBER)),)
NUMBER = (Field("number", _squares, codes.Number()),)
CORNERS = Field("corners", _corners, FOUR)
OLD_CORNERS = Field("corners", _corners, codes.Each(_numbers_up_to_four))
OLD_BORDERS = Field("borders", _squares, codes.Each(borders_between))
TOP_AND_LEFT, AROUND = _around("top", "left"), _around("top", "bottom", "left", "right")
FROM_A, FROM_I, FROM_K = map(codes.gaps_from, "aik")
"""The letters of gaps where clues are letters, too, or none."""

GENRES = {
    **_alike("araf canal cave dominion hashi kurodoko mines numlin nurikabe", *NUMBERS),
    **_alike("nurimisaki scrin shikaku sudoku", *NUMBERS),
    **_alike("akari shakashaka", *_clues(FOUR)),
    **dict.fromkeys(("creek", "gokigen"), Genre((CORNERS,), forms="d", old=(OLD_CORNERS,))),
    **_alike("fivecells nawabari", *_clues(Gapped(codes.DIGIT, FROM_A))),
    **_alike("chocona heyawake", *BORDERS, *ROOM_NUMBERS),
    **_alike("cojun ripple suguru", *BORDERS, *NUMBERS, *HOLES),
    "aqre": Genre(BORDERS + ROOM_NUMBERS, "b"),
    "aquarium": Genre(BORDERS + _around("top", "left", before="/"), "r"),
    "balance": Genre(_clues(Gapped(codes.COLOURED)), "f"),
    "castle": Genre(_clues(Gapped(codes.COLOURED_ARROW, FROM_A))),
    "compass": Genre(_clues(Gapped(codes.COMPASS))),
    "country": Genre(BORDERS + ROOM_NUMBERS, "e"),
    "doppelblock": Genre(TOP_AND_LEFT + NUMBERS_IF_ANY),
    "easyasabc": Genre(NUMBER + AROUND + NUMBERS_IF_ANY),
    "fillomino": Genre(NUMBERS + BORDERS_IF_ANY, "t"),
    "geradeweg": Genre(NUMBERS, "f"),
    "hitori": Genre(_clues(Gapped(codes.LABEL, "."))),
    "kakuro": Genre(
        (*_clues(Gapped(codes.TWO_SUMS, FROM_K)), Field("outside", _ends, Gapped(codes.SUM, "-")))
    ),
    "kropki": Genre((Field("signs", _sides, TRIPLES),)),
    "lits": Genre(BORDERS, forms="d", old=(OLD_BORDERS,)),
    "magnets": Genre(
        (*_around("top", "left", deep=2), *BORDERS, *_clues(TRIPLES, optional=True), *HOLES), "a"
    ),
    "mashu": Genre(CIRCLES, "f"),
    "mejilink": Genre((Field("borders", _all_sides, codes.OuterSides(2, 5)),)),
    "minarism": Genre((Field("signs", _sides, Gapped(codes.SIGN, FROM_I)),)),
    "moonsun": Genre(BORDERS + CIRCLES),
    "nonogram": Genre(_around("top", "left", deep=0)),
    "norinori": Genre(BORDERS),
    "renban": Genre(BORDERS + NUMBERS),
    "sashigane": Genre(_clues(Gapped(codes.ARROW_OR_CIRCLE, FROM_K))),
    "simpleloop": Genre(HOLES),
    "skyscrapers": Genre(AROUND + NUMBERS_IF_ANY),
    "slither": Genre(_clues(FOUR), "f"),
    "snake": Genre(CIRCLES + TOP_AND_LEFT),
    "starbattle": Genre(NUMBER + BORDERS),
    "statuepark": Genre((*_clues(TRIPLES, optional=True), Field("pieces", _squares, codes.Bank()))),
    "tapa": Genre(_clues(Gapped(codes.NUMBERS_OF_TAPA))),
    "tatamibari": Genre(_clues(Gapped(codes.SHAPE))),
    "tentaisho": Genre((Field("dots", _halves, Packed((1, 2), 7)), *HOLES)),
    "tents": Genre((*TOP_AND_LEFT, *_clues(Packed((1,), 17, FROM_I, beyond=False)))),
    "tilepaint": Genre(
        (*BORDERS, *_clues(Gapped(codes.TWO_COUNTS)), *_around("top", "left", gaps="."))
    ),
    "yajilin": Genre(_clues(Gapped(codes.ARROW, FROM_A)), "o", forms="b"),
    "yinyang": Genre(CIRCLES),
}
"""The genres by the names that puzz.link writes."""

ALIASES = {
    "bag": "cave",
    "bijutsukan": "akari",
    "bridges": "hashi",
    "building": "skyscrapers",
    "fillomino01": "fillomino",
    "hakyukoka": "ripple",
    "hashikake": "hashi",
    "heyawacky": "heyawake",
    "lightup": "akari",
    "masyu": "mashu",
    "numberlink": "numlin",
    "pearl": "mashu",
    "skyscraper": "skyscrapers",
    "slitherlink": "slither",
    "yajirin": "yajilin",
}
"""Other names of genres, which are read, too."""


# ------------------------------------------------------------------- Addresses, read and written.


def is_address(text: str) -> bool:
    """True for a text that is meant as an address: of a page, or one that begins with a genre."""
    name, slash, _ = text[_start(text) :].partition("/")
    return bool(slash and _known(name)) or text.lower().startswith(("http://", "https://"))


def read_address(text: str) -> Address:
    """The puzzle of an address. Raises: ModelError, which says where it is wrong.

    One that cannot be read as it is, is read with its escapes such as `%2F` replaced.
    """
    if len(text) > MOST_CHARACTERS:
        raise ModelError(
            f"the address has {len(text)} characters; addresses of at most {MOST_CHARACTERS}"
            " characters are read"
        )
    text = text.partition("#")[0]
    try:
        return _read(text)
    except ModelError:
        plain = unquote(text)
        if plain == text:
            raise
    return _read(plain)


def _read(text: str) -> Address:
    name, at = _genre_of(text)
    genre = GENRES[name]
    flags, width, height, at = _head(text, name, at)
    code = Code(text.removesuffix("/"), name, at)
    found: dict[str, Any] = {}
    for part in genre.old if "d" in flags else genre.fields:
        code.meant, code.others = part.name, ""
        if part.optional and code.next in ("", "/"):
            continue
        value = part.kind.read(code, part.places(Address(name, width, height, flags, **found)))
        merged = {**found.get(part.name, {}), **value} if isinstance(value, dict) else value
        found[part.name] = merged
    if code.at < len(code.text):
        raise ModelError(
            f"character {code.at + 1} of the address is {code.next!a}, but the code of {name}"
            f" {width}×{height} is complete before it"
        )
    kept = "".join(flag for flag in flags if flag not in genre.forms)
    return Address(name, width, height, kept, **found)


def _start(text: str) -> int:
    """The place in an address at which its genre begins."""
    at = 0 if _known(text.partition("/")[0]) else text.find("?") + 1
    while option := re.compile(r"\w+=\w+&").match(text, at):
        at = option.end()
    return at


def _known(name: str) -> str | None:
    """The genre that is called so, if there is one."""
    name = name.removesuffix("_edit").removesuffix("_play")
    return found if (found := ALIASES.get(name, name)) in GENRES else None


def _genre_of(text: str) -> tuple[str, int]:
    """The genre of an address, and the place behind it and its `/`."""
    start = _start(text)
    name, slash, _ = text[start:].partition("/")
    if name.startswith("pzprv3"):
        raise ModelError("this is a board with its answer, no address; copy the address instead")
    if not start and "://" in text:
        raise ModelError(
            "the address has no ?, behind which a genre stands, as in p?nurikabe/5/5/…"
        )
    genre = _known(name)
    if genre is None:
        advice = did_you_mean(name, sorted({*GENRES, *ALIASES}), "there are")
        raise ModelError(f"the address names the genre {name[:40]!a}, which is not read; {advice}")
    if not slash:
        raise ModelError(f"the address ends behind {genre}; columns, rows and a code must follow")
    return genre, start + len(name) + 1


def _head(text: str, genre: str, at: int) -> tuple[str, int, int, int]:
    """The letters of a variant, the columns, the rows, and the place of the code behind them."""
    variant = re.compile(r"([^/0-9][^/]*)/").match(text, at)
    flags = variant[1] if variant else ""
    if flags.startswith("v:"):
        raise ModelError(
            f"the address has {flags[:20]!a} behind {genre}: its rules are others than those of"
            f" {genre}, and the address does not say which"
        )
    letters_known = GENRES[genre].flags + GENRES[genre].forms
    if set(flags) - set(letters_known):
        known = " ".join(letters_known) or "none"
        raise ModelError(
            f"the address has {flags[:20]!a} behind {genre}, which is no number of columns, and no"
            f" letter of a variant that is read: {known}"
        )
    at += len(flags) + bool(flags)
    sizes = []
    for name in ("columns", "rows"):
        size = re.compile(r"([1-9][0-9]{0,3})(?:/|$)").match(text, at)
        if size is None:
            part = text[at:].partition("/")[0]
            raise ModelError(
                f"the address has {part[:20]!a} where {genre} has its number of {name}; write it"
                f" between two /, as in {genre}/5/5/…"
            )
        sizes.append(int(size[1]))
        at = size.end()
    width, height = sizes
    if width * height > MOST_SQUARES:
        raise ModelError(
            f"the address has {width} columns and {height} rows; at most {MOST_SQUARES} squares"
            " are read"
        )
    return flags, width, height, at


def write_address(address: Address) -> str:
    """The address of a puzzle on puzz.link. Raises: ModelError for a clue that none can hold."""
    fields = GENRES[address.genre].fields
    if any(part.places is _rooms for part in fields):
        address = replace(address, clues=_in_rooms(address))
    texts, left = [], {name: dict(getattr(address, name)) for name in MAPPINGS}
    for part in fields:
        places = part.places(address)
        texts.append(part.kind.write(getattr(address, part.name), places))
        for place in places:
            left.get(part.name, {}).pop(place, None)
    for name, rest in left.items():
        for place, clue in rest.items():
            raise ModelError(
                f"no address of {address.genre} has {name} such as {clue!r} at {place}"
            )
    for part in reversed(fields):
        if not part.optional or getattr(address, part.name):
            break
        texts.pop()
    head = [address.genre, *filter(None, [address.flags]), str(address.width), str(address.height)]
    text = HOST + "/".join([*head, "".join(texts)])
    return text if text[-1].isalnum() else text + "/"
