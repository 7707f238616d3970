"""FlatZinc is read as MiniZinc defines it: each builtin against Python, and bad texts refused."""

from __future__ import annotations

from contextlib import suppress
from itertools import product
from random import Random

import pytest

from everyway.conformance.instances.cells import samples
from everyway.conformance.instances.enumerate_naively import size_of, solution_rows
from everyway.formats import from_flatzinc
from everyway.models import ModelError, ModelWarning
from everyway.models.language.constraints import Comparison
from everyway.models.language.expressions import Constant, Variable
from everyway.models.language.global_constraints.all_different import (
    AllDifferent,
    AllDifferentExcept,
)
from everyway.models.language.global_constraints.all_equal import AllEqual
from everyway.models.language.global_constraints.cardinality import Cardinality
from everyway.models.language.global_constraints.circuit import Circuit, Subcircuit
from everyway.models.language.global_constraints.count import Count
from everyway.models.language.global_constraints.cumulative import Cumulative
from everyway.models.language.global_constraints.increasing import Increasing
from everyway.models.language.global_constraints.inverse import Inverse
from everyway.models.language.global_constraints.lexicographic import Lexicographic
from everyway.models.language.global_constraints.no_overlap import NoOverlap, NoOverlap2D
from everyway.models.language.global_constraints.number_of_values import NumberOfValues
from everyway.models.language.global_constraints.precedence import Precedence
from everyway.models.language.global_constraints.table import Allowed
from everyway.solvers import count, solve_all


def truncated(x, y):
    return abs(x) // abs(y) * (1 if (x < 0) == (y < 0) else -1)


BUILTINS = {
    "int_plus": lambda a, b, c: a + b == c,
    "int_minus": lambda a, b, c: a - b == c,
    "int_times": lambda a, b, c: a * b == c,
    "int_div": lambda a, b, c: b != 0 and truncated(a, b) == c,
    "int_mod": lambda a, b, c: b != 0 and a - b * truncated(a, b) == c,
    "int_min": lambda a, b, c: min(a, b) == c,
    "int_max": lambda a, b, c: max(a, b) == c,
    "int_abs": lambda a, b: abs(a) == b,
    "int_eq": lambda a, b: a == b,
    "int_ne": lambda a, b: a != b,
    "int_le": lambda a, b: a <= b,
    "int_lt": lambda a, b: a < b,
}
LISTS = {
    "fzn_all_different_int({xs})": lambda xs: len(set(xs)) == len(xs),
    "fzn_alldifferent_except_0({xs})": lambda xs: len({*xs} - {0}) == len(xs) - xs.count(0),
    "fzn_all_equal_int({xs})": lambda xs: len(set(xs)) < 2,
    "fzn_increasing_int({xs})": lambda xs: sorted(xs) == list(xs),
    "fzn_strictly_decreasing_int({xs})": lambda xs: sorted(set(xs), reverse=True) == list(xs),
    "everyway_circuit({xs}, -1)": lambda xs: cycle([x + 1 for x in xs]) == len(xs),
    "fzn_nvalue(2, {xs})": lambda xs: len(set(xs)) == 2,
    "fzn_count_eq({xs}, 1, 2)": lambda xs: xs.count(1) == 2,
    "fzn_among(2, {xs}, {{-1, 2}})": lambda xs: xs.count(-1) + xs.count(2) == 2,
    "fzn_global_cardinality({xs}, [0, 1], [1, 1])": lambda xs: xs.count(0) == xs.count(1) == 1,
    "fzn_global_cardinality_low_up_closed({xs}, [0, 1], [1, 0], [3, 1])": lambda xs: (
        {*xs} <= {0, 1} and 1 <= xs.count(0) <= 3 and xs.count(1) <= 1
    ),
    "fzn_value_precede_int(1, 2, {xs})": lambda xs: 2 not in xs or 1 in xs[: xs.index(2)],
    "fzn_table_int({xs}, [0, 1, 2, 1, 1, 1])": lambda xs: list(xs) in ([0, 1, 2], [1, 1, 1]),
    "everyway_lex({xs}, [1, 0])": lambda xs: list(xs) <= [1, 0],
    "everyway_lex_strict([1, 0], {xs})": lambda xs: list(xs) > [1, 0],
    "fzn_disjunctive({xs}, [2, 0, 1])": lambda xs: xs[0] + 2 <= xs[2] or xs[2] + 1 <= xs[0],
    "fzn_disjunctive_strict({xs}, [2, 0, 1])": lambda xs: all(
        xs[i] + (2, 0, 1)[i] <= xs[j] or xs[j] + (2, 0, 1)[j] <= xs[i]
        for i in range(3)
        for j in range(i)
    ),
    "fzn_diffn({xs}, [0, 1, 0], [2, 0, 1], [2, 1, 1])": lambda xs: (
        not xs[0] < xs[1] < xs[0] + 2 and (xs[0] + 2 <= xs[2] or xs[2] + 1 <= xs[0])
    ),
    "fzn_diffn_nonstrict({xs}, [0, 1, 0], [2, 0, 1], [2, 1, 1])": lambda xs: (
        xs[0] + 2 <= xs[2] or xs[2] + 1 <= xs[0]
    ),
    "everyway_loads([3, 2], 1, {xs}, [1, 2, 2])": lambda xs: (
        {*xs} <= {1, 2} and sum(w for x, w in zip(xs, (1, 2, 2), strict=True) if x == 1) == 3
    ),
    "array_bool_xor([])": lambda xs: False,
    "int_lin_le([1, -2, 3], {xs}, 1)": lambda xs: xs[0] - 2 * xs[1] + 3 * xs[2] <= 1,
    "set_in({x}, {{-1, 2}})": lambda xs: xs[0] in (-1, 2),
}


