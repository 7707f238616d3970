"""Lowering of tables and automata to one register, the state after the choices so far.

Every state knows by a word which values can still lead to acceptance, and by a table where each
leads. States with the same future are one.
"""

from __future__ import annotations

from collections.abc import Collection, Hashable, Mapping, Sequence
from typing import cast

from ....models.language.late_dataclasses import dataclass
from ..common import construct as c
from ..common.code import Code
from ..reading.normal_forms import Automaton, Rows
from ..reading.term_code import weighted
from .unfinished_levels import Building

MOST_ENTRIES = 300_000
"""A machine with more transitions is not built."""

State = Hashable
Layer = dict[State, dict[int, State]]
Merged = dict[int, dict[int, int]]
"""The same with states by number."""


@dataclass(frozen=True, eq=False)
class Machine:
    """Reads `places` in order, from `start` by `step`, to one of the `accepting` states.

    Where there is no step it goes on in `otherwise`; None for a dead end.
    """

    places: tuple[int, ...]
    step: Mapping[tuple[State, int], State]
    start: State
    accepting: Collection[State]
    otherwise: State | None = None


def lower_machine(building: Building, form: Rows | Automaton) -> bool:
    """Add a table or an automaton to the levels; False where they do not follow its order."""
    if isinstance(form, Rows):
        return _lower(building, _spelled(building, form))
    step = cast(Mapping[tuple[State, int], State], form.step)
    return _lower(building, Machine(form.places, step, form.start, form.accepting))


def _spelled(building: Building, form: Rows) -> Machine:
    """A machine whose states are the beginnings of rows, and "free" for those of no row."""
    columns = sorted(range(len(form.places)), key=lambda k: building.depth(form.places[k]))
    rows = [tuple(row[k] for k in columns) for row in form.rows]
    places = tuple(form.places[k] for k in columns)
    step: dict[tuple[State, int], State] = {
        (row[:size], row[size]): row[: size + 1] for row in rows for size in range(len(row))
    }
    if form.allowed:
        return Machine(places, step, (), set(rows))
    return Machine(places, step, () if rows else "free", {"free"}, "free")


def _lower(building: Building, machine: Machine) -> bool:
    open_places = [place for place in machine.places if building.depth(place) >= 0]
    depths = [building.depth(place) for place in open_places]
    in_order = depths == sorted(set(depths))
    if not in_order or any(building.levels[depth].wide for depth in depths):
        return False
    layers = _unrolled(building, machine)
    if layers is None:
        return False
    _emit(building, depths, layers)
    return True


def _unrolled(building: Building, machine: Machine) -> list[Merged] | None:
    """By open place, each state's transitions that can lead to acceptance; None if too many.

    Places with one value are read through. The list ends with the accepted states.
    """
    layers: list[Layer] = []
    states: dict[State, None] = {machine.start: None}
    step, entries = machine.step.get, 0
    for place in machine.places:
        domain = building.domains[place]
        entries += len(states) * len(domain)
        if entries > MOST_ENTRIES:
            return None
        layer = {
            state: {
                value: after
                for value in domain
                if (after := step((state, value), machine.otherwise)) is not None
            }
            for state in states
        }
        states = dict.fromkeys(after for moves in layer.values() for after in moves.values())
        if building.depth(place) < 0:
            layers = _read_through(layers, layer)
        else:
            layers.append(layer)
    return _pruned(layers, machine, states)


def _read_through(layers: list[Layer], layer: Layer) -> list[Layer]:
    """The last of `layers`, with the moves of a place of one value joined on."""
    if not layers:
        return layers
    ends = {state: next(iter(moves.values()), None) for state, moves in layer.items()}
    joined = {
        state: {v: end for v, after in moves.items() if (end := ends[after]) is not None}
        for state, moves in layers[-1].items()
    }
    return [*layers[:-1], joined]


def _pruned(layers: list[Layer], machine: Machine, last: Mapping[State, None]) -> list[Merged]:
    """The layers with states of the same future merged, from the end to the start."""
    names: dict[State, int] = {state: 0 for state in last if state in machine.accepting}
    found: list[Merged] = []
    if not layers:
        return [] if names else [{}]
    for layer in reversed(layers):
        known: dict[tuple[tuple[int, int], ...], int] = {}
        merged: Merged = {}
        renamed: dict[State, int] = {}
        for state, moves in layer.items():
            alive = {v: names[after] for v, after in moves.items() if after in names}
            if not alive:
                continue
            key = tuple(alive.items())
            number = known.setdefault(key, len(known))
            renamed[state] = number
            merged[number] = alive
        names = renamed
        found.append(merged)
    return found[::-1]


def _emit(building: Building, depths: Sequence[int], layers: Sequence[Merged]) -> None:
    if any(not layer for layer in layers):
        building.possible = False
        return
    state: Code = c.integer(0)
    for depth, layer in zip(depths, layers, strict=True):
        words = [building.bits_of(depth, layer[number]) for number in range(len(layer))]
        if any(word != building.levels[depth].domain for word in words):
            building.filter(depth, _entry(words, state, building.width))
        if depth != depths[-1]:
            state = building.define(depth, _next(building, depth, layer, state), "q")


def _entry(words: Sequence[int], state: Code, width: int) -> Code:
    return c.word(words[0], width) if len(words) == 1 else c.look_up(words, state, width)


def _next(building: Building, depth: int, layer: Merged, state: Code) -> Code:
    values = building.bits(depth)
    entries = [layer[number].get(value, 0) for number in range(len(layer)) for value in values]
    if min(entries) == max(entries):
        return c.integer(entries[0])
    index = building.levels[depth].index
    return c.look_up(entries, weighted([(len(values), state), (1, index)]))
