"""Tables on terminals of several widths, and in pipes, whatever their cells hold."""

from __future__ import annotations

from typing import Any

import pytest

from everyway.views import standard_streams
from everyway.views.standard_streams import table, with_words, wrapped

ROWS = [("rule", "number"), ("each row: exactly 1 queen", "46 656"), ("[red]no[/red] :smile:", "4")]
NAMES = [("file", "verdict"), ("a.py", "same"), ("[bold]b.py", "too many")]


@pytest.fixture
def on_terminal(monkeypatch: pytest.MonkeyPatch) -> Any:
    def of(columns: int) -> None:
        monkeypatch.setattr(standard_streams, "is_terminal", lambda stream: True)
        monkeypatch.setenv("COLUMNS", str(columns))

    return of


def test_markup_and_control_characters_of_a_cell_are_text():
    (line,) = table([("[red]a[/red] \x1b[2J :smile: https://a.b", "x")])
    assert line == r"  [red]a[/red] \x1b[2J :smile: https://a.b  x"


def test_a_column_without_text_is_left_out_and_numbers_are_flush_right():
    rows = [("a", "", "1"), ("bcd", "", "1 000")]
    assert table(rows, right=(2,)) == ["  a        1", "  bcd  1 000"]


@pytest.mark.parametrize("columns", [60, 80, 160])
def test_what_fits_a_terminal_is_as_in_a_pipe(on_terminal, columns):
    piped = table(ROWS, right=(1,), folded=0)
    on_terminal(columns)
    assert table(ROWS, right=(1,), folded=0) == piped


def test_a_column_is_folded_at_its_words_on_a_small_terminal(on_terminal):
    on_terminal(30)
    lines = table(ROWS, right=(1,), folded=0)
    assert max(map(len, lines)) < 30
    assert " ".join(" ".join(lines).split()) == (
        "rule number each row: exactly 1 queen 46 656 [red]no[/red] :smile: 4"
    )


@pytest.mark.parametrize("columns", [10, 20])
def test_no_name_and_no_number_is_ever_cut(on_terminal, columns):
    on_terminal(columns)
    assert table(NAMES) == ["  file        verdict", "  a.py        same", "  [bold]b.py  too many"]


def test_words_stand_below_their_rows_where_they_do_not_fit_beside(on_terminal):
    words = ["what", "", "n=4: 18 for 2; each diagonal: at most 1 queen"]
    assert "\n" not in "".join(with_words(table(NAMES), words))
    on_terminal(40)
    head, same, many = with_words(table(NAMES), words)
    assert (head, same) == ("  file        verdict   what", "  a.py        same")
    assert (
        many == "  [bold]b.py  too many\n      n=4: 18 for 2; each diagonal: at\n      most 1 queen"
    )


def test_a_name_of_wide_letters_takes_two_columns_a_letter():
    assert table([("数独", "1"), ("abcd", "2")]) == ["  数独  1", "  abcd  2"]


@pytest.mark.parametrize("columns", [40, 60])
def test_sentences_are_broken_for_a_small_terminal(on_terminal, columns):
    on_terminal(columns)
    assert max(map(len, wrapped("word " * 40).splitlines())) < columns
