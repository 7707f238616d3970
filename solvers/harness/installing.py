"""The libraries that are installed, and the lines that install what is missing."""

from __future__ import annotations

import json
import os
import re
from functools import cache

PACKAGE = "everyway"


def pip_install(extra: str) -> str:
    """The line that installs an extra of this package.

    Where it was installed from a folder, an archive or a repository, that is named again; where
    that is not known or gone, the libraries are named which the extra stands for.
    """
    source = _source(extra)
    if source is not None:
        return f'pip install "{source}"'
    return f"pip install {' '.join(_libraries(extra)) or PACKAGE}"


def _source(extra: str) -> str | None:
    """This package with an extra, as pip takes it, from where it came."""
    from importlib import metadata  # rarely needed, and slow to import: as those below
    from pathlib import Path
    from urllib.parse import urlsplit
    from urllib.request import url2pathname

    try:
        source = json.loads(metadata.distribution(PACKAGE).read_text("direct_url.json") or "{}")
        url = str(source["url"])
    except (metadata.PackageNotFoundError, OSError, ValueError, KeyError, TypeError):
        return None
    version = source.get("vcs_info")
    if isinstance(version, dict):
        commit = f"@{version['commit_id']}" if version.get("commit_id") else ""
        return f"{PACKAGE}[{extra}] @ {version.get('vcs', 'git')}+{url}{commit}"
    if urlsplit(url).scheme != "file":
        return f"{PACKAGE}[{extra}] @ {url}"
    path = Path(url2pathname(urlsplit(url).path))
    if not path.exists():
        return None
    return f"{'.' if path == Path(os.path.realpath('.')) else path}[{extra}]"


def _libraries(extra: str) -> list[str]:
    """The requirements of an extra, as pip takes them."""
    from importlib import metadata

    try:
        required = metadata.requires(PACKAGE) or []
    except metadata.PackageNotFoundError:
        return []
    marked = re.compile(rf"(.*?)\s*;.*\bextra\s*==\s*['\"]{re.escape(extra)}['\"]")
    found = [match[1] for one in required if (match := marked.fullmatch(one))]
    return [f'"{one}"' if re.search(r"[<>\[ ]", one) else one for one in found]


@cache
def installed_version(distribution: str) -> str | None:
    """The version of a distribution, if it is installed."""
    from importlib.metadata import PackageNotFoundError, version

    try:
        return version(distribution)
    except PackageNotFoundError:
        return None
