"""Files that commands write."""

from __future__ import annotations

from pathlib import Path

from .exit_codes import Refused


def write_file(path: str | Path, data: bytes, *, replace: bool = True) -> None:
    """Write a file, whole or not at all; what was there stays until then.

    Raises: Refused where it cannot be written, or is there already, unless `replace`.
    """
    from ..solvers.harness.atomic_files import write_whole

    try:
        write_whole(path, lambda stream: stream.write(data), replace=replace)
    except FileExistsError:
        advice = "write another name, or move it away"
        raise Refused(f"{path} is there already; {advice}") from None
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or error
        raise Refused(f"{path} cannot be written: {reason}") from error
