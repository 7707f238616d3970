"""Claims: digests, packed rows, spools on disk, and files of solutions."""

from __future__ import annotations

import hashlib
import json
import os
from itertools import permutations
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from everyway.comparer.claims import read_claim, reported_claim
from everyway.comparer.comparing_solvers import compare
from everyway.models import Model, variable, variables
from everyway.solvers import solve_all
from everyway.solvers.harness.contract import ClaimError
from everyway.solvers.harness.rows.packing import Digest, digest_of, encode, encode_numbers

# --- digest ------------------------------------------------------------------------------------


def test_the_digest_is_as_documented():
    hashes = [hashlib.sha256(text).digest() for text in (b"[2,4,1,3]", b"[3,1,4,2]")]
    total = sum(int.from_bytes(hashed, "big") for hashed in hashes) % 2**256
    expected = hashlib.sha256(f"2:{total:064x}".encode()).hexdigest()
    digest = digest_of([(2, 4, 1, 3), (3, 1, 4, 2)])
    assert digest.full == expected
    assert digest.short == expected[:12]


def test_the_digest_of_nothing_differs_from_that_of_the_empty_solution():
    assert digest_of([]).full != digest_of([()]).full


@given(st.lists(st.lists(st.integers(-3, 3), min_size=2, max_size=2)), st.randoms())
def test_the_digest_does_not_depend_on_the_order(rows: list[list[int]], random: Random):
    shuffled = rows.copy()
    random.shuffle(shuffled)
    assert digest_of(rows) == digest_of(shuffled)
    assert digest_of(rows).full == digest_of(shuffled).full


@given(st.lists(st.integers()))
def test_numbers_are_hashed_as_json(row: list[int]):
    assert encode_numbers(row) == encode(row) == json.dumps(row, separators=(",", ":")).encode()


def test_repeats_change_the_digest():
    assert digest_of([(1,), (1,), (2,)]) != digest_of([(1,), (2,), (2,)]) != digest_of([(1,), (2,)])


def test_numbers_too_long_for_decimal_are_hashed():
    assert encode([10**5000]) == encode_numbers([10**5000]) != encode([10**5000 + 1])


def test_a_label_is_not_taken_for_its_number():
    assert encode(["1"]) != encode([1])


# --- said --------------------------------------------------------------------------------------


def test_a_claim_may_be_of_solutions_or_assignments():
    model = Model("pair", variables("b", 2, range(2)))
    rows = [{"b[0]": 0, "b[1]": 1}, {"b[0]": 1, "b[1]": 0}]
    found = list(reported_claim("mine", [model.solution(rows[0]), rows[1]]).open())
    assert found == rows[:2]


def test_a_claim_that_raises_has_failed():
    def break_down() -> Any:
        yield {"x": 1}
        raise ZeroDivisionError("oops")

    stream = reported_claim("mine", break_down()).open()
    assert len(list(stream)) == 1
    assert (stream.outcome.status, stream.outcome.reason) == ("failed", "ZeroDivisionError: oops")


def test_a_claim_that_is_not_the_whole_counts_as_stopped():
    stream = reported_claim("mine", [], complete=False).open()
    assert list(stream) == []
    assert (stream.outcome.status, stream.outcome.reason) == ("stopped", "incomplete claim")


def test_a_claim_is_read_by_groups_where_its_model_is_given():
    model = Model("pair", variables("b", 2, range(2)))
    rows = [{"b": [0, 1]}, {"b[0]": 1, "b[1]": 0}]
    found = list(reported_claim("mine", rows, model=model).open())
    assert found == [{"b[0]": 0, "b[1]": 1}, {"b[0]": 1, "b[1]": 0}]
    for wrong in ({"c": 1}, {"b": [0, 1, 1]}, 5, "b", None):
        with pytest.raises(ClaimError, match=r"^mine, line 2, "):
            list(reported_claim("mine", [rows[0], wrong], model=model).open())