def cycle(after):
    place, steps = 0, 0
    while 0 <= place < len(after) and steps < len(after):
        place, steps = after[place], steps + 1
        if place == 0:
            return steps
    return 0


def rows(text):
    return {solution.row for solution in solve_all(from_flatzinc(text))}


REIFIED = [name for name, meaning in BUILTINS.items() if meaning.__code__.co_argcount == 2]


@pytest.mark.parametrize("shown", [True, False], ids=["shown", "defined"])
@pytest.mark.parametrize(
    ("name", "mark"), [*((n, "") for n in BUILTINS), *((n, "_reif") for n in REIFIED)]
)
def test_a_builtin_means_what_minizinc_says(name, mark, shown):
    """As a constraint between variables that are printed, and as the definition of another."""
    meaning = BUILTINS[name]
    places = meaning.__code__.co_argcount
    names = "abc"[:places] + ("r" if mark else "")
    note = " :: output_var"
    texts = [f"var {'0..1' if n == 'r' else '-2..3'}: {n}" for n in names]
    texts[-1] = texts[-1].replace("0..1", "bool")
    declared = [
        text + (note if shown or n != names[-1] else "")
        for n, text in zip(names, texts, strict=True)
    ]
    found = rows(
        ";\n".join([*declared, f"constraint {name}{mark}({', '.join(names)})", "solve satisfy;"])
    )
    every = product(*([range(-2, 4)] * places))
    if mark:
        wanted = {(*row, int(meaning(*row))) for row in every}
    else:
        wanted = {row for row in every if meaning(*row)}
    assert found == (wanted if shown else {row[:-1] for row in wanted})


@pytest.mark.parametrize("constraint", LISTS)
def test_a_global_stays_whole_and_means_what_minizinc_says(constraint):
    declared = "".join(f"var -1..2: x{place} :: output_var;" for place in range(3))
    said = constraint.format(xs="[x0, x1, x2]", x="x0")
    wanted = {row for row in product(range(-1, 3), repeat=3) if LISTS[constraint](row)}
    assert rows(f"{declared} constraint {said}; solve satisfy;") == wanted


@pytest.mark.parametrize(
    ("name", "width", "whole"),
    [
        ("fzn_diffn", 1, True),
        ("fzn_diffn", 0, False),
        ("fzn_diffn_nonstrict", 0, True),
        ("fzn_diffn_nonstrict", -1, False),
    ],
)
def test_rectangles_stay_whole_where_they_mean_the_same(name, width, whole):
    text = f"var 0..2: x; constraint {name}([x, 1], [0, 0], [{width}, 2], [1, 1]); solve satisfy;"
    (found,) = from_flatzinc(text).constraints
    assert isinstance(found, NoOverlap2D) == whole


