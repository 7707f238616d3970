"""Broken and hostile files get one error with file and line, in bounded time; nothing is run."""

from __future__ import annotations

import time
from shutil import which

import pytest

from everyway.formats import (
    from_dimacs,
    from_flatzinc,
    from_minizinc,
    from_opb,
    from_xcsp3,
    minizinc_files,
)
from everyway.formats.flatzinc import statements
from everyway.models import ModelError

V, S = "var 1..3: x :: output_var; ", " solve satisfy;"
FLATZINC: dict[str, str] = {}
FLATZINC["int64 range"] = "var -9223372036854775808..9223372036854775807: x :: output_var;" + S
FLATZINC["huge range"] = "var 0..9999999999999999999: x :: output_var;" + S
FLATZINC["out arr huge"] = (
    "array [1..999999999999] of var int: a :: output_array([1..999999999999]) = [1];" + S
)
FLATZINC["out arr huge2"] = (
    "array [1..9999999999999999999] of var int: a :: output_array([1..9999999999999999999]) = [1];"
    + S
)
FLATZINC["out arr neg"] = (
    "var 1..2: y; array [5..3] of var int: a :: output_array([5..3]) = [y];" + S
)
FLATZINC["among range"] = V + "constraint fzn_among(1,[x,x],0..999999999999);" + S
FLATZINC["closed gcc"] = (
    V + "constraint fzn_global_cardinality_closed([x],[1,2,999999999999999999],[1,0,0]);" + S
)
FLATZINC["except range"] = V + "constraint fzn_alldifferent_except([x,x],0..999999999999);" + S
FLATZINC["set_in range"] = V + "constraint set_in(x,0..9999999999999999999);" + S
FLATZINC["set_in sparse"] = V + "constraint set_in(x,{0,9999999999999999999});" + S
FLATZINC["regular big"] = V + "constraint fzn_regular([x],1000000000,1000000000,[1],1,{1});" + S
FLATZINC["regular ends"] = V + "constraint fzn_regular([x],1,1,[1],1,1..999999999999);" + S
FLATZINC["regular neg"] = V + "constraint fzn_regular([x],-1,-1,[1],1,{1});" + S
FLATZINC["pow"] = V + "constraint int_pow(x,999999999,x);" + S
FLATZINC["pow var"] = (
    "var 0..999999999: y :: output_var; var int: z; constraint int_pow(2,y,z);" + S
)
FLATZINC["squares"] = (
    "var 2..9: x0 :: output_var; "
    + "".join(
        f"var int: x{i}; constraint int_times(x{i - 1},x{i - 1},x{i}) :: defines_var(x{i});"
        for i in range(1, 60)
    )
    + S
)
FLATZINC["deep chain"] = (
    "var 2..9: x0 :: output_var; "
    + "".join(
        f"var int: x{i}; constraint int_plus(x{i - 1},1,x{i}) :: defines_var(x{i});"
        for i in range(1, 20000)
    )
    + S
)
FLATZINC["alias cycle"] = "var 1..3: a = b; var 1..3: b = a;" + S
FLATZINC["alias self"] = "var 1..3: a = a;" + S
FLATZINC["alias self out"] = "var 1..3: a :: output_var = a;" + S
FLATZINC["array self"] = "array [1..1] of var int: a :: output_array([1..1]) = [a];" + S
FLATZINC["array in array"] = (
    "array [1..1] of var int: a = [b]; array [1..1] of var int: b = [a]; constraint fzn_all_different_int(a);"  # noqa: E501
    + S
)
FLATZINC["cyclic defs"] = (
    "var int: a; var int: b; constraint int_plus(b,1,a) :: defines_var(a); constraint int_plus(a,1,b) :: defines_var(b);"  # noqa: E501
    + S
)
FLATZINC["long alias"] = (
    "var 1..3: a0 :: output_var; "
    + "".join(f"var 1..3: a{i} = a{i - 1};" for i in range(1, 20000))
    + S
)
FLATZINC["long alias shown"] = (
    "var 1..3: a0 :: output_var; "
    + "".join(f"var 1..3: a{i} :: output_var = a{i - 1};" for i in range(1, 5000))
    + S
)
FLATZINC["table huge"] = (
    "".join(f"var 0..9: t{i};" for i in range(3))
    + "constraint fzn_table_int([t0,t1,t2],["
    + ",".join(["1"] * 300000)
    + "]);"
    + S
)
FLATZINC["table odd"] = V + "constraint fzn_table_int([x,x],[1,2,3]);" + S
FLATZINC["element big"] = (
    "array [1..100000] of int: a = ["
    + ",".join(map(str, range(100000)))
    + "]; var 1..100000: i :: output_var; var int: r; constraint array_int_element(i,a,r);"
    + S
)
FLATZINC["array strange"] = (
    "array [-5..99999999999] of int: a = [1,2]; var 1..2: i :: output_var; var int: r; constraint array_int_element(i,a,r);"  # noqa: E501
    + S
)
FLATZINC["nul"] = "var 1..3: x\0;" + S
FLATZINC["nul name"] = 'var 1..3: x :: mzn_path("\0") :: output_var;' + S
FLATZINC["no solve"] = "var 1..3: x :: output_var;"
FLATZINC["two solves"] = V + S + S
FLATZINC["empty"] = ""
FLATZINC["brackets"] = "constraint f(" + "(" * 10000
FLATZINC["call nest"] = "constraint " + "f(" * 10000
FLATZINC["arr nest"] = "array [1..1] of int: a = " + "[" * 10000
FLATZINC["semi"] = ";" * 10000
FLATZINC["string"] = 'var 1..3: x :: "' + "a" * 1000000
FLATZINC["pred"] = "predicate " + "p(" * 100000
FLATZINC["digits"] = "var 1.." + "9" * 1000000 + ": x;"
FLATZINC["hex"] = "var 1..0xffffffffffffffff: x :: output_var;" + S
FLATZINC["float"] = "var 1..3.5: x;"
FLATZINC["exp"] = "var 1..1e9: x;"
FLATZINC["unknown"] = "constraint rm_rf(x);"
FLATZINC["arity"] = V + "constraint int_le(x,x,x);" + S
FLATZINC["arity0"] = V + "constraint int_le();" + S
FLATZINC["reif arity"] = V + "constraint int_le_reif();" + S
FLATZINC["reif arity1"] = V + "constraint int_le_reif(x);" + S
FLATZINC["imp arity"] = V + "constraint int_le_imp();" + S
FLATZINC["reif reif"] = V + "constraint int_le_reif_reif_reif(x,x,x,x,x);" + S
FLATZINC["min empty"] = V + "constraint array_int_minimum(x,[]);" + S
FLATZINC["min noargs"] = V + "constraint array_int_minimum();" + S
FLATZINC["lin dup"] = V + "constraint int_lin_eq([1],[x,x],3) :: defines_var(x);" + S
FLATZINC["lin wrong"] = (
    V + "var int: d; constraint int_lin_eq([1,x],[d,x],3) :: defines_var(d);" + S
)
FLATZINC["lin str"] = V + 'constraint int_lin_eq(["a",1],[x,x],3);' + S
FLATZINC["set arg"] = V + "constraint int_le({1,2},x);" + S
FLATZINC["call arg"] = V + "constraint int_le(f(x),x);" + S
FLATZINC["circuit base"] = V + "constraint everyway_circuit([x],x);" + S
FLATZINC["graph lengths"] = V + "constraint everyway_connected([1],[2,1],[x,x],[true],1);" + S
FLATZINC["graph ends"] = V + "constraint everyway_connected([1],[9],[true,true],[true],1);" + S
FLATZINC["path base"] = V + "constraint everyway_path([1],[2],x,2,[true],x,2);" + S
FLATZINC["loads"] = V + "constraint everyway_loads([x],999999999999,[x],[1]);" + S
FLATZINC["obj unknown"] = V + "solve minimize y;"
FLATZINC["obj arr"] = V + "array [1..1] of var int: a=[x]; solve minimize a;"
FLATZINC["obj str"] = V + 'solve minimize "a";'
FLATZINC["set elems"] = "var {1,{2}}: x;" + S
FLATZINC["empty set"] = "var {}: x;" + S
FLATZINC["set name"] = "var 1..3: constraint;" + S
FLATZINC["dup out"] = "var 1..3: x :: output_var :: output_var;" + S
FLATZINC["name clash"] = (
    "var 1..2: b; array [1..1] of var int: a :: output_array([1..1]) = [b]; var 1..3: a;" + S
)
FLATZINC["shadow"] = (
    "var 1..2: x :: output_var; array [1..1] of var int: y :: output_array([1..1]) = [x]; array [1..1] of var int: z :: output_array([1..1]) = [x];"  # noqa: E501
    + S
)
FLATZINC["true var"] = "var bool: true;" + S
FLATZINC["bool dom"] = "var bool: b :: output_var = 5;" + S
FLATZINC["out of dom"] = "var 1..3: x :: output_var = 9;" + S
FLATZINC["cumul neg"] = V + "constraint fzn_cumulative([x],[-1],[x],-3);" + S
FLATZINC["inverse sizes"] = V + "constraint everyway_inverse([x],[x,x],1,1);" + S
FLATZINC["1e5 pairs"] = (
    "".join(f"var 0..1: d{i};" for i in range(3000))
    + "constraint fzn_disjunctive_strict(["
    + ",".join(f"d{i}" for i in range(3000))
    + "],["
    + ",".join("0" for i in range(3000))
    + "]);"
    + S
)

