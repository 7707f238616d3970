"""MiniZinc files are puzzle files; their solutions are those of Gecode on the original text."""

from __future__ import annotations

import json
import re
import subprocess
from collections.abc import Mapping
from shutil import which

import pytest
from click.testing import CliRunner

from everyway.comparer import compare, reported_claim
from everyway.formats import from_minizinc
from everyway.formats.minizinc_files import LIBRARY
from everyway.models import ModelError, from_data, load, same, to_data
from everyway.models.language.nodes import topological
from everyway.solvers import count, solutions
from everyway.views.command_line import main

needs_minizinc = pytest.mark.skipif(which("minizinc") is None, reason="MiniZinc is not installed")

MODELS = {
    "queens": """
        include "alldifferent.mzn"; int: n;
        array[1..n] of var 1..n: q;
        constraint alldifferent(q);
        constraint forall(i, j in 1..n where i < j)(abs(q[i] - q[j]) != j - i);
        solve satisfy;
    """,
    "colours": """
        enum Colour = {red, green, blue}; int: n; array[1..n] of int: w = [5, 7, 1, 2, 9, 4][1..n];
        array[1..n] of var Colour: c; array[Colour] of int: cost = [3, 1, 2];
        var int: z = sum(i in 1..n)(cost[c[i]]);
        constraint forall(i in 1..n - 1)(c[i] != c[i + 1]);
        constraint c[1] < c[n]; constraint z > 6;
        solve satisfy;
    """,
    "tour": """
        include "globals.mzn"; int: n;
        array[1..n] of var 1..n: next; array[1..n] of var 1..n: before;
        constraint circuit(next); constraint inverse(next, before); constraint next[1] < before[1];
        solve satisfy;
    """,
    "tasks": """
        include "globals.mzn"; int: n; array[1..n] of var 0..4: s; var 0..1: extra; var bool: b;
        constraint cumulative(s, [2 | i in 1..n], [1 + i mod 2 | i in 1..n], 2 + extra);
        constraint b -> s[1] div 2 = s[2] mod 3; constraint global_cardinality(s, [0], [2]);
        solve satisfy;
        output ["{\\"s\\": \\(s)}"];
    """,
    "rectangles": """
        include "globals.mzn"; int: n; array[1..n] of var 0..2: x; array[1..n] of var 0..1: y;
        var -1..1: w;
        array[1..n] of var int: dx = [if i = 2 then w else 1 + i mod 2 endif | i in 1..n];
        constraint diffn(x, y, dx, [1 | i in 1..n]);
        solve satisfy;
    """,
    "rectangles, not strict": """
        include "globals.mzn"; int: n; array[1..n] of var 0..2: x; array[1..n] of var 0..1: y;
        var 0..1: w;
        array[1..n] of var int: dx = [if i = 2 then w else 1 + i mod 2 endif | i in 1..n];
        constraint diffn_nonstrict(x, y, dx, [i mod 3 | i in 1..n]);
        solve satisfy;
    """,
    "words": """
        include "regular.mzn"; include "table.mzn"; int: n; array[1..n] of var 1..2: x;
        constraint regular(x, 3, 2, [|2, 1 | 3, 1 | 0, 1|], 1, {1, 2, 3});
        constraint table([x[1], x[2]], [|1, 2 | 2, 1 | 2, 2|]);
        solve satisfy;
    """,
}


def gecode(file, n):
    """The distinct outputs of Gecode on the original text."""
    mode = "item" if "output" in file.read_text("utf-8") else "json"
    command = ["minizinc", "--solver", "gecode", "-G", "std", "-a", "--output-mode", mode]
    run = subprocess.run(
        [*command, str(file), f"-Dn={n}"], capture_output=True, text=True, check=True
    )
    assert "==========" in run.stdout or "UNSATISFIABLE" in run.stdout
    parts = re.split("^-{10}$|^={10}$", run.stdout, flags=re.MULTILINE)
    return {
        json.dumps(json.loads(part), sort_keys=True) for part in parts if part.strip()[:1] == "{"
    }