COMPARED = {"==": "eq", "!=": "ne", "<": "lt", "<=": "le", ">": "gt", ">=": "ge"}
COUNTED = {"==": "exactly", "<=": "at_most", ">=": "at_least"}
CALLS = {
    Comparison: lambda c: f"int_{COMPARED[c.relation]}({of(c.left)}, {of(c.right)})",
    AllDifferent: lambda c: f"fzn_all_different_int({of(c.terms)})",
    AllDifferentExcept: lambda c: (
        isinstance(c.exempt, Constant)
        and f"fzn_alldifferent_except({of(c.terms)}, {{{of(c.exempt)}}})"
    ),
    AllEqual: lambda c: f"fzn_all_equal_int({of(c.terms)})",
    Cardinality: lambda c: (
        f"fzn_global_cardinality{'_closed' * c.closed}"
        f"({of(c.terms)}, {[*c.values]}, {of(c.counts)})"
    ),
    Circuit: lambda c: f"everyway_circuit({of(c.successors)}, 0)",
    Subcircuit: lambda c: f"everyway_subcircuit({of(c.successors)}, 0)",
    Count: lambda c: counting(c),
    Cumulative: lambda c: (
        f"fzn_cumulative({of(c.starts)}, {of(c.durations)}, {of(c.demands)}, {of(c.capacity)})"
    ),
    Increasing: lambda c: f"fzn_{'strictly_' * c.strict}increasing_int({of(c.terms)})",
    Inverse: lambda c: f"everyway_inverse({of(c.forward)}, {of(c.backward)}, 0, 0)",
    Lexicographic: lambda c: f"everyway_lex{'_strict' * c.strict}({of(c.left)}, {of(c.right)})",
    NoOverlap: lambda c: f"fzn_disjunctive({of(c.starts)}, {of(c.durations)})",
    NoOverlap2D: lambda c: (
        f"fzn_diffn_nonstrict({of(c.x)}, {of(c.y)}, {of(c.widths)}, {of(c.heights)})"
    ),
    NumberOfValues: lambda c: f"fzn_nvalue({of(c.number)}, {of(c.terms)})",
    Precedence: lambda c: f"fzn_value_precede_chain_int({[*c.values]}, {of(c.terms)})",
    Allowed: lambda c: f"fzn_table_int({of(c.terms)}, {[v for row in c.rows for v in row]})",
}


def of(terms):
    """A variable, a number, or an array of such."""
    if isinstance(terms, tuple):
        return f"[{', '.join(map(of, terms))}]"
    return terms.name.replace("[", "_").replace("]", "") if hasattr(terms, "name") else f"{terms}"


def counting(c):
    """The call for a count of one value, or of constants; False where there is none."""
    if len(c.values) == 1 and c.relation in COUNTED:
        value = of(c.values[0])
        return f"fzn_{COUNTED[c.relation]}_int({of(c.number)}, {of(c.terms)}, {value})"
    if c.relation != "==" or any(isinstance(value, Variable) for value in c.values):
        return False
    return f"fzn_among({of(c.number)}, {of(c.terms)}, {{{', '.join(map(of, c.values))}}})"


@pytest.mark.parametrize("kind", CALLS, ids=lambda kind: kind.__name__)
def test_a_sample_of_the_language_is_read_with_its_solutions(kind):
    """Of every shape whose terms are variables and numbers, as FlatZinc's are."""
    asked = both = 0
    for sample in (one for several in samples(kind, 3).values() for one in several):
        model, terms = sample.model("top"), sample.constraint.parts
        call = CALLS[kind](sample.constraint)
        if not call or not all(isinstance(term, Variable | Constant) for term in terms):
            continue
        declared = "".join(
            f"var {{{', '.join(map(str, v.domain))}}}: {of(v)} :: output_var;"
            for v in model.variables
        )
        wanted = {tuple(row) for row in solution_rows(model)}
        assert rows(f"{declared} constraint {call}; solve satisfy;") == wanted, sample
        asked, both = asked + 1, both + (0 < len(wanted) < size_of(model.variables))
    assert asked >= 6, "too few samples can be written"
    assert 3 * both >= asked