READ = (
    *("among range", "closed gcc", "except range"),
    *("regular ends", "squares", "deep chain", "cyclic defs", "long alias", "long alias shown"),
    *("table huge", "element big", "nul name", "reif reif", "loads", "set name"),
    *("dup out", "shadow", "true var", "bool dom", "out of dom", "cumul neg", "inverse sizes"),
)
"""Odd, and well-formed: they are read."""


@pytest.mark.filterwarnings("ignore::everyway.models.ModelWarning")
@pytest.mark.parametrize("name", FLATZINC)
def test_a_bad_flatzinc_text_is_refused_with_its_line_or_read_in_bounded_time(name: str) -> None:
    if name in READ:
        assert from_flatzinc(FLATZINC[name]).variables is not None
        return
    with pytest.raises(ModelError, match=r"^bad\.fzn:\d+: ") as refused:
        from_flatzinc(FLATZINC[name], place="bad.fzn")
    assert len(str(refused.value)) < 500


MINIZINC = {
    "truncated": "var 1..3: x; constraint x <",
    "includes itself": 'include "bad.mzn"; var 1..3: x; solve satisfy;',
    "huge number": "var 1..99999999999999999999: x; solve satisfy;",
    "float": "var 0.0..1.0: x; solve satisfy;",
    "set of float": "var {1.5, 2.5}: x; solve satisfy;",
    "unknown": "var 1..3: x; constraint nothing(x); solve satisfy;",
    "undefined": "constraint x > 1; solve satisfy;",
    "arity": "var 1..3: x; constraint abs(x, x) = 1; solve satisfy;",
    "type": 'var 1..3: x; constraint x = "a"; solve satisfy;',
    "out of range": "array[1..2] of int: a = [1, 2]; int: b = a[3]; solve satisfy;",
    "no data": "int: n; var 1..n: x; solve satisfy;",
    "twice": "var 1..3: x; var 1..2: x; solve satisfy;",
    "circle": "int: a = b; int: b = a; var 1..a: x; solve satisfy;",
    "two solves": "var 1..3: x; solve satisfy; solve satisfy;",
    "nul": "var 1..3: x\0; solve satisfy;",
    "missing include": 'include "nowhere.mzn"; solve satisfy;',
    "absolute": 'include "/etc/passwd"; solve satisfy;',
    "above": 'include "../../../../../../../../etc/passwd"; solve satisfy;',
    "escaped": 'include "\\u002fetc/passwd"; solve satisfy;',
    "behind a name in quotes": "var 1..3: 'a\"'; include \"/etc/shadow\"; var 1..3: 'b\"';",
    "before a comment": 'include /* here */ "/etc/shadow"; solve satisfy;',
    "behind a string in a string": 'output ["\\( /* " */ 1)"]; include "/etc/shadow"; var 1..3: x;',
    "behind a comment": '/* "a" */ include % here\n "x"; include"/etc/shadow"; solve satisfy;',
    "assertion": 'constraint assert(false, "no \\"quotes\\""); solve satisfy;',
    "abort": 'constraint abort("stop"); solve satisfy;',
    "index set": "array[1..3] of var 1..2: a = [1, 2]; solve satisfy;",
    "nested": "constraint " + "(" * 2000 + "true" + ")" * 1999 + "; solve satisfy;",
}
needs_minizinc = pytest.mark.skipif(which("minizinc") is None, reason="MiniZinc is not installed")


