"""A release is refused where versions differ, and a wheel that is not what the packages hold."""

from __future__ import annotations

import importlib
import shutil
import subprocess
import tomllib
import zipfile
from pathlib import Path
from types import ModuleType

import pytest

ROOT = Path(__file__).parent.parent
VERSION = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["version"]


@pytest.fixture
def released(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    monkeypatch.syspath_prepend(str(ROOT / ".ci"))
    return importlib.import_module("same_version")


@pytest.fixture
def packed(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    if not (ROOT / ".git").exists():
        pytest.skip("no clone, so that git lists no files")
    monkeypatch.syspath_prepend(str(ROOT / ".ci"))
    return importlib.import_module("wheel_content")


@pytest.fixture
def folder(released: ModuleType, tmp_path: Path) -> Path:
    """A folder of the files that say the version, ready to be released."""
    for name in (*released.COPIES, "pyproject.toml"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        text = (ROOT / name).read_text("utf-8").replace("OWNER", "someone")
        (tmp_path / name).write_text(text, "utf-8")
    (tmp_path / "CHANGELOG.md").write_text(f"# Changes\n\n## {VERSION} (2026-12-31)\n", "utf-8")
    return tmp_path


def test_every_file_says_the_version_of_the_project(released: ModuleType) -> None:
    assert released.unlike(VERSION) == []


def test_what_is_ready_is_released(released: ModuleType, folder: Path) -> None:
    assert released.wrong(VERSION, folder) == []


def test_another_tag_is_refused(released: ModuleType, folder: Path) -> None:
    found = released.wrong("9.9.9", folder)
    assert len(found) == 2 + len(released.COPIES)
    assert found[0] == f"the tag says 9.9.9, pyproject.toml {VERSION}"


@pytest.mark.parametrize("name", ["CITATION.cff", ".ci/conda/recipe.yaml", ".ci/Dockerfile"])
def test_a_file_of_another_version_is_refused(
    released: ModuleType, folder: Path, name: str
) -> None:
    text = (folder / name).read_text("utf-8")
    (folder / name).write_text(text.replace(VERSION, "0.0.1"), "utf-8")
    assert released.wrong(VERSION, folder) == [f"{name} does not say version {VERSION}"]


def test_a_release_has_a_date_and_an_address(released: ModuleType, folder: Path) -> None:
    (folder / "CHANGELOG.md").write_text(f"## {VERSION} (unreleased)\n", "utf-8")
    shutil.copy(ROOT / "pyproject.toml", folder)
    no_date, no_address = released.wrong(VERSION, folder)
    assert no_date.endswith("with a date")
    assert "OWNER" in no_address


def made(wheel: Path, leave_out: str = "nothing", add: str = "") -> Path:
    """A wheel of what git knows, without the files whose names hold a text, and with one more."""
    folders = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["tool"]["setuptools"]
    command = ["git", "-C", str(ROOT), "ls-files", "--", *folders["package-dir"].values()]
    listed = subprocess.run(command, capture_output=True, text=True, check=True).stdout.split("\n")
    with zipfile.ZipFile(wheel, "w") as opened:
        for name in [*filter(None, listed), *([add] if add else [])]:
            if leave_out not in name:
                opened.writestr(f"everyway/{name}", "")
    return wheel


def test_a_whole_wheel_is_taken(packed: ModuleType, tmp_path: Path) -> None:
    assert packed.unlike(made(tmp_path / "a.whl", "no such file")) == []


def test_a_wheel_without_a_data_file_is_refused(packed: ModuleType, tmp_path: Path) -> None:
    found = packed.unlike(made(tmp_path / "a.whl", "views/pages/web/trace.html"))
    assert found == ["everyway/views/pages/web/trace.html is not in the wheel"]


def test_a_wheel_without_a_package_is_refused(packed: ModuleType, tmp_path: Path) -> None:
    found = packed.unlike(made(tmp_path / "a.whl", "solvers/auto/kernel/"))
    assert len(found) > 5
    assert all("solvers/auto/kernel/" in line for line in found)


def test_a_wheel_with_a_further_file_is_refused(packed: ModuleType, tmp_path: Path) -> None:
    found = packed.unlike(made(tmp_path / "a.whl", "no such file", "models/draft.py"))
    assert found == ["everyway/models/draft.py is in the wheel alone"]


def test_the_links_of_an_index_lead_to_the_tag(released: ModuleType, folder: Path) -> None:
    (folder / "README.md").write_text("![a](b.svg) [c](d.md#e) [f](https://g.org) [h](#i)", "utf-8")
    files = f"https://github.com/someone/everyway/{{}}/v{VERSION}"
    expected = f"![a]({files.format('raw')}/b.svg) [c]({files.format('blob')}/d.md#e)"
    made = importlib.import_module("readme_of_the_index").readme(folder)
    assert made == f"{expected} [f](https://g.org) [h](#i)"
