"""The folder of good and bad proofs: it is what its program writes, and each has its verdict."""

from __future__ import annotations

import csv
import io
from pathlib import Path

import pytest

from everyway.proofs import check, prove

from .explained_count import explained, puzzle
from .make_proof_folder import BAD, FOLDER, GOOD, INDEX, files, verdict

pytestmark = pytest.mark.filterwarnings("ignore::everyway.models.ModelWarning")
ROWS = list(csv.DictReader(io.StringIO((FOLDER / INDEX).read_text("utf-8"))))


def test_there_are_forty_good_and_two_hundred_bad_ones_no_two_alike():
    verdicts = [row["verdict"] for row in ROWS]
    assert verdicts.count("checked") == GOOD
    assert len(verdicts) - GOOD == BAD
    texts = {(FOLDER / row["file"]).read_bytes() for row in ROWS}
    assert len(texts) == GOOD + BAD
    assert {path.name for path in FOLDER.iterdir()} == {INDEX, *(row["file"] for row in ROWS)}
    assert sum(map(len, texts)) < 200_000


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row["file"].removesuffix(".proof"))
def test_our_checker_gives_the_verdict_and_the_reason(row: dict[str, str]):
    text = (FOLDER / row["file"]).read_text("utf-8")
    assert verdict(text) == (row["verdict"], row["reason"])
    assert (row["verdict"] == "checked") == row["file"].startswith("good_")


def test_the_program_writes_the_folder_to_the_byte():
    for name, text in files().items():
        assert (FOLDER / name).read_bytes() == text.encode(), name


def test_the_page_explains_one_whole_count():
    page = (Path(__file__).parents[2] / "docs" / "proofs.md").read_text("utf-8")
    file, table = explained().split("\n\n")
    assert file in page
    assert table in page
    assert check.check(iter(prove(puzzle(), "count").text.splitlines())).number == 3