def test_random_chains_of_definitions_are_as_their_variables_are():
    """Defined away or printed, a variable has the same values, by its domain and demands too."""
    for seed in range(60):
        random = Random(seed)
        parts, names = [], ["a", "b"]
        for number in range(random.randint(1, 4)):
            builtin = random.choice(["int_times", "int_minus", "int_div", "int_mod", "int_max"])
            first, second = random.choice(names), random.choice(names)
            low = random.choice([-9, -2, 0])
            parts.append((f"d{number}", low, f"{builtin}({first}, {second}, d{number})"))
            names.append(f"d{number}")
        last = f"constraint int_le({names[-1]}, {random.randint(-1, 2)});"
        texts = []
        for note in (":: output_var", ""):
            declared = "".join(f"var {low}..9: {name} {note};" for name, low, _ in parts)
            calls = "".join(f"constraint {call};" for *_, call in parts)
            head = "var -2..3: a :: output_var; var {-3, 1, 2}: b :: output_var;"
            texts.append(f"{head}{declared}{calls}{last} solve satisfy;")
        whole, short = map(rows, texts)
        assert {row[:2] for row in whole} == short, f"seed {seed}:\n{texts[0]}"


def test_what_is_not_printed_and_not_defined_is_projected_away():
    text = "var 1..3: x :: output_var; var 1..3: y; constraint int_lt(x, y); solve satisfy;"
    model = from_flatzinc(text)
    assert model.projection == ("x",)
    assert rows(text) == {(1,), (2,)}
    assert count(model) == 2
    assert count(model.projecting()) == 3


def test_an_objective_comes_too():
    text = (
        "var 1..4: x :: output_var; var 0..9: y; constraint int_times(x, x, y); solve maximize y;"
    )
    assert rows(text) == {(3,)}
    text = (
        "var 1..2: x :: output_var; var 1..3: y :: output_var; var 0..2: X_INTRODUCED_0_;"
        " constraint fzn_count_eq([x, y], 2, X_INTRODUCED_0_); solve maximize X_INTRODUCED_0_;"
    )
    model = from_flatzinc(text)
    assert [*model.by_name] == ["x", "y"]
    assert str(model.objective.goals[0].expression) == "[x == 2] + [y == 2]"
    assert rows(text) == {(2, 2)}


def test_circular_definitions_keep_a_variable():
    text = (
        "var 0..3: a; var 0..3: b; var 0..3: c :: output_var;"
        "constraint int_plus(b, 1, a) :: defines_var(a);"
        "constraint int_plus(a, -1, b) :: defines_var(b);"
        "constraint int_plus(a, b, c); solve satisfy;"
    )
    assert rows(text) == {(1,), (3,)}


def test_an_integer_without_bounds_is_given_some_and_said():
    with pytest.warns(ModelWarning, match="z has no bounds"):
        model = from_flatzinc(
            "var int: z :: output_var; constraint int_le(z, -999999); solve satisfy;"
        )
    assert count(model) == 2


@pytest.mark.parametrize(
    ("text", "line", "words"),
    [
        ("var 1..3: x", 1, "';' is expected"),
        ("var 1..3: x;\nconstraint int_le(x, ;", 2, "a value is expected"),
        (
            "var 1..3: x;\n\nconstraint int_le(x, y); solve satisfy;",
            3,
            "y is used and not declared",
        ),
        ("var 1..3: x; var 1..2: x;", 1, "declared twice"),
        ("constraint nothing_such(1, 2);", 1, "the constraint nothing_such is not known"),
        ("constraint int_le(1);", 1, "int_le"),
        ("constraint int_lin_le([1], [1, 2], 3);", 1, "int_lin_le"),
        ("var set of 1..3: s;", 1, "a variable is a set"),
        ("var 1..3: x; constraint set_in(x, {1, true}); solve satisfy;", 1, "a set is of numbers"),
        ("var 0.5..1.5: s;", 1, "whole numbers alone"),
        ("var float: s;", 1, "whole numbers alone"),
        ("var 1..99999999999999999999999999: x;", 1, "digits"),
        ("\n\n$", 3, "cannot read"),
        ("array [1..2] of int: a = [1, 2]; constraint int_le(a, 1);", 1, "an array"),
        ("constraint int_le(" + "[" * 500, 1, "nested too deeply"),
        ("solve somehow;", 1, "satisfy, minimize or maximize"),
        ("var 3..1: x :: output_var; solve satisfy;", 1, "the domain of x is empty"),
        ('constraint int_le("a", 1);', 1, "a number or a name"),
        ("array [1..2] of var int: a :: output_array([1..2]) = [b, c]; solve satisfy;", 1, "b"),
    ],
)
def test_a_bad_text_is_refused_with_its_line(text, line, words):
    with pytest.raises(ModelError) as refused:
        from_flatzinc(text, place="bad.fzn")
    assert str(refused.value).startswith(f"bad.fzn:{line}: ")
    assert words in str(refused.value)


