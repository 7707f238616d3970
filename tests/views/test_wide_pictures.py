"""Pictures that are wider than the terminal are cut, and say so; in a pipe they are whole."""

from __future__ import annotations

import pytest

from everyway.models.rooks import rooks
from everyway.views import progress
from everyway.views.progress import cut, picture

from ..support.command_lines import everyway


class Terminal:
    """Standard output where somebody looks at it."""

    encoding = "utf-8"

    def isatty(self):
        return True


@pytest.fixture
def terminal(monkeypatch):
    monkeypatch.setattr(progress, "answers", Terminal)
    monkeypatch.setenv("COLUMNS", "40")


def test_a_board_wider_than_the_terminal_is_cut_with_a_word(terminal):
    model = rooks(30, k=1)
    values = {variable.name: 0 for variable in model.variables} | {"rook[r30c1]": 1}
    lines = picture(model, values).splitlines()
    assert max(map(len, lines)) == 40
    assert all(line.endswith("…") for line in lines[:30])
    assert lines[29].startswith("R")
    assert " ".join(lines[30:]).startswith("(cut: 59 columns wide; widen the terminal")
    assert "--svg" in lines[-1]
    assert max(map(len, picture(model, values, 5).splitlines())) == 35


def test_a_board_that_fits_is_left_as_it_is(terminal):
    assert cut("a\nb") == "a\nb"
    assert cut("x" * 40) == "x" * 40
    assert cut("") == ""


def test_a_picture_is_as_wide_as_its_longest_line(terminal):
    lines = cut("ab\n" + "x" * 50).splitlines()
    assert lines[:2] == ["ab", "x" * 39 + "…"]
    assert lines[2].startswith("(cut: 50 columns wide")


def test_nothing_is_cut_in_a_pipe(monkeypatch):
    monkeypatch.setenv("COLUMNS", "40")
    lines = everyway("show", "rooks", "n=30", "k=1").stdout.splitlines()
    assert [len(line) for line in lines] == [59] * 30