@needs_minizinc
def test_members_of_an_enumerated_type_are_labels_whatever_is_printed(tmp_path):
    file = tmp_path / "seats.mzn"
    text = (
        "enum Who = {Ann, Bob}; array[1..2] of var Who: s; constraint s[1] != s[2]; solve satisfy;"
    )
    for output in ("", 'output ["\\(s)"];', 'output ["seats"] ++ [show(s[i]) | i in 1..2];'):
        file.write_text(f"{text} {output}", "utf-8")
        with solutions(from_minizinc(file)) as found:
            assert {one.row for one in found} == {("Ann", "Bob"), ("Bob", "Ann")}


def as_minizinc(value):
    if isinstance(value, Mapping):
        return {name: as_minizinc(item) for name, item in value.items()}
    if isinstance(value, list | tuple):
        return [as_minizinc(item) for item in value]
    return {"e": value} if isinstance(value, str) else value


@needs_minizinc
@pytest.mark.parametrize("name", MODELS)
def test_a_model_has_the_outputs_of_gecode_on_the_original(tmp_path, name):
    file = tmp_path / f"{name}.mzn"
    file.write_text(MODELS[name], "utf-8")
    for n in (3, 5):
        model = from_minizinc(file, n=n)
        with solutions(model) as found:
            ours = {json.dumps(as_minizinc(one), sort_keys=True) for one in found}
        assert ours == gecode(file, n)


@needs_minizinc
def test_a_model_reads_nearly_as_it_was_written(tmp_path):
    file = tmp_path / "queens.mzn"
    file.write_text(MODELS["queens"], "utf-8")
    model = load(file, n="6")
    assert [group.name for group in model.groups] == ["q"]
    assert [rule.label for rule in model.rules] == [
        "line 4: alldifferent(q)",
        "line 5: forall(i, j in 1..n where i < j)(abs(q[i] - q[j]) != j - i)",
    ]
    assert dict(model.recipe.params) == {"n": "6"}
    assert (count(model), count(load(model.recipe.puzzle, **model.recipe.params))) == (4, 4)


def run(*words, code=0):
    result = CliRunner().invoke(main, [str(word) for word in words], prog_name="everyway")
    assert result.exit_code == code, result.output
    return result


SETS = """
    enum C = {red, green, blue};
    var set of C: e; constraint card(e) = 1; constraint e subset {red, blue};
    array[1..2, 0..1] of var set of -1..1: g;
    constraint forall(i in 1..2, j in 0..1)(card(g[i, j]) = if i = 1 /\\ j = 1 then 1 else 0 endif);
    var set of 1..3: fixed; constraint fixed = {1, 3};
    var set of 1..3: u; var set of 1..3: v; constraint u = v; constraint card(u) = 2;
    var set of 5..5: none; constraint card(none) = 0;
    var 0..3: k; constraint k = card(e union {});
    solve satisfy;
"""


@needs_minizinc
def test_sets_are_sets(tmp_path):
    """Also those that MiniZinc fixes, and one that is made of another's Booleans."""
    file = tmp_path / "sets.mzn"
    file.write_text(SETS.replace("\\\\", "\\"), "utf-8")
    model = from_minizinc(file)
    found = [dict(solution) for solution in solutions(model)]
    assert len(found) == 2 * 3 * 3
    for one in found:
        assert one["e"] in ({"red"}, {"blue"})
        assert [one[f"g[{i},{j}]"] for i, j in ((1, 0), (2, 0), (2, 1))] == [frozenset()] * 3
        assert len(one["g[1,1]"]) == 1
        assert one["g[1,1]"] <= {-1, 0, 1}
        assert one["fixed"] == {1, 3}
        assert one["u"] == one["v"]
        assert len(one["u"]) == 2
        assert (one["none"], one["k"]) == (frozenset(), 1)
    assert len({tuple(sorted(one.items(), key=str)) for one in found}) == len(found)
    assert same(model, from_data(to_data(model)))
    shown = run("solve", file, "-n", 1).stdout
    assert "X_INTRODUCED" not in shown + run("show", file, "--model").stdout
    assert "fixed = {1, 3}\n" in shown
    assert run("compare", file).exit_code == 0


