"""The pages under docs/inside name files and pages that there are."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
PAGES = sorted((ROOT / "docs" / "inside").glob("*.md"))
PARTS = (
    "models",
    "solvers",
    "comparer",
    "explainer",
    "proofs",
    "formats",
    "conformance",
    "views",
    "tests",
    "docs",
)
FILES = [str(file.relative_to(ROOT)) for part in PARTS for file in (ROOT / part).rglob("*.py")]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_every_file_that_a_page_names_is_there(page: Path) -> None:
    text = page.read_text("utf-8")
    named = re.findall(r"`([\w/]+\.py)`", text)
    assert len(named) > 1
    assert [
        name for name in named if not any(f"/{file}".endswith(f"/{name}") for file in FILES)
    ] == []


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_every_link_of_a_page_leads_somewhere(page: Path) -> None:
    links = re.findall(r"\]\(([^)#:]+)\)", page.read_text("utf-8"))
    assert [link for link in links if not (page.parent / link).exists()] == []


def test_there_is_a_page_for_each_matter() -> None:
    assert len(PAGES) >= 5
