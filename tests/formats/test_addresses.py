"""Addresses of puzz.link: every genre's example is read and written, and wrong ones are refused."""

from __future__ import annotations

import random
import time
from typing import Any

import pytest

from everyway.formats import address_codes as codes
from everyway.formats.addresses import (
    ALIASES,
    GENRES,
    HOST,
    MOST_CHARACTERS,
    Address,
    is_address,
    read_address,
    write_address,
)
from everyway.models import ModelError
from everyway.models.boards import Board
from tests.support.pzpr_boards import EXAMPLES

NASTY = [
    *("", "/", "?", "://", "http://", "https://puzz.link/p", "https://puzz.link/p?", "nurikabe"),
    *("nurikabe/", "nurikabe//", "nurikabe/5", "nurikabe/5/", "nurikabe/5/5", "nurikabe/5/5/"),
    *(
        "nurikabe/0/5/z",
        "nurikabe/-5/5/z",
        "nurikabe/5x/5/z",
        "nurikabe/5/99999/z",
        "nurikabe/٣/3/i",
    ),
    *("nurikabe/9999/9999/z", "nurikabe/51/50/z", f"nurikabe/{'9' * 5000}/1/z", "nurikabe/5/5/é"),
    *("nurikabe/5/5/g5k2o1k3g\x00", "nurikabe/5/5/g5k2o1k3\udcff", "nurikabe/5/5/\x1b[31m"),
    *(
        "nurikabe/5/5/%67%35",
        "nurikabe/5/5/g5k2o1k3g\n",
        "nurikab\n/5/5/z",
        "slither/\t/5/5/z",
        "nurikabe%2F5%2F5/1/z",
        "nurikabe/5/5/g5k2o1k3g5",
        "nurikabe/5/5/g 5",
    ),
    *("nurikabe/5/5/zz", "nurikabe/5/5/-1", "nurikabe/5/5/-", "nurikabe/5/5/+zzz", "nosuch/5/5/a"),
    *("nurikabe/v:x/5/5/z", "nurikabe/f/5/5/z", "slither/d/5/5/cbcbcddad", "slither/5/5/cbcbcdd"),
    *("https://puzz.link/p?pzprv3/nurikabe/5/5/", "mashu/6/6/1063000i300r", "lits/4/4/9q02j"),
    *("starbattle/6/6/x/4ilbhgdnmhou", "starbattle/6/6/4ilbhgdnmhou", "aquarium/4/4/bu8i90i3213g"),
    *("statuepark/7/7/078ii6000000290f0//q", "statuepark/7/7/078ii6000000290f0/2/14u"),
    *("statuepark/1/1/9/1/14uu", "statuepark/1/1/9/1/14u0", "statuepark/1/1/9/1/14v"),
    *("statuepark/7/7/078ii6000000290f0/1/zz0", "statuepark/7/7/078ii6000000290f0/999/14u"),
    *(
        "compass/5/5/l2.2",
        "tapa/1/1/dz",
        "castle/1/1/0",
        "yajilin/1/1/0",
        "tents/5/5/z",
        "kakuro/1/1/4",
    ),
    *("simpleloop/5/5/0002", "mejilink/4/4/g9rm", "fillomino/1/2/111", "tentaisho/1/1/z"),
    "nurikabe/50/50/" + "z" * MOST_CHARACTERS,
]


def address_of(genre: str) -> str:
    """The address of a genre's example, as puzz.link writes it."""
    return f"{HOST}{ALIASES.get(genre, genre)}/{EXAMPLES[genre]['address']}"


@pytest.mark.parametrize("genre", EXAMPLES)
def test_an_address_is_written_as_it_was_read(genre: str) -> None:
    address = read_address(address_of(genre))
    assert write_address(address) == address_of(genre)
    assert (
        address.clues
        or address.borders
        or address.corners
        or address.holes
        or address.signs
        or (address.dots or address.outside)
    )


@pytest.mark.parametrize("genre", GENRES)
def test_what_is_written_is_read(genre: str, request: pytest.FixtureRequest) -> None:
    """Values drawn at random, from the codes that the genre has."""
    draw = random.Random(f"addresses of {genre}")
    for _ in range(20):
        address = drawn(genre, draw)
        assert read_address(write_address(address)) == address