@needs_minizinc
def test_a_boolean_of_the_users_that_a_set_is_made_of_is_shown_too(tmp_path):
    file = tmp_path / "member.mzn"
    file.write_text(
        "var set of 1..2: s; var bool: b; constraint b <-> (1 in s); solve satisfy;", "utf-8"
    )
    found = [dict(solution) for solution in solutions(from_minizinc(file))]
    assert len(found) == 4
    assert all(one["b"] == (1 in one["s"]) for one in found)


@needs_minizinc
def test_an_array_of_sets_that_are_printed_too(tmp_path):
    file = tmp_path / "pairs.mzn"
    file.write_text(
        """
        var set of 1..3: s; var set of 1..3: t; array[1..2] of var set of 1..3: a = [s, t];
        constraint s subset t; constraint card(t) = 2;
        solve satisfy;
        output ["\\(a) and \\(s) \\n set of int: s = f(x); "];
        """,
        "utf-8",
    )
    found = [dict(solution) for solution in solutions(from_minizinc(file))]
    assert len(found) == 3 * 4
    assert all(one["s"] == one["a[1]"] <= one["a[2]"] == one["t"] for one in found)


OF_SETS = {
    "a matrix": "array[1..2, 1..2] of var set of {1, 4}: a; constraint a[1, 1] subset {4};"
    " constraint card(a[2, 2]) = 1 /\\ a[1, 2] = a[2, 1];",
    "an index by parameters": "int: n = 2; array[0..n] of var set of 1..n: a;"
    " array[1..n] of var set of 1..n: b; constraint a[0] subset a[n] /\\ b[1] union b[n] = a[1];",
    "an index by a type": "enum C = {red, green}; array[C] of var set of C: a; var set of C: s;"
    " constraint a[green] = {} /\\ s = a[red] union {red};",
    "three indices": "array[1..2, 0..1, 3..3] of var set of -1..0: a;"
    " constraint forall(i in 1..2, j in 0..1)(card(a[i, j, 3]) = i - 1);",
    "constants": "array[1..4] of var set of 1..5: a :: add_to_output = [{}, _, 2..4, {1, 5}];"
    " array[1..2] of var set of 1..5: b :: add_to_output = [{1}, {2, 3}];"
    " var set of 1..5: c :: add_to_output = {1, 4};",
    "fixed": "enum C = {red, green}; var set of C: s; constraint s = {green}; var C: c;"
    " constraint c = red; var 1..9: k; constraint k = 7; var bool: b; constraint b;"
    " array[1..2] of var set of 1..3: a; constraint a[1] = {} /\\ a[2] = {1, 3};",
    "no possible member": "var set of {}: s; array[1..2] of var set of 1..0: a; var 1..2: x;"
    " array[1..0] of var set of 1..2: none; constraint count(e in none)(1 in e) = 0;",
    "computed": "var set of 1..3: s; var set of 2..4: t; var set of 1..4: u; var set of 1..4: v;"
    " constraint u = s union t /\\ v = s diff t; var set of 1..4: w; constraint w = s symdiff t;",
    "members of a list": "array[1..3] of var 1..3: x; var set of 1..3: s;"
    " constraint s = array2set(x);",
    "a set by another name": "var set of 1..3: s;"
    " var set of int: t :: add_to_output = {i + 1 | i in s};",
    "another name": "var 1..3: x; var 2..4: y; constraint x = y; var bool: b; var bool: c;"
    " constraint b = c; array[1..2] of var 1..4: p; array[1..2] of var 1..4: q;"
    " constraint p[1] = q[2];",
}


