"""Lowering of tables and automata to one register, the state after the choices so far.

Every state knows by a word which values can still lead to acceptance, and by a table where each
leads. States with the same future are one.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass

from ..common import construct as c
from ..common.code import Code
from ..reading.forms import Automaton, Rows
from ..reading.terms import weighted
from .building import Building

MOST_ENTRIES = 300_000
"""A machine with more transitions is not built."""

State = Hashable
Advance = Callable[[State, int, int], State | None]
Layer = dict[State, dict[int, State]]
Merged = dict[int, dict[int, int]]
"""The same with states by number."""


@dataclass(frozen=True, eq=False)
class Machine:
    """Reads `places` in order: `advance(state, number of the place, value)`, None for a dead end.

    Where `accepts` of the last state, the values are accepted.
    """

    places: tuple[int, ...]
    start: State
    advance: Advance
    accepts: Callable[[State], bool]


def lower_rows(building: Building, form: Rows) -> bool:
    """Add a table to the levels; False where it cannot be a machine."""
    columns = sorted(range(len(form.places)), key=lambda k: building.depth(form.places[k]))
    rows = [tuple(row[k] for k in columns) for row in form.rows]
    places = tuple(form.places[k] for k in columns)
    heads = {row[:size] for row in rows for size in range(len(row) + 1)}

    def follow(state: State, number: int, value: int) -> State | None:
        head = (*state, value) if isinstance(state, tuple) else None
        return head if head in heads else None

    def follow_or_leave(state: State, number: int, value: int) -> State | None:
        return follow(state, number, value) or "free"

    if form.allowed:
        machine = Machine(places, () if rows else None, follow, lambda state: state is not None)
    else:
        free = () if rows else "free"
        machine = Machine(places, free, follow_or_leave, lambda state: state == "free")
    return _lower(building, machine)


def lower_automaton(building: Building, form: Automaton) -> bool:
    """Add an automaton to the levels; False where they do not follow its order."""

    def advance(state: State, number: int, value: int) -> State | None:
        return form.step.get((state, value)) if isinstance(state, int) else None

    machine = Machine(form.places, form.start, advance, lambda state: state in form.accepting)
    return _lower(building, machine)


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
    states: dict[State, None] = {} if machine.start is None else {machine.start: None}
    entries = 0
    for number, place in enumerate(machine.places):
        domain = building.domains[place]
        entries += len(states) * len(domain)
        if entries > MOST_ENTRIES:
            return None
        layer = {
            state: {
                value: after
                for value in domain
                if (after := machine.advance(state, number, value)) is not None
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
    names: dict[State, int] = {state: 0 for state in last if machine.accepts(state)}
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