@needs_minizinc
@pytest.mark.parametrize("name", MINIZINC)
def test_a_bad_minizinc_text_is_refused_with_its_file(name, tmp_path):
    file = tmp_path / "inner" / "bad.mzn"
    file.parent.mkdir()
    file.write_text(MINIZINC[name], "utf-8")
    with pytest.raises(ModelError) as refused:
        from_minizinc(file)
    said = str(refused.value)
    assert "bad.mzn" in said
    assert len(said) < 700
    assert "root:" not in said, "a line of a file of somebody else"


@needs_minizinc
def test_includes_are_of_files_beside_the_model(tmp_path, monkeypatch):
    home, other = tmp_path / "home", tmp_path / "other"
    for folder in (home / "lib", other):
        folder.mkdir(parents=True)
    text = "var 1..3: x; solve satisfy;"
    (other / "far.mzn").write_text(text)
    (home / "lib" / "near.mzn").write_text(f'include "table.mzn"; {text}')
    model = home / "model.mzn"
    model.write_text('% include "/far.mzn"\ninclude "lib/near.mzn"; include "globals.mzn";')
    assert len(from_minizinc(model).variables) == 1
    model.write_text('\ninclude "../other/far.mzn";')
    with pytest.raises(ModelError, match=r"model\.mzn:2: include .* leads outside the folder"):
        from_minizinc(model)
    (home / "link.mzn").symlink_to(other / "far.mzn")
    model.write_text('include "lib/near.mzn";')
    (home / "lib" / "near.mzn").write_text('\n\ninclude "../link.mzn";')
    with pytest.raises(ModelError, match=r"near\.mzn:3: include .* leads outside the folder"):
        from_minizinc(model)
    monkeypatch.chdir(tmp_path)  # somebody who stands above both means both
    assert len(from_minizinc(model).variables) == 1