def flat(value):
    """The values in lists, one after the other; a truth value as a number."""
    if isinstance(value, dict) and "set" in value:
        ends = (one if isinstance(one, list) else [*flat(one)] * 2 for one in value["set"])
        yield frozenset(n for a, b in ends for n in ([a] if a == b else range(a, b + 1)))
    elif isinstance(value, dict):
        yield value["e"]
    elif isinstance(value, list | tuple):
        for one in value:
            yield from flat(one)
    else:
        yield int(value) if isinstance(value, bool) else value


def by_name(solution):
    """The values of a solution by the names in the text, in a form that can be compared."""
    found = {}
    for name, value in solution.items():
        found.setdefault(name.partition("[")[0], []).extend(flat(value))
    return frozenset((name, tuple(values)) for name, values in found.items() if values)


def printed_by_gecode(file, text):
    """Every solution of a text, which is written to a file, as MiniZinc prints it in JSON."""
    file.write_text(text, "utf-8")
    command = ["minizinc", "--solver", "gecode", "-a", "--output-mode", "json", str(file)]
    printed = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    assert "==========" in printed
    return printed.split("-" * 10)[:-1]


@needs_minizinc
@pytest.mark.parametrize("name", OF_SETS)
def test_sets_are_shown_as_gecode_prints_them(tmp_path, name):
    file = tmp_path / "sets.mzn"
    expected = {by_name(json.loads(one)) for one in printed_by_gecode(file, OF_SETS[name])}
    ours = [by_name(dict(one)) for one in solutions(from_minizinc(file))]
    assert len(ours) == len(set(ours))
    assert set(ours) == expected


@needs_minizinc
def test_sets_in_a_matrix_are_named_by_row_and_column(tmp_path):
    file = tmp_path / "matrix.mzn"
    file.write_text("array[1..2, 1..3] of var set of {1, 4}: a;", "utf-8")
    names = [f"a[{row},{column}]" for row in (1, 2) for column in (1, 2, 3)]
    assert [group.name for group in from_minizinc(file).groups] == names


@needs_minizinc
def test_members_that_a_printed_set_is_computed_of_are_not_shown(tmp_path):
    file = tmp_path / "union.mzn"
    text = "var set of 1..3: s; var set of 2..4: t; var set of 1..4: u; constraint u = s union t;"
    file.write_text(f'{text} output ["\\(u)"];', "utf-8")
    model = from_minizinc(file)
    assert model.projection == ("u",)
    assert count(model) == 16
    file.write_text(f'{text} output ["\\(u) \\(2 in t)"];', "utf-8")
    assert {"u", "t"} <= {*from_minizinc(file).projection}


ORDER = """
    var set of {-1, 2, 3}: s; var set of {0, 2, 4}: t; var set of {}: none;
    var bool: lt; var bool: le; var bool: gt; var bool: ge; var bool: same; var bool: empty;
    var bool: half; constraint half -> s < t; constraint not half -> s >= t;
    constraint lt <-> s < t; constraint le <-> s <= t; constraint gt <-> s > t;
    constraint ge <-> s >= t; constraint same <-> not (s < t \\/ t < s);
    constraint empty <-> none < t; constraint none <= none;
"""


@needs_minizinc
def test_sets_are_compared_by_the_order_of_their_sorted_members(tmp_path):
    file = tmp_path / "order.mzn"
    file.write_text(ORDER, "utf-8")
    found = [dict(one) for one in solutions(from_minizinc(file))]
    assert len(found) == 8 * 8
    for one in found:
        s, t = sorted(one["s"]), sorted(one["t"])
        given = [one[name] for name in ("lt", "le", "gt", "ge", "same", "empty", "half")]
        assert given == [s < t, s <= t, s > t, s >= t, s == t, [] < t, s < t]
    for sign, n in (("<", 28), ("<=", 36), (">", 28), (">=", 36)):
        file.write_text(f"var set of 1..3: s; var set of 1..3: t; constraint s {sign} t;", "utf-8")
        model = from_minizinc(file)
        assert (count(model), len(model.constraints)) == (n, 1)
        assert str(model.constraints[0]).startswith("regular(")
    file.write_text("var set of 1..3: s; constraint {1, 3} < s /\\ s <= {2};", "utf-8")
    found = [one["s"] for one in solutions(from_minizinc(file))]
    assert (len(found), set(found)) == (1, {frozenset({2})})


