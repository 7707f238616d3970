"""Packing: rows as bytes, rows that do not fit, and spools on disk."""

from __future__ import annotations

import os
import tempfile
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from everyway.comparer import spool as spool_module
from everyway.comparer.spool import PARTITIONS, Spool, SpoolError, Workspace
from everyway.models import Model, integer, variable, variables
from everyway.solvers.harness.rows.packing import (
    MalformedError,
    Packer,
    encode,
    restored_malformed,
    text_of_malformed,
)


def mixed_model() -> Model:
    return Model(
        "mixed",
        variables("q", 2, range(-3, 300, 3)),
        variable("colour", ["red", "green", "été"]),
        integer("far", 0, 10**9),
        variable("gap", [-5, 7, 100]),
        integer("wide", -(10**30), 10**30),
    )


GOOD = {
    "q[0]": -3,
    "q[1]": 297,
    "colour": "été",
    "far": 10**9,
    "gap": 7,
    "wide": 10**30,
}

# --- packing -----------------------------------------------------------------------------------


def test_a_packed_row_is_restored():
    packer = Packer(mixed_model())
    row, text = packer.pack(GOOD)
    assert len(row) == packer.row_size == 1 + 1 + 1 + 4 + 1 + 13
    assert packer.unpack(row) == GOOD
    assert text == encode(list(GOOD.values()))


@pytest.mark.parametrize("values", [range(2), range(1, 10), [3, 5, 9], range(8, 12), range(-1, 3)])
def test_the_text_of_a_row_is_that_of_its_values(values):
    packer = Packer(Model("m", variables("x", 2, values)))
    for row in product(values, repeat=2):
        assert packer.pack(dict(zip(packer.names, row, strict=True)))[1] == encode(row)


def test_packed_rows_sort_in_canonical_order():
    model = Model(
        "m", variable("a", [-9, 4, 70]), integer("b", -300, 300), variable("c", ["y", "x"])
    )
    packer = Packer(model)
    rows = [
        packer.pack(dict(zip("abc", row, strict=True)))[0]
        for row in product((-9, 4, 70), (-300, -1, 0, 255, 300), "yx")
    ]
    assert rows == sorted(rows)
    assert len(set(rows)) == len(rows)


class Subclass(int):
    """An int that is not a plain one."""


MALFORMED: list[Any] = [
    {**GOOD, "q[0]": True},
    {**GOOD, "q[0]": 0.0},
    {**GOOD, "q[0]": Subclass(0)},
    {**GOOD, "q[0]": None},
    {**GOOD, "q[0]": "0"},
    {**GOOD, "q[0]": 1},
    {**GOOD, "q[0]": -6},
    {**GOOD, "q[0]": 300},
    {**GOOD, "q[0]": 10**5000},
    {**GOOD, "q[0]": [0]},
    {**GOOD, "colour": "blue"},
    {**GOOD, "colour": 0},
    {**GOOD, "far": 10**9 + 1},
    {**GOOD, "far": True},
    {**GOOD, "wide": 10**30 + 1},
    {**GOOD, "extra": 1},
    {**GOOD, 3: 1},
    {name: value for name, value in GOOD.items() if name != "gap"},
    {},
    None,
    [],
    "q",
    7,
]


@pytest.mark.parametrize("row", MALFORMED, ids=range(len(MALFORMED)))
def test_what_is_no_row_of_the_model_is_a_malformed_row(row: Any):
    with pytest.raises(MalformedError):
        Packer(mixed_model()).pack(row)


def malformed_text(row: Any) -> bytes:
    return text_of_malformed(row, tuple(GOOD))


def test_no_two_malformed_rows_look_alike():
    texts = [malformed_text(row) for row in MALFORMED]
    assert len(set(texts)) == len(texts)
    assert all(b"\n" not in text for text in texts)


@pytest.mark.parametrize("row", MALFORMED, ids=range(len(MALFORMED)))
def test_a_malformed_row_is_restored_to_be_shown(row: Any):
    back = restored_malformed(malformed_text(row), tuple(GOOD))
    if isinstance(row, dict) and type(row.get("q[0]")) is Subclass:
        assert isinstance(back, dict)
        assert repr(back["q[0]"]) == "Subclass(0)"
    else:
        assert back == row


def test_a_malformed_row_is_known_by_its_values_whatever_their_order():
    row = {**GOOD, "q[0]": None, "extra": 1, "more": 2}
    assert malformed_text(row) == malformed_text(dict(reversed(row.items())))