def test_an_iterator_is_read_once_and_never_taken_for_an_empty_claim():
    """A second comparison would find nothing left, and say that every solution is missing."""
    model = Model("pair", variables("b", 1, range(2)))
    rows = [{"b[0]": 0}, {"b[0]": 1}]
    for once in (iter(rows), (row for row in rows)):
        claim = reported_claim("mine", once)
        assert compare(model, ["flatmap"], [claim]).verdict == "agree"
        with pytest.raises(ClaimError, match="its iterator has been read; give a list"):
            compare(model, ["flatmap"], [claim])
    for often in (rows, tuple(rows), solve_all(model)):
        claim = reported_claim("mine", often)
        assert [compare(model, ["flatmap"], [claim]).verdict for _ in "ab"] == ["agree"] * 2


@pytest.mark.parametrize("wrong", [{"b[0]": 1}, "rows", b"rows", 5, None])
def test_what_is_no_list_of_solutions_is_no_claim(wrong):
    with pytest.raises(ClaimError, match="expected a list of solutions"):
        reported_claim("mine", wrong)


def test_a_count_of_others_is_held_against_the_sets():
    model = Model("pair", variables("b", 2, range(2)))
    solvers = ["flatmap", "brute-force"]
    right = compare(model, solvers, counts={"a book": 4})
    assert right.verdict == "agree"
    assert right.to_json()["counts"] == [{"count": 4, "source": "a book"}]
    wrong = compare(model, solvers, counts={"a book": 4, "a friend": 5})
    assert wrong.verdict == "undecided"
    assert "agree on 4, which is not the 5 of a friend" in str(wrong)
    assert "counts" not in compare(model, solvers).to_json()
    for bad in (-1, True, 4.0, "4"):
        with pytest.raises(ValueError, match="the count of a book is"):
            compare(model, solvers, counts={"a book": bad})


# --- files -------------------------------------------------------------------------------------


def small_model() -> Model:
    return Model("small", variables("q", 3, range(3)), variable("colour", ["red", "green"]))


def read(tmp_path: Path, content: str | bytes, **options: Any) -> list[Any]:
    path = tmp_path / "claim.jsonl"
    path.write_bytes(content.encode() if isinstance(content, str) else content)
    return list(read_claim(path, small_model(), **options).open())


def test_both_forms_of_a_solution_are_read(tmp_path: Path):
    flat = '{"q[0]": 0, "q[1]": 1, "q[2]": 2, "colour": "red"}'
    grouped = '{"q": [0, 1, 2], "colour": "red"}'
    rows = read(tmp_path, f"{flat}\n{grouped}\n")
    assert rows == [{"q[0]": 0, "q[1]": 1, "q[2]": 2, "colour": "red"}] * 2


def test_what_solutions_write_is_read_back(tmp_path: Path):
    model = small_model()
    rows = [
        {**{f"q[{i}]": value for i, value in enumerate(row)}, "colour": "green"}
        for row in permutations(range(3))
    ]
    text = "".join(json.dumps(model.solution(row).to_json()) + "\r\n" for row in rows)
    assert read(tmp_path, text) == rows


def test_blank_lines_a_byte_order_mark_and_a_missing_last_newline_do_no_harm(tmp_path: Path):
    assert len(read(tmp_path, b'\xef\xbb\xbf{"colour": "red"}\n\n  \r\n{"q": [1]}')) == 2
    assert read(tmp_path, "") == []


def test_missing_values_and_those_outside_their_domains_are_not_errors(tmp_path: Path):
    rows = read(tmp_path, '{"q": [9, 1], "colour": "none"}\n{}\n')
    assert rows == [{"q[0]": 9, "q[1]": 1, "colour": "none"}, {}]


