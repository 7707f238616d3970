"""The families: their sizes, the peers they are held against, and their instances as tasks.

To add one, add two lines to `_TABLE`.
"""

from __future__ import annotations

from ast import literal_eval
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import partial
from importlib import import_module
from typing import Any

from tasks import Task, unwritten

from . import boards, networks, numbers

SEARCH = "cp", "choco", "gecode"
"""The peers that the bar on search is about."""
OTHERS = "cp-sat", "clingo", "sat"


@dataclass(frozen=True)
class Family:
    """Instances of one kind, by sizes and, where they are random, seeds."""

    name: str
    make: Callable[..., Any]
    """Declares the model, or a list of models, from a seed (where `seeded`) and a size."""
    sizes: tuple[dict[str, Any], ...]
    tiny: dict[str, Any]
    """A size that takes a moment."""
    peers: tuple[str, ...] = SEARCH
    """The entrants that `auto` is held against."""
    shown: tuple[str, ...] = OTHERS
    """The entrants that run beside."""
    text: Callable[..., str] | None = None
    """The instance as text, for programs that read such."""
    seeded: bool = True
    counted: bool = False
    """The solutions are too many for anything but counting."""
    seconds: float | None = None
    """The CPU seconds that `auto` may take, where that is the bar."""

    def instances(self, seeds: int) -> Iterator[Task]:
        """A task for each size and seed."""
        for seed in range(1, 1 + seeds if self.seeded else 2):
            for size in self.sizes:
                yield self.task(size, seed)

    def task(self, size: dict[str, Any], seed: int) -> Task:
        """The instance of a size and a seed."""
        first = (seed,) if self.seeded else ()
        sizes = [f"{name}={value}" for name, value in size.items()]
        return Task(
            " ".join([self.name, *sizes, *(f"seed={number}" for number in first)]),
            None,
            partial(self.make, *first, **size),
            unwritten,
            self.entrants,
            text=partial(self.text, *first, **size) if self.text else None,
            warm=partial(self.make, *first, **self.tiny),
        )

    @property
    def entrants(self) -> tuple[str, ...]:
        """Ours, the peers, and those that are only shown."""
        ours = OURS_COUNTING if self.counted else OURS_SEARCHING
        return tuple(dict.fromkeys([*ours, *self.peers, *self.shown]))


OURS_COUNTING = ("auto, count",)
OURS_SEARCHING = (
    "auto, solutions",
    "auto, arrays",
    "auto, count",
    "auto, first",
    "auto[python], solutions",
    "auto[kernel], solutions",
    "cp, first",
)


def task_named(name: str) -> Task:
    """The instance of that name. Raises: KeyError."""
    family, size, seed = _read(name)
    return FAMILIES[family].task(size, seed)


def _read(name: str) -> tuple[str, dict[str, Any], int]:
    words = [word.partition("=") for word in name.split() if "=" in word]
    size = {key: _value(value) for key, _, value in words}
    family = " ".join(word for word in name.split() if "=" not in word)
    return family, size, size.pop("seed", 1)


def _value(text: str) -> Any:
    try:
        return literal_eval(text)
    except (ValueError, SyntaxError):
        return text


def families(wanted: Iterable[str]) -> list[Family]:
    """The families that have one of the words in their names."""
    return [f for f in FAMILIES.values() if any(word in f.name for word in wanted)]


_MAKERS = {**vars(boards), **vars(networks), **vars(numbers)}
_TWELVE = "FILNPTUVWXYZ"
_KINDS: dict[str, dict[str, Any]] = {
    "search": {},
    "soon": {"seconds": 2.0, "shown": ("cp-sat",)},
    "learning": {"peers": ("cp-sat",), "shown": (*SEARCH, "clingo")},
    "givens": {"peers": ("cp",), "shown": ("choco", "cp-sat")},
    "clauses": {
        "peers": ("CaDiCaL",),
        "shown": ("cp", "cp-sat", "clingo", "sat"),
    },
    "covers": {"peers": ("DLX in C",), "shown": ("cp", "clingo")},
    "counted": {
        "peers": ("OxiDD", "OxiDD, last cell first", "rows merged in Python"),
        "shown": (),
        "counted": True,
    },
}

