"""Accidents of a saved file: kill -9, a second writer, damage, a full disk, a folder."""

from __future__ import annotations

import os
import re
import shutil
import sqlite3
import subprocess
import sys
import time
from pathlib import Path
from random import Random

import pytest

from everyway.models.queens import queens
from everyway.solvers import SavedSolutions, save, solve_all
from everyway.solvers.harness.rows.packing import digest_of
from everyway.solvers.harness.saving import claim_store, saved_file_format
from everyway.solvers.harness.saving.saved_file_format import SavedError

from ...support.settings import SEED
from .saved_files import SLOW, SMALL_BOXES, begin, save_under_kills

SOLUTIONS = {n: digest_of(s.row for s in solve_all(queens(n))) for n in (8, 9)}


@pytest.fixture
def part(tmp_path: Path) -> Path:
    """A file of 8 queens whose search was stopped after 40 solutions."""
    path = tmp_path / "all.db"

    def stop(number, statistics):
        if number == 40:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        save(queens(8), path, "flatmap", seconds_a_box=1e-4, hear=stop)
    return path


# ------------------------------------------------------------------------------------ kill -9


@pytest.mark.parametrize(
    "kills", [5, pytest.param(50, marks=pytest.mark.slow)], ids=["5 kills", "50 kills"]
)
def test_killed_at_random_moments_and_resumed_nothing_is_lost_or_repeated(kills, tmp_path):
    random = Random(SEED)
    digest, hit = save_under_kills(tmp_path / "all.db", 9, kills, random)
    assert digest == SOLUTIONS[9].full, f"EVERYWAY_SEED={SEED}"
    assert hit == kills
    assert [entry.name for entry in tmp_path.iterdir()] == ["all.db"]


@pytest.mark.slow
def test_fifty_kills_each_in_a_file_of_its_own(tmp_path):
    for number in range(50):
        path = tmp_path / f"{number}.db"
        digest, hit = save_under_kills(path, 8, 1, Random(SEED + number))
        assert (digest, hit) == (SOLUTIONS[8].full, 1), f"EVERYWAY_SEED={SEED}"


@pytest.mark.parametrize("at", range(1, 40, 3))
def test_ctrl_c_between_any_two_statements_leaves_a_whole_file(at, tmp_path, monkeypatch):
    path, left = tmp_path / "all.db", [at]

    class Interrupted(sqlite3.Connection):
        def execute(self, sql, *arguments):
            left[0] -= sql.split()[0] not in ("PRAGMA", "CREATE")
            if left[0] == 0:
                raise KeyboardInterrupt
            return super().execute(sql, *arguments)

    def connect(path: Path) -> sqlite3.Connection:
        return sqlite3.connect(path, timeout=0, isolation_level=None, factory=Interrupted)

    with monkeypatch.context() as patched:
        patched.setattr(claim_store, "connect", connect)
        patched.setattr(claim_store, "SECONDS_BETWEEN_COMMITS", -1.0)
        with pytest.raises(KeyboardInterrupt):
            save(queens(8), path, "flatmap", seconds_a_box=1e-4)
    assert save(queens(8), path, "flatmap", resume=True).digest == SOLUTIONS[8].full


# ---------------------------------------------------------------------------- a second writer


def test_a_second_writer_is_refused_and_spoils_nothing(tmp_path):
    path = tmp_path / "all.db"
    process = begin(path, 9)
    refused = 0
    while process.poll() is None and refused < 3:
        time.sleep(0.02)
        if path.exists() and path.stat().st_size:
            try:
                save(queens(9), path, SLOW, resume=True)
            except SavedError as error:
                refused += "is in use by another run" in str(error)
    assert process.wait() == 0
    assert refused == 3
    with SavedSolutions(path) as found:
        assert found.digest == SOLUTIONS[9].full


def test_a_reader_is_refused_while_it_is_written(part):
    store = claim_store.Store.resume(part)
    with pytest.raises(SavedError, match="is in use by another run"):
        SavedSolutions(part)
    store.close()
    with SavedSolutions(part):
        refused = pytest.raises(SavedError, match="is in use by another run")
        with refused:
            save(queens(8), part, resume=True)


# ------------------------------------------------------------------------------------- damage


def outcome_of(path: Path):
    """The rows of a file and whether it is complete; or that it was refused."""
    words = r"damaged|no file of solutions|is empty|of something else"
    try:
        with SavedSolutions(path) as found:
            return sorted(found.rows()), found.complete
    except SavedError as error:
        return None if re.search(words, str(error)) else str(error)


def test_a_byte_that_is_flipped_is_seen_or_does_not_matter(part):
    whole, before = part.read_bytes(), outcome_of(part)
    random, refused = Random(SEED), 0
    for _ in range(300):
        place, bit = random.randrange(len(whole)), random.randrange(8)
        data = bytearray(whole)
        data[place] ^= 1 << bit
        part.write_bytes(data)
        after = outcome_of(part)
        assert after in (None, before), f"byte {place}, bit {bit}, EVERYWAY_SEED={SEED}"
        refused += after is None
    assert refused > 100
    part.write_bytes(whole)
    assert save(queens(8), part, resume=True).digest == SOLUTIONS[8].full


