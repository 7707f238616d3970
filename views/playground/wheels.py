"""Wheels of everyway and the packages that its commands import, from the files installed here.

They are packed anew rather than downloaded, so that the playground runs the very code that wrote
it, needs no network, and also a working tree can be packed.
"""

from __future__ import annotations

import base64
from collections.abc import Iterator
from hashlib import sha256
from importlib.metadata import Distribution, PackageNotFoundError, distribution
from importlib.util import find_spec
from pathlib import Path
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from ..exit_codes import Refused

PACKAGES = {
    "everyway": tuple(
        f"everyway.{part}" for part in ("models", "solvers", "comparer", "conformance", "views")
    ),
    "click": ("click",),
    "markdown-it-py": ("markdown_it",),
    "mdurl": ("mdurl",),
    "pygments": ("pygments",),
    "rich": ("rich",),
}
"""The packages to import of each distribution; all are of Python alone."""

ABOUT = ("METADATA", "entry_points.txt")
WHEEL = "Wheel-Version: 1.0\nGenerator: everyway\nRoot-Is-Purelib: true\nTag: py3-none-any\n"

Member = tuple[str, bytes]
"""The name of a file in a wheel, and what it holds."""


def write_wheels(folder: Path) -> list[str]:
    """Write a wheel for each distribution into `folder`, and return their names.

    Raises: Refused where one is not installed; OSError.
    """
    return [_written(folder, name, packages) for name, packages in PACKAGES.items()]


def _written(folder: Path, name: str, packages: tuple[str, ...]) -> str:
    try:
        found = distribution(name)
    except PackageNotFoundError:
        raise Refused(f"{name} is not installed here; install it: pip install {name}") from None
    stem = f"{name.replace('-', '_')}-{found.version}"
    members = [member for package in packages for member in _files(package)]
    members += _about(found, f"{stem}.dist-info")
    members.append((f"{stem}.dist-info/RECORD", _record(members, stem)))
    file = f"{stem}-py3-none-any.whl"
    with ZipFile(folder / file, "w", ZIP_DEFLATED) as wheel:
        for path, data in members:
            wheel.writestr(ZipInfo(path), data, ZIP_DEFLATED)
    return file


def _files(package: str) -> Iterator[Member]:
    """The files of a package, wherever they lie. Raises: Refused for compiled ones alone."""
    spec = find_spec(package)
    for place in (spec.submodule_search_locations if spec else None) or ():
        root = Path(place)
        for file in sorted(root.rglob("*")):
            if file.is_file() and "__pycache__" not in file.parts:
                inside = file.relative_to(root).as_posix()
                yield f"{package.replace('.', '/')}/{inside}", file.read_bytes()


def _about(found: Distribution, folder: str) -> Iterator[Member]:
    """Its metadata, its entry points and its licences."""
    yield f"{folder}/WHEEL", WHEEL.encode()
    for name in ABOUT:
        if text := found.read_text(name):
            yield f"{folder}/{name}", text.encode()
    for file in found.files or ():
        said = file.name.lower().startswith(("licen", "copying", "notice"))
        if said and ".dist-info" in file.parts[0]:
            yield f"{folder}/licenses/{file.name}", Path(str(file.locate())).read_bytes()


def _record(members: list[Member], stem: str) -> bytes:
    """Each file with its hash and length, as installers check them."""
    lines = [f"{path},sha256={_hash(data)},{len(data)}" for path, data in members]
    return "\n".join([*lines, f"{stem}.dist-info/RECORD,,", ""]).encode()


def _hash(data: bytes) -> str:
    return base64.urlsafe_b64encode(sha256(data).digest()).decode().rstrip("=")
