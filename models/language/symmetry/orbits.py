"""A group of symmetries, and the orbits of solutions under it.

Solutions are handled as rows of numbers: the place of each value in its domain, in the order of
declaration. A row is the least of its orbit where no image of it comes before it. Values that may
all be exchanged are never listed in their n! orders: the least row uses them for the first time
in their own order.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cached_property
from math import factorial, perm, prod
from operator import itemgetter
from typing import Any

from ..errors import ModelError
from ..late_dataclasses import dataclass, field
from ..model import Model
from ..phrases import grouped
from ..solution import Solution
from .symmetries import Symmetry

MOST_ELEMENTS = 100_000
"""The most elements of a group that is listed, exchanges of values not counted."""

Row = tuple[int, ...]
Table = tuple[int, ...] | None
"""The new place of each value in its domain; None where all stay."""
Element = tuple[Row, tuple[Table, ...] | None]
"""The place from which each value comes, and its change there; None: nothing changes."""


@dataclass(frozen=True)
class Block:
    """Values that may be exchanged at will, in the variables at `places`; `values` ascending."""

    places: frozenset[int]
    values: tuple[int, ...]
    name: str = field(compare=False)

    @cached_property
    def members(self) -> frozenset[int]:
        """The values as a set."""
        return frozenset(self.values)


def compiled(model: Model, symmetry: Symmetry) -> Element:
    """`symmetry` as it acts on rows."""
    place = {variable.name: number for number, variable in enumerate(model.variables)}
    sources = list(range(len(place)))
    tables: list[Table] = [None] * len(place)
    known: dict[tuple[int, Any, Any], Table] = {}
    for number, variable in enumerate(model.variables):
        target = place[symmetry.variables.get(variable.name, variable.name)]
        sources[target] = number
        change = symmetry.values.get(variable.name)
        if change:
            after: Sequence[Any] = model.variables[target].domain
            key = id(change), variable.domain, after
            if key not in known:
                found = tuple(after.index(change.get(v, v)) for v in variable.domain)
                known[key] = None if found == tuple(range(len(found))) else found
            tables[target] = known[key]
    return tuple(sources), tuple(tables) if any(tables) else None


def after(second: Element, first: Element) -> Element:
    """`first`, and then `second`."""
    sources = tuple(first[0][place] for place in second[0])
    if first[1] is None and second[1] is None:
        return sources, None
    nothing = (None,) * len(sources)
    early, late = first[1] or nothing, second[1] or nothing
    tables = tuple(
        _joined(early[source], table) for source, table in zip(second[0], late, strict=True)
    )
    return sources, tables if any(tables) else None


def _joined(first: Table, second: Table) -> Table:
    if first is None or second is None:
        return first or second
    both = tuple(second[value] for value in first)
    return None if both == tuple(range(len(both))) else both


def acting(element: Element) -> Callable[[Row], Row]:
    """The image of a row under `element`."""
    sources, tables = element
    # `itemgetter` gives a bare value for one place, and none for no place.
    pick: Callable[[Row], Row] = tuple if len(sources) < 2 else itemgetter(*sources)
    if tables is None:
        return pick
    return lambda row: tuple(
        value if table is None else table[value]
        for table, value in zip(tables, pick(row), strict=True)
    )


def closure(
    generators: Sequence[Element], size: int, most: int = MOST_ELEMENTS
) -> dict[Element, tuple[int, ...]]:
    """Every product of `generators`, with a shortest word for it: their numbers, first to last.

    Raises: ModelError for more than `most`.
    """
    identity: Element = tuple(range(size)), None
    found: dict[Element, tuple[int, ...]] = {identity: ()}
    newest = [identity]
    while newest:
        further: list[Element] = []
        for element in newest:
            for number, generator in enumerate(generators):
                product = after(generator, element)
                if product not in found:
                    found[product] = (*found[element], number)
                    further.append(product)
            if len(found) > most:
                raise ModelError(
                    f"the symmetries generate more than {grouped(most)} images of a solution;"
                    " take fewer of them, for example kinds=['squares']"
                )
        newest = further
    return found


class RowGroup:
    """Elements listed one by one, times every exchange of values within blocks."""

    def __init__(self, elements: Iterable[Element], blocks: Sequence[Block], size: int) -> None:
        self.elements = list(elements)
        self.blocks = list(blocks)
        self._which = [_block_of_values(blocks, place) for place in range(size)]
        identity = tuple(range(size))
        self.moves = [acting(e) for e in self.elements if e != (identity, None)]

    @cached_property
    def order(self) -> int:
        """The number of symmetries."""
        exchanges = prod(factorial(len(block.values)) for block in self.blocks)
        shared = sum(1 for element in self.elements if self.exchanges(element))
        return len(self.elements) * exchanges // shared

    def exchanges(self, element: Element) -> bool:
        """True if `element` does nothing but exchange values within blocks."""
        sources, tables = element
        if sources != tuple(range(len(sources))):
            return False
        changes: dict[tuple[int | None, int], int] = {}
        for place, table in enumerate(tables or ()):
            which = self._which[place]
            for value in which if table is None else range(len(table)):
                new = value if table is None else table[value]
                block = which.get(value)
                if new != value and (block is None or which.get(new) != block):
                    return False
                if block is not None and changes.setdefault((block, value), new) != new:
                    return False
        return True

    def relabelled(self, row: Row) -> Row:
        """The least row that exchanges of values make of `row`."""
        if not self.blocks:
            return row
        unused = [iter(block.values) for block in self.blocks]
        new: dict[tuple[int, int], int] = {}
        found = list(row)
        for place, (value, which) in enumerate(zip(row, self._which, strict=True)):
            block = which.get(value)
            if block is not None:
                key = block, value
                if key not in new:
                    new[key] = next(unused[block])
                found[place] = new[key]
        return tuple(found)

    def is_least(self, row: Row) -> bool:
        """True if no image of `row` comes before it."""
        if not self.blocks:
            return all(move(row) >= row for move in self.moves)
        if self.relabelled(row) != row:
            return False
        return all(self.relabelled(move(row)) >= row for move in self.moves)

    def least(self, row: Row) -> Row:
        """The first of the images of `row`."""
        return min(self.images(row))

    def images(self, row: Row) -> set[Row]:
        """The images of `row`, one for all that differ by exchanged values."""
        return {self.relabelled(row), *(self.relabelled(move(row)) for move in self.moves)}

    def orbit_size(self, row: Row) -> int:
        """The number of images of `row`."""
        used = [{row[place] for place in block.places} & block.members for block in self.blocks]
        pairs = zip(self.blocks, used, strict=True)
        return len(self.images(row)) * prod(perm(len(b.values), len(some)) for b, some in pairs)


def normal(generators: Iterable[Element], blocks: Sequence[Block]) -> bool:
    """True if every generator brings each block to a block, so that the two can be multiplied."""
    return all(_image(g, block) in blocks for g in generators for block in blocks)


def _image(element: Element, block: Block) -> Block | None:
    """The image of `block` under `element`, if that is a block."""
    sources, tables = element
    places = frozenset(place for place, source in enumerate(sources) if source in block.places)
    changes = [tables[place] if tables else None for place in places]
    values = {
        tuple(sorted(value if table is None else table[value] for value in block.values))
        for table in changes
    }
    return Block(places, values.pop(), block.name) if len(values) == 1 else None


def _block_of_values(blocks: Sequence[Block], place: int) -> dict[int, int]:
    """The number of the block of each value at `place`."""
    inside = ((n, block) for n, block in enumerate(blocks) if place in block.places)
    return {value: number for number, block in inside for value in block.values}


def rows_of(model: Model) -> Callable[[Solution], Row]:
    """Reads a solution as a row."""
    readers: list[Callable[[Any], int]] = []
    known: dict[Any, dict[Any, int]] = {}
    for variable in model.variables:
        domain: Any = variable.domain
        if isinstance(domain, range):
            readers.append(domain.index)
        else:
            table = known.setdefault(domain, {value: n for n, value in enumerate(domain)})
            readers.append(table.__getitem__)
    return lambda solution: tuple(r(v) for r, v in zip(readers, solution.row, strict=True))


def images_of(row: Row, generators: Sequence[Element]) -> Iterator[Row]:
    """Every image of `row` under products of `generators`, each once."""
    moves = [acting(generator) for generator in generators]
    seen, waiting = {row}, [row]
    while waiting:
        found = waiting.pop()
        yield found
        for further in [image for m in moves if (image := m(found)) not in seen]:
            if further not in seen:
                seen.add(further)
                waiting.append(further)
