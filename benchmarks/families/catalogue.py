"""The families: their sizes, the peers they are held against, and their instances as tasks.

To add one, add an entry to `FAMILIES`.
"""

from __future__ import annotations

from ast import literal_eval
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import partial
from typing import Any

from tasks import Task, unwritten

from . import boards, latin, networks, numbers

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


def _read_sizes(keys: str, rows: str) -> tuple[dict[str, Any], ...]:
    """A dictionary for each row of values, the rows apart by commas."""
    names = keys.split()
    return tuple(dict(zip(names, map(_value, r.split()), strict=True)) for r in rows.split(","))


def _seeded(name: str, make: Callable[..., Any], keys: str, rows: str, **more: Any) -> Family:
    """A family of random instances; the last size is the tiny one."""
    *sizes, tiny = _read_sizes(keys, rows)
    return Family(name, make, tuple(sizes), tiny, **more)


def _fixed(name: str, make: Callable[..., Any], keys: str, rows: str, **more: Any) -> Family:
    """A family without seeds."""
    return _seeded(name, make, keys, rows, seeded=False, **more)


_SOON: dict[str, Any] = {"seconds": 2.0, "shown": ("cp-sat",)}
_LEARNING: dict[str, Any] = {"peers": ("cp-sat",), "shown": (*SEARCH, "clingo")}
_COVERS: dict[str, Any] = {"peers": ("DLX in C",), "shown": ("cp", "clingo")}
_COUNTED: dict[str, Any] = {
    "peers": ("OxiDD", "OxiDD, last cell first", "rows merged in Python"),
    "shown": (),
    "counted": True,
}
_ALL_TWELVE = ", ".join(f"{size} FILNPTUVWXYZ" for size in ("3 20", "4 15", "5 12", "6 10"))

_FAMILIES = (
    _seeded(
        "quasigroup completion",
        latin.quasigroup_completion,
        "order holes",
        "8 38, 10 50, 12 68, 16 108, 20 150, 4 8",
    ),
    _seeded(
        "graph colouring",
        networks.graph_colouring,
        "vertices edges colours",
        "30 60 3, 50 105 3, 30 105 4, 6 8 3",
    ),
    _seeded(
        "binary CSPs",
        networks.binary_csp,
        "n d density tightness",
        "15 8 0.4 0.45, 20 10 0.4 0.4, 30 5 0.32 0.25, 5 3 0.6 0.3",
    ),
    _seeded(
        "tables",
        networks.tables,
        "n d arity number share",
        "12 6 3 12 0.3, 14 4 4 12 0.33, 16 4 4 16 0.35, 5 3 3 3 0.5",
    ),
    _seeded("nonograms", boards.nonograms, "n black", "10 0.5, 15 0.55, 25 0.6, 4 0.5"),
    _seeded("futoshiki", latin.futoshiki, "n signs givens", "5 8 2, 7 20 10, 8 30 16, 4 5 1"),
    _seeded("skyscrapers", latin.skyscrapers, "n clues", "5 8, 6 22, 6 18, 4 8"),
    _seeded(
        "cryptarithms",
        numbers.cryptarithms,
        "addends length base",
        "2 6 10, 5 5 10, 3 6 12, 2 7 16, 2 3 8",
    ),
    _seeded("market split", numbers.market_split, "rows n", "3 20, 3 24, 4 24, 2 8"),
    _seeded(
        "knapsacks", numbers.knapsacks, "n heaviest most", "20 1000 1, 24 3000 1, 8 300 4, 5 30 2"
    ),
    _fixed("knight's cycles", boards.knights_cycles, "rows columns", "5 6, 3 10, 3 12, 3 4"),
    _fixed(
        "van der Waerden",
        boards.van_der_waerden,
        "n colours length",
        "34 2 4, 32 2 4, 24 3 3, 6 2 3",
    ),
    _fixed("peaceable queens", boards.peaceable_queens, "n k", "5 4, 6 5, 4 2"),
    _fixed(
        "minimal sudokus",
        latin.minimal_sudokus,
        "number",
        "100, 2",
        peers=("cp",),
        shown=("choco", "cp-sat"),
    ),
    _seeded(
        "random 3-SAT",
        networks.random_sat,
        "n ratio",
        "80 4.2, 100 4.2, 10 3.0",
        text=networks.clauses_text,
        peers=("CaDiCaL",),
        shown=("cp", "cp-sat", "clingo", "sat"),
    ),
    _seeded(
        "random exact covers",
        networks.random_covers,
        "items options largest",
        "30 150 5, 36 180 6, 40 220 6, 8 12 3",
        text=networks.covers_text,
        **_COVERS,
    ),
    _fixed(
        "pentominoes",
        networks.pentominoes,
        "rows columns pieces",
        f"{_ALL_TWELVE}, 3 5 PUV",
        text=networks.pentominoes_text,
        **_COVERS,
    ),
    _fixed(
        "independent sets", boards.grid_sets, "n", "12, 3", text=boards.grid_sets_text, **_COUNTED
    ),
    _fixed(
        "grid colourings",
        boards.grid_colours,
        "n",
        "8, 3",
        text=boards.grid_colours_text,
        **_COUNTED,
    ),
    _fixed("Langford by positions", numbers.langford_by_positions, "n", "8, 3", **_SOON),
    _fixed(
        "circuit of wide domains",
        numbers.circuit_of_wide_domains,
        "n beyond",
        "7 20, 8 4, 4 3",
        **_SOON,
    ),
    _fixed("reversed digits", numbers.reversed_digits, "digits factor", "6 4, 8 9, 4 4", **_SOON),
    _fixed(
        "numbers by digits",
        numbers.numbers_by_digits,
        "digits factor",
        "4 3, 5 2, 5 8, 2 2",
        **_SOON,
    ),
    _fixed(
        "products", numbers.products, "widest volume", "500 55440, 1000 720720, 30 120", **_SOON
    ),
    _fixed("squares", numbers.squares, "widest", "150, 400, 20", **_SOON),
    _fixed("self-describing", numbers.self_describing, "n", "10, 20, 5", **_SOON),
    _seeded(
        "implied cardinalities", numbers.implied_cardinality, "n values", "10 4, 12 4, 6 3", **_SOON
    ),
    _seeded(
        "sums with implications",
        networks.implied_sums,
        "n implications share",
        "20 12 0.4, 24 20 0.3, 8 4 0.5",
        **_SOON,
    ),
    _fixed(
        "quasigroup identities",
        boards.quasigroups,
        "n law lighter",
        "8 QG3 True, 8 QG4 True, 10 QG5 True, 10 QG6 True, 9 QG7 True, 4 QG5 True",
        **_LEARNING,
    ),
    _fixed(
        "block designs",
        boards.block_designs,
        "v b r k meetings",
        "7 14 6 3 2, 6 10 5 3 2, 8 14 7 4 3, 9 12 4 3 1, 4 6 3 2 1",
        **_LEARNING,
    ),
    _fixed(
        "group tables",
        boards.operation_tables,
        "n kind",
        "4 group, 5 group, 6 group, 3 group",
        **_LEARNING,
    ),
)
FAMILIES = {family.name: family for family in _FAMILIES}