def test_every_beginning_of_a_text_is_read_or_refused():
    """A text that is cut anywhere raises no error of Python's."""
    text = (
        'array [1..2] of int: w = [1, -1];\nvar {1, 3}: x :: output_var :: mzn_path("a|1|2|");\n'
        "array [1..1] of var int: a :: output_array([1..1]) = [x];\n"
        "constraint int_lin_le(w, [x, 2], 3) :: domain; solve :: int_search(a, b, c) satisfy;\n"
    )
    assert count(from_flatzinc(text)) == 2
    for end in range(len(text)):
        with suppress(ModelError):
            from_flatzinc(text[:end])


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "no solve item"),
        ("var 1..3: x;\nvar 1..3: y;\n", ":3: there is no solve item"),
        ("var 1..3: x = y; var 1..3: y = x; solve satisfy;", "by itself"),
        ("var 1..3: x = x; solve satisfy;", "by itself"),
    ],
)
def test_a_text_that_is_not_whole_or_goes_round_is_refused(text, why):
    with pytest.raises(ModelError, match=why):
        from_flatzinc(text)


def test_what_is_printed_and_fixed_keeps_its_array_whole_and_its_name():
    text = """
        var 1..2: a; var 1..2: b; var 0..1: hidden; var int: seven :: output_var = 7;
        array [1..4] of var int: x :: output_array([1..2, 1..2]) = [a, 3, b, -4];
        array [1..2] of var bool: y :: output_array([0..1]) = [true, false];
        array [1..2] of var int: twice :: output_array([1..2]) = [a, 5];
        constraint int_lt(a, b); solve satisfy;
    """
    model = from_flatzinc(text)
    assert set(model.projection) == {"x", "y", "seven", "twice"}
    (found,) = solve_all(model)
    assert found["x"] == ((1, 3), (2, -4))
    assert found["y"] == (1, 0)
    assert (found["seven"], found["twice"]) == (7, (1, 5))
    fixed = from_flatzinc("var 1..9: h; var int: z :: output_var = 3; solve satisfy;")
    assert [one["z"] for one in solve_all(fixed)] == [3]


def test_a_boolean_in_a_sum_is_its_variable():
    text = """
        var bool: a :: output_var; var bool: b :: output_var; var 0..1: c;
        constraint bool2int(b, c) :: defines_var(c);
        constraint int_lin_eq([1, 2], [c, k], 2); var 0..1: k :: output_var;
        constraint bool_lin_eq([1, 1], [a, b], 1); var 1..2: x :: output_var; var bool: d;
        constraint int_eq_reif(x, 1, d) :: defines_var(d);
        constraint bool_lin_eq([1, 1], [d, b], 1); solve satisfy;
    """
    model = from_flatzinc(text)
    assert [str(one) for one in model.constraints] == [
        "b + 2*k == 2",
        "a + b == 1",
        "[x == 1] + b == 1",
    ]
    assert [dict(one) for one in solve_all(model)] == [{"a": 1, "b": 0, "k": 1, "x": 1}]


def test_an_array_of_no_variable_sets_is_read():
    empty = "array [1..0] of var set of int: none :: output_array([1..0]) = [];"
    assert len(solve_all(from_flatzinc(f"{empty} var bool: b :: output_var; solve satisfy;"))) == 2
    with pytest.raises(ModelError, match="a variable is a set"):
        from_flatzinc("array [1..1] of var set of 1..2: a = [s]; solve satisfy;")
