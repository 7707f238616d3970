"""Prints the README for an index of packages, where its links lead to the repository's files.

`python .ci/readme_of_the_index.py >README.md`, in a copy of which the sdist is built.
"""

import re
import tomllib
from pathlib import Path

ROOT = Path(__file__).parent.parent
LINK = re.compile(r"(!?)\[([^\]]*)\]\((?!\w+:|#)([^)]*)\)")


def readme(root: Path = ROOT) -> str:
    """The README with addresses of the tag of this version."""
    project = tomllib.loads((root / "pyproject.toml").read_text("utf-8"))["project"]
    files = f"{project['urls']['Repository']}/{{}}/v{project['version']}/"

    def absolute(found: re.Match[str]) -> str:
        image, text, path = found.groups()
        return f"{image}[{text}]({files.format('raw' if image else 'blob')}{path})"

    return LINK.sub(absolute, (root / "README.md").read_text("utf-8"))


if __name__ == "__main__":
    print(readme(), end="")
