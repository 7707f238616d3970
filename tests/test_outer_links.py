"""The links of the site to other hosts."""

from __future__ import annotations

import json
import socket
import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.slow
ROOT = Path(__file__).parent.parent


def test_every_outer_link_leads_somewhere(tmp_path: Path) -> None:
    pytest.importorskip("furo", reason="the extra docs is not installed")
    try:
        socket.create_connection(("oeis.org", 443), timeout=5).close()
    except OSError as error:
        pytest.skip(f"no network: {error}")
    command = [sys.executable, "-m", "sphinx", "-E", "-q", "-b", "linkcheck", "docs", str(tmp_path)]
    subprocess.run(command, cwd=ROOT, capture_output=True, check=False)
    found = [json.loads(line) for line in (tmp_path / "output.json").read_text().splitlines()]
    assert len([one for one in found if one["status"] == "working"]) > 10
    assert [(one["filename"], one["uri"]) for one in found if one["status"] == "broken"] == []
