"""Numbers of more digits than Python writes by itself, and than fit in a line."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest

from ..support.command_lines import everyway

WRITTEN = "from everyway.models import *\nmodel = Model('bits', variables('x', 16000, range(2)))\n"


@pytest.fixture
def bits(tmp_path: Path) -> str:
    file = tmp_path / "bits.py"
    file.write_text(WRITTEN)
    return str(file)


def test_a_count_of_thousands_of_digits_is_printed(bits: str):
    limit = sys.get_int_max_str_digits()
    text = everyway("count", bits).stdout.strip()
    document = everyway("count", bits, "--json").stdout
    assert f'"of": {text},' in everyway("solve", bits, "--sample", "1", "--json").stdout
    assert sys.get_int_max_str_digits() == limit
    sys.set_int_max_str_digits(0)
    try:
        assert int(text) == json.loads(document)["count"] == 2**16000
    finally:
        sys.set_int_max_str_digits(limit)


def test_a_story_says_long_counts_by_their_first_digits(bits: str):
    assert "about 3.019 × 10^4816" in everyway("story", bits).stdout
