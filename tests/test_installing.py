"""The line that installs what is missing works from where the package was installed."""

from __future__ import annotations

import json
from importlib import metadata

import pytest

from everyway.solvers.harness import installing
from everyway.solvers.harness.registry import solver_named


class Installed:
    """A distribution that says where it came from."""

    requires = metadata.requires("everyway")

    def __init__(self, address):
        self.address = address

    def read_text(self, name):
        assert name == "direct_url.json"
        return self.address if self.address is None else json.dumps(self.address)


@pytest.fixture
def came_from(monkeypatch):
    def install(address):
        monkeypatch.setattr(metadata, "distribution", lambda name: Installed(address))

    return install


def test_from_a_folder_the_folder_is_installed_again(came_from, tmp_path, monkeypatch):
    folder = tmp_path / "a clone"
    folder.mkdir()
    came_from({"url": folder.as_uri(), "dir_info": {}})
    assert installing.pip_install("clingo") == f'pip install "{folder}[clingo]"'
    assert solver_named("clingo").how_to_install == f'pip install "{folder}[clingo]"'
    monkeypatch.chdir(folder)
    assert installing.pip_install("clingo") == 'pip install ".[clingo]"'


@pytest.mark.parametrize("address", [None, {}, [], {"url": "file:///gone/away"}])
def test_from_nowhere_that_is_known_the_libraries_are_installed(came_from, address):
    came_from(address)
    assert installing.pip_install("choco") == 'pip install "pychoco>=0.4.0"'
    assert installing.pip_install("cpmpy") == 'pip install "cpmpy>=1.1" "z3-solver>=4.13"'


def test_from_a_repository_or_an_archive_that_is_named_again(came_from):
    git = {"vcs": "git", "commit_id": "abc"}
    came_from({"url": "https://example.org/it.git", "vcs_info": git})
    line = 'pip install "everyway[clingo] @ git+https://example.org/it.git@abc"'
    assert installing.pip_install("clingo") == line
    came_from({"url": "https://example.org/it.whl", "archive_info": {}})
    assert (
        installing.pip_install("clingo")
        == 'pip install "everyway[clingo] @ https://example.org/it.whl"'
    )


def test_where_nothing_is_installed_there_is_a_line_all_the_same(monkeypatch):
    def missing(name):
        raise metadata.PackageNotFoundError(name)

    monkeypatch.setattr(metadata, "distribution", missing)
    monkeypatch.setattr(metadata, "requires", missing)
    assert installing.pip_install("clingo") == "pip install everyway"