def test_a_foreign_value_is_cut_to_be_shown_and_yet_distinguished_from_another():
    first, second = ({**GOOD, "far": [0] * 1000 + [last]} for last in (1, 2))
    assert malformed_text(first) != malformed_text(second)
    assert len(malformed_text(first)) < 1000


class Unprintable:
    """Its repr raises."""

    def __repr__(self) -> str:
        raise RuntimeError("no")


def test_a_value_that_cannot_be_printed_is_malformed_all_the_same():
    assert b"Unprintable" in malformed_text({**GOOD, "far": Unprintable()})


def test_models_of_no_and_of_one_variable_are_packed():
    empty = Packer(Model("empty"))
    assert empty.unpack(empty.pack({})[0]) == {}
    assert empty.rows(empty.pack({})[0] * 3) == [b"\0"] * 3
    single = Packer(Model("single", integer("x", 5, 6)))
    assert single.unpack(single.pack({"x": 6})[0]) == {"x": 6}


# --- spool -------------------------------------------------------------------------------------


def bits(count: int) -> tuple[Model, list[dict[str, int]]]:
    group = variables("b", count, range(2))
    names = [bit.name for bit in group]
    rows = product((0, 1), repeat=count)
    return Model("bits", group), [dict(zip(names, row, strict=True)) for row in rows]


def contents(spool: Spool) -> list[bytes]:
    return sorted(row for number in range(PARTITIONS) for row in spool.rows(number))


def test_what_is_spooled_to_disk_comes_back(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(spool_module, "_BUFFERED", 100)
    model, rows = bits(10)
    packer = Packer(model)
    with Workspace() as workspace:
        spool = Spool(packer, workspace)
        spool.fill([*rows, {}, rows[0], {"b[0]": 0.5}, {}])
        assert spool.disk > 9_000
        assert spool.reported == 1028
        assert contents(spool) == sorted(packer.pack(row)[0] for row in [*rows, rows[0]])
        assert sum(len(spool.malformed(number)) for number in range(PARTITIONS)) == 3


def test_few_rows_never_touch_the_disk():
    model, rows = bits(4)
    with Workspace() as workspace:
        spool = Spool(Packer(model), workspace)
        spool.fill(rows)
        assert spool.disk == 0
        assert workspace._path is None
        assert len(contents(spool)) == 16


def test_the_temporary_folder_is_removed_also_after_an_exception(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
):
    monkeypatch.setattr(spool_module, "_BUFFERED", 100)
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    model, rows = bits(8)

    def use_and_fail(workspace: Workspace) -> None:
        Spool(Packer(model), workspace).fill(rows)
        assert os.listdir(tmp_path)
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt), Workspace() as workspace:
        use_and_fail(workspace)
    assert not os.listdir(tmp_path)


def test_a_folder_that_cannot_be_written_is_named_and_no_row_is_lost(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
):
    monkeypatch.setattr(spool_module, "_BUFFERED", 100)
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path / "nowhere"))
    model, rows = bits(8)
    with Workspace() as workspace:
        spool = Spool(Packer(model), workspace)
        with pytest.raises(SpoolError, match=r"nowhere.*TMPDIR"):
            spool.fill(rows)
        assert len(contents(spool)) == spool.reported == 100 // 8


def test_a_disk_that_fills_up_half_way_loses_no_row(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(spool_module, "_BUFFERED", 400)
    write_all, left = spool_module._write_all, [40]

    def write_until_full(write: Any, data: bytearray) -> None:
        left[0] -= 1
        if left[0] < 0:
            write(memoryview(data)[:3])
            raise OSError(28, "No space left on device")
        write_all(write, data)

    monkeypatch.setattr(spool_module, "_write_all", write_until_full)
    model, rows = bits(8)
    with Workspace() as workspace:
        spool = Spool(Packer(model), workspace)
        with pytest.raises(SpoolError, match="No space left on device"):
            spool.fill(rows)
        assert spool.reported < 256
        expected = sorted(spool.packer.pack(row)[0] for row in rows[: spool.reported])
        assert contents(spool) == expected
        monkeypatch.setattr(spool_module, "_write_all", write_all)
        spool.fill(rows[spool.reported :])
        assert contents(spool) == sorted(spool.packer.pack(row)[0] for row in rows)
