"""Ten models in six languages, from which make_coming_from.py writes the pages."""

from __future__ import annotations

NAMES = {
    "minizinc": "MiniZinc",
    "cpmpy": "CPMpy",
    "python_constraint": "python-constraint",
    "clingo": "clingo",
    "xcsp3": "XCSP3 and PyCSP3",
}
"""The languages by the ends of their pages' names."""
TITLES = {
    "queens": ("6 queens", 4),
    "latin": ("Latin squares of order 3", 12),
    "money": ("SEND + MORE = MONEY", 1),
    "magic": ("Magic squares of order 3", 8),
    "knaves": ("Knights and knaves", 1),
    "golomb": ("Golomb rulers: 4 marks, the shortest", 2),
    "subset": ("Subsets with the sum 10", 3),
    "colours": ("A ring of 4 in 3 colours", 18),
    "words": ("Words of 5 bits without 11", 13),
    "tours": ("Tours of 4 towns", 6),
}
"""The models: titles, and numbers of solutions."""

OURS = {
    "queens": """
q = variables("q", 6, range(6))
model = Model(
    "queens",
    q,
    all_different(q),
    all_different(q[i] + i for i in range(6)),
    all_different(q[i] - i for i in range(6)),
)
""",
    "latin": """
x = variables("x", (3, 3), range(3))
model = Model(
    "latin",
    x,
    [all_different(x[i, j] for j in range(3)) for i in range(3)],
    [all_different(x[i, j] for i in range(3)) for j in range(3)],
)
""",
    "money": """
s, e, n, d, m, o, r, y = letters = [integer(name, 0, 9) for name in "sendmory"]
send = 1000 * s + 100 * e + 10 * n + d
more = 1000 * m + 100 * o + 10 * r + e
money = 10000 * m + 1000 * o + 100 * n + 10 * e + y
model = Model("money", *letters, all_different(letters), s > 0, m > 0, send + more == money)
""",
    "magic": """
x = variables("x", (3, 3), range(1, 10))
lines = [[(i, j) for j in range(3)] for i in range(3)]
lines += [[(i, j) for i in range(3)] for j in range(3)]
lines += [[(i, i) for i in range(3)], [(i, 2 - i) for i in range(3)]]
cells = [x[i, j] for i in range(3) for j in range(3)]
model = Model(
    "magic", x, all_different(cells), [total(x[at] for at in line) == 15 for line in lines]
)
""",
    "knaves": """
a, b = boolean("a"), boolean("b")  # 1 for a knight
model = Model("knaves", a, b, iff(a == 1, b == 0), iff(b == 1, a == b))
""",
    "golomb": """
x = variables("x", 4, range(8))
gaps = [x[j] - x[i] for i in range(4) for j in range(i + 1, 4)]
model = Model(
    "golomb", x, x[0] == 0, increasing(x, strict=True), all_different(gaps), minimise=x[3]
)
""",
    "subset": """
taken = variables("taken", 5, range(2))
weights = [3, 5, 8, 2, 7]
model = Model("subset", taken, total(w * t for w, t in zip(weights, taken)) == 10)
""",
    "colours": """
c = variables("c", 4, ["red", "green", "blue"])
model = Model("colours", c, [c[i] != c[(i + 1) % 4] for i in range(4)])
""",
    "words": """
w = variables("w", 5, range(2))
steps = {(0, 0): 0, (0, 1): 1, (1, 0): 0}
model = Model("words", w, regular(w, steps, 0, [0, 1]))
""",
    "tours": """
after = variables("after", 4, range(4))
model = Model("tours", after, circuit(after))
""",
}
MINIZINC = {
    "queens": """
include "alldifferent.mzn";
array[1..6] of var 1..6: q;
constraint alldifferent(q);
constraint alldifferent([q[i] + i | i in 1..6]);
constraint alldifferent([q[i] - i | i in 1..6]);
solve satisfy;
""",
    "latin": """
include "alldifferent.mzn";
array[1..3, 1..3] of var 0..2: x;
constraint forall(i in 1..3)(alldifferent([x[i, j] | j in 1..3]));
constraint forall(j in 1..3)(alldifferent([x[i, j] | i in 1..3]));
solve satisfy;
""",
    "money": """
include "alldifferent.mzn";
var 0..9: s; var 0..9: e; var 0..9: n; var 0..9: d;
var 0..9: m; var 0..9: o; var 0..9: r; var 0..9: y;
constraint alldifferent([s, e, n, d, m, o, r, y]) /\\ s > 0 /\\ m > 0;
constraint 1000*s + 100*e + 10*n + d + 1000*m + 100*o + 10*r + e
  = 10000*m + 1000*o + 100*n + 10*e + y;
solve satisfy;
""",
    "magic": """
include "alldifferent.mzn";
array[1..3, 1..3] of var 1..9: x;
constraint alldifferent([x[i, j] | i, j in 1..3]);
constraint forall(i in 1..3)(sum(j in 1..3)(x[i, j]) = 15 /\\ sum(j in 1..3)(x[j, i]) = 15);
constraint sum(i in 1..3)(x[i, i]) = 15 /\\ sum(i in 1..3)(x[i, 4 - i]) = 15;
solve satisfy;
""",
    "knaves": """
var bool: a; var bool: b;
constraint a <-> not b;
constraint b <-> (a = b);
solve satisfy;
""",
    "golomb": """
include "alldifferent.mzn";
array[1..4] of var 0..7: x;
constraint x[1] = 0 /\\ forall(i in 1..3)(x[i] < x[i + 1]);
constraint alldifferent([x[j] - x[i] | i, j in 1..4 where i < j]);
solve minimize x[4];
""",
    "subset": """
array[1..5] of var 0..1: taken;
constraint sum(i in 1..5)([3, 5, 8, 2, 7][i] * taken[i]) = 10;
solve satisfy;
""",
    "colours": """
enum Colour = {red, green, blue};
array[1..4] of var Colour: c;
constraint forall(i in 1..4)(c[i] != c[i mod 4 + 1]);
solve satisfy;
""",
    "words": """
include "regular.mzn";
array[1..5] of var 1..2: w;
constraint regular(w, 2, 2, [|1, 2 | 1, 0|], 1, {1, 2});
solve satisfy;
""",
    "tours": """
include "circuit.mzn";
array[1..4] of var 1..4: after;
constraint circuit(after);
solve satisfy;
""",
}
CPMPY = {
    "queens": """
q = cp.intvar(0, 5, shape=6, name="q")
native = cp.Model(
    cp.AllDifferent(q),
    cp.AllDifferent([q[i] + i for i in range(6)]),
    cp.AllDifferent([q[i] - i for i in range(6)]),
)
""",
    "latin": """
x = cp.intvar(0, 2, shape=(3, 3), name="x")
native = cp.Model([cp.AllDifferent(row) for row in x], [cp.AllDifferent(row) for row in x.T])
""",
    "money": """
s, e, n, d, m, o, r, y = letters = [cp.intvar(0, 9, name=name) for name in "sendmory"]
send = 1000 * s + 100 * e + 10 * n + d
more = 1000 * m + 100 * o + 10 * r + e
money = 10000 * m + 1000 * o + 100 * n + 10 * e + y
native = cp.Model(cp.AllDifferent(letters), s > 0, m > 0, send + more == money)
""",
    "magic": """
x = cp.intvar(1, 9, shape=(3, 3), name="x")
lines = [*x, *x.T, [x[i, i] for i in range(3)], [x[i, 2 - i] for i in range(3)]]
native = cp.Model(cp.AllDifferent(x), [cp.sum(line) == 15 for line in lines])
""",
    "knaves": """
a, b = cp.boolvar(name="a"), cp.boolvar(name="b")
native = cp.Model(a == ~b, b == (a == b))
""",
    "golomb": """
x = cp.intvar(0, 7, shape=4, name="x")
gaps = [x[j] - x[i] for i in range(4) for j in range(i + 1, 4)]
native = cp.Model(x[0] == 0, cp.IncreasingStrict(x), cp.AllDifferent(gaps), minimize=x[3])
""",
    "subset": """
taken = cp.intvar(0, 1, shape=5, name="taken")
native = cp.Model(cp.sum(w * t for w, t in zip([3, 5, 8, 2, 7], taken)) == 10)
""",
    "colours": """
c = cp.intvar(0, 2, shape=4, name="c")
native = cp.Model([c[i] != c[(i + 1) % 4] for i in range(4)])
""",
    "words": """
w = cp.intvar(0, 1, shape=5, name="w")
steps = [("free", 0, "free"), ("free", 1, "one"), ("one", 0, "free")]
native = cp.Model(cp.Regular(w, steps, "free", ["free", "one"]))
""",
    "tours": """
after = cp.intvar(0, 3, shape=4, name="after")
native = cp.Model(cp.Circuit(after))
""",
}
PYTHON_CONSTRAINT = {
    "queens": """
problem = Problem()
problem.addVariables(range(6), range(6))
problem.addConstraint(AllDifferentConstraint())
for i in range(6):
    for j in range(i):
        problem.addConstraint(lambda a, b, far=i - j: abs(a - b) != far, (i, j))
""",
    "latin": """
problem = Problem()
problem.addVariables([(i, j) for i in range(3) for j in range(3)], range(3))
for i in range(3):
    problem.addConstraint(AllDifferentConstraint(), [(i, j) for j in range(3)])
    problem.addConstraint(AllDifferentConstraint(), [(j, i) for j in range(3)])
""",
    "money": """
def adds_up(s, e, n, d, m, o, r, y):
    send, more = 1000 * s + 100 * e + 10 * n + d, 1000 * m + 100 * o + 10 * r + e
    return send + more == 10000 * m + 1000 * o + 100 * n + 10 * e + y


problem = Problem()
problem.addVariables("endory", range(10))
problem.addVariables("sm", range(1, 10))
problem.addConstraint(AllDifferentConstraint())
problem.addConstraint(lambda d, e, y: (d + e) % 10 == y, "dey")  # or it takes minutes
problem.addConstraint(adds_up, "sendmory")
""",
    "magic": """
problem = Problem()
problem.addVariables(range(9), range(1, 10))
problem.addConstraint(AllDifferentConstraint())
for line in ("012", "345", "678", "036", "147", "258", "048", "246"):
    problem.addConstraint(lambda a, b, c: a + b + c == 15, [int(cell) for cell in line])
""",
    "knaves": """
problem = Problem()
problem.addVariables("ab", [0, 1])
problem.addConstraint(lambda a, b: a == (not b) and b == (a == b), "ab")
""",
    "golomb": """
def all_gaps_differ(*x):
    gaps = [b - a for i, a in enumerate(x) for b in x[i + 1 :]]
    return x[0] == 0 and list(x) == sorted(set(x)) and len(set(gaps)) == len(gaps)


problem = Problem()
problem.addVariables(range(4), range(8))
problem.addConstraint(all_gaps_differ, range(4))
least = min(found[3] for found in problem.getSolutions())  # it has no objectives
problem.addConstraint(lambda last: last == least, [3])
""",
    "subset": """
problem = Problem()
problem.addVariables(range(5), [0, 1])
problem.addConstraint(
    lambda *taken: sum(w * t for w, t in zip([3, 5, 8, 2, 7], taken)) == 10, range(5)
)
""",
    "colours": """
problem = Problem()
problem.addVariables(range(4), ["red", "green", "blue"])
for i in range(4):
    problem.addConstraint(lambda a, b: a != b, (i, (i + 1) % 4))
""",
    "words": """
problem = Problem()
problem.addVariables(range(5), [0, 1])
for i in range(4):
    problem.addConstraint(lambda a, b: a + b < 2, (i, i + 1))
""",
    "tours": """
def is_tour(*after):
    place, seen = 0, set()
    while place not in seen:
        seen.add(place)
        place = after[place]
    return len(seen) == 4


problem = Problem()
problem.addVariables(range(4), range(4))
problem.addConstraint(AllDifferentConstraint())
problem.addConstraint(is_tour, range(4))
""",
}
CLINGO = {
    "queens": """
1 { q(R, 1..6) } 1 :- R = 1..6.
:- q(R, C), q(S, C), R < S.
:- q(R, C), q(S, D), R < S, |C - D| = S - R.
""",
    "latin": """
1 { x(R, C, 0..2) } 1 :- R = 1..3, C = 1..3.
:- x(R, C, V), x(R, D, V), C < D.
:- x(R, C, V), x(S, C, V), R < S.
""",
    "money": """
letter(s; e; n; d; m; o; r; y).
1 { v(L, 0..9) } 1 :- letter(L).
:- v(L, V), v(K, V), L < K.
:- v(s, 0).
:- v(m, 0).
weight(s, 1000; e, 91; n, -90; d, 1; m, -9000; o, -900; r, 10; y, -1).
:- #sum { W * V, L : weight(L, W), v(L, V) } != 0.
""",
    "magic": """
1 { x(R, C, 1..9) } 1 :- R = 1..3, C = 1..3.
:- x(R, C, V), x(S, D, V), (R, C) < (S, D).
:- R = 1..3, #sum { V, C : x(R, C, V) } != 15.
:- C = 1..3, #sum { V, R : x(R, C, V) } != 15.
:- #sum { V, R : x(R, R, V) } != 15.
:- #sum { V, R : x(R, 4 - R, V) } != 15.
""",
    "knaves": """
{ a; b }.
:- a, b.
:- not a, not b.
same :- a, b.
same :- not a, not b.
:- b, not same.
:- not b, same.
""",
    "golomb": """
1 { x(I, 0..7) } 1 :- I = 1..4.
:- not x(1, 0).
:- x(I, A), x(I + 1, B), A >= B.
gap(I, J, B - A) :- x(I, A), x(J, B), I < J.
:- gap(I, J, G), gap(K, L, G), (I, J) < (K, L).
#minimize { V : x(4, V) }.
""",
    "subset": """
weight(1, 3; 2, 5; 3, 8; 4, 2; 5, 7).
{ taken(I) : weight(I, _) }.
:- #sum { W, I : weight(I, W), taken(I) } != 10.
""",
    "colours": """
1 { c(I, (red; green; blue)) } 1 :- I = 0..3.
:- c(I, V), c((I + 1) \\ 4, V).
""",
    "words": """
{ one(1..5) }.
:- one(I), one(I + 1).
""",
    "tours": """
1 { after(I, 1..4) } 1 :- I = 1..4.
:- after(I, J), after(K, J), I < K.
reached(1).
reached(J) :- reached(I), after(I, J).
:- I = 1..4, not reached(I).
""",
}
XCSP3 = {
    "queens": """
q = VarArray(size=6, dom=range(6))
satisfy(
    AllDifferent(q),
    AllDifferent(q[i] + i for i in range(6)),
    AllDifferent(q[i] - i for i in range(6)),
)
""",
    "latin": """
x = VarArray(size=[3, 3], dom=range(3))
satisfy([AllDifferent(row) for row in x], [AllDifferent(row) for row in columns(x)])
""",
    "money": """
s, e, n, d, m, o, r, y = letters = VarArray(size=8, dom=range(10))
satisfy(
    AllDifferent(letters),
    s > 0,
    m > 0,
    letters * [1000, 91, -90, 1, -9000, -900, 10, -1] == 0,
)
""",
    "magic": """
x = VarArray(size=[3, 3], dom=range(1, 10))
satisfy(
    AllDifferent(x),
    [Sum(row) == 15 for row in x],
    [Sum(row) == 15 for row in columns(x)],
    Sum(x[i][i] for i in range(3)) == 15,
    Sum(x[i][2 - i] for i in range(3)) == 15,
)
""",
    "knaves": """
a = Var(0, 1)
b = Var(0, 1)
satisfy(iff(a == 1, b == 0), iff(b == 1, a == b))
""",
    "golomb": """
x = VarArray(size=4, dom=range(8))
satisfy(
    x[0] == 0,
    Increasing(x, strict=True),
    AllDifferent(x[j] - x[i] for i in range(4) for j in range(i + 1, 4)),
)
minimize(x[3])
""",
    "subset": """
taken = VarArray(size=5, dom={0, 1})
satisfy(taken * [3, 5, 8, 2, 7] == 10)
""",
    "colours": """
c = VarArray(size=4, dom=range(3))
satisfy(c[i] != c[(i + 1) % 4] for i in range(4))
""",
    "words": """
w = VarArray(size=5, dom={0, 1})
steps = [("free", 0, "free"), ("free", 1, "one"), ("one", 0, "free")]
satisfy(w in Automaton(start="free", final=["free", "one"], transitions=steps))
""",
    "tours": """
after = VarArray(size=4, dom=range(4))
satisfy(Circuit(after, size=4))
""",
}
THEIRS = {
    "minizinc": MINIZINC,
    "cpmpy": CPMPY,
    "python_constraint": PYTHON_CONSTRAINT,
    "clingo": CLINGO,
    "xcsp3": XCSP3,
}