GRAPHS = {
    "connected": "connected(f, t, ns, es)",
    "reachable": "reachable(f, t, r, ns, es)",
    "tree": "tree(f, t, r, ns, es)",
    "path": "path(f, t, r, s, ns, es)",
    "reachable, from 1": "reachable(4, 6, f1, t1, r1, [ns[v] | v in V], [es[e] | e in E])",
    "tree, from 1": "tree(4, 6, f1, t1, r1, [ns[v] | v in V], [es[e] | e in E])",
    "path, from 1": "path(4, 6, f1, t1, r1, s1, [ns[v] | v in V], [es[e] | e in E])",
    "subgraph": "subgraph(f, t, ns, es)",
    "dag": "dag(f, t, ns, es)",
}
GRAPH = """
    include "globals.mzn"; NODES
    set of int: E = 3..8; array[E] of V: f = array1d(E, [NODE[k] | k in f1]);
    array[E] of V: t = array1d(E, [NODE[k] | k in t1]);
    array[1..6] of int: f1 = [1, 2, 1, 3, 2, 4]; array[1..6] of int: t1 = [2, 1, 3, 2, 3, 4];
    array[V] of var bool: ns; array[E] of var bool: es; var V: r; var V: s;
    var 1..4: r1; var 1..4: s1; constraint r = NODE[r1] /\\ s = NODE[s1];
    constraint CALL; solve satisfy; int: n;
"""
NODES = {
    "enum": "enum V = {a, b, c, d}; array[1..4] of V: NODE = [a, b, c, d];",
    "from 0": "set of int: V = 0..3; array[1..4] of V: NODE = [0, 1, 2, 3];",
}


@needs_minizinc
@pytest.mark.parametrize("name", GRAPHS)
def test_subgraphs_are_those_of_the_decompositions_of_minizinc(tmp_path, name):
    """Of a graph with parallel edges, and an edge of one node with itself.

    MiniZinc 2.6.4 does not decompose some of them over nodes of an enumerated type.
    """
    shown, file = ("es", "ns", "r1", "s1"), tmp_path / "graph.mzn"
    for nodes in ("enum", "from 0"):
        text = GRAPH.replace("NODES", NODES[nodes]).replace("CALL", GRAPHS[name])
        file.write_text(text, "utf-8")
        model = from_minizinc(file, n=1)
        with solutions(model, "clingo") as found:
            ours = [str([as_minizinc(one)[group] for group in shown]) for one in found]
        assert len(set(ours)) == len(ours)
        words = {type(node).__name__ for node in topological(model.constraints)}
        assert bool(words & {"Connected", "Path"}) == (name not in ("subgraph", "dag"))
        if nodes == "from 0":
            original = [json.loads(one) for one in gecode(file, 1)]
            wanted = {str([one[group] for group in shown]) for one in original}
            wanted = {one.replace("False", "0").replace("True", "1") for one in wanted}
        else:
            of_enumerated = set(ours)
    assert of_enumerated == set(ours) == wanted


def test_what_the_library_leaves_to_everyway_has_arrays_of_one_dimension_alone():
    """MiniZinc 2.10 refuses each model where a predicate without a body has others."""
    for file in LIBRARY.glob("*.mzn"):
        for line in file.read_text("utf-8").splitlines():
            assert ") = " in line or not re.search(r"\[int *,", line), (file.name, line)


