"""The text of every page in one script, for the search of a site that is opened from a file."""

from __future__ import annotations

import json
import re
from html import unescape
from pathlib import Path
from typing import Any

from sphinx.application import Sphinx

_texts: dict[str, str] = {}
_LEFT_OUT = re.compile(r'(?s)<(script|style|svg)\b.*?</\1>|<a class="headerlink".*?</a>|<[^>]*>')


def keep_text(app: Sphinx, page: str, template: str, context: dict[str, Any], tree: Any) -> None:
    """Keep the text of a page, whose words are a blank or a line apart."""
    if tree is not None:
        _texts[page] = " ".join(unescape(_LEFT_OUT.sub("", context["body"])).split())


def write(app: Sphinx, error: Exception | None) -> None:
    """Write the script."""
    if error is None:
        script = f"window.excerpts = {json.dumps(_texts, ensure_ascii=False)};\n"
        Path(app.outdir, "_static", "excerpts.js").write_text(script, "utf-8")