ERRORS = {
    "syntax": ('{"q": [0]}\n{"q": [0}', 2, 9, "not JSON"),
    "after a blank line": ('\n\n{"q" 1}', 3, 6, "not JSON"),
    "cut off": ('{"q": [0', 1, 9, "not JSON"),
    "two objects": ('{"q": [0]} {}', 1, 12, "not JSON"),
    "NaN": ('{"q": [0, NaN]}', 1, 11, "NaN"),
    "no object": ("[1, 2]", 1, 1, "expected an object"),
    "a bare number": ("7", 1, 1, "expected an object"),
    "unknown variable": ('{"q": [0], "colour": "red", "p": 1}', 1, 29, "unknown variable 'p'"),
    "near miss": ('{"color": "red"}', 1, 2, "colour"),
    "unknown place": ('{"q[3]": 1}', 1, 2, "unknown variable"),
    "too many": ('{"q": [0, 1, 2, 0]}', 1, 1, "list of 3"),
    "wrong form": ('{"q": {"0": 1}}', 1, 8, "list of 3"),
    "true for 1": ('{"q[0]": true}', 1, 2, "is true, which is no whole number"),
    "1.0 for 1": (
        '{"colour": "red", "q": [0, 1.0]}',
        1,
        19,
        "the value 1.0, which is no whole number",
    ),
    "null for a value": ('{"q": [0, null]}', 1, 2, "the value null, which is no whole number"),
    "a text for a number": ('{"q": ["0"]}', 1, 2, 'the value "0", which is no whole number'),
    "a number for a label": ('{}\n{"colour": 1}', 2, 2, "'colour' is 1, which is no label"),
    "a list for a label": ('{"colour": ["red"]}', 1, 2, "which is no label"),
    "a long list for a number": (f'{{"q[0]": {[0] * 999}}}', 1, 2, "0, 0, …, which is no"),
    "a long form": (f'{{"q": {[0] * 999}}}', 1, 1, "list of 3 values: "),
    "a long name": (f'{{"{"q" * 999}": 0}}', 1, 1, "qqq …; "),
    "repeated name": ('{"colour": "red", "colour": "green"}', 1, 2, "twice"),
    "value given twice": ('{"q": [0, 1], "q[1]": 1}', 1, 15, "two values"),
    "not UTF-8": (b'{"colour": "\xe9t\xe9"}', 1, 13, "0xe9 is not UTF-8"),
    "UTF-16": ('{"q": [0]}'.encode("utf-16"), 1, 1, "not UTF-8"),
    "binary": (b"\x89PNG\r\n", 1, 1, "not UTF-8"),
    "a number of thousands of digits": ('{"q": [' + "9" * 5000 + "]}", 1, 1, "digits"),
    "nested too deeply": ("[" * 100_000, 1, 1, "nested too deeply"),
}


@pytest.mark.parametrize("case", ERRORS)
def test_a_line_that_cannot_be_read_is_named_with_line_and_column(tmp_path: Path, case: str):
    content, line, column, message = ERRORS[case]
    with pytest.raises(ClaimError, match=message) as raised:
        read(tmp_path, content)
    assert (raised.value.line, raised.value.column or 1) == (line, column)
    assert f"claim.jsonl, line {line}, column {column}: " in str(raised.value)


def test_lines_before_a_wrong_one_are_read(tmp_path: Path):
    path = tmp_path / "claim.jsonl"
    path.write_text('{"q": [0]}\n{')
    stream = iter(read_claim(path, small_model()).open())
    assert next(stream) == {"q[0]": 0}
    with pytest.raises(ClaimError):
        next(stream)


def test_a_file_that_cannot_be_opened_is_named_at_once(tmp_path: Path):
    with pytest.raises(ClaimError, match=r"nothing\.jsonl: there is no such file"):
        read_claim(tmp_path / "nothing.jsonl", small_model())
    with pytest.raises(ClaimError, match="is a folder"):
        read_claim(tmp_path, small_model())
    with pytest.raises(ClaimError, match="cannot be read"):
        read_claim("a\0b", small_model())


def test_a_pipe_which_gives_its_lines_once_is_refused():
    ours, theirs = os.pipe()
    os.close(theirs)
    with pytest.raises(ClaimError, match="is a pipe or device"):
        read_claim(f"/dev/fd/{ours}", small_model())
    os.close(ours)


def test_a_claim_is_named_like_its_file_unless_named_otherwise(tmp_path: Path):
    path = tmp_path / "chuffed.jsonl"
    path.write_text("")
    assert read_claim(path, small_model()).name == "chuffed"
    assert read_claim(path, small_model(), name="other").name == "other"


def test_a_digest_counts_as_it_goes():
    digest = Digest()
    assert digest.add(b"[1]") == hashlib.sha256(b"[1]").digest()
    assert digest.count == 1
    assert repr(digest) == f"<Digest {digest.short} of 1>"
