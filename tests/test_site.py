"""The site builds without a warning, and needs no other host."""

from __future__ import annotations

import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

pytest.importorskip("furo", reason="the extra docs is not installed")
pytest.importorskip("myst_parser", reason="the extra docs is not installed")

ROOT = Path(__file__).parent.parent
LOADED = re.compile(r'<(?:script|img|link|iframe|source)\b[^>]*\b(?:src|href)="(\w+:)?//')
"""An element that needs another host to be shown."""
pytestmark = pytest.mark.xdist_group("site")


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The site, built by the command of the documentation."""
    text = (ROOT / "docs" / "developing.md").read_text("utf-8")
    (line,) = re.findall(r"^\S+ (-m sphinx .*) build/site$", text, re.MULTILINE)
    folder = tmp_path_factory.mktemp("site")
    command = [sys.executable, *shlex.split(line), "-q", str(folder)]
    made = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert (made.returncode, made.stderr) == (0, "")
    return folder


def test_no_page_needs_another_host(site: Path) -> None:
    pages = list(site.rglob("*.html"))
    assert len(pages) > 20
    assert [page.name for page in pages if LOADED.search(page.read_text("utf-8"))] == []
    styles = [style.read_text("utf-8") for style in site.rglob("*.css")]
    assert not any(re.search(r"(url\(|@import)\s*[\"']?(https?:)?//", style) for style in styles)
