"""Machine code kept in files of the user's cache, by what it was made from.

A file is machine code that will be run: it is read only where it, and the folder it is in, belong
to the user and nobody else can write to them.
"""

from __future__ import annotations

import os
import stat
import sys
from contextlib import suppress
from pathlib import Path

from ...harness.atomic_files import UNFINISHED, write_whole

try:  # hashlib has the same, and loads OpenSSL, which takes longer than to read all of the files
    from _blake2 import blake2b
except ImportError:
    from hashlib import blake2b

MOST_BYTES = 16 * 2**20
"""The most that all files take; those that were not used for longest go first."""


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
            checksum, _, code = path.read_bytes().partition(b"\n")
            if checksum == _checksum(code):
                with suppress(OSError):
                    os.utime(path)  # the files not used for longest go first
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
            _make_room(path.parent)


def _make_room(place: Path) -> None:
    """Remove the oldest files, also unfinished ones, until the rest has at most `MOST_BYTES`."""
    with os.scandir(place) as entries:
        ours = [e for e in entries if e.name.endswith(".o") or e.name.startswith(UNFINISHED)]
    files = sorted((entry.stat().st_mtime, entry.stat().st_size, entry.path) for entry in ours)
    too_many = sum(size for _, size, _ in files) - MOST_BYTES
    for _, size, path in files:
        if too_many <= 0:
            return
        with suppress(OSError):
            os.unlink(path)
        too_many -= size


def _path(key: str) -> Path:
    return folder() / f"{_digest(key.encode())}.o"


def _checksum(code: bytes) -> bytes:
    return _digest(code).encode()


def _digest(data: bytes) -> str:
    return blake2b(data, digest_size=32).hexdigest()


def _is_ours(path: Path) -> bool:
    found = path.stat(follow_symlinks=False)
    if not hasattr(os, "getuid"):
        return True
    foreign = stat.S_IWGRP | stat.S_IWOTH
    return found.st_uid == os.getuid() and not found.st_mode & foreign