def drawn(genre: str, draw: random.Random) -> Address:
    width, height, density = draw.randint(1, 8), draw.randint(1, 8), draw.choice((0.0, 0.2, 0.8))
    found: dict[str, Any] = {}
    for part in GENRES[genre].fields:
        places = part.places(Address(genre, width, height, **found))
        if isinstance(part.kind, codes.Number):
            found[part.name] = draw.randrange(10)
        elif isinstance(part.kind, codes.Bank):
            found[part.name] = draw.choice([(), ("X./XX", ".X./XXX"), ("X" * 35,)])
        else:
            clues = {p: clue(part.kind, draw) for p in places if draw.random() < density}
            found[part.name] = found.get(part.name, {}) | clues
    return Address(genre, width, height, **found)


def clue(kind: Any, draw: random.Random) -> int | str:
    """A clue that the kind of code can hold."""
    if isinstance(kind, codes.Grouped):
        return draw.randrange(1, kind.base)
    if isinstance(kind, codes.Packed):
        return draw.choice(kind.clues)
    while True:
        marks = "0123456789abcdefghijklmnopqrstuvwxyzABZ.-+@_"
        text = draw.choice("012.-+@_a") + "".join(draw.choices(marks, k=11))
        try:
            found: int | str = kind.token.read(codes.Code(text, "any", 0))
        except ModelError:
            continue
        return found


@pytest.mark.parametrize(
    ("text", "field", "expected"),
    [
        ("yajilin/5/5/m32j10", "clues", {(3, 4): "2<", (5, 5): "0^"}),
        ("castle/2/1/230113", "clues", {(1, 1): "b0<", (1, 2): "w3^"}),
        ("balance/3/1/9h", "clues", {(1, 1): "b4"}),
        ("compass/2/1/2.21g", "clues", {(1, 1): "2,.,2,1"}),
        ("tapa/4/1/3hcg", "clues", {(1, 1): "3", (1, 4): "31?"}),
        ("kakuro/2/1/48k3", "clues", {(1, 1): "4\\8"}),
        ("kakuro/2/1/48k3", "outside", {("top", 2, 1): 3}),
        ("tatamibari/4/1/123.", "clues", {(1, 1): "|", (1, 2): "-", (1, 3): "+", (1, 4): "?"}),
        (
            "sashigane/5/1/4.jg@",
            "clues",
            dict(zip(((1, c) for c in range(1, 6)), (4, "o", ">", "^", "?"), strict=True)),
        ),
        (
            "minarism/2/2/gh3.",
            "signs",
            {
                ((1, 1), (1, 2)): "<",
                ((2, 1), (2, 2)): ">",
                ((1, 1), (2, 1)): 3,
                ((1, 2), (2, 2)): "?",
            },
        ),
        ("kropki/2/1/i", "signs", {((1, 1), (1, 2)): 2}),
        ("creek/1/1/eg", "corners", {(0, 0): 4}),
        ("tentaisho/2/1/1f", "dots", {(1, 1): 2, (1, 2): 2}),
        ("simpleloop/3/1/k", "holes", {(1, 1): 1, (1, 3): 1}),
        ("fivecells/4/1/7b3", "clues", {(1, 1): "#", (1, 4): 3}),
        ("statuepark/1/1/9/2/14u/22s", "pieces", ("X/X/X/X", "XX/X.")),
        ("easyasabc/1/1/3/1h2g", "outside", {("top", 1, 1): 1, ("right", 1, 1): 2}),
        ("starbattle/2/1/2/g", "number", 2),
        ("hitori/3/1/a-10.", "clues", {(1, 1): 10, (1, 2): 36}),
        ("hitori/2/1/%@", "clues", {(1, 1): "?", (1, 2): "?"}),
        (
            "nurikabe/5/1/+100=001@002%003*0004",
            "clues",
            dict(zip(((1, c) for c in range(1, 6)), (256, 4097, 8194, 8195, 12244), strict=True)),
        ),
        ("nurikabe/1/1/$00001", "clues", {(1, 1): 77777}),
        (
            "yajilin/4/1/-31a082b3.+",
            "clues",
            {(1, 1): "416<", (1, 2): "43<", (1, 3): "?<", (1, 4): "#"},
        ),
        ("yajilin/b/1/1/21", "flags", ""),
        ("castle/2/1/2-310110.", "clues", {(1, 1): "b257<", (1, 2): "w?"}),
        (
            "tilepaint/4/1/0+1023.-.11=1011....1",
            "clues",
            {(1, 1): "16\\2", (1, 2): "3\\", (1, 3): "\\17", (1, 4): "16\\17"},
        ),
        ("statuepark/1/1///z", "clues", {}),
        ("gokigen/d/1/2/1.4..2", "corners", {(0, 0): 1, (1, 0): 4, (2, 1): 2}),
        ("lits/d/2/2/aaab", "borders", {((1, 2), (2, 2)): 1, ((2, 1), (2, 2)): 1}),
        ("bijutsukan/2/1/0.", "clues", {(1, 1): 0, (1, 2): "?"}),
        ("tents/2/2/j20", "clues", {(1, 1): 1, (2, 2): 1}),
    ],
)
def test_codes_have_these_values(text: str, field: str, expected: object) -> None:
    assert getattr(read_address(text), field) == expected


