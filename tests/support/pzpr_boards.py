"""The examples of pzprjs: addresses, and boards with their answers, right and wrong.

`tests/data/boards_by_pzpr.json` is test data of robx/pzprjs, under the MIT licence beside it.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

DATA = Path(__file__).parent.parent / "data" / "boards_by_pzpr.json"
EXAMPLES: dict[str, dict[str, Any]] = json.loads(DATA.read_text("utf-8"))["genres"]
"""By genre: the `address` of an example behind the genre, and `boards` with what is `broken`."""
