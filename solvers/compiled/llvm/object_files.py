"""Machine code kept in files of the user's cache, by what it was made from.

A file is machine code that will be run: it is read only where it, and the folder it is in, belong
to the user and nobody else can write to them.
"""

from __future__ import annotations

import hashlib
import os
import stat
import sys
from contextlib import suppress
from pathlib import Path

from ...harness.atomic_files import write_whole


def folder() -> Path:
    """The folder of machine code in the user's cache."""
    home = Path.home()
    caches = {
        "win32": os.environ.get("LOCALAPPDATA") or home / "AppData" / "Local",
        "darwin": home / "Library" / "Caches",
    }
    cache = os.environ.get("XDG_CACHE_HOME") or caches.get(sys.platform) or home / ".cache"
    return Path(cache) / "everyway"


def read(key: str) -> bytes | None:
    """The object code kept under a key; None where there is none that may be trusted."""
    with suppress(OSError, RuntimeError):
        path = _path(key)
        if _is_ours(path.parent) and _is_ours(path):
            checksum, code = path.read_bytes().split(b"\n", 1)
            if checksum == _checksum(code):
                return code
    return None


def keep(key: str, code: bytes) -> None:
    """Keep object code under a key, where the cache can be written to."""
    with suppress(OSError, RuntimeError):
        path = _path(key)
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        if _is_ours(path.parent):
            write_whole(path, lambda stream: stream.write(_checksum(code) + b"\n" + code))
            path.chmod(0o600)


def _path(key: str) -> Path:
    return folder() / f"{hashlib.sha256(key.encode()).hexdigest()}.o"


def _checksum(code: bytes) -> bytes:
    return hashlib.sha256(code).hexdigest().encode()


def _is_ours(path: Path) -> bool:
    found = path.stat(follow_symlinks=False)
    if not hasattr(os, "getuid"):
        return True
    foreign = stat.S_IWGRP | stat.S_IWOTH
    return found.st_uid == os.getuid() and not found.st_mode & foreign
