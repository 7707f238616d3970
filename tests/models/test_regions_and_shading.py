"""Pencil puzzles have the solutions that looking at every picture of small boards finds."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache
from itertools import combinations, groupby, pairwise, product
from random import Random

import pytest

from everyway.models import ModelError, load
from everyway.solvers import count

from ..support.settings import SEED

Cell = tuple[int, int]
Texts = Mapping[str, str]
WAYS = ((-1, 0), (1, 0), (0, -1), (0, 1))
SIZES = [(1, 1), (1, 4), (4, 1), (2, 2), (2, 3), (3, 2), (3, 3)]
pytestmark = pytest.mark.filterwarnings("ignore:.*can never hold")  # clues that ask too much


def step(cell: Cell, way: Cell, far: int = 1) -> Cell:
    return cell[0] + far * way[0], cell[1] + far * way[1]


def marks_of(text: str) -> dict[Cell, str]:
    return {(r, c): m for r, row in enumerate(text.split("/")) for c, m in enumerate(row)}


def by_letter(text: str) -> dict[str, set[Cell]]:
    found: dict[str, set[Cell]] = {}
    for cell, mark in marks_of(text).items():
        found.setdefault(mark, set()).add(cell)
    return found


def beside(cell: Cell, cells: set[Cell]) -> int:
    return sum(step(cell, way) in cells for way in WAYS)


def areas(cells: set[Cell]) -> list[set[Cell]]:
    """The parts of `cells` that hang together."""
    left, found = set(cells), []
    while left:
        part, new = set(), {min(left)}
        while new:
            part |= new
            new = {step(c, way) for c in new for way in WAYS} & left - part
        left -= part
        found.append(part)
    return found


def is_rectangle(cells: set[Cell]) -> bool:
    return len(cells) == wide(cells) * high(cells)


def high(cells: set[Cell]) -> int:
    return 1 + max(r for r, _ in cells) - min(r for r, _ in cells)


def wide(cells: set[Cell]) -> int:
    return 1 + max(c for _, c in cells) - min(c for _, c in cells)


def lines(board: Mapping[Cell, object]) -> list[list[Cell]]:
    """The rows, then the columns."""
    rows = [[c for c in board if c[0] == r] for r in sorted({r for r, _ in board})]
    return rows + [[c for c in board if c[1] == k] for k in sorted({k for _, k in board})]


def blocks(board: Mapping[Cell, object]) -> Iterator[list[Cell]]:
    """Every 2×2 squares."""
    for r, c in board:
        if (r + 1, c + 1) in board:
            yield [(r, c), (r, c + 1), (r + 1, c), (r + 1, c + 1)]


def kept(clues: Texts, found: Sequence[int]) -> bool:
    """True if the numbers of all lines are those of `left` and `top`."""
    asked = clues["left"] + clues["top"]
    return all(mark in (".", str(n)) for mark, n in zip(asked, found, strict=True))


# ------------------------------------------------------------- pictures: which squares are shaded


def norinori(shaded: set[Cell], clues: Texts) -> bool:
    two = all(len(shaded & region) == 2 for region in by_letter(clues["regions"]).values())
    return two and all(beside(cell, shaded) == 1 for cell in shaded)


def numbered(shaded: set[Cell], clues: Texts) -> bool:
    """Regions with numbers have as many shaded squares."""
    plan = marks_of(clues["plan"])
    return all(
        plan[cell] in (".", "?", str(len(shaded & region)))
        for region in by_letter(clues["regions"]).values()
        for cell in region
    )


def chocona(shaded: set[Cell], clues: Texts) -> bool:
    return numbered(shaded, clues) and all(map(is_rectangle, areas(shaded)))


def aqre(shaded: set[Cell], clues: Texts) -> bool:
    runs = (
        len(list(run))
        for line in lines(marks_of(clues["plan"]))
        for _, run in groupby(line, shaded.__contains__)
    )
    return numbered(shaded, clues) and len(areas(shaded)) <= 1 and all(n < 4 for n in runs)


def canal_view(shaded: set[Cell], clues: Texts) -> bool:
    plan = marks_of(clues["plan"])

    def seen(cell: Cell) -> int:
        return sum(
            next(far for far in range(9) if step(cell, way, far + 1) not in shaded) for way in WAYS
        )

    right = (c not in shaded and m in ("?", str(seen(c))) for c, m in plan.items() if m != ".")
    full = any(shaded.issuperset(block) for block in blocks(plan))
    return all(right) and not full and len(areas(shaded)) <= 1


def snake(shaded: set[Cell], clues: Texts) -> bool:
    plan = marks_of(clues["plan"])
    ends = {"b": 1, "w": 2}
    if len(areas(shaded)) != 1 or not kept(clues, [len(shaded & {*line}) for line in lines(plan)]):
        return False
    if any(
        m != "." and not (c in shaded and beside(c, shaded) == ends[m]) for c, m in plan.items()
    ):
        return False
    degrees = sorted(beside(cell, shaded) for cell in shaded)
    path = degrees == [0] or degrees == [1, 1] + [2] * (len(degrees) - 2)
    touching = any(
        {x in shaded for x in (a, d)} != {x in shaded for x in (b, c)}
        and len(shaded & {a, b, c, d}) == 2
        and ({a, d} <= shaded or {b, c} <= shaded)
        for a, b, c, d in blocks(plan)
    )
    return path and not touching


def creek(shaded: set[Cell], clues: Texts) -> bool:
    corners = marks_of(clues["clues"])
    height, width = max(corners)
    squares = set(product(range(height), range(width)))
    right = (
        mark in (".", "?", str(len(shaded & {(r, c), (r - 1, c), (r, c - 1), (r - 1, c - 1)})))
        for (r, c), mark in corners.items()
    )
    return all(right) and len(areas(squares - shaded)) <= 1


def tilepaint(shaded: set[Cell], clues: Texts) -> bool:
    whole = all(len(shaded & t) in (0, len(t)) for t in by_letter(clues["regions"]).values())
    board = marks_of(clues["regions"])
    return whole and kept(clues, [len(shaded & {*line}) for line in lines(board)])


def aquarium(shaded: set[Cell], clues: Texts) -> bool:
    """As pzpr has it: water is held from below and on both sides, and joined water is level."""
    board = marks_of(clues["regions"])
    for tank in by_letter(clues["regions"]).values():
        for water in areas(shaded & tank):
            for cell in water:
                held = (step(cell, way) for way in WAYS[1:])
                if any(near in tank and near not in shaded for near in held):
                    return False
                above = step(cell, WAYS[0])
                if cell[0] > min(water)[0] and above in tank and above not in shaded:
                    return False
    return kept(clues, [len(shaded & {*line}) for line in lines(board)])


def dominion(shaded: set[Cell], clues: Texts) -> bool:
    plan = marks_of(clues["plan"])
    left = areas(set(plan) - shaded)
    letters = [{plan[cell] for cell in area} - {".", "?"} for area in left]
    apart = [letter for some in letters for letter in some]
    stays = all(mark == "." or cell not in shaded for cell, mark in plan.items())
    one_each = all(len(some) == 1 for some in letters) and len(apart) == len({*apart})
    return stays and one_each and all(len(domino) == 2 for domino in areas(shaded))


PICTURES: dict[str, tuple[Callable[[set[Cell], Texts], bool], dict[str, str]]] = {
    "norinori": (norinori, {"regions": "AAAAAAB"}),
    "chocona": (chocona, {"regions": "AABC", "plan": "....123"}),
    "aqre": (aqre, {"regions": "AAAB", "plan": "....012?"}),
    "canal_view": (canal_view, {"plan": "......?012"}),
    "snake": (snake, {"plan": ".......bw", "left": "....12", "top": "....12"}),
    "dominion": (dominion, {"plan": ".......AAB?"}),
    "creek": (creek, {"clues": ".....?012"}),
    "tilepaint": (tilepaint, {"regions": "AABCD", "left": "..12", "top": "..12"}),
    "aquarium": (aquarium, {"regions": "AAB", "left": "....12", "top": "....12"}),
}


def random_texts(name: str, number: int, alphabets: Texts, sizes: Sequence[Cell]) -> Texts:
    random = Random(f"{SEED} {name} {number}")
    height, width = random.choice(sizes)
    shapes = {"left": (1, height), "top": (1, width), "clues": (height + 1, width + 1)}
    shapes["dots"] = (2 * height - 1, 2 * width - 1)

    def text(parameter: str, alphabet: str) -> str:
        rows, columns = shapes.get(parameter, (height, width))
        return "/".join("".join(random.choices(alphabet, k=columns)) for _ in range(rows))

    return {parameter: text(parameter, alphabet) for parameter, alphabet in alphabets.items()}


def squares_of(clues: Texts) -> list[Cell]:
    if "clues" in clues:
        height, width = max(marks_of(clues["clues"]))
        return list(product(range(height), range(width)))
    return list(marks_of(clues.get("plan") or clues["regions"]))


@pytest.mark.parametrize("number", range(12))
@pytest.mark.parametrize("name", PICTURES)
def test_shading(name: str, number: int) -> None:
    right, alphabets = PICTURES[name]
    clues = random_texts(name, number, alphabets, SIZES)
    squares = squares_of(clues)
    pictures = (set(some) for k in range(len(squares) + 1) for some in combinations(squares, k))
    assert count(load(name, **clues)) == sum(right(some, clues) for some in pictures), clues


# ----------------------------------------------------- partitions: how the board is divided


@cache
def partitions(height: int, width: int) -> list[list[set[Cell]]]:
    """Every way to divide a board into regions that hang together."""

    def divided(left: frozenset[Cell]) -> Iterator[list[set[Cell]]]:
        if not left:
            yield []
            return
        first, *others = sorted(left)
        for k in range(len(others) + 1):
            for some in combinations(others, k):
                region = {first, *some}
                if len(areas(region)) == 1:
                    for rest in divided(left - region):
                        yield [region, *rest]

    return list(divided(frozenset(product(range(height), range(width)))))


def one_clue(region: set[Cell], plan: Mapping[Cell, str]) -> str:
    """The clue of a region that has one, else nothing."""
    found = [plan[cell] for cell in region if plan[cell] != "."]
    return found[0] if len(found) == 1 else ""


def shikaku(region: set[Cell], plan: Mapping[Cell, str]) -> bool:
    return one_clue(region, plan) in ("?", str(len(region))) and is_rectangle(region)


def bordered(region: set[Cell], plan: Mapping[Cell, str]) -> bool:
    return all(plan[cell] in (".", "?", str(4 - beside(cell, region))) for cell in region)


def nawabari(region: set[Cell], plan: Mapping[Cell, str]) -> bool:
    return bool(one_clue(region, plan)) and is_rectangle(region) and bordered(region, plan)


def tatamibari(region: set[Cell], plan: Mapping[Cell, str]) -> bool:
    shape = "+|-"[(high(region) > wide(region)) - (high(region) < wide(region))]
    return one_clue(region, plan) in ("?", shape) and is_rectangle(region)


def araf(region: set[Cell], plan: Mapping[Cell, str]) -> bool:
    clues = [plan[cell] for cell in region if plan[cell] != "."]
    known = sorted(int(clue) for clue in clues if clue != "?")
    between = len(known) < 2 or known[0] < len(region) < known[1]
    return len(clues) == 2 and len(region) not in known and between


def sashigane(region: set[Cell], plan: Mapping[Cell, str]) -> bool:
    ways = {cell: [way for way in WAYS if step(cell, way) in region] for cell in region}
    # Of two ways at a corner, one is along the row and one along the column.
    corners = [cell for cell, some in ways.items() if len({way[0] == 0 for way in some}) == 2]
    if len(corners) != 1 or any(len(some) > 2 for some in ways.values()):
        return False
    arrows = dict(zip("^v<>", WAYS, strict=True))
    return all(
        plan[cell] == "."
        or (plan[cell] == "o" and cell in corners)
        or (plan[cell] in arrows and ways[cell] == [arrows[plan[cell]]])
        for cell in region
    )


def compass(region: set[Cell], plan: Mapping[Cell, str]) -> bool:
    return bool(one_clue(region, plan))


def no_four_meet(regions: list[set[Cell]], plan: Mapping[Cell, str]) -> bool:
    place = {cell: k for k, region in enumerate(regions) for cell in region}
    return all(len({place[cell] for cell in block}) < 4 for block in blocks(plan))


def length(region: set[Cell]) -> str:
    return str(len(region))


def arm(region: set[Cell], cell: Cell) -> str:
    """The clue of a square of an L: its corner, an end, or nothing."""
    ways = [way for way in WAYS if step(cell, way) in region]
    if len(ways) == 1:
        return "^v<>"[WAYS.index(ways[0])]
    return "o" if len({way[0] == 0 for way in ways}) == 2 else "."


Divided = tuple[Callable[[set[Cell], Mapping[Cell, str]], bool], str, Callable[..., object]]
DIVIDED: dict[str, Divided] = {
    # Of each: its rule for a region, its clues, and those that a region asks for.
    "shikaku": (shikaku, "....1?2346", lambda region, cells: length(region)),
    "nawabari": (nawabari, "....?1223", lambda region, cells: str(4 - beside(cells[0], region))),
    "tatamibari": (tatamibari, "....?+-|", lambda region, cells: "?"),
    "araf": (araf, "...?1356", lambda region, cells: f"{len(region) - 1}{len(region) + 1}"),
    "sashigane": (sashigane, "........o^v<>", lambda region, cells: arm(region, cells[0])),
    "compass": (compass, "...?", lambda region, cells: "?"),
}
SHAPES = {"shikaku": is_rectangle, "nawabari": is_rectangle, "tatamibari": is_rectangle}
SHAPES["sashigane"] = lambda region: sashigane(region, dict.fromkeys(region, "."))


def clues_of_a_partition(name: str, number: int) -> str:
    """A plan that some partition fits, in which a few clues are left out."""
    random = Random(f"{SEED} {name} {number}")
    height, width = random.choice([(2, 3), (3, 2), (3, 3)][: 2 if name == "sashigane" else 3])
    shape = SHAPES.get(name, lambda region: len(region) > 1)
    regions = random.choice([some for some in partitions(height, width) if all(map(shape, some))])
    plan = dict.fromkeys(product(range(height), range(width)), ".")
    for region in regions:
        cells = random.sample(sorted(region), len(region))
        for cell, mark in zip(cells, str(DIVIDED[name][2](region, cells)), strict=False):
            plan[cell] = mark
    return "/".join("".join(plan[r, c] for c in range(width)) for r in range(height))


@pytest.mark.parametrize("number", range(16))
@pytest.mark.parametrize("name", DIVIDED)
def test_dividing(name: str, number: int) -> None:
    right, alphabet, _ = DIVIDED[name]
    if number % 2:
        text = clues_of_a_partition(name, number)
    else:
        text = random_texts(name, number, {"plan": alphabet}, SIZES)["plan"]
    plan = marks_of(text)
    height, width = max(plan)
    found = [
        regions
        for regions in partitions(height + 1, width + 1)
        if all(right(region, plan) for region in regions)
        and (name != "tatamibari" or no_four_meet(regions, plan))
    ]
    # A tatamibari of four squares that meet is made, and has no solution.
    assert found or number % 2 == 0 or name == "tatamibari"
    assert count(load(name, plan=text)) == len(found), text


def test_a_region_of_sashigane_has_no_branch() -> None:
    plan = dict.fromkeys(product(range(2), range(5)), ".")
    found = [all(sashigane(region, plan) for region in some) for some in partitions(2, 5)]
    assert count(load("sashigane", plan="...../.....")) == sum(found) == 2


# ----------------------------------------------------------------- triangles in white cells

Quarter = frozenset[Cell]
"""A quarter of a cell between its diagonals, by its corners; a cell is 2 wide."""
BLACKENED = ["◤◥", "◥◢", "◢◣", "◣◤"]
"""The triangles that blacken the upper, right, lower and left quarter of their cell."""


def white_quarters(cells: Mapping[Cell, str]) -> set[Quarter]:
    found = set()
    for (r, c), mark in cells.items():
        corners = [(2 * r, 2 * c), (2 * r, 2 * c + 2), (2 * r + 2, 2 * c + 2), (2 * r + 2, 2 * c)]
        for k, black in enumerate(BLACKENED if mark in ".◣◤◥◢" else []):
            if mark not in black:
                found.add(frozenset({corners[k], corners[(k + 1) % 4], (2 * r + 1, 2 * c + 1)}))
    return found


def shakashaka(cells: Mapping[Cell, str]) -> bool:
    left = white_quarters(cells)
    while left:
        part: set[Quarter] = set()
        new = {next(iter(left))}
        while new:
            part |= new
            new = {q for q in left - part if any(len(q & p) == 2 for p in new)}
        left -= part
        points = set().union(*part)
        upright = spread(y for y, _ in points) * spread(x for _, x in points)
        slanted = spread(y + x for y, x in points) * spread(y - x for y, x in points)
        if len(part) != upright and 2 * len(part) != slanted:
            return False
    return all(
        sum(cells.get(step(cell, way), ".") in "◣◤◥◢" for way in WAYS) == int(mark)
        for cell, mark in cells.items()
        if mark.isdigit()
    )


def spread(numbers: Iterable[int]) -> int:
    several = list(numbers)
    return max(several) - min(several)


@pytest.mark.parametrize("number", range(12))
def test_triangles(number: int) -> None:
    sizes = [(1, 1), (1, 4), (2, 2), (2, 3), (3, 2)]
    plan = random_texts("shakashaka", number, {"plan": "......#012"}, sizes)["plan"]
    marks = marks_of(plan)
    pictures = product(*(".◣◤◥◢" if mark == "." else mark for mark in marks.values()))
    found = sum(shakashaka(dict(zip(marks, some, strict=True))) for some in pictures)
    assert count(load("shakashaka", plan=plan)) == found, plan


# --------------------------------------------------------------------- numbers in every cell


def fillings(text: str, values: Sequence[str]) -> Iterator[dict[Cell, str]]:
    """Every way to write `values`, such that given ones stay."""
    marks = marks_of(text)
    rows = product(*(values if mark in ".?" else mark for mark in marks.values()))
    return (dict(zip(marks, row, strict=True)) for row in rows)


def one_to_n(cell: Mapping[Cell, str], clues: Texts) -> bool:
    return all(
        sorted(cell[c] for c in region) == [str(k + 1) for k in range(len(region))]
        for region in by_letter(clues["regions"]).values()
    )


def neighbours(cell: Mapping[Cell, str]) -> Iterator[tuple[Cell, Cell]]:
    return (two for line in lines(cell) for two in pairwise(line))


def ripple_effect(cell: Mapping[Cell, str], clues: Texts) -> bool:
    return one_to_n(cell, clues) and all(
        cell[line[i]] != cell[line[j]] or j - i > int(cell[line[i]])
        for line in lines(cell)
        for i, j in combinations(range(len(line)), 2)
    )


def suguru(cell: Mapping[Cell, str], clues: Texts) -> bool:
    return one_to_n(cell, clues) and all(
        cell[a] != cell[b]
        for a, b in combinations(cell, 2)
        if max(abs(a[0] - b[0]), abs(a[1] - b[1])) == 1
    )


def cojun(cell: Mapping[Cell, str], clues: Texts) -> bool:
    region = marks_of(clues["regions"])
    return one_to_n(cell, clues) and all(
        cell[a] != cell[b] and not (a[1] == b[1] and region[a] == region[b] and cell[a] < cell[b])
        for a, b in neighbours(cell)
    )


def fillomino(cell: Mapping[Cell, str], clues: Texts) -> bool:
    equal: dict[str, set[Cell]] = {}
    for square, value in cell.items():
        equal.setdefault(value, set()).add(square)
    return all(len(part) == int(v) for v, cells in equal.items() for part in areas(cells))


def magnets(cell: Mapping[Cell, str], clues: Texts) -> bool:
    poles = {c for c, value in cell.items() if value != "="}
    for plate in by_letter(clues["regions"]).values():
        charged = plate & poles
        alone = len(plate) > 1 and any(not beside(c, charged) for c in charged)
        if alone or (len(plate) > 1 and len(charged) > 2):
            return False
    apart = all(cell[a] != cell[b] or cell[a] == "=" for a, b in neighbours(cell))
    plus = [sum(cell[c] == "+" for c in line) for line in lines(cell)]
    return apart and kept(clues, plus)


FILLED: dict[str, tuple[Callable[[Mapping[Cell, str], Texts], bool], str, dict[str, str]]] = {
    "ripple_effect": (ripple_effect, "", {"regions": "AABC", "grid": ".....12"}),
    "suguru": (suguru, "", {"regions": "AABC", "grid": ".....12"}),
    "cojun": (cojun, "", {"regions": "AABC", "grid": ".....12"}),
    "fillomino": (fillomino, "123456", {"grid": ".....?1234"}),
    "magnets": (
        magnets,
        "+-=",
        {"regions": "AB", "grid": "......+-", "left": "...1", "top": "..1"},
    ),
}


@pytest.mark.parametrize("number", range(12))
@pytest.mark.parametrize("name", FILLED)
def test_filling(name: str, number: int) -> None:
    right, values, alphabets = FILLED[name]
    clues = random_texts(name, number, alphabets, [(1, 1), (1, 3), (3, 1), (2, 2), (2, 3), (3, 2)])
    # By default the numbers from 1 to the size of the largest region.
    most = max(map(len, by_letter(clues.get("regions", clues["grid"])).values()))
    marks = values or "123456"[:most]
    by_hand = sum(right(cell, clues) for cell in fillings(clues["grid"], marks))
    texts = {"right": "", "bottom": ""} if name == "magnets" else {}
    assert count(load(name, **clues, **texts)) == by_hand, clues


# --------------------------------------------------------------------------- texts that are none


@pytest.mark.parametrize(
    ("name", "params", "part"),
    [
        ("shikaku", {"plan": "1x"}, "line 1, column 2 of the plan is 'x'; write a number, ?"),
        ("shikaku", {"plan": "12 3/1 2 3"}, "line 2 of the plan has 3 squares, line 1 has 2"),
        ("suguru", {"grid": "1"}, "the plan of clues is 1×1 and the board 5×5"),
        ("aquarium", {"top": "12"}, "top is '12'; write a number or . for each of 4 lines"),
        ("creek", {"clues": "12"}, "creek has 1×2 corners"),
        ("kropki", {"across": "w", "down": "w"}, "on a board of 1×1"),
        ("doppelblock", {"n": 1}, "write n from 2"),
        ("easy_as_abc", {"letters": 5}, "write 1 to 4"),
        ("easy_as_abc", {"top": "D..."}, "top is 'D...'; write A or B or C"),
        ("renban", {"borders": "r1c1-r2c2"}, "not between two cells that share a side"),
        ("statue_park", {"pieces": "XY"}, "the piece 'XY'; draw it with X"),
        ("spiral_galaxies", {"dots": "w."}, "1 lines of 2 characters"),
        ("spiral_galaxies", {"dots": ".w#"}, "touches r1c2, which is left out"),
        ("dominion", {"plan": "A1"}, "write a letter, ? or ."),
    ],
)
def test_a_text_that_is_none_is_refused(name: str, params: dict[str, object], part: str) -> None:
    with pytest.raises(ModelError) as error:
        load(name, **params)
    assert part in str(error.value)
