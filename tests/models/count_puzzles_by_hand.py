"""The solutions of each puzzle counted by plain Python that knows neither models nor solvers.

Each function bears its puzzle's name and takes the parameters that it can vary.
"""

from __future__ import annotations

from collections import Counter
from itertools import combinations, pairwise, permutations

from everyway.models.map_colouring import MAPS
from everyway.models.sudoku import EXAMPLES


def queens(n: int, wrap: bool = False) -> int:
    def falling(row: int, column: int) -> int:
        return (row - column) % n if wrap else row - column

    def rising(row: int, column: int) -> int:
        return (row + column) % n if wrap else row + column

    def place(row: int, taken: frozenset[tuple[str, int]]) -> int:
        if row == n:
            return 1
        lines = ({("c", c), ("f", falling(row, c)), ("r", rising(row, c))} for c in range(n))
        return sum(place(row + 1, taken | line) for line in lines if not taken & line)

    return place(0, frozenset())


def knights(n: int, k: int) -> int:
    squares = [(row, column) for row in range(n) for column in range(n)]
    attacked = {frozenset(p) for p in combinations(squares, 2) if _is_knights_move(*p)}

    def place(left: int, free: list[tuple[int, int]]) -> int:
        if not left:
            return 1
        return sum(
            place(left - 1, [s for s in free[i + 1 :] if frozenset((s, square)) not in attacked])
            for i, square in enumerate(free)
        )

    return place(k, squares)


def _is_knights_move(a: tuple[int, int], b: tuple[int, int]) -> bool:
    return {abs(a[0] - b[0]), abs(a[1] - b[1])} == {1, 2}


def latin_square(n: int) -> int:
    orders = list(permutations(range(n)))

    def add(rows: tuple[tuple[int, ...], ...]) -> int:
        if len(rows) == n:
            return 1
        fitting = (
            o for o in orders if all(a != b for r in rows for a, b in zip(o, r, strict=True))
        )
        return sum(add((*rows, order)) for order in fitting)

    return add(())


def magic_square(n: int) -> int:
    wanted = n * (n * n + 1) // 2

    def is_magic(cells: tuple[int, ...]) -> bool:
        rows = [cells[n * i : n * i + n] for i in range(n)]
        diagonals = [[rows[i][i] for i in range(n)], [rows[i][n - 1 - i] for i in range(n)]]
        return all(sum(line) == wanted for line in [*rows, *zip(*rows, strict=True), *diagonals])

    return sum(map(is_magic, permutations(range(1, n * n + 1))))


def langford(n: int) -> int:
    def place(k: int, taken: frozenset[int]) -> int:
        if not k:
            return 1
        pairs = ({cell, cell + k + 1} for cell in range(2 * n - k - 1))
        return sum(place(k - 1, taken | pair) for pair in pairs if not taken & pair)

    return place(n, frozenset())


def send_more_money(puzzle: str, base: int) -> int:
    """By columns from the right, with what the left side has more so far as a carry."""
    left, right = (side.split("+") for side in puzzle.split("="))
    never_zero = {word[0] for word in [*left, *right] if len(word) > 1}
    width = max(map(len, [*left, *right]))

    def column(words: list[str], place: int) -> list[str]:
        return [word[-1 - place] for word in words if len(word) > place]

    def allowed(letter: str, digits: dict[str, int]) -> list[int]:
        lowest = 1 if letter in never_zero else 0
        return [d for d in range(lowest, base) if d not in digits.values()]

    def fill(place: int, carry: int, digits: dict[str, int]) -> int:
        if place == width:
            return int(carry == 0)
        plus, minus = column(left, place), column(right, place)
        open = [letter for letter in (*plus, *minus) if letter not in digits]
        if open and (open != minus or len(minus) > 1):
            tries = ({**digits, open[0]: d} for d in allowed(open[0], digits))
            return sum(fill(place, carry, more) for more in tries)
        carry += sum(digits[letter] for letter in plus)
        if open:  # the one letter on the right
            digit = carry % base
            if digit not in allowed(open[0], digits):
                return 0
            digits = {**digits, open[0]: digit}
        carry, left_over = divmod(carry - sum(digits[letter] for letter in minus), base)
        return 0 if left_over else fill(place + 1, carry, digits)

    return fill(0, 0, {})