def test_regions_are_a_map_that_a_board_reads() -> None:
    address = read_address("heyawake/6/6/lll155007rs12222j")
    assert address.regions == "ABBCCD/ABBCCD/ABBCCD/EEEEED/FFFGGD/FFFGGH"
    assert address.clues == {(1, 1): 2, (1, 2): 2, (1, 4): 2, (1, 6): 2}
    assert len(Board.from_map(address.regions).regions) == 8
    apart = Address("lits", 20, 20, borders=dict.fromkeys(_every_side(20), 1))
    assert len(Board.from_map(apart.regions).regions) == 400


def test_the_number_of_a_region_may_stand_on_any_of_its_squares() -> None:
    address = read_address("heyawake/3/2/k0g3")
    assert (address.regions, address.clues) == ("ABB/ABB", {(1, 2): 3})
    moved = Address("heyawake", 3, 2, borders=address.borders, clues={(2, 3): 3})
    assert write_address(moved) == HOST + "heyawake/3/2/k0g3"


def test_the_number_of_a_region_stands_in_its_first_column() -> None:
    address = read_address("heyawake/2/2/ggg5")
    assert (address.regions, address.clues) == ("AB/BB", {(2, 1): 5})


def _every_side(n: int) -> list[tuple[tuple[int, int], tuple[int, int]]]:
    across = [((r, c), (r, c + 1)) for r in range(1, n + 1) for c in range(1, n)]
    return across + [((r, c), (r + 1, c)) for r in range(1, n) for c in range(1, n + 1)]


@pytest.mark.parametrize(
    "text",
    [
        "nurikabe/5/5/g5k2o1k3g",
        "nurikabe/5/5/g5k2o1k3g/",
        "nurikabe_edit/5/5/g5k2o1k3g",
        "http://pzv.jp/p.html?nurikabe/5/5/g5k2o1k3g",
        "https://pzprxs.vercel.app/p?nurikabe/5/5/g5k2o1k3g",
        "https://puzz.link/p?type=editor&nurikabe/5/5/g5k2o1k3g",
        "HTTPS://PUZZ.LINK/p?nurikabe/5/5/g5k2o1k3g",
        "puzz.link/p?nurikabe/5/5/g5k2o1k3g",
        "https://puzz.link/p?nurikabe/5/5/g5k2o1k3g#top",
        "https://puzz.link/p?nurikabe%2F5%2F5/g5k2o1k3g",
        "https://puzz.link/p%3Fnurikabe/5/5/g5k2o1k3g",
    ],
)
def test_an_address_may_be_that_of_any_page(text: str) -> None:
    assert is_address(text)
    assert write_address(read_address(text)) == HOST + "nurikabe/5/5/g5k2o1k3g"


@pytest.mark.parametrize("text", ["queens", "./nurikabe/5/5", "models/queens.py", "nurikabe", ""])
def test_other_words_are_no_addresses(text: str) -> None:
    assert not is_address(text)