@needs_minizinc
def test_commands_take_a_file_with_parameters_and_data(tmp_path):
    file, data = tmp_path / "queens.mzn", tmp_path / "six.dzn"
    file.write_text(MODELS["queens"], "utf-8")
    data.write_text("n = 6;", "utf-8")
    assert run("count", file, "n=6").stdout == "4\n"
    assert run("count", file, "--data", data).stdout == "4\n"
    assert "AGREE" in run("compare", file, "n=5", "-S", "auto", "-S", "flatmap", "-S", "sat").stdout


@needs_minizinc
@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("var 1..3: x; constraint x < ; solve satisfy;", "syntax error"),
        ("int: n; solve satisfy;", "`n' must be defined"),
        ("var 0.5..1.5: x; solve satisfy;", "whole numbers alone"),
        ('include "nowhere.mzn"; solve satisfy;', "nowhere.mzn"),
        ("float: x = 1.5; var 1..3: y; constraint x * y > 2.0; solve satisfy;", "whole numbers"),
    ],
)
def test_a_bad_file_is_refused_in_words(tmp_path, text, words):
    file = tmp_path / "bad.mzn"
    file.write_text(text, "utf-8")
    said = run("count", file, code=2).stderr
    assert said.startswith("error: ")
    assert words in said
    assert "Traceback" not in said


def test_a_file_that_is_missing_or_no_text_is_refused(tmp_path):
    with pytest.raises(ModelError, match="there is no file"):
        from_minizinc(tmp_path / "none.mzn")
    file = tmp_path / "binary.fzn"
    file.write_bytes(b"\xff\xfe\x00")
    with pytest.raises(ModelError, match="no UTF-8"):
        from_minizinc(file)
    with pytest.raises(ModelError, match="flattened already"):
        from_minizinc(file, n=3)


def test_without_minizinc_a_flattened_file_is_still_read(tmp_path, monkeypatch):
    monkeypatch.setenv("PATH", "")
    file = tmp_path / "one.fzn"
    file.write_text("var 1..3: x :: output_var; solve satisfy;", "utf-8")
    assert count(load(file)) == 3
    with pytest.raises(ModelError, match="needs MiniZinc"):
        from_minizinc(file.rename(tmp_path / "one.mzn"))


def test_claims_on_a_projection_are_judged_by_what_completes_them(tmp_path):
    file = tmp_path / "pair.fzn"
    text = "var 1..3: x :: output_var; var 1..3: y; constraint int_lt(x, y); solve satisfy;"
    file.write_text(text, "utf-8")
    model = load(file)
    assert compare(model, ["flatmap", "cp-sat", "auto"]).verdict == "agree"
    wrong = [
        ("less", [{"x": 1}]),
        ("more", [{"x": 1}, {"x": 2}, {"x": 3}]),
        ("twice", [{"x": 1}] * 2),
    ]
    claims = [reported_claim(name, said) for name, said in wrong]
    found = compare(model, ["flatmap"], claims)
    assert [(run.missing, run.invented, run.repeated) for run in found.runs] == [
        (0, 0, 0),
        (1, 0, 0),
        (0, 1, 0),
        (1, 0, 1),
    ]
    (invented,) = (one for one in found.differences if one.kind == "invented")
    assert "no values of the other variables keep every rule" in str(invented.violated[0])


def test_compare_takes_a_projection(tmp_path):
    claim = tmp_path / "mine.jsonl"
    claim.write_text('{"first": [0, 1, 3]}\n', "utf-8")
    words = ("compare", "langford", "n=3", "--project", "first", "-S", "flatmap")
    assert "AGREE" in run(*words, "-S", "cp-sat").stdout
    assert (
        "no values of the other variables" in run(*words, "--claim", f"mine={claim}", code=1).stdout
    )
    assert "no variable 'second'" in run(*words[:-3], "second", code=2).stderr
    assert "--html shows whole" in run(*words, "--html", tmp_path / "page.html", code=2).stderr


