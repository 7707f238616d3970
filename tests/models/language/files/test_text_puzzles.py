"""Text puzzles: a file declares what it says; what it cannot say is refused with its place."""

from __future__ import annotations

import json
import tomllib
from pathlib import Path

import pytest

from everyway.comparer import compare
from everyway.models import Board, Model, ModelError, all_different, load, same, total
from everyway.models.language.drawing.as_text import zones_of
from everyway.models.language.files.catalogue import find
from everyway.models.language.files.text_puzzles import CAGE_KEYS, KEYS, KNOWN_KEYS, function_of
from everyway.solvers import count

from ....support.command_lines import everyway

DOCS = Path(__file__).parents[4] / "docs"
EXAMPLES = sorted((DOCS / "examples").glob("*.toml"))
SCHEMA = json.loads((DOCS / "puzzle.schema.json").read_text("utf-8"))


def read(text: str) -> Model:
    return function_of("mine.toml", text)()


def refused(text: str) -> str:
    """The error of a file that cannot be read."""
    with pytest.raises(ModelError) as raised:
        read(text)
    message = str(raised.value)
    assert "\n" not in message
    return message


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_the_examples_have_the_solutions_that_they_know(path):
    model = load(path)
    assert model.known is not None
    comparison = compare(model, ["flatmap", "cp-sat"])
    assert comparison.verdict == "agree"
    assert comparison.runs[0].reported == model.known.count
    result = everyway("compare", str(path))
    assert (result.exit_code, "known count" in result.stdout) == (0, True)


def test_a_file_declares_what_the_language_does():
    board = Board(6, wrap=True, holes="r1c1")
    queen = board.place("queen")
    python = Model(
        "mine",
        queen,
        queen.per(board.rows) == 1,
        queen.per(board.diagonals) <= 1,
        queen.at("r2c3 r4c4"),
    )
    text = read(
        'piece = "queen"\nboard = 6\nwrap = true\nholes = "r1c1"\n'
        'rules = ["rows == 1", "diagonals <= 1"]\ngivens = "r2c3 r4c4"'
    )
    assert (text.name, text["queen"].board) == ("mine", board)
    assert same(text, python)
    assert [rule.label for rule in text.rules] == [rule.label for rule in python.rules]


def test_values_givens_and_cages():
    board = Board(2, 3)
    cell = board.fill(range(1, 4))
    python = Model(
        "mine",
        cell,
        cell.along(board.rows).all_different(),
        all_different([cell["r1c1"], cell["r2c1"]]),
        total([cell["r1c1"], cell["r2c1"]]) == 3,
        all_different([cell["r1c2"], cell["r1c3"]]),
        cell["r2c3"] == 3,
    )
    text = read(
        'board = "2x3"\nvalues = "1-3"\nrules = ["rows all different"]\ngivens = "... ..3"\n'
        'cages = [{squares = "r1c1 r2c1", total = 3}, {squares = "r1c2, r1c3"}]'
    )
    assert [c.describe([str(p) for p in c.parts]) for c in text.constraints] == [
        c.describe([str(p) for p in c.parts]) for c in python.constraints
    ]
    assert count(text) == count(python) == 4
    assert [rule.label for rule in text.rules] == ["rows all different", "cages", "givens"]


@pytest.mark.parametrize(
    ("written", "domain"),
    [
        ('"1-9"', range(1, 10)),
        ('"-2..2"', range(-2, 3)),
        ('"0 to 3"', range(4)),
        ('"-5--3"', range(-5, -2)),
        ('"1, 9"', range(1, 10, 8)),
        ('"1-3, 7"', (1, 2, 3, 7)),
        ("[0, 1]", range(2)),
        ("[4, 1, 7, 9]", (1, 4, 7, 9)),
        ('["red", "green"]', ("red", "green")),
    ],
)
def test_values(written, domain):
    assert read(f"board = 1\nvalues = {written}").variables[0].domain == domain


def test_given_values_square_by_square_and_lists_of_squares():
    by_square = read('board = 2\nvalues = "1-2"\ngivens = "r1c1=1 r2c2=1"')
    assert count(by_square) == 4
    words = read('board = 2\nvalues = ["red", "blue"]\ngivens = "r1c1=red"')
    assert count(words) == 8
    listed = read('board = 3\ngivens = ["r1c1", "r2c2"]\nholes = ["r3c3"]')
    assert count(listed) == 2**6


def test_a_map_gives_regions_holes_and_walls():
    model = read('board = """\n\n  AAB\n  A.B\n  #BB\n"""\nrules = ["regions == 1"]')
    board = model["piece"].board
    assert (len(board.regions), len(board.holes), len(board.walls)) == (2, 1, 1)
    assert count(model) == 3 * 4
    assert len(set(zones_of(model["piece"], model.rules).values())) == 3


