"""Plain words: summaries are statements, and words that meant too many things are not used."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
TOPS = (
    "models",
    "solvers",
    "comparer",
    "explainer",
    "proofs",
    "formats",
    "conformance",
    "views",
    "tests",
    "benchmarks",
    "docs",
)
SOURCES = sorted(path for top in TOPS for path in (ROOT / top).rglob("*.py"))
GENERATED = ROOT / "docs" / "reference"
"""Written by a build of the site, from the sources."""
PAGES = sorted(
    page
    for page in [*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")]
    if GENERATED not in page.parents
)

BARE = re.compile(r"(What|Whether|How|So many|Where|Which|Why)\b(?!.*\?)")
"""Begins a summary that is no statement; a puzzle may ask."""

BANNED = re.compile(
    r"(?<![^\W_])(told|tells?|telling|misfits?|part(?:y|ies)|parcels?|naps?|spoiled"
    r"|heaps?|strangers?|likeness(?:es)?|narrow(?:s|ed|ing|er|ers)?)(?![^\W_])",
    re.IGNORECASE,
)
ALLOWED = {
    "CHANGELOG.md": "spoiled told",  # old names of functions
    "models/handshakes.py": "party parties",  # the guests of one
    "docs/_ext/puzzle_groups.py": "heaps",  # the puzzle
    "models/heaps.py": "heap heaps",  # the data structure
    "models/independent_sets.py": "strangers",  # the guests of a party
    "solvers/harness/contract.py": "party",  # a third-party module
    "solvers/harness/installing.py": "heap",  # what Java says
    "tests/models/families/sequences.py": "heaps",  # the puzzle
    "tests/models/test_formulations_sequences.py": "heaps",  # the puzzle
    "tests/test_plain_words.py": None,
    "tests/views/test_command_line_processes.py": "parties",  # imports of third parties
    "views/standard_streams.py": "narrow",  # a terminal
    "views/progress.py": "narrow",  # a terminal
}
"""The banned words that a file may use, in the sense that is written beside it; None: all."""


def summaries(text: str) -> Iterator[tuple[int, str]]:
    """The first line of every docstring, those behind a constant or a field too."""
    for node in ast.walk(ast.parse(text)):
        body = getattr(node, "body", None)
        for inner in body if isinstance(body, list) else ():
            match inner:
                case ast.Expr(ast.Constant(str(words))):
                    yield inner.lineno, words.strip().partition("\n")[0]


def found_in(path: Path) -> set[str]:
    text = path.read_text("utf-8") + path.stem
    return {word.lower() for word in BANNED.findall(text)}


@pytest.mark.parametrize("top", TOPS)
def test_summaries_are_statements(top: str) -> None:
    for path in SOURCES:
        if path.relative_to(ROOT).parts[0] == top:
            bare = [found for found in summaries(path.read_text("utf-8")) if BARE.match(found[1])]
            assert not bare, f"{path.relative_to(ROOT)}: {bare}"


def test_words_that_meant_too_many_things_are_not_used() -> None:
    used = {path.relative_to(ROOT).as_posix(): found_in(path) for path in [*SOURCES, *PAGES]}
    for path, words in used.items():
        allowed = ALLOWED.get(path, "")
        assert allowed is None or words <= set(allowed.split()), f"{path}: {sorted(words)}"


def test_every_word_that_is_allowed_is_used() -> None:
    for path, words in ALLOWED.items():
        assert words is None or found_in(ROOT / path) == set(words.split()), path


def test_the_words_would_be_found() -> None:
    assert BANNED.findall("_told told_apart Narrowing partying") == ["told", "told", "Narrowing"]
    assert BARE.match("What a group says.")
    assert not BARE.match("Who drinks water, and who keeps the zebra? Fourteen clues.")
