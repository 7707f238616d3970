"""The solutions of the gallery's variants, counted by plain Python, as in `count_puzzles_by_hand`.

Each function bears its puzzle's name and takes the parameters of the variant too.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from itertools import combinations, pairwise, product
from math import comb, prod
from typing import TypeVar

from everyway.models.language.boards.graphs_by_name import graph as graph_of

Item = TypeVar("Item")


def _sequences(
    items: Sequence[Item], length: int, fits: Callable[[tuple[Item, ...], Item], bool]
) -> Iterator[tuple[Item, ...]]:
    """The sequences of `length` items, each of which fits behind those before it."""

    def further(done: tuple[Item, ...]) -> Iterator[tuple[Item, ...]]:
        if len(done) == length:
            yield done
            return
        for item in items:
            if fits(done, item):
                yield from further((*done, item))

    return further(())


def langford(n: int, copies: int) -> int:
    def place(k: int, taken: int) -> int:
        if not k:
            return 1
        run = sum(1 << times * (k + 1) for times in range(copies))
        room = copies * n - (copies - 1) * (k + 1)
        return sum(place(k - 1, taken | run << at) for at in range(room) if not taken & run << at)

    return place(n, 0)


def golomb_ruler(marks: int, length: int, ring: bool, shorter: bool) -> int:
    found = 0
    for others in combinations(range(1, length if ring else length + 1), marks - 1):
        steps = [b - a for a, b in combinations((0, *others), 2)]
        steps += [length - step for step in steps] if ring else []
        ends = ring or shorter or (0, *others)[-1] == length
        found += ends and len(set(steps)) == len(steps)
    return found


def graph_colouring(graph: str, colours: int, what: str, given: str) -> int:
    edges = graph_of(graph).edges
    places = [f"{a}-{b}" for a, b in edges] if what == "edges" else range(graph_of(graph).size)
    names = list(map(str, places))
    fixed = dict(word.split("=") for word in given.split())

    def differ(one: int, other: int) -> bool:
        if what == "edges":
            return bool(set(edges[one]) & set(edges[other]))
        return (one, other) in edges or (other, one) in edges

    def fits(done: tuple[int, ...], colour: int) -> bool:
        wanted = fixed.get(names[len(done)], str(colour))
        return wanted == str(colour) and not any(
            painted == colour and differ(place, len(done)) for place, painted in enumerate(done)
        )

    return sum(1 for _ in _sequences(range(1, colours + 1), len(names), fits))


def matchings(graph: str, everybody: bool) -> int:
    edges = graph_of(graph).edges

    def pair_off(left: frozenset[int]) -> int:
        if not left:
            return 1
        first = min(left)
        others = {a + b - first for a, b in edges if first in (a, b)} & left
        alone = 0 if everybody else pair_off(left - {first})
        return alone + sum(pair_off(left - {first, other}) for other in others)

    return pair_off(frozenset(range(graph_of(graph).size)))


def snake_in_the_box(d: int, length: int, closed: bool) -> int:
    def joined(a: int, b: int) -> bool:
        return (a ^ b).bit_count() == 1

    def fits(done: tuple[int, ...], corner: int) -> bool:
        if not done:
            return corner == 0
        last = closed and len(done) == length - 1
        return corner not in done and all(
            joined(corner, other) == (place == len(done) - 1 or (last and not place))
            for place, other in enumerate(done)
        )

    return sum(1 for _ in _sequences(range(2**d), length, fits))


def square_sums(n: int, ring: bool) -> int:
    squares = {k * k for k in range(2 * n)}
    beside = {a: [b for b in range(1, n + 1) if b != a and a + b in squares] for a in range(n + 1)}

    def walk(last: int, left: frozenset[int]) -> int:
        if not left:
            return int(not ring or 1 + last in squares)
        if ring and any(len({*left, last, 1}.intersection(beside[k])) < 2 for k in left):
            return 0
        return sum(walk(b, left - {b}) for b in beside[last] if b in left)

    everything = frozenset(range(1, n + 1))
    return sum(walk(k, everything - {k}) for k in ([1] if ring else everything)) if n else 1


def egyptian_fractions(n: int, of: str, distinct: bool) -> int:
    def split(rest: Fraction, terms: int, least: int) -> int:
        if not terms:
            return int(rest == 0)
        if rest <= 0:
            return 0
        return sum(
            split(rest - Fraction(1, x), terms - 1, x + distinct)
            for x in range(
                max(least, -(-rest.denominator // rest.numerator)), int(terms / rest) + 1
            )
        )

    return split(Fraction(of), n, 1)


def necklaces(n: int, colours: int, turnable: bool, aperiodic: bool) -> int:
    """As sets of all the ways to read them."""
    found = set()
    for beads in product(range(colours), repeat=n):
        turns = [beads[i:] + beads[:i] for i in range(n)]
        if not aperiodic or len(set(turns)) == n:
            found.add(frozenset(turns + [turn[::-1] for turn in turns if turnable]))
    return len(found)


def coins(values: Sequence[int], amount: int, supply: Sequence[int]) -> int:
    ways = [1] + [0] * amount
    most = supply or [amount] * len(values)
    for value, number in zip(values, most, strict=True):
        ways = [
            sum(ways[paid - k * value] for k in range(number + 1) if k * value <= paid)
            for paid in range(amount + 1)
        ]
    return ways[amount]


def latin_square(n: int, givens: str) -> int:
    marks = "".join(givens.split())

    def fits(done: tuple[int, ...], number: int) -> bool:
        row, column = divmod(len(done), n)
        lines = [*done[row * n :], *done[column::n]]
        return marks[len(done)] in (".", str(number)) and number not in lines

    return sum(1 for _ in _sequences(range(1, n + 1), n * n, fits))


def dominoes(rows: int, columns: int, holes: str, gaps: int | None) -> int:
    squares = [(r, c) for r, c in product(range(1, rows + 1), range(1, columns + 1))]
    free = frozenset((r, c) for r, c in squares if f"r{r}c{c}" not in holes.split())

    def cover(left: frozenset[tuple[int, int]], bare: int) -> int:
        if not left:
            return int(gaps in (None, bare))
        r, c = min(left)
        rest = left - {(r, c)}
        laid = sum(cover(rest - {two}, bare) for two in ((r, c + 1), (r + 1, c)) if two in rest)
        return laid + (cover(rest, bare + 1) if gaps is None or bare < gaps else 0)

    return cover(free, 0)


LEAPS = {"knight": (1, 2), "king": (0, 1, 1), "step": (0, 1), "camel": (1, 3), "zebra": (2, 3)}


def knights_tour(
    rows: int, columns: int, piece: str, closed: bool, holes: str, start: str, end: str
) -> int:
    squares = [
        (r, c)
        for r, c in product(range(1, rows + 1), range(1, columns + 1))
        if f"r{r}c{c}" not in holes.split()
    ]

    def named(square: tuple[int, int]) -> str:
        return f"r{square[0]}c{square[1]}"

    def moves(a: tuple[int, int], b: tuple[int, int]) -> bool:
        across, down = sorted((abs(a[0] - b[0]), abs(a[1] - b[1])))
        if piece == "king":
            return down == 1
        return (across, down) == LEAPS[piece]

    goals = {a: [b for b in squares if moves(a, b)] for a in squares}
    first = squares[0] if squares else (0, 0)

    def walk(at: tuple[int, int], left: frozenset[tuple[int, int]]) -> int:
        if not left:
            return int(first in goals[at] if closed else end in ("", named(at)))
        return sum(walk(goal, left - {goal}) for goal in goals[at] if goal in left)

    everything = frozenset(squares)
    starts = [first] if closed else [s for s in squares if start in ("", named(s))]
    return sum(walk(square, everything - {square}) for square in starts)


def _attacks(piece: str, a: tuple[int, int], b: tuple[int, int]) -> bool:
    across, down = sorted((abs(a[0] - b[0]), abs(a[1] - b[1])))
    straight, slanted = across == 0 < down, across == down > 0
    return {
        "queen": straight or slanted,
        "rook": straight,
        "bishop": slanted,
        "king": down == 1,
        "knight": (across, down) == (1, 2),
    }[piece]


def peaceable_queens(n: int, k: int, piece: str) -> int:
    squares = list(product(range(n), repeat=2))
    found = 0
    for white in combinations(squares, k):
        free = [
            s for s in squares if s not in white and not any(_attacks(piece, s, w) for w in white)
        ]
        found += comb(len(free), k)
    return found


def domination(
    piece: str, n: int, columns: int | None, k: int, peaceful: bool, total: bool, holes: str
) -> int:
    width = n if columns is None else columns
    board = [
        (r, c)
        for r, c in product(range(1, n + 1), range(1, width + 1))
        if f"r{r}c{c}" not in holes.split()
    ]

    def guarded(square: tuple[int, int], guards: Sequence[tuple[int, int]]) -> bool:
        there = square in guards and not total
        return there or any(_attacks(piece, square, guard) for guard in guards)

    return sum(
        all(guarded(square, guards) for square in board)
        and not (peaceful and any(_attacks(piece, a, b) for a, b in combinations(guards, 2)))
        for guards in combinations(board, k)
    )


def lights_out(n: int, lit: str, columns: int | None, wrap: bool) -> int:
    """Two to the power of what elimination leaves free, where all that are lit can be put out."""
    width = n if columns is None else columns
    board = list(product(range(n), range(width)))
    lines = []
    for r, c in board:
        near = {(r, c), (r - 1, c), (r + 1, c), (r, c - 1), (r, c + 1)}
        reach = {(a % n, b % width) for a, b in near} if wrap else near
        burning = lit == "all" or f"r{r + 1}c{c + 1}" in lit.split()
        buttons = sum(1 << place for place, square in enumerate(board) if square in reach)
        lines.append(buttons << 1 | burning)
    rank = 0
    for place in range(len(board), 0, -1):
        chosen = next((line for line in lines if line >> place & 1), 0)
        rank += chosen > 0
        lines = [line ^ chosen if line >> place & 1 else line for line in lines]
    return 0 if any(lines) else 2 ** (len(board) - rank)


def magic_square(n: int, kind: str, givens: str, numbers: Sequence[int], product: bool) -> int:
    """Row by row: each row has the total of the first one."""
    marks = "".join(givens.split()) or "." * n * n
    pool = list(numbers) or list(range(1, n * n + 1))
    together = prod if product else sum

    def fits(done: tuple[int, ...], number: int) -> bool:
        given = marks[len(done)]
        if number in done or (given not in ".0" and int(given, 36) != number):
            return False
        cells = (*done, number)
        whole = [cells[i : i + n] for i in range(0, len(cells) - n + 1, n)]
        return len({together(row) for row in whole}) <= 1

    def is_magic(cells: tuple[int, ...]) -> bool:
        rows = [cells[n * i : n * i + n] for i in range(n)]
        turns = {"semimagic": [], "pandiagonal": range(n)}.get(kind, [0])
        falling = [[rows[i][(i + turn) % n] for i in range(n)] for turn in turns]
        rising = [[rows[i][(-1 - i - turn) % n] for i in range(n)] for turn in turns]
        lines = [*rows, *zip(*rows, strict=True), *falling, *rising]
        opposite = zip(cells, reversed(cells), strict=True) if kind == "associative" else []
        return all(len({*map(together, alike)}) <= 1 for alike in (lines, opposite))

    return sum(is_magic(cells) for cells in _sequences(pool, n * n, fits))


def sudoku(
    givens: str, box_rows: int, box_columns: int, regions: str, thermometers: str, arrows: str
) -> int:
    """Cell by cell; what is found must grow along the thermometers and add up on the arrows."""
    n = box_rows * box_columns
    marks = "." * n * n if givens in ("", "example") else "".join(givens.split())
    plan = regions.replace("/", "")
    ways = [[_place(cell, n) for cell in way.split("-")] for way in thermometers.split()]
    ends = [[_place(cell, n) for cell in way.split("-")] for way in arrows.split()]

    def zone(place: int) -> object:
        row, column = divmod(place, n)
        return plan[place] if plan else (row // box_rows, column // box_columns)

    def fits(done: tuple[int, ...], number: int) -> bool:
        here = len(done)
        near = [
            other
            for place, other in enumerate(done)
            if place // n == here // n or place % n == here % n or zone(place) == zone(here)
        ]
        return marks[here] in (".", str(number)) and number not in near

    return sum(
        all(found[a] < found[b] for way in ways for a, b in pairwise(way))
        and all(found[end] == sum(found[place] for place in shaft) for end, *shaft in ends)
        for found in _sequences(range(1, n + 1), n * n, fits)
    )


def _place(cell: str, n: int) -> int:
    row, column = map(int, cell[1:].split("c"))
    return (row - 1) * n + column - 1
