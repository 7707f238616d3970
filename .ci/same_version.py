"""Refuses a tag that is not the version of pyproject.toml, or a release without its date.

`python .ci/same_version.py 1.0.0`
"""

import re
import sys
import tomllib
from pathlib import Path

ROOT = Path(__file__).parent.parent
COPIES = {
    "CITATION.cff": r"^version: (.*)$",
    ".ci/conda/recipe.yaml": r'^  version: "(.*)"$',
    ".ci/Dockerfile": r'image\.version="(.*)"$',
}
"""Files that say the version again, and where."""


def unlike(version: str, root: Path = ROOT) -> list[str]:
    """The files that do not say this version, a line each."""
    found = []
    for name, pattern in COPIES.items():
        said = re.search(pattern, (root / name).read_text("utf-8"), re.MULTILINE)
        if said is None or said[1] != version:
            found.append(f"{name} does not say version {version}")
    return found


def wrong(tag: str, root: Path = ROOT) -> list[str]:
    """The faults to mend before `tag` is released, a line each."""
    project = tomllib.loads((root / "pyproject.toml").read_text("utf-8"))["project"]
    heading = rf"^## {re.escape(tag)} \(\d{{4}}-\d\d-\d\d\)$"
    found = unlike(tag, root)
    if project["version"] != tag:
        found.insert(0, f"the tag says {tag}, pyproject.toml {project['version']}")
    if not re.search(heading, (root / "CHANGELOG.md").read_text("utf-8"), re.MULTILINE):
        found.append(f"CHANGELOG.md has no heading '## {tag} (YYYY-MM-DD)' with a date")
    if "OWNER" in project["urls"]["Repository"]:
        found.append("pyproject.toml still has OWNER for the address of the repository")
    return found


if __name__ == "__main__":
    if problems := wrong(sys.argv[1]):
        sys.exit("\n".join(problems))