def test_a_file_is_a_puzzle_like_any_other(tmp_path):
    path = tmp_path / "mine.toml"
    path.write_text('board = 4\nrules = ["rows == 1"]\nknown = {count = 256}', "utf-8")
    model = load(path)
    assert model.recipe is not None
    assert (model.name, model.recipe.puzzle) == ("mine", str(path))
    assert same(load(model.recipe.puzzle), model)
    assert model.known is not None
    assert (model.known.count, model.known.source) == (256, str(path))
    assert find(path).parameters == []
    with pytest.raises(ModelError, match="has no parameter 'n'; its parameters are none"):
        load(path, n=3)
    path.write_text("board = 5", "utf-8")
    assert len(load(path).variables) == 25
    result = everyway("count", str(path), "--rule", "rows == 1", "--given", "r1c1")
    assert result.stdout == "625\n"


BAD = {
    "a syntax error": (
        'board = 8\nrules = ["rows == 1"\nwrap = true',
        "mine.toml:3:1: unclosed array; write ] at its end, and a comma between items",
    ),
    "the end of the file": ('board = """\nAA', "mine.toml:2:3: unterminated string"),
    "a key twice": ("board = 8\nboard = 9", "mine.toml:2:10: cannot overwrite a value"),
    "an unknown key": (
        "board = 8\n\nrulse = []",
        ":3:1: there is no key 'rulse'; did you mean 'ru",
    ),
    "an unknown table": ("board = 8\n[knwon]\ncount = 3", ":2:2: there is no key 'knwon'; did you"),
    "no board": ('name = "x"', "mine.toml has no board; write e.g. board = 8"),
    "an empty file": ("", "mine.toml has no board"),
    "a board of another type": ("board = true", ":1:1: board is True; it must be a size"),
    "a board that is no board": ('board = "eight"', ":1:1: 'eight' is no board"),
    "a board too large": ("board = 99999", "too large"),
    "a ragged map": ('wrap = false\nboard = """\nAAB\nAB\n"""', ":4:1: line 2 of the map has 2"),
    "an unknown character": ('board = """\n  AAB\n  A?B"""', ":3:4: line 2, column 2 of the map"),
    "an unknown character in a line": ('board = "AB/A?"', ":1:1: line 2, column 2 of the map"),
    "a rule": ('board = 8\nrules = [\n  "rows == 1",\n  "rows = 1",\n]', ":4:4: cannot read rule"),
    "a family": ('board = 8\nrules = ["colums == 1"]', ":2:11: cannot read rule 'colums == 1'"),
    "regions without a map": ('board = 8\nrules = ["regions == 1"]', "this board has no regions"),
    "rules that are a text": ('board = 8\nrules = "rows == 1"', ":2:1: rules is 'rows == 1'; it"),
    "rules that are numbers": ("board = 8\nrules = [1]", ":2:1: rules is [1]; it must be a list"),
    "a hole off the board": ('board = 8\nholes = "r9c1"', ":2:1: r9c1 is not on a board"),
    "a wall twice": ('board = 8\nwalls = "r1c1 r1c1"', ":2:1: r1c1 is named twice"),
    "holes beside a map": ('holes = "r1c1"\nboard = "AA/BB"', ":1:1: a map draws its own holes"),
    "a given off the board": ('board = 8\ngivens = "r9c1"', ":2:1: cannot read given 'r9c1': r9c1"),
    "a given twice": ('board = 8\ngivens = "r1c1 r1c1"', ":2:1: cannot read given"),
    "a given on a hole": ('board = 8\nholes = "r1c1"\ngivens = "r1c1"', ":3:1:"),
    "a given value": ('board = 1\nvalues = "1-9"\ngivens = "r1c1=10"', "is not a value of cell"),
    "too few givens": ('board = 2\nvalues = "1-2"\ngivens = "12"', ":3:1: the givens have 2"),
    "piece and values": ('board = 8\npiece = "x"\nvalues = "1-9"', ":2:1: a puzzle has a piece or"),
    "a piece without a name": ('board = 8\npiece = " "', ":2:1: piece is ' '; it must be a text"),
    "a name that is none": ("board = 8\nname = 3", ":2:1: name is 3; it must be a text"),
    "a flag": ("board = 8\nwrap = 1", ":2:1: wrap is 1; it must be true or false"),
    "two numbers": ("board = 8\nvalues = [1, 9]", ":2:1: values = [1, 9] may be two values or all"),
    "a range turned": ('board = 8\nvalues = "9-1"', ":2:1: values has lower bound 9 above"),
    "no values": ("board = 8\nvalues = []", ":2:1: values is []; it must be a range such as"),
    "mixed values": ('board = 8\nvalues = [1, "a"]', ":2:1: "),
    "values that are flags": ("board = 8\nvalues = [true, false]", ":2:1: values is [True, False]"),
    "cages of pieces": ('board = 8\ncages = [{squares = "r1c1"}]', ":2:1: cages hold values"),
    "a cage without squares": (
        'board = 8\nvalues = "1-8"\ncages = [{total = 3}]',
        ":3:1: cage 1 needs squares",
    ),
    "a key of a cage": (
        'board = 8\nvalues = "1-8"\n[[cages]]\nsquares = "r1c1"\ntotl = 3',
        "cage 1 has no key 'totl'; did you mean 'total'?",
    ),
    "cages that overlap": (
        'board = 8\nvalues = "1-8"\ncages = [{squares="r1c1 r1c2"},\n{squares="r1c2 r1c3"}]',
        ":4:11: r1c2 is in the cages 1 and 2",
    ),
    "a total": (
        'board = 8\nvalues = "1-8"\ncages = [{squares = "r1c1", total = "x"}]',
        "the total of cage 1 is 'x'; write a whole number",
    ),
    "known without count": ('board = 8\nknown = {source = "me"}', ":2:1: known is"),
    "known of another key": ("board = 8\nknown = {count = 1, form = 2}", ":2:21: there is no key"),
    "a count below 0": ("board = 8\nknown = {count = -1}", ":2:1: known is"),
}