_TABLE = f"""
quasigroup completion | quasigroup_completion | search | seeds
    order holes | 8 38, 10 50, 12 68, 16 108, 20 150, 4 8
graph colouring | graph_colouring | search | seeds
    vertices edges colours | 30 60 3, 50 105 3, 30 105 4, 6 8 3
binary CSPs | binary_csp | search | seeds
    n d density tightness | 15 8 0.4 0.45, 20 10 0.4 0.4, 30 5 0.32 0.25, 5 3 0.6 0.3
tables | tables | search | seeds
    n d arity number share | 12 6 3 12 0.3, 14 4 4 12 0.33, 16 4 4 16 0.35, 5 3 3 3 0.5
nonograms | nonograms | search | seeds
    n black | 10 0.5, 15 0.55, 25 0.6, 4 0.5
futoshiki | futoshiki | search | seeds
    n signs givens | 5 8 2, 7 20 10, 8 30 16, 4 5 1
skyscrapers | skyscrapers | search | seeds
    n clues | 5 8, 6 22, 6 18, 4 8
cryptarithms | cryptarithms | search | seeds
    addends length base | 2 6 10, 5 5 10, 3 6 12, 2 7 16, 2 3 8
market split | market_split | search | seeds
    rows n | 3 20, 3 24, 4 24, 2 8
knapsacks | knapsacks | search | seeds
    n heaviest most | 20 1000 1, 24 3000 1, 8 300 4, 5 30 2
knight's cycles | knights_cycles | search |
    rows columns | 5 6, 3 10, 3 12, 3 4
van der Waerden | van_der_waerden | search |
    n colours length | 34 2 4, 32 2 4, 24 3 3, 6 2 3
peaceable queens | peaceable_queens | search |
    n k | 5 4, 6 5, 4 2
minimal sudokus | minimal_sudokus | givens |
    number | 100, 2
random 3-SAT | random_sat | clauses | seeds
    n ratio | 80 4.2, 100 4.2, 10 3.0
random exact covers | random_covers | covers | seeds
    items options largest | 30 150 5, 36 180 6, 40 220 6, 8 12 3
pentominoes | pentominoes | covers |
    rows columns pieces | 3 20 {_TWELVE}, 4 15 {_TWELVE}, 5 12 {_TWELVE}, 6 10 {_TWELVE}, 3 5 PUV
independent sets | grid_sets | counted |
    n | 12, 3
grid colourings | grid_colours | counted |
    n | 8, 3
Langford by positions | langford_by_positions | soon |
    n | 8, 3
circuit of wide domains | circuit_of_wide_domains | soon |
    n beyond | 7 20, 8 4, 4 3
reversed digits | reversed_digits | soon |
    digits factor | 6 4, 8 9, 4 4
numbers by digits | numbers_by_digits | soon |
    digits factor | 4 3, 5 2, 5 8, 2 2
products | products | soon |
    widest volume | 500 55440, 1000 720720, 30 120
squares | squares | soon |
    widest | 150, 400, 20
self-describing | self_describing | soon |
    n | 10, 20, 5
implied cardinalities | implied_cardinality | soon | seeds
    n values | 10 4, 12 4, 6 3
sums with implications | implied_sums | soon | seeds
    n implications share | 20 12 0.4, 24 20 0.3, 8 4 0.5
quasigroup identities | quasigroups | learning |
    n law lighter | 8 QG3 True, 8 QG4 True, 10 QG5 True, 10 QG6 True, 9 QG7 True, 4 QG5 True
block designs | block_designs | learning |
    v b r k meetings | 7 14 6 3 2, 6 10 5 3 2, 8 14 7 4 3, 9 12 4 3 1, 4 6 3 2 1
group tables | operation_tables | learning |
    n kind | 4 group, 5 group, 6 group, 3 group
"""
"""Two lines a family: its name, the function that makes it, its kind, and `seeds` if it is random;
then the names of its sizes and their values, the last of which are tiny. What is not of this
folder is a puzzle of the catalogue."""


def _family(head: str, rows: str) -> Family:
    name, maker, kind, seeds = map(str.strip, head.split("|"))
    keys, values = (half.strip() for half in rows.split("|"))
    named = (zip(keys.split(), map(_value, row.split()), strict=True) for row in values.split(","))
    *sizes, tiny = map(dict, named)
    more = {"text": _MAKERS.get(f"{maker}_text"), "seeded": bool(seeds), **_KINDS[kind]}
    make = _MAKERS.get(maker) or getattr(import_module(f"everyway.models.{maker}"), maker)
    return Family(name, make, tuple(sizes), tiny, **more)


_LINES = iter(_TABLE.strip().splitlines())
FAMILIES = {family.name: family for family in map(_family, _LINES, _LINES)}
