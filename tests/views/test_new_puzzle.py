"""A new puzzle file runs as it is, and nothing that is there is lost."""

from __future__ import annotations

import tomllib

import pytest

from everyway.models import load

from ..support.command_lines import everyway


@pytest.fixture(autouse=True)
def in_a_folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)


@pytest.mark.parametrize("name", ["mine", "my_puzzle_2", "queens", "board", "piece", "n", "int"])
@pytest.mark.parametrize("options", [(), ("--toml",)])
def test_a_new_file_runs_as_it_is(tmp_path, name, options):
    result = everyway("new", name, *options)
    path = f"{name}.toml" if options else f"{name}.py"
    assert result.exit_code == 0
    assert result.stdout == f"written to {path}\n"
    assert result.stderr == f"run it: everyway compare ./{path}\n"
    assert [file.name for file in tmp_path.iterdir()] == [path]
    compared = everyway("compare", f"./{path}", "-S", "flatmap", "-S", "python-constraint")
    assert compared.exit_code == 0, compared.output
    assert "the same 90 solutions" in compared.stdout
    assert "OEIS A002464: 90" in compared.stdout


def test_a_new_python_file_takes_its_parameter_and_the_text_is_well_formed(tmp_path):
    everyway("new", "mine")
    assert everyway("count", "./mine.py", "n=5").stdout == "14\n"
    model = load("./mine.py", n=4)
    assert model.known is not None
    assert model.known.count == 2
    everyway("new", "mine", "--toml")
    written = tomllib.loads((tmp_path / "mine.toml").read_text("utf-8"))
    assert written["name"] == "mine"
    for text in ((tmp_path / file).read_text("utf-8") for file in ("mine.py", "mine.toml")):
        assert "NAME" not in text
        assert max(map(len, text.splitlines())) <= 100


@pytest.mark.parametrize("options", [(), ("--toml",)])
def test_what_is_there_stays(tmp_path, options):
    path = tmp_path / ("mine.toml" if options else "mine.py")
    path.write_text("mine", "utf-8")
    result = everyway("new", "mine", *options)
    assert result.exit_code == 2
    assert result.stderr == (
        f"error: {path.name} is there already; write another name, or move it away\n"
    )
    assert path.read_text("utf-8") == "mine"


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("my-puzzle", "cannot be the name of a puzzle; write letters, digits and _"),
        ("8queens", "cannot be the name of a puzzle"),
        ("a/b", "cannot be the name of a puzzle"),
        ("../up", "cannot be the name of a puzzle"),
        ("", "cannot be the name of a puzzle"),
        ("größe", "cannot be the name of a puzzle"),
        ("two words", "cannot be the name of a puzzle"),
        ("class", "'class' is a word of Python's own"),
        ("Model", "'Model' is a word of everyway's own"),
        ("mine.py", "write the name alone, without .py: everyway new mine\n"),
        ("mine.toml", "everyway new mine --toml"),
    ],
)
def test_bad_names(tmp_path, name, message):
    result = everyway("new", name)
    assert result.exit_code == 2
    assert message in result.stderr
    assert list(tmp_path.iterdir()) == []


def test_a_folder_that_cannot_be_written_and_a_disk_that_is_full(tmp_path, monkeypatch):
    def full(descriptor: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.fsync", full)
    result = everyway("new", "mine")
    assert result.exit_code == 2
    assert "mine.py cannot be written: No space left on device" in result.stderr
    assert list(tmp_path.iterdir()) == []