@pytest.mark.parametrize(("text", "part"), BAD.values(), ids=BAD)
def test_a_bad_file_is_reported_with_its_line_and_column(text, part):
    message = refused(text)
    assert part in message, message
    assert message.startswith("mine.toml")


def test_a_bad_file_on_the_command_line(tmp_path):
    path = tmp_path / "mine.toml"
    path.write_text('board = 8\nrules = ["rows = 1"]', "utf-8")
    result = everyway("compare", str(path))
    assert result.exit_code == 2
    assert result.stderr.startswith(f"error: {path}:2:11: cannot read rule 'rows = 1'; expected")
    path.write_bytes(b"board = 8 # \xff")
    assert "is not UTF-8" in everyway("count", str(path)).stderr
    assert "did you mean 'mine.toml'?" in everyway("count", str(tmp_path / "mone.toml")).stderr


def test_what_is_given_and_contradicts_a_rule_is_warned_of(tmp_path):
    path = tmp_path / "mine.toml"
    path.write_text(
        'board = 2\nvalues = "1-2"\nrules = ["rows all different"]\ngivens = "11.."', "utf-8"
    )
    result = everyway("count", str(path))
    assert result.stdout == "0\n"
    assert "warning: what is given contradicts 'rows all different' (row 1)" in result.stderr


# -------------------------------------------------------------------------------- schema


def test_the_schema_has_every_key_of_the_reader():
    assert SCHEMA["properties"].keys() == KEYS.keys()
    cage, known = SCHEMA["properties"]["cages"]["items"], SCHEMA["properties"]["known"]
    assert tuple(cage["properties"]) == CAGE_KEYS
    assert tuple(known["properties"]) == KNOWN_KEYS
    for table in (SCHEMA, cage, known):
        assert table["additionalProperties"] is False
    assert all(entry["description"] for entry in SCHEMA["properties"].values())


def test_every_rule_that_the_schema_proposes_can_be_read():
    map_of_regions = '"AAAABB/AAAABB/AAAABB/AAAABB/AAAABB/AAAABB"'
    for text in SCHEMA["properties"]["rules"]["items"]["examples"]:
        kinds = ["", 'values = "1-9"\n']
        board = map_of_regions if "regions" in text else "6"
        models = []
        for kind in kinds:
            try:
                models.append(read(f"board = {board}\n{kind}rules = ['{text}']"))
            except ModelError:
                continue
        assert len(models) == (2 if text.startswith("r1c1") else 1), text


TYPES = {
    "string": str,
    "integer": int,
    "boolean": bool,
    "array": list,
    "object": dict,
}


def fits(value: object, schema: dict) -> bool:
    """True if `value` is what `schema` allows, as far as our schema goes."""
    if "$ref" in schema:
        return fits(value, SCHEMA["definitions"][schema["$ref"].rpartition("/")[2]])
    if "oneOf" in schema:
        return sum(fits(value, one) for one in schema["oneOf"]) == 1
    if type(value) is not TYPES[schema["type"]]:
        return False
    if isinstance(value, dict):
        known = schema["properties"]
        return set(schema.get("required", ())) <= value.keys() and all(
            key in known and fits(item, known[key]) for key, item in value.items()
        )
    if isinstance(value, list):
        return all(fits(item, schema["items"]) for item in value)
    return True


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_the_examples_fit_the_schema(path):
    assert fits(tomllib.loads(path.read_text("utf-8")), SCHEMA)
    assert not fits({"rules": []}, SCHEMA)
    assert not fits({"board": 8, "rulse": []}, SCHEMA)
    assert not fits({"board": True}, SCHEMA)