def map_colouring(map: str, colours: int) -> int:
    """Region by region; what is kept of a state is which open regions are alike."""
    neighbours = _neighbours(MAPS[map])
    open_regions: list[str] = []
    states, seen = Counter({(): 1}), set[str]()
    for region in _order_of_least_width(neighbours):
        seen.add(region)
        kept = [r for r in [*open_regions, region] if neighbours[r] - seen]
        following: Counter[tuple[int, ...]] = Counter()
        for state, number in states.items():
            painted = dict(zip(open_regions, state, strict=True))
            beside = {painted[other] for other in neighbours[region] if other in painted}
            for colour in set(range(colours)) - beside:
                following[_pattern([{**painted, region: colour}[r] for r in kept])] += number
        open_regions, states = kept, following
    return states.total()


def _neighbours(text: str) -> dict[str, set[str]]:
    lines = [line.partition(":") for line in text.strip().splitlines()]
    pairs = [(a, b.strip()) for a, _, others in lines for b in others.split(",") if b.strip()]
    regions = {a for a, _, _ in lines} | {b for _, b in pairs}
    return {r: {b for a, b in pairs if a == r} | {a for a, b in pairs if b == r} for r in regions}


def _order_of_least_width(neighbours: dict[str, set[str]]) -> list[str]:
    """An order of the regions that leaves few open at a time; the best over all beginnings."""

    def open_with(seen: list[str], region: str) -> int:
        after = {*seen, region}
        return sum(1 for other in after if neighbours[other] - after)

    def grown_from(start: str) -> list[str]:
        order = [start]
        while left := neighbours.keys() - set(order):
            beside = {other for region in order for other in neighbours[region]} & left
            order.append(min(sorted(beside or left), key=lambda r: open_with(order, r)))
        return order

    def widest(order: list[str]) -> int:
        return max(open_with(order[:k], order[k]) for k in range(len(order)))

    return min(map(grown_from, sorted(neighbours)), key=widest)


def _pattern(colours: list[int]) -> tuple[int, ...]:
    names: dict[int, int] = {}
    return tuple(names.setdefault(colour, len(names)) for colour in colours)


def sudoku(givens: str, box_rows: int, box_columns: int) -> int:
    """By the cell with the fewest numbers left."""
    size = box_rows * box_columns
    if givens == "example":
        givens = EXAMPLES["plain"]
    text = "".join(givens.split()) or "." * size**2
    cells = {divmod(i, size): int(c) for i, c in enumerate(text) if c not in ".0"}
    free = [divmod(i, size) for i in range(size**2) if divmod(i, size) not in cells]

    def box(cell: tuple[int, int]) -> tuple[int, int]:
        return cell[0] // box_rows, cell[1] // box_columns

    def units(cell: tuple[int, int]) -> list[tuple[str, object]]:
        return [("row", cell[0]), ("column", cell[1]), ("box", box(cell))]

    used = {unit: set[int]() for cell in [*cells, *free] for unit in units(cell)}
    for cell, number in cells.items():
        for unit in units(cell):
            used[unit].add(number)

    def left(cell: tuple[int, int]) -> set[int]:
        return set(range(1, size + 1)).difference(*(used[unit] for unit in units(cell)))

    def fill() -> int:
        if not free:
            return 1
        cell = min(free, key=lambda c: len(left(c)))
        free.remove(cell)
        found = 0
        for number in left(cell):
            for unit in units(cell):
                used[unit].add(number)
            found += fill()
            for unit in units(cell):
                used[unit].remove(number)
        free.append(cell)
        return found

    return fill()


def crowns(regions: str) -> int:
    rows = regions.split()
    return sum(
        1
        for columns in permutations(range(len(rows)))
        if all(abs(a - b) > 1 for a, b in pairwise(columns))
        and len({row[c] for row, c in zip(rows, columns, strict=True)} - {".", "#"}) == len(rows)
    )


def zebra() -> int:
    orders = list(permutations(range(5)))

    def beside(a: int, b: int) -> bool:
        return abs(a - b) == 1

    return sum(
        1
        for red, green, ivory, yellow, blue in orders
        if green - ivory == 1
        for english, spanish, ukrainian, norwegian, japanese in orders
        if english == red and norwegian == 0 and beside(norwegian, blue)
        for coffee, tea, milk, juice, _water in orders
        if coffee == green and tea == ukrainian and milk == 2
        for old_gold, kools, chesterfields, lucky_strike, parliaments in orders
        if kools == yellow and lucky_strike == juice and parliaments == japanese
        for dog, snails, fox, horse, _zebra in orders
        if dog == spanish and snails == old_gold
        if beside(chesterfields, fox) and beside(kools, horse)
    )