@needs_minizinc
@pytest.mark.parametrize(
    "data", ["n = ;", "n = 1; n = 2;", "m = 3;", "n = 2.5;", "n", "\0", "x = 1;"]
)
def test_bad_data_are_refused(data, tmp_path):
    model, file = tmp_path / "bad.mzn", tmp_path / "bad.dzn"
    model.write_text("int: n; var 1..n: x; solve satisfy;")
    file.write_text(data)
    with pytest.raises(ModelError, match=r"bad\.mzn"):
        from_minizinc(model, file)
    file.write_bytes(b"n = 3; % \xff\xfe")
    with pytest.raises(ModelError, match=r"bad\.dzn is no UTF-8"):
        from_minizinc(model, file)


@needs_minizinc
def test_minizinc_has_bounds_on_its_time_and_memory(tmp_path, monkeypatch):
    file = tmp_path / "bad.mzn"
    file.write_text(
        "array[1..100000000] of var int: a; constraint forall(i in 1..99999999)(a[i] < a[i + 1]);"
        " solve satisfy;"
    )
    monkeypatch.setattr(minizinc_files, "MOST_MEMORY", 1 << 28)
    with pytest.raises(ModelError, match=r"MiniZinc refuses .*bad\.mzn"):
        from_minizinc(file)
    monkeypatch.setattr(minizinc_files, "MOST_MEMORY", 8 << 30)
    monkeypatch.setattr(minizinc_files, "SECONDS", 0.5)
    with pytest.raises(ModelError, match=r"did not flatten .*bad\.mzn within"):
        from_minizinc(file)