def test_a_file_that_is_cut_short_is_refused_or_lacks_nothing(part):
    whole, before = part.read_bytes(), outcome_of(part)
    lengths = [1, 99, 511, 512, *range(1000, len(whole), 1000)]
    refused = 0
    for length in lengths:
        part.write_bytes(whole[:length])
        after = outcome_of(part)
        assert after in (None, before), length
        if after is None:
            refused += 1
            with pytest.raises(SavedError):
                save(queens(8), part, resume=True)
            assert part.read_bytes() == whole[:length]
    assert refused > len(lengths) // 2


@pytest.mark.parametrize(
    "change",
    [
        "DELETE FROM chunks WHERE id = (SELECT max(id) FROM chunks)",
        "DELETE FROM boxes WHERE id = (SELECT max(id) FROM boxes)",
        "UPDATE boxes SET state = 2",
        "UPDATE boxes SET solutions = solutions + 1",
        "UPDATE chunks SET box = 0",
        "UPDATE progress SET text = replace(text, '0', '1')",
        "UPDATE header SET text = replace(text, 'flatmap', 'cp-sat')",
        "UPDATE progress SET seal = NULL",
        "DELETE FROM header",
    ],
)
def test_what_was_changed_by_hand_is_refused(change, part):
    with sqlite3.connect(part) as connection:
        connection.execute(change)
    connection.close()
    with pytest.raises(SavedError, match="damaged"):
        SavedSolutions(part)
    with pytest.raises(SavedError, match="damaged"):
        save(queens(8), part, resume=True)


def test_a_file_of_something_else_is_refused(tmp_path):
    text, other = tmp_path / "text.db", tmp_path / "other.db"
    text.write_text("no database at all, but a longer text " * 100)
    with sqlite3.connect(other) as connection:
        connection.execute("CREATE TABLE t (a)")
    connection.close()
    for path, words in ((text, "no file of solutions"), (other, "of something else")):
        before = path.read_bytes()
        with pytest.raises(SavedError, match=words):
            save(queens(8), path, resume=True)
        with pytest.raises(SavedError, match=r"resume it|no file of solutions"):
            save(queens(8), path)
        with pytest.raises(SavedError, match=words):
            SavedSolutions(path)
        assert path.read_bytes() == before


# ------------------------------------------------------------------------ disks and folders


def limited(pages: int):
    """A database that finds the disk full after so many pages."""

    def connect(path: Path) -> sqlite3.Connection:
        connection = saved_file_format.connect(path)
        connection.execute(f"PRAGMA max_page_count = {pages}")
        return connection

    return connect


@pytest.mark.parametrize("pages", [1, 4, 6, 7, 8])
def test_on_a_full_disk_what_was_saved_stays_and_is_gone_on_with(pages, tmp_path, monkeypatch):
    path = tmp_path / "all.db"
    monkeypatch.setattr(claim_store, "MOST_ROWS", 4)
    with monkeypatch.context() as patched:
        patched.setattr(claim_store, "connect", limited(pages))
        try:
            reason = str(save(queens(8), path, "flatmap", seconds_a_box=SMALL_BOXES).outcome.reason)
        except SavedError as error:
            reason = str(error)
    assert "the disk is full" in reason
    if path.exists():
        with SavedSolutions(path) as found:
            assert len(set(found.rows())) == len(found)
            assert not found.complete
    assert save(queens(8), path, "flatmap", resume=True).digest == SOLUTIONS[8].full


def test_on_a_disk_that_is_really_full(tmp_path):
    folder = tmp_path / "small"
    folder.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", "size=64k", "tmpfs", str(folder)]
    if sys.platform != "linux" or subprocess.run(mount, capture_output=True).returncode:
        pytest.skip("no small disk can be mounted here")
    try:
        path = folder / "all.db"
        stuffing = folder / "stuffing"
        stuffing.write_bytes(bytes(12 << 10))
        saved = save(queens(9), path, "flatmap", seconds_a_box=SMALL_BOXES)
        assert saved.outcome.status == "stopped"
        assert "the disk is full" in str(saved.outcome.reason)
        with SavedSolutions(path) as found:
            assert len(set(found.rows())) == saved.outcome.solutions
        shutil.copy(path, tmp_path / "all.db")
        again = save(queens(9), tmp_path / "all.db", resume=True)
        assert again.digest == SOLUTIONS[9].full
    finally:
        subprocess.run(["umount", str(folder)], check=True)


@pytest.mark.parametrize("path", ["/proc/all.db", "missing/all.db", "."])
def test_where_nothing_can_be_written_it_says_so(path, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    with pytest.raises(SavedError, match=r"cannot be written|holds something|no file"):
        save(queens(8), path)
    assert not list(tmp_path.iterdir())


@pytest.mark.skipif(
    not hasattr(os, "geteuid") or os.geteuid() == 0, reason="nothing is read-only to root"
)
def test_a_read_only_folder_is_refused_and_can_be_read(part):
    part.parent.chmod(0o555)
    try:
        with pytest.raises(SavedError, match="cannot be written"):
            save(queens(8), part.parent / "other.db")
        with pytest.raises(SavedError, match="must be writable"):
            save(queens(8), part, resume=True)
        with SavedSolutions(part) as found:
            assert not found.complete
    finally:
        part.parent.chmod(0o755)