@pytest.mark.parametrize("text", NASTY, ids=lambda text: ascii(text)[:40])
def test_a_wrong_address_is_refused_in_one_line_and_at_once(text: str) -> None:
    start = time.process_time()
    with pytest.raises(ModelError) as error:
        read_address(text)
    assert time.process_time() - start < 1
    said = str(error.value)
    assert said.isprintable()
    assert len(said) < 300


@pytest.mark.parametrize("genre", EXAMPLES)
def test_what_is_damaged_is_read_otherwise_or_refused(genre: str) -> None:
    """Each character left out, or another one in its place: never another error."""
    text = address_of(genre)
    for at in range(len(HOST), len(text)):
        for mark in ("", "z", ".", "-", "/", "9", "%"):
            try:
                read_address(text[:at] + mark + text[at + 1 :])
            except ModelError:
                continue


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            "nurikabe/5/5/g5k2?1k3g",
            "character 18 of the address is '?'; nurikabe needs a number or ., or a gap (g to z),"
            " for its clues at r2c4",
        ),
        (
            "nurikabe/5/5/g5k2o1k3",
            "the address ends too early, behind character 21; nurikabe needs a number or ., or a"
            " gap (g to z), for its clues at r5c5",
        ),
        (
            "nurikabe/5/5/g5k2o1k3gg",
            "character 23 of the address is 'g', but the code of nurikabe 5×5 is complete before"
            " it",
        ),
        (
            "nurikabe/5/5/g5k2o1k3h",
            "character 22 of the address is 'h'; nurikabe needs a shorter gap for its clues at"
            " r5c5",
        ),
        (
            "nurikabe/5/x/z",
            "the address has 'x' where nurikabe has its number of rows; write it between two /, as"
            " in nurikabe/5/5/…",
        ),
        (
            "nurikab/5/5/z",
            "the address names the genre 'nurikab', which is not read; did you mean 'nurikabe'?",
        ),
        (
            "nurikabe/51/50/z",
            "the address has 51 columns and 50 rows; at most 2500 squares are read",
        ),
        (
            "slither/d/5/5/cbcbcddad",
            "the address has 'd' behind slither, which is no number of columns, and no letter of a"
            " variant that is read: f",
        ),
        (
            "nurikabe/v:king/5/5/z",
            "the address has 'v:king' behind nurikabe: its rules are others than those of nurikabe,"
            " and the address does not say which",
        ),
        (
            "lits/d/2/2/aaa",
            "the address ends too early, behind character 14; lits needs 4 characters for its"
            " borders",
        ),
        (
            "lits/4/4/9q02j",
            "the address ends too early, behind character 14; lits needs 0 to v for its borders"
            " from r3c3|r4c3 on",
        ),
    ],
)
def test_an_error_says_where_the_address_is_wrong(text: str, expected: str) -> None:
    with pytest.raises(ModelError) as error:
        read_address(text)
    assert str(error.value) == expected


@pytest.mark.parametrize(
    "address",
    [
        Address("nurikabe", 2, 2, clues={(3, 1): 1}),
        Address("nurikabe", 2, 2, clues={(1, 1): -1}),
        Address("nurikabe", 2, 2, clues={(1, 1): 5_000_000}),
        Address("nurikabe", 2, 2, corners={(0, 0): 1}),
        Address("akari", 2, 2, clues={(1, 1): 5}),
        Address("mashu", 2, 2, clues={(1, 1): 3}),
        Address("heyawake", 2, 2, clues={(1, 2): 3, (2, 1): 3}),
        Address("compass", 1, 1, clues={(1, 1): "1,2,3"}),
        Address("hitori", 1, 1, clues={(1, 1): 1296}),
    ],
)
def test_what_no_address_can_hold_is_refused(address: Address) -> None:
    with pytest.raises(ModelError, match="no address"):
        write_address(address)


def test_the_largest_board_is_read_at_once() -> None:
    start = time.process_time()
    address = read_address("heyawake/50/50/" + "v" * 980 + "z" * 125)
    assert len(address.rooms) == 2500
    assert write_address(address).endswith("z" * 125)
    assert time.process_time() - start < 2
