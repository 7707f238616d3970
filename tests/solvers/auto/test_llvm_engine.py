"""Machine code searches programs as a small interpreter does, and can stop anywhere."""

from __future__ import annotations

import threading
import time
from array import array
from collections.abc import Callable
from itertools import pairwise

import pytest

from everyway.models import Model, variables
from everyway.solvers.auto.common import code as c
from everyway.solvers.auto.common.code import FLAG, Call, Program, Require
from everyway.solvers.auto.common.slots import FINISHED
from everyway.solvers.auto.engine_run import Run, tuples
from everyway.solvers.auto.loops.integers import NotCompilable, refuse
from everyway.solvers.auto.loops.machine_loops import Compiled, finds
from everyway.solvers.auto.loops.state import FRESH, halved
from everyway.solvers.harness.contract import Control

from .programs import Row, interpreted, level, magic, program_of, queens
from .random_programs import program_with

pytest.importorskip("llvmlite", reason="llvmlite is not installed")

SEED = 20_261_120


def rows_of(program: Program, capacity: int = 16_384) -> list[Row]:
    compiled = Compiled(program, rows=True)
    found = finds(compiled, compiled.layout.fresh(), nothing, capacity)
    return [row for batch in found for row in tuples(batch, len(compiled.row))]


def count_of(program: Program) -> int:
    compiled = Compiled(program, rows=False)
    return sum(finds(compiled, compiled.layout.fresh(), nothing))


def nothing() -> None:
    pass


def agrees(program: Program) -> None:
    expected = interpreted(program)
    assert rows_of(program) == expected
    assert count_of(program) == len(expected)


@pytest.mark.parametrize("width", [7, 31, 32, 33, 64, 100, 128, 200, 256])
def test_queens_have_their_solutions_in_words_of_every_width(width: int) -> None:
    program = queens(7, width)
    assert len(interpreted(program)) == 40
    agrees(program)


def test_magic_squares_are_found_by_spans() -> None:
    assert len(interpreted(magic(3))) == 8
    agrees(magic(3))
    assert count_of(magic(4)) == 7040


@pytest.mark.parametrize("width", [5, 13, 32, 45, 64, 99, 256])
@pytest.mark.parametrize("kind", ["flag", "integer", "word"])
def test_expressions_mean_what_they_do_in_python(kind: str, width: int) -> None:
    for seed in range(SEED, SEED + 5):
        program = program_with(seed, kind, width)
        assert rows_of(program) == interpreted(program), f"{kind} of {width} bits, seed {seed}"


@pytest.mark.parametrize("width", [6, 32])
def test_spans_and_bits_are_cut_to_the_word_at_both_ends(width: int) -> None:
    ends = (*range(-2, 3), *range(width - 3, width + 3), 64, -64)
    levels = [level(place, len(ends), 0, 32, ends) for place in (0, 1)]
    spans, bits = level(2, width, 0, 32), level(3, width, 0, 32)
    low, high = (here.value for here in levels)
    spans.filters = [c.span(low, high, width)]
    bits.filters = [c.either(c.single(low, width), c.span(c.integer(1), high, width))]
    agrees(program_of([*levels, spans, bits], 32))


def test_dividing_by_nothing_and_looking_up_outside_do_no_harm() -> None:
    first, shown = level(0, 9, -4, 32), level(1, 8, 0, 32)
    by_zero = c.quotient(c.integer(7), first.value, (-7, 7))
    rest = c.remainder(c.integer(-(2**31)), first.value, (-4, 4))
    far = c.multiply(first.value, c.integer(1 << 40))
    outside = c.look_up(range(-150, 150), far)
    shown.filters = [c.span(c.integer(0), c.add(c.add(by_zero, rest), outside), 32)]
    assert {row[0] for row in rows_of(program_of([first, shown], 32))} <= set(range(-4, 5))


def test_a_table_without_entries_is_never_written() -> None:
    with pytest.raises(AssertionError, match="a table has entries"):
        c.look_up([], level(0, 9, -4, 32).value)


# --------------------------------------------------------------------- stopping anywhere


def stopped_everywhere(program: Program, capacity: int, budget: int) -> list[Row]:
    """All rows, by way of a copy of the state after every call."""
    compiled = Compiled(program, rows=True)
    names, words = len(program.names), compiled.layout.fresh()
    found: list[Row] = []
    room = array(compiled.row.typecode, [0] * (capacity * names))
    while words[0] != FINISHED:
        number = compiled.search(words, room.buffer_info()[0], capacity, budget)
        found += tuples(room[: number * names], names)
        words = array("q", words)
    return found


@pytest.mark.parametrize(("capacity", "budget"), [(1, 10**9), (999, 1), (999, 0), (2, 3)])
@pytest.mark.parametrize("make", [lambda: queens(6, 32), lambda: queens(6, 150), lambda: magic(3)])
def test_a_search_stopped_at_every_point_goes_on_where_it_was(
    make: Callable[[], Program], capacity: int, budget: int
) -> None:
    assert stopped_everywhere(make(), capacity, budget) == interpreted(make())