OPTIONAL = {
    "numbers": "array[1..3] of var opt 1..4: x; constraint occurs(x[1]) -> deopt(x[1]) > 2;"
    " constraint x[2] = 3; constraint absent(x[3]);",
    "zero among them": "array[0..1, 1..2] of var opt -1..1: x; constraint sum(array1d(x)) = 2;",
    "truths": "var opt bool: a; array[1..2] of var opt bool: b;"
    " constraint deopt(a) -> occurs(b[1]);"
    " constraint exists(b);",
    "members of a type": "enum C = {red, green}; array[C] of var opt C: x; var opt C: y;"
    " constraint x[red] != y; constraint occurs(y);",
    "a name in quotes": "var opt 1..2: 'o p'; array[1..2] of var 1..2: 'a b';"
    " var set of 1..2: 's-t';"
    " enum C = {red, green}; var C: '1st'; constraint 'a b'[1] > 'a b'[2] \\/ card('s-t') = 1;",
}


def as_texts(solution):
    """The values of a solution as MiniZinc writes them, by the names in the text."""
    found = {}
    for name, value in solution.items():
        values = [value] if value is None else flat(value)
        words = ("<>" if one is None else str(one) for one in values)
        found.setdefault(name, []).extend({"true": "1", "false": "0"}.get(w, w) for w in words)
    return frozenset((name, tuple(words)) for name, words in found.items())


@needs_minizinc
@pytest.mark.parametrize("name", OPTIONAL)
def test_optional_values_are_shown_as_gecode_prints_them(tmp_path, name):
    file = tmp_path / "optional.mzn"
    every = printed_by_gecode(file, OPTIONAL[name])
    lines = (one.replace("<>", "null") for one in every)  # 2.6 has both
    expected = {as_texts(json.loads(one)) for one in lines}
    model = from_minizinc(file)
    ours = [as_texts(dict(one)) for one in solutions(model)]
    assert len(ours) == len(set(ours))
    assert set(ours) == expected
    if name in ("numbers", "truths"):
        assert compare(model, ["auto", "minizinc+original"]).verdict == "agree"


@needs_minizinc
def test_an_optional_value_is_printed_and_saved_as_absent(tmp_path):
    file = tmp_path / "optional.mzn"
    file.write_text(OPTIONAL["numbers"], "utf-8")
    said = CliRunner().invoke(main, ["solve", str(file), "--all", "--as", "minizinc"]).stdout
    assert "x = [<>, 3, <>];" in said.splitlines()
    model = from_minizinc(file)
    assert same(from_data(to_data(model)), model)
    claim = reported_claim(
        "others", [{"x": [one, "3", "<>"]} for one in ("<>", "3", "4")], model=model
    )
    assert compare(model, ["auto"], [claim]).verdict == "agree"


@needs_minizinc
@pytest.mark.parametrize("kind", ["bool", "0..1", "0..2", "-1..1", "1..2"])
def test_a_regular_expression_accepts_what_gecode_accepts(tmp_path, kind):
    """MiniZinc 2.6 takes its symbols for equal where it keeps the paths of what it makes."""
    file = tmp_path / "regular.mzn"
    file.write_text(
        f"""
        include "regular_regexp.mzn"; array[1..4] of var {kind}: x; var 0..1: y;
        constraint :: "second" y = 1 -> x[1] = x[2];
        constraint :: "a first" regular(x, "0* 1 0* 1?");
        """,
        "utf-8",
    )
    command = ["minizinc", "--solver", "gecode", "-a", "--output-mode", "json", str(file)]
    printed = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    expected = {by_name(json.loads(one)) for one in printed.split("-" * 10)[:-1]}
    model = from_minizinc(file)
    assert {by_name(dict(one)) for one in solutions(model)} == expected
    assert "a first" in [one.label for one in model.rules] or not expected