def test_a_text_has_bounds_on_its_statements(monkeypatch):
    monkeypatch.setattr(statements, "MOST_STATEMENTS", 100)
    text = "".join(f"var 1..3: x{place};\n" for place in range(99))
    assert len(from_flatzinc(f"{text}solve satisfy;").variables) == 99
    with pytest.raises(ModelError, match=r"bad\.fzn:101: there are more than 100 statements"):
        from_flatzinc(f"{text}var 1..3: y;\nsolve satisfy;", place="bad.fzn")


@pytest.mark.filterwarnings("ignore::everyway.models.ModelWarning")
@pytest.mark.parametrize("note", ["", " :: output_var"])
def test_the_time_to_read_grows_with_the_text_alone(note):
    def seconds(size):
        text = "".join(
            f"var 1..9: x{place}{note};\nconstraint int_le(x{place // 2}, x{place});\n"
            for place in range(size)
        )
        start = time.process_time()
        from_flatzinc(f"{text}solve satisfy;")
        return time.process_time() - start

    seconds(100)
    few, many = (min(seconds(size) for _ in range(3)) for size in (1_500, 12_000))
    assert many < 30 * few


CLAUSES = {
    "no header": "1 2 0",
    "two headers": "p cnf 1 1\np cnf 1 1\n1 0",
    "too many": "p cnf 1 1\n1 0\n1 0",
    "too few": "p cnf 1 9\n1 0",
    "outside": "p cnf 1 1\n7 0",
    "open": "p cnf 2 1\n1 2",
    "huge": "p cnf 99999999999999 1\n1 0",
    "words": "p cnf 1 1\none 0",
    "float": "p cnf 1 1\n1.5 0",
}
SUMS = {
    "no relation": "* #variable= 1 #constraint= 1\n1 x1 3;",
    "no end": "* #variable= 1 #constraint= 1\n1 x1 >= 1",
    "float": "* #variable= 1 #constraint= 1\n1.5 x1 >= 1;",
    "huge": "* #variable= 99999999999 #constraint= 1\n1 x1 >= 1;",
    "count": "* #variable= 1 #constraint= 5\n1 x1 >= 1;",
    "soft": "soft: 3;\n[1] 1 x1 >= 1;",
}


@pytest.mark.parametrize("name", CLAUSES)
def test_bad_clauses_are_refused(name):
    with pytest.raises(ModelError, match=r":\d+: "):
        from_dimacs(CLAUSES[name])


@pytest.mark.parametrize("name", SUMS)
def test_bad_sums_are_refused(name):
    with pytest.raises(ModelError, match=r":\d+: "):
        from_opb(SUMS[name])


BOMB = "".join(f'<!ENTITY e{n} "{f"&e{n - 1};" * 10}">' for n in range(1, 12))
XCSP3 = {
    "bomb": f'<!DOCTYPE x [<!ENTITY e0 "a">{BOMB}]><instance>&e11;</instance>',
    "entity": '<!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]><instance>&e;</instance>',
    "truncated": '<instance format="XCSP3" type="CSP"><variables>',
    "huge array": '<instance><variables><array id="x" size="[999999][999999]">0 1</array>',
    "digits": '<instance><variables><var id="x">0..99999999999999999999</var>',
    "encoding": '<?xml version="1.0" encoding="utf-7"?><instance/>',
}


@pytest.mark.parametrize("name", XCSP3)
def test_bad_instances_are_refused(name, tmp_path):
    pytest.importorskip("pycsp3")
    file = tmp_path / "bad.xml"
    file.write_text(XCSP3[name])
    with pytest.raises(ModelError, match=r"bad\.xml") as refused:
        from_xcsp3(file)
    assert "root:" not in str(refused.value)