@pytest.mark.parametrize("kind", ["flag", "integer", "word"])
def test_every_kind_of_register_outlives_a_stop(kind: str) -> None:
    for seed, width in enumerate((5, 32, 64, 99, 130, 256), start=SEED):
        program = program_with(seed, kind, width)
        assert stopped_everywhere(program, 7, 2) == interpreted(program), f"seed {seed}"


def test_a_count_stopped_at_every_point_is_the_same() -> None:
    program = queens(7, 32)
    compiled, total = Compiled(program, rows=False), 0
    words = compiled.layout.fresh()
    while words[0] != FINISHED:
        total += compiled.search(words, 0, 0, 1)
        words = array("q", words)
    assert total == 40


@pytest.mark.parametrize("calls", [1, 2, 5, 17, 60])
def test_a_search_cut_in_two_again_and_again_finds_everything_once(calls: int) -> None:
    program = queens(6, 32)
    compiled = Compiled(program, rows=True)
    found: list[Row] = []
    begun, room = compiled.layout.fresh(), array("b", bytes(6 * 99))
    tasks = [begun]
    for _ in range(calls):
        words = tasks.pop()
        number = compiled.search(words, room.buffer_info()[0], 99, 1)
        found += tuples(room[: 6 * number], 6)
        if words[0] == FINISHED:
            continue
        given = halved(compiled.layout, words)
        tasks = [words, *tasks] if given is None else [*tasks, words, given]
    for words in tasks:
        found += [
            row
            for batch in finds(compiled, words, nothing)
            for row in tuples(batch, len(compiled.row))
        ]
    assert sorted(found) == interpreted(program)
    assert len(found) == 4


def test_a_search_that_has_not_begun_has_no_state() -> None:
    compiled = Compiled(queens(4, 32), rows=True)
    assert compiled.layout.fresh()[0] == FRESH
    with pytest.raises(ValueError, match="has not begun"):
        compiled.layout.left_in(compiled.layout.fresh())


class Enough(Exception):
    pass


def test_a_long_search_comes_back_often_and_can_be_left() -> None:
    program = queens(18, 32)
    compiled, times = Compiled(program, rows=False), [time.process_time()]

    def check() -> None:
        times.append(time.process_time())
        if times[-1] - times[0] > 0.4:
            raise Enough

    with pytest.raises(Enough):
        sum(finds(compiled, compiled.layout.fresh(), check))
    longest = max(after - before for before, after in pairwise(times))
    assert longest < (times[-1] - times[0]) / 2


def test_threads_share_machine_code_and_nothing_else() -> None:
    program = queens(8, 32)
    compiled = Compiled(program, rows=False)
    found: list[int] = []

    def search() -> None:
        found.append(sum(finds(compiled, compiled.layout.fresh(), nothing)))

    threads = [threading.Thread(target=search) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found == [92] * 4


# ------------------------------------------------------------------------- rows and limits


@pytest.mark.parametrize(
    ("far", "kind"), [(127, "b"), (-129, "h"), (40_000, "i"), (-(2**31), "i"), (2**40, "q")]
)
def test_rows_have_the_smallest_type_and_the_order_of_the_model(far: int, kind: str) -> None:
    choices = level(2, 2, 0, 32, (far, 5)), level(0, 3, -1, 32)
    program = program_of(list(choices), 32, {1: -7, 3: 99})
    compiled = Compiled(program, rows=True)
    assert compiled.row.typecode == kind
    agrees(program)
    assert rows_of(program, capacity=1) == interpreted(program)


def test_rows_become_an_array() -> None:
    numpy = pytest.importorskip("numpy")
    program = queens(6, 32)
    compiled = Compiled(program, rows=True)
    (batch,) = finds(compiled, compiled.layout.fresh(), nothing)
    model = Model("board", variables("q", 6, range(6)))
    (rows,) = Run(model, Control(), form="block").shaped(batch)
    assert rows.dtype == numpy.int8
    assert [tuple(row) for row in rows.tolist()] == interpreted(program)


def test_a_last_level_with_a_test_is_counted_one_by_one() -> None:
    levels = [level(0, 5, 0, 32), level(1, 5, 0, 32)]
    levels[1].after.append(Require(c.compare("<", levels[0].value, levels[1].value)))
    agrees(program_of(levels, 32))


def test_what_machine_code_cannot_do_is_refused_with_the_reason() -> None:
    wide, far, python = queens(4, 32), queens(4, 32), queens(4, 32)
    wide.levels[2].wide = True
    python.levels[3].after.append(Require(Call(FLAG, (0, 1), any, (), c.TRUE)))
    none = Program((), 32, [], {}, possible=False)
    far.levels[1].filters = [c.single(c.multiply(far.levels[0].value, c.integer(1 << 62)), 32)]
    for program, words in (
        (wide, "too many candidates"),
        (far, "does not fit 64 bits"),
        (python, "function of Python"),
        (queens(4, 300), "more than 256 candidates"),
        (none, "nothing is left"),
    ):
        with pytest.raises(NotCompilable, match=words):
            refuse(program)
