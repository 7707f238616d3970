"""Refuses a wheel that lacks a file of the packages, or has one more than they have.

`python .ci/wheel_content.py dist/everyway-1.0.0-py3-none-any.whl`
"""

import subprocess
import sys
import tomllib
from pathlib import Path
from zipfile import ZipFile

ROOT = Path(__file__).parent.parent


def unlike(wheel: Path, root: Path = ROOT) -> list[str]:
    """Files in one of the wheel and the packages that git knows, and not in the other."""
    project = tomllib.loads((root / "pyproject.toml").read_text("utf-8"))
    folders = project["tool"]["setuptools"]["package-dir"].values()
    command = ["git", "-C", str(root), "ls-files", "--", *folders]
    listed = subprocess.run(command, capture_output=True, text=True, check=True).stdout.splitlines()
    known = {f"everyway/{name}" for name in listed}
    with ZipFile(wheel) as opened:
        packed = {name for name in opened.namelist() if name.startswith("everyway/")}
    missing = [f"{name} is not in the wheel" for name in sorted(known - packed)]
    return missing + [f"{name} is in the wheel alone" for name in sorted(packed - known)]


if __name__ == "__main__":
    if problems := unlike(Path(sys.argv[1])):
        sys.exit("\n".join(problems))
