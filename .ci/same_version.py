"""Refuses a tag that is not the version of pyproject.toml, or a release without its date.

`python .ci/same_version.py 1.0.0`
"""

import re
import sys
import tomllib
from pathlib import Path

ROOT = Path(__file__).parent.parent


def wrong(tag: str) -> list[str]:
    """What must be mended before `tag` is released, a line each."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    cited = re.search(r"^version: (.*)$", (ROOT / "CITATION.cff").read_text("utf-8"), re.MULTILINE)
    heading = rf"^## {re.escape(tag)} \(\d{{4}}-\d\d-\d\d\)$"
    found = []
    if project["version"] != tag:
        found.append(f"the tag says {tag}, pyproject.toml {project['version']}")
    if cited is None or cited[1] != tag:
        found.append(f"CITATION.cff does not say version: {tag}")
    if not re.search(heading, (ROOT / "CHANGELOG.md").read_text("utf-8"), re.MULTILINE):
        found.append(f"CHANGELOG.md has no heading '## {tag} (YYYY-MM-DD)' with a date")
    if "OWNER" in project["urls"]["Repository"]:
        found.append("pyproject.toml still has OWNER for the address of the repository")
    return found


if __name__ == "__main__":
    if problems := wrong(sys.argv[1]):
        sys.exit("\n".join(problems))
